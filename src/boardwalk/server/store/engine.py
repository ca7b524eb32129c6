"""Opens the database at an address, and holds what differs between SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from boardwalk.contract.extras import needs_extra
from boardwalk.server.store.migrations import migrate
from boardwalk.server.store.rows import StoreError
from boardwalk.server.store.sqlite_file import check_log, mark_log

READERS = 4
WAIT_S = 3
"""How long to wait for a connection, or for a lock that another process holds."""
RETRY_S = 0.02
FORMS = "sqlite:///path, sqlite:// or postgresql://user:password@host:port/database"

# FULL: a commit is on the disk before it returns, so that not even a power cut loses an acknowledged action (NORMAL
# only survives a crash of the process). Group commits make it affordable.
SQLITE_SETUP = (
    f"PRAGMA busy_timeout = {WAIT_S * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 10000",  # pages: rarely, since writers wait for it
    "PRAGMA foreign_keys = ON",
)
# A process that hangs within a transaction, or a machine that disappears, must not block the others.
POSTGRES_SETUP = (
    f"SET statement_timeout = {WAIT_S * 1000}",
    f"SET idle_in_transaction_session_timeout = {WAIT_S * 1000}",
    "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
)
POSTGRES_CONNECT = {
    "connect_timeout": WAIT_S,
    "tcp_user_timeout": WAIT_S * 1000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "application_name": "boardwalk",
}


def read_url(address: str) -> URL:
    """The parsed address of a store, or a `StoreError`."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StoreError(f"that is not the address of a store: expected {FORMS}") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        return url.set(drivername="sqlite")
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise StoreError(f"games can't be stored in {kind}: expected {FORMS}")


def open_engine(address: str) -> Engine:
    """The database at an address, with its schema brought up to date."""
    url = read_url(address)
    file = file_of(url)
    try:
        if file is not None:
            check_log(file)
        engine = _sqlite(url) if url.drivername == "sqlite" else _postgres(url)
        try:
            with engine.begin() as connection:
                migrate(connection)
            if file is not None:
                with closing(engine.raw_connection()) as raw:
                    mark_log(raw.driver_connection)
        except BaseException:
            engine.dispose()
            raise
    except (SQLAlchemyError, sqlite3.Error, StoreError, ImportError, TypeError, ValueError, OSError) as error:
        where = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
        raise StoreError(f"the store {where} can't be opened: {reason(error)}") from error
    return engine


def in_memory(url: URL) -> bool:
    """Whether this is an SQLite database without a file: all threads share one connection to it."""
    return url.drivername == "sqlite" and url.database in (None, "", ":memory:")


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database, if it has one."""
    return None if url.drivername != "sqlite" or in_memory(url) else Path(str(url.database))


def reason(error: BaseException) -> str:
    """The message of a database error, in one line."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0].rstrip(".") if said else type(error).__name__


def is_damage(error: BaseException) -> bool:
    """Whether a database error means that its files are damaged (SQLite: CORRUPT, NOTADB; PostgreSQL: class XX)."""
    cause = getattr(error, "orig", None)
    code: int = getattr(cause, "sqlite_errorcode", None) or 0
    return code & 0xFF in (11, 26) or getattr(cause, "sqlstate", None) in ("XX001", "XX002")


def _sqlite(url: URL) -> Engine:
    options: dict[str, Any] = {"pool_size": READERS + 1, "max_overflow": 0}
    if in_memory(url):
        options = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    engine = create_engine(url, **options)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions begin explicitly, below
        for line in SQLITE_SETUP:
            _run_setup(connection, line)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writing transaction takes the write lock before it reads, so what it has read can't change.
        reads = connection.get_execution_options().get("reads", False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _run_setup(connection: sqlite3.Connection, line: str) -> None:
    """Retries: while another process writes, SQLite refuses to change the journal mode regardless of busy_timeout."""
    until = time.monotonic() + WAIT_S
    while True:
        try:
            connection.execute(line).close()
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(RETRY_S)


def _postgres(url: URL) -> Engine:
    own = {name: value for name, value in POSTGRES_CONNECT.items() if name not in url.query}
    with needs_extra("postgres", "a PostgreSQL store"):
        # One connection each for the readers, the writer and the renewal of the lease.
        engine = create_engine(url, pool_size=READERS + 2, max_overflow=0, pool_timeout=WAIT_S, connect_args=own)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        for line in POSTGRES_SETUP:
            connection.execute(line)
        connection.commit()

    return engine
