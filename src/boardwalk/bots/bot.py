"""The contract of a bot, the two that every game has, and those of other packages.

Another package offers a bot through an entry point in the group `boardwalk.bots`: a callable that is given a seed (or
None) and returns a `Bot`. Where that bot plays only some games, the callable has an attribute `games`, their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import metadata
from random import Random
from typing import Protocol

from boardwalk.core.errors import UnknownBotError
from boardwalk.match import Match, View

GROUP = "boardwalk.bots"


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


MakeBot = Callable[[int | None], Bot]
RANDOM, GREEDY = "random", "greedy"
OWN: dict[str, MakeBot] = {RANDOM: RandomBot, GREEDY: GreedyBot}


@cache
def _offered() -> dict[str, metadata.EntryPoint]:
    """What other packages offer, by name. Nothing of it is loaded before somebody asks for it."""
    return {entry.name: entry for entry in metadata.entry_points(group=GROUP) if entry.name not in OWN}


@cache
def _load(name: str) -> MakeBot:
    if name in OWN:
        return OWN[name]
    try:
        make: MakeBot = _offered()[name].load()
    except Exception as error:  # a package of somebody else may fail in any way
        raise UnknownBotError(f"the bot {name!r} can't be used: {type(error).__name__}: {error}") from None
    if not callable(make):
        raise UnknownBotError(f"the bot {name!r} can't be used: its entry point is no callable that takes a seed")
    return make


def _plays(name: str, game: str) -> bool:
    games = getattr(_load(name), "games", None)
    return games is None or game in games


def bot_names(game: str | None = None) -> tuple[str, ...]:
    """The names of all bots, or of those that play a game. A bot that can't be loaded plays none."""
    names = (*OWN, *sorted(_offered()))
    if game is None:
        return names
    return tuple(name for name in names if _usable(name) and _plays(name, game))


def _usable(name: str) -> bool:
    try:
        _load(name)
    except UnknownBotError:
        return False
    return True


def check_bot(name: str, game: str) -> None:
    """A `UnknownBotError` unless there is a bot of that name which plays the game."""
    if name not in bot_names():
        raise UnknownBotError(f"there is no bot {name[:40]!r}; the bots are {', '.join(bot_names(game))}")
    if not _plays(name, game):
        raise UnknownBotError(f"the bot {name!r} does not play {game}; {', '.join(bot_names(game))} do")


def make_bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; the same seed makes the same choices."""
    if name not in bot_names():
        raise UnknownBotError(f"there is no bot {name[:40]!r}; the bots are {', '.join(bot_names())}")
    return _load(name)(seed)


def play(match: Match, bots: Mapping[int, Bot], limit: int = 100_000) -> None:
    """Let bots play while it is a bot's turn, at most `limit` actions."""
    for _ in range(limit):
        seat = match.to_act
        if seat not in bots:
            return
        match.act(seat, bots[seat].choose(match.view(seat)))
