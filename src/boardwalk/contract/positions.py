"""Positions as text: a header line with the game and its options, then the game's own lines.

boardwalk fog_quoridor(walls=open) 1

…
"""

from __future__ import annotations

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, TextError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.text import lines_of, shown, whole_number

HEAD = "boardwalk "


def write_position(position: Position) -> str:
    """The position as text; its first line gives the game, its options and the version of its rules."""
    table = position.table
    return f"{HEAD}{table} {table.game.version}\n\n{table.game.notation.write_position(position)}"


def read_position(text: str, at: Table | None = None) -> Position:
    """Parse a position; a `TextError` if that fails. Without a table `at`, one is made from the header line."""
    lines = lines_of(text)
    head = lines[0] if lines else ""
    string, _, version = head.removeprefix(HEAD).rpartition(" ")
    if not head.startswith(HEAD) or not string or string[-1].isspace() or not version.isdecimal():
        raise TextError(1, 1, "expected a position's first line: boardwalk GAME(OPTION=VALUE,…) VERSION")
    try:
        table = registry.table(string)
    except BoardwalkError as error:
        raise TextError(1, len(HEAD) + 1, str(error)) from None
    if at is not None and str(at) != str(table):
        raise TextError(1, len(HEAD) + 1, f"expected a position of {at.brief}, not of {table.brief}")
    table = at or table
    if whole_number(version) != table.game.version:
        expected = f"version {table.game.version} of the rules, not {shown(version)}"
        raise TextError(1, len(HEAD) + len(string) + 2, f"expected {expected}")
    try:
        return table.game.notation.read_position(table, "\n".join(lines[2:]) + "\n")
    except TextError as error:
        raise TextError(error.line + 2, error.column, error.what, error.source) from None
