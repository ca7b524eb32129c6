"""The course of a game: what can be done, and what it does."""

from boardwalk.engine.planes import EIGHT, ONES, clear, eight_of, fill, write_eight
from boardwalk.engine.random import below
from boardwalk.engine.records import i8, i16, i32, record, u8, u32
from boardwalk.engine.rules import NOBODY, rule

UP, RIGHT, DOWN, LEFT, GO_ON = 0, 1, 2, 3, 4
ACTIONS = 5
RESTART = ACTIONS
PLANES = ("wall", "hole", "box", "ice", "finish", "player")
WALL_PLANE, HOLE_PLANE, BOX_PLANE, ICE_PLANE, FINISH_PLANE, PLAYER_PLANE = 0, 1, 2, 3, 4, 5
CELL, LINE = 2047, 63  # bit masks of cell indices, and of row and column indices (see core/planes.py)

# The contents of a cell. A box is BOX + 2 * its number, plus 1 if it is of ice: so a box keeps its number wherever it
# is pushed, which lets clients animate it at no cost to the rules. Levels with more than NUMBERS boxes reuse numbers.
FLOOR, HOLE, FINISH, WALL, BOX = 0, 1, 2, 3, 4
NUMBERS = 126

# The open directions, packed two bits each; indexed by the same as a bit set (1 up, 2 right, 4 down, 8 left).
OPEN = (0, 0, 1, 4, 2, 8, 9, 36, 3, 12, 13, 52, 14, 56, 57, 228)


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
def deal(board, state):
    """Set up the first level of the pack (BW-2)."""
    state.level = 0
    lay_level(board, state)


@rule
def lay_level(board, state):
    """Reset the level to its start, with its counts (BW-14)."""
    level = state.level
    first = board.first[level]
    cells = board.width[level] * board.height[level]
    for i in range(cells):
        state.cell[i] = board.cell[first + i]
    for i in range(cells, len(state.cell)):  # clears the rest of a bigger level played before
        state.cell[i] = FLOOR
    state.player = board.start[level]
    state.moves = 0
    state.pushes = 0
    settle(board, state)


@rule
def settle(board, state):
    """Update whether the level is done (BW-6) and the game over (BW-13), from the cell of the player.

    Until then a move is always possible: at a level's start by BW-1, later by stepping back."""
    state.done = 1 if state.cell[state.player] == FINISH else 0
    state.to_act = NOBODY if state.done and state.level == board.levels - 1 else 0


@rule
def step(direction, width):
    """The offset in `cell` from a cell to its neighbour in a direction (BW-3)."""
    return 2 - direction if direction & 1 else (direction - 1) * width


@rule
def open_way(cell, at, ahead):
    """1 if a player on cell `at` can move by the offset `ahead`, else 0 (BW-4 to BW-9)."""
    there = cell[at + ahead]
    if there >= BOX:
        return 1 if cell[at + 2 * ahead] <= HOLE else 0
    return 1 if (there == FLOOR) | (there == FINISH) else 0


@rule
def ways(board, state):
    """The directions in which a move is possible, as bits: 1 up, 2 right, 4 down, 8 left (BW-4 to BW-9)."""
    at = state.player
    width = board.width[state.level]
    up = open_way(state.cell, at, -width)
    right = open_way(state.cell, at, 1)
    down = open_way(state.cell, at, width)
    left = open_way(state.cell, at, -1)
    return up + 2 * right + 4 * down + 8 * left


@rule
def legal(board, state, mask):
    """The possible moves (BW-4 to BW-9); once the level is done, only going on to the next (BW-13)."""
    are_open = 0 if state.done else ways(board, state)
    count = 0
    for direction in range(4):
        mask[direction] = (are_open >> direction) & 1
        count += mask[direction]
    mask[GO_ON] = state.done
    return count + state.done


@rule
def pick(board, state, mask):
    """A random legal action, each equally likely."""
    if state.done:
        return GO_ON
    are_open = ways(board, state)
    count = (are_open & 1) + ((are_open >> 1) & 1) + ((are_open >> 2) & 1) + (are_open >> 3)
    return (OPEN[are_open] >> (2 * below(state, count))) & 3


@rule
def apply(board, state, action):
    """A move (BW-3), going on to the next level (BW-13), or a restart of this one (BW-14)."""
    if action < GO_ON:
        move(board, state, action)
    else:
        if action == GO_ON:
            state.level += 1
        lay_level(board, state)


@rule
def move(board, state, direction):
    """One step, and the push that comes with it (BW-5 to BW-7)."""
    ahead = step(direction, board.width[state.level])
    at = state.player + ahead
    there = state.cell[at]
    state.player = at
    state.moves += 1
    if there >= BOX:
        push(state.cell, at, ahead)
        state.pushes += 1
    elif there == FINISH:
        settle(board, state)


@rule
def landing(cell, at, ahead):
    """The cell where the box on cell `at` stops when pushed, which may be a hole: the next cell, or for ice the last
    one before an obstacle (BW-10, BW-11)."""
    to = at + ahead
    if cell[at] & 1:
        while cell[to] == FLOOR and cell[to + ahead] <= HOLE:
            to += ahead
    return to


@rule
def push(cell, at, ahead):
    """Push the box on cell `at`; the caller has checked that this is possible (BW-9 to BW-12)."""
    to = landing(cell, at, ahead)
    cell[to] = FLOOR if cell[to] == HOLE else cell[at]
    cell[at] = FLOOR


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


@rule
def score(board, state, seat):
    """1 once the last level is done (BW-13)."""
    return 1 if state.done and state.level == board.levels - 1 else 0


@rule
def allowed(board, state, event):
    """Whether the level may be restarted: at any time until the game is over (BW-14)."""
    return state.to_act != NOBODY
