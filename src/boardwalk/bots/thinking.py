"""Bots that search: `beginner`, `medium` and `hard`."""

from __future__ import annotations

import secrets
from random import Random

from boardwalk.match import View
from boardwalk.search import Thinker
from boardwalk.search.worlds import seed_of

SECONDS = 0.2  # the most time that a bot takes for an action, whatever its budget


class ThinkingBot:
    """Plays what a `Thinker` finds best."""

    several_seats = True  # not offered in games for one player

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(53) if seed is None else seed
        self._thinker: Thinker | None = None

    def watch(self, view: View) -> None:
        self._thinker_for(view).watch(view)

    def forget(self) -> None:
        if self._thinker:
            self._thinker.forget()

    def choose(self, view: View) -> int:
        if len(view.legal) == 1:
            return view.legal[0]
        thinker = self._thinker_for(view)
        return self._decide(thinker, view)

    def _decide(self, thinker: Thinker, view: View) -> int:
        raise NotImplementedError

    def _thinker_for(self, view: View) -> Thinker:
        """The bot learns from a view which table it plays at."""
        if self._thinker is None or self._thinker.table is not view.table:
            self._thinker = Thinker(view.table, seed=self.seed)
        return self._thinker


class HardBot(ThinkingBot):
    """As strong as can be within a fifth of a second on one core."""

    def _decide(self, thinker: Thinker, view: View) -> int:
        return thinker.analyse(view, thinker.mind.hard, SECONDS).best


class MediumBot(ThinkingBot):
    """Looks ahead less far than `HardBot`."""

    def _decide(self, thinker: Thinker, view: View) -> int:
        return thinker.analyse(view, thinker.mind.medium, SECONDS).best


class BeginnerBot(ThinkingBot):
    """Looks ahead a little and misjudges what it sees; a win that it sees it takes."""

    def _decide(self, thinker: Thinker, view: View) -> int:
        analysis = thinker.analyse(view, thinker.mind.beginner, SECONDS)
        if analysis.actions[0].value == 1.0:
            return analysis.best
        random = Random(seed_of(self.seed, view))
        blurred = [(one.value + random.gauss(0.0, thinker.mind.blur), one.action) for one in analysis.actions]
        return max(blurred)[1]
