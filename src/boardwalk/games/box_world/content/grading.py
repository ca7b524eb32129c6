"""The difficulty of a level, measured on its shortest solution and the moves beside it.

The grade adds up four measures that grow with a player's effort, each as a logarithm, so that twice as much of one
counts the same everywhere:

- **states**: the positions that the solver must expand to prove the fewest moves, beyond its bounds; - **traps**: the
pushes beside the solution after which the level can't be solved any more; - **away**: the pushes of the solution that
bring a box no nearer to a hole, such as making room first; - **detour**: the moves beyond those of a straight walk to
the finish.
"""

from __future__ import annotations

from functools import lru_cache
from math import log2
from typing import NamedTuple

from boardwalk.games.box_world import rules
from boardwalk.games.box_world.files import Level, lay_symbols
from boardwalk.games.box_world.search import solver
from boardwalk.games.box_world.search.solver import Problem

ALONE = ((0, 1 << 30),)  # the stages of a search by A* alone
TRAP = 2000  # limit of the solver for a push beside the solution
WEIGHTS = {"states": 2.0, "traps": 5.0, "away": 4.0, "detour": 3.0}


class Measures(NamedTuple):
    """The measures of a level, and its shortest solution."""

    path: tuple[int, ...]
    states: int
    traps: int
    away: int
    detour: int

    @property
    def grade(self) -> int:
        return round(sum(weight * log2(1 + getattr(self, name)) for name, weight in WEIGHTS.items()))


def problem_of(rows: tuple[str, ...]) -> Problem:
    """A level given by its rows, at its start."""
    width, height = len(rows[0]) + 2, len(rows) + 2
    cells = bytearray(width * height)
    lay_symbols(cells, 0, width, list(rows), [0] * (width * height))
    row, col = Level(rows).start
    return Problem(bytes(cells), width, (row + 1) * width + col + 1)


@lru_cache(4096)
def prove(given: Problem, limit: int) -> solver.Answer:
    """The answer of A* alone within a limit; its positions are the measure `states`."""
    search = solver.Search(given, limit, stages=ALONE)
    for answer in search.steps():
        if answer.positions >= limit:
            break
    return search.answer


def measure(given: Problem, limit: int, *, traps: bool = True) -> Measures | None:
    """The measures of a problem, the traps only if asked for (else 0); None if it can't be solved or that took more
    positions than the limit."""
    answer = prove(given, limit)
    if answer.path is None or not answer.proven:
        return None
    trapped, away, here = 0, 0, given
    for move in answer.path[:-1]:
        after = moved(here, move)
        if after.cells != here.cells:
            away += _distance(after, here) >= _distance(here, after)
            trapped += _traps(here, after) if traps else 0
        here = after
    steps = solver.steps_to_finish(given)[given.player]
    return Measures(answer.path, answer.positions, trapped, away, len(answer.path) - steps)


def moved(given: Problem, move: int) -> Problem:
    """The problem after a move that is possible."""
    ahead = rules.step(move, given.width)
    at = given.player + ahead
    if given.cells[at] < rules.BOX:
        return given._replace(player=at)
    cells = bytearray(given.cells)
    rules.push(cells, at, ahead)
    return Problem(bytes(cells), given.width, at)


def _distance(given: Problem, other: Problem) -> int:
    """How far the box that the two problems differ in is from the nearest hole in `given`: the sum of rows and columns,
    0 if it has fallen into one."""
    box = next((i for i, code in enumerate(given.cells) if code >= rules.BOX > other.cells[i]), None)
    if box is None:
        return 0
    row, col = divmod(box, given.width)
    holes = (divmod(i, given.width) for i, code in enumerate(given.cells) if code == rules.HOLE)
    return min((abs(row - down) + abs(col - right) for down, right in holes), default=1)


def _traps(here: Problem, taken: Problem) -> int:
    """How many pushes other than the one taken are possible here, after a walk, and lose the level."""
    return sum(after.cells != taken.cells and _unsolvable(after) for after in pushes(here))


def _unsolvable(given: Problem) -> bool:
    return solver.assess(given).bound is None or prove(given, TRAP).unsolvable


def pushes(given: Problem) -> list[Problem]:
    """All problems one push away."""
    seen, waiting, found = {given.player}, [given.player], []
    for at in waiting:
        for move in range(4):
            ahead = rules.step(move, given.width)
            there = given.cells[at + ahead]
            if there >= rules.BOX and rules.open_way(given.cells, at, ahead):
                found.append(moved(given._replace(player=at), move))
            elif there == rules.FLOOR and at + ahead not in seen:
                seen.add(at + ahead)
                waiting.append(at + ahead)
    return found
