"""A PostgreSQL session that receives notifications of other processes and holds the locks of the rooms this one drives.

Both last as long as the session. When it breaks it is opened again; the locks are lost then, and the store is told that
notifications may be missing.
"""

from __future__ import annotations

import hashlib
import logging
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from typing import LiteralString

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow
from sqlalchemy import Engine

from boardwalk.server.store.engine import POSTGRES_CONNECT, POSTGRES_SETUP, reason
from boardwalk.server.store.rows import CANT_LOAD, StoreError
from boardwalk.server.store.transaction import decode_notification

RETRY_S = 0.5
HEARTBEAT_S = 5.0
"""How long the connection may be silent before it is tested."""

LockRequest = tuple[str, bool, Future[bool]]  # a room, whether to take or release its lock, the result
Received = tuple[str, bytes]  # a room and a payload
MISSED: Received = ("", b"")  # notifications may be missing

logger = logging.getLogger(__name__)


class PgListener(threading.Thread):
    """`deliver` is called on this thread. Call `wait_until_open` after `start`."""

    def __init__(self, engine: Engine, author: str, deliver: Callable[[Sequence[Received]], None]) -> None:
        super().__init__(name="store-listener", daemon=True)
        self._engine, self._author, self._deliver = engine, author, deliver
        self._requests: deque[LockRequest] = deque()
        self._received: list[Received] = []
        self._opened: Future[None] = Future()
        self._open = False
        self._ending = threading.Event()
        self._wake_send, self._wake_receive = socket.socketpair()
        self._wake_send.setblocking(False)
        self._wake_receive.setblocking(False)
        self.held: frozenset[str] = frozenset()
        """The rooms whose locks this process holds. Empty once the session is lost."""

    def wait_until_open(self) -> None:
        """A `StoreError` if it can't be opened."""
        self._opened.result()

    def drive(self, room: str, wanted: bool) -> Future[bool]:
        """Take a room's lock (True if it is held now) or release it."""
        result: Future[bool] = Future()
        self._requests.append((room, wanted, result))
        if self._open:
            self._wake()
        else:
            for request in self._take_requests():
                _refuse(request)
        return result

    def finish(self) -> None:
        self._ending.set()
        self._wake()

    def run(self) -> None:
        while not self._ending.is_set():
            try:
                with closing(self._connect()) as connection:
                    self._serve(connection)
            except (psycopg.Error, OSError) as error:
                logger.warning("the session with the database ended: %s", reason(error))
                if not self._opened.done():
                    self._opened.set_exception(StoreError(f"the store can't be listened to: {reason(error)}"))
                    break
            finally:
                self._open, self.held = False, frozenset()
                for request in self._take_requests():
                    _refuse(request)
            self._ending.wait(RETRY_S)
        self._wake_send.close()
        self._wake_receive.close()

    def _connect(self) -> Connection[TupleRow]:
        url = self._engine.url
        arguments, options = self._engine.dialect.create_connect_args(url)
        own = {name: value for name, value in POSTGRES_CONNECT.items() if name not in url.query}
        return psycopg.connect(*arguments, **{**own, **options}, autocommit=True)

    def _serve(self, connection: Connection[TupleRow]) -> None:
        for line in (*POSTGRES_SETUP, "LISTEN boardwalk"):
            connection.execute(line.encode())
        connection.add_notify_handler(lambda note: self._receive(note.payload))
        self._open = True
        if self._opened.done():
            self._deliver([MISSED])
        else:
            self._opened.set_result(None)
        with selectors.DefaultSelector() as selector:
            selector.register(connection.fileno(), selectors.EVENT_READ)
            selector.register(self._wake_receive, selectors.EVENT_READ)
            while not self._ending.is_set():
                events = selector.select(HEARTBEAT_S)
                if not events:
                    connection.execute(b"SELECT 1")
                if any(key.fileobj is self._wake_receive for key, _ in events):
                    self._wake_receive.recv(4096)
                for request in self._take_requests():
                    self._take_or_release(connection, request)
                connection.pgconn.consume_input()
                while (note := connection.pgconn.notifies()) is not None:
                    self._receive(note.extra.decode())
                if self._received:
                    self._deliver(self._received)
                    self._received = []

    def _take_or_release(self, connection: Connection[TupleRow], request: LockRequest) -> None:
        room, wanted, result = request
        try:
            if not wanted:
                self._release(connection, room)
            took = wanted and room not in self.held and self._call(connection, "pg_try_advisory_lock", room)
            if took:
                self.held |= {room}
            if result.set_running_or_notify_cancel():
                result.set_result(room in self.held)
            elif took:
                self._release(connection, room)  # the caller has timed out: leave the lock to others
        except psycopg.Error:
            _refuse(request)
            raise

    def _release(self, connection: Connection[TupleRow], room: str) -> None:
        if room in self.held:
            self.held -= {room}
            self._call(connection, "pg_advisory_unlock", room)

    def _call(self, connection: Connection[TupleRow], function: LiteralString, room: str) -> bool:
        row = connection.execute(f"SELECT {function}(%s)", [_key(room)]).fetchone()
        return row is not None and row[0]

    def _take_requests(self) -> Iterator[LockRequest]:
        """All waiting requests. The event loop's thread may be taking from them too."""
        with suppress(IndexError):
            while True:
                yield self._requests.popleft()

    def _receive(self, text: str) -> None:
        with suppress(ValueError):  # other programs may use the channel: ignore what is not ours
            author, room, payload = decode_notification(text)
            if author != self._author:
                self._received.append((room, payload))

    def _wake(self) -> None:
        with suppress(OSError):  # full: it wakes up anyway; closed: it has ended
            self._wake_send.send(b"!")


def _refuse(request: LockRequest) -> None:
    _, wanted, result = request
    if result.done() or not result.set_running_or_notify_cancel():
        return
    if wanted:
        result.set_exception(StoreError(CANT_LOAD))
    else:
        result.set_result(False)  # a lost session holds no locks


def _key(room: str) -> int:
    """The key of a room's advisory lock."""
    return int.from_bytes(hashlib.blake2b(room.encode(), digest_size=8, person=b"boardwalk").digest(), signed=True)
