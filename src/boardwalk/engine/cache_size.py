"""The size of the cache of compiled rules: folders that were not used for long are removed, and the least recently used
ones if all of them take more than `$BOARDWALK_CACHE_MB` megabytes. A folder that a process uses is never removed: the
process holds a shared lock on a file in it.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

if sys.platform != "win32":
    import fcntl

VARIABLE = "BOARDWALK_CACHE_MB"
DEFAULT = 500
UNUSED_DAYS = 30
OLD_HOURS = 1  # of files that were being written by a process that has ended
LOCK, REMOVED = "in-use", ".removed-"

_held: dict[Path, int] = {}  # the open lock file of each folder that this process uses


def limit() -> int:
    """The greatest size of the cache, in bytes."""
    given = os.environ.get(VARIABLE, str(DEFAULT))
    megabytes = int(given) if given.isdecimal() else _refused(given)
    return megabytes * 1_000_000


@cache
def _refused(given: str) -> int:
    print(f"{VARIABLE} must be a number of megabytes, not {given!r}; {DEFAULT} is used.", file=sys.stderr)
    return DEFAULT


def use(folder: Path) -> None:
    """Mark a folder as used now and until this process ends."""
    with suppress(OSError):  # the cache may belong to another user
        os.utime(folder)
        if folder not in _held and sys.platform != "win32":
            file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
            _held[folder] = file
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)


@cache
def make_room(root: Path) -> None:
    """Remove what is too old or too much. Once in a process, since all files are looked at."""
    now = time.time()
    sizes: dict[Path, int] = {}
    for folder in _least_recently_used(root):
        if folder.name.startswith(REMOVED):
            shutil.rmtree(folder, ignore_errors=True)  # the process that began it was interrupted
        elif _used(folder) < now - UNUSED_DAYS * 86400:
            _remove(folder)
        else:
            sizes[folder] = _size(folder, now - OLD_HOURS * 3600)
    too_much = sum(sizes.values()) - limit()
    for folder, size in sizes.items():
        if too_much > 0 and _remove(folder):
            too_much -= size


def _least_recently_used(root: Path) -> list[Path]:
    with suppress(OSError):
        return sorted((one for one in root.iterdir() if one.is_dir()), key=_used)
    return []


def _used(folder: Path) -> float:
    with suppress(OSError):  # another process has removed it
        return folder.stat().st_mtime
    return 0.0


def _size(folder: Path, old: float) -> int:
    """The size of the files in a folder. Removes what a process that was interrupted has left."""
    size = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            found = path.stat()
            if path.suffix == ".part" and found.st_mtime < old:
                path.unlink()
            else:
                size += found.st_size
    return size


def _remove(folder: Path) -> bool:
    """Remove a folder unless a process uses it; whether it was removed. Others see all of it or nothing."""
    with _alone(folder) as alone:
        if not alone:
            return False
        gone = folder.with_name(REMOVED + folder.name)
        try:
            folder.rename(gone)
        except OSError:
            return False
    shutil.rmtree(gone, ignore_errors=True)
    return True


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Whether no process uses a folder; none can begin to while the block runs."""
    if folder in _held or sys.platform == "win32":
        yield folder not in _held and _used(folder) < time.time() - OLD_HOURS * 3600
        return
    file = -1
    try:
        file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        alone = True
    except OSError:
        alone = False
    try:
        yield alone
    finally:
        if file >= 0:
            os.close(file)
