"""What a seat may see of the others' programs, and the observation of learners."""

from boardwalk.engine.planes import clear, fill
from boardwalk.engine.random import below
from boardwalk.engine.rules import BOARD, NOBODY, rule
from boardwalk.games.robo_rally.rules.board import (
    ACTIONS,
    BELT,
    CORNER_RIGHT,
    FLOOR,
    GEAR_RIGHT,
    NONE,
    PIT,
    SLOTS,
    WIDTH,
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
