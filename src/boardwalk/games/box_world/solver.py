"""The solver: the fewest moves that solve a level, from its start or from any position (BW-15)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from boardwalk.core.game import Position, Table
from boardwalk.core.rules import binding
from boardwalk.games.box_world import rules, rules_solver

POSITIONS = 1_000_000  # limit of a search for a level's fewest moves: about half a second
MEMORY = 128 * 2**20  # limit of the memory for these positions, in bytes

# The solver does not distinguish boxes of one kind.
_UNNUMBERED = bytes(code if code < rules.BOX else rules.BOX + (code & 1) for code in range(256))


class Answer(NamedTuple):
    """The result of a search: the moves of a shortest solution, or None if there is none; with `gave_up`, None because
    the limit of positions was reached."""

    path: tuple[int, ...] | None
    gave_up: bool
    positions: int

    @property
    def solvable(self) -> bool:
        return self.path is not None

    @property
    def unsolvable(self) -> bool:
        return self.path is None and not self.gave_up

    def __str__(self) -> str:
        if self.path is not None:
            return f"solved in {len(self.path)} moves"
        return f"no solution found within {self.positions} positions" if self.gave_up else "can't be solved"


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


@lru_cache(1024)
def solve(given: Problem, limit: int = POSITIONS, *, compiled: bool = True) -> Answer:
    """A shortest solution, if there is one and it is found within `limit` positions."""
    cell = np.frombuffer(given.cells, np.uint8).copy()
    if cell[given.player] == rules.FINISH:
        return Answer((), False, 0)
    where = np.flatnonzero((cell != rules.WALL) & (cell != rules.FINISH)).astype(np.int32)
    place = np.full(len(cell), -1, np.int32)
    place[where] = np.arange(len(where))
    row_words = -(-len(where) // rules_solver.A_WORD)
    limit = max(1, min(limit, MEMORY // (8 * row_words + 4 * rules_solver.NODE_COLUMNS + 16)))
    words = np.zeros((limit + 1, row_words), np.int64)
    node = np.zeros((limit + 1, rules_solver.NODE_COLUMNS), np.int32)
    slot = np.zeros(1 << (2 * limit - 1).bit_length(), np.int32)
    bucket = np.zeros(2 * len(cell) + 2, np.int32)  # circular: the lower bounds of open positions differ by less
    bound, reach, line = (np.zeros(len(cell), np.int32) for _ in range(3))
    tally = np.zeros(2, np.int64)

    arrays = (place, where, bound, reach, line, words, node, slot, bucket, tally)
    end = int(_run(rules_solver.search, compiled, cell, given.width, given.player, *arrays))
    positions = int(tally[rules_solver.KNOWN])
    if end <= 0:
        return Answer(None, end == rules_solver.GAVE_UP, positions)
    path = np.zeros(node[end, rules_solver.MOVES], np.uint8)
    _run(rules_solver.trace, compiled, end, cell, given.width, where, reach, line, words, node, path)
    return Answer(tuple(path.tolist()), False, positions)


def _run(function: Callable[..., Any], compiled: bool, *arguments: Any) -> Any:
    """Call a rule. An interpreted rule gets arrays as memory views: plain Python integers with checked indices."""
    if not compiled:
        arguments = tuple(a.data if isinstance(a, np.ndarray) else a for a in arguments)
    return binding(rules, compiled=compiled)(function)(*arguments)


def prepare(table: Table) -> None:
    """Compile the solver, by solving the first level."""
    solve(problem_at_start(table.deal(0)))


def fewest(position: Position) -> int | None:
    """The fewest moves that solve the current level from its start, or None if the solver found none."""
    path = solve(problem_at_start(position)).path
    return None if path is None else len(path)


@lru_cache(64)
def steps_to_finish(given: Problem) -> list[int]:
    """The distance of each cell to the nearest finish with only walls as obstacles; -1 if unreachable."""
    cell = np.frombuffer(given.cells, np.uint8)
    bound, line = np.zeros(len(cell), np.int32), np.zeros(len(cell), np.int32)
    _run(rules_solver.measure, True, cell, given.width, bound, line)
    steps: list[int] = bound.tolist()
    return steps
