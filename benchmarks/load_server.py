"""The server of the load test, and what its processes use: those of `boardwalk serve` and those of its database."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "server"))

from harness import Server
from postgres import Postgres

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PARENT, USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM, RESIDENT = 1, 11, 12, 13, 14, 21  # fields of /proc/PID/stat


class Processes:
    """A process and all its descendants."""

    def __init__(self, root: int) -> None:
        self.root = root

    def _stats(self) -> Iterator[list[int]]:
        """The fields of /proc/PID/stat after the name, for the root first and then for its descendants."""
        known = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rsplit(")", 1)[1].split()
            except OSError:  # it has just ended
                continue
            known[int(path.parent.name)] = [0, *map(int, fields[1:])]
        waiting = [self.root]
        while waiting:
            process = waiting.pop()
            yield known[process]
            waiting += [child for child, fields in known.items() if fields[PARENT] == process]

    def cpu(self) -> float:
        """CPU seconds used so far, those of children that have ended included."""
        stats = list(self._stats())
        ended = sum(fields[CHILDREN_USER] + fields[CHILDREN_SYSTEM] for fields in stats)
        return (ended + sum(fields[USER] + fields[SYSTEM] for fields in stats)) / TICKS

    def memory(self) -> int:
        """Bytes in memory."""
        return PAGE * sum(fields[RESIDENT] for fields in self._stats())


class MeasuredServer:
    """`boardwalk serve` with a store of its own; a context manager. `database` is None with SQLite."""

    def __init__(self, store: str, workers: int) -> None:
        self._store, self._workers = store, workers
        self._opened = ExitStack()
        self.database: Processes | None = None

    def __enter__(self) -> MeasuredServer:
        with ExitStack() as opened:
            url = ""
            if self._store == "postgresql":
                postgres = opened.enter_context(Postgres(durable=True))
                self.database, url = Processes(postgres.process), postgres.new_database()
            self.server = opened.enter_context(Server(url, workers=self._workers, rooms_awake=10**6))
            assert self.server.process is not None
            self.processes = Processes(self.server.process.pid)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def port(self) -> int:
        return self.server.port

    def make_rooms(
        self, game: str, options: dict[str, object], seats: int, count: int, bot: str = ""
    ) -> list[tuple[str, list[str]]]:
        """New rooms, each with its name and the tokens of its seats; with a bot, it plays all but the first of them."""
        words = ["me"] + [bot or "me"] * (seats - 1)
        made = [self.server.make_room(game, " ".join(words), options=options) for _ in range(count)]
        return [(room, list(tokens.values())) for room, tokens in made]

    def thoughts(self) -> float:
        """How many requests bots have answered in the processes of the pool."""
        lines = self.server.get("/metrics")[1].decode().splitlines()
        answered = 'boardwalk_pool_seconds_count{kind="seats"}'
        return next((float(line.split()[1]) for line in lines if line.startswith(answered)), 0.0)

    def complaints(self) -> list[str]:
        """What the server has logged as going wrong."""
        return [line["message"] for line in self.server.lines() if line["level"] in ("warning", "error", "critical")]
