"""Box World: reach the finish by pushing boxes, filling holes and sliding ice. One player, level after level.

Actions: 0 up, 1 right, 2 down, 3 left (BW-3); 4 go on to the next level (BW-13). Event: restart the level (BW-14).
A level lies in the record with a border of wall around it, so that no rule needs to ask for the edge (BW-8).
"""

from boardwalk.core.random import below
from boardwalk.core.records import i8, i16, i32, record, u8, u32
from boardwalk.core.rules import NOBODY, rule

UP, RIGHT, DOWN, LEFT, GO_ON = 0, 1, 2, 3, 4
ACTIONS = 5
EVENTS = ("restart",)
RESTART = ACTIONS
PLANES = ("wall", "hole", "box", "ice", "finish", "player")

FLOOR, WALL, HOLE, BOX, ICE, FINISH = 0, 1, 2, 3, 4, 5
PLAYER_PLANE = 5


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
    state.level = 0
    lay_level(board, state)


@rule
def lay_level(board, state):
    """The level as it is at its start, counts and all (BW-14)."""
    level = state.level
    first = board.first[level]
    for i in range(board.width[level] * board.height[level]):
        state.cell[i] = board.cell[first + i]
    state.player = board.start[level]
    state.moves = 0
    state.pushes = 0
    state.done = 0
    state.to_act = 0
    # Whoever has moved can always step back; only a level's start can leave no move at all.
    for direction in range(4):
        if possible(board, state, direction):
            return
    state.to_act = NOBODY


@rule
def offset(board, state, direction):
    if direction == UP:
        return -board.width[state.level]
    if direction == RIGHT:
        return 1
    if direction == DOWN:
        return board.width[state.level]
    return -1


@rule
def possible(board, state, direction):
    """Whether a move in this direction changes anything (BW-4 to BW-11)."""
    ahead = offset(board, state, direction)
    at = state.player + ahead
    there = state.cell[at]
    if there == FLOOR or there == FINISH:
        return True
    if there == BOX or there == ICE:
        behind = state.cell[at + ahead]
        return behind == FLOOR or behind == HOLE
    return False


@rule
def legal(board, state, mask):
    count = 0
    for direction in range(4):
        mask[direction] = 1 if state.done == 0 and possible(board, state, direction) else 0
        count += mask[direction]
    mask[GO_ON] = state.done
    return count + state.done


@rule
def pick(board, state, mask):
    if state.done:
        return GO_ON
    direction = below(state, 4)
    while not possible(board, state, direction):
        direction = below(state, 4)
    return direction


@rule
def apply(board, state, action):
    if action == RESTART:
        lay_level(board, state)
    elif action == GO_ON:
        state.level += 1
        lay_level(board, state)
    else:
        move(board, state, action)


@rule
def move(board, state, direction):
    ahead = offset(board, state, direction)
    at = state.player + ahead
    there = state.cell[at]
    if there == BOX or there == ICE:
        push(board, state, at, ahead)
    state.player = at
    state.moves += 1
    if there == FINISH:  # BW-6; the last level's end is the game's (BW-13)
        state.done = 1
        if state.level == board.levels - 1:
            state.to_act = NOBODY


@rule
def push(board, state, at, ahead):
    """Push the box on cell `at` one cell on, or until something stops it if it is ice (BW-9 to BW-12)."""
    kind = state.cell[at]
    state.cell[at] = FLOOR
    to = at + ahead
    if kind == ICE:
        while state.cell[to] == FLOOR and (state.cell[to + ahead] == FLOOR or state.cell[to + ahead] == HOLE):
            to += ahead
    state.cell[to] = FLOOR if state.cell[to] == HOLE else kind
    state.pushes += 1


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
    level = state.level
    width = board.width[level]
    for plane in range(len(planes)):
        for row in range(planes.shape[1]):
            for col in range(planes.shape[2]):
                planes[plane, row, col] = 0
    for row in range(1, board.height[level] - 1):
        for col in range(1, width - 1):
            kind = state.cell[row * width + col]
            if kind != FLOOR:
                planes[kind - 1, row - 1, col - 1] = 1
    planes[PLAYER_PLANE, state.player // width - 1, state.player % width - 1] = 1


@rule
def score(board, state, seat):
    """1 once the last level is done."""
    return 1 if state.done and state.level == board.levels - 1 else 0


@rule
def allowed(board, state, event):
    """Restarting is possible as long as a level is under way (BW-14)."""
    return True
