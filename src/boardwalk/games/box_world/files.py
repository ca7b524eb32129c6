"""Box World's levels and packs as text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import count
from typing import Any

from boardwalk.contract.errors import TextError
from boardwalk.contract.text import Mistakes, lines_of
from boardwalk.games.box_world import rules

BIGGEST = 64  # maximum rows and columns of a level
MOST_LEVELS = 1000  # maximum levels of a pack
GROUND = "-HFW"  # symbols by the contents of a cell, if that is not a box
BOXES = "BI"  # a normal box, an ice box
SYMBOLS = "- B F H I U W"
BLANKS = " \t"
FEWEST = re.compile(r"; fewest moves (\d{1,9})\b")  # a comment line above a level
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows down and columns right, by direction (BW-3)

Line = tuple[int, str]  # a line of a file, with its number


@dataclass(frozen=True)
class Level:
    """A level as its rows of symbols (BW-1). `fewest`: the fewest moves that solve it, 0 if they are not known."""

    rows: tuple[str, ...]
    title: str = ""
    fewest: int = field(default=0, compare=False)

    @property
    def start(self) -> tuple[int, int]:
        """The player's first row and column, from 0."""
        return next((number, row.index("U")) for number, row in enumerate(self.rows) if "U" in row)

    def code(self, row: int, col: int) -> int:
        """The contents of a cell as in State, with all boxes numbered 0; outside the level is wall."""
        inside = 0 <= row < len(self.rows) and 0 <= col < len(self.rows[0])
        return code_of(self.rows[row][col]) if inside else rules.WALL

    @property
    def key(self) -> str:
        """A hash of the level without its title: the key of its best results (BW-15)."""
        return blake2b("\n".join(self.rows).encode(), digest_size=8).hexdigest()


def read_pack(text: str) -> tuple[Level, ...]:
    """The levels of a pack, in order (BW-1, BW-2)."""
    levels: list[Level] = []
    mistakes = Mistakes()
    rows: list[Line] = []
    title, fewest = "", 0
    for number, line in enumerate([*lines_of(text), ""], 1):
        if remark := FEWEST.match(line):
            fewest = int(remark[1])
        elif line.startswith(";"):
            title = title if rows else _title(line)
        elif line.strip(BLANKS):
            rows.append((number, line))
        else:
            if rows and len(levels) == MOST_LEVELS:
                mistakes.add(rows[0][0], 1, f"a pack has at most {MOST_LEVELS} levels")
                break
            if rows:
                levels.append(replace(_level(rows, title, mistakes), fewest=fewest))
            title, fewest, rows = "", 0, []
    mistakes.raise_any()
    if not levels:
        raise TextError(1, 1, f"expected a level: rows of {SYMBOLS}")
    return tuple(levels)


def _title(remark: str) -> str:
    """The title in a comment line; unprintable characters become blanks, since titles are shown on terminals."""
    return "".join(char if char.isprintable() else " " for char in remark[1:]).strip()


def _level(rows: list[Line], title: str, mistakes: Mistakes) -> Level:
    """Parse a level and collect its mistakes (BW-1)."""
    level = Level(tuple(row for _, row in rows), title)
    before = len(mistakes)
    _check_rows(rows, mistakes)
    if len(mistakes) > before:
        return level
    first = rows[0][0]
    players = [(line, column) for line, row in rows for column, char in enumerate(row, 1) if char == "U"]
    for place in players[1:]:
        mistakes.add(*place, "a second player; expected one U")
    if not players:
        mistakes.add(first, 1, "the level has no player; expected one U")
    if not any("F" in row for row in level.rows):
        mistakes.add(first, 1, "the level has no finish; expected at least one F")
    if len(players) == 1 and not _can_move(level):
        mistakes.add(*players[0], "the player can't move; expected a way out: floor, a finish or a box to push")
    return level


def _check_rows(rows: list[Line], mistakes: Mistakes) -> None:
    """Rows of known symbols, all of the same length (BW-1)."""
    width = len(rows[0][1])
    for number, (line, row) in enumerate(rows, 1):
        if number > BIGGEST:
            mistakes.add(line, 1, f"a level has at most {BIGGEST} rows")
            break
        for column, char in enumerate(row, 1):
            if char not in GROUND + BOXES + "U":
                mistakes.add(line, column, f"unknown symbol {char!r}; expected one of {SYMBOLS}")
        if len(row) > BIGGEST:
            mistakes.add(line, BIGGEST + 1, f"a level has at most {BIGGEST} columns")
        elif len(row) != width:
            column = min(len(row), width) + 1
            mistakes.add(line, column, f"this row has {len(row)} cells; expected {width} as in the first row")


def _can_move(level: Level) -> bool:
    """Whether the level allows a first move (BW-1)."""
    row, col = level.start
    ways = ([level.code(row + n * down, col + n * right) for n in range(3)] for down, right in STEPS)
    return any(rules.open_way(way, 0, 1) for way in ways)


def write_pack(levels: tuple[Level, ...]) -> str:
    """A pack as text, the inverse of `read_pack`."""
    parts = []
    for level in levels:
        remarks = [f"; fewest moves {level.fewest}"] * (level.fewest > 0) + [f"; {level.title}"] * bool(level.title)
        parts.append("\n".join([*remarks, *level.rows, ""]))
    return "\n".join(parts)


def looks_like_pack(text: str) -> bool:
    """Whether a text looks like a pack: its first line that is neither blank nor a title is a row of symbols."""
    for line in lines_of(text):
        if line.strip() and not line.startswith(";"):
            return set(line) <= set(SYMBOLS) - {" "}
    return False


def lay_symbols(cell: Any, first: int, width: int, lines: list[str], numbers: Any = None) -> None:
    """Fill a level's cells, which start at index `first` and have a border of walls, from its symbols. Boxes are
    numbered in reading order, or as given by `numbers`."""
    numbers = iter(numbers or count())
    for i in range(first, first + width * (len(lines) + 2)):
        cell[i] = rules.WALL
    for row, line in enumerate(lines, 1):
        for col, char in enumerate(line, 1):
            number = next(numbers) % rules.NUMBERS if char in BOXES else 0
            cell[first + row * width + col] = code_of(char) + 2 * number


def symbol(code: int) -> str:
    """The symbol for the contents of a cell."""
    return BOXES[code & 1] if code >= rules.BOX else GROUND[code]


def code_of(char: str) -> int:
    """The contents of a cell with this symbol; boxes have number 0."""
    code: int = rules.BOX + BOXES.index(char) if char in BOXES else GROUND.index(char.replace("U", "-"))
    return code
