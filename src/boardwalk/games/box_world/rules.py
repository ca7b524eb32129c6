"""Box World: reach the finish by pushing boxes, filling holes and sliding ice. One player, level after level.

Actions: 0 up, 1 right, 2 down, 3 left (BW-3); 4 go on to the next level (BW-13). Event: restart the level (BW-14).
A level is stored with a border of wall around it, so that no rule has to test for the edge (BW-8).
"""

from boardwalk.core.planes import EIGHT, ONES, clear, eight_of, fill, write_eight
from boardwalk.core.random import below
from boardwalk.core.records import i8, i16, i32, record, u8, u32
from boardwalk.core.rules import NOBODY, rule

UP, RIGHT, DOWN, LEFT, GO_ON = 0, 1, 2, 3, 4
ACTIONS = 5
RESTART = ACTIONS
PLANES = ("wall", "hole", "box", "ice", "finish", "player")
WALL_PLANE, HOLE_PLANE, BOX_PLANE, ICE_PLANE, FINISH_PLANE, PLAYER_PLANE = 0, 1, 2, 3, 4, 5
CELL, LINE = 2047, 63  # what masks the numbers of cells, and those of rows and columns

# What a cell holds. A box is BOX + 2 * its number, plus 1 if it is of ice: so a box keeps its number wherever it is
# pushed, and can be seen to move, at no cost to the rules. Where there are more boxes, numbers are given again.
FLOOR, HOLE, FINISH, WALL, BOX = 0, 1, 2, 3, 4
NUMBERS = 126

# By which ways are open (1 up, 2 right, 4 down, 8 left), the directions that are, two bits each.
OPEN = (0, 0, 1, 4, 2, 8, 9, 36, 3, 12, 13, 52, 14, 56, 57, 228)


@record
class Board:
    first: i32["levels"]  # where a level's cells begin in `cell`
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
    done: i8  # the level's finish is reached
    cell: u8["level_cells"]


@rule
def deal(board, state):
    """The first level of the pack, as it is at its start (BW-2)."""
    state.level = 0
    lay_level(board, state)


@rule
def lay_level(board, state):
    """The level as it is at its start, counts and all (BW-14)."""
    level = state.level
    first = board.first[level]
    cells = board.width[level] * board.height[level]
    for i in range(cells):
        state.cell[i] = board.cell[first + i]
    for i in range(cells, len(state.cell)):  # what a bigger level before it has left
        state.cell[i] = FLOOR
    state.player = board.start[level]
    state.moves = 0
    state.pushes = 0
    settle(board, state)


@rule
def settle(board, state):
    """Whether the level is done (BW-6) and the game over (BW-13), from where the player stands.

    Until then a move is always possible: at a level's start by BW-1, later by stepping back."""
    state.done = 1 if state.cell[state.player] == FINISH else 0
    state.to_act = NOBODY if state.done and state.level == board.levels - 1 else 0


@rule
def step(direction, width):
    """How far a cell is in `cell` from its neighbour in a direction (BW-3)."""
    return 2 - direction if direction & 1 else (direction - 1) * width


@rule
def open_way(cell, at, ahead):
    """1 if whoever stands on cell `at` can move by `ahead`, else 0 (BW-4 to BW-9)."""
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
    """The moves that are possible (BW-4 to BW-9); once the level is done, to go on and nothing else (BW-13)."""
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
    """Where the box on cell `at` comes to when pushed, which may be a hole: the next cell, or for ice the last before
    something stops it (BW-10, BW-11)."""
    to = at + ahead
    if cell[at] & 1:
        while cell[to] == FLOOR and cell[to + ahead] <= HOLE:
            to += ahead
    return to


@rule
def push(cell, at, ahead):
    """Push the box on cell `at`, which can be pushed (BW-9 to BW-12)."""
    to = landing(cell, at, ahead)
    cell[to] = FLOOR if cell[to] == HOLE else cell[at]
    cell[at] = FLOOR


@rule
def conceal(board, state, seat):
    """Nothing is hidden in Box World but the random stream."""
    state.rng[0] = 0
    state.rng[1] = 0


@rule
def imagine(board, state, seat):
    """There are no blanks to fill."""


@rule
def encode(board, state, seat, planes):
    """The level under way as planes, in their upper left corner: what each cell holds (BW-1), and the player."""
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
    """What eight cells of a row hold: on each plane ones for the cells that hold it."""
    col = start & LINE
    codes = eight_of(state.cell, (first + col) & CELL)
    low = codes & ONES
    high = codes >> 1 & ONES
    pairs = codes >> 2 | codes >> 3
    boxes = (pairs | pairs >> 2 | pairs >> 4) & ONES  # from BOX on one of these bits is set
    others = boxes ^ ONES
    write_eight(planes, WALL_PLANE, row, col, low & high & others)
    write_eight(planes, HOLE_PLANE, row, col, low & ~high & others)
    write_eight(planes, BOX_PLANE, row, col, boxes & ~low)
    write_eight(planes, ICE_PLANE, row, col, boxes & low)
    write_eight(planes, FINISH_PLANE, row, col, high & ~low & others)


@rule
def show_one(planes, row, col, code):
    """The same of one cell, in levels that are less than eight wide."""
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
