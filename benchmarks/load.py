"""Load test of the server with many rooms: response times, CPU an action, and the highest rate of actions it sustains.

    python benchmarks/load.py                                       # 500 rooms of Rowdy Racers, SQLite, one worker
    python benchmarks/load.py --rooms 1000 --rate 1000 --no-search  # a fixed load
    python benchmarks/load.py --store sqlite,postgresql --workers 1,2 --game all --write
    python benchmarks/load.py --soak 15                             # at half of the highest rate it sustains
    python benchmarks/load.py --thinking 20 --write                 # while 20 more rooms play against the bot hard

starts `boardwalk serve` for each combination (SQLite with one worker only), makes rooms, connects a client to every
seat and plays random actions at random times, at a fixed total rate. The response time of an action ends when its
answer and all frames that it leads to have been received by every seat of the room. Then the rate is raised until the
99th percentile reaches 100 ms. CPU an action is that of all processes of the server, and of the database's separately;
on a busy machine it can still be compared, while rates can't. The clients have a process of their own, and a core of
their own if there is one to spare.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field

import report
from load_clients import Clients
from load_server import MeasuredServer

LIMIT = 0.1  # limit of the 99th percentile of response times, in seconds
HELD = 0.95  # the share of the requested rate that must be achieved
GROWTH = 1.25  # from one rate to the next, as long as the server holds it
REFINEMENTS = 2  # rates tried between the highest that was held and the lowest that was not
STEP_SECONDS = 6.0
SETTLE = 2.0  # seconds before measuring
MINUTE = 60.0
BATCH = 100  # rooms made at once
GAMES: dict[str, tuple[dict[str, object], int]] = {  # options and number of seats: long games
    "box_world": ({"pack": "night_shift", "level": 5}, 1),
    "capture_the_flag": ({"players": 1}, 2),
    "fog_quoridor": ({"turns": 1000}, 2),
    "robo_rally": ({}, 2),
    "rowdy_racers": ({"failures": 1.0}, 2),
}
STORES = ("sqlite", "postgresql")
BOT = "hard"


def say(*words: object) -> None:
    print(*words, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Case:
    """What is measured: a game on a kind of store, with this many workers and rooms."""

    game: str
    store: str
    workers: int
    rooms: int

    def __str__(self) -> str:
        workers = "one worker" if self.workers == 1 else f"{self.workers} workers"
        return f"{self.rooms} rooms of {self.game}, {self.store}, {workers}"


@dataclass
class Run:
    """One fixed rate. CPU of the server, the database and the clients is in seconds a second."""

    asked: float
    actions_a_second: float
    p50_ms: float
    p99_ms: float
    worst_ms: float
    server_cpu: float
    database_cpu: float
    clients_cpu: float
    errors: list[str]

    @property
    def holds(self) -> bool:
        return self.p99_ms < LIMIT * 1000 and self.actions_a_second > HELD * self.asked

    @property
    def server_ms(self) -> float:
        """CPU of the server an action, in ms."""
        return 1000 * self.server_cpu / self.actions_a_second if self.actions_a_second else float("inf")

    @property
    def database_ms(self) -> float:
        return 1000 * self.database_cpu / self.actions_a_second if self.actions_a_second else float("inf")

    def __str__(self) -> str:
        """A line below `HEAD`."""
        return (
            f"{self.asked:8.0f} {self.actions_a_second:10.0f} {self.p50_ms:8.1f} {self.p99_ms:8.1f}"
            f" {self.worst_ms:9.1f} {self.server_ms:10.2f} {self.database_ms:12.2f} {self.server_cpu:8.0%}"
            f" {self.clients_cpu:8.0%} {len(self.errors):7}"
        )


HEAD = " asked/s  actions/s   p50 ms   p99 ms  worst ms  server ms  database ms   server  clients  errors"


@dataclass
class Result:
    """All runs of a case, the first at its fixed rate."""

    case: Case
    runs: list[Run] = field(default_factory=list)
    bytes_a_room: float = 0.0

    @property
    def highest(self) -> Run | None:
        """The run with the highest rate that was held."""
        return max((run for run in self.runs if run.holds), key=lambda run: run.actions_a_second, default=None)


class Load:
    """A server with rooms and clients for one case; a context manager."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._opened = ExitStack()

    def __enter__(self) -> Load:
        with ExitStack() as opened:
            cores, clients_cores = share_cores(self.case)
            before = os.sched_getaffinity(0)
            opened.callback(os.sched_setaffinity, 0, before)
            os.sched_setaffinity(0, cores)  # the server and the database inherit it
            self.server = opened.enter_context(MeasuredServer(self.case.store, self.case.workers))
            self.clients = opened.enter_context(Clients(self.server.port, clients_cores))
            self._make_rooms()
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def _make_rooms(self) -> None:
        options, seats = GAMES[self.case.game]
        self.clients.open(self.server.make_rooms(self.case.game, options, seats, 1))  # compiles the rules
        before, left = self.server.processes.memory(), self.case.rooms - 1
        while left:
            count = min(left, BATCH)
            self.clients.open(self.server.make_rooms(self.case.game, options, seats, count))
            left -= count
        self.bytes_a_room = (self.server.processes.memory() - before) / max(self.case.rooms - 1, 1)

    def run(self, rate: float, seconds: float, settle: float = SETTLE) -> Run:
        """Play at this total rate; the first moments are not measured."""
        first = time.monotonic() + settle
        end = first + seconds
        self.clients.play(rate, first, end)
        time.sleep(max(first - time.monotonic(), 0))
        began, before = time.monotonic(), self._cpu()
        time.sleep(end - time.monotonic())
        spent, after = time.monotonic() - began, self._cpu()
        played = self.clients.played()
        times = sorted(played.times) or [float("inf")]
        return Run(
            asked=rate,
            actions_a_second=played.actions / seconds,
            p50_ms=times[len(times) // 2] * 1000,
            p99_ms=times[int(len(times) * 0.99)] * 1000,
            worst_ms=times[-1] * 1000,
            server_cpu=(after[0] - before[0]) / spent,
            database_cpu=(after[1] - before[1]) / spent,
            clients_cpu=played.cpu / seconds,
            errors=played.errors,
        )

    def _cpu(self) -> tuple[float, float]:
        database = self.server.database
        return self.server.processes.cpu(), database.cpu() if database else 0.0


def share_cores(case: Case) -> tuple[set[int], set[int]]:
    """The cores of the server with its database, and those of the clients: one of their own if the workers, and the
    database or the thread that writes to SQLite, leave one."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < case.workers + 2:
        return set(cores), set(cores)
    return set(cores[:-1]), set(cores[-1:])


def search(load: Load, first: Run) -> Iterator[Run]:
    """Runs at higher rates while they are held, or at lower ones until one is; then between the highest that was held
    and the lowest that was not."""
    low, high = (first.asked, 0.0) if first.holds else (0.0, first.asked)
    while not high or (not low and high > 1):
        yield (run := load.run(low * GROWTH if low else high / GROWTH, STEP_SECONDS))
        low, high = (run.asked, high) if run.holds else (low, run.asked)
    for _ in range(REFINEMENTS):
        yield (run := load.run((low * high) ** 0.5, STEP_SECONDS))
        low, high = (run.asked, high) if run.holds else (low, run.asked)


def measure(case: Case, rate: float, seconds: float, searching: bool) -> Result:
    with Load(case) as load:
        say(f"{case}\n{HEAD}")
        result = Result(case, [load.run(rate, seconds)], load.bytes_a_room)
        say(result.runs[0])
        for run in search(load, result.runs[0]) if searching else ():
            say(run)
            result.runs.append(run)
        complain(load, result.runs)
    return result


def complain(load: Load, runs: Sequence[Run]) -> None:
    """Say what went wrong, each kind once."""
    told = Counter(error for run in runs for error in run.errors) + Counter(load.server.complaints())
    for what, times in told.most_common(10):
        say(f"{times} × {what}")


def soak(case: Case, rate: float, minutes: int) -> None:
    """Play at a fixed rate, or at half of the highest that is held, and watch memory, response times and errors."""
    with Load(case) as load:
        say(case)
        if not rate:
            first = load.run(case.rooms, STEP_SECONDS)
            held = [run.asked for run in (first, *search(load, first)) if run.holds]
            if not held:
                raise SystemExit(f"not even {case.rooms} actions a second are held")
            rate = max(held) / 2
        runs, memory = [], [load.server.processes.memory()]
        print(f"at the start: {memory[0] / 2**20:.0f} MiB\n  minute  memory MiB {HEAD}", flush=True)
        for minute in range(1, minutes + 1):
            runs.append(load.run(rate, MINUTE, settle=0.0))
            memory.append(load.server.processes.memory())
            print(f"{minute:8} {memory[-1] / 2**20:11.1f} {runs[-1]}", flush=True)
        complain(load, runs)
        actions = sum(run.actions_a_second for run in runs) * MINUTE
        errors = sum(len(run.errors) for run in runs) + len(load.server.complaints())
    begin, after_a_minute, end = (memory[index] / 2**20 for index in (0, 1, -1))
    print(
        f"{case}: {actions:,.0f} actions in {minutes} minutes, {rate:.0f} a second asked for; p99 at most"
        f" {max(run.p99_ms for run in runs):.1f} ms in any minute; {errors} errors; memory {begin:.0f} MiB at the"
        f" start, {after_a_minute:.0f} after the first minute, {end:.0f} at the end"
    )


@dataclass
class Beside:
    """The same load without and with rooms in which bots think all the time. `thoughts` are decisions a second."""

    case: Case
    rooms: int
    without: Run
    beside: Run
    thoughts: float


def think(case: Case, rate: float, seconds: float, rooms: int) -> Beside:
    """Measure a load, then again while people in `rooms` more rooms play against the bot `hard` without a pause."""
    options, seats = GAMES[case.game]
    with Load(case) as load:
        say(f"{case}, then beside {rooms} against {BOT}\n{HEAD}")
        without = load.run(rate, seconds)
        say(without)
        load.clients.open(load.server.make_rooms(case.game, options, seats, rooms, BOT), busy=True)
        while load.server.thoughts() < rooms:  # the first ones start processes, and compile
            load.run(rate, STEP_SECONDS, settle=0.0)
        before, began = load.server.thoughts(), time.monotonic()
        beside = load.run(rate, seconds)
        result = Beside(case, rooms, without, beside, (load.server.thoughts() - before) / (time.monotonic() - began))
        say(beside, f"\n{result.thoughts:.1f} decisions of {BOT} a second")
        complain(load, [without, beside])
    return result


def thinking_markdown(results: Sequence[Beside]) -> str:
    head = ("game", "rooms", f"rooms against {BOT}", "actions/s", "p50, ms", "p99, ms", "worst, ms", "decisions/s")
    rows = []
    for result in results:
        for rooms, run, thoughts in ((0, result.without, 0.0), (result.rooms, result.beside, result.thoughts)):
            name = result.case.game.replace("_", " ").title()
            times = [f"{run.p50_ms:.1f}", f"{run.p99_ms:.1f}", f"{run.worst_ms:.1f}"]
            counts = [name, f"{result.case.rooms:,}", str(rooms), f"{run.actions_a_second:,.0f}"]
            rows.append([*counts, *times, f"{thoughts:.1f}"])
    about = report.sentence(report.machine(["uvicorn", "uvloop"]))
    return (
        f"{about} The same load, first alone and then beside rooms whose bots think all the time, on all cores"
        f" but one. Response times are those of the rooms of people.\n\n{report.table(head, rows)}"
    )


PEERS = """\
For comparison, boardgame.io with a trivial game. It was measured elsewhere: on another machine, in one run beside the
version of Boardwalk of that day, which took 1.1 ms an action at its highest rate and 1.6 to 1.8 ms at 500 actions a
second, and held 780 to 915 durable actions a second with p99 under 100 ms. Compare it with these, not with the tables
above.
"""


def markdown(results: Sequence[Result]) -> str:
    """The measurements as Markdown for README.md."""
    head = ("game", "store", "workers", "rooms", "actions/s", "p50, ms", "p99, ms", "server CPU, ms an action")
    more = (
        "database CPU, ms an action",
        "clients' CPU",
        "KiB a room",
        "highest rate held",
        "server CPU at it, ms an action",
    )
    rows = []
    for result in results:
        run, highest = result.runs[0], result.highest if len(result.runs) > 1 else None
        rows.append(
            [
                result.case.game.replace("_", " ").title(),
                result.case.store,
                str(result.case.workers),
                f"{result.case.rooms:,}",
                f"{run.actions_a_second:,.0f}",
                f"{run.p50_ms:.1f}",
                f"{run.p99_ms:.1f}",
                f"{run.server_ms:.2f}",
                f"{run.database_ms:.2f}" if result.case.store == "postgresql" else "–",
                f"{run.clients_cpu:.0%}",
                f"{result.bytes_a_room / 1024:.0f}",
                f"{highest.actions_a_second:,.0f}" if highest else "–",
                f"{highest.server_ms:.2f}" if highest else "–",
            ]
        )
    about = report.sentence(report.machine(["uvicorn", "sqlalchemy", "psycopg", "uvloop"]))
    own = [bool(set.isdisjoint(*share_cores(result.case))) for result in results]
    where = (
        "have a core of their own" if all(own) else "share the cores" if not any(own) else "share the cores if need be"
    )
    peers = report.table(
        ("boardgame.io", "CPU, ms an action", "actions/s"),
        [["in memory", "0.47", "1,300, at 61% of a core"], ["with its file store", "2.2", "–"]],
    )
    return (
        f"{about} The clients {where}. Every action is stored before it is acknowledged. A rate is held if p99 is under"
        f" {LIMIT * 1000:.0f} ms.\n\n{report.table(head + more, rows)}\n{PEERS}\n{peers}"
    )


def chosen_cases(chosen: argparse.Namespace) -> list[Case]:
    """All combinations; SQLite with one worker only."""
    games = list(GAMES) if chosen.game == "all" else chosen.game.split(",")
    stores, workers = chosen.store.split(","), [int(number) for number in chosen.workers.split(",")]
    if wrong := [*({*games} - {*GAMES}), *({*stores} - {*STORES})]:
        raise SystemExit(f"not known: {', '.join(wrong)}; games are {', '.join(GAMES)} and stores {', '.join(STORES)}")
    every = itertools.product(games, stores, workers)
    return [Case(game, store, count, chosen.rooms) for game, store, count in every if store != "sqlite" or count == 1]


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="rowdy_racers", help="one or more, such as box_world,fog_quoridor, or all")
    parser.add_argument("--store", default="sqlite", help="sqlite, postgresql or both: sqlite,postgresql")
    parser.add_argument("--workers", default="1", help="numbers of workers, such as 1,2")
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--rate", type=float, default=0.0, help="actions a second of all rooms (default: one a room)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of the run at that rate")
    parser.add_argument("--no-search", action="store_true", help="don't look for the highest rate")
    parser.add_argument("--soak", type=int, metavar="MINUTES", help="play at --rate, or at half of the highest rate")
    parser.add_argument("--thinking", type=int, metavar="ROOMS", help="also beside so many rooms against the bot hard")
    parser.add_argument("--json", action="store_true", help="print data")
    parser.add_argument("--write", action="store_true", help="put the tables into README.md")
    return parser


def main() -> None:
    chosen = arguments().parse_args()
    cases = chosen_cases(chosen)
    if chosen.soak:
        for case in cases:
            soak(case, chosen.rate, chosen.soak)
        return
    rate = chosen.rate or float(chosen.rooms)
    if chosen.thinking:
        text = thinking_markdown([think(case, rate, chosen.seconds, chosen.thinking) for case in cases])
        if chosen.write:
            report.write("thinking", text)
        print(text)
        return
    results = [measure(case, rate, chosen.seconds, not chosen.no_search) for case in cases]
    if chosen.write:
        report.write("load", markdown(results))
    if chosen.json:
        print(json.dumps([asdict(result) for result in results], indent=1))
    else:
        print(markdown(results))


if __name__ == "__main__":
    main()
