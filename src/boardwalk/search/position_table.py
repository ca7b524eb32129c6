"""`PositionTable`: perfect play in small games for two, with an eye to where the opponent may go wrong."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Any

import numpy as np

from boardwalk.core.analysis import Analysis, Judged
from boardwalk.core.game import Table
from boardwalk.core.game_parts import Mind
from boardwalk.match import View
from boardwalk.search import position_table_kernels as kernels
from boardwalk.search.alpha_beta import AlphaBeta
from boardwalk.search.worlds import Memory, Worlds, seed_of

Array = np.ndarray[Any, Any]
Key = tuple[str, bytes, int, float]

# The opponent is taken to be one of several players, each as likely as the others: they look so many plies ahead, one
# ply after the other, and judge what they see there by `estimate`.
DEPTHS = (2, 3, 4)
DISCOUNT = 0.98  # a win is worth less for each ply until the opponent goes wrong
EXACT = 1e-3  # the largest change that ends the computation of probabilities
SWEEPS = 400  # the most times that each is computed
# The share of its hope that a drawing action may lose at random. Without that, the same bait would be held out forever
# to an opponent who never takes it.
VARIETY = 0.05
HOPEFUL = 0.9  # the value of a draw that the opponent is sure to lose
LINE = 12  # actions of the expected course
BOARDS = 3  # whose tables a process keeps
TABLES = 2  # that it keeps of each board: from the deal, and from a position that was set up


class TooManyError(Exception):
    """There are more positions than a table may hold."""


class Solved:
    """All positions that can follow one, solved. Raises a `TooManyError` if there are more than `Mind.positions`."""

    def __init__(self, table: Table, mind: Mind, worlds: Worlds, root: Array) -> None:
        self._bind: Callable[..., Any] = table.rules.bind
        most, actions = mind.positions, table.actions
        # arrays that are not filled take no memory, since the system provides it page by page
        states = np.empty(most, root.dtype)
        states[0] = root[0]
        found = kernels.Found(
            states=states,
            words=states.view(np.uint32).reshape(most, -1),
            keys=np.empty(most, np.int64),
            slots=np.zeros(1 << (2 * most - 1).bit_length(), np.int32),
            mask=np.zeros(actions, np.uint8),
            counts=np.zeros(2, np.int64),
        )
        graph = kernels.Graph(
            successors=np.empty((most, actions), np.int32),
            movers=np.empty(most, np.int8),
            results=np.empty(most, np.int8),
            plies=np.empty(most, np.int32),
        )
        if not self._bind(kernels.enumerate_all)(worlds.boards, found, graph):
            raise TooManyError
        count = int(found.counts[kernels.FOUND])
        self.graph = kernels.Graph(*(array[:count].copy() for array in graph))
        self.keys, self.slots = found.keys[:count].copy(), found.slots
        self._solve()
        self.chances = self._expected(worlds, states, float(mind.bold))
        self._hopes: dict[int, Array] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def _solve(self) -> None:
        first, left, queue = (np.empty(size, np.int32) for size in (len(self) + 1, len(self), len(self)))
        before = np.empty(int((self.graph.successors >= 0).sum()), np.int32)
        self._bind(kernels.link)(self.graph, first, before, left)
        self._bind(kernels.solve)(self.graph, first, before, left, queue)

    def _expected(self, worlds: Worlds, states: Array, bold: float) -> Array:
        """The probability of each action in drawn positions."""
        bind, graph = self._bind, self.graph
        chances = np.zeros(graph.successors.shape, np.float32)
        choices = np.zeros(len(self), np.uint32)
        worth, deeper = np.empty(len(self)), np.empty(len(self))
        bind(kernels.judge)(worlds.boards, states, worlds.scratches, graph, worth)
        for depth in range(max(DEPTHS) + 1):
            bind(kernels.choose)(graph, worth, choices)
            if depth in DEPTHS:
                bind(kernels.expect)(graph, worth, choices, chances, 1 / len(DEPTHS), bold)
            bind(kernels.look_deeper)(graph, worth, deeper)
            worth, deeper = deeper, worth
        return chances

    def hopes(self, seat: int) -> Array:
        """The probability that a seat wins, by position."""
        if seat not in self._hopes:
            hopes = (self.graph.results == (1 if seat == 0 else -1)).astype(np.float64)
            hope = self._bind(kernels.hope)
            for sweep in range(SWEEPS):
                if hope(self.graph, self.chances, hopes, seat, DISCOUNT, sweep % 2 == 1) < EXACT:
                    break
            self._hopes[seat] = hopes
        return self._hopes[seat]

    def ranked(self, here: int, seat: int, random: Random) -> list[tuple[int, float]]:
        """The actions of a position with their values, the best first: the shortest win, then the most hopeful draw,
        then the longest defence. The order of equal ones is drawn."""
        graph, hopes, sign = self.graph, self.hopes(seat), 1 if seat == 0 else -1
        keys = []
        for action, there in enumerate(graph.successors[here].tolist()):
            if there >= 0:
                result = sign * int(graph.results[there])
                hope = float(hopes[there]) * (1.0 - VARIETY * random.random())
                merit = -result * float(graph.plies[there]) if result else hope
                keys.append((result, merit, random.random(), action))
        keys.sort(reverse=True)
        return [(action, float(result) or HOPEFUL * merit) for result, merit, _, action in keys]

    def line(self, here: int, action: int, seat: int, random: Random) -> list[int]:
        """The expected course from an action on: in a draw the opponent does what is likeliest."""
        graph, line = self.graph, [action]
        while len(line) < LINE:
            here = int(graph.successors[here, line[-1]])
            mover = int(graph.movers[here])
            if mover < 0:
                break
            best = mover == seat or graph.results[here] != 0
            line.append(self.ranked(here, mover, random)[0][0] if best else int(self.chances[here].argmax()))
        return line


@dataclass
class Shelf:
    """The tables of one board. `full`: a table would have had too many positions."""

    tables: list[Solved] = field(default_factory=list)
    full: bool = False


_shelves: OrderedDict[Key, Shelf] = OrderedDict()
_lock = Lock()


class PositionTable:
    """Looks decisions up in a table of all positions that can be reached from the deal, or else from the position
    itself. It never gives away a win or a draw, and of the actions that draw it takes one after which the opponent is
    likely to go wrong. Tables are shared within a process.

    Alpha-beta decides with budgets below that of `hard`, and where there are more positions than `Mind.positions`, more
    seats than two, secrets or chance."""

    def __init__(self, table: Table, mind: Mind, *, seed: int = 0, cores: int = 1) -> None:
        self.table = table
        self.mind = mind
        self.seed = seed
        self.deep = AlphaBeta(table, mind, seed=seed, cores=cores)
        self._fits = len(table.seats) == 2 and not table.game.hidden and not table.game.chance
        self._states = np.repeat(table.layout.state.array, 1)
        self._words = self._states.view(np.uint32).reshape(1, -1)
        self._number_of = table.rules.bind(kernels.number_of)

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Look the position up; `simulations` below the budget of `hard` are nodes of alpha-beta."""
        found = self._find(view) if self._fits and simulations >= self.mind.hard else None
        if found is None:
            return self.deep.analyse(view, simulations, seconds, memory)
        solved, here = found
        random = Random(seed_of(self.seed, view))
        ranked = solved.ranked(here, view.seat, random)
        line = solved.line(here, ranked[0][0], view.seat, random)
        return Analysis(view.seat, tuple(Judged(*one) for one in ranked), tuple(line), len(solved))

    def _find(self, view: View) -> tuple[Solved, int] | None:
        """A table with this position, and its number there; None if there are too many positions."""
        worlds, seen = self.deep.worlds, view.position.state.array
        worlds.fill(view, self.seed)
        key = self.table.game.name, worlds.boards.tobytes(), self.mind.positions, self.mind.bold
        with _lock:
            shelf = _shelves.setdefault(key, Shelf())
            _shelves.move_to_end(key)
            while len(_shelves) > BOARDS:
                _shelves.popitem(last=False)
            found = self._look_up(shelf, seen)
            if not found:
                self.deep.analyse(view, 1)  # loads what weaker bots need, while this one is slow anyway
            if not found and not shelf.tables:
                self._add(shelf, self.table.deal(0).state.array)
                found = self._look_up(shelf, seen)
            if not found:
                self._add(shelf, seen)
                found = self._look_up(shelf, seen)
            return found

    def _look_up(self, shelf: Shelf, state: Array) -> tuple[Solved, int] | None:
        for solved in shelf.tables:
            self._states[:] = state
            here = self._number_of(self.deep.worlds.boards, self._states, self._words, solved.keys, solved.slots)
            if here >= 0:
                return solved, int(here)
        return None

    def _add(self, shelf: Shelf, root: Array) -> None:
        """Solve what can follow a position, unless that was too much for this board before."""
        if shelf.full:
            return
        try:
            solved = Solved(self.table, self.mind, self.deep.worlds, root)
        except TooManyError:
            shelf.full = True
        else:
            del shelf.tables[TABLES - 1 :]
            shelf.tables.append(solved)
