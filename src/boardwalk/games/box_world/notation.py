"""Box World's moves and positions as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardwalk.contract.errors import MoveError, TextError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.parts import Result
from boardwalk.contract.text import Fields, read_fields, read_moves
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.files import BOXES, GROUND, Level, lay_symbols, symbol, write_pack

MOVES = ("w", "d", "s", "a", "next")
LETTERS = {"w": 0, "d": 1, "s": 2, "a": 3, "↑": 0, "→": 1, "↓": 2, "←": 3}
WORDS = {"up": 0, "right": 1, "down": 2, "left": 3, "next": rules.GO_ON, "n": rules.GO_ON}


def write_played(position: Position, actions: Sequence[int]) -> str:
    """The levels being played, as the text of a pack."""
    return write_pack(position.table.layout.notes)


def write_action(position: Position, action: int) -> str:
    return MOVES[action]


def read_actions(position: Position, text: str) -> list[int]:
    """Parse moves: `wwd`, `w w d`, arrows, `up up right`; or `next` (BW-3, BW-13)."""
    expected = "w, a, s or d (up, left, down, right), as many as you like, or next"
    actions = read_moves(text, WORDS, LETTERS, "{letter} in {word} is not a move; type " + expected)
    if not actions:
        raise MoveError("type a move: w, a, s or d (up, left, down, right), or next")
    return actions


def codes(position: Position) -> list[list[int]]:
    """The contents of the cells of the current level, without the border."""
    state, width = position.state, position.board.width[position.state.level]
    height = position.board.height[state.level]
    cells = state.cell[: width * height].tolist()
    return [cells[row * width + 1 : (row + 1) * width - 1] for row in range(1, height - 1)]


def grid(position: Position) -> list[str]:
    """The current level as rows of symbols; the player's cell shows the ground."""
    return ["".join(map(symbol, row)) for row in codes(position)]


def level_of(position: Position) -> Level:
    """The current level as it was at its start."""
    level: Level = position.table.layout.notes[position.state.level]
    return level


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
        "title": level_of(position).title,
        "done": bool(state.done),
        "over": position.over,
        "moves": state.moves,
        "pushes": state.pushes,
        "player": player_at(position),
        "cells": grid(position),
    }


def result(position: Position) -> Result | None:
    """The result of the current level once it is done (BW-15)."""
    state, level = position.state, level_of(position)
    return Result(level.key, level.title, {"moves": state.moves, "pushes": state.pushes}) if state.done else None


def write_position(position: Position) -> str:
    """A position as text. The field `boxes` gives the numbers of the boxes in reading order, which identify them."""
    state = position.state
    row, col = player_at(position)
    numbers = [(code - rules.BOX) // 2 + 1 for line in codes(position) for code in line if code >= rules.BOX]
    fields = Fields(
        level=state.level + 1,
        moves=state.moves,
        pushes=state.pushes,
        player=f"{row + 1} {col + 1}",
        boxes=" ".join(map(str, numbers)),
    )
    fields.add_stream(state)
    return str(fields) + "\n" + "\n".join(grid(position)) + "\n"


def read_position(table: Table, text: str) -> Position:
    fields, rows, first = read_fields(text, ("level", "moves", "pushes", "player", "boxes", "rng"))
    position = table.blank()
    board, state = position.board, position.state
    state.level = fields.number("level", 1, board.levels) - 1
    width, height = board.width[state.level], board.height[state.level]
    if len(rows) != height - 2:
        raise TextError(first, 1, f"expected {height - 2} rows of cells, not {len(rows)}")
    for line, row in enumerate(rows, first):
        for column, char in enumerate(row, 1):
            if char not in GROUND + BOXES:
                raise TextError(line, column, f"unknown symbol {char!r}; expected one of - B F H I W")
        if len(row) != width - 2:
            column = min(len(row), width - 2) + 1
            raise TextError(line, column, f"this row has {len(row)} cells; expected {width - 2}")
    boxes = sum(row.count(char) for row in rows for char in BOXES)
    if not boxes and fields["boxes"]:
        raise fields.error("boxes", "empty, as the level has no box")
    numbers = fields.numbers("boxes", *[(1, rules.NUMBERS)] * boxes) if boxes else []
    lay_symbols(state.cell, 0, width, rows, [number - 1 for number in numbers])
    _place_player(position, fields)
    state.moves, state.pushes = fields.number("moves", 0, 2**31 - 1), fields.number("pushes", 0, 2**31 - 1)
    rules.settle(board, state)
    fields.read_stream(state)
    return position


def _place_player(position: Position, fields: Fields) -> None:
    board, state = position.board, position.state
    width, height = board.width[state.level], board.height[state.level]
    row, col = fields.numbers("player", (1, height - 2), (1, width - 2))
    state.player = row * width + col
    if state.cell[state.player] not in (rules.FLOOR, rules.FINISH):
        raise fields.error("player", "the row and column of a cell that is floor or finish")
    if state.cell[state.player] == rules.FLOOR and not rules.ways(board, state):
        raise fields.error("player", "where a move is possible")


def name_of_level(position: Position) -> str:
    """Its number and title; nothing where it is the only one and has no title."""
    title = level_of(position).title
    if position.board.levels == 1:
        return title
    return f"Level {position.state.level + 1} of {position.board.levels}" + (f": {title}" if title else "")
