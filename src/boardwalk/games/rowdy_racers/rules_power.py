"""Rowdy Racers' power failures (RR-29 to RR-31).

`state.dark` holds squares as bits, 32 a word: those without power since this turn, since the last, since the one
before. A square is in the newest of them only, so that it says how many turns the power will yet be gone.
"""

from boardwalk.core.random import LOW, draw
from boardwalk.core.rules import rule

LASTS = 3  # turns, the one in which it occurs included
CERTAIN = 1 << 32  # the chance that stands for 100%


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
        if failing:
            darken(board, state, words, word, failing)
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
def darken(board, state, words, word, failing):
    """Failures on these squares of a word take their neighbours with them (RR-30)."""
    # the squares beside them in their rows, as a window that begins one square before the word
    row = failing << 1 | (failing & ~board.east[word]) << 2 | (failing & ~board.west[word])
    first = 32 * word - 1
    darken_at(state, words, row, first - board.cols)
    darken_at(state, words, row, first)
    darken_at(state, words, row, first + board.cols)
    state.dark[0, words - 1] &= board.last


@rule
def darken_at(state, words, window, first):
    """The squares of a window of 34 that begins with this one; what lies before or behind the grid is left out."""
    if first < 0:
        if first <= -34:
            return
        window >>= -first
        first = 0
    word = first >> 5
    shift = first & 31
    if word < words:
        state.dark[0, word] |= (window << shift) & LOW
    rest = window >> (32 - shift)
    if rest and word + 1 < words:
        state.dark[0, word + 1] |= rest & LOW
        if rest > LOW and word + 2 < words:
            state.dark[0, word + 2] |= rest >> 32
