"""Parsing and writing of RoboRally's two kinds of file: boards (`.brd`) and programs (`.prg`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from boardwalk.contract.errors import TextError
from boardwalk.contract.text import Mistakes, lines_of
from boardwalk.games.robo_rally import rules

HEADER = "format 1"
BLANKS = " \t"
ROWS, COLS = 8, 12
STARTS = "ABCD"
FLAGS = "1234"
KINDS = {
    ".": rules.FLOOR,
    **dict.fromkeys(STARTS, rules.FLOOR),
    **{char: rules.FLAG_1 + n for n, char in enumerate(FLAGS)},
    "x": rules.PIT,
    "+": rules.GEAR_RIGHT,
    "-": rules.GEAR_LEFT,
    **{char: rules.BELT + n for n, char in enumerate("^>v<")},
    **{char: rules.CORNER_RIGHT + n for n, char in enumerate("NESW")},
    **{char: rules.CORNER_LEFT + n for n, char in enumerate("nesw")},
}
LETTERS = "FBLRUW"  # by action
WORD = re.compile(r"[^ \t]+")


@dataclass(frozen=True)
class BoardFile:
    """A board as its rows of symbols (RB-6)."""

    rows: tuple[str, ...]

    def find(self, symbol: str) -> tuple[int, int] | None:
        """The row and column, from 0, of a start or flag."""
        return next(((row, line.index(symbol)) for row, line in enumerate(self.rows) if symbol in line), None)

    @property
    def starts(self) -> str:
        return "".join(start for start in STARTS if self.find(start))

    @property
    def flags(self) -> int:
        return sum(self.find(flag) is not None for flag in FLAGS)


@dataclass(frozen=True)
class Program:
    """A program file: the players' names, and for each round one program per player (RB-1)."""

    names: tuple[str, ...]
    rounds: tuple[tuple[str, ...], ...] = ()

    @property
    def actions(self) -> list[int]:
        """The actions of the seats, in order, of a match that plays this file."""
        return [LETTERS.index(letter) for programs in self.rounds for program in programs for letter in program]


def read_board(text: str) -> BoardFile:
    """Parse a board file (RB-5 to RB-7)."""
    rows = [line.replace("ˆ", "^") for line in _lines(text)]
    if not rows:
        raise TextError(2, 1, "the board has no squares; expected a row of symbols such as '..A.1'")
    mistakes = Mistakes()
    for line, row in enumerate(rows, 2):
        _check_row(row, line, len(rows[0]), mistakes)
    if len(rows) > ROWS:
        mistakes.add(ROWS + 2, 1, f"a board has at most {ROWS} rows")
    mistakes.raise_any()
    _check_places(rows, mistakes)
    mistakes.raise_any()
    return BoardFile(tuple(rows))


def _check_places(rows: list[str], mistakes: Mistakes) -> None:
    """Each start and flag once, and flags without a gap (RB-7)."""
    seen: dict[str, tuple[int, int]] = {}
    for line, row in enumerate(rows, 2):
        for column, char in enumerate(row, 1):
            if char in seen:
                what = "start" if char in STARTS else "flag"
                mistakes.add(line, column, f"a second {what} {char}; the first is on line {seen[char][0]}")
            elif char in STARTS + FLAGS:
                seen[char] = line, column
    for before, flag in pairwise(FLAGS):
        if flag in seen and before not in seen:
            mistakes.add(*seen[flag], f"flag {flag} without flag {before}; expected flags from 1 on without a gap")


def _lines(text: str) -> list[str]:
    """The lines below the header, without trailing blanks and blank lines (RB-4)."""
    lines = [line.rstrip(BLANKS) for line in lines_of(text)]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise TextError(1, 1, f"the file is empty; expected {HEADER!r} as its first line")
    if lines[0] != HEADER:
        same = next((n for n, (a, b) in enumerate(zip(lines[0], HEADER, strict=False)) if a != b), None)
        column = 1 + (min(len(lines[0]), len(HEADER)) if same is None else same)
        raise TextError(1, column, f"expected {HEADER!r} as the first line, not {lines[0][:40]!r}")
    mistakes = Mistakes()
    for number, line in enumerate(lines, 1):
        if not line:
            mistakes.add(number, 1, "a blank line inside the file; blank lines may stand only at its end")
    mistakes.raise_any()
    return lines[1:]


def _check_row(row: str, line: int, length: int, mistakes: Mistakes) -> None:
    for column, char in enumerate(row, 1):
        if char not in KINDS:
            mistakes.add(line, column, f"unknown symbol {char!r}; expected one of {' '.join(KINDS)}")
    if len(row) > COLS:
        mistakes.add(line, COLS + 1, f"a board has at most {COLS} columns")
    elif len(row) != length:
        column = min(len(row), length) + 1
        mistakes.add(line, column, f"this row has {len(row)} squares; expected {length} as in the first row")


def write_board(board: BoardFile) -> str:
    """A board as text, the inverse of `read_board`."""
    return "".join(line + "\n" for line in (HEADER, *board.rows))


def read_program(text: str) -> Program:
    """Parse a program file (RB-1 to RB-4)."""
    lines = _lines(text)
    if not lines:
        raise TextError(2, 1, "there are no players; expected one to four names separated by blanks")
    mistakes = Mistakes()
    names = _words(lines[0], 2, "a name", mistakes)
    _check_names(names, mistakes)
    rounds = []
    for number, line in enumerate(lines[1:], 3):
        words = _words(line, number, "a program", mistakes)
        _check_round(words, number, min(len(names), rules.ROBOTS), mistakes)
        rounds.append(tuple(word[0] for word in words))
    mistakes.raise_any()
    return Program(tuple(word[0] for word in names), tuple(rounds))


def unprintable(name: str) -> int | None:
    """The index of the first unprintable character of a name; None if there is none (RB-1)."""
    return next((place for place, char in enumerate(name) if not char.isprintable()), None)


def _check_names(words: Sequence[re.Match[str]], mistakes: Mistakes) -> None:
    """One to four names, printable, all different (RB-1, RB-4)."""
    names: set[str] = set()
    for number, word in enumerate(words):
        place = unprintable(word[0])
        if place is not None:
            what = f"{word[0][place]!r} in a name; expected printable characters, and spaces or tabs between names"
            mistakes.add(2, word.start() + place + 1, what)
        if number == rules.ROBOTS:
            mistakes.add(2, word.start() + 1, f"a fifth player, {word[0]!r}; expected one to four names")
            return
        if word[0] in names:
            mistakes.add(2, word.start() + 1, f"the name {word[0]!r} is given twice; expected different names")
        names.add(word[0])


def _words(line: str, number: int, what: str, mistakes: Mistakes) -> list[re.Match[str]]:
    if line[0] in BLANKS:
        mistakes.add(number, 1, f"expected {what} at the start of the line, not a blank")
    return list(WORD.finditer(line))


def _check_round(words: Sequence[re.Match[str]], number: int, players: int, mistakes: Mistakes) -> None:
    """A program for each player."""
    for word in words[:players]:
        _check_program(word[0], number, word.start() + 1, mistakes)
    expected = f"expected {players}, one a player"
    if len(words) < players:
        mistakes.add(number, words[-1].end() + 1, f"too few programs, {len(words)}; {expected}")
    if len(words) > players:
        mistakes.add(number, words[players].start() + 1, f"too many programs, {len(words)}; {expected}")


def _check_program(program: str, line: int, first: int, mistakes: Mistakes) -> None:
    """Five letters, none of them twice in a row (RB-2, RB-3)."""
    before = len(mistakes)
    for column, letter in enumerate(program, first):
        if letter not in LETTERS:
            mistakes.add(line, column, f"unknown action {letter!r}; expected one of {' '.join(LETTERS)}")
    if len(program) != rules.SLOTS:
        column = first + min(len(program), rules.SLOTS)
        mistakes.add(line, column, f"a program has five actions; {program[:40]!r} has {len(program)}")
    if len(mistakes) > before:
        return
    for column, (last, letter) in enumerate(pairwise(program), first + 1):
        if last == letter:
            mistakes.add(line, column, f"{letter} twice in a row; expected another action than the one before")


def write_program(program: Program) -> str:
    """A program file as text, the inverse of `read_program`."""
    return "".join(line + "\n" for line in (HEADER, *(" ".join(words) for words in (program.names, *program.rounds))))


def program_of(names: Sequence[str], actions: Sequence[int]) -> Program:
    """The program file that replays a match of these actions, with all rounds that everybody has chosen (RB-22)."""
    letters = "".join(LETTERS[action] for action in actions)
    programs = [letters[at : at + rules.SLOTS] for at in range(0, len(letters), rules.SLOTS)]
    complete = len(letters) // (rules.SLOTS * len(names))
    return Program(tuple(names), tuple(tuple(programs[n * len(names) : (n + 1) * len(names)]) for n in range(complete)))


def looks_like_board(text: str) -> bool:
    """Whether a text with the common header looks more like a board than like a program file."""
    lines = [line.rstrip(BLANKS) for line in lines_of(text)]
    if not lines or not lines[0].startswith("format"):
        return False
    body = [line for line in lines[1:] if line]
    if any(WORD.sub("", line) for line in body) or (body[1:] and all(set(line) <= set(LETTERS) for line in body[1:])):
        return False
    symbols = [char in KINDS for line in body for char in line.replace("ˆ", "^")]
    return sum(symbols) * 2 > len(symbols)


def looks_like_program(text: str) -> bool:
    return text.startswith("format") and not looks_like_board(text)
