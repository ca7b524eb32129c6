"""The one thread of a process that writes: it commits all waiting requests together and then resolves their futures.

While one commit is in progress the next batch collects, so that under load each flush to the disk serves more requests.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, InternalError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from boardwalk.server.store.engine import WAIT_S, reason
from boardwalk.server.store.tables import CANT_SAVE, ConcurrentWrite, StoreError
from boardwalk.server.store.transaction import Append, Outcome, Transaction, WriteRequest

MAX_BATCH = 256
"""Requests in one transaction."""
PACE_S = 0.005
"""The least time from the end of a commit to the next, so that more requests share one; a lone request does not wait.

Each commit costs over 100 µs of the kernel's CPU time, and a process that wakes up less often keeps its caches warm: at
1,000 requests a second this saves about a third of all CPU time, and adds 3 ms to the median response time."""
PAUSE_S = 0.1
RETRIABLE = {"40001", "40P01"}  # PostgreSQL's serialization failure and deadlock: rolled back, safe to retry
UNAVAILABLE = (OperationalError, InterfaceError, InternalError, PoolTimeoutError)
"""Errors of a database that is locked, full, hanging or away: a warning without a traceback."""

logger = logging.getLogger(__name__)
SAFE = 1 << 53
"""JSON numbers below this are integers in every database."""

# `before` has the keys of the entries that must be there. The primary key refuses an entry that is already there, the
# foreign key one without a room.
SQLITE = """INSERT INTO boardwalk_log (room, match, number, seat, action, writer)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
    FROM json_each(?1) WHERE NOT EXISTS (
        SELECT 1 FROM json_each(?2) AS before WHERE NOT EXISTS (
            SELECT 1 FROM boardwalk_log
            WHERE room = json_extract(before.value, '$[0]') AND match = json_extract(before.value, '$[1]')
                AND number = json_extract(before.value, '$[2]')))"""
SQLITE_TOUCH = (
    "UPDATE boardwalk_rooms SET touched = ?1 WHERE touched < ?1 AND room IN (SELECT value FROM json_each(?2))"
)
# The scalar subquery can't be turned into a join, for which the planner might scan the whole log.
POSTGRES = """INSERT INTO boardwalk_log (room, match, number, seat, action, writer)
    SELECT value ->> 0, (value ->> 1)::int, (value ->> 2)::int, (value ->> 3)::int, (value ->> 4)::int,
        (value ->> 5)::bigint
    FROM json_array_elements(%s::json) AS value WHERE NOT EXISTS (
        SELECT FROM json_array_elements(%s::json) AS before WHERE (
            SELECT true FROM boardwalk_log
            WHERE room = before ->> 0 AND match = (before ->> 1)::int AND number = (before ->> 2)::int) IS NULL)"""
POSTGRES_TOUCH = f"""WITH touched AS (
        UPDATE boardwalk_rooms SET touched = %s
        WHERE touched < %s AND room IN (SELECT json_array_elements_text(%s::json)))
    {POSTGRES}"""

encode = msgspec.json.Encoder().encode


class Writer(threading.Thread):
    """`put` requests from the event loop; their futures are resolved on the loop, after the commit."""

    def __init__(self, engine: Engine, lock: AbstractContextManager[object]) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._engine, self._lock = engine, lock
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[WriteRequest | None] = SimpleQueue()
        self._unanswered: deque[WriteRequest] = deque()  # in the order of `put`, some of them answered
        self._next = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._in_doubt = False
        self._appender = Appender(engine)

    def put(self, request: WriteRequest) -> None:
        """Write this; called on the loop, like all methods down to `run`."""
        self._unanswered.append(request)
        if self._timer is None:
            self._timer = self._loop.call_at(request.due, self._expire)
        self._waiting.put(request)

    def finish(self) -> None:
        """End the thread once all requests put so far are written."""
        self._waiting.put(None)

    def _resolve(self, requests: Sequence[WriteRequest], outcomes: Sequence[Outcome]) -> None:
        for request, outcome in zip(requests, outcomes, strict=True):
            if request.done.done():
                continue
            if isinstance(outcome, StoreError):
                request.done.set_exception(outcome)
            else:
                request.done.set_result(outcome)
        while self._unanswered and self._unanswered[0].done.done():
            self._unanswered.popleft()

    def _expire(self) -> None:
        """Refuse what is overdue. One timer for all requests: they are due in the order in which they came."""
        now, self._timer = self._loop.time(), None
        while self._unanswered and ((first := self._unanswered[0]).done.done() or first.due <= now):
            self._unanswered.popleft()
            if not first.done.done():
                first.done.set_exception(StoreError(CANT_SAVE))
        if self._unanswered:
            self._timer = self._loop.call_at(self._unanswered[0].due, self._expire)

    def run(self) -> None:
        more = True
        while more:
            requests, more = self._take()
            # A caller that has timed out does not know the outcome: better not to write it any more.
            requests = [request for request in requests if not request.done.done()]
            if requests:
                outcomes = self._outcomes(requests)
                self._next = time.monotonic() + PACE_S
                with suppress(RuntimeError):  # the loop is closed: no caller is left
                    self._loop.call_soon_threadsafe(self._resolve, requests, outcomes)
        self._appender.release()

    def _take(self) -> tuple[list[WriteRequest], bool]:
        """All waiting requests (at least one, at most MAX_BATCH), and whether there may be more."""
        requests: list[WriteRequest] = []
        with suppress(Empty):
            request = self._waiting.get()
            if (wait := self._next - time.monotonic()) > 0:
                time.sleep(wait)
            while request is not None:
                requests.append(request)
                if len(requests) == MAX_BATCH:
                    return requests, True
                request = self._waiting.get_nowait()
            return requests, False
        return requests, True

    def _outcomes(self, requests: Sequence[WriteRequest]) -> Sequence[Outcome]:
        try:
            return self._write(requests)
        except UNAVAILABLE as error:
            logger.warning("the database did not take %d changes: %s", len(requests), reason(error))
        except Exception as error:
            # A single request that the database rejects must not fail the others.
            if len(requests) > 1:
                return [self._outcomes([request])[0] for request in requests]
            logger.exception("a change could not be stored: %s", reason(error))
        return [StoreError(CANT_SAVE) for _ in requests]

    def _write(self, requests: Sequence[WriteRequest]) -> Sequence[Outcome]:
        """Write the requests, with retries.

        Retrying is safe: each request recognises by its tag what an earlier attempt of its own has stored. That is also
        how the outcome of a commit is found out whose answer was lost, so it is worth waiting for the database to come
        back.
        """
        deadline = time.monotonic() + WAIT_S
        self._in_doubt = False
        attempts = 0
        appends = [request for request in requests if isinstance(request, Append) and not request.results]
        simple = len(appends) == len(requests)
        while True:
            attempts += 1
            try:
                with self._lock:
                    if simple and attempts == 1 and self._append(appends):
                        return [True] * len(requests)
                    return self._transaction(requests)
            except (ConcurrentWrite, IntegrityError):
                if time.monotonic() > deadline:
                    raise
            except DBAPIError as error:
                if time.monotonic() > deadline:
                    raise
                if self._in_doubt:
                    time.sleep(PAUSE_S)
                elif getattr(error.orig, "sqlstate", None) not in RETRIABLE and (
                    not error.connection_invalidated or attempts > 1
                ):
                    raise

    def _append(self, requests: Sequence[Append]) -> bool:
        """Store all of these, or nothing: False."""
        try:
            return self._appender.store(requests)
        except DBAPIError as error:
            self._in_doubt = in_doubt(error)
            raise

    def _transaction(self, requests: Sequence[WriteRequest]) -> Sequence[Outcome]:
        self._appender.release()
        with self._engine.connect() as connection, connection.begin() as transaction:
            outcomes = Transaction(connection, requests, self._in_doubt).carry_out()
            try:
                transaction.commit()
            except SQLAlchemyError:
                self._in_doubt = True
                raise
        return outcomes


class Appender:
    """A batch of appends as one statement: the common case, made cheap.

    The statement is a transaction of its own and stores all entries or none; if one can't be stored, a `Transaction`
    decides request by request. Its text is the same for any batch, so that it is parsed once, and it goes to the driver
    directly, on a connection that is kept: SQLAlchemy's own work would cost several times as much as the statement.

    Use it on one thread, and `release` its connection before that thread opens another."""

    def __init__(self, engine: Engine) -> None:
        # With SQLite each statement is a transaction anyway: see `engine`.
        self._engine = engine if _is_sqlite(engine) else engine.execution_options(isolation_level="AUTOCOMMIT")
        self._connection: Connection | None = None
        self._driver: Any = None  # the driver's own connection

    def store(self, requests: Sequence[Append]) -> bool:
        """Store all of these, or nothing: False. If it raises a `DBAPIError` see `in_doubt`."""
        rows = [
            (request.room, request.match, number, seat, action, request.tag)
            for request in requests
            for number, (seat, action) in enumerate(request.entries, request.first)
        ]
        if not all(-SAFE < row[3] < SAFE and -SAFE < row[4] < SAFE for row in rows):
            return False
        rows.sort()  # sorted by key, so that processes that append to the same rooms can't deadlock
        before = [(request.room, request.match, request.first - 1) for request in requests if request.first > 0]
        touched = [request.room for request in requests if request.touch]
        if self._connection is None:
            self._connection = self._engine.connect()
            self._driver = self._connection.connection.driver_connection
        execute = self._on_sqlite if _is_sqlite(self._engine) else self._on_postgres
        dbapi = self._engine.dialect.loaded_dbapi
        try:
            return execute(encode(rows).decode(), encode(before).decode(), touched) == len(rows)
        except dbapi.IntegrityError:
            self.release()
            return False
        except dbapi.Error as error:
            raise self._wrapped(error) from error

    def release(self) -> None:
        """Give the connection back to the engine, which rolls back what was not committed."""
        if self._connection is not None:
            self._connection.close()
            self._connection = self._driver = None

    def _on_sqlite(self, entries: str, before: str, touched: Sequence[str]) -> int:
        driver: sqlite3.Connection = self._driver
        if not touched:
            return driver.execute(SQLITE, (entries, before)).rowcount
        driver.execute("BEGIN IMMEDIATE")
        stored = driver.execute(SQLITE, (entries, before)).rowcount
        driver.execute(SQLITE_TOUCH, (time.time(), encode(touched).decode()))
        driver.execute("COMMIT")
        return stored

    def _on_postgres(self, entries: str, before: str, touched: Sequence[str]) -> int:
        if touched:
            now = time.time()
            parameters = (now, now, encode(touched).decode(), entries, before)
            return int(self._driver.execute(POSTGRES_TOUCH, parameters, prepare=True).rowcount)
        return int(self._driver.execute(POSTGRES, (entries, before), prepare=True).rowcount)

    def _wrapped(self, error: Exception) -> BaseException:
        """The driver's error as SQLAlchemy raises it; a lost connection is given up."""
        dialect = self._engine.dialect
        lost = dialect.is_disconnect(error, self._driver, None)  # type: ignore[arg-type]  # any driver's error
        if lost and self._connection is not None:
            self._connection.invalidate()
        self.release()
        dbapi = dialect.loaded_dbapi
        return DBAPIError.instance("", None, error, dbapi.Error, connection_invalidated=lost, dialect=dialect)


def in_doubt(error: DBAPIError) -> bool:
    """Whether a statement that failed may have been committed all the same."""
    code: int = getattr(error.orig, "sqlite_errorcode", None) or 0
    return error.connection_invalidated or code & 0xFF == sqlite3.SQLITE_IOERR


def _is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"
