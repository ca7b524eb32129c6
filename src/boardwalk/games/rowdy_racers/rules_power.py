"""Rowdy Racers' power failures (RR-29 to RR-31).

`state.dark` holds squares as bits, 32 a word: those without power since this turn, since the last, since the one
before. A square is in the newest of them only, so that it says how many turns the power will yet be gone.
"""

from boardwalk.core.random import LOW, draw
from boardwalk.core.rules import rule

LASTS = 3  # turns, the one in which it occurs included
CERTAIN = 1 << 32  # the chance that stands for 100%

# Where the one bit of a word is: a product with this number has at its top a pattern of its own for each place.
PLACES = 0x077CB531
PLACE = (0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8)
PLACE += (31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6, 11, 5, 10, 9)


@rule
def turns_dark(state, square):
    """How many turns the square will yet be without power, this one included; 0 if it has power."""
    word = square >> 5
    bit = square & 31
    for age in range(LASTS):
        if (state.dark[age, word] >> bit) & 1:
            return LASTS - age
    return 0


@rule
def fail_power(board, state):
    """Old failures expire, new ones occur."""
    cells = board.rows * board.cols
    words = (cells + 31) >> 5
    for word in range(words):
        state.dark[2, word] = state.dark[1, word]
        state.dark[1, word] = state.dark[0, word]
        state.dark[0, word] = 0
    if board.chance == 0:
        return
    for word in range(words):
        failing = draw_failing(board, state, min(cells - 32 * word, 32))
        while failing:
            bit = failing & -failing
            darken(board, state, 32 * word + PLACE[((bit * PLACES) & LOW) >> 27])
            failing -= bit
    for word in range(words):
        powered = LOW - state.dark[0, word]
        state.dark[1, word] &= powered
        state.dark[2, word] &= powered


@rule
def draw_failing(board, state, count):
    """Which of `count` squares, at most 32, fail now, as bits: each with the chance `board.chance` / 2**32.

    As if a number of 32 bits were drawn for each square and compared with the chance, but bit by bit from the top and
    for all squares at once, as long as one of them is undecided."""
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
def darken(board, state, square):
    """A failure on this square takes its neighbours with it (RR-30)."""
    cols = board.cols
    row = square // cols
    col = square - row * cols
    first = square - (1 if col > 0 else 0)
    last = square + (1 if col < cols - 1 else 0)
    bits = (2 << (last - first)) - 1
    for r in range(max(row - 1, 0), min(row + 2, board.rows)):
        at = first + (r - row) * cols
        shifted = bits << (at & 31)
        state.dark[0, at >> 5] |= shifted & LOW
        if shifted > LOW:
            state.dark[0, (at >> 5) + 1] |= shifted >> 32
