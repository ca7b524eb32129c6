"""Rooms as values, for tests that need no server."""

from __future__ import annotations

from typing import Any

import boardwalk
from boardwalk import Match
from boardwalk.server.rooms.spec import Kind, RoomSpec, Seat
from boardwalk.server.rooms.state import Change, RoomState, opened, plan

MOST_STEPS = 1000
NOW, TODAY = 100.0, 1e9


def new_room(text: str, kinds: str = "", **more: Any) -> tuple[RoomState, Match]:
    """A room at a table, by default begun and with a person at each seat, and its match."""
    table = boardwalk.table(text)
    wanted = kinds.split() or ["person"] * len(table.seats)
    seats = [
        Seat(kind=Kind(kind), name=name, bot="easy" if kind == "bot" else "")
        for kind, name in zip(wanted, table.seats, strict=True)
    ]
    spec = RoomSpec(
        game=table.game.name,
        options=dict(table.options.changed()),
        seed=1,
        seats=seats,
        defaults=list(table.seats),
        version=table.game.version,
        **{"started": True} | more,
    )
    match = spec.new_match(table)
    return opened("abc", 1, spec, match, 0, NOW), match


def planned(state: RoomState, match: Match, *pairs: tuple[int, int], now: float = NOW) -> Change:
    return plan(state, match, pairs, MOST_STEPS, now, TODAY)


def first_legal(match: Match) -> tuple[int, int]:
    """The first legal action of the seat to act."""
    return match.to_act, match.view(match.to_act).legal[0]
