"""Today's challenge: the same task for all players on one day, made from the number of that day alone.

A game's challenges come from a pool, `challenges.json` beside the module that reads it. Its entries were proven to be
solvable and not trivial when `examples/make_challenges.py` wrote it. Day after day takes the next entry."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from string import ascii_lowercase, digits
from typing import Any

import msgspec

POOL = "challenges.json"
DIGITS = digits + ascii_lowercase


def write_actions(actions: Iterable[int]) -> str:
    """Actions below 36 as text, one character each."""
    return "".join(DIGITS[action] for action in actions)


def read_actions(text: str) -> tuple[int, ...]:
    return tuple(map(DIGITS.index, text))


@cache
def pool(package: str) -> tuple[dict[str, Any], ...]:
    """The pool in this package."""
    text = (resources.files(package) / POOL).read_bytes()
    return tuple(msgspec.json.decode(text, type=list[dict[str, Any]]))
