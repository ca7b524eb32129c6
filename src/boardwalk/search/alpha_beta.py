"""`AlphaBeta`: iterative deepening for the decisions of one table, averaged over the likeliest worlds."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from boardwalk.core.analysis import Analysis, Judged
from boardwalk.core.game import Table
from boardwalk.core.game_parts import Mind
from boardwalk.match import View
from boardwalk.search import alpha_beta_kernels as kernels
from boardwalk.search.worlds import Memory, Worlds

ENTRIES = 1 << 16  # of the transposition table
SLICE = 20_000  # nodes between two looks at the clock
LEAST_FIELD = 3  # root actions that remain when the field is halved
UNLIMITED = 1 << 62
LATE = 8  # actions of a position that are searched to the full depth
LINE = 12  # actions of the expected course


class AlphaBeta:
    """The memory of an alpha-beta search, allocated once.

    Each action is judged by its mean value over the worlds, since an action that is best in most worlds may lose in the
    others. With several worlds half of the actions are dropped after each depth."""

    def __init__(self, table: Table, mind: Mind, *, seed: int = 0, cores: int = 1) -> None:
        self.table = table
        self.mind = mind
        self.seed = seed
        self.worlds = Worlds(table, mind)
        self.depth = 0  # that the last analysis completed
        self.late = LATE
        self._number = 0
        plies, actions = mind.plies + 3, table.actions
        states = np.repeat(table.layout.state.array, plies)
        self._search = kernels.Search(
            worlds=self.worlds.states,
            shares=self.worlds.shares,
            roots=np.zeros(actions, np.int32),
            values=np.zeros(actions),
            states=states,
            words=states.view(np.uint32).reshape(plies, -1),
            scratches=self.worlds.scratches,
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
        self._search_on = table.rules.bind(kernels.search_on)
        self._vote = table.rules.bind(kernels.vote)
        self._follow = table.rules.bind(kernels.follow)
        self._votes = np.zeros(actions, np.int32)
        self._line = np.zeros(LINE, np.int32)

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Search from a view of the seat to act; `simulations` are nodes."""
        started = perf_counter()
        count = self.worlds.gather(view, self.seed, memory)
        search = self._search._replace(worlds=self.worlds.states[:count], shares=self.worlds.shares[:count])
        self._number += 1
        setting = kernels.Setting(
            seat=view.seat,
            number=self._number,
            draw=float(self.mind.draw),
            late=self.late,
            margin=float(self.mind.margin),
        )
        search.counts[:] = 0
        search.killers[:] = kernels.NO_ACTION
        values = self._deepen(view, search, setting, simulations, None if seconds is None else started + seconds)
        best = next(iter(values))
        length = self._follow(self.worlds.boards, search, setting, best, self._line)
        judged = [Judged(action, min(1.0, max(-1.0, value))) for action, value in values.items()]
        line, nodes = tuple(self._line[:length].tolist()), int(search.counts[kernels.NODES])
        return Analysis(view.seat, tuple(judged), line, nodes, self.worlds.likeliest(view, count))

    def _deepen(self, view: View, search: Any, setting: Any, nodes: int, deadline: float | None) -> dict[int, float]:
        """The values of the root actions, the best first. What an action is worse than the best is taken from the last
        depth at which it was judged."""
        votes = self._votes
        votes[:] = 0
        self._vote(self.worlds.boards, search, votes)
        field = [action for action in view.legal if votes[action]] or list(view.legal)
        best, worse = 0.0, dict.fromkeys(field, 0.0)
        single = len(search.worlds) == 1
        for depth in range(self.mind.plies + 1):
            search.roots[: len(field)] = field
            search.counts[kernels.HORIZON :] = 0
            search.counts[kernels.PLY] = -1
            limits = (nodes, deadline) if depth else (UNLIMITED, None)  # every action is judged once at least
            done = self._complete(search, setting, depth, len(field), *limits)
            judged = len(field) if done else int(search.counts[kernels.ACTION])
            values = dict(zip(field[:judged], search.values[:judged].tolist(), strict=True))
            if not judged:
                break
            # judged to this depth first, by value; the rest by the depth before
            ranked = sorted(values.items(), key=lambda item: -item[1])
            best = ranked[0][1]
            worse = {action: best - value for action, value in ranked} | {
                action: less for action, less in worse.items() if action not in values
            }
            if not done:
                break
            self.depth = depth
            field = [action for action, _ in ranked]
            if not search.counts[kernels.HORIZON] or (single and abs(ranked[0][1]) > 1.0):
                break
            if not single and depth > 0:
                field = field[: max(LEAST_FIELD, (len(field) + 1) // 2)]
        return {action: best - less for action, less in worse.items()}

    def _complete(self, search: Any, setting: Any, depth: int, field: int, nodes: int, deadline: float | None) -> bool:
        """Search to a depth; whether it was completed. Pauses do not change what it finds."""
        while True:
            spent = int(search.counts[kernels.NODES])
            until = nodes if deadline is None else min(nodes, spent + SLICE)
            if self._search_on(self.worlds.boards, search, setting, depth, field, until):
                return True
            if search.counts[kernels.NODES] >= nodes or (deadline is not None and perf_counter() >= deadline):
                return False
