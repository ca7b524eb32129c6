"""Helpers for Fog Quoridor's tests: positions from short descriptions."""

from __future__ import annotations

from typing import Any

import boardwalk
from boardwalk.contract.game import Position, Table
from boardwalk.games.fog_quoridor.notation import FIELDS, describe


def table(**options: Any) -> Table:
    return boardwalk.table("fog_quoridor", options)


CLEAR = table(walls="open", fog="off")
OPEN = table(walls="open")
DARK = table(fog="off")
HIDDEN = table()


def position(at: Table, pawns: str, **fields: str) -> Position:
    """A position with these pawns; the number of turns (default 20) determines who is to act."""
    walls = [len(fields.get(f"walls_{name}", "").split()) for name in "ab"]
    values = {
        "turns": "20",
        "to_act": "AB"[int(fields.get("turns", 20)) % 2],
        "last": "no",
        "result": "none",
        "pawns": pawns,
        "left": f"{10 - walls[0]} {10 - walls[1]}",
        "scores": "kept",
        "rng": "1 2",
        **fields,
    }
    text = "".join(f"{name}: {values.get(name, '')}".rstrip() + "\n" for name in FIELDS)
    return at.game.notation.read_position(at, text)


def offers(at: Position) -> set[str]:
    """The actions offered to the player to act, as texts."""
    return {at.table.game.notation.write_action(at, action) for action in at.table.interpreted.legal(at)}


def steps(at: Position) -> set[str]:
    return {text for text in offers(at) if len(text) != 3}


def walls(at: Position) -> set[str]:
    return {text for text in offers(at) if len(text) == 3}


def play(at: Position, *moves: str) -> dict[str, Any]:
    """Play moves in place, each of which must be offered; returns the description of the result."""
    rules = at.table.interpreted
    for move in moves:
        (action,) = at.table.game.notation.read_actions(at, move)
        assert action in rules.legal(at), f"{move} is not offered"
        rules.apply(at, action)
    return describe(at)


def seen_by(at: Position, seat: int) -> Position:
    return at.table.interpreted.concealed(at, seat)


def scores(at: Position) -> dict[str, int]:
    rows = describe(at)["scores"]
    return {f"{'abcdefghi'[col]}{9 - row}": rows[row][col] for row in range(9) for col in range(9)}


def sees(at: Position, player: str) -> set[str]:
    rows = describe(at)["sees"]
    return {
        f"{'abcdefghi'[col]}{9 - row}"
        for row in range(9)
        for col in range(9)
        if rows[row][col] in (player.lower(), "*")
    }


def line(number: int) -> set[str]:
    return {f"{column}{number}" for column in "abcdefghi"}
