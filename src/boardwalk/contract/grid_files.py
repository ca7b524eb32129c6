"""Files that are grids of symbols, one character a cell: levels, boards, mazes, layouts.

A `GridFormat` declares what the symbols of a file kind stand for. From that alone any client can draw such a file, let
people paint one, and show a mistake in the cell where it is. The rules of the format stay in `FileKind.read`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from boardwalk.contract.errors import TextError
from boardwalk.contract.scene import Piece, Tile
from boardwalk.contract.text import lines_of

BLANKS = " \t"
REMARK = ";"
LARGER = 2  # times the largest valid grid: can still be read, to be made smaller


@dataclass(frozen=True)
class Symbol:
    """What a character stands for: a tile, and a piece on it, if any, whose id and place do not count. A grid has at
    most one of a `unique` symbol. Symbols whose tiles differ only by `turn` are directions of the same thing."""

    char: str
    tile: Tile
    piece: Piece | None = None
    unique: bool = False

    @property
    def name(self) -> str:
        return self.piece.name if self.piece else self.tile.name


class Grid(msgspec.Struct, frozen=True):
    """Rows of symbols, all of the same length, and a title."""

    rows: tuple[str, ...]
    title: str = ""


class Mistake(msgspec.Struct, frozen=True):
    """A mistake and its place: the number of a grid, its row and column, all from 0."""

    grid: int
    row: int
    col: int
    what: str


@dataclass(frozen=True)
class GridFormat:
    """How a text is a grid of symbols, or several.

    `symbols`: the first is that of a new or erased cell. `rows`, `cols`: the fewest and the most. `new`: a valid text
    to start from. `header`: the first line of every file. `titled`: a line that begins with `;` is a remark, and one
    above a grid is its title. `several`: a file may hold several grids with blank lines between them. `aliases`: other
    characters that mean a symbol. `trials`: options to try a file with; the first that suit it are taken.
    """

    symbols: tuple[Symbol, ...]
    rows: tuple[int, int]
    cols: tuple[int, int]
    new: str
    header: str = ""
    titled: bool = False
    several: bool = False
    aliases: Mapping[str, str] = field(default_factory=dict)
    trials: tuple[Mapping[str, Any], ...] = ({},)

    @property
    def blank(self) -> str:
        return self.symbols[0].char

    def read(self, text: str) -> tuple[Grid, ...]:
        """The grids of a text, valid or not, provided that all symbols are known and no grid is far too large; short
        rows are filled up. A `TextError` if there are none."""
        lines = list(enumerate(lines_of(text), 1))
        if self.header:
            if not lines or lines[0][1].rstrip(BLANKS) != self.header:
                raise TextError(1, 1, f"expected {self.header!r} as the first line")
            lines = lines[1:]
        found = [self._grid(block) for block in self._blocks(lines)]
        grids = tuple(grid for grid in found if grid.rows)
        if not grids:
            raise TextError(len(lines) + 1, 1, "expected rows of symbols")
        return grids

    def _blocks(self, lines: list[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
        """The lines of each grid, with its remarks. Blank lines count where a blank is a symbol, except at the end."""
        while lines and not lines[-1][1].strip(BLANKS):
            lines.pop()
        if not self.several:
            yield lines
            return
        block: list[tuple[int, str]] = []
        for number, line in lines:
            if line.strip(BLANKS):
                block.append((number, line))
            elif block:
                yield block
                block = []
        yield block

    def _grid(self, block: list[tuple[int, str]]) -> Grid:
        rows: list[str] = []
        titles: list[str] = []
        known = {symbol.char for symbol in self.symbols}
        for number, line in block:
            if self.titled and line.startswith(REMARK):
                if not (self.several and rows):
                    titles.append(line[1:].strip())
                continue
            row = "".join(self.aliases.get(char, char) for char in line.rstrip(BLANKS))
            if not row and " " not in known:
                continue
            for column, char in enumerate(row, 1):
                if char not in known:
                    expected = " ".join(symbol.char for symbol in self.symbols if symbol.char != " ")
                    raise TextError(number, column, f"unknown symbol {char!r}; expected one of {expected}")
            rows.append(row)
            self._check_size(number, len(rows), len(row))
        width = max(map(len, rows), default=0)
        # One of several grids has its title right above it, below other remarks; a single grid has it first.
        title = titles[-1 if self.several else 0] if titles else ""
        return Grid(tuple(row.ljust(width, self.blank) for row in rows), title)

    def _check_size(self, number: int, rows: int, cols: int) -> None:
        """Refuse grids that are far too large: short rows beside a long one are filled up, so that a kilobyte becomes a
        megabyte."""
        (_, most_rows), (_, most_cols) = self.rows, self.cols
        if rows > LARGER * most_rows:
            raise TextError(number, 1, f"a grid has at most {most_rows} rows")
        if cols > LARGER * most_cols:
            raise TextError(number, most_cols + 1, f"a grid has at most {most_cols} columns")

    def write(self, grids: Sequence[Grid]) -> str:
        """Grids as text. `read` returns the same grids."""
        return "".join(line + "\n" for line, _, _ in self._lines(grids))

    def _lines(self, grids: Sequence[Grid]) -> Iterator[tuple[str, int, int]]:
        """The lines of a text, each with the grid and the row that it is, or with a row of -1."""
        if self.header:
            yield self.header, 0, -1
        for number, grid in enumerate(grids):
            if number:
                yield "", number, -1
            if self.titled and grid.title.strip():
                yield f"{REMARK} {grid.title.strip()}", number, -1
            yield from ((line, number, row) for row, line in enumerate(grid.rows))

    def mistakes(self, grids: Sequence[Grid], read: Callable[[str], object]) -> list[Mistake]:
        """The mistakes that `read` finds in the text of these grids, row by row: in each grid alone, or else in all."""
        found: list[Mistake] = []
        if self.several:
            for number, grid in enumerate(grids):
                found += [msgspec.structs.replace(mistake, grid=number) for mistake in self._mistakes([grid], read)]
        return found or self._mistakes(grids, read)

    def _mistakes(self, grids: Sequence[Grid], read: Callable[[str], object]) -> list[Mistake]:
        try:
            read(self.write(grids))
        except TextError as error:
            lines = list(self._lines(grids))
            found = {self._mistake(grids, lines, one) for one in (error, *error.more)}
            return sorted(found, key=msgspec.structs.astuple)
        return []

    def _mistake(self, grids: Sequence[Grid], lines: Sequence[tuple[str, int, int]], error: TextError) -> Mistake:
        """A mistake in the cell where it is, or the nearest one."""
        _, number, row = lines[min(error.line, len(lines)) - 1]
        col = error.column - 1 if row >= 0 else 0
        widest = max(map(len, grids[number].rows))
        return Mistake(number, max(row, 0), max(min(col, widest - 1), 0), error.what)
