"""The rules of Rowdy Racers: each of two racers must reach the square the other started from.

Actions: 0 to 7 move one square (clockwise from north), 8 pick up, 9 use a grenade, 10 end the turn (RR-11).
Event: resign (RR-13). The start of each player's turn is a step of the board (RR-29 to RR-32).
Hidden from both seats: active grenades (RR-25) and the random stream.
"""

from boardwalk.games.rowdy_racers.rules.board import ACTIONS, Board, State
from boardwalk.games.rowdy_racers.rules.play import (
    BUDGET,
    LOST,
    LOST_DARK,
    NO_WINNER,
    RESIGNED,
    TIME_UP,
    TRAPPED,
    allowed,
    apply,
    deal,
    legal,
    pick,
    score,
)
from boardwalk.games.rowdy_racers.rules.power import CERTAIN, LASTS, fail_power, turns_dark
from boardwalk.games.rowdy_racers.rules.racer import CARRIES, NO_SQUARE, PICK, TRAIL, USE, moves_of
from boardwalk.games.rowdy_racers.rules.setting import (
    ACTIVE,
    CLOSED,
    COL_STEP,
    DIRECTIONS,
    EXPLODED,
    FLOOR,
    INACTIVE,
    NONE,
    ROW_STEP,
    USED,
    WALL,
    find_ways,
)
from boardwalk.games.rowdy_racers.rules.view import NUMBER_PLANES, PLANES, conceal, determinize, encode
