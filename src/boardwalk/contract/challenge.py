"""Today's challenge: what a game sets everybody on one day, made from the number of that day alone.

A game's challenges come from a pool, `challenges.json` beside the module that reads it. Its entries were proven to be
solvable and not trivial when `examples/make_challenges.py` wrote it. Day after day takes the next entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from boardwalk.contract.game import Position

POOL = "challenges.json"
DIGITS = digits + ascii_lowercase


@dataclass(frozen=True, kw_only=True)
class Challenge:
    """A game to win, by somebody alone or against a bot.

    `title` and `task` are words for players. `options` and `seed` make the match; `start`, if there is one, is the text
    of the position that it starts from, as the game writes it. The player has `seat`, a `bot` of that name all others.
    `count(position)` rates a won game by its last position: how many of what `counted` names it took, lower is better.
    `par` is a good count, the fewest possible if `fewest`. `solution` is a won game with that count: the actions of all
    seats in order. If there is a `bot_seed`, the bot's are those that it chooses with this seed and its full budget."""

    title: str
    task: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    start: str = ""
    seat: int = 0
    bot: str = ""
    counted: str
    count: Callable[[Position], int] = field(compare=False)
    par: int
    fewest: bool = False
    solution: tuple[int, ...] = ()
    bot_seed: int | None = None

    def result(self, position: Position) -> int | None:
        """The count of a finished game that the player has won; None if it is not over, or not won."""
        if not position.over or position.table.rules.scores(position)[self.seat] <= 0:
            return None
        return self.count(position)


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
