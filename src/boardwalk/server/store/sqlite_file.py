"""Protects an SQLite store in a file: only one server opens it at a time, and never without its write-ahead log.

While a server runs, committed data is in the write-ahead log (`-wal`) until SQLite checkpoints it. A copy of the store
without the log opens without an error, but is empty or out of date. So the `user_version` in the store's header says
whether the log is needed: 1 is written and checkpointed to the store itself, then 0, which stays in the log. A reader
of both files, SQLite's own backup included, sees 0. After SQLite's next checkpoint the store by itself is complete up
to that time, and opens.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boardwalk.server.store.rows import StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

HEADER = 64  # bytes, of which some of https://www.sqlite.org/fileformat2.html#the_database_header are read
VERSIONS = slice(18, 20)
IN_WAL_MODE = b"\2\2"
PAGES = slice(28, 32)
USER_VERSION = slice(60, 64)
NEEDS_LOG = 1
LOCKED_BYTE = 1024  # of the lock file, on Windows: behind the number of the process, which others read


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
