"""Ratings: Bradley–Terry on the Elo scale where two sides meet, OpenSkill for more sides and for teams."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from boardwalk.arena.sprt import ELO
from boardwalk.contract.extras import needs_extra

Z = 1.959963984540054  # half the width of a 95 % interval, in standard deviations
FEW = 20  # with fewer rounds, their scatter is too poor an estimate of the errors of ratings
PRIOR = 1.0  # drawn games that are added to each pair that has met, so that no rating is infinite
LOOSE = 1e-4  # ties bots that have not met, not even through others, to the mean; in natural log-odds
STEPS = 100


class Rating(msgspec.Struct, frozen=True):
    """A rating and its 95 % interval."""

    value: float
    low: float
    high: float


class Meeting(NamedTuple):
    """One game of two bots: their indices, the first one's score (0, 0.5 or 1) and the round, which is the unit of
    independent observation: games of one round share a deal."""

    first: int
    second: int
    score: float
    round: Hashable


def bradley_terry(meetings: Iterable[Meeting], count: int, anchor: int | None = None) -> list[Rating]:
    """The Elo ratings of `count` bots: the maximum of the likelihood, a draw being half a win, with `PRIOR` draws for
    each pair. They are differences to the bot `anchor`, or to the mean.

    The intervals are those of the differences, from a sandwich estimator clustered by round: swapped seats correlate
    the games of a round, mostly so that they are more informative than independent games."""
    games = [meeting for meeting in meetings if meeting.first != meeting.second]
    first, second, score, weight = _observations(games)
    theta = np.zeros(count)
    information = np.eye(count)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(theta[second] - theta[first]))
        residual = weight * (score - expected)
        gradient = np.bincount(first, residual, count) - np.bincount(second, residual, count) - LOOSE * theta
        information = _information(first, second, weight * expected * (1 - expected), count)
        step = np.linalg.solve(information, gradient)
        theta += step / max(1.0, float(np.abs(step).max()))  # at most one unit at a time, so that it can't diverge
        if np.abs(step).max() < 1e-10:
            break
    inverse = np.linalg.inv(information)
    covariance = inverse
    if len({game.round for game in games}) >= FEW:
        covariance = inverse @ _scatter(games, first, second, score, weight, theta, count) @ inverse
    reference = np.full(count, 1 / count) if anchor is None else np.eye(count)[anchor]
    contrasts = np.eye(count) - reference
    values = contrasts @ theta / ELO
    errors = np.sqrt(np.maximum(0.0, np.einsum("ij,jk,ik->i", contrasts, covariance, contrasts))) / ELO
    return [
        Rating(float(value), float(value - Z * error), float(value + Z * error))
        for value, error in zip(values, errors, strict=True)
    ]


def _observations(games: Sequence[Meeting]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Indices, scores and weights of the games, and then of the draws added to each pair that has met: half a win and
    half a loss each."""
    pairs = sorted({(min(game[:2]), max(game[:2])) for game in games})
    first = [game.first for game in games] + [pair[0] for pair in pairs for _ in (1, 0)]
    second = [game.second for game in games] + [pair[1] for pair in pairs for _ in (1, 0)]
    score = [game.score for game in games] + [won for _ in pairs for won in (1.0, 0.0)]
    weight = [1.0] * len(games) + [PRIOR / 2] * (2 * len(pairs))
    return np.array(first, int), np.array(second, int), np.array(score), np.array(weight)


def _information(first: NDArray[Any], second: NDArray[Any], weight: NDArray[Any], count: int) -> NDArray[Any]:
    matrix = np.zeros((count, count))
    np.add.at(matrix, (first, first), weight)
    np.add.at(matrix, (second, second), weight)
    np.add.at(matrix, (first, second), -weight)
    np.add.at(matrix, (second, first), -weight)
    return matrix + LOOSE * np.eye(count)


def _scatter(
    games: Sequence[Meeting],
    first: NDArray[Any],
    second: NDArray[Any],
    score: NDArray[Any],
    weight: NDArray[Any],
    theta: NDArray[Any],
    count: int,
) -> NDArray[Any]:
    """The sum over rounds of the outer products of their scores' gradients; the added draws are rounds of their own."""
    numbers: dict[Hashable, int] = {}
    rounds = [numbers.setdefault(game.round, len(numbers)) for game in games]
    added = len(first) - len(games)
    rounds += range(len(numbers), len(numbers) + added)
    at = np.array(rounds, int)
    residual = (score - 1 / (1 + np.exp(theta[second] - theta[first]))) * np.where(
        np.arange(len(first)) < len(games), weight, np.sqrt(weight)
    )
    gradients = np.zeros((len(numbers) + added, count))
    np.add.at(gradients, (at, first), residual)
    np.add.at(gradients, (at, second), -residual)
    scatter: NDArray[Any] = gradients.T @ gradients * (len(numbers) / (len(numbers) - 1)) + LOOSE * np.eye(count)
    return scatter


def openskill(games: Iterable[tuple[Sequence[int], Sequence[int]]], count: int) -> list[Rating]:
    """OpenSkill's ratings (Plackett–Luce) of `count` bots after games in this order, each with the bot at each side and
    the sides' scores. A side is one player, also if it is a team; a bot with several sides takes the mean of their
    ratings. The interval is mu ± 1.96 sigma."""
    with needs_extra("arena", "a rating of more than two seats"):
        from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    ratings = [model.rating() for _ in range(count)]
    for bots, scores in games:
        if len(set(bots)) < 2:
            continue
        rated = model.rate([[ratings[bot]] for bot in bots], ranks=[-score for score in scores])
        for bot in set(bots):
            mine = [team[0] for team, other in zip(rated, bots, strict=True) if other == bot]
            ratings[bot] = model.rating(
                mu=sum(each.mu for each in mine) / len(mine), sigma=sum(each.sigma for each in mine) / len(mine)
            )
    return [Rating(each.mu, each.mu - Z * each.sigma, each.mu + Z * each.sigma) for each in ratings]
