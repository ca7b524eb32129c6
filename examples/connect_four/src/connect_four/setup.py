"""Connect Four's options, and the laying out of its board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

import boardwalk
from boardwalk import Layout, OptionError
from connect_four import rules

SEATS = ("Red", "Yellow")
PLAYERS = (2, 2)  # the fewest and the most
CAPACITIES = (42, 81)  # cells


class Options(boardwalk.Options, frozen=True, kw_only=True):
    """What one may choose before a game of Connect Four (C4-1, C4-2, C4-7)."""

    rows: Annotated[int, Meta(ge=4, le=9, description="rows of the board")] = 6
    cols: Annotated[int, Meta(ge=4, le=9, description="columns of the board")] = 7
    connect: Annotated[int, Meta(ge=3, le=6, description="discs in a row that win")] = 4
    first: Annotated[Literal["red", "yellow"], Meta(description="who drops the first disc")] = "red"

    def check(self) -> None:
        longer = max(self.rows, self.cols)
        if self.connect > longer:
            raise OptionError("connect", f"connect must be at most {longer} on this board, not {self.connect}")


def lay_out(chosen: Options) -> Layout:
    board = rules.Board.new()
    board.rows, board.cols, board.connect = chosen.rows, chosen.cols, chosen.connect
    board.first = ("red", "yellow").index(chosen.first)
    cells = next(size for size in CAPACITIES if size >= chosen.rows * chosen.cols)
    return Layout(board, rules.State.new(cells=cells), SEATS, chosen.rows, chosen.cols)
