"""The program of the process that compiles in the background: `python -m boardwalk.search.background_process`.

It compiles what others have asked for (`boardwalk.engine.background`) and, if it was started with `--everything`, all
games, and then ends."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

from boardwalk.contract import compiling, registry
from boardwalk.contract.errors import BoardwalkError
from boardwalk.engine import background
from boardwalk.engine.background import Progress, Wanted
from boardwalk.engine.child import end_with_parent, lower_priority
from boardwalk.search import thinker

NICE = 10  # as in the processes of a server's pool: what people wait for comes first
SECONDS = {False: 10.0, True: 15.0}  # that a table is expected to take: its rules, its search
log = logging.getLogger("boardwalk")


class PreemptedError(Exception):
    """Something else was asked for, which comes first."""


def everything() -> Iterator[Wanted]:
    """The rules of all games and then their searches, at the tables that `boardwalk compile` compiles."""
    tables = [str(table) for table in compiling.usual_tables()]
    for search in (False, True):
        yield from (Wanted(table, search) for table in tables)


class Queue:
    """What there is to do, and how far it is."""

    def __init__(self, rest: list[Wanted]) -> None:
        self._rest = rest
        self._done = 0
        self._expected = self._spent = 5.0  # seconds of all that is done, as expected and as it was
        self._began = 0.0

    def run(self) -> None:
        """Compile until nothing is left to do."""
        while (wanted := self._next()) is not None:
            self._began = time.monotonic()
            try:
                self._compile(wanted)
            except PreemptedError:
                continue
            except Exception as error:  # a game of another package may raise anything
                log.error("%s can't be compiled: %s: %s", wanted.table, type(error).__name__, error)
            self._finish(wanted)

    def _next(self) -> Wanted | None:
        return next(iter([*background.requests(), *self._rest]), None)

    def _finish(self, wanted: Wanted) -> None:
        with suppress(OSError):
            wanted.path.unlink()
        with suppress(ValueError):
            self._rest.remove(wanted)
        self._done += 1
        self._expected += SECONDS[wanted.search]
        self._spent += time.monotonic() - self._began

    def _compile(self, wanted: Wanted) -> None:
        def progress(what: str, done: int, of: int) -> None:
            self._report(wanted, what, done / of)
            if done < of and wanted.is_done and background.requests():  # others have asked, and not for this
                raise PreemptedError

        with suppress(BoardwalkError):  # of a table that this version does not lay out
            table = registry.table(wanted.table)
            if wanted.search:
                thinker.prepare(table, progress)
            else:
                compiling.prepare_all(table, progress)

    def _report(self, now: Wanted, what: str, part: float) -> None:
        """Tell how far this is: `now` is compiled, and this part of it is done."""
        own = SECONDS[now.search] * part
        pace = (self._spent + time.monotonic() - self._began) / (self._expected + own)
        waits: dict[str, float] = {}
        seconds = -pace * own
        waiting = [now, *(one for one in background.requests() if one != now)]
        waiting += [one for one in self._rest if one not in waiting]
        for wanted in waiting:
            seconds += pace * SECONDS[wanted.search]
            waits[wanted.path.name] = seconds
        background.report(Progress(what, self._done, self._done + len(waiting), seconds, waits))


def main() -> None:
    lower_priority(NICE)
    end_with_parent()
    Queue(list(everything()) if background.EVERYTHING in sys.argv else []).run()


if __name__ == "__main__":
    main()
