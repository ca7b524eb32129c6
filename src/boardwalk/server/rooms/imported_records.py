"""Match records imported from files: replayed, and kept as a room that shows them."""

from __future__ import annotations

from boardwalk.contract.errors import RecordError
from boardwalk.contract.game import Table
from boardwalk.match import Match
from boardwalk.match.record import MatchRecord
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.rooms.spec import Kind, RoomSpec, Seat, clean_name

MOST_STEPS = 50_000  # of a match, the board's own included; replaying them takes about a second
HIGHEST_SEED = 2**53 - 1
PORTION = 1000  # entries of a log that are written at once: other rooms' actions are written in between


def check(record: MatchRecord) -> None:
    """A `RecordError` if the record is not worth replaying."""
    if len(record.actions) > MOST_STEPS:
        raise RecordError(f"the record has {len(record.actions)} actions; this server replays at most {MOST_STEPS}")
    if not 0 <= record.seed <= HIGHEST_SEED:
        raise RecordError(f"the record's seed is {record.seed}; a seed is from 0 to {HIGHEST_SEED}")


def replay(record: MatchRecord, table: Table) -> Match:
    """The match of a record; a `RecordError` if it can't be played."""
    match = Match.from_record(record, rules=table.rules)
    if len(match.steps) > MOST_STEPS:
        raise RecordError(f"the match has {len(match.steps)} steps; this server replays at most {MOST_STEPS}")
    return match


async def keep(rooms: Rooms, match: Match) -> str:
    """Store a room that shows the match; returns its name. Nobody holds a seat there, so nobody plays on."""
    table = match.table
    names = [clean_name(name, default) for name, default in zip(match.names, table.seats, strict=True)]
    spec = RoomSpec(
        game=table.game.name,
        options=dict(table.options.changed()),
        seed=match.seed,
        seats=[Seat(kind=Kind.PERSON, name=name) for name in names],
        defaults=list(table.seats),
        started=True,
        version=table.game.version,
        start=match.start,
        imported=True,
    )
    room = await rooms.create(spec)
    taken = [(step.seat, step.action) for step in match.steps if step.seat >= 0]
    for first in range(0, len(taken), PORTION):
        await rooms.store.append(room, spec.match, first, taken[first : first + PORTION])
    return room
