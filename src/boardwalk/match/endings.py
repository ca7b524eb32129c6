"""Endings outside the rules: what ends a match, or a seat's part in it, in any game.

They are events that every game has besides its own, numbered after those. So logs and records hold them like other
actions, and records without them stay as they are."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from boardwalk.contract.game import Position, Table
from boardwalk.contract.rules import Rules
from boardwalk.engine.rules import NOBODY

NAMED = 4  # winners; more are not named


class Ending(Enum):
    """The kinds of endings, in the order of their numbers: new ones come last."""

    FLAG = "lost on time"  # the seat has no time left


KINDS = tuple(Ending)


def first_ending(table: Table) -> int:
    """The lowest action number of an ending at this table."""
    return table.actions + len(table.game.play.events) * len(table.seats)


def ending_number(table: Table, ending: Ending, seat: int) -> int:
    """The action number of an ending for a seat."""
    return first_ending(table) + KINDS.index(ending) * len(table.seats) + seat


def ending_of(table: Table, action: int) -> Ending | None:
    """The ending with this action number, of whatever seat; None if there is none."""
    kind = (action - first_ending(table)) // len(table.seats)
    return KINDS[kind] if 0 <= kind < len(KINDS) else None


def applied(rules: Rules, position: Position, action: int) -> Position:
    """The position after a step, whose state is changed in place: by the rules, or by an ending."""
    table = position.table
    if action < table.actions or action < first_ending(table):
        rules.apply(position, action)
        return position
    after = replace(position, endings=(*position.endings, action))
    if is_decided(after):
        after.state.to_act = NOBODY
    return after


def ended_seats(position: Position) -> set[int]:
    """The seats whose part in the match has ended outside the rules."""
    first = first_ending(position.table) if position.endings else 0
    return {(action - first) % len(position.table.seats) for action in position.endings}


def _lost(position: Position) -> set[int]:
    """The seats of the sides that have lost: those of which no seat is left."""
    tones, out = position.table.tones, ended_seats(position)
    left = {tone for seat, tone in enumerate(tones) if seat not in out}
    return {seat for seat, tone in enumerate(tones) if tone not in left}


def is_decided(position: Position) -> bool:
    """Whether endings have left one side, which wins, or none."""
    tones, lost = position.table.tones, _lost(position)
    return bool(position.endings) and len({tone for seat, tone in enumerate(tones) if seat not in lost}) < 2


def undecided(position: Position) -> Position:
    """The position as a game can draw it, which has no picture of an end that its rules don't know: as if it were the
    turn of the seat whose part has ended last."""
    if not position.endings or not is_decided(position):
        return position
    still = position.copy()
    still.state.to_act = (position.endings[-1] - first_ending(position.table)) % len(position.table.seats)
    return still


def scores(rules: Rules, position: Position) -> tuple[int, ...]:
    """1, 0 or -1 for each seat. Sides that have lost outside the rules come last: if one of them is the first by the
    rules, it is a draw between the others."""
    own = rules.scores(position)
    if not position.endings:
        return own
    lost = _lost(position)
    if is_decided(position):
        return tuple(-1 if seat in lost else 1 for seat in range(len(own)))
    draw = any(own[seat] > 0 for seat in lost)
    return tuple(-1 if seat in lost else 0 if draw else score for seat, score in enumerate(own))


def status(position: Position) -> str:
    """How the match ended, in a sentence; empty if it did not end outside the rules."""
    if not position.endings or not position.over:
        return ""
    seats, lost = position.table.seats, _lost(position)
    if not is_decided(position):
        first = [seats[seat] for seat in lost if position.table.rules.scores(position)[seat] > 0]
        return f"{' and '.join(first)} would have won, but {_what(position)}" if first else ""
    winners = [name for seat, name in enumerate(seats) if seat not in lost]
    if not 0 < len(winners) <= NAMED:
        return _what(position)
    return f"{_what(position)}: {' and '.join(winners)} win{'s' * (len(winners) == 1)}"


def news(position: Position) -> list[str]:
    """The announcement of the newest ending."""
    return [status(position) or _what(position)]


def _what(position: Position) -> str:
    """The newest ending in words."""
    table, newest = position.table, position.endings[-1]
    ending, seat = ending_of(table, newest), (newest - first_ending(table)) % len(table.seats)
    assert ending is not None
    return f"{table.seats[seat]} {ending.value}"
