"""Helpers for `encode`. Planes are written one after the other, in memory order.

Planes with a value for every square are written eight squares at a time, packed into one integer, the first square in
the lowest byte. The compiler merges the eight loads or stores into one only if it can prove that the indices are not
negative: so mask an index before use.
"""

from boardwalk.engine.rules import rule

EIGHT = 8
ONES = 0x0101010101010101  # the lowest bit of each of eight bytes


@rule
def clear(planes, count):
    """Set the first `count` planes to zero."""
    for plane in range(count):
        fill(planes, plane, 0)


@rule
def fill(planes, plane, value):
    """Set all of a plane to one value."""
    for row in range(planes.shape[1]):
        for col in range(planes.shape[2]):
            planes[plane, row, col] = value


@rule
def eight_of(squares, first):
    """The bytes of eight squares, packed into one integer."""
    packed = 0
    for i in range(EIGHT):
        packed |= squares[first + i] << (8 * i)
    return packed


@rule
def write_eight(planes, plane, row, col, packed):
    """Write eight packed bytes to a row of a plane."""
    for i in range(EIGHT):
        planes[plane, row, col + i] = (packed >> (8 * i)) & 255
