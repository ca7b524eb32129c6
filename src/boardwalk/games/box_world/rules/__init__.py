"""The rules of Box World: reach the finish by pushing boxes, filling holes and sliding ice. One player, many levels.

Actions: 0 up, 1 right, 2 down, 3 left (BW-3); 4 go on to the next level (BW-13). Event: restart the level (BW-14).
A level is stored with a border of walls around it, so that no rule has to check for the edge (BW-8).
"""

from boardwalk.games.box_world.rules.board import (
    ACTIONS,
    BOX,
    FINISH,
    FLOOR,
    GO_ON,
    HOLE,
    NUMBERS,
    RIGHT,
    WALL,
    Board,
    State,
    step,
)
from boardwalk.games.box_world.rules.play import (
    allowed,
    apply,
    deal,
    landing,
    lay_level,
    legal,
    open_way,
    pick,
    push,
    score,
    settle,
    ways,
)
from boardwalk.games.box_world.rules.view import PLANES, encode
