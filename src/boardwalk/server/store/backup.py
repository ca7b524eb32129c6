"""Backup and restore of an SQLite store through SQLite's online backup interface."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from boardwalk.server.store.engine import WAIT_S, check_log, file_of, read_url
from boardwalk.server.store.tables import StoreError, log, rooms


def back_up(address: str, file: Path) -> int:
    """Write a whole copy of the store to a file and return how many rooms it has; a server may be writing meanwhile.

    An earlier file of that name is replaced only once the copy is complete and has been checked.
    """
    store = _file_of(address, "back it up with pg_dump")
    if not store.is_file():
        raise StoreError(f"{store}: there is no store")
    if file.exists() and file.samefile(store):
        raise StoreError(f"{file} is the store itself; choose another file for the backup")
    partial = file.with_name(f"{file.name}.partial")
    try:
        with _errors_of(file):
            partial.unlink(missing_ok=True)
        with _errors_of(store), closing(_connect(store)) as source, closing(_connect(partial, "rwc")) as copy:
            source.backup(copy)  # in one step, which is one read transaction: in WAL mode it blocks no writer
            copy.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, without a WAL beside it
        count = check(partial)
        with _errors_of(file):
            partial.replace(file)
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return count


def restore(address: str, file: Path, *, force: bool) -> int:
    """Replace the contents of the store by those of a backup and return how many rooms it has.

    A store that has rooms or is damaged is overwritten only by `force`; one that is in use, never.
    """
    store = _file_of(address, "restore it with pg_restore")
    count = check(file)
    if store.exists():
        if store.samefile(file):
            raise StoreError(f"{file} is the store itself; name a backup of it")
        _prepare_to_overwrite(store, force)
    with _errors_of(store), closing(_connect(file)) as source, closing(_connect(store, "rwc")) as target:
        source.backup(target)  # one transaction: if it fails, the store is as it was
    return count


def check(file: Path) -> int:
    """How many rooms a store in a file has; a `StoreError` if the file is damaged or not a store."""
    if not file.is_file():
        raise StoreError(f"{file}: there is no such file")
    try:
        check_log(file)
    except StoreError as error:
        raise StoreError(f"{file} is not whole: {error}") from None
    with _errors_of(file), closing(_connect(file)) as connection:
        for table in (rooms, log):
            found = {column for _, column, *_ in connection.execute(f"PRAGMA table_info({table.name})")}
            if not found >= set(table.columns.keys()):
                raise StoreError(f"{file} is not a store of Boardwalk: it lacks the table {table.name}")
        ((said, *_),) = connection.execute("PRAGMA integrity_check(1)").fetchall()
        if said != "ok":
            raise StoreError(f"{file} is damaged: {' '.join(said.split())}")
        return _count(connection)


def _file_of(address: str, postgres_advice: str) -> Path:
    url = read_url(address)
    if url.drivername != "sqlite":
        raise StoreError(f"this store is a PostgreSQL database: {postgres_advice}, as docs/server.md shows")
    file = file_of(url)
    if file is None:
        raise StoreError("this store is in memory only; name one in a file with --store sqlite:///FILE")
    return file


def _prepare_to_overwrite(store: Path, force: bool) -> None:
    try:
        with closing(_connect(store)) as connection:
            # SQLite leaves the WAL mode only while no other connection is open, such as a running server's.
            connection.execute("PRAGMA journal_mode = DELETE")
            has_table = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [rooms.name]).fetchone()
            count = _count(connection) if has_table else 0
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(f"{store} is in use; stop the server first") from error
        if not force:
            raise StoreError(f"{store} can't be read ({error}); overwrite it with --force") from error
        with _errors_of(store):
            for suffix in ("", "-wal", "-shm"):
                Path(f"{store}{suffix}").unlink(missing_ok=True)
    else:
        if count and not force:
            raise StoreError(f"{store} has rooms ({count}); overwrite them with --force")


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {rooms.name}").fetchone()[0])


def _connect(file: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=WAIT_S)


@contextmanager
def _errors_of(file: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into one sentence that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{file}: {error}") from error
    except OSError as error:
        raise StoreError(f"{file}: {error.strerror}") from error
