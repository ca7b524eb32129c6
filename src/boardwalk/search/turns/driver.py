"""`TurnSearch`: a search for games of chance between two, comparing whole turns by how they leave the position."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from boardwalk.contract.errors import GameError
from boardwalk.contract.game import Analysis, Judged, Table
from boardwalk.contract.search import Search, Turns
from boardwalk.engine.random import streams
from boardwalk.engine.threads import run_all
from boardwalk.match import View
from boardwalk.search.turns import kernels
from boardwalk.search.worlds import Array, Memory, Worlds, seed_of

FEWEST = 2  # actions that are compared to the end


def _workspace(table: Table) -> kernels.Workspace:
    state, actions, depth = table.layout.state.array, table.actions, kernels.LONGEST + 1
    return kernels.Workspace(
        stack=np.repeat(state, depth),
        masks=np.zeros((depth, actions), np.uint8),
        following=np.zeros(depth, np.int64),
        worths=np.zeros(actions),
        ends=np.repeat(state, actions),
        courses=np.zeros((actions, depth), np.int64),
        lengths=np.zeros(actions, np.int64),
    )


class Core:
    """The memory of one core."""

    def __init__(self, table: Table, worlds: Worlds) -> None:
        self.dice = np.repeat(table.layout.state.array, 1)  # the core's random stream, in its field rng
        self.boards = worlds.boards
        self.workspaces = _workspace(table), _workspace(table)
        self.search = kernels.Search(
            worlds=worlds.states,
            work=np.repeat(table.layout.state.array, 3),
            scratches=worlds.scratches.copy(),
            active=np.zeros(table.actions, np.uint8),
            sums=np.zeros(table.actions),
            visits=np.zeros(table.actions, np.int64),
            counts=np.zeros(2, np.int64),
        )
        self._compare, self._follow = table.compiled.bind(kernels.compare), table.rules.bind(kernels.follow)

    def begin(self, scratches: Array, stream: Array) -> None:
        self.search.scratches[:] = scratches
        self.dice["rng"][0] = stream
        for array in self.search.statistics:
            array[:] = 0

    def run(self, setting: kernels.Setting, active: list[int], rounds: int, ends: float | None) -> None:
        """Compare these actions in this many rounds, within the time, but once at least."""
        self.search.active[:] = 0
        self.search.active[active] = 1
        for _ in range(rounds):
            self._compare(self.boards, self.dice, self.search, *self.workspaces, setting, 1)
            if ends is not None and perf_counter() >= ends:
                return

    def line(self, setting: kernels.Setting, action: int) -> tuple[int, ...]:
        """The expected course from an action on."""
        found = np.zeros(2 * kernels.LONGEST, np.int64)
        length = self._follow(self.boards, self.dice, self.search, *self.workspaces, setting, action, found)
        return tuple(found[:length].tolist())


class TurnSearch:
    """A search over turns whose memory is allocated once; several cores search independently, and their statistics are
    added."""

    def __init__(self, table: Table, search: Search, *, seed: int = 0, cores: int = 1) -> None:
        if len(table.seats) != 2:
            raise GameError(f"the method Turns is for two seats, and {table} has {len(table.seats)}")
        assert isinstance(search.method, Turns)
        self.seed = seed
        self.worlds = Worlds(table, search)
        self.cores = [Core(table, self.worlds) for _ in range(cores)]
        greedy_share = round(kernels.ALWAYS * search.method.greedy_share) if table.game.has_rule("greedy") else 0
        self._setting = kernels.Setting(seat=0, greedy_share=greedy_share, hidden=table.game.hidden)

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Search from a view of the seat to act, by sequential halving: all actions are compared first, then the better
        half of them, and so on, each time with the same number of samples, and as much of the time."""
        started = perf_counter()
        setting = self._setting._replace(seat=view.seat)
        self.worlds.fill(view, self.seed, memory)
        own = streams(seed_of(self.seed, view) + 1, len(self.cores))
        for core, stream in zip(self.cores, own, strict=True):
            core.begin(self.worlds.scratches, stream)
        active = [*view.legal]
        stages = max(1, (len(active) - 1).bit_length())
        for stage in range(1, stages + 1):
            rounds = max(1, round(simulations / stages / len(active) / len(self.cores)))
            ends = None if seconds is None else started + seconds * stage / stages
            run_all([partial(core.run, setting, active, rounds, ends) for core in self.cores])
            values = self._values()
            active = sorted(active, key=lambda action: -values[action])
            active = active[: max(FEWEST, -(-len(active) // 2))]
        return self._concluded(view, setting, active[0])

    def _values(self) -> Array:
        """The mean value of each action."""
        sums, visits = (sum(getattr(core.search, name) for core in self.cores) for name in ("sums", "visits"))
        values: Any = sums / np.maximum(1, visits)
        return np.where(visits > 0, values, -1.0)

    def _concluded(self, view: View, setting: kernels.Setting, best: int) -> Analysis:
        """The result of all samples. The values of actions that were dropped early are less exact than the best one's,
        so none is reported as higher."""
        values = self._values()
        most = float(values[best])
        done = sum(int(core.search.counts[kernels.SAMPLES]) for core in self.cores)
        visits = sum(core.search.visits for core in self.cores)
        judged = [
            Judged(action, min(most, float(values[action])), float(visits[action] / max(1, visits.sum())))
            for action in view.legal
        ]
        judged.sort(key=lambda one: (one.action != best, -one.value))
        line = self.cores[0].line(setting, best)
        return Analysis(view.seat, tuple(judged), line, done, self.worlds.likeliest(view, len(self.worlds.states)))
