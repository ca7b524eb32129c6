"""`TreeSearch`: information-set tree search for the decisions of one table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import NamedTuple

import numpy as np

from boardwalk.contract.game import Analysis, Judged, Table
from boardwalk.contract.search import Search, Tree
from boardwalk.engine.random import streams
from boardwalk.engine.threads import run_all
from boardwalk.match import View
from boardwalk.search.tree import kernels
from boardwalk.search.worlds import Array, Memory, Worlds, seed_of

LONGEST = 512  # actions of a simulation within the tree
TO_THE_END = 2000  # actions of a playout in a game without `estimate`
SLICE = 0.01  # seconds between two checks of the clock


class Child(NamedTuple):
    """Statistics of one action, merged over cores; `result` and `plies` are a proof's, if there is one."""

    visits: int
    value: float
    result: int
    plies: int

    @property
    def mean(self) -> float:
        value = self.value / self.visits if self.result == kernels.UNKNOWN else float(self.result)
        return min(1.0, max(-1.0, value))

    @property
    def rank(self) -> tuple[float, ...]:
        """Proven wins first, the shortest first; proven losses last, the longest first; else by visits."""
        if self.result == 1:
            return 1, -self.plies, 0
        if self.result == -1:
            return -1, self.plies, 0
        return 0, self.visits, self.mean

    def merged(self, other: Child) -> Child:
        """Merged with another core's statistics. A proof of either counts."""
        proof = self if self.result != kernels.UNKNOWN else other
        return Child(self.visits + other.visits, self.value + other.value, proof.result, proof.plies)


class Core:
    """The tree of one core. All cores search the same worlds, with different random numbers."""

    def __init__(self, table: Table, nodes: int, worlds: Worlds) -> None:
        self.dice = np.repeat(table.layout.state.array, 1)  # the core's random stream, in its field rng
        self.boards = worlds.boards
        self.search = kernels.Search(
            worlds=worlds.states,
            work=np.repeat(table.layout.state.array, 2),
            scratches=worlds.scratches.copy(),
            nodes=np.zeros(nodes, kernels.Node.dtype()),
            mask=np.zeros(table.actions, np.uint8),
            path=np.zeros(LONGEST, np.int32),
            worth=np.zeros(len(table.seats)),
            counts=np.zeros(2, np.int64),
        )
        self._plant = table.compiled.bind(kernels.plant)
        self._simulate = table.compiled.bind(kernels.simulate)

    def run(
        self, setting: kernels.Setting, scratches: Array, stream: Array, simulations: int, deadline: float | None
    ) -> None:
        """Search in slices, to keep the deadline; their sizes do not change the result."""
        self.search.scratches[:] = scratches
        self.dice["rng"][0] = stream
        self._plant(self.search, setting.seat)
        left, size = simulations, simulations if deadline is None else min(64, simulations)
        while left > 0:
            started = perf_counter()
            self._simulate(self.boards, self.dice, self.search, setting, size)
            left -= size
            if deadline is not None:
                now = perf_counter()
                if now >= deadline:
                    return
                rate = size / max(now - started, 1e-7)
                size = max(1, int(rate * min(SLICE, deadline - now)))
            size = min(size, left)

    def children(self, parent: int = 0) -> Iterator[tuple[int, int, Child]]:
        """The children of a node: number, action, and statistics."""
        number = int(self.search.nodes[parent]["first"])
        while number:
            node = self.search.nodes[number]
            known = Child(int(node["visits"]), float(node["value"]), int(node["result"]), int(node["plies"]))
            yield number, int(node["action"]), known
            number = int(node["next"])

    def line(self, action: int) -> Iterator[int]:
        """The principal variation after a root action, until a node has fewer than two visits."""
        at = next((number for number, by, _ in self.children() if by == action), 0)
        yield action
        while at and (children := list(self.children(at))):
            at, action, known = max(children, key=lambda child: child[2].rank)
            if known.visits < 2 and known.result == kernels.UNKNOWN:
                return
            yield action


class TreeSearch:
    """A tree search whose memory is allocated once; each analysis starts new trees, one for each core."""

    def __init__(self, table: Table, search: Search, *, seed: int = 0, cores: int = 1) -> None:
        self.seed = seed
        method = search.method
        assert isinstance(method, Tree)
        self.worlds = Worlds(table, search)
        nodes = max(search.budgets.hard, 2000) + 1
        self.cores = [Core(table, nodes, self.worlds) for _ in range(cores)]
        game = table.game
        judges, plans = game.has_rule("estimate"), game.has_rule("greedy")
        greedy_share = 0.0 if method.greedy_share >= 1 and len(table.seats) == 2 else method.greedy_share
        self._setting = kernels.Setting(
            seat=0,
            playout=(0 if judges else TO_THE_END) if method.playout is None else method.playout * len(table.seats),
            random_share=round(method.random_share * kernels.ALWAYS) if plans else kernels.ALWAYS,
            greedy_share=round(greedy_share * kernels.ALWAYS) if plans else 0,
            exploration=float(method.exploration),
            widening=float(method.widening),
            draw=float(search.draw),
            hidden=game.hidden,
            rolls=game.has_rule("rollout"),
            proves=len(table.seats) == 2 and not game.hidden and not game.play.chance and greedy_share < 1,
        )

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Search from a view of the seat to act."""
        deadline = None if seconds is None else perf_counter() + seconds
        self.worlds.fill(view, self.seed, memory)
        self._run(self._setting._replace(seat=view.seat), view, simulations, deadline)
        found: dict[int, Child] = {}
        for core in self.cores:
            for _, action, known in core.children():
                found[action] = found[action].merged(known) if action in found else known
        total = max(1, sum(known.visits for known in found.values()))
        ranked = sorted(found.items(), key=lambda item: item[1].rank, reverse=True)
        judged = [Judged(action, known.mean, known.visits / total) for action, known in ranked if action in view.legal]
        actions = tuple(judged) or (Judged(view.legal[0], 0.0),)
        line = max((tuple(core.line(actions[0].action)) for core in self.cores), key=len)
        done = sum(int(core.search.counts[kernels.DONE]) for core in self.cores)
        worlds = self.worlds.likeliest(view, len(self.worlds.states))
        return Analysis(seat=view.seat, actions=actions, line=line, simulations=done, worlds=worlds)

    def _run(self, setting: kernels.Setting, view: View, simulations: int, deadline: float | None) -> None:
        """Run all cores, each with its share of the simulations."""
        count = len(self.cores)
        own = streams(seed_of(self.seed, view) + 1, count)
        shares = [simulations * (k + 1) // count - simulations * k // count for k in range(count)]
        scratches = self.worlds.scratches
        run_all(
            [partial(core.run, setting, scratches, own[k], shares[k], deadline) for k, core in enumerate(self.cores)]
        )
