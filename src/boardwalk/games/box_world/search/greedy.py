"""Box World's greedy bot: it follows the best solution that the solver finds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from threading import Lock

from boardwalk.contract.game import Position
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.search import solver
from boardwalk.games.box_world.search.solver import Problem

POSITIONS = 20_000  # limit of the solver for one choice: about a tenth of a second
WANDERS = 0.3  # probability of a random move when no solution is known, so as not to push at one box for ever

# A cache of the remaining solution by position; the oldest entries are dropped. Threads share it: writers hold the
# lock, while a lookup is a single atomic operation.
_solutions: dict[Problem, tuple[int, ...]] = {}
_lock = Lock()
_CACHE_SIZE = 4096


def greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    """The next move of the best solution known; a move towards the finish if none was found; else a random move."""
    if position.state.done:
        return legal[0]  # the level is done: go on
    here = solver.problem(position)
    path = _solutions.get(here)
    if path is None:
        # at a level's start search without the lower limit: the scene needs that result anyway, and `solve` caches it
        answer = solver.solve(here) if not position.state.moves else solver.solve(here, POSITIONS)
        path = answer.path
        if answer.unsolvable or (path is None and random.random() < WANDERS):
            return random.choice(legal)
    if path is None:
        return _towards_finish(position, here, legal, random)
    _remember(position, path)
    return path[0]


def _remember(position: Position, path: tuple[int, ...]) -> None:
    after = position.copy()
    rules.apply(after.board, after.state, path[0])
    if len(path) == 1:
        return
    with _lock:
        _solutions[solver.problem(after)] = path[1:]
        if len(_solutions) > _CACHE_SIZE:
            del _solutions[next(iter(_solutions))]


def _towards_finish(position: Position, here: Problem, legal: Sequence[int], random: Random) -> int:
    steps = solver.steps_to_finish(solver.problem_at_start(position))
    away = {action: steps[here.player + rules.step(action, here.width)] for action in legal}
    return random.choice([action for action in legal if away[action] == min(away.values())])
