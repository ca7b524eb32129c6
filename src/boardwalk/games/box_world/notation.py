"""Box World's levels, packs, moves and positions as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boardwalk.core.errors import MoveError, TextError
from boardwalk.core.game import FileKind, Position, Table
from boardwalk.core.text import Fields, lines_of, read_fields
from boardwalk.games.box_world import rules

CODES = {
    "-": rules.FLOOR,
    "W": rules.WALL,
    "H": rules.HOLE,
    "B": rules.BOX,
    "I": rules.ICE,
    "F": rules.FINISH,
    "U": rules.FLOOR,
}
CHARS = "-WHBIF"  # by code
BIGGEST = 64
MOVES = ("w", "d", "s", "a", "next")


@dataclass(frozen=True)
class Level:
    """A level as its rows of symbols (BW-1)."""

    rows: tuple[str, ...]
    title: str = ""


def read_pack(text: str) -> tuple[Level, ...]:
    """The levels of a pack, in order (BW-1, BW-2)."""
    levels: list[Level] = []
    rows: list[str] = []
    title, first = "", 1
    lines = lines_of(text)
    for number, line in enumerate([*lines, ""], 1):
        if line.startswith(";") and not rows:
            title = line[1:].strip()
        elif line.strip():
            first = first if rows else number
            rows.append(line)
        elif rows:
            levels.append(_level(rows, first, title))
            title, rows = "", []
    if not levels:
        raise TextError(1, 1, "expected a level: rows of - B F H I U W")
    return tuple(levels)


def _level(rows: list[str], first: int, title: str) -> Level:
    """A level from its rows, of which the first stands on line `first`."""
    for line, row in enumerate(rows, first):
        for column, char in enumerate(row, 1):
            if char not in CODES:
                raise TextError(line, column, f"unknown symbol {char!r}; expected one of - B F H I U W")
        if len(row) != len(rows[0]):
            column = min(len(row), len(rows[0])) + 1
            raise TextError(line, column, f"this row has {len(row)} cells; expected {len(rows[0])} as in the first row")
        if len(row) > BIGGEST:
            raise TextError(line, BIGGEST + 1, f"a level has at most {BIGGEST} columns")
    if len(rows) > BIGGEST:
        raise TextError(first + BIGGEST, 1, f"a level has at most {BIGGEST} rows")
    players = [(line, row.index("U") + 1) for line, row in enumerate(rows, first) for _ in range(row.count("U"))]
    if not players:
        raise TextError(first, 1, "the level has no player; expected one U")
    if len(players) > 1:
        line = players[1][0]
        raise TextError(line, rows[line - first].rindex("U") + 1, "a second player; expected one U")
    if not any("F" in row for row in rows):
        raise TextError(first, 1, "the level has no finish; expected at least one F")
    return Level(tuple(rows), title)


def write_pack(levels: tuple[Level, ...]) -> str:
    """A pack as text, the reverse of `read_pack`."""
    parts = []
    for level in levels:
        parts.append(("; " + level.title + "\n" if level.title else "") + "\n".join(level.rows) + "\n")
    return "\n".join(parts)


def looks_like_pack(text: str) -> bool:
    return all(line.startswith(";") or set(line) <= set("-BFHIUW") for line in lines_of(text)) and "U" in text


FILES = (FileKind(".boxes", "Box World pack", looks_like_pack, read_pack, "pack"),)


def write_action(position: Position, action: int) -> str:
    return MOVES[action]


def read_actions(position: Position, text: str) -> list[int]:
    """The moves in a text: `next`, or letters and arrows as in `wwd` or `w w d`."""
    if text.strip().lower() == "next":
        return [rules.GO_ON]
    letters = "".join(text.lower().split())
    for letter in letters:
        if letter not in "wdsa":
            raise MoveError(f"{letter!r} is not a move; type w, a, s or d (up, left, down, right), or next")
    return ["wdsa".index(letter) for letter in letters]


def grid(position: Position) -> list[str]:
    """The level under way as rows of symbols; the player's cell shows what it stands on."""
    board, state = position.board, position.state
    width, height = board.width[state.level], board.height[state.level]
    return [
        "".join(CHARS[state.cell[row * width + col]] for col in range(1, width - 1)) for row in range(1, height - 1)
    ]


def player_at(position: Position) -> tuple[int, int]:
    """The player's row and column, from 0."""
    width = position.board.width[position.state.level]
    row, col = divmod(position.state.player, width)
    return row - 1, col - 1


def describe(position: Position) -> dict[str, Any]:
    state = position.state
    return {
        "level": state.level + 1,
        "levels": position.board.levels,
        "done": bool(state.done),
        "over": position.over,
        "moves": state.moves,
        "pushes": state.pushes,
        "player": player_at(position),
        "cells": grid(position),
    }


def write_position(position: Position) -> str:
    state = position.state
    row, col = player_at(position)
    fields = Fields(level=state.level + 1, moves=state.moves, pushes=state.pushes, player=f"{row + 1} {col + 1}")
    fields.add_stream(state)
    return str(fields) + "\n" + "\n".join(grid(position)) + "\n"


def read_position(table: Table, text: str) -> Position:
    fields, rows, first = read_fields(text, ("level", "moves", "pushes", "player", "rng"))
    position = table.blank()
    board, state = position.board, position.state
    state.level = fields.number("level", 1, board.levels) - 1
    rules.lay_level(board, state)
    state.moves, state.pushes = fields.number("moves", 0, 2**31 - 1), fields.number("pushes", 0, 2**31 - 1)
    width, height = board.width[state.level], board.height[state.level]
    if [len(row) for row in rows] != [width - 2] * (height - 2):
        raise TextError(first, 1, f"expected {height - 2} rows of {width - 2} cells")
    for line, row in enumerate(rows):
        for column, char in enumerate(row):
            if char not in CHARS:
                raise TextError(first + line, column + 1, f"unknown symbol {char!r}; expected one of {' '.join(CHARS)}")
            state.cell[(line + 1) * width + column + 1] = CHARS.index(char)
    at_row, at_col = fields.numbers("player", (1, height - 2), (1, width - 2))
    state.player = at_row * width + at_col
    state.done = 1 if state.cell[state.player] == rules.FINISH else 0
    if state.done and state.level == board.levels - 1:
        state.to_act = rules.NOBODY
    fields.read_stream(state)
    return position
