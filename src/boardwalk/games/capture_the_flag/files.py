"""Mazes: parsing and validation (CF-1 to CF-3), and distances in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from boardwalk.contract.errors import TextError
from boardwalk.contract.text import Mistakes, lines_of

SYMBOLS = "# hHjJ"
NAMES = {"h": "home of team 1", "H": "home of team 2", "j": "jail of team 1", "J": "jail of team 2"}
BIGGEST = 200
MAPS = 64  # size of the cache of distance maps
UNREACHED, IN_WALL = -1, -2  # instead of a distance


@dataclass(frozen=True)
class Maze:
    """A valid maze, as rows of symbols."""

    rows: tuple[str, ...]

    def cells(self, symbol: str) -> list[int]:
        """The cells with this symbol, row by row."""
        return [cell for cell, char in enumerate("".join(self.rows)) if char == symbol]


def read_maze(text: str) -> Maze:
    """Parse a maze; a `TextError` says where it is not valid (CF-1, CF-3)."""
    lines = lines_of(text)
    width = max((len(line.rstrip(" ")) for line in lines), default=0)
    rows = [line[:width] for line in lines]  # blanks beyond the widest row are no floor
    while rows and not rows[-1].strip(" "):
        rows.pop()
    if not rows:
        raise TextError(1, 1, "expected a maze: rows of # (wall), blank (floor), h H (homes) and j J (jails)")
    mistakes = Mistakes()
    _check_rows(rows, mistakes)
    mistakes.raise_any()
    _check_border(rows, mistakes)
    _check_bases(rows, mistakes)
    _check_ways(rows, mistakes)
    mistakes.raise_any()
    return Maze(tuple(rows))


def _check_rows(rows: list[str], mistakes: Mistakes) -> None:
    """Rows of known symbols, all of the same length (CF-3)."""
    for line, row in enumerate(rows, 1):
        for column, char in enumerate(row, 1):
            if char not in SYMBOLS:
                mistakes.add(line, column, f"unknown symbol {char!r}; expected one of # h H j J or a blank")
        if len(row) != len(rows[0]):
            column = min(len(row), len(rows[0])) + 1
            mistakes.add(line, column, f"this row has {len(row)} cells; expected {len(rows[0])} as in the first row")
    if len(rows[0]) > BIGGEST:
        mistakes.add(1, BIGGEST + 1, f"a maze has at most {BIGGEST} columns")
    if len(rows) > BIGGEST:
        mistakes.add(BIGGEST + 1, 1, f"a maze has at most {BIGGEST} rows")


def _check_border(rows: list[str], mistakes: Mistakes) -> None:
    """A closed border of walls (CF-3)."""
    height, width = len(rows), len(rows[0])
    for line, row in enumerate(rows, 1):
        for column, char in enumerate(row, 1):
            if char != "#" and (line in (1, height) or column in (1, width)):
                mistakes.add(line, column, "the border is open here; expected a wall, #")


def _check_bases(rows: list[str], mistakes: Mistakes) -> None:
    """Homes and jails of both teams, each in its own half (CF-3)."""
    width, half = len(rows[0]), len(rows[0]) // 2
    for symbol, name in NAMES.items():
        if not any(symbol in row for row in rows):
            mistakes.add(1, 1, f"the maze has no {name}; expected at least one {symbol}")
    for line, row in enumerate(rows, 1):
        for column, char in enumerate(row, 1):
            first, last = (1, half) if char.islower() else (width - half + 1, width)
            if char in NAMES and not first <= column <= last:
                where = f"expected it in columns {first} to {last}"
                mistakes.add(line, column, f"a {NAMES[char]} outside that team's half; {where}")


def _check_ways(rows: list[str], mistakes: Mistakes) -> None:
    """All homes and jails can be reached from one another (CF-3). What is wrong are those apart from most others."""
    width, inner = len(rows[0]), ["#" + row[1:-1] + "#" for row in rows[1:-1]]
    closed = ("#" * width, *inner, "#" * width)  # an open border is another mistake
    text = "".join(closed)
    groups = _groups(text, width)
    most = max(groups, key=len, default=[])
    for cell in sorted(cell for group in groups if group is not most for cell in group):
        line, column = cell // width + 1, cell % width + 1
        base = f"line {most[0] // width + 1}, column {most[0] % width + 1}"
        mistakes.add(line, column, f"this {NAMES[text[cell]]} can't be reached from the base cell at {base}")


def _groups(text: str, width: int) -> list[list[int]]:
    """The base cells of a maze with a closed border, those that can be reached from one another together."""
    reached: set[int] = set()
    groups = []
    for first, char in enumerate(text):
        if char not in NAMES or first in reached:
            continue
        reached.add(first)
        group = [first]
        for cell in group:  # it grows meanwhile
            for near in (cell - 1, cell + 1, cell - width, cell + width):
                if text[near] != "#" and near not in reached:
                    reached.add(near)
                    group.append(near)
        groups.append([cell for cell in group if text[cell] in NAMES])
    return groups


@lru_cache(maxsize=MAPS)
def distances(rows: tuple[str, ...], sources: tuple[int, ...]) -> list[int]:
    """The distance of each cell to the nearest of the sources, ignoring players; negative if unreachable."""
    width, text = len(rows[0]), "".join(rows)
    steps = [IN_WALL if char == "#" else UNREACHED for char in text]
    frontier = list(sources)
    for cell in frontier:
        steps[cell] = 0
    step = 0
    while frontier:
        step += 1
        reached = []
        for cell in frontier:
            for near in (cell - 1, cell + 1, cell - width, cell + width):
                if steps[near] == UNREACHED:
                    steps[near] = step
                    reached.append(near)
        frontier = reached
    return steps


def write_maze(maze: Maze) -> str:
    """A maze as text, the inverse of `read_maze`."""
    return "\n".join(maze.rows) + "\n"


def looks_like_maze(text: str) -> bool:
    lines = [line.rstrip() for line in lines_of(text)]
    return len(lines) > 1 and set(lines[0]) == {"#"} and all(set(line) <= set(SYMBOLS) for line in lines)
