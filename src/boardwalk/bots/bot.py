"""The contract of a bot, and the two that every game has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from boardwalk.core.errors import BoardwalkError
from boardwalk.match import Match, View


class Bot(Protocol):
    """Whoever can choose from a view can play. The view holds what its seat may know, and the legal actions."""

    def choose(self, view: View) -> int:
        """One of `view.legal`. Only called when it is the seat's turn."""
        ...


class RandomBot:
    """Takes any legal action, each with the same chance."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        return self._random.choice(view.legal)


class GreedyBot:
    """Goes for the goal by the game's own simple plan: somebody for a beginner to play against."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        return view.table.game.greedy(view.position, view.seat, view.legal, self._random)


BOTS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; the same seed makes the same choices."""
    if name not in BOTS:
        raise BoardwalkError(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
    return BOTS[name](seed)


def play(match: Match, bots: Mapping[int, Bot], limit: int = 100_000) -> None:
    """Let bots play while it is a bot's turn, at most `limit` actions."""
    for _ in range(limit):
        seat = match.to_act
        if seat not in bots:
            return
        match.act(seat, bots[seat].choose(match.view(seat)))
