"""The rules of Capture the Flag: two teams in a maze. Bring the enemy's flag home, with your own flag and your whole
team at home.

Actions: 0 up, 1 right, 2 down, 3 left (CF-8), 4 take the flag (CF-9), 5 stay (CF-10). Events: a player leaves or comes
back (CF-18). Seats: first all of team 1, then all of team 2. In code the teams are 0 and 1, and flag t is team t's own.

Cells are numbered row by row. Cell 0 is a corner of the border, where nobody can stand: it is the cell of players who
are off the maze, so that finding the player on a cell needs no further check. A flag is either carried or on its stand.
"""

from boardwalk.games.capture_the_flag.rules.board import ACTIONS, FLOOR, HOME, JAIL, WALL, Board, State
from boardwalk.games.capture_the_flag.rules.play import (
    allowed,
    apply,
    come_or_go,
    deal,
    legal,
    pick,
    score,
    test_desertion,
)
from boardwalk.games.capture_the_flag.rules.players import (
    DOWN,
    FRESH,
    GONE,
    JAILED,
    LEFT,
    OFF_MAZE,
    ON_STAND,
    RIGHT,
    STAY,
    TAKE,
    UP,
    WAITING,
    player_at,
    team_of,
    territory_of,
)
from boardwalk.games.capture_the_flag.rules.view import PLANES, encode
