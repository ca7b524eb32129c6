"""A batch of appends as one statement: the common case, made cheap.

The statement is a transaction of its own and stores all entries or none; if one can't be stored, a `Transaction`
decides request by request. Its text is the same for any batch, so that it is parsed once, and it goes to the driver
directly, on a connection that is kept: SQLAlchemy's own work would cost several times as much as the statement.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from boardwalk.server.store.transaction import Append

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


class Appender:
    """Use it on one thread, and `release` its connection before that thread opens another."""

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
