"""A level, and a position in it."""

from boardwalk.engine.records import i8, i16, i32, record, u8, u32
from boardwalk.engine.rules import rule

UP, RIGHT, DOWN, LEFT, GO_ON = 0, 1, 2, 3, 4
ACTIONS = 5
RESTART = ACTIONS

# The contents of a cell. A box is BOX + 2 * its number, plus 1 if it is of ice: so a box keeps its number wherever it
# is pushed, which lets clients animate it at no cost to the rules. Levels with more than NUMBERS boxes reuse numbers.
FLOOR, HOLE, FINISH, WALL, BOX = 0, 1, 2, 3, 4
NUMBERS = 126


@record
class Board:
    first: i32["levels"]  # the index in `cell` of a level's first cell
    levels: i32
    width: i16["levels"]  # with the border
    height: i16["levels"]
    start: i16["levels"]  # the player's first cell
    cell: u8["cells"]


@record
class State:
    rng: u32[2]
    moves: i32  # in this level (BW-15)
    pushes: i32
    level: i16
    player: i16
    to_act: i8
    done: i8  # 1 once the level's finish is reached
    cell: u8["level_cells"]


@rule
def step(direction, width):
    """The offset in `cell` from a cell to its neighbour in a direction (BW-3)."""
    return 2 - direction if direction & 1 else (direction - 1) * width
