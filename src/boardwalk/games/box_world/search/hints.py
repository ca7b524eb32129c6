"""Hints from the solver: solutions, the next move, and the move that made a level unsolvable (BW-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardwalk.contract.game import Analysis, Judged, Position, Solver, Table
from boardwalk.contract.parts import Solution
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.notation import name_of_level
from boardwalk.games.box_world.search import solver

ALTERNATIVE = 20_000  # limit of the solver for a move besides the best: about a tenth of a second


def problems(table: Table) -> list[tuple[str, Position]]:
    """The start of each level, with its name."""
    starts = []
    for level in range(table.layout.board.levels):
        position = table.blank()
        position.state.level = level
        rules.lay_level(position.board, position.state)
        starts.append((name_of_level(position) or "The level", position))
    return starts


def solve(position: Position, memory: int) -> Iterator[Solution]:
    """Solve the current level."""
    given = solver.problem(position)
    search = solver.Search(given, solver.positions_in(given, memory))
    for answer in search.steps():
        yield Solution(answer.path, answer.bound, answer.proven)
    yield Solution(search.answer.path, search.answer.bound, search.answer.proven)


def lost(positions: Sequence[Position]) -> int | None:
    """The index of the position whose move made the level unsolvable, found by bisection: an unsolvable level stays
    unsolvable until it is restarted."""
    if not positions or not _unsolvable(positions[-1]):
        return None
    low = max(n for n, position in enumerate(positions) if n == 0 or position.state.moves == 0)
    if _unsolvable(positions[low]):
        return None  # it was never solvable
    high = len(positions) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _unsolvable(positions[middle]) else (middle, high)
    return low


def _unsolvable(position: Position) -> bool:
    return not position.state.done and solver.solve(solver.problem(position)).unsolvable


def analyse(position: Position, seat: int, simulations: int) -> Analysis:
    """The next move of a shortest solution, or of the best one known. An action's value is 1 if the level can still be
    solved after it, -1 if it certainly can't, and 0 if that is not known; moves that solve it sooner come first."""
    if position.state.done:
        return Analysis(seat, (Judged(rules.GO_ON, 1.0, 1.0),), (rules.GO_ON,), 0, note="The level is done.")
    answer = solver.solve(solver.problem(position))
    judged = []
    for action in position.table.interpreted.legal(position):
        after = position.copy()
        rules.apply(after.board, after.state, action)
        judged.append((_left(after, answer, action), action))
    actions = tuple(Judged(action, value, float(n == 0)) for n, ((value, _), action) in enumerate(_sorted(judged)))
    line = answer.path or (actions[0].action,)
    return Analysis(seat, actions, line, answer.positions, note=_note(answer))


def _left(after: Position, before: solver.Answer, action: int) -> tuple[float, int]:
    """The value of a move that leads to this position, and the moves that are left then."""
    if after.state.done:
        return 1.0, 0
    if before.path is not None and before.path[0] == action:
        return 1.0, len(before.path) - 1
    if before.unsolvable:
        return -1.0, 0
    answer = solver.solve(solver.problem(after), ALTERNATIVE)
    if answer.path is not None:
        return 1.0, len(answer.path)
    return (-1.0 if answer.unsolvable else 0.0), answer.bound


def _sorted(judged: list[tuple[tuple[float, int], int]]) -> list[tuple[tuple[float, int], int]]:
    return sorted(judged, key=lambda one: (-one[0][0], one[0][1], one[1]))


def _note(answer: solver.Answer) -> str:
    if answer.unsolvable:
        return "This level can no longer be solved."
    if answer.path is None:
        return "No solution was found."
    moves = f"{len(answer.path)} {'move' if len(answer.path) == 1 else 'moves'}"
    return f"Solved in {moves}, the fewest possible." if answer.proven else f"Solved in {moves}; perhaps in fewer."


SOLVER = Solver(problems, solve, lost, analyse=analyse, prepare=solver.prepare)
