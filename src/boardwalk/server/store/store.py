"""`Store`: the interface of the storage to the rest of the server. All of it is asynchronous."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import threading
import time
from asyncio import Future
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from boardwalk.server.store.engine import READERS, WAIT_S, in_memory, is_damage, open_engine, reason
from boardwalk.server.store.leases import Leases
from boardwalk.server.store.people import People
from boardwalk.server.store.tables import (
    CANT_LOAD,
    CLOSED,
    DAMAGED,
    NOT_WRITABLE,
    DamagedError,
    Entry,
    RoomRow,
    StoreError,
    is_name,
    log,
    rooms,
)
from boardwalk.server.store.transaction import Append, Check, Create, Delete, Save, StoredResult, WriteRequest
from boardwalk.server.store.writer import Writer, logger

TIMEOUT_S = WAIT_S + 2.0
"""The longest time that a caller waits."""
CHECK_TIMEOUT_S = 2.0
CHECK_EVERY_S = 2.0
"""How long the result of a successful health check holds: polling costs at most one small commit in this time."""

T = TypeVar("T")


class Store(Leases, People):
    """Rooms and the logs of their matches. Make one with `await Store.open(url)` on the loop that will use it.

    While the database is away every method raises `StoreError`, after a few seconds at most. If a task is cancelled
    while it waits for a write, the outcome of the write is not known.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(reads=True)
        self._autocommit = engine.execution_options(isolation_level="AUTOCOMMIT")
        # An in-memory database has a single connection: reads and writes exclude each other.
        self._lock: AbstractContextManager[object] = threading.Lock() if in_memory(engine.url) else nullcontext()
        self._loop = asyncio.get_running_loop()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._renewer = ThreadPoolExecutor(1, thread_name_prefix="store-renewer")
        self._writer = Writer(engine, self._lock)
        self._tags = itertools.count(secrets.randbits(62))
        self._check: Future[Any] | None = None
        self._checked = -CHECK_EVERY_S
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Store:
        """The store at an address: `sqlite:///path`, `sqlite://` (in memory) or `postgresql://user:password@host/name`."""
        store = cls(await asyncio.to_thread(open_engine, url))
        store._writer.start()
        return store

    async def close(self) -> None:
        """Write what is waiting and release all resources. Closing twice does no harm."""
        if self._closed:
            return
        self._closed = True
        self._writer.finish()
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        # With timeouts: a database that doesn't answer must not keep the server from ending.
        self._writer.join(2 * TIMEOUT_S)
        for threads in (self._readers, self._renewer):
            threads.shutdown(wait=not self._writer.is_alive(), cancel_futures=True)
        self._engine.dispose()

    @property
    def shared(self) -> bool:
        """Whether several processes can use this store at once."""
        return self._engine.dialect.name == "postgresql"

    # Rooms

    async def create_room(self, row: RoomRow) -> bool:
        """Store a new room; False if the name is taken."""
        if not is_name(row.room):
            raise ValueError(f"a room can't be called {row.room!r}")
        return bool(await self._write(Create, row))

    async def load_room(self, room: str) -> RoomRow | None:
        """A room, or None if there is none of that name."""
        if not is_name(room):
            return None

        def read(connection: Connection) -> RoomRow | None:
            columns = select(rooms.c.room, rooms.c.version, rooms.c.data, rooms.c.touched)
            row = connection.execute(columns.where(rooms.c.room == room)).one_or_none()
            return None if row is None else RoomRow(row.room, row.version, bytes(row.data), row.touched)

        return await self._read(read)

    async def save_room(self, room: str, data: bytes, version: int) -> bool:
        """Store a room's data as `version + 1`; False if what is stored is not `version`: load it again."""
        return bool(await self._write(Save, room, data, version))

    async def delete_rooms_before(self, when: float) -> int:
        """Delete the rooms last changed before `when`, with their logs; returns how many."""
        return int(await self._write(Delete, when))

    # Logs

    async def append(
        self,
        room: str,
        match: int,
        first: int,
        entries: Sequence[tuple[int, int]],
        *,
        touch: bool = False,
        results: Sequence[StoredResult] = (),
    ) -> bool:
        """Add (seat, action) pairs to a match's log as numbers `first`, `first + 1`, …: all or none, stored on return.

        False after a concurrent write, when the log does not end at `first`: read it again. A `StoreError` if there is
        no such room. `touch` also raises the room's `touched`, which costs a little more: do it now and then.
        `results` are written with the entries, or not at all.
        """
        if not entries:
            return True
        return bool(await self._write(Append, room, match, first, tuple(entries), touch, results))

    async def entries(self, room: str, match: int, first: int = 0, most: int | None = None) -> list[Entry]:
        """A match's log from number `first` on, or as much of it as `most` says."""
        wanted = (
            select(log.c.number, log.c.seat, log.c.action)
            .where(log.c.room == room, log.c.match == match, log.c.number >= first)
            .order_by(log.c.number)
            .limit(most)
        )
        return await self._read(lambda connection: [Entry(*row) for row in connection.execute(wanted)])

    # Reading and writing

    async def check_writable(self) -> None:
        """Commit a row of its own; a `StoreError` if the database does not take it within `CHECK_TIMEOUT_S`."""
        self._check_open()
        if time.monotonic() < self._checked + CHECK_EVERY_S:
            return
        if self._check is None:  # concurrent callers share one attempt
            self._check = self._write(Check)
            self._check.add_done_callback(self._end_check)
        try:
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                await asyncio.shield(self._check)
        except (TimeoutError, StoreError):
            raise StoreError(NOT_WRITABLE) from None

    def _end_check(self, check: Future[Any]) -> None:
        self._check = None
        if not check.cancelled() and check.exception() is None:
            self._checked = time.monotonic()

    def _write(self, kind: Callable[..., WriteRequest], *fields: object) -> Future[Any]:
        """Queue a write request; the future has its outcome after the commit."""
        self._check_open()
        done: Future[Any] = self._loop.create_future()
        self._writer.put(kind(done, self._loop.time() + TIMEOUT_S, next(self._tags), *fields))
        return done

    async def _read(self, read: Callable[[Connection], T]) -> T:
        return await self._execute(self._readers, self._reading, read)

    async def _on_connection(self, work: Callable[[Connection], T]) -> T:
        return await self._execute(self._readers, self._autocommit, work)

    async def _on_own_thread(self, work: Callable[[Connection], T]) -> T:
        return await self._execute(self._renewer, self._autocommit, work)

    async def _execute(self, threads: ThreadPoolExecutor, engine: Engine, work: Callable[[Connection], T]) -> T:
        self._check_open()
        return await self._with_timeout(self._loop.run_in_executor(threads, self._execute_now, engine, work), CANT_LOAD)

    def _execute_now(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        try:
            try:
                return self._execute_once(engine, work)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._execute_once(engine, work)  # a pooled connection from before the failure
        except SQLAlchemyError as error:
            logger.warning("the database could not be read: %s", reason(error))
            raise DamagedError(DAMAGED) if is_damage(error) else StoreError(CANT_LOAD) from error
        except (TypeError, ValueError) as error:  # SQLite: a value of another type than its column's
            logger.warning("the database could not be read: %s", error)
            raise DamagedError(DAMAGED) from error

    def _execute_once(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        with self._lock, engine.connect() as connection:
            return work(connection)

    async def _with_timeout(self, result: Future[T], sentence: str) -> T:
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await result
        except TimeoutError:
            raise StoreError(sentence) from None

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(CLOSED)
