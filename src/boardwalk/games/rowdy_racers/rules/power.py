"""Rowdy Racers' power failures (RR-29 to RR-31).

`state.dark` holds three bit sets of squares, 32 per word: those without power since this turn, since the last one, and
since the one before. A square is only in the newest set, which determines how many more turns it will be without power.
"""

from boardwalk.engine.random import LOW, draw
from boardwalk.engine.rules import rule

LASTS = 3  # turns, including the one in which it occurs
CERTAIN = 1 << 32  # the value of `chance` for 100%


@rule
def turns_dark(state, square):
    """For how many more turns the square is without power, this one included (RR-31); 0 if it has power."""
    word = square >> 5
    bit = square & 31
    for age in range(LASTS):
        if (state.dark[age, word] >> bit) & 1:
            return LASTS - age
    return 0


@rule
def is_dark(state, square):
    """1 if the square is without power, else 0 (RR-31)."""
    word = square >> 5
    return ((state.dark[0, word] | state.dark[1, word] | state.dark[2, word]) >> (square & 31)) & 1


@rule
def fail_power(board, state):
    """Expire old failures (RR-31), then draw new ones (RR-29, RR-32)."""
    cells = board.rows * board.cols
    words = (cells + 31) >> 5
    for word in range(words):
        state.dark[2, word] = state.dark[1, word]
        state.dark[1, word] = state.dark[0, word]
        state.dark[0, word] = 0
    if board.chance == 0:
        return
    for word in range(words):
        state.dark[0, word] = draw_failing(board, state, min(cells - 32 * word, 32))
    darken(board, state, words)
    for word in range(words):
        powered = LOW - state.dark[0, word]
        state.dark[1, word] &= powered
        state.dark[2, word] &= powered


@rule
def draw_failing(board, state, count):
    """Which of `count` squares, at most 32, fail now (RR-29), as a bit set; the probability is `board.chance` / 2**32.

    Equivalent to drawing a 32-bit number for each square and comparing it with the chance, but bit by bit from the top,
    for all squares at once, until all are decided."""
    undecided = (1 << count) - 1
    rest = board.chance
    if rest == CERTAIN:
        return undecided
    failing = 0
    bit = CERTAIN >> 1
    while undecided and rest:
        drawn = draw(state)
        if rest >= bit:
            failing |= undecided & ~drawn
            undecided &= drawn
            rest -= bit
        else:
            undecided &= ~drawn
        bit >>= 1
    return failing


@rule
def darken(board, state, words):
    """Spread failures to the neighbouring squares (RR-30).

    Squares are added on one side first, and then on the other side of the result: the additional shifts only hit
    squares that are already in the set."""
    across = board.cols >> 5
    shift = board.cols & 31
    for word in range(words):  # from the east, then from the west
        here = state.dark[0, word]
        here |= (here & ~board.west[word]) >> 1
        if word + 1 < words:
            here |= (state.dark[0, word + 1] & ~board.west[word + 1] & 1) << 31
        state.dark[0, word] = here
    before = 0
    for word in range(words):
        here = state.dark[0, word]
        inner = here & ~board.east[word]
        state.dark[0, word] = here | (inner << 1) & LOW | before
        before = (inner >> 31) & 1
    for word in range(words):  # from the south, then from the north
        here = state.dark[0, word]
        if word + across < words:
            here |= state.dark[0, word + across] >> shift
        if word + across + 1 < words:
            here |= (state.dark[0, word + across + 1] << (32 - shift)) & LOW
        state.dark[0, word] = here
    for word in range(words - 1, -1, -1):
        here = state.dark[0, word]
        if word - across >= 0:
            here |= (state.dark[0, word - across] << shift) & LOW
        if word - across - 1 >= 0:
            here |= state.dark[0, word - across - 1] >> (32 - shift)
        state.dark[0, word] = here
    state.dark[0, words - 1] &= board.last
