"""What the racers may see of a position, and the observation of learners.

Most planes have a value for every square and are written eight squares at a time (`engine.planes`). No row is shorter
than eight, and the last eight squares of a row may overlap the previous eight.
"""

from boardwalk.engine.planes import EIGHT, ONES, eight_of, fill, write_eight
from boardwalk.engine.rules import NOBODY, rule
from boardwalk.games.rowdy_racers.rules.racer import NO_SQUARE, TRAIL
from boardwalk.games.rowdy_racers.rules.setting import ACTIVE, NONE, scatter

PLANES = (
    "wall",
    "own racer",
    "other racer",
    "own trail",  # 3 the newest square, 1 the oldest
    "other trail",
    "no power",  # the number of turns left
    "inactive grenade",  # 2 if it becomes active when its user leaves
    "exploded grenade",
    "own finish",
    "own grenades",  # from here on the same value on every square
    "other grenades",
    "own debt",
    "other debt",
    "actions left",
    "has moved",
    "own turn",
)
WALLS, RACERS, TRAILS, DARK, LYING, SPENT, FINISH = 0, 1, 3, 5, 6, 7, 8
NUMBER_PLANES = 9  # the first of the planes with the same value on every square

SPREAD = 0x02040810204081  # multiplied by seven bits, it copies bit i to the lowest bit of byte i (and elsewhere)
SQUARE, LINE = 4095, 63  # bit masks of square numbers, and of row and column numbers (see engine/planes.py)
WHOLE = 20  # fraction bits of `share`, see `show_one`


@rule
def conceal(board, state, seat):
    """Hide active grenades from all seats (RR-25) until the game is over."""
    if state.to_act == NOBODY:
        return
    state.rng[0] = 0
    state.rng[1] = 0
    for square in range(board.rows * board.cols):
        if state.grenade[square] == ACTIVE:
            state.grenade[square] = NONE


@rule
def determinize(board, state, seat):
    """Grenades that are neither seen nor carried are active (RR-25): put them where a racer may have left them."""
    hidden = board.grenades - state.carried[0] - state.carried[1]
    for square in range(board.rows * board.cols):
        if state.grenade[square] != NONE:
            hidden -= 1
    scatter(board, state, ACTIVE, hidden, 0, 0, board.rows, board.cols)


@rule
def bytes_of(bits):
    """Expand the lowest eight bits to eight bytes."""
    return ((bits & 127) * SPREAD) & ONES | (bits & 128) << 49


@rule
def dark_since(state, first, age, other):
    """A bit set of at least eight squares from `first` on: those in the sets of dark squares of these two ages."""
    low = first >> 5
    high = (first + EIGHT - 1) >> 5
    shift = first & 31
    return (state.dark[age, low] | state.dark[other, low]) >> shift | (
        state.dark[age, high] | state.dark[other, high]
    ) << (32 - shift)


@rule
def show_eight(board, state, planes, row, start):
    """Write walls, missing power (RR-35) and visible grenades (RR-25, RR-27) on eight squares of a row."""
    col = start & LINE
    first = (row * planes.shape[2] + col) & SQUARE
    walls = eight_of(board.square, first) & ONES  # WALL is the only odd kind of square
    kinds = eight_of(state.grenade, first)
    turns = bytes_of(dark_since(state, first, 0, 1)) << 1 | bytes_of(dark_since(state, first, 0, 2))  # see `turns_dark`
    inactive = kinds & ONES
    used = kinds >> 1 & ONES
    exploded = kinds >> 2 & ONES
    write_eight(planes, WALLS, row, col, walls)
    write_eight(planes, DARK, row, col, turns)
    write_eight(planes, LYING, row, col, inactive & ~used | (used & ~inactive) << 1)  # both bits: ACTIVE, hidden
    write_eight(planes, SPENT, row, col, exploded)


@rule
def show_squares(board, state, planes):
    """Write the planes with a value for every square."""
    cols = planes.shape[2]
    for row in range(planes.shape[1]):
        for part in range(cols >> 3):
            show_eight(board, state, planes, row, EIGHT * part)
        if cols & 7:
            show_eight(board, state, planes, row, cols - EIGHT)


@rule
def show_one(planes, plane, square, value, share):
    """Write one square of a plane. The row is computed by multiplication with `share`, which is 2**WHOLE divided by the
    number of columns, rounded up: faster than a division, and exact for all grid sizes."""
    row = (square * share) >> WHOLE
    planes[plane, row & LINE, (square - row * planes.shape[2]) & LINE] = value


@rule
def show_racers(board, state, seat, planes):
    """Write both racers with their trails, and the finish."""
    for plane in range(RACERS, DARK):
        fill(planes, plane, 0)
    fill(planes, FINISH, 0)
    share = (1 << WHOLE) // planes.shape[2] + 1
    for owner in range(2):
        shift = 0 if owner == seat else 1
        here = state.cell[owner]
        show_one(planes, RACERS + shift, here, 1, share)
        for age in range(TRAIL):
            square = state.trail[owner, age]
            none = square == NO_SQUARE  # then write 0 on the racer's square, which is never part of its trail
            show_one(planes, TRAILS + shift, here if none else square, 0 if none else TRAIL - age, share)
    show_one(planes, FINISH, board.start[1 - seat], 1, share)


@rule
def show_numbers(state, seat, planes):
    """Write the planes with the same value on every square."""
    other = 1 - seat
    fill(planes, NUMBER_PLANES, state.carried[seat])
    fill(planes, NUMBER_PLANES + 1, state.carried[other])
    fill(planes, NUMBER_PLANES + 2, state.debt[seat])
    fill(planes, NUMBER_PLANES + 3, state.debt[other])
    fill(planes, NUMBER_PLANES + 4, state.actions)
    fill(planes, NUMBER_PLANES + 5, state.moved)
    fill(planes, NUMBER_PLANES + 6, 1 if state.player == seat else 0)


@rule
def encode(board, state, seat, planes):
    """What a seat sees as planes, without active grenades (RR-25)."""
    show_squares(board, state, planes)
    show_racers(board, state, seat, planes)
    show_numbers(state, seat, planes)
