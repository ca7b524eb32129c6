"""Fog Quoridor's options, and its board: lookup tables for the rules, the same for all games."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Annotated

from msgspec import Meta

from boardwalk.contract import options
from boardwalk.contract.errors import OptionError
from boardwalk.contract.parts import Layout
from boardwalk.engine.records import Record
from boardwalk.games.fog_quoridor import rules, search

SIZE = 9
LOW = 45  # cells in the first word of a set


class Walls(Enum):
    HIDDEN = "hidden"
    OPEN = "open"


class Fog(Enum):
    ON = "on"
    OFF = "off"


PLAYERS = (2, 2)


class Options(options.Options, frozen=True, kw_only=True):
    """The options of Fog Quoridor (FQ-21)."""

    walls: Annotated[Walls, Meta(description="hidden: each player knows the own walls only")] = Walls.HIDDEN
    fog: Annotated[Fog, Meta(description="off: every cell and both pawns are seen by both")] = Fog.ON
    turns: Annotated[
        int, Meta(ge=2, le=1000, title="Longest game", description="turns of both together until it is a draw, even")
    ] = 200

    def check(self) -> None:
        if self.turns % 2:
            raise OptionError(
                "turns", f"turns must be an even number, both players' turns together, not '{self.turns}'"
            )


@cache
def tables() -> Record:
    """A board with the tables of cells around each cell and each wall's middle; the options remain to be set."""
    board: Record = rules.Board.new()
    cells = [(line, column) for line in range(SIZE) for column in range(SIZE)]
    for line, column in cells:
        _fill(board.cross, line * SIZE + column, _around({(line, column)}) | {(line, column)})
        if line < 8 and column < 8:
            block = {(line + i, column + j) for i in range(2) for j in range(2)}
            _fill(board.block, line * 8 + column, block)
            _fill(board.ring, line * 8 + column, _around(block))
    return board


def _around(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The cells next to these, up, down, left or right."""
    near = {(line + i, column + j) for line, column in cells for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return {(line, column) for line, column in near - cells if 0 <= line < SIZE and 0 <= column < SIZE}


def _fill(table: memoryview, row: int, cells: set[tuple[int, int]]) -> None:
    for line, column in cells:
        word, bit = divmod(line * SIZE + column, LOW)
        table[row, word] |= 1 << bit


def lay_out(chosen: Options) -> Layout:
    board = tables().copy()
    board.limit = chosen.turns
    board.open = int(chosen.walls is Walls.OPEN)
    board.fog = int(chosen.fog is Fog.ON)
    return Layout(board, rules.State.new(), ("A", "B"), SIZE, SIZE, scratch=search.Scratch.new())
