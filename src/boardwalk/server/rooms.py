"""The rooms that a process has in memory: created, read from the store, driven, and dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import takewhile
from typing import Any

import msgspec

from boardwalk.core import registry
from boardwalk.core.errors import BoardwalkError
from boardwalk.core.game import Table
from boardwalk.match.record import MatchRecord
from boardwalk.server import metrics
from boardwalk.server.presence import LiveInputs, decode
from boardwalk.server.room import Room
from boardwalk.server.room_driver import drive
from boardwalk.server.room_spec import (
    NotYoursError,
    RefusedError,
    RoomSpec,
    UnplayableError,
    is_entry,
    new_room_name,
    read_spec,
)
from boardwalk.server.settings import Settings
from boardwalk.server.store import DamagedError, RoomRow, Store, StoreError

log = logging.getLogger("boardwalk")
TABLES = 256  # tables kept ready
AGAIN = 5.0  # seconds after which a driver that failed is started again
SWEEP = 30.0  # seconds between checks for idle rooms
MOST_UNPLAYABLE = 1000  # rooms whose failure is remembered, so that it is logged once
MISSED_REPORTS = 3  # periods without a report after which another process counts as ended


class Rooms:
    """The rooms that are awake: in memory, each with a driver. `open` reads one from the store if needed."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.closing = False
        self.awake: dict[str, Room] = {}
        self._unplayable: dict[str, str] = {}  # rooms that could not be woken, and why, as logged
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._background: set[asyncio.Task[Any]] = set()
        store.listen(self._notified)
        self._start(self._repeat(min(SWEEP, settings.sleep_seconds), self._drop_idle))
        if store.shared:
            self._start(self._repeat(settings.beat_seconds, self._report_presence))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background. What it raises is logged."""

        def ended(task: asyncio.Task[None]) -> None:
            self._background.discard(task)
            if not task.cancelled() and (error := task.exception()):
                log.error("a background task failed", exc_info=error)

        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(ended)

    @staticmethod
    async def _repeat(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something periodically, also after it has failed."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreError as error:
                log.warning("a periodic task has to wait for the store: %s", error)
            except Exception:
                log.exception("a periodic task failed")

    async def table(self, game: str, options: Mapping[str, object]) -> Table:
        """A table with its rules compiled, from the cache if possible. Compiling does not block the event loop."""
        key = f"{game} {msgspec.json.encode(options, order='sorted').decode()}"
        if key not in self._tables:
            self._tables[key] = await asyncio.to_thread(self._make_table, game, options)
            if len(self._tables) > TABLES:
                self._tables.popitem(last=False)
        self._tables.move_to_end(key)
        return self._tables[key]

    @staticmethod
    def _make_table(game: str, options: Mapping[str, object]) -> Table:
        from boardwalk.core.compiling import prepare

        table = registry.game(game).table(options)
        prepare(table, lambda title, done, of: None)
        return table

    async def create(self, spec: RoomSpec) -> Room:
        if len(self.awake) >= self.settings.rooms_awake:
            raise RefusedError("the server is full; try again later")
        table = await self.table(spec.game, spec.options)
        while True:
            row = RoomRow(new_room_name(), 1, msgspec.json.encode(spec), time.time())
            if await self.store.create_room(row):
                break
        room = Room(row, table, self.store, self.settings.steps_a_match)
        self._register(room)
        return room

    def _register(self, room: Room) -> None:
        self.awake[room.name] = room
        metrics.rooms.set(len(self.awake))
        room.set_clock()
        self._drivers[room.name] = asyncio.get_running_loop().create_task(self._drive(room))
        if self.store.shared:
            self._start(room.presence.ask())

    async def _drive(self, room: Room) -> None:
        while True:
            try:
                await drive(room, self.settings)
            except Exception:
                log.exception("the driver of a room failed", extra={"room": room.name})
                await asyncio.sleep(AGAIN)

    @property
    def connections(self) -> int:
        return sum(len(room.connections) for room in self.awake.values())

    async def open(self, name: str) -> Room | None:
        """The room of that name, awake; None if there is none."""
        if self.closing:
            raise RefusedError("the server is restarting")
        if name in self.awake:
            self.awake[name].last_used = time.monotonic()
            return self.awake[name]
        if name not in self._waking:
            self._waking[name] = asyncio.get_running_loop().create_task(self._wake(name))
        try:
            return await asyncio.shield(self._waking[name])
        finally:
            if name in self._waking and self._waking[name].done():
                del self._waking[name]

    async def _wake(self, name: str) -> Room | None:
        try:
            row = await self.store.load_room(name)
            if row is None:
                return None
            if len(self.awake) >= self.settings.rooms_awake:
                raise RefusedError("the server is full; try again later")
            room = await self._read_room(row)
        except (StoreError, RefusedError):
            raise
        except BoardwalkError as error:
            raise self._cant_be_played(name, error) from None
        self._unplayable.pop(name, None)
        self._register(room)
        return room

    def _cant_be_played(self, name: str, error: BoardwalkError) -> UnplayableError:
        """The refusal of a stored room; logged once, not for each request."""
        if self._unplayable.get(name) != str(error):
            log.warning("a stored room can't be played: %s", error, extra={"room": name})
            if len(self._unplayable) >= MOST_UNPLAYABLE:
                self._unplayable.clear()
            self._unplayable[name] = str(error)
        if isinstance(error, DamagedError):
            return UnplayableError(str(error))
        return UnplayableError(f"{error}; who holds a seat can get the record of the game at /api/rooms/{name}/record")

    async def _read_room(self, row: RoomRow) -> Room:
        spec = read_spec(row.data)
        table = await self.table(spec.game, spec.options)
        room = Room(row, table, self.store, self.settings.steps_a_match)
        await room.read_log()
        if spec.revealed and room.phase == "playing":
            raise UnplayableError("the record of this game was given out before its end, so it is not played on")
        await room.leave_out_open_seats()  # in case the process ended before it could
        return room

    async def stored_record(self, name: str, token: str) -> MatchRecord:
        """The record of a match that can't be played here, as far as its log can be read, for the holder of a seat.

        Whether the match had ended is not known without its rules, and a record tells what a seat may not know. So the
        room is marked: should it become playable again, the match is not played on."""
        row = await self.store.load_room(name)
        if row is None:
            raise RefusedError("this room is no longer there")
        spec = read_spec(row.data)
        if not spec.started:
            raise RefusedError("the game has not begun")
        if spec.seat_of(token) is None:
            raise NotYoursError(
                "only who holds a seat can get the record of a game that can't be played: send its token"
            )
        entries = await self.store.entries(name, spec.match)
        if not spec.revealed:
            spec.revealed = True
            if not await self.store.save_room(name, msgspec.json.encode(spec), row.version):
                raise RefusedError("the room has just changed; try again")
        pairs = enumerate(entries)
        return spec.record([entry for _, entry in takewhile(lambda pair: is_entry(pair[1], pair[0]), pairs)])

    def _notified(self, name: str, payload: bytes) -> None:
        """Another process has stored a change of a room, or has sent a message about it. Without a name notifications
        may have been missed, so any room may have changed."""
        for room in [self.awake[name]] if name in self.awake else list(self.awake.values()) if not name else []:
            if payload:
                self._take_message(room, payload)
            else:
                self._start(self._catch_up(room))
            if not name:
                self._start(room.presence.ask())

    def _take_message(self, room: Room, payload: bytes) -> None:
        try:
            message = decode(payload)
        except msgspec.MsgspecError as error:  # a process of another version may share the database
            log.warning("a message of another process can't be read: %s", error, extra={"room": room.name})
            return
        if isinstance(message, LiveInputs):
            room.inputs.newest.update(message.inputs)
            return
        if room.presence.update(message):
            room.send_room()
        if message.asks:
            self._start(room.presence.report())

    async def _catch_up(self, room: Room) -> None:
        with suppress(StoreError):  # the store reports its return, and then all rooms catch up
            async with self.resets_if_broken(room):
                await room.catch_up()

    @asynccontextmanager
    async def resets_if_broken(self, room: Room) -> AsyncIterator[None]:
        """An unexpected error within this block is logged, and the room is dropped from memory, where it may be
        inconsistent; refusals and a store that is away are expected. The error is raised again."""
        try:
            yield
        except Exception as error:
            if not isinstance(error, BoardwalkError) or isinstance(error, UnplayableError):
                log.exception("a room failed and is read again", extra={"room": room.name})
                await self._reset(room)
            raise

    async def _reset(self, room: Room) -> None:
        """Drop a room from memory and have its clients reconnect: the first of them has it read from the store."""
        if self.awake.get(room.name) is room:
            for connection in list(room.connections):
                connection.stop("something went wrong in this room; it is opened again", again=True)
            await self._sleep(room)

    async def _report_presence(self) -> None:
        for room in list(self.awake.values()):
            await room.presence.report()
            if room.presence.forget_silent(MISSED_REPORTS * self.settings.beat_seconds):
                room.send_room()

    async def _drop_idle(self) -> None:
        """Drop idle rooms from memory, and delete those from the store that nobody has used for long."""
        limit = time.monotonic() - self.settings.sleep_seconds
        for room in list(self.awake.values()):
            if not room.connections and room.last_used < limit and not room.lock.locked():
                await self._sleep(room)
        with suppress(StoreError):
            await self.store.delete_rooms_before(time.time() - self.settings.forget_days * 86400)

    async def _sleep(self, room: Room) -> None:
        self.awake.pop(room.name, None)
        metrics.rooms.set(len(self.awake))
        await self._cancel([self._drivers.pop(room.name)])

    def close_connections(self) -> None:
        """Refuse new connections and close all others, asking clients to reconnect in a moment."""
        self.closing = True
        for room in self.awake.values():
            for connection in list(room.connections):
                connection.stop("the server is restarting", again=True)

    async def close(self) -> None:
        self.close_connections()
        reporting = [room.presence.reporting for room in self.awake.values() if room.presence.reporting]
        await self._cancel([*self._drivers.values(), *self._background, *reporting])

    @staticmethod
    async def _cancel(tasks: Sequence[asyncio.Task[Any]]) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
