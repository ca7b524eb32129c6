"""Default functions for small games, for their modules to import: `from boardwalk.defaults import describe, choice`.

A game whose state says all in plain fields, and whose actions are cells, has to write little of its own. For
mypy in strict mode a name is the module's own if it is imported as itself: `from boardwalk.defaults import choice as
choice`."""

from __future__ import annotations

import re
import sys
from typing import Any

import numpy as np

from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.scene import Choice, Tile
from boardwalk.contract.text import Fields, read_fields
from boardwalk.engine.records import i8, record
from boardwalk.engine.rules import RuleModules

__all__ = [
    "Board",
    "announce",
    "cell_name",
    "choice",
    "describe",
    "one_module",
    "plain_board",
    "read_actions",
    "read_position",
    "write_position",
]

STREAM = "rng"
SHOWN = 12  # moves listed in an error
CELL = r"([a-z])([1-9][0-9]?)"
CELLS = re.compile(rf"(?:{CELL})?{CELL}")


@record
class Board:
    """The board of a game in which all boards are the same, so that there is nothing to say of one."""

    unused: i8  # type: ignore[valid-type]


def one_module(name: str) -> dict[str, Any]:
    """The modules of a game that is written in a single one: `Game(…, **one_module(__name__))`."""
    module = sys.modules[name]
    return {"rules": RuleModules(module), "setup": module, "notation": module, "scene": module}


def _names(position: Position) -> tuple[str, ...]:
    return tuple(name for name in position.table.game.rules.State.fields if name != STREAM)


def describe(position: Position) -> dict[str, Any]:
    """The fields of the state, by name, as numbers and lists of them."""
    return {name: position.state.array[name][0].tolist() for name in _names(position)}


def write_position(position: Position) -> str:
    """A line for each field of the state. For games whose `deal` leaves the board as it was laid out."""
    values = {name: " ".join(map(str, np.ravel(position.state.array[name][0]).tolist())) for name in _names(position)}
    fields = Fields(**values)
    fields.add_stream(position.state)
    return str(fields)


def read_position(table: Table, text: str) -> Position:
    """The position that `write_position` wrote; a `TextError` if a field has too many numbers, or one that is too
    big."""
    position = table.blank()
    fields, _, _ = read_fields(text, (*_names(position), STREAM))
    for name in _names(position):
        target = position.state.array[name][0]
        limits = np.iinfo(target.dtype)
        numbers = fields.numbers(name, *[(int(limits.min), int(limits.max))] * target.size)
        position.state.array[name][0] = np.reshape(numbers, target.shape)
    fields.read_stream(position.state)
    return position


def read_actions(position: Position, text: str) -> list[int]:
    """The action of which `write_action` makes this text; a `MoveError` if there is none."""
    table, word = position.table, text.strip()
    write_action = table.game.notation.write_action
    for action in range(table.actions):
        if write_action(position, action) == word:
            return [action]
    legal = [write_action(position, action) for action in table.interpreted.legal(position)]
    some = ", ".join(legal[:SHOWN]) + (", …" if len(legal) > SHOWN else "")
    raise MoveError(f"{word!r} is no move; type one of {some}")


def cell_name(row: int, col: int) -> str:
    """The name of a cell, such as `b3`: columns are letters from the left, rows are numbers from the top."""
    return f"{chr(ord('a') + col)}{row + 1}"


def choice(position: Position, action: int) -> Choice:
    """A choice with the text of the action. One that names a cell, such as `b3`, is chosen by a click on it; one that
    names two, such as `b3c4`, by clicks on both; one character by its key."""
    text = position.table.game.notation.write_action(position, action)
    cells = CELLS.fullmatch(text)
    if not cells:
        return Choice(action, text, text, keys=(text,) if len(text) == 1 else ())
    start_col, start_row, col, row = cells.groups()
    start = (int(start_row) - 1, ord(start_col) - ord("a")) if start_row else None
    return Choice(action, text, text, cell=(int(row) - 1, ord(col) - ord("a")), start=start)


def announce(before: Position, after: Position, seat: int) -> list[str]:
    """How the game ended: the status of its last scene."""
    return [after.table.game.scene.scene(after, seat).status] if after.over else []


def plain_board(rows: int, cols: int, name: str = "cell") -> dict[str, Any]:
    """The part of a scene that is the same for all plain boards: `Scene(…, **plain_board(3, 3))`. Cells are labelled by
    `cell_name`."""
    return {
        "rows": rows,
        "cols": cols,
        "palette": (Tile("floor", ".", name),),
        "tiles": (0,) * (rows * cols),
        "row_labels": tuple(str(row + 1) for row in range(rows)),
        "col_labels": tuple(chr(ord("a") + col) for col in range(cols)),
    }
