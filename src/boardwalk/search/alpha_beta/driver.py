"""`AlphaBetaSearch`: iterative deepening for the decisions of one table, averaged over the likeliest worlds."""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import TypeAlias

import numpy as np

from boardwalk.contract.game import Analysis, Judged, Table
from boardwalk.contract.search import AlphaBeta, Search
from boardwalk.engine.threads import run_all
from boardwalk.match import View
from boardwalk.search.alpha_beta import kernels
from boardwalk.search.worlds import Memory, Worlds

Limits: TypeAlias = tuple[int, float | None]  # of nodes, and the deadline

ENTRIES = 1 << 16  # of the transposition table
SLICE = 20_000  # nodes between two checks of the clock
LEAST_FIELD = 3  # root actions that remain when the field is halved
UNLIMITED = 1 << 62
LATE = 8  # actions of a position that are searched to the full depth
LINE = 12  # actions of the expected course


class Stack:
    """The memory of one core."""

    def __init__(self, table: Table, plies: int, worlds: Worlds) -> None:
        actions = table.actions
        states = np.repeat(table.layout.state.array, plies)
        self.boards = worlds.boards
        self.search = kernels.Search(
            worlds=worlds.states,
            shares=worlds.shares,
            roots=np.zeros(actions, np.int32),
            values=np.zeros(actions),
            states=states,
            words=states.view(np.uint32).reshape(plies, -1),
            scratches=worlds.scratches.copy(),
            mask=np.zeros(actions, np.uint8),
            actions=np.zeros((plies, actions), np.int32),
            keys=np.zeros((plies, actions)),
            count=np.zeros(plies, np.int32),
            at=np.zeros(plies, np.int32),
            how=np.zeros(plies, np.int32),
            left=np.zeros(plies, np.int32),
            best_action=np.zeros(plies, np.int32),
            hashes=np.zeros(plies, np.int64),
            low=np.zeros(plies),
            high=np.zeros(plies),
            entered=np.zeros((plies, 2)),
            best=np.zeros(plies),
            killers=np.zeros((plies, kernels.KILLERS), np.int32),
            table=np.zeros(ENTRIES, kernels.Entry.dtype()),
            counts=np.zeros(6, np.int64),
        )
        self.search_on = table.compiled.bind(kernels.search_on)

    def reset(self, worlds: Worlds, count: int) -> None:
        """Begin a decision about the first `count` worlds."""
        self.search = self.search._replace(worlds=worlds.states[:count], shares=worlds.shares[:count])
        self.search.scratches[:] = worlds.scratches
        self.search.counts[:] = 0
        self.search.killers[:] = kernels.NO_ACTION

    def judge(
        self, field: list[int], setting: kernels.Setting, depth: int, known: float | None, limits: Limits
    ) -> dict[int, float]:
        """The values of root actions, searched to a depth; fewer if a limit ends the search. `known`: the value of the
        first action, if it was searched before. Pauses do not change the result."""
        search, (nodes, deadline) = self.search, limits
        search.roots[: len(field)] = field
        search.counts[kernels.ACTION :] = 0
        search.counts[kernels.PLY] = -1
        if known is not None:
            search.values[0] = known
            search.counts[kernels.ACTION] = 1
        while True:
            spent = int(search.counts[kernels.NODES])
            until = nodes if deadline is None else min(nodes, spent + SLICE)
            done = self.search_on(self.boards, search, setting, depth, len(field), until)
            over = search.counts[kernels.NODES] >= nodes or (deadline is not None and perf_counter() >= deadline)
            if done or over:
                judged = len(field) if done else int(search.counts[kernels.ACTION])
                return dict(zip(field[:judged], search.values[:judged].tolist(), strict=True))


class AlphaBetaSearch:
    """An alpha-beta search whose memory is allocated once.

    Each action is judged by its mean value over the worlds, since an action that is best in most worlds may lose in the
    others. With several worlds half of the actions are dropped after each depth. Several cores share the root actions
    that follow the first."""

    def __init__(self, table: Table, search: Search, *, seed: int = 0, cores: int = 1) -> None:
        assert isinstance(search.method, AlphaBeta)
        self.method, self.draw = search.method, search.draw
        self.seed = seed
        self.worlds = Worlds(table, search)
        self.stacks = [Stack(table, self.method.depth + 3, self.worlds) for _ in range(cores)]
        self.depth = 0  # that the last analysis completed
        self.late = LATE
        self._number = 0
        self._vote = table.compiled.bind(kernels.vote)
        self._follow = table.compiled.bind(kernels.follow)
        self._votes = np.zeros(table.actions, np.int32)
        self._line = np.zeros(LINE, np.int32)

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Search from a view of the seat to act; `simulations` are nodes."""
        deadline = None if seconds is None else perf_counter() + seconds
        count = self.worlds.gather(view, self.seed, memory)
        self._number += 1
        setting = kernels.Setting(
            seat=view.seat,
            number=self._number,
            draw=float(self.draw),
            late=self.late,
            margin=float(self.method.margin),
        )
        for stack in self.stacks:
            stack.reset(self.worlds, count)
        values = self._deepen(view, setting, (simulations // len(self.stacks), deadline))
        first = self.stacks[0].search
        length = self._follow(self.worlds.boards, first, setting, next(iter(values)), self._line)
        judged = [Judged(action, min(1.0, max(-1.0, value))) for action, value in values.items()]
        nodes = sum(int(stack.search.counts[kernels.NODES]) for stack in self.stacks)
        line = tuple(self._line[:length].tolist())
        return Analysis(view.seat, tuple(judged), line, nodes, self.worlds.likeliest(view, count))

    def _deepen(self, view: View, setting: kernels.Setting, limits: Limits) -> dict[int, float]:
        """The values of the root actions, the best first. An action that is worse than the best has its value from the
        last depth at which it was judged."""
        search = self.stacks[0].search
        self._votes[:] = 0
        self._vote(self.worlds.boards, search, self._votes)
        field = [action for action in view.legal if self._votes[action]] or list(view.legal)
        best, worse = 0.0, dict.fromkeys(field, 0.0)
        single = len(search.worlds) == 1
        for depth in range(self.method.depth + 1):
            for stack in self.stacks:
                stack.search.counts[kernels.HORIZON] = 0
            # every action is judged once at least
            values = self._judge(field, setting, depth, limits if depth else (UNLIMITED, None))
            if not values:
                break
            # judged to this depth first, by value; the rest by the depth before
            ranked = sorted(values.items(), key=lambda item: -item[1])
            best = ranked[0][1]
            worse = {action: best - value for action, value in ranked} | {
                action: less for action, less in worse.items() if action not in values
            }
            if len(values) < len(field):
                break
            self.depth = depth
            field = [action for action, _ in ranked]
            exact = not any(stack.search.counts[kernels.HORIZON] for stack in self.stacks)
            if exact or (single and abs(best) > 1.0):
                break
            if not single and depth > 0:
                field = field[: max(LEAST_FIELD, (len(field) + 1) // 2)]
        return {action: best - less for action, less in worse.items()}

    def _judge(self, field: list[int], setting: kernels.Setting, depth: int, limits: Limits) -> dict[int, float]:
        """The values of root actions at a depth, in the order of the field."""
        first, *others = self.stacks
        if not others:
            return first.judge(field, setting, depth, None, limits)
        values = first.judge(field[:1], setting, depth, None, limits)
        if values:
            parts = [field[:1] + field[1 + k :: len(self.stacks)] for k in range(len(self.stacks))]
            known = values[field[0]]
            for found in run_all(
                [
                    partial(stack.judge, part, setting, depth, known, limits)
                    for stack, part in zip(self.stacks, parts, strict=True)
                ]
            ):
                values |= found
        return {action: values[action] for action in field if action in values}
