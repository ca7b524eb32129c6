"""OpenSpiel's MCTS as an opponent in the arena, through Boardwalk's adapter (`boardwalk.learning.openspiel`).

It is given the full position, so it sees what is hidden, as OpenSpiel's MCTS always does. It can't foresee chance: the
adapter's chance nodes draw their own numbers. The search is the one in C++ with random rollouts; all that is slow about
it is that the rules are called from Python. Its budget is a time: simulations are counted from the speed of the moves
before.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from boardwalk.contract.game import Table
from boardwalk.match import Match

EXPLORE = 2.0  # OpenSpiel's usual constant of UCT
MEMORY_MB = 500
FEWEST = 2  # the first simulation only looks at the position itself
FIRST = 4  # simulations by which the speed is measured first
MAX_STEPS = 1000  # actions after which the adapter cuts a rollout


class OpenSpielPlayer:
    """Plays one seat with so many seconds a move."""

    def __init__(self, seconds: float, table: Table, seat: int, seed: int) -> None:
        import pyspiel

        import boardwalk.learning.openspiel as adapter  # registers the games

        self._seconds, self._seed = seconds, seed % 2**31
        self._spiel: Any = pyspiel
        parameters = dict(table.options.changed())
        self._game: Any = pyspiel.load_game(adapter.PREFIX + table.game.name, {**parameters, "max_steps": MAX_STEPS})
        self._rate = 0.0  # simulations a second

    def choose(self, match: Match) -> int:
        legal = match.rules.legal(match.position)
        if len(legal) == 1:
            return legal[0]
        started = time.perf_counter()
        best = self._search(match, FIRST if not self._rate else max(FEWEST, round(self._rate * self._seconds)))
        if time.perf_counter() - started < self._seconds / 2:  # the first guess of the speed, or the game got faster
            best = self._search(match, max(FEWEST, round(self._rate * (self._seconds - time.perf_counter() + started))))
        return best

    def _search(self, match: Match, simulations: int) -> int:
        from boardwalk.learning.openspiel_history import HistoryNode

        state = self._game.new_initial_state()
        state.node = HistoryNode(self._game.setting, position=match.position.copy())
        self._seed += 1
        evaluator = self._spiel.RandomRolloutEvaluator(1, self._seed)
        bot = self._spiel.MCTSBot(self._game, evaluator, EXPLORE, simulations, MEMORY_MB, False, self._seed, False)
        started = time.perf_counter()
        best = bot.mcts_search(state).best_child()
        self._rate = simulations / (time.perf_counter() - started)
        return int(best.action)

    def close(self, scores: Sequence[int] | None) -> str:
        return ""
