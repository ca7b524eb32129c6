"""What keeps an SQLite store in a file whole: one server has it at a time, and it is not opened without its log.

While a server runs, what it has stored is in the file beside the store, `-wal`, until SQLite copies it over. Who copies
only the store gets one that opens without an error, and is empty or old. So the number `user_version` in the store's
header says whether it needs that log: 1 is written and copied over to the store itself, and after that 0, which stays
in the log like all that is stored then. Whoever reads both, SQLite's own backup included, sees 0. Once the log is
so long that SQLite copies it over, the store by itself is whole up to that time, and opens.
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
    """A `StoreError` if a store lacks the log beside it. Nothing of this process may have it open without one."""
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
    """Let the file tell, from now on, whether it was copied without its log; by a connection of `sqlite3`."""
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
