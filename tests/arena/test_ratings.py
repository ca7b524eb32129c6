"""Ratings against known strengths: simulated players whose chances are given."""

from __future__ import annotations

from itertools import combinations
from math import log
from random import Random

import pytest

from boardwalk.arena.ratings import Meeting, bradley_terry, openskill
from boardwalk.arena.results import share
from boardwalk.arena.sprt import Sprt, expected_score

STRENGTHS = (0.0, 80.0, 200.0, 450.0)  # Elo


def swapped(random: Random, elo: float, decided: float) -> tuple[float, float]:
    """The first bot's scores in the two games of a round. A share `decided` of the deals is won from the better seat,
    whoever sits there; the mean score is what the Elo difference implies."""
    if random.random() < decided:
        return (1.0, 0.0) if random.random() < 0.5 else (0.0, 1.0)
    score = 0.5 + (expected_score(elo) - 0.5) / (1 - decided)
    drawn = 0.2 * 2 * min(score, 1 - score)
    rolls = random.random(), random.random()
    first, second = (1.0 if roll < score - drawn / 2 else 0.5 if roll < score + drawn / 2 else 0.0 for roll in rolls)
    return first, second


def season(random: Random, rounds: int, decided: float = 0.0) -> list[Meeting]:
    """Every two meet in rounds of two games with the seats swapped."""
    games = []
    for number in range(rounds):
        for first, second in combinations(range(len(STRENGTHS)), 2):
            scores = swapped(random, STRENGTHS[first] - STRENGTHS[second], decided)
            games.append(Meeting(first, second, scores[0], number))
            games.append(Meeting(second, first, 1 - scores[1], number))
    return games


def test_ratings_come_close_to_the_true_strengths() -> None:
    found = bradley_terry(season(Random(1), 400), 4, anchor=0)
    assert [rating.value for rating in found] == pytest.approx(STRENGTHS, abs=30)
    assert found[0].low == found[0].value == found[0].high == 0.0, "the anchor defines the scale"


def test_without_an_anchor_the_mean_is_zero() -> None:
    found = bradley_terry(season(Random(1), 50), 4)
    assert sum(rating.value for rating in found) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("decided", [0.0, 0.1])
def test_intervals_cover_the_true_strengths(decided: float) -> None:
    """About 95 % of them."""
    covered = total = 0
    for seed in range(120):
        found = bradley_terry(season(Random(seed), 40, decided), 4, anchor=0)
        for rating, strength in list(zip(found, STRENGTHS, strict=True))[1:]:
            covered += rating.low <= strength <= rating.high
            total += 1
    assert 0.92 <= covered / total <= 0.98


def test_swapped_seats_tell_more_than_independent_games() -> None:
    """If the seat decides every game, equals split every round: that they are equal is then known for certain."""
    by_seat = [Meeting(*pair, 1.0, number) for number in range(50) for pair in ((0, 1), (1, 0))]
    shuffled = [Meeting(0, 1, float(number % 2), number) for number in range(100)]
    paired, independent = (bradley_terry(games, 2, anchor=0)[1] for games in (by_seat, shuffled))
    assert paired.high - paired.low < (independent.high - independent.low) / 4


def test_a_bot_that_never_loses_has_a_finite_rating_with_a_wide_interval() -> None:
    best = bradley_terry([Meeting(0, 1, 1.0, number // 2) for number in range(200)], 2, anchor=1)[0]
    assert 500 < best.value < 1500 and best.low < best.value - 100


def test_bots_that_have_not_met_are_not_compared() -> None:
    games = [Meeting(0, 1, float(number % 2), number // 2) for number in range(60)]
    games += [Meeting(2, 3, float(number % 2), number // 2) for number in range(60)]
    far = bradley_terry(games, 4, anchor=0)[2]
    assert far.high - far.low > 10_000


def test_openskill_orders_by_strength() -> None:
    """Four seats, ranks by simulated strength; a bot that takes two seats counts once."""
    random = Random(2)
    games = []
    for _ in range(300):
        bots = random.sample(range(4), 4)
        performance = [STRENGTHS[bot] + random.gauss(0.0, 200.0) for bot in bots]
        games.append((bots, [1 if value == max(performance) else -1 for value in performance]))
    values = [rating.value for rating in openskill(games, 4)]
    assert values == sorted(values)
    alone = openskill([([0, 1, 1, 1], [1, -1, -1, -1])] * 20, 2)
    assert alone[0].low > alone[1].high


def test_shares_have_wilsons_interval() -> None:
    found = share(50, 100)
    assert (round(found.low, 3), round(found.high, 3)) == (0.404, 0.596)
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)
    assert share(20, 20).value == share(20, 20).high == 1.0 and 0.8 < share(20, 20).low < 0.9


@pytest.mark.parametrize(("truth", "wrong"), [(-60.0, "elo1"), (60.0, "elo0")])
@pytest.mark.parametrize("decided", [0.0, 0.6])
def test_the_sequential_test_errs_as_rarely_as_it_says(truth: float, wrong: str, decided: float) -> None:
    random = Random(3)
    test = Sprt(elo0=-60, elo1=60, alpha=0.05, beta=0.05)
    runs, errors = 200, 0
    for _ in range(runs):
        verdict = test.decide(sum(swapped(random, truth, decided)) / 2 for _ in range(2000))
        assert verdict.accepted is not None
        errors += verdict.accepted == wrong
    assert 0 < errors / runs <= 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5


def test_the_sequential_test_is_quick_where_the_difference_is_great() -> None:
    verdict = Sprt().decide([1.0] * 100)
    assert verdict.accepted == "elo1" and verdict.rounds < 30
    assert Sprt().decide([0.0] * 100).accepted == "elo0"
    assert Sprt().decide([0.5] * 100).accepted is None


def test_a_likelihood_ratio_by_hand() -> None:
    """All rounds won: the most likely distribution with a mean of s wins a share s of the rounds, nearly."""
    test = Sprt(elo0=0, elo1=100)
    assert test.llr([0, 0, 0, 0, 50]) == pytest.approx(50 * log(expected_score(100) / 0.5), rel=0.01)
