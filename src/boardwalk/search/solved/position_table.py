"""`PositionTable`: perfect play in small games for two that prefers draws in which the opponent is likely to err."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from threading import Lock

import numpy as np

from boardwalk.contract.game import Analysis, Judged, Table
from boardwalk.contract.search import Search, Solved
from boardwalk.match import View
from boardwalk.search.alpha_beta.driver import AlphaBetaSearch
from boardwalk.search.solved import files as solved_files
from boardwalk.search.solved import kernels
from boardwalk.search.solved.solved import Array, SolvedPositions, TooManyError, solve
from boardwalk.search.worlds import Memory, seed_of

Key = tuple[str, bytes, int, float]

BOARDS = 3  # whose tables a process keeps
TABLES = 2  # kept for each board: from the deal, and from a given position


@dataclass
class Shelf:
    """The tables of one board. `full`: a table would have had too many positions."""

    tables: list[SolvedPositions] = field(default_factory=list)
    full: bool = False


_shelves: OrderedDict[Key, Shelf] = OrderedDict()
_lock = Lock()


class PositionTable:
    """Looks decisions up in a table of all positions that can be reached from the deal, or else from the position
    itself. It never gives away a win or a draw, and of the actions that draw it takes one after which the opponent is
    likely to err. Tables are shared within a process, and kept on disk for others.

    Alpha-beta decides with budgets below that of `hard`, and where there are more positions than `positions`, more
    seats than two, secrets or chance."""

    def __init__(self, table: Table, search: Search, *, seed: int = 0, cores: int = 1) -> None:
        self.table = table
        assert isinstance(search.method, Solved)
        self.method, self.hard = search.method, search.budgets.hard
        self.seed = seed
        self.deep = AlphaBetaSearch(table, search, seed=seed, cores=cores)
        self._fits = len(table.seats) == 2 and not table.game.hidden and not table.game.play.chance
        self._states = np.repeat(table.layout.state.array, 1)
        self._words = self._states.view(np.uint32).reshape(1, -1)
        self._number_of = table.compiled.bind(kernels.number_of)

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Look the position up; `simulations` below the budget of `hard` are nodes of alpha-beta."""
        found = self._find(view) if self._fits and simulations >= self.hard else None
        if found is None:
            return self.deep.analyse(view, simulations, seconds, memory)
        solved, here = found
        random = Random(seed_of(self.seed, view))
        ranked = solved.ranked(here, view.seat, random)
        line = solved.line(here, ranked[0][0], view.seat, random)
        return Analysis(view.seat, tuple(Judged(*one) for one in ranked), tuple(line), solved.size)

    def _find(self, view: View) -> tuple[SolvedPositions, int] | None:
        """A table with this position, and its number there; None if there are too many positions."""
        worlds, seen = self.deep.worlds, view.position.state.array
        worlds.fill(view, self.seed)
        key = self.table.game.name, worlds.boards.tobytes(), self.method.positions, self.method.random_share
        with _lock:
            shelf = _shelves.setdefault(key, Shelf())
            _shelves.move_to_end(key)
            while len(_shelves) > BOARDS:
                _shelves.popitem(last=False)
            found = self._look_up(shelf, seen)
            if not found:
                self.deep.analyse(view, 1)  # loads alpha-beta for weaker bots here, where solving is slow anyway
            if not found and not shelf.tables:
                self._add(shelf, self.table.deal(0).state.array)
                found = self._look_up(shelf, seen)
            if not found:
                self._add(shelf, seen)
                found = self._look_up(shelf, seen)
            return found

    def _look_up(self, shelf: Shelf, state: Array) -> tuple[SolvedPositions, int] | None:
        for solved in shelf.tables:
            self._states[:] = state
            here = self._number_of(self.deep.worlds.boards, self._states, self._words, solved.keys, solved.slots)
            if here >= 0:
                return solved, int(here)
        return None

    def _add(self, shelf: Shelf, root: Array) -> None:
        """Solve all successors of a position, unless this board has had too many before."""
        if shelf.full:
            return
        where = solved_files.place(self.table, self._name_of(root))
        solved = solved_files.load(where)
        if not solved:
            try:
                solved = solve(self.table, self.method, self.deep.worlds, root)
            except TooManyError:
                shelf.full = True
                return
            solved_files.save(where, solved)
        del shelf.tables[TABLES - 1 :]
        shelf.tables.append(solved)

    def _name_of(self, root: Array) -> str:
        """A name for the table of all successors of a state, independent of its random stream."""
        state = root.copy()
        state["rng"] = 0
        settings = f"{self.method.positions} {self.method.random_share}".encode()
        parts = self.deep.worlds.boards.tobytes(), state.tobytes(), settings
        return blake2b(b"".join(parts), digest_size=12).hexdigest()
