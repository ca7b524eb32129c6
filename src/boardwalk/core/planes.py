"""Helpers for `encode`. Planes are written one after the other: that is how they lie in memory."""

from boardwalk.core.rules import rule


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
