"""The rooms that a process has in memory: created, read from the store, driven, and dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

import msgspec
from starlette.types import Scope

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table
from boardwalk.match.record import MatchRecord
from boardwalk.server.access.peers import is_from_peer
from boardwalk.server.base import metrics
from boardwalk.server.base.errors import MovedError, NotYoursError, RefusedError, UnplayableError
from boardwalk.server.base.settings import Settings
from boardwalk.server.cluster.peers import BEAT, Peers
from boardwalk.server.rooms.analyses import Analyses
from boardwalk.server.rooms.driver import Driver
from boardwalk.server.rooms.earlier_games import EarlierGames
from boardwalk.server.rooms.listing import EVERY as LIST_EVERY
from boardwalk.server.rooms.listing import Listing
from boardwalk.server.rooms.log import play_log
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.spec import RoomSpec, is_entry, new_room_name, read_spec
from boardwalk.server.store import DamagedError, Entry, RoomRow, Store, StoreError, Worker
from boardwalk.server.workers.thinkers import ThinkingPool

log = logging.getLogger("boardwalk")
TABLES = 256  # tables kept ready
SWEEP = 30.0  # seconds between checks for idle rooms
MOST_UNPLAYABLE = 1000  # rooms whose failure is remembered, so that it is logged once
FULL = "the server is full; try again later"


class Rooms:
    """The rooms that are awake: in memory, each with a driver. `open` reads one from the store if needed. `peers` are
    the processes that share the store, where there are several."""

    def __init__(self, store: Store, settings: Settings, peers: Peers | None = None) -> None:
        self.store = store
        self.settings = settings
        self.peers = peers
        self.closing = False
        self.thinkers = ThinkingPool(settings)
        self.analyses = Analyses(self.thinkers)
        self.earlier = EarlierGames(self._play_log)
        self.awake: dict[str, Room] = {}
        self._unplayable: dict[str, str] = {}  # rooms that could not be woken, and why, as logged
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self._releasing: dict[str, asyncio.Task[None]] = {}
        self._drivers: dict[str, Driver] = {}
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._reading = asyncio.Lock()  # held for a slice of a log: there is one slice in each turn of the event loop
        self._background: set[asyncio.Task[Any]] = set()
        self._start(self._repeat(min(SWEEP, settings.sleep_seconds), self._drop_idle))
        self._listing = Listing(store)
        self._start(self._repeat(LIST_EVERY, lambda: self._listing.update([*self.awake.values()])))
        if peers is not None:
            self._start(self._repeat(BEAT, self._renew_leases))

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
        from boardwalk.contract.compiling import prepare

        table = registry.game(game).table(options)
        prepare(table, lambda title, done, of: None)
        return table

    async def elsewhere(self, name: str, scope: Scope) -> Worker | None:
        """The worker that a request about this room is to be passed on to; None if it is served here."""
        if self.peers is None or name in self.awake or is_from_peer(scope):
            return None
        return await self.peers.elsewhere(name)

    async def create(self, spec: RoomSpec) -> str:
        """Store a new room and return its name. It is read when somebody comes, by the process that is to have it."""
        while True:
            name = new_room_name()
            if await self.store.create_room(RoomRow(name, 1, msgspec.json.encode(spec), time.time())):
                return name

    def _register(self, room: Room) -> None:
        self._make_space()
        self.awake[room.name] = room
        metrics.rooms.set(len(self.awake))
        driver = self._drivers[room.name] = Driver(room, self.settings, self.thinkers, lambda: self._reset(room))
        room.nudge = driver.nudge

    def _make_space(self) -> None:
        """Drop the room that has been idle for longest if there are as many as there may be; refuse if none is idle."""
        if len(self.awake) < self.settings.rooms_awake:
            return
        idle = [room for room in self.awake.values() if _is_idle(room)]
        if not idle:
            raise RefusedError(FULL)
        self._sleep(min(idle, key=lambda room: room.last_used))

    @property
    def connections(self) -> int:
        return sum(len(room.connections) for room in self.awake.values())

    async def open(self, name: str) -> Room | None:
        """The room of that name, awake; None if there is none."""
        if self.closing:
            raise RefusedError("the server is restarting")
        while True:
            if name in self.awake:
                self.awake[name].last_used = time.monotonic()
                return self.awake[name]
            if name not in self._waking:
                self._waking[name] = asyncio.get_running_loop().create_task(self._wake(name))
                self._waking[name].add_done_callback(lambda _: self._waking.pop(name))
            if await asyncio.shield(self._waking[name]) is None:
                return None

    async def _wake(self, name: str) -> Room | None:
        if name in self._releasing:
            await asyncio.wait([self._releasing[name]])
        if self.peers is not None:
            owner = await self.store.claim(name)
            if owner is None:
                return None
            if owner.name != self.peers.me.name:
                raise MovedError
        try:
            room = await self._read_room(name)
            if room is not None:
                self._register(room)
        except BaseException:
            self._release(name)
            raise
        return room

    async def hint(self, room: Room, seat: int, address: str) -> bytes:
        """A hint for a seat, as JSON, for a client of this address."""
        if self.awake.get(room.name) is not room:
            raise MovedError
        return await self._drivers[room.name].bots.hint(seat, address)

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

    async def _read_room(self, name: str) -> Room | None:
        """The room as it is stored; an `UnplayableError` if it can't be played."""
        try:
            row = await self.store.load_room(name)
            if row is None:
                return None
            spec = read_spec(row.data)
            room = await self._play_log(row, spec)
            if spec.revealed and room.phase == "playing":
                raise UnplayableError("the record of this game was given out before its end, so it is not played on")
            await room.leave_out_open_seats()  # in case the process ended before it could
        except (StoreError, MovedError):
            raise
        except BoardwalkError as error:
            raise self._cant_be_played(name, error) from None
        self._unplayable.pop(name, None)
        return room

    async def _play_log(self, row: RoomRow, spec: RoomSpec) -> Room:
        table = await self.table(spec.game, spec.options)
        room = Room(row, table, self.store, self.settings.steps_a_match)
        await play_log(room, self._reading)
        return room

    async def stored_record(self, name: str, token: str, match: int = 0) -> MatchRecord:
        """The record of a match that can't be played here, as far as its log can be read, for the holder of a seat; of
        an earlier game of the room, which is over, for everybody.

        Whether the match had ended is not known without its rules, and a record tells what a seat may not know. So the
        room is marked: should it become playable again, the match is not played on."""
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
                "only who holds a seat can get the record of a game that can't be played: send its token"
            )
        entries = await self.store.entries(name, spec.match)
        if not spec.revealed:
            spec.revealed = True
            if not await self.store.save_room(name, msgspec.json.encode(spec), row.version):
                raise RefusedError("the room has just changed; try again")
        return _record(spec, entries)

    def reset_if_broken(self, room: Room, error: Exception) -> bool:
        """Drop a room from memory after an error that is more than a refusal of a client's request: the room may be
        inconsistent, or another process's by now. True if it was dropped. An unexpected error is logged."""
        if isinstance(error, MovedError):
            self._reset(room)
            return True
        if isinstance(error, BoardwalkError):
            return False
        log.error("a room failed and is read again", exc_info=error, extra={"room": room.name})
        self._reset(room, "something went wrong in this room; it is opened again")
        return True

    def _reset(self, room: Room, why: str = "this room has moved; it is opened again") -> None:
        """Drop a room from memory and have its clients reconnect: the first of them has it read from the store."""
        if self.awake.get(room.name) is room:
            for connection in list(room.connections):
                connection.stop(why, again=True)
            self._sleep(room)

    async def _renew_leases(self) -> None:
        assert self.peers is not None
        with suppress(StoreError):  # tried again soon; the writer has logged it
            if not await self.peers.renew():
                mine = await self.store.owned()
                for room in [room for name, room in self.awake.items() if name not in mine]:
                    self._reset(room)

    async def _drop_idle(self) -> None:
        """Drop idle rooms from memory, and delete those from the store that nobody has used for long."""
        limit = time.monotonic() - self.settings.sleep_seconds
        for room in list(self.awake.values()):
            if room.last_used < limit and _is_idle(room):
                self._sleep(room)
        with suppress(StoreError):
            await self.store.delete_rooms_before(time.time() - self.settings.forget_days * 86400)

    def _sleep(self, room: Room) -> None:
        """Drop a room from memory, and leave it to whichever process is asked for it next."""
        del self.awake[room.name]
        metrics.rooms.set(len(self.awake))
        room.nudge = lambda: None  # an action that is being stored must not start the driver again
        self.thinkers.forget(room.name)
        self._release(room.name, self._drivers.pop(room.name))

    def _release(self, name: str, driver: Driver | None = None) -> None:
        """Stop the driver of a room and give up the lease on it. A later `open` waits for both: a room that is awake
        again must not lose its lease."""

        async def release() -> None:
            if driver is not None:
                await driver.stop()
            if self.peers is not None and not self.closing:
                with suppress(StoreError):  # then it is this process's until it ends
                    await self.store.release(name)

        self._releasing[name] = asyncio.get_running_loop().create_task(release())
        self._releasing[name].add_done_callback(lambda _: self._releasing.pop(name))

    def close_connections(self) -> None:
        """Refuse new connections and close all others, asking clients to reconnect in a moment."""
        self.closing = True
        for room in self.awake.values():
            for connection in list(room.connections):
                connection.stop("the server is restarting", again=True)

    async def close(self) -> None:
        self.close_connections()
        await asyncio.gather(*(driver.stop() for driver in self._drivers.values()))
        await self.analyses.close()
        await self.thinkers.close()
        background = [*self._background, *self._waking.values(), *self._releasing.values()]
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        if self.peers is not None:
            with suppress(StoreError):  # then the leases lapse
                await self.peers.leave()


def _record(spec: RoomSpec, entries: Sequence[Entry]) -> MatchRecord:
    """The record of a match, up to the first line of its log that is missing or damaged."""
    pairs = enumerate(entries)
    return spec.record([entry for _, entry in takewhile(lambda pair: is_entry(pair[1], pair[0]), pairs)])


def _is_idle(room: Room) -> bool:
    return not room.connections and not room.lock.locked()
