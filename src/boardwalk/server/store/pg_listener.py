"""One PostgreSQL session of a process's own: it hears what other processes say and holds the rooms this one drives.

Both last as long as the session. When it breaks it is opened again; then nothing is held any more, and the listener is
told that it may have missed something.
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

from boardwalk.server.store.engine import POSTGRES_CONNECT, POSTGRES_GREETING, reason
from boardwalk.server.store.rows import CANT_LOAD, StoreError
from boardwalk.server.store.transaction import read_note

AGAIN_S = 0.5
HEARTBEAT_S = 5.0
"""How long the line may be silent before we ask whether the other end is still there."""

Ask = tuple[str, bool, Future[bool]]  # a room, whether to take it or let it go, the answer
Heard = tuple[str, bytes]
MISSED: Heard = ("", b"")

logger = logging.getLogger(__name__)


class PgListener(threading.Thread):
    """Give `tell` a function that may be called from any thread; `wait_until_open` after `start`."""

    def __init__(self, engine: Engine, author: str, tell: Callable[[Sequence[Heard]], None]) -> None:
        super().__init__(name="store-session", daemon=True)
        self._engine, self._author, self._tell = engine, author, tell
        self._asked: deque[Ask] = deque()
        self._heard: list[Heard] = []
        self._first: Future[None] = Future()
        self._open = False
        self._ending = threading.Event()
        self._bell, self._rung = socket.socketpair()
        self._bell.setblocking(False)
        self._rung.setblocking(False)
        self.held: frozenset[str] = frozenset()
        """The rooms this process drives. Empty from the moment the session is lost."""

    def wait_until_open(self) -> None:
        """StoreError if it can't be opened."""
        self._first.result()

    def drive(self, room: str, wanted: bool) -> Future[bool]:
        """Take a room (True if it is ours now) or let it go."""
        answer: Future[bool] = Future()
        self._asked.append((room, wanted, answer))
        if self._open:
            self._ring()
        else:
            for ask in self._all_asked():
                _refuse(ask)
        return answer

    def finish(self) -> None:
        self._ending.set()
        self._ring()

    def run(self) -> None:
        while not self._ending.is_set():
            try:
                with closing(self._connect()) as connection:
                    self._serve(connection)
            except (psycopg.Error, OSError) as error:
                logger.warning("the session with the database ended: %s", reason(error))
                if not self._first.done():
                    self._first.set_exception(StoreError(f"the store can't be listened to: {reason(error)}"))
                    break
            finally:
                self._open, self.held = False, frozenset()
                for ask in self._all_asked():
                    _refuse(ask)
            self._ending.wait(AGAIN_S)
        self._bell.close()
        self._rung.close()

    def _connect(self) -> Connection[TupleRow]:
        url = self._engine.url
        arguments, options = self._engine.dialect.create_connect_args(url)
        own = {name: value for name, value in POSTGRES_CONNECT.items() if name not in url.query}
        return psycopg.connect(*arguments, **{**own, **options}, autocommit=True)

    def _serve(self, connection: Connection[TupleRow]) -> None:
        for line in (*POSTGRES_GREETING, "LISTEN boardwalk"):
            connection.execute(line.encode())
        connection.add_notify_handler(lambda note: self._note(note.payload))
        self._open = True
        if self._first.done():
            self._tell([MISSED])
        else:
            self._first.set_result(None)
        with selectors.DefaultSelector() as selector:
            selector.register(connection.fileno(), selectors.EVENT_READ)
            selector.register(self._rung, selectors.EVENT_READ)
            while not self._ending.is_set():
                events = selector.select(HEARTBEAT_S)
                if not events:
                    connection.execute(b"SELECT 1")
                if any(key.fileobj is self._rung for key, _ in events):
                    self._rung.recv(4096)
                for ask in self._all_asked():
                    self._take_or_leave(connection, ask)
                connection.pgconn.consume_input()
                while (note := connection.pgconn.notifies()) is not None:
                    self._note(note.extra.decode())
                if self._heard:
                    self._tell(self._heard)
                    self._heard = []

    def _take_or_leave(self, connection: Connection[TupleRow], ask: Ask) -> None:
        room, wanted, answer = ask
        try:
            if not wanted:
                self._leave(connection, room)
            took = wanted and room not in self.held and self._call(connection, "pg_try_advisory_lock", room)
            if took:
                self.held |= {room}
            if answer.set_running_or_notify_cancel():
                answer.set_result(room in self.held)
            elif took:
                self._leave(connection, room)  # who asked has given up waiting: don't keep it from the others
        except psycopg.Error:
            _refuse(ask)
            raise

    def _leave(self, connection: Connection[TupleRow], room: str) -> None:
        if room in self.held:
            self.held -= {room}
            self._call(connection, "pg_advisory_unlock", room)

    def _call(self, connection: Connection[TupleRow], function: LiteralString, room: str) -> bool:
        row = connection.execute(f"SELECT {function}(%s)", [_key(room)]).fetchone()
        return row is not None and row[0]

    def _all_asked(self) -> Iterator[Ask]:
        """What is waiting to be answered; the loop's thread may be taking from it too."""
        with suppress(IndexError):
            while True:
                yield self._asked.popleft()

    def _note(self, text: str) -> None:
        with suppress(ValueError):  # anybody may notify on the channel: what is not one of our notes is nothing to us
            author, room, payload = read_note(text)
            if author != self._author:
                self._heard.append((room, payload))

    def _ring(self) -> None:
        with suppress(OSError):  # full: it will wake anyway; closed: it has ended
            self._bell.send(b"!")


def _refuse(ask: Ask) -> None:
    _, wanted, answer = ask
    if answer.done() or not answer.set_running_or_notify_cancel():
        return
    if wanted:
        answer.set_exception(StoreError(CANT_LOAD))
    else:
        answer.set_result(False)  # a lost session holds nothing


def _key(room: str) -> int:
    """A room's advisory lock."""
    return int.from_bytes(hashlib.blake2b(room.encode(), digest_size=8, person=b"boardwalk").digest(), signed=True)
