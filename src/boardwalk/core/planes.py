"""Helpers for `encode`. Planes are written one after the other: that is how they lie in memory.

Where planes say something of every square they are written eight squares at a time: eight bytes are one number, the
first of them lowest. A compiler makes one load or store of the eight if it knows that their numbers are never negative:
mask them where they index.
"""

from boardwalk.core.rules import rule

EIGHT = 8
ONES = 0x0101010101010101  # the lowest bit of each of eight bytes


@rule
def clear(planes, count):
    """Zeros on the first `count` planes."""
    for plane in range(count):
        fill(planes, plane, 0)


@rule
def fill(planes, plane, value):
    """One number everywhere on a plane."""
    for row in range(planes.shape[1]):
        for col in range(planes.shape[2]):
            planes[plane, row, col] = value


@rule
def eight_of(squares, first):
    """The bytes of eight squares as one number."""
    packed = 0
    for i in range(EIGHT):
        packed |= squares[first + i] << (8 * i)
    return packed


@rule
def write_eight(planes, plane, row, col, packed):
    """Eight bytes on a row of a plane."""
    for i in range(EIGHT):
        planes[plane, row, col + i] = (packed >> (8 * i)) & 255
