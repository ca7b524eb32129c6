"""Checks of arguments that batches on all devices share: counts, tables, actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.contract.game import Table

# Kernels are compiled for one game and one type of record, and new games start from one blank state.
_ALIKE: dict[str, Callable[[Table], object]] = {
    "game": lambda table: table.game.name,
    "number of seats": lambda table: len(table.seats),
    "board size": lambda table: (table.planes, table.layout.board.array.dtype),
    "state size": lambda table: table.layout.state.array.dtype,
    "blank state": lambda table: table.layout.state.to_bytes(),
    "kind of board": lambda table: table.layout.per_game,
    "scratch size": lambda table: table.layout.scratch and table.layout.scratch.array.dtype,
}


def check_count(what: str, count: object, least: int = 1) -> None:
    """A `BoardwalkError` unless `count` is an integer of at least `least`."""
    if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < least:
        raise BoardwalkError(f"{what} must be an integer of at least {least}, not {count!r}")


def check_tables(tables: Sequence[Table]) -> None:
    """A `BoardwalkError` unless one batch can play at all of these tables."""
    if not tables:
        raise BoardwalkError("a batch needs at least one table")
    first = tables[0]
    for number, table in enumerate(tables):
        for what, of in _ALIKE.items():
            if of(table) != of(first):
                raise BoardwalkError(f"the tables of a batch must have the same {what}; tables 0 and {number} do not")
    if len(tables) > 1 and first.layout.per_game:
        title = first.game.title
        raise BoardwalkError(f"{title} lays out a new board for each game here: a batch of it takes one table only")


def check_actions(shape: tuple[int, ...], dtype: np.dtype[Any], games: int) -> None:
    """A `MoveError` unless an array of that shape and type, on any device, holds one action for each game."""
    if shape != (games,):
        raise MoveError(f"expected {games} actions, one for each game, not an array of shape {shape}")
    if dtype.kind not in "iu":
        raise MoveError(f"actions are integers, not of type {dtype}")


def actions_on_host(actions: Any, games: int) -> np.ndarray[Any, Any]:
    """Actions in host memory as an array, checked by `check_actions`."""
    try:
        array = np.asarray(actions)
    except (TypeError, ValueError):
        raise MoveError(f"expected an array of {games} actions, one for each game") from None
    check_actions(array.shape, array.dtype, games)
    return array
