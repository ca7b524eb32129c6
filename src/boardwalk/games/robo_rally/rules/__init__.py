"""The rules of RoboRally: one to four robots run programs on a factory floor; the first to touch all flags wins.

Actions: the six letters of a program, 0 F forward, 1 B back up, 2 L turn left, 3 R turn right, 4 U U-turn, 5 W wait
(RB-2). A seat chooses its program slot by slot, then the next seat does; when all have chosen, the round runs in the
board's own steps: one for each robot's action, one for each square that a robot activates. Squares without anything to
activate take no step.

The squares are stored row by row with a border of OFF around them, so that no rule has to check for the edge.
"""

from boardwalk.games.robo_rally.rules.board import (
    ACTIONS,
    BACK,
    BELT,
    CORNER_LEFT,
    CORNER_RIGHT,
    EAST,
    FLAG_1,
    FLOOR,
    FORWARD,
    GEAR_LEFT,
    GEAR_RIGHT,
    NONE,
    NORTH,
    OFF,
    PIT,
    QUARTERS,
    ROBOTS,
    SLOTS,
    SQUARES,
    STEP,
    WAIT,
    WEST,
    WIDTH,
    Board,
    State,
)
from boardwalk.games.robo_rally.rules.play import apply, deal, last_letter, legal, pick, score
from boardwalk.games.robo_rally.rules.view import PLANES, conceal, determinize, encode
