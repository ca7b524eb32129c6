"""Ratings of people and bots: Glicko-2 in duels, OpenSkill where more than two play. Both start at 1500 here.

A game is a rating period of its own in Glicko-2, as on most servers that rate each game at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from glicko2 import Player
from openskill.models import PlackettLuce

DUEL, MANY = "duel", "many"  # the two rating systems
SCALE, OFFSET = 40.0, 500.0  # from OpenSkill's scale, which starts at 25 ± 8.3
PROVISIONAL = 110.0  # a rating with a greater deviation says little yet


class Rating(NamedTuple):
    """A rating with its standard deviation; `volatility` is Glicko-2's."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


START = {DUEL: Rating(), MANY: Rating(1500.0, SCALE * 25 / 3, 0.0)}


def system_of(sides: Sequence[int]) -> str:
    """The rating system for a game with these sides, one for each player."""
    return DUEL if len(sides) == 2 else MANY


def rated(before: Sequence[Rating], sides: Sequence[int], scores: Sequence[int]) -> list[Rating]:
    """The players' ratings after a game, from those before it, the side of each and its score (1, 0 or -1)."""
    if system_of(sides) == DUEL:
        first, second = before
        return [_after_duel(first, second, scores[0]), _after_duel(second, first, scores[1])]
    return _after_many(before, sides, scores)


def _after_duel(own: Rating, other: Rating, score: int) -> Rating:
    player: Any = Player(*own)
    player.update_player([other.value], [other.deviation], [(score + 1) / 2])
    return Rating(player.rating, player.rd, player.vol)


def _after_many(before: Sequence[Rating], sides: Sequence[int], scores: Sequence[int]) -> list[Rating]:
    model: Any = PlackettLuce()
    teams: dict[int, list[int]] = {}
    for number, side in enumerate(sides):
        teams.setdefault(side, []).append(number)
    ranks = [-max(scores[number] for number in members) for members in teams.values()]
    given = [
        [model.rating(mu=(before[n].value - OFFSET) / SCALE, sigma=before[n].deviation / SCALE) for n in members]
        for members in teams.values()
    ]
    after = list(before)
    for members, ratings in zip(teams.values(), model.rate(given, ranks=ranks), strict=True):
        for number, one in zip(members, ratings, strict=True):
            after[number] = Rating(SCALE * one.mu + OFFSET, SCALE * one.sigma, 0.0)
    return after
