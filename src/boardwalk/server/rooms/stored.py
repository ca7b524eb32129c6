"""Rooms in the store: created, also from imported records; loaded, with their logs replayed; and their records, also of
games that can't be played here."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile

import msgspec

from boardwalk.contract import registry
from boardwalk.contract.adaptive import AdaptiveRules
from boardwalk.contract.compiling import prepare
from boardwalk.contract.errors import BoardwalkError, RecordError
from boardwalk.contract.game import Table
from boardwalk.match import Match
from boardwalk.match.record import MatchRecord
from boardwalk.server.base.errors import MovedError, NotYoursError, RefusedError, UnplayableError
from boardwalk.server.base.settings import Runtime, Settings
from boardwalk.server.rooms.clock import time_left
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.spec import Kind, RoomSpec, Seat, clean_name, is_entry, new_room_name, read_spec
from boardwalk.server.rooms.state import opened
from boardwalk.server.rooms.warming import Warming
from boardwalk.server.store import DamagedError, Entry, RoomRow, Store, StoreError

log = logging.getLogger("boardwalk")
SLICE = 0.001  # seconds of playing a log before other rooms have their turn
PORTION = 256  # entries of a log that are read at once, by a thread that shares the GIL with the event loop
WRITTEN = 1000  # entries of a log that are written at once: other rooms' actions are written in between
MOST_STEPS = 50_000  # of a match that is imported, the board's own included; replaying them takes about a second
HIGHEST_SEED = 2**53 - 1
TABLES = 256  # tables kept ready
EARLIER = 32  # earlier games kept ready
MOST_UNPLAYABLE = 1000  # rooms whose failure is remembered, so that it is logged once


class StoredRooms:
    """Creates and loads rooms. `wake` is called with a room's name when its driver may have something to do."""

    def __init__(self, store: Store, settings: Settings, runtime: Runtime, wake: Callable[[str], None]) -> None:
        self.store, self.settings, self.runtime, self._wake = store, settings, runtime, wake
        self.warming = Warming()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._unplayable: dict[str, str] = {}  # rooms that could not be read, and why, as logged
        self._earlier: OrderedDict[tuple[str, int], asyncio.Task[Room]] = OrderedDict()
        self._reading = asyncio.Lock()  # held for a slice of a log: there is one slice in each turn of the event loop

    async def table(self, game: str, options: Mapping[str, object]) -> Table:
        """A table. Laying it out does not block the event loop."""
        key = f"{game} {msgspec.json.encode(options, order='sorted').decode()}"
        if key not in self._tables:
            self._tables[key] = table = await asyncio.to_thread(_table, game, options)
            self.warming.add(table)
            if len(self._tables) > TABLES:
                self._tables.popitem(last=False)
        self._tables.move_to_end(key)
        return self._tables[key]

    async def create(self, spec: RoomSpec) -> str:
        """Store a new room and return its name. The owning process loads it on first use."""
        data = msgspec.json.encode(spec)
        while True:
            name = new_room_name(self.runtime.random)
            if await self.store.create_room(RoomRow(name, 1, data, self.runtime.time())):
                return name

    async def keep(self, match: Match) -> str:
        """Store a room that shows the match of a record; returns its name. Its seats have no tokens, so nobody can play
        on."""
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
        room = await self.create(spec)
        taken = [(step.seat, step.action) for step in match.steps if step.seat >= 0]
        for first in range(0, len(taken), WRITTEN):
            await self.store.append(room, spec.match, first, taken[first : first + WRITTEN])
        return room

    # -- reading

    async def read(self, name: str) -> Room | None:
        """The room as it is stored; an `UnplayableError` if it can't be played."""
        try:
            row = await self.store.load_room(name)
            if row is None:
                return None
            spec = read_spec(row.data)
            room = await self._opened(name, row.version, spec)
            if spec.revealed and room.state.phase == "playing":
                raise UnplayableError("the record of this game was given out before its end, so it is not played on")
            await room.leave_out_open_seats()  # in case the process ended before it could
        except (StoreError, MovedError):
            raise
        except BoardwalkError as error:
            raise self._cant_be_played(name, error) from None
        self._unplayable.pop(name, None)
        return room

    async def earlier(self, room: Room, number: int) -> Room | None:
        """An earlier game of a room, as it was at its end; None if that number is not kept. It is a room of its own,
        which nobody enters and nothing changes."""
        spec = room.state.spec.of_match(number)
        if spec is None:
            return None
        key = room.name, number
        if key not in self._earlier:
            self._earlier[key] = asyncio.ensure_future(self._opened(room.name, room.state.version, spec))
        self._earlier.move_to_end(key)
        if len(self._earlier) > EARLIER:
            self._earlier.popitem(last=False)
        reading = self._earlier[key]
        try:
            found = await asyncio.shield(reading)
        except Exception:
            if self._earlier.get(key) is reading:  # it may work the next time
                del self._earlier[key]
            raise
        found.state = found.state._replace(spec=spec)  # its spec has all earlier games
        return found

    async def _opened(self, name: str, version: int, spec: RoomSpec) -> Room:
        table = await self.table(spec.game, spec.options)
        spec.check(table)
        match = spec.new_match(table)
        times: dict[int, float] = {}
        logged = await self._play_log(name, spec.match, match, times) if spec.started else 0
        state = opened(name, version, spec, match, logged, self.runtime.now(), times)
        return Room(state, match, self.store, self.settings, self.runtime, self._wake)

    async def _play_log(self, name: str, number: int, match: Match, times: dict[int, float]) -> int:
        """Play the stored log of a match, a slice at a time, so that other rooms don't wait, and return its length; an
        `UnplayableError` if that is not possible. `times` is given the seconds that each seat has left."""
        played, last = 0, False
        while not last:
            entries = await self.store.entries(name, number, played, PORTION)
            last, unplayed, end = len(entries) < PORTION, iter(entries), played + len(entries)
            while played < end:
                async with self._reading:
                    played = _play_slice(match, unplayed, played, times, self.runtime.now)
                    await asyncio.sleep(0)  # before another room's slice
        return played

    def _cant_be_played(self, name: str, error: BoardwalkError) -> UnplayableError:
        """The refusal of a stored room; logged once, not for each request."""
        if self._unplayable.get(name) != str(error):
            log.warning("a stored room can't be played: %s", error, extra={"room": name})
            if len(self._unplayable) >= MOST_UNPLAYABLE:
                self._unplayable.clear()
            self._unplayable[name] = str(error)
        if isinstance(error, DamagedError):
            return UnplayableError(str(error))
        return UnplayableError(f"{error}; the holder of a seat can get the game's record at /api/rooms/{name}/record")

    # -- records

    async def stored_record(self, name: str, token: str, match: int = 0) -> MatchRecord:
        """The record of a match that can't be played here, as far as its log can be read, for the holder of a seat; of
        an earlier game of the room, which is over, for everybody.

        Whether the match had ended is not known without its rules, and a record reveals what is hidden from a seat. So
        the room is marked as revealed: if it becomes playable again, the match is not played on."""
        row = await self.store.load_room(name)
        if row is None:
            raise RefusedError("this room is no longer there")
        spec = read_spec(row.data)
        if match not in (0, spec.match):
            spec = spec.of_match(match) or spec
            if spec.match != match:
                raise RefusedError(f"there is no game {match} of this room")
            return _record(spec, await self.store.entries(name, match))
        if not spec.started:
            raise RefusedError("the game has not begun")
        if spec.seat_of(token) is None:
            raise NotYoursError(
                "only the holder of a seat can get the record of a game that can't be played: send its token"
            )
        entries = await self.store.entries(name, spec.match)
        if not spec.revealed:
            spec.revealed = True
            if not await self.store.save_room(name, msgspec.json.encode(spec), row.version):
                raise RefusedError("the room has just changed; try again")
        return _record(spec, entries)


def _play_slice(
    match: Match, entries: Iterator[Entry], played: int, times: dict[int, float], now: Callable[[], float]
) -> int:
    """Play entries, the first of which has the number `played`, for SLICE seconds, and return the number of the
    next."""
    pause_at = now() + SLICE
    for entry in entries:
        if not is_entry(entry, played):
            raise UnplayableError(f"line {played} of this game's log is missing or damaged")
        left = time_left(entry.action)
        try:
            if left is not None:
                match.check_seat(entry.seat)
                times[entry.seat] = left
            else:
                match.play(entry.action, entry.seat)
        except BoardwalkError as error:
            raise UnplayableError(f"line {entry.number} of this game's log can't be played: {error}") from None
        played += 1
        if now() > pause_at:
            break
    return played


def _record(spec: RoomSpec, entries: Sequence[Entry]) -> MatchRecord:
    """The record of a match, up to the first line of its log that is missing or damaged."""
    pairs = enumerate(entries)
    return spec.record([entry for _, entry in takewhile(lambda pair: is_entry(pair[1], pair[0]), pairs)])


def _table(game: str, options: Mapping[str, object]) -> Table:
    """A table that can be played at once, or once its rules are compiled if they are to be compiled first."""
    table = registry.game(game).table(options)
    if not isinstance(table.rules, AdaptiveRules):
        prepare(table, lambda title, done, of: None)
    return table


def check_record(record: MatchRecord) -> None:
    """A `RecordError` if the record is not worth replaying."""
    if len(record.actions) > MOST_STEPS:
        raise RecordError(f"the record has {len(record.actions)} actions; this server replays at most {MOST_STEPS}")
    if not 0 <= record.seed <= HIGHEST_SEED:
        raise RecordError(f"the record's seed is {record.seed}; a seed is from 0 to {HIGHEST_SEED}")


def replayed(record: MatchRecord, table: Table) -> Match:
    """The match of a record; a `RecordError` if it can't be played."""
    match = Match.from_record(record, rules=table.rules)
    if len(match.steps) > MOST_STEPS:
        raise RecordError(f"the match has {len(match.steps)} steps; this server replays at most {MOST_STEPS}")
    return match
