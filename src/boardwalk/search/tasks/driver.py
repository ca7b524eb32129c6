"""`TaskSearch`: search for games of teams. It assigns tasks to the seats of each side and acts by the best."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from boardwalk.contract.game import Analysis, Judged, Table
from boardwalk.contract.search import Search, Tasks
from boardwalk.engine.random import streams
from boardwalk.engine.threads import run_all
from boardwalk.match import View
from boardwalk.search.tasks import kernels
from boardwalk.search.worlds import Array, Memory, Worlds, seed_of

LONGEST = 300  # actions of all seats in a simulation
COMPARED = 0.25  # the share of the simulations in which the actions of the seat to act are compared
SLICE = 0.01  # seconds between two checks of the clock
LINE = 12  # actions of the expected course
# Another action than that of the best task is taken if it is better by this: who keeps to a task makes headway.
CLEARLY = 0.1


class Core:
    """The memory of one core."""

    def __init__(self, table: Table, worlds: Worlds) -> None:
        seats, tasks = len(table.seats), table.game.rules.TASKS
        state, tones = table.layout.state.array, table.tones
        order = sorted({*tones}, key=tones.index)
        self.dice = np.repeat(state, 1)  # the core's random stream, in its field rng
        self.boards = worlds.boards
        self.search = kernels.Search(
            worlds=worlds.states,
            work=np.repeat(state, 2),
            scratches=worlds.scratches.copy(),
            mask=np.zeros(table.actions, np.uint8),
            sides=np.array([order.index(tone) for tone in tones]),
            leaders=np.array([tones.index(tone) for tone in order]),
            tasks=np.zeros(seats, np.int64),
            visits=np.zeros((seats, tasks), np.int64),
            values=np.zeros((seats, tasks)),
            worths=np.zeros(table.actions),
            results=np.zeros(len(order)),
            counts=np.zeros(2, np.int64),
        )
        self._plan, self._compare = table.compiled.bind(kernels.plan), table.rules.bind(kernels.compare)
        self._follow = table.compiled.bind(kernels.follow)

    def run(
        self, setting: kernels.Setting, scratches: Array, stream: Array, shares: tuple[int, int], ends: float | None
    ) -> None:
        """Select tasks, then compare actions, within the budget and the time."""
        search = self.search
        search.scratches[:] = scratches
        self.dice["rng"][0] = stream
        for array in search.statistics:
            array[:] = 0
        started = perf_counter()
        for number, (kernel, share) in enumerate(zip((self._plan, self._compare), shares, strict=True)):
            until = None if ends is None else ends - (0 if number else COMPARED * (ends - started))
            _in_slices(partial(kernel, self.boards, self.dice, search, setting), share, until)

    def line(self) -> tuple[int, ...]:
        """The expected course."""
        found = np.zeros(LINE, np.int64)
        length = self._follow(self.boards, self.dice, self.search, found)
        return tuple(found[:length].tolist())


def _in_slices(run: Callable[[int], Any], count: int, until: float | None) -> None:
    """Do something `count` times, or until a time; at least once."""
    size = count if until is None else 1
    while count > 0:
        started = perf_counter()
        run(min(size, count))
        count -= size
        if until is not None:
            now = perf_counter()
            if now >= until:
                return
            size = max(1, int(size * min(SLICE, until - now) / max(now - started, 1e-7)))


class TaskSearch:
    """A search over tasks whose memory is allocated once; several cores search independently, and their statistics are
    added."""

    def __init__(self, table: Table, search: Search, *, seed: int = 0, cores: int = 1) -> None:
        self.seed = seed
        method = search.method
        assert isinstance(method, Tasks)
        self.worlds = Worlds(table, search)
        self.cores = [Core(table, self.worlds) for _ in range(cores)]
        self._setting = kernels.Setting(
            seat=0,
            length=min(LONGEST, method.playout * len(table.seats)),
            exploration=float(method.exploration),
            draw=float(search.draw),
        )

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Search from a view of the seat to act."""
        ends = None if seconds is None else perf_counter() + seconds
        self.worlds.fill(view, self.seed, memory)
        self._run(self._setting._replace(seat=view.seat), view, simulations, ends)
        first, *others = (core.search for core in self.cores)
        for other in others:
            for mine, theirs in zip(first.statistics, other.statistics, strict=True):
                mine += theirs
        return self._concluded(view, self.cores[0])

    def _concluded(self, view: View, core: Core) -> Analysis:
        """The result of the merged statistics."""
        search = core.search
        planned, rounds = search.counts.tolist()
        values = {action: float(search.worths[action]) / rounds for action in view.legal}
        line = core.line()
        best = max(values, key=lambda action: values[action])
        if values[best] - values[line[0]] >= CLEARLY:
            line = (best,)
        # none has a higher value than the recommended one: the difference is within the error of the comparison
        most = min(1.0, values[line[0]])
        judged = [Judged(action, min(most, max(-1.0, value))) for action, value in values.items()]
        judged.sort(key=lambda one: (one.action != line[0], -one.value))
        worlds = self.worlds.likeliest(view, len(self.worlds.states))
        return Analysis(view.seat, tuple(judged), line, planned + rounds * len(view.legal), worlds)

    def _run(self, setting: kernels.Setting, view: View, simulations: int, ends: float | None) -> None:
        """Run all cores, each with its share of the simulations."""
        count = len(self.cores)
        own = streams(seed_of(self.seed, view) + 1, count)
        rounds = max(1, round(COMPARED * simulations / len(view.legal) / count))
        shares = max(1, round((1 - COMPARED) * simulations / count)), rounds
        scratches = self.worlds.scratches
        run_all([partial(core.run, setting, scratches, own[k], shares, ends) for k, core in enumerate(self.cores)])
