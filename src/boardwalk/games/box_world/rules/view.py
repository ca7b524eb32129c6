"""The observation of learners; nothing is hidden."""

from boardwalk.engine.planes import EIGHT, ONES, clear, eight_of, fill, write_eight
from boardwalk.engine.rules import rule
from boardwalk.games.box_world.rules.board import BOX, FINISH, HOLE, WALL

PLANES = ("wall", "hole", "box", "ice", "finish", "player")
WALL_PLANE, HOLE_PLANE, BOX_PLANE, ICE_PLANE, FINISH_PLANE, PLAYER_PLANE = 0, 1, 2, 3, 4, 5
CELL, LINE = 2047, 63  # bit masks of cell indices, and of row and column indices (see engine/planes.py)


@rule
def encode(board, state, seat, planes):
    """The current level in the upper left corner of the planes: the contents of the cells (BW-1), and the player."""
    width = board.width[state.level]
    rows = board.height[state.level] - 2
    cols = width - 2
    fill(planes, PLAYER_PLANE, 0)
    planes[PLAYER_PLANE, state.player // width - 1, state.player % width - 1] = 1
    if rows < planes.shape[1] or cols < planes.shape[2]:
        clear(planes, PLAYER_PLANE)
    for row in range(rows & LINE):
        first = (row + 1) * width + 1
        for part in range((cols & LINE) >> 3):
            show_eight(state, planes, row, EIGHT * part, first)
        if cols >= EIGHT:
            show_eight(state, planes, row, cols - EIGHT, first)
        else:
            for col in range(cols):
                show_one(planes, row, col, state.cell[first + col])


@rule
def show_eight(state, planes, row, start, first):
    """Write the contents of eight cells of a row to the planes."""
    col = start & LINE
    codes = eight_of(state.cell, (first + col) & CELL)
    low = codes & ONES
    high = codes >> 1 & ONES
    pairs = codes >> 2 | codes >> 3
    boxes = (pairs | pairs >> 2 | pairs >> 4) & ONES  # a code of BOX or more has one of bits 2 to 7 set
    others = boxes ^ ONES
    write_eight(planes, WALL_PLANE, row, col, low & high & others)
    write_eight(planes, HOLE_PLANE, row, col, low & ~high & others)
    write_eight(planes, BOX_PLANE, row, col, boxes & ~low)
    write_eight(planes, ICE_PLANE, row, col, boxes & low)
    write_eight(planes, FINISH_PLANE, row, col, high & ~low & others)


@rule
def show_one(planes, row, col, code):
    """Write the contents of one cell, in levels less than eight cells wide."""
    planes[WALL_PLANE, row, col] = 1 if code == WALL else 0
    planes[HOLE_PLANE, row, col] = 1 if code == HOLE else 0
    planes[BOX_PLANE, row, col] = 1 if code >= BOX and code & 1 == 0 else 0
    planes[ICE_PLANE, row, col] = 1 if code >= BOX and code & 1 == 1 else 0
    planes[FINISH_PLANE, row, col] = 1 if code == FINISH else 0
