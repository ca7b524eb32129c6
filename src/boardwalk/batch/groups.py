"""The groups of arrays that kernels take, on the CPU and on a GPU.

Compiled code treats the members of a named tuple as separate values: a group costs what its members cost. Unless it is
said otherwise an array has one entry for each game of the batch. Words are the unsigned integers that records consist
of, over the same memory: copying them one by one is fast on every device.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Boards(NamedTuple):
    """The boards of a batch."""

    records: Any  # one for each board
    words: Any  # a row for each board; on a GPU all in one row
    of: Any  # the number of each game's board


class States(NamedTuple):
    """The states of a batch on the CPU. On a GPU there are only their words: each thread works on a copy of its own."""

    records: Any
    words: Any


class Blank(NamedTuple):
    """What a new game starts from, in words. The board is only used where each game lays out one of its own."""

    board: Any
    state: Any
    own_board: bool


class GameRecords(NamedTuple):
    """The records of one game, and their words."""

    board: Any
    state: Any
    board_words: Any
    state_words: Any


class Shown(NamedTuple):
    """What the seat to act is shown: which actions are legal and, `with_planes`, what it sees."""

    masks: Any
    planes: Any  # of any length where they are not written
    with_planes: bool


class Outcome(NamedTuple):
    """What came of the last step. A game is cut when it is `limit` actions old (-1: never)."""

    rewards: Any
    ended: Any
    ages: Any  # how many actions each game has taken
    limit: int
