"""Opens the database at an address, and holds what differs between SQLite and PostgreSQL.

The schema is made by numbered SQL files in `steps/`; `boardwalk_schema` has the number of the last one. A step is never
changed once it is committed: a new table or column is a new file. `NNNN_name.sql` runs on every database,
`NNNN_name.postgresql.sql` on PostgreSQL only. `tables.py` says the same for queries; a test compares both.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event, func, inspect, make_url, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from boardwalk.contract.extras import needs_extra
from boardwalk.server.store.tables import StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

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
# While a server runs, committed data is in the write-ahead log (`-wal`) until SQLite checkpoints it. A copy of the
# store without the log opens without an error, but is empty or out of date. So the `user_version` in the store's header
# says whether the log is needed: 1 is written and checkpointed to the store itself, then 0, which stays in the log. A
# reader of both files, SQLite's own backup included, sees 0. After SQLite's next checkpoint the store by itself is
# complete up to that time, and opens.
HEADER = 64  # bytes, of which some of https://www.sqlite.org/fileformat2.html#the_database_header are read
VERSIONS = slice(18, 20)
IN_WAL_MODE = b"\2\2"
PAGES = slice(28, 32)
USER_VERSION = slice(60, 64)
NEEDS_LOG = 1
LOCKED_BYTE = 1024  # of the lock file, on Windows: behind the number of the process, which others read
STEPS = Path(__file__).parent / "steps"
TYPES = {
    "sqlite": {"bytes": "BLOB", "double": "DOUBLE", "clustered": " WITHOUT ROWID"},
    "postgresql": {"bytes": "BYTEA", "double": "DOUBLE PRECISION", "clustered": ""},
}
_opening_file = threading.Lock()  # a file that is just being made looks as if it lacked its log
MIGRATING = 0x626F617264  # the advisory lock: two processes may start at once


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
        with nullcontext() if file is None else _opening_file:
            return _open(url, file)
    except (SQLAlchemyError, sqlite3.Error, StoreError, ImportError, TypeError, ValueError, OSError) as error:
        where = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
        raise StoreError(f"the store {where} can't be opened: {reason(error)}") from error


def _open(url: URL, file: Path | None) -> Engine:
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


# -- a store in a file: one server at a time, and never without its write-ahead log


def check_log(file: Path) -> None:
    """A `StoreError` if a store lacks its log. This process must not have it open without one."""
    if not file.is_file() or Path(f"{file}-wal").exists():
        return
    with file.open("rb") as opened:
        header = opened.read(HEADER)
    if len(header) < HEADER or header[VERSIONS] != IN_WAL_MODE:
        return
    pages, marker = (int.from_bytes(header[part], "big") for part in (PAGES, USER_VERSION))
    if pages <= 1 or marker == NEEDS_LOG:
        raise StoreError(
            f"what was stored last is missing: it was in the file {file.name}-wal, which belongs beside this one; "
            "bring it too, or make a copy with boardwalk backup"
        )


def mark_log(connection: Any) -> None:
    """From now on a copy of the file without its log can be detected; takes a connection of `sqlite3`."""
    connection.execute(f"PRAGMA user_version = {NEEDS_LOG}").close()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    connection.execute("PRAGMA user_version = 0").close()


@contextmanager
def only_server(store: Path) -> Iterator[None]:
    """Be the only server that has this store; a `StoreError` if there is another one. The system ends this with the
    process, however that ends. The lock is on a file of its own: SQLite loses its locks on the store's as soon as
    anything else in the process closes that one."""
    path = Path(f"{store.resolve()}.lock")
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StoreError(f"the store {store} can't be opened: {path.name}: {error.strerror}") from None
    try:
        if not _lock(file):
            holder = path.read_text(errors="replace").strip()[:20] or "unknown"
            raise StoreError(
                f"another server uses the store {store} (process {holder}); stop it, or choose another with --store"
            )
        path.write_text(f"{os.getpid()}\n")
        yield
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    """Whether this process has the lock on an open file now."""
    try:
        if sys.platform == "win32":
            os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# -- the schema


def migrate(connection: Connection) -> None:
    """Run the steps that the database lacks, in the caller's transaction: all or none."""
    dialect = connection.dialect.name
    if dialect == "postgresql":  # in SQLite the transaction holds the only write lock
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    done, newest = _version(connection), max(_steps())
    if done > newest:
        raise StoreError(
            f"a newer version of Boardwalk has written to it: its schema has number {done}, this version knows {newest}"
        )
    for number in range(done + 1, newest + 1):
        for statement in _statements(_steps()[number], dialect):
            connection.exec_driver_sql(statement)
    if done < newest:
        connection.exec_driver_sql("DELETE FROM boardwalk_schema")
        connection.exec_driver_sql(f"INSERT INTO boardwalk_schema (version) VALUES ({newest})")


@cache
def _steps() -> dict[int, Path]:
    return {int(path.name[:4]): path for path in STEPS.glob("*.sql")}


def _statements(path: Path, dialect: str) -> list[str]:
    only = path.suffixes[:-1]
    if only and only != [f".{dialect}"]:
        return []
    text = path.read_text(encoding="utf-8").format(**TYPES[dialect])
    return [statement for statement in text.split(";\n") if statement.strip()]


def _version(connection: Connection) -> int:
    """The number of the last step that was run. Databases from before there were version numbers are recognized by
    their tables."""
    schema = inspect(connection)
    if schema.has_table("boardwalk_schema"):
        return int(connection.exec_driver_sql("SELECT version FROM boardwalk_schema").scalar_one())
    connection.exec_driver_sql("CREATE TABLE boardwalk_schema (version INTEGER NOT NULL)")
    if schema.has_table("boardwalk_ratings"):
        columns = {column["name"] for column in schema.get_columns("boardwalk_ratings")}
        return 4 if "system" in columns else 3
    return 2 if schema.has_table("boardwalk_health") else int(schema.has_table("boardwalk_rooms"))
