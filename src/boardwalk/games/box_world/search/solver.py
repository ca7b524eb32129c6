"""The solver: the fewest moves that solve a level, from its start or from any position (BW-15).

A search goes through stages: beams of growing width find solutions, and A* between them proves that a solution has the
fewest moves, that no solution exists, or at least a lower bound. Memory is allocated once; its size limits the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from boardwalk.contract.game import Position, Table
from boardwalk.contract.text import counted
from boardwalk.engine.rules import RuleModules, binding
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.search import bounds, positions, searches
from boardwalk.games.box_world.search.positions import A_WORD, NODE_COLUMNS, TALLIES

RULES = RuleModules(rules)
POSITIONS = 100_000  # limit of a search for a level's fewest moves: about half a second
LONGEST = 1 << 16  # solutions of this many moves or more are not found
EXPANSIONS = 500  # between two checks of the clock: some hundredths of a second
MEGABYTE = 2**20

# The stages of a search: the width of a beam, or 0 for A*; and the most positions that it may store.
STAGES = (
    (30, 1_000_000),
    (0, 50_000),
    (300, 6_000_000),
    (0, 500_000),
    (3_000, 20_000_000),
    (0, 1 << 30),
    (30_000, 1 << 30),
    (300_000, 1 << 30),
)

# The solver does not distinguish boxes of one kind.
_UNNUMBERED = bytes(code if code < rules.BOX else rules.BOX + (code & 1) for code in range(256))


class Answer(NamedTuple):
    """The result of a search: the moves of the best solution, if any; a lower bound on the moves of any solution;
    whether the result is proven; the number of positions searched."""

    path: tuple[int, ...] | None
    bound: int
    proven: bool
    positions: int

    @property
    def solvable(self) -> bool:
        return self.path is not None

    @property
    def unsolvable(self) -> bool:
        return self.path is None and self.proven

    @property
    def fewest(self) -> int | None:
        """The fewest moves that solve the level, if they are known."""
        return len(self.path) if self.path is not None and self.proven else None

    def __str__(self) -> str:
        if self.path is None:
            return "can't be solved" if self.proven else f"no solution found within {self.positions} positions"
        if self.proven:
            return f"solved in {counted(len(self.path), 'move')}"
        return f"solved in {counted(len(self.path), 'move')}; the fewest are {self.bound} or more"


class Problem(NamedTuple):
    """A position to solve: the contents of the cells, with the border and all boxes numbered 0, and the player's."""

    cells: bytes
    width: int
    player: int


def problem(position: Position) -> Problem:
    """The current level as it is now."""
    board, state = position.board, position.state
    width, height = board.width[state.level], board.height[state.level]
    return Problem(bytes(state.cell[: width * height]).translate(_UNNUMBERED), width, state.player)


def problem_at_start(position: Position) -> Problem:
    """The current level as it was at its start."""
    board, level = position.board, position.state.level
    width, first = board.width[level], board.first[level]
    cells = bytes(board.cell[first : first + width * board.height[level]])
    return Problem(cells.translate(_UNNUMBERED), width, board.start[level])


class Search:
    """A search for a solution of one problem, with memory for `limit` positions."""

    def __init__(
        self, given: Problem, limit: int, *, compiled: bool = True, stages: tuple[tuple[int, int], ...] = STAGES
    ) -> None:
        self._stages = stages
        self._player, self._width, self._compiled = given.player, given.width, compiled
        self._cell, self._level, self._work, self._count = _surveyed(given, compiled)
        self._words = np.zeros((limit + 1, row_words(given)), np.int64)
        self._first = np.zeros(limit + 1, np.int32)
        self._node = np.zeros((limit + 1, NODE_COLUMNS), np.int32)
        self._slot = np.zeros(_slots(limit), np.int32)
        self._bucket = np.zeros(LONGEST, np.int32)
        self._ranks = np.zeros(bounds.WORST_GUESS + 1, np.int32)
        self._tally = np.zeros(TALLIES, np.int64)
        self._tally[positions.FEWEST] = LONGEST
        self._path: tuple[int, ...] | None = None
        self._proven = False
        self._earlier = 0  # positions of the stages before this one
        self._limit = limit

    @property
    def answer(self) -> Answer:
        known = self._earlier + int(self._tally[positions.KNOWN])
        bound = int(self._tally[positions.BOUND])
        return Answer(self._path, len(self._path) if self._path and self._proven else bound, self._proven, known)

    def steps(self) -> Iterator[Answer]:
        """Search, with the answer so far after every few expansions, until it is proven or memory is used up."""
        if self._cell[self._player] == rules.FINISH:
            self._path, self._proven = (), True
            return
        for beam, most in self._stages:
            if beam and min(most, self._limit) < beam:
                continue
            yield from self._stage(beam, min(most, self._limit))
            self._earlier = self.answer.positions
            self._tally[positions.KNOWN] = 0
            if self._proven:
                return

    def _stage(self, beam: int, most: int) -> Iterator[Answer]:
        """One search: by a beam of this width, or by A* if it is 0."""
        store = (self._words[: most + 1], self._first[: most + 1], self._node[: most + 1], self._slot[: _slots(most)])
        given = (self._cell, self._width, self._player, self._level, self._work, self._count, *store)
        start, stopped = 1, searches.PAUSED
        while stopped == searches.PAUSED:
            more = (self._bucket, self._ranks, self._tally)
            stopped = self._run(searches.search, start, beam, EXPANSIONS, *given, *more)
            self._trace()
            self._proven = stopped == searches.EXHAUSTED and not self._tally[positions.SKIPPED]
            start = 0
            yield self.answer
        # the start for the next stage: `begin` packs the cells as they are
        self._run(positions.unpack, self._words, 1, self._cell, self._level, self._count)

    def _trace(self) -> None:
        """Read the solution from the stored positions if there is a better one than before."""
        fewest = int(self._tally[positions.FEWEST])
        if fewest == (LONGEST if self._path is None else len(self._path)):
            return
        pushes, path = np.zeros((fewest, 2), np.int32), np.zeros(fewest, np.uint8)
        given = (self._cell, self._width, self._player, self._level, self._work, self._count)
        found = self._run(searches.trace, *given, self._words, self._node, self._tally, pushes, path)
        self._path = tuple(path[:found].tolist())
        self._tally[positions.FEWEST] = found

    def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return _run(function, self._compiled, *arguments)


def _surveyed(given: Problem, compiled: bool) -> tuple[Any, Any, Any, Any]:
    """The arguments `cell`, `level`, `work` and `count` of the rules, filled for a problem."""
    cell = np.frombuffer(given.cells, np.uint8).copy()
    row = max(len(cell), bounds.SMALLEST_ROW)
    level = np.zeros((bounds.LEVEL_ROWS, row), np.int32)
    work = np.zeros((bounds.WORK_ROWS, row), np.int32)
    count = np.zeros(bounds.COUNTS, np.int64)
    _run(bounds.survey, compiled, cell, given.width, level, work, count)
    return cell, level, work, count


def row_words(given: Problem) -> int:
    """Words that the cells of a position take."""
    inner = sum(given.cells.count(code) for code in range(256) if code not in (rules.WALL, rules.FINISH))
    return max(1, -(-inner // A_WORD))


def _slots(limit: int) -> int:
    return 1 << (2 * limit - 1).bit_length()


def positions_in(given: Problem, memory: int) -> int:
    """The number of positions of a problem for which this many bytes suffice, at least 1."""
    size = 8 * row_words(given) + 4 * NODE_COLUMNS + 4 + 16
    return max(1, memory // size)


@lru_cache(1024)
def solve(given: Problem, limit: int = POSITIONS, *, compiled: bool = True) -> Answer:
    """The best answer within `limit` positions, or a few more."""
    search = Search(given, limit, compiled=compiled)
    for answer in search.steps():
        if answer.positions >= limit:
            break
    return search.answer


def _run(function: Callable[..., Any], compiled: bool, *arguments: Any) -> Any:
    """Call a rule. An interpreted rule gets arrays as memory views: plain Python integers with checked indices."""
    if not compiled:
        arguments = tuple(a.data if isinstance(a, np.ndarray) else a for a in arguments)
    return binding(RULES, compiled=compiled)(function)(*arguments)


def prepare(table: Table) -> None:
    """Compile the solver, by solving the first level."""
    solve(problem_at_start(table.deal(0)))


def fewest(position: Position) -> int | None:
    """The fewest moves that solve the current level from its start, or None if the solver does not know."""
    return solve(problem_at_start(position)).fewest


class Assessment(NamedTuple):
    """The assessment of a problem without search: a lower bound on the moves, or None if there is certainly no
    solution; and the cells of the boxes that can never move again."""

    bound: int | None
    frozen: frozenset[int]


def assess(given: Problem, *, compiled: bool = True) -> Assessment:
    """Assess a problem whose player is not on a finish."""
    cell, level, work, count = _surveyed(given, compiled)
    bound = _run(bounds.evaluate, compiled, cell, given.width, given.player, level, work, count, 0)
    frozen = np.flatnonzero((work[bounds.BLOCKED, : len(cell)] > 0) & (cell >= rules.BOX))
    return Assessment(None if bound == bounds.DEAD else int(bound), frozenset(frozen.tolist()))


@lru_cache(64)
def steps_to_finish(given: Problem) -> list[int]:
    """The distance of each cell to the nearest finish with only walls as obstacles; more than any other where there is
    no way."""
    steps: list[int] = _surveyed(given, True)[1][bounds.AWAY].tolist()
    return steps
