"""A player of Box World who knows the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from boardwalk.core.game import Position


def greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    return random.choice(legal)
