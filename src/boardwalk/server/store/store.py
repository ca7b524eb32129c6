"""`Store`: what the rest of the server sees of the storage. Everything is asynchronous and nothing holds the loop."""

from __future__ import annotations

import asyncio
import functools
import secrets
import threading
from asyncio import Future
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, func, literal, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from boardwalk.server.store.engine import READERS, WAIT_S, in_memory, open_engine, reason
from boardwalk.server.store.rows import CANT_LOAD, CANT_SAVE, CLOSED, Entry, RoomRow, StoreError, log, rooms
from boardwalk.server.store.transaction import Append, Create, Delete, Job, Save, Send
from boardwalk.server.store.writer import Writer, logger

if TYPE_CHECKING:  # psycopg is loaded only for PostgreSQL
    from boardwalk.server.store.pg_listener import PgListener

PATIENCE_S = WAIT_S + 2.0
"""How long a caller waits, whatever the database does."""
LONGEST_MESSAGE = 4096
LONGEST_NAME = 64

T = TypeVar("T")


class Store:
    """Rooms and the logs of their matches. Make one with `await Store.open(url)` on the loop that will use it.

    Whatever can't be done raises `StoreError`, after a few seconds at most, and works again once the database is back.
    A task that is cancelled while it waits for a write does not know whether it was stored.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(reads=True)
        # In memory there is a single connection, which reading and writing take in turns.
        self._turn: AbstractContextManager[object] = threading.Lock() if in_memory(engine.url) else nullcontext()
        self._loop = asyncio.get_running_loop()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self.author = secrets.token_hex(8)  # among the processes that share a database
        self._writer = Writer(engine, self._turn, self.author)
        self._session: PgListener | None = None
        self._heard: Callable[[str, bytes], None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Store:
        """The store at an address: `sqlite:///path`, `sqlite://` (in memory) or `postgresql://user:password@host/name`."""
        store = cls(await asyncio.to_thread(open_engine, url))
        store._writer.start()
        if store.shared:
            from boardwalk.server.store.pg_listener import PgListener

            store._session = PgListener(store._engine, store.author, store._pass_on)
            store._session.start()
            try:
                await asyncio.to_thread(store._session.wait_until_open)
            except BaseException:
                await store.close()
                raise
        return store

    async def close(self) -> None:
        """Write what is waiting and let go of everything. Closing twice does no harm."""
        if self._closed:
            return
        self._closed = True
        self._writer.finish()
        if self._session is not None:
            self._session.finish()
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        # Bounded: a database that doesn't answer must not keep the server from ending.
        self._writer.join(2 * PATIENCE_S)
        if self._session is not None:
            self._session.join(PATIENCE_S)
        self._readers.shutdown(wait=not self._writer.is_alive(), cancel_futures=True)
        self._engine.dispose()

    @property
    def shared(self) -> bool:
        """Whether several processes may serve the same rooms."""
        return self._engine.dialect.name == "postgresql"

    # Rooms

    async def create_room(self, row: RoomRow) -> bool:
        """Store a new room; False if the name is taken."""
        if not _is_name(row.room):
            raise ValueError(f"a room can't be called {row.room!r}")
        return bool(await self._write(functools.partial(Create, row)))

    async def load_room(self, room: str) -> RoomRow | None:
        """A room, or None if there is none of that name."""
        if not _is_name(room):
            return None

        def read(connection: Connection) -> RoomRow | None:
            columns = select(rooms.c.room, rooms.c.version, rooms.c.data, rooms.c.touched)
            row = connection.execute(columns.where(rooms.c.room == room)).one_or_none()
            return None if row is None else RoomRow(row.room, row.version, bytes(row.data), row.touched)

        return await self._read(read)

    async def save_room(self, room: str, data: bytes, version: int) -> bool:
        """Store a room's data as `version + 1`; False if what is stored is not `version`: load it again."""
        return bool(await self._write(functools.partial(Save, room, data, version)))

    async def rooms_touched_since(self, when: float) -> list[str]:
        """The names of the rooms changed at `when` or later, the latest first."""
        names = select(rooms.c.room).where(rooms.c.touched >= when).order_by(rooms.c.touched.desc(), rooms.c.room)
        return await self._read(lambda connection: list(connection.scalars(names)))

    async def count_rooms(self) -> int:
        """How many rooms are stored."""
        return await self._read(lambda connection: connection.scalars(select(func.count()).select_from(rooms)).one())

    async def delete_rooms_before(self, when: float) -> int:
        """Forget the rooms last changed before `when`, logs and all; how many they were."""
        return int(await self._write(functools.partial(Delete, when)))

    # Logs

    async def append(self, room: str, match: int, first: int, entries: Sequence[tuple[int, int]]) -> bool:
        """Add (seat, action) pairs to a match's log as numbers `first`, `first + 1`, …: all or none, stored on return.

        False if the log does not end where `first` says, so somebody else was first: read it again. A room that is not
        there is a `StoreError`.
        """
        if not entries:
            return True
        return bool(await self._write(functools.partial(Append, room, match, first, tuple(entries))))

    async def entries(self, room: str, match: int, first: int = 0) -> list[Entry]:
        """A match's log from number `first` on."""
        wanted = (
            select(log.c.number, log.c.seat, log.c.action)
            .where(log.c.room == room, log.c.match == match, log.c.number >= first)
            .order_by(log.c.number)
        )
        return await self._read(lambda connection: [Entry(*row) for row in connection.execute(wanted)])

    # Other processes

    def listen(self, heard: Callable[[str, bytes], None]) -> None:
        """From now on `heard` is called on the loop for what other processes do.

        `heard(room, b"")`: its row or a log of it changed. `heard(room, payload)`: somebody sent this. `heard("",
        b"")`: the connection was lost for a while, so anything may have happened: look again, and `drive` again what
        you drove.
        """
        self._heard = heard

    async def send(self, room: str, payload: bytes) -> None:
        """Say something short to the other processes. Nothing is kept, and it is no error if nobody listens."""
        if not 0 < len(payload) <= LONGEST_MESSAGE:
            raise ValueError(f"a message to other processes has 1 to {LONGEST_MESSAGE} bytes, not {len(payload)}")
        if self.shared:
            await self._write(functools.partial(Send, room, payload))

    async def drive(self, room: str) -> bool:
        """Try to be the one process that runs this room's bots and clocks; True if it is, or was already.

        It ends with `stop_driving`, with the process, or with its connection to the database (see `listen`). Asking
        costs nothing while the room is ours, so ask before each thing done for the room.
        """
        self._check_open()
        if self._session is None or room in self._session.held:
            return True
        return await self._patiently(asyncio.wrap_future(self._session.drive(room, True)), CANT_LOAD)

    async def stop_driving(self, room: str) -> None:
        """Let another process drive this room."""
        if self._session is not None and not self._closed:
            await self._patiently(asyncio.wrap_future(self._session.drive(room, False)), CANT_LOAD)

    def _pass_on(self, heard: Sequence[tuple[str, bytes]]) -> None:
        """Called by the session, on its thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            self._loop.call_soon_threadsafe(self._hear, heard)

    def _hear(self, heard: Sequence[tuple[str, bytes]]) -> None:
        for room, payload in heard:
            if self._heard is not None and not self._closed:
                self._heard(room, payload)

    # The machinery

    async def ping(self) -> None:
        """StoreError when the database is away."""
        await self._read(lambda connection: connection.execute(select(literal(1))).one())

    async def _write(self, make: Callable[..., Job]) -> Any:
        self._check_open()
        answer: Future[Any] = self._loop.create_future()
        self._writer.put(make(answer=answer))
        return await self._patiently(answer, CANT_SAVE)

    async def _read(self, read: Callable[[Connection], T]) -> T:
        self._check_open()
        return await self._patiently(self._loop.run_in_executor(self._readers, self._read_now, read), CANT_LOAD)

    def _read_now(self, read: Callable[[Connection], T]) -> T:
        try:
            try:
                return self._read_once(read)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._read_once(read)  # the connection was one from before the database went away
        except SQLAlchemyError as error:
            logger.warning("the database could not be read: %s", reason(error))
            raise StoreError(CANT_LOAD) from error

    def _read_once(self, read: Callable[[Connection], T]) -> T:
        with self._turn, self._reading.connect() as connection:
            return read(connection)

    async def _patiently(self, answer: Future[T], otherwise: str) -> T:
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await answer
        except TimeoutError:
            raise StoreError(otherwise) from None

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(CLOSED)


def _is_name(room: str) -> bool:
    """Whether every database takes this as a room's name."""
    return 0 < len(room) <= LONGEST_NAME and room.isprintable()
