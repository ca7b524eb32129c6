"""The process that compiles in the background, as processes that play see it.

A cache folder has one at most: it holds the lock on `background/lock`. Compiled code is asked for by a file in
`background/wanted`, which is removed once the code is in the cache, or can't be compiled. The process compiles what was
asked for last first, and tells how far it is in `background/progress.json`. It ends with the process that started it,
at once: each function that it has compiled is in the cache.

`$BOARDWALK_COMPILE` says how rules are compiled. `background` is the default. `off`: without that process, so what
needs compiled code compiles it itself. `first`: by the process that plays, before the first step."""

from __future__ import annotations

import atexit
import hashlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from boardwalk.engine.user_dirs import cache_folder

if sys.platform != "win32":
    import fcntl
if TYPE_CHECKING:
    import subprocess

VARIABLE = "BOARDWALK_COMPILE"
BACKGROUND, OFF, FIRST = "background", "off", "first"
PROGRAM = "boardwalk.search.background_process"
EVERYTHING = "--everything"
MOST_FAILURES = 3  # after which the process is not started again


class Wanted(msgspec.Struct, frozen=True):
    """A request to compile the rules of a table, given as its game string, and its search."""

    table: str
    search: bool = False

    @property
    def path(self) -> Path:
        name = hashlib.blake2b(msgspec.json.encode(self), digest_size=12).hexdigest()
        return folder() / "wanted" / f"{name}.json"

    @property
    def is_done(self) -> bool:
        """Whether nobody asks for it: it was compiled since then, or has failed."""
        return not self.path.exists()


class Progress(msgspec.Struct):
    """How far the process is: what it compiles, how much of everything is done, the seconds until all of it is, and
    until what was asked for is, by the name of its file."""

    what: str
    done: int
    of: int
    seconds: float
    waits: dict[str, float] = {}
    at: float = msgspec.field(default_factory=time.time)

    def left(self, wanted: Wanted) -> float:
        """About how many seconds it still takes until this is compiled; 0 if that is not known, or took longer."""
        return max(0.0, self.waits.get(wanted.path.name, 0.0) - (time.time() - self.at))

    def __str__(self) -> str:
        return f"{self.done} of {self.of}, about {max(1.0, self.seconds - (time.time() - self.at)):.0f} s left"


def mode() -> str:
    """What `$BOARDWALK_COMPILE` says; the default if it is something else."""
    given = os.environ.get(VARIABLE, "")
    if sys.platform == "win32" and given != FIRST:
        return OFF  # no lock can be inherited there
    return given if given in (OFF, FIRST) else BACKGROUND


def folder() -> Path:
    return cache_folder() / "background"


def ask(table: str, *, search: bool = False, everything: bool = False) -> Wanted | None:
    """Ask for a table to be compiled; with `everything` all other games after it. None if nothing compiles in the
    background, also because the cache can't be written."""
    wanted = Wanted(table, search)
    if mode() != BACKGROUND:
        return None
    try:
        wanted.path.parent.mkdir(parents=True, exist_ok=True)
        replace(wanted.path, msgspec.json.encode(wanted))
    except OSError:
        return None
    return wanted if start(everything=everything) else None


def requests() -> list[Wanted]:
    """What is wanted: rules before searches, what was asked for last first."""
    found: list[tuple[bool, float, Wanted]] = []
    for path in (folder() / "wanted").glob("*.json"):
        try:
            wanted = msgspec.json.decode(path.read_bytes(), type=Wanted)
            found.append((wanted.search, -path.stat().st_mtime, wanted))
        except (OSError, msgspec.DecodeError):
            with suppress(OSError):
                path.unlink()
    return [wanted for _, _, wanted in sorted(found, key=lambda one: one[:2])]


def progress() -> Progress | None:
    """How far the process is; None if none is running."""
    if not is_running():
        return None
    try:
        return msgspec.json.decode((folder() / "progress.json").read_bytes(), type=Progress)
    except (OSError, msgspec.DecodeError):
        return None


def report(progress: Progress) -> None:
    """Tell how far the process is."""
    with suppress(OSError):
        replace(folder() / "progress.json", msgspec.json.encode(progress))


def replace(path: Path, data: bytes) -> None:
    """Write a file that others read meanwhile."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(data)
    part.replace(path)


# -- one process


def is_running() -> bool:
    """Whether any process compiles in the background of this cache."""
    try:
        with _lock_file() as file:
            return not _lock(file)
    except OSError:
        return False


@contextmanager
def _lock_file() -> Iterator[int]:
    """The lock file, opened; closing it gives the lock up, unless another process has inherited it."""
    folder().mkdir(parents=True, exist_ok=True)
    file = os.open(folder() / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        yield file
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    """Whether this process has the lock now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


_child: subprocess.Popen[bytes] | None = None  # started by this process
_failures = 0


def start(*, everything: bool = False) -> bool:
    """Start the process, unless one runs already. It inherits the lock, so that there is never a second one. False if
    none is to run, it has failed too often, or the cache can't be written."""
    import subprocess  # deferred: few programs come here

    global _child
    if mode() != BACKGROUND:
        return False
    try:
        with _lock_file() as lock, (folder() / "log").open("ab") as log:
            if not _lock(lock):
                return True
            if _has_failed():
                return False
            log.truncate(0)
            stop()
            _child = subprocess.Popen(
                [sys.executable, "-P", "-m", PROGRAM, *[EVERYTHING] * everything],
                stdin=subprocess.PIPE,  # it ends when this is closed, also by the death of this process
                stdout=log,
                stderr=log,
                pass_fds=(lock,),
                start_new_session=True,  # Ctrl-C is not for it
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), VARIABLE: FIRST},
            )
    except OSError:
        return False
    return True


def has_finished() -> bool:
    """Whether the process that this one has started has compiled all that it was to, or none is to run any more."""
    return mode() != BACKGROUND or (_child is not None and _child.poll() == 0) or _failures >= MOST_FAILURES


def _has_failed() -> bool:
    """Whether the process has ended in an error too often, as when the machine has not enough memory for it."""
    global _failures
    if _child is not None and _child.poll() not in (None, 0):
        stop()
        _failures += 1
    return _failures >= MOST_FAILURES


def stop() -> None:
    """End the process that this one has started, if any."""
    global _child
    child, _child = _child, None
    if child is not None:
        assert child.stdin is not None
        child.stdin.close()
        child.kill()
        child.wait()


def _forget() -> None:
    """In a fork: the process belongs to the parent, and must not outlive it because its pipe is open here too."""
    global _child
    child, _child = _child, None
    if child is not None:
        assert child.stdin is not None
        child.returncode = 0  # not a child of this process
        child.stdin.close()


atexit.register(stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
