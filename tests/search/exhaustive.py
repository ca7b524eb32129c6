"""Exhaustive search: what a position is worth to a seat if everybody plays perfectly. For small games of two seats
without secrets and chance."""

from __future__ import annotations

from boardwalk.contract.game import Position


def value(position: Position, seat: int, known: dict[bytes, int] | None = None) -> int:
    """1, 0 or -1."""
    known = {} if known is None else known
    rules = position.table.rules
    if position.over:
        return rules.scores(position)[seat]
    key = position.state.to_bytes()
    if key not in known:
        best = max if position.to_act == seat else min
        known[key] = best(value(after(position, action), seat, known) for action in rules.legal(position))
    return known[key]


def after(position: Position, action: int) -> Position:
    """The position after an action and the board's steps that follow."""
    next_position = position.copy()
    position.table.rules.apply(next_position, action)
    while next_position.to_act == -1:
        position.table.rules.apply(next_position, 0)
    return next_position


def values(position: Position) -> dict[int, int]:
    """What each legal action is worth to the seat to act."""
    seat, known = position.to_act, {}
    return {a: value(after(position, a), seat, known) for a in position.table.rules.legal(position)}
