"""Layouts of Rowdy Racers as text files (RR-37): walls `#`, floor `.`, grenades `*`, the starts `1` and `2`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardwalk.contract.game import Position
from boardwalk.contract.text import Mistakes, lines_of
from boardwalk.games.rowdy_racers import rules

SMALLEST, LARGEST = 10, 64  # rows and columns
SUFFIX = ".race"
SYMBOLS = ".#*12"
EXPECTED = "expected one of . # * 1 2"
BLANKS = " \t"
STEPS = tuple(zip(rules.ROW_STEP, rules.COL_STEP, strict=True))

Line = tuple[int, str]  # a line of a file, with its number


@dataclass(frozen=True)
class Race:
    """A layout as its lines of symbols."""

    lines: tuple[str, ...]
    title: str = ""

    @property
    def rows(self) -> int:
        return len(self.lines)

    @property
    def cols(self) -> int:
        return len(self.lines[0])


def read_layout(text: str) -> Race:
    """Parse a layout; a `TextError` if it is not valid (RR-37)."""
    lines = list(enumerate(lines_of(text), 1))
    remarks = [line for _, line in lines if line.startswith(";")]
    grid = [(number, line) for number, line in lines if not line.startswith(";")]
    filled = [index for index, (_, line) in enumerate(grid) if line.strip(BLANKS)]
    grid = grid[filled[0] : filled[-1] + 1] if filled else []
    mistakes = Mistakes()
    _check_symbols(grid, len(lines) + 1, mistakes)
    mistakes.raise_any()
    rows = tuple(row for _, row in grid)
    _check_starts(grid, mistakes)
    if "#" not in (rows[-1][0], rows[0][-1]) and (0, len(rows[0]) - 1) not in within_reach(rows):
        mistakes.add(grid[0][0], len(rows[0]), "walls leave no path between the starts")
    mistakes.raise_any()
    return Race(rows, remarks[0][1:].strip() if remarks else "")


def _check_symbols(grid: Sequence[Line], end: int, mistakes: Mistakes) -> None:
    """Check the size (RR-1) and the symbols; `end` is the number of the line after the text."""
    length = len(grid[0][1]) if grid else 0
    for line, row in grid:
        for column, symbol in enumerate(row, 1):
            if symbol not in SYMBOLS:
                mistakes.add(line, column, f"unknown symbol {symbol!r}; {EXPECTED}")
        if len(row) != length:
            column = min(len(row), length) + 1
            mistakes.add(line, column, f"this row has {len(row)} squares; expected {length} as in the first row")
        elif not SMALLEST <= len(row) <= LARGEST:
            column = min(len(row), LARGEST) + 1
            mistakes.add(line, column, f"a row has {SMALLEST} to {LARGEST} squares, not {len(row)}")
    if not SMALLEST <= len(grid) <= LARGEST:
        line = grid[LARGEST][0] if len(grid) > LARGEST else grid[-1][0] + 1 if grid else end
        mistakes.add(line, 1, f"a layout has {SMALLEST} to {LARGEST} rows, not {len(grid)}")


def _check_starts(grid: Sequence[Line], mistakes: Mistakes) -> None:
    """Check that each start is in its corner and nowhere else (RR-2)."""
    corners = {"1": (len(grid) - 1, 0, "bottom left"), "2": (0, len(grid[0][1]) - 1, "top right")}
    for symbol, (row, col, corner) in corners.items():
        line, squares = grid[row]
        if squares[col] != symbol:
            mistakes.add(line, col + 1, f"expected the start {symbol} in the {corner} corner, not {squares[col]!r}")
    for symbol, (row, col, corner) in corners.items():
        for number, (line, squares) in enumerate(grid):
            for column, square in enumerate(squares):
                if square == symbol and (number, column) != (row, col):
                    mistakes.add(line, column + 1, f"a second {symbol}; the only one belongs in the {corner} corner")


def within_reach(grid: Sequence[str]) -> set[tuple[int, int]]:
    """The squares (row, column) that player 1 can reach with only walls as obstacles. Diagonal steps between two walls
    are allowed (RR-17)."""
    start = (len(grid) - 1, 0)
    reached, edge = {start}, [start]
    while edge:
        row, col = edge.pop()
        for down, right in STEPS:
            there = row + down, col + right
            inside = 0 <= there[0] < len(grid) and 0 <= there[1] < len(grid[0])
            if inside and there not in reached and grid[there[0]][there[1]] != "#":
                reached.add(there)
                edge.append(there)
    return reached


def write_layout(race: Race) -> str:
    """A layout as text, the inverse of `read_layout`."""
    return (f"; {race.title}\n" if race.title else "") + "\n".join(race.lines) + "\n"


def layout_in(position: Position, title: str = "") -> Race:
    """The layout of a position: its walls, and its inactive grenades where they are now. At the start of a race this is
    the race's own layout."""
    board, state = position.board, position.state
    symbols = []
    for square in range(board.rows * board.cols):
        if square in (board.start[0], board.start[1]):
            symbols.append("1" if square == board.start[0] else "2")
        elif board.square[square] == rules.WALL:
            symbols.append("#")
        else:
            symbols.append("*" if state.grenade[square] in (rules.INACTIVE, rules.USED) else ".")
    lines = tuple("".join(symbols[i : i + board.cols]) for i in range(0, len(symbols), board.cols))
    return Race(lines, title)


def looks_like_layout(text: str) -> bool:
    lines = [line for line in lines_of(text) if line.strip() and not line.startswith(";")]
    return len(lines) > 1 and all(set(line) <= set(SYMBOLS) for line in lines) and "1" in text and "2" in text


def write_race(position: Position, actions: Sequence[int]) -> str:
    """The layout of a position as the text of a file (RR-37)."""
    return write_layout(layout_in(position))
