"""The course of a game: what can be done, and what it does."""

from boardwalk.engine.planes import clear, fill
from boardwalk.engine.random import below
from boardwalk.engine.records import i8, i32, record, u8, u32
from boardwalk.engine.rules import BOARD, NOBODY, rule
from boardwalk.games.robo_rally.rules.round import (
    ACTIONS,
    BELT,
    CORNER_RIGHT,
    FLOOR,
    GEAR_RIGHT,
    NONE,
    NORTH,
    PIT,
    SLOTS,
    WIDTH,
    run,
)

PLANES = (
    "pit",
    "belt_north",
    "belt_east",
    "belt_south",
    "belt_west",
    "corner_right",
    "corner_left",
    "gear_right",
    "gear_left",
    "flag",  # its number
    "next_flag",  # the flag that the seat needs next
    "own_north",
    "own_east",
    "own_south",
    "own_west",
    "other_north",
    "other_east",
    "other_south",
    "other_west",
    "needs",  # at each robot: the number of the flag it needs next
    "order",  # at each robot: its place in the order of the next slot, from 1
    "own_start",
    "program_1",  # the seat's own program, on all squares: 1 + the action, 0 if not chosen yet
    "program_2",
    "program_3",
    "program_4",
    "program_5",
)
BELT_PLANE, CORNER_PLANE, GEAR_PLANE, FLAG_PLANE, OWN_PLANE, OTHER_PLANE = 1, 5, 7, 9, 11, 15
NEEDS_PLANE, PROGRAM_PLANE = 19, 22


@record
class Board:
    rounds: i32  # the limit of rounds, 0 for none (RB-23)
    robots: i8
    flags: i8
    rows: i8
    cols: i8
    back: u8[4, 4]  # by robot, where it may return to if destroyed, in order: one of four is always free (RB-13)
    kind: u8[140]


@record
class State:
    rng: u32[2]
    round: i32  # from 1
    program: i8[4, 5]  # 1 + the action of each slot, 0 if not chosen or not known
    square: u8[4]
    facing: i8[4]
    flags: i8[4]  # how many flags each robot has touched
    order: i8[4]  # during activation: the robots from the top-left to the bottom-right (RB-14), else zeros
    slot: i8  # the slot being chosen or run
    stage: i8  # how many robots have acted in the slot, plus how many have activated their squares
    token: i8  # the holder of the first-player token
    to_act: i8
    winner: i8
    destroyed: i8  # the robot destroyed by the last step


@rule
def deal(board, state):
    """Put the robots on their starts, facing north (RB-8); player 1 holds the token (RB-9)."""
    for robot in range(board.robots):
        state.square[robot] = board.back[robot, 0]
        state.facing[robot] = NORTH
    state.round = 1
    state.to_act = 0
    state.winner = NONE
    state.destroyed = NONE


@rule
def legal(board, state, mask):
    """Every letter except that of the previous slot (RB-3)."""
    last = last_letter(state)
    count = 0
    for letter in range(ACTIONS):
        mask[letter] = 0 if letter == last else 1
        count += mask[letter]
    return count


@rule
def last_letter(state):
    """The letter of the previous slot, which may not be repeated (RB-3); NONE in the first slot."""
    return state.program[state.to_act, state.slot - 1] - 1 if state.slot > 0 else NONE


@rule
def pick(board, state, mask):
    """A random letter among those that are legal (RB-3), each equally likely."""
    last = last_letter(state)
    if last == NONE:
        return below(state, ACTIONS)
    letter = below(state, ACTIONS - 1)
    return letter + 1 if letter >= last else letter


@rule
def apply(board, state, action):
    """Choose the next letter of a program (RB-21), or run the board's next step of the round (RB-9)."""
    if state.to_act >= 0:
        choose(board, state, action)
        return
    run(board, state)


@rule
def choose(board, state, action):
    """Choose the next letter of a program; when all seats have chosen, the round starts (RB-21)."""
    state.destroyed = NONE
    state.program[state.to_act, state.slot] = action + 1
    state.slot += 1
    if state.slot == SLOTS:
        state.slot = 0
        state.to_act += 1
        if state.to_act == board.robots:
            state.to_act = BOARD


@rule
def conceal(board, state, seat):
    """The others' programs are secret until all have chosen (RB-21)."""
    if state.to_act == NOBODY:
        return
    state.rng[0] = 0
    state.rng[1] = 0
    if state.to_act == BOARD:
        return
    for robot in range(board.robots):
        if robot != seat:
            for slot in range(SLOTS):
                state.program[robot, slot] = 0


@rule
def determinize(board, state, seat):
    """Fill in the letters that others have already chosen, at random within the rules (RB-3)."""
    if state.to_act < 0:
        return
    for robot in range(state.to_act + 1):
        if robot != seat:
            last = NONE
            for slot in range(SLOTS if robot < state.to_act else state.slot):
                if last == NONE:
                    letter = below(state, ACTIONS)
                else:
                    letter = below(state, ACTIONS - 1)
                    if letter >= last:
                        letter += 1
                state.program[robot, slot] = letter + 1
                last = letter


@rule
def encode(board, state, seat, planes):
    """The floor, the robots and the seat's own program as planes, without the others' programs (RB-21)."""
    clear(planes, PROGRAM_PLANE)
    for slot in range(SLOTS):
        fill(planes, PROGRAM_PLANE + slot, state.program[seat, slot])
    for row in range(board.rows):
        for col in range(board.cols):
            if board.kind[(row + 1) * WIDTH + col + 1] != FLOOR:
                encode_square(board, state, seat, planes, row, col)
    for robot in range(board.robots):
        row = state.square[robot] // WIDTH - 1
        col = state.square[robot] % WIDTH - 1
        first = OWN_PLANE if robot == seat else OTHER_PLANE
        planes[first + state.facing[robot], row, col] = 1
        planes[NEEDS_PLANE, row, col] = state.flags[robot] + 1
        place = robot - state.token
        planes[NEEDS_PLANE + 1, row, col] = (place if place >= 0 else place + board.robots) + 1
    start = board.back[seat, 0]
    planes[NEEDS_PLANE + 2, start // WIDTH - 1, start % WIDTH - 1] = 1


@rule
def encode_square(board, state, seat, planes, row, col):
    """Write the planes that describe a square (RB-6)."""
    kind = board.kind[(row + 1) * WIDTH + col + 1]
    if kind >= BELT:
        planes[BELT_PLANE + ((kind - BELT) & 3), row, col] = 1
        if kind >= CORNER_RIGHT:
            planes[CORNER_PLANE + (kind - CORNER_RIGHT) // 4, row, col] = 1
    elif kind >= GEAR_RIGHT:
        planes[GEAR_PLANE + kind - GEAR_RIGHT, row, col] = 1
    elif kind == PIT:
        planes[0, row, col] = 1
    elif kind != FLOOR:
        planes[FLAG_PLANE, row, col] = kind
        if kind == state.flags[seat] + 1:
            planes[FLAG_PLANE + 1, row, col] = 1


@rule
def score(board, state, seat):
    """The first robot to touch its last flag wins (RB-19); without a winner it is a draw (RB-20, RB-23)."""
    if state.winner == NONE:
        return 0
    return 1 if state.winner == seat else -1
