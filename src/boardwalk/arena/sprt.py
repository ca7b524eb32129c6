"""A sequential probability ratio test of which of two bots is stronger.

The unit is a round, not a game: two games from one deal with the seats swapped are correlated. A round's score is one
of five values (0 to 1 in quarters), so its distribution is pentanomial. The log-likelihood ratio is that of the
generalised test: each hypothesis is represented by the most likely distribution of round scores whose mean is the score
that its Elo difference implies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import Literal

import msgspec

from boardwalk.contract.errors import BoardwalkError

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a round of two games
UNSEEN = 1e-3  # stands for the count of a score that has not occurred
Hypothesis = Literal["elo0", "elo1"]
ELO = log(10) / 400  # natural log-odds for one point of Elo


class Sprt(msgspec.Struct, frozen=True, kw_only=True):
    """The test: is the first bot's Elo difference to the second at most `elo0`, or at least `elo1`? `alpha` is the
    chance to accept `elo1` although `elo0` holds, `beta` that of the opposite mistake."""

    elo0: float = -20.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def check(self) -> None:
        if not self.elo0 < self.elo1:
            raise BoardwalkError(f"elo0 must be less than elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BoardwalkError("alpha and beta must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which `elo0` and `elo1` are accepted (Wald)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`, given how often each of the `SCORES` occurred."""
        if not any(counts):
            return 0.0
        seen = [count or UNSEEN for count in counts]
        total = sum(seen)
        shares = [count / total for count in seen]
        low, high = (_most_likely(shares, expected_score(elo)) for elo in (self.elo0, self.elo1))
        return sum(count * log(b / a) for count, a, b in zip(seen, low, high, strict=True))

    def decide(self, scores: Iterable[float]) -> Verdict:
        """The verdict after these rounds in order: the test ends with the first round at which a bound is reached."""
        test = Test(self)
        for score in scores:
            if test.add(score).accepted:
                break
        return test.verdict


class Test:
    """A test in progress: takes the scores of rounds one by one."""

    __test__ = False  # for pytest, which collects classes of this name

    def __init__(self, sprt: Sprt) -> None:
        self._sprt = sprt
        self._counts = [0.0] * len(SCORES)
        self.verdict = Verdict(None, 0, 0.0, *sprt.bounds)

    def add(self, score: float) -> Verdict:
        """Count one more round, unless the test has ended."""
        before = self.verdict
        if before.accepted:
            return before
        self._counts[round(score * 4)] += 1
        llr = self._sprt.llr(self._counts)
        accepted: Hypothesis | None = "elo1" if llr >= before.high else "elo0" if llr <= before.low else None
        self.verdict = Verdict(accepted, before.rounds + 1, llr, before.low, before.high)
        return self.verdict


class Verdict(msgspec.Struct, frozen=True):
    """The state of a test after a number of rounds: which hypothesis is accepted, if any."""

    accepted: Hypothesis | None
    rounds: int
    llr: float
    low: float
    high: float


def expected_score(elo: float) -> float:
    """The score that an Elo difference implies."""
    return 1 / (1 + exp(-elo * ELO))


def _most_likely(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution over `SCORES` with this mean under which the observed shares are most likely: p_i = share_i /
    (1 + x (score_i - mean)), where x makes the deviations from the mean add up to 0."""
    away = [score - mean for score in SCORES]
    low, high = -1 / max(away), -1 / min(away)  # where a denominator becomes 0
    for _ in range(60):
        x = (low + high) / 2
        if sum(share * each / (1 + x * each) for share, each in zip(shares, away, strict=True)) > 0:
            low = x
        else:
            high = x
    return [share / (1 + x * each) for share, each in zip(shares, away, strict=True)]
