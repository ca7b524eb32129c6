"""`Thinker`: the search behind bots, hints and analysis. It runs the method that a game declares and keeps its
memory."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from boardwalk.contract import compiling
from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Analysis, Table
from boardwalk.contract.search import AlphaBeta, Programs, Search, Solved, Tasks, Tree, Turns
from boardwalk.match import Match, View
from boardwalk.search.worlds import Memory

# The driver of each method, imported when a game uses it: compiled code takes long to load.
METHODS: dict[type, str] = {
    Tree: "boardwalk.search.tree.driver:TreeSearch",
    AlphaBeta: "boardwalk.search.alpha_beta.driver:AlphaBetaSearch",
    Programs: "boardwalk.search.programs.driver:Planner",
    Tasks: "boardwalk.search.tasks.driver:TaskSearch",
    Turns: "boardwalk.search.turns.driver:TurnSearch",
    Solved: "boardwalk.search.solved.position_table:PositionTable",
}
BELIEF = "boardwalk.search.belief.driver:Belief"


class Driver(Protocol):
    """A search of one table. `memory` is the seat's belief, if the game keeps one."""

    def analyse(self, view: View, simulations: int, seconds: float | None, memory: Memory | None) -> Analysis: ...


class Watching(Memory, Protocol):
    """A belief that is brought up to date by each view of its seat in order."""

    def watch(self, view: View) -> None: ...


class Thinker:
    """Searches for one seat of a table. It receives that seat's views and nothing else.

    The same seed, views, simulations and number of cores give the same result. By default `search` is the table's."""

    def __init__(self, table: Table, *, seed: int = 0, search: Search | None = None, cores: int = 1) -> None:
        self.table = table
        self.search = search or table.search
        self.seed = seed
        more = {"cores": cores} if cores > 1 else {}  # some drivers use only one
        self._driver: Driver = _named(METHODS[type(self.search.method)])(table, self.search, seed=seed, **more)
        self._belief: Watching | None = None

    def watch(self, view: View) -> None:
        """Process the view after one more step. Where the search has a belief it needs every view of its seat, from the
        deal on."""
        if self.search.belief:
            if self._belief is None:
                size = self.search.belief.size
                self._belief = _named(BELIEF)(self.table, view.seat, size=size, seed=self.seed)
            self._belief.watch(view)

    def forget(self) -> None:
        """The views that follow start again from the deal."""
        self._belief = None

    def analyse(self, view: View, simulations: int | None = None, seconds: float | None = None) -> Analysis:
        """Analyse the decision of the seat to act, with as many simulations as `hard` has by default. `seconds` limits
        the time: only then the result depends on the speed of the machine."""
        if not view.legal:
            raise MoveError("there is no decision to analyse: it is not this seat's turn")
        budget = self.search.budgets.hard if simulations is None else simulations
        if analyse := self.table.game.content.analyse:
            return analyse(view.position, view.seat, budget)
        return self._driver.analyse(view, budget, seconds, self._belief)


def _named(path: str) -> Any:
    module, name = path.split(":")
    return getattr(import_module(module), name)


def prepare(table: Table, progress: Callable[[str, int, int], None]) -> None:
    """Compile the search of this table, unless an earlier run has. Calls `progress(what, done, total)` before and
    after."""
    if is_prepared(table):
        return
    what = f"the bots of {table.game.title}"
    progress(what, 0, 1)
    load(table)
    progress(what, 1, 1)
    compiling.mark(_marker(table))


def is_prepared(table: Table) -> bool:
    """Whether an earlier run compiled the search of this table, or it has none."""
    return not _is_searched(table) or _marker(table).exists()


def _marker(table: Table) -> Path:
    used = {METHODS[type(search.method)] for search in _searches(table).values()}
    used |= {BELIEF} if table.search.belief else set()
    return compiling.marker(table, *(path.partition(":")[0] for path in sorted(used)))


def load(table: Table) -> None:
    """Load the search of this table, or compile it, so that the first decision takes no longer than others.

    Unlike `prepare` it does not rely on the marker: of two processes that compile one function for different tables at
    the same time, only one is saved in Numba's cache."""
    if not _is_searched(table):
        return
    match = Match(table, seed=0)
    for strength, search in () if match.over else _searches(table).items():
        thinker = Thinker(table, search=search)
        thinker.watch(match.view(match.to_act, 0))
        thinker.analyse(match.view(match.to_act), getattr(search.budgets, strength))


def _searches(table: Table) -> dict[str, Search]:
    """The searches at a table, each with the highest strength that uses it."""
    hard, medium = table.search, table.search.of("medium")
    return {"hard": hard} if medium is hard else {"hard": hard, "medium": medium}


def _is_searched(table: Table) -> bool:
    return len(table.seats) > 1 and not table.game.content.analyse
