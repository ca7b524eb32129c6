"""The rooms that a process has in memory: read from the store, driven, listed on the front page, dropped when idle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from boardwalk.contract.errors import BoardwalkError
from boardwalk.server.base import monitoring
from boardwalk.server.base.errors import MovedError, RefusedError
from boardwalk.server.base.settings import SYSTEM, Runtime, Settings
from boardwalk.server.cluster import BEAT, Peers
from boardwalk.server.protocol.messages import RoomInfo
from boardwalk.server.rooms.driver import Driver
from boardwalk.server.rooms.reviews import Reviews
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.state import is_listed
from boardwalk.server.rooms.stored import StoredRooms
from boardwalk.server.rooms.warming import EVERY as WARM_EVERY
from boardwalk.server.store import Store, StoreError
from boardwalk.server.workers.pool import Pool

log = logging.getLogger("boardwalk")
SWEEP = 30.0  # seconds between checks for idle rooms
FULL = "the server is full; try again later"
LIST_EVERY = 4.0  # seconds between two updates of the front page
LISTED_SECONDS = 15.0  # for which an update is valid
MOST_LISTED = 60  # rooms on the front page


class Rooms(StoredRooms):
    """The rooms in memory, each with a driver. `open` loads one from the store if needed. `peers` are the processes
    that share the store, where there are several."""

    def __init__(self, store: Store, settings: Settings, peers: Peers | None = None, runtime: Runtime = SYSTEM) -> None:
        super().__init__(store, settings, runtime, self._wake_driver)
        self.peers = peers
        self.closing = False
        self.pool = Pool(settings)
        self.reviews = Reviews(self.pool, self.warming)
        self.awake: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._releasing: dict[str, asyncio.Task[None]] = {}
        self._drivers: dict[str, Driver] = {}
        self._background: set[asyncio.Task[Any]] = set()
        self._start(self._repeat(min(SWEEP, settings.sleep_seconds), self._drop_idle))
        self._listing = Listing(store)
        self._start(self._repeat(LIST_EVERY, self._list))
        self._start(self._repeat(WARM_EVERY, self.warming.look))
        if peers is not None:
            self._start(self._repeat(BEAT, self._renew_leases))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background; its exceptions are logged."""

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

    def _register(self, room: Room) -> None:
        self._make_space()
        self.awake[room.name] = room
        monitoring.rooms.set(len(self.awake))
        self._drivers[room.name] = Driver(room, self.settings, self.pool, self.warming, lambda: self._reset(room))

    def _wake_driver(self, name: str) -> None:
        if name in self._drivers:  # else an action was being stored while the room was dropped
            self._drivers[name].wake()

    def _make_space(self) -> None:
        """At the limit, drop the room that has been idle for longest; refuse if none is idle."""
        if len(self.awake) < self.settings.rooms_awake:
            return
        idle = [room for room in self.awake.values() if _is_idle(room)]
        if not idle:
            raise RefusedError(FULL)
        self._unload(min(idle, key=lambda room: room.last_used))

    @property
    def connections(self) -> int:
        return sum(len(room.connections) for room in self.awake.values())

    async def open(self, name: str) -> Room | None:
        """The room of that name, in memory; None if there is none."""
        if self.closing:
            raise RefusedError("the server is restarting")
        while True:
            if name in self.awake:
                self.awake[name].last_used = self.runtime.now()
                return self.awake[name]
            if name not in self._loading:
                self._loading[name] = asyncio.get_running_loop().create_task(self._load(name))
                self._loading[name].add_done_callback(lambda _: self._loading.pop(name))
            if await asyncio.shield(self._loading[name]) is None:
                return None

    async def _load(self, name: str) -> Room | None:
        if name in self._releasing:
            await asyncio.wait([self._releasing[name]])
        if self.peers is not None and not await self.peers.claim(name):
            return None
        try:
            room = await self.read(name)
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

    def reset_if_broken(self, room: Room, error: Exception) -> bool:
        """Drop a room from memory after an error other than the refusal of a request: the room may be inconsistent, or
        have another owner. True if it was dropped. An unexpected error is logged."""
        if isinstance(error, MovedError):
            self._reset(room)
            return True
        if isinstance(error, BoardwalkError):
            return False
        log.error("a room failed and is read again", exc_info=error, extra={"room": room.name})
        self._reset(room, "something went wrong in this room; it is opened again")
        return True

    def _reset(self, room: Room, why: str = "this room has moved; it is opened again") -> None:
        """Drop a room from memory and make its clients reconnect: the first of them loads it from the store."""
        if self.awake.get(room.name) is room:
            for connection in list(room.connections):
                connection.stop(why, again=True)
            self._unload(room)

    async def _renew_leases(self) -> None:
        assert self.peers is not None
        with suppress(StoreError):  # tried again soon; the writer has logged it
            if not await self.peers.renew():
                for name in await self.peers.lost(self.awake):
                    self._reset(self.awake[name])

    async def _list(self) -> None:
        rooms = [room for room in self.awake.values() if is_listed(room.state, bool(room.connections))]
        await self._listing.update({room.name: room.info() for room in rooms}, self.runtime.time())

    async def _drop_idle(self) -> None:
        """Drop idle rooms from memory, and delete those from the store that nobody has used for long."""
        limit = self.runtime.now() - self.settings.sleep_seconds
        for room in list(self.awake.values()):
            if room.last_used < limit and _is_idle(room):
                self._unload(room)
        with suppress(StoreError):
            await self.store.delete_rooms_before(self.runtime.time() - self.settings.forget_days * 86400)

    def _unload(self, room: Room) -> None:
        """Drop a room from memory; any process may own it next."""
        del self.awake[room.name]
        monitoring.rooms.set(len(self.awake))
        self._release(room.name, self._drivers.pop(room.name))

    def _release(self, name: str, driver: Driver | None = None) -> None:
        """Stop the driver of a room and give up the lease on it. A later `open` waits for both: a room that is loaded
        again must not lose its lease."""

        async def release() -> None:
            if driver is not None:
                await driver.stop()
            if self.peers is not None and not self.closing:
                with suppress(StoreError):  # then it is this process's until it ends
                    await self.peers.release(name)

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
        await self.reviews.close()
        await self.pool.close()
        background = [*self._background, *self._loading.values(), *self._releasing.values()]
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        if self.peers is not None:
            with suppress(StoreError):  # then the leases lapse
                await self.peers.leave()


def _is_idle(room: Room) -> bool:
    return not room.connections and not room.lock.locked()


# -- the front page


class Listing:
    """Writes the listed rooms that this process has in memory to the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._listed: set[str] = set()

    async def update(self, rooms: Mapping[str, RoomInfo], today: float) -> None:
        """These rooms are listed now, by name. `today` is Unix time, here and in `front_page`."""
        found = {name: msgspec.json.encode(one) for name, one in rooms.items()}
        gone = self._listed - found.keys()
        if found or gone:
            await self._store.list_rooms(found, gone, today - LISTED_SECONDS)
        self._listed = {*found}


async def front_page(store: Store, today: float) -> tuple[list[RoomInfo], list[RoomInfo]]:
    """The tables to join and the games to watch."""
    data = await store.listed_rooms(today - LISTED_SECONDS, MOST_LISTED)
    rooms = [msgspec.json.decode(one, type=RoomInfo) for one in data]
    tables = [room for room in rooms if room.phase == "waiting" and any(seat.kind == "open" for seat in room.seats)]
    return tables, [room for room in rooms if room.phase == "playing"]
