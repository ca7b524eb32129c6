"""`Tree`: information-set tree search for the decisions of one table."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np

from boardwalk.core.analysis import Analysis, Judged
from boardwalk.core.game import Table
from boardwalk.core.game_parts import Mind
from boardwalk.match import View
from boardwalk.search import tree_kernels as kernels
from boardwalk.search.worlds import Memory, Worlds

LONGEST = 512  # actions of a simulation within the tree
TO_THE_END = 2000  # actions of a playout in a game without `estimate`
SLICE = 0.01  # seconds between two looks at the clock


class Tree:
    """The memory of a tree search, allocated once; each analysis plants a new tree."""

    def __init__(self, table: Table, mind: Mind, *, seed: int = 0) -> None:
        self.table = table
        self.mind = mind
        self.seed = seed
        self.worlds = Worlds(table, mind)
        game = table.game
        nodes = np.zeros(max(mind.hard, 2000) + 1, kernels.Node.dtype())
        self._search = kernels.Search(
            worlds=self.worlds.states,
            work=np.repeat(table.layout.state.array, 2),
            scratches=self.worlds.scratches,
            nodes=nodes,
            mask=np.zeros(table.actions, np.uint8),
            path=np.zeros(LONGEST, np.int32),
            worth=np.zeros(len(table.seats)),
            counts=np.zeros(2, np.int64),
        )
        judges = game.has_rule("estimate")
        self._setting = kernels.Setting(
            seat=0,
            playout=mind.playout if mind.playout is not None else (0 if judges else TO_THE_END),
            bold=round(mind.bold * kernels.ALWAYS) if game.has_rule("greedy") else kernels.ALWAYS,
            others=round(mind.others * kernels.ALWAYS) if game.has_rule("greedy") else 0,
            explore=float(mind.explore),
            width=float(mind.width),
            draw=float(mind.draw),
            hidden=game.hidden,
            proves=len(table.seats) == 2 and not game.hidden and not game.chance,
        )
        self._plant = table.rules.bind(kernels.plant)
        self._simulate = table.rules.bind(kernels.simulate)

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Search from a view of the seat to act."""
        started = perf_counter()
        self.worlds.fill(view, self.seed, memory)
        self._plant(self._search, view.seat)
        self._run(self._setting._replace(seat=view.seat), simulations, seconds, started)
        return Analysis(
            seat=view.seat,
            actions=self._judged(view),
            line=tuple(self._line()),
            simulations=int(self._search.counts[kernels.DONE]),
            worlds=self.worlds.likeliest(view, len(self.worlds.states)),
        )

    def _run(self, setting: kernels.Setting, simulations: int, seconds: float | None, started: float) -> None:
        """In slices, so that the time limit is held; their sizes do not change what the search finds."""
        left, size = simulations, simulations if seconds is None else min(64, simulations)
        while left > 0:
            before = perf_counter()
            self._simulate(self.worlds.boards, self.worlds.dice, self._search, setting, size)
            left -= size
            now = perf_counter()
            if seconds is not None:
                if now - started >= seconds:
                    return
                rate = size / max(now - before, 1e-7)
                size = max(1, int(rate * min(SLICE, seconds - (now - started))))
            size = min(size, left)

    def _children(self, parent: int) -> Iterator[Any]:
        nodes = self._search.nodes
        child = int(nodes[parent]["first"])
        while child:
            yield child
            child = int(nodes[child]["next"])

    def _rank(self, child: int) -> tuple[float, ...]:
        """Proven wins first, the shortest first; proven losses last, the longest first; else by visits."""
        node = self._search.nodes[child]
        result, plies = int(node["result"]), int(node["plies"])
        if result == 1:
            return 1, -plies, 0
        if result == -1:
            return -1, plies, 0
        return 0, int(node["visits"]), node["value"] / node["visits"]

    def _value(self, child: int) -> float:
        node = self._search.nodes[child]
        result = int(node["result"])
        mean = float(node["value"]) / int(node["visits"]) if result == kernels.UNKNOWN else float(result)
        return min(1.0, max(-1.0, mean))

    def _judged(self, view: View) -> tuple[Judged, ...]:
        nodes = self._search.nodes
        total = max(1, int(nodes[0]["visits"]))
        ranked = sorted(self._children(0), key=self._rank, reverse=True)
        judged = [Judged(int(nodes[c]["action"]), self._value(c), int(nodes[c]["visits"]) / total) for c in ranked]
        return tuple(one for one in judged if one.action in view.legal) or (Judged(view.legal[0], 0.0),)

    def _line(self) -> Iterator[int]:
        """The most promising action of each seat in turn, as long as the tree has an opinion."""
        nodes, at = self._search.nodes, 0
        while children := list(self._children(at)):
            at = max(children, key=self._rank)
            if nodes[at]["visits"] < 2 and nodes[at]["result"] == kernels.UNKNOWN:
                return
            yield int(nodes[at]["action"])
