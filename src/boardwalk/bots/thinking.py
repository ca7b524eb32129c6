"""Bots that search: `beginner`, `medium` and `hard`."""

from __future__ import annotations

import secrets
from random import Random
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from boardwalk.contract.errors import OptionError
from boardwalk.contract.options import Options, fields
from boardwalk.contract.search import Search
from boardwalk.match import View
from boardwalk.search import Analysis, Thinker
from boardwalk.search.worlds import seed_of

SECONDS = 0.2  # the most time that a bot takes for an action, also if its budget is larger
# The share of the actions that a beginner overlooks, and how many it compares.
OVERLOOKED, CONSIDERED = 0.3, 6


Budget = Annotated[int, Meta(ge=1, le=10**9)]
Share = Annotated[float, Meta(ge=0, le=1)]
Weight = Annotated[float, Meta(ge=0, le=1000)]


class Parameters(Options, frozen=True, kw_only=True):
    """The parameters of bots that search, with the range of each. All but the first two are values of its search
    (`Search.with_values`); their defaults are not used."""

    simulations: Budget = 1
    seconds: Annotated[float, Meta(ge=0.001, le=86400)] = 1.0
    beginner: Budget = 1
    medium: Budget = 1
    hard: Budget = 1
    worlds: Annotated[int, Meta(ge=1, le=10_000)] = 1
    belief: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    playout: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    random_share: Share = 0.0
    greedy_share: Share = 0.0
    exploration: Weight = 0.0
    widening: Weight = 0.0
    depth: Annotated[int, Meta(ge=1, le=1000)] = 1
    positions: Annotated[int, Meta(ge=1, le=100_000_000)] = 1
    margin: Annotated[float, Meta(ge=0, le=2)] = 0.0
    draw: Annotated[float, Meta(ge=-1, le=1)] = 0.0
    error: Weight = 0.0
    habit: Share = 0.0


class ThinkingBot:
    """Plays the action that a `Thinker` finds best.

    `simulations` replaces the budget of its strength; then no clock limits it, unless `seconds` is given too, so that
    it plays the same on every machine. `seconds` alone gives it that time, and the budget to use it. `tuning` replaces
    settings of the search: an `OptionError` for what is not among `Parameters`, or out of range."""

    several_seats = True  # not offered in games for one player
    hurry: float | None = None  # seconds that it may take under a clock; its budget is still that of its strength
    strength: ClassVar[str]  # the field of `Budgets` that is its budget

    def __init__(
        self,
        seed: int | None = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        **tuning: Any,
    ) -> None:
        given = checked(tuning | {"simulations": simulations, "seconds": seconds})
        self.seed = secrets.randbits(53) if seed is None else seed
        self.simulations, self.seconds = given.pop("simulations", None), given.pop("seconds", None)
        self.tuning = given
        if self.simulations is None and self.seconds is None:
            self.seconds = SECONDS
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
        return self._analyse(thinker, view).best

    def _analyse(self, thinker: Thinker, view: View) -> Analysis:
        limits = [seconds for seconds in (self.seconds, self.hurry) if seconds is not None]
        return thinker.analyse(view, getattr(thinker.search.budgets, self.strength), min(limits, default=None))

    def _thinker_for(self, view: View) -> Thinker:
        """The thinker for the table of a view, which the bot first sees here."""
        if self._thinker is None or self._thinker.table != view.table:
            self._thinker = Thinker(view.table, seed=self.seed, search=self._search(view.table.search))
        return self._thinker

    def _search(self, search: Search) -> Search:
        search = search.of(self.strength).with_values(**self.tuning)
        budget: int = getattr(search.budgets, self.strength)
        if self.simulations is not None:
            budget = self.simulations
        elif self.seconds is not None:
            budget = max(1, round(budget * self.seconds / SECONDS))
        largest = max(search.budgets.hard, budget)  # sizes trees
        return search.with_values(**{"hard": largest, self.strength: budget})


def checked(given: dict[str, Any]) -> dict[str, Any]:
    """The parameters that are not None, each within its range; else an `OptionError`."""
    known = fields(Parameters)
    unknown = next((name for name in given if name not in known), None)
    if unknown is not None:
        raise OptionError(unknown, f"there is no parameter {unknown!r}; the parameters are {', '.join(known)}")
    return {name: known[name].read(value) for name, value in given.items() if value is not None}


class HardBot(ThinkingBot):
    """As strong as possible within a fifth of a second on one core."""

    strength = "hard"


class MediumBot(ThinkingBot):
    """Searches less deeply than `HardBot`."""

    strength = "medium"


class BeginnerBot(ThinkingBot):
    """Makes a beginner's mistakes: it searches a little, overlooks some of the better actions and misjudges the others,
    or acts as `easy`. It always takes a win that it sees."""

    strength = "beginner"

    def _decide(self, thinker: Thinker, view: View) -> int:
        analysis = self._analyse(thinker, view)
        if analysis.actions[0].value == 1.0:
            return analysis.best
        random = Random(seed_of(self.seed, view))
        mistakes = thinker.search.beginner
        if mistakes.habit and random.random() < mistakes.habit:
            return view.table.game.play.greedy(view.position, view.seat, view.legal, random)
        seen = [one for one in analysis.actions if random.random() >= OVERLOOKED][:CONSIDERED]
        seen = seen or [*analysis.actions[:1]]
        values = [one.value for one in seen]
        error = mistakes.error * (max(values) - min(values))
        return max((one.value + random.gauss(0.0, error), one.action) for one in seen)[1]
