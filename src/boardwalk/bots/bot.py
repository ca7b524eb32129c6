"""The `Bot` protocol, the two built-in bots, and bots of other packages.

Another package registers a bot through an entry point in the group `boardwalk.bots`: a callable that takes a seed (or
None) and returns a `Bot`. If that bot plays only some games, the callable has an attribute `games` with their names.
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
    """Anything that chooses an action from a view. The view holds what its seat may know, and the legal actions."""

    def choose(self, view: View) -> int:
        """One of `view.legal`. Only called when it is the seat's turn."""
        ...


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        return self._random.choice(view.legal)


class GreedyBot:
    """Plays the game's own simple strategy `greedy`: an opponent for beginners."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        return view.table.game.greedy(view.position, view.seat, view.legal, self._random)


MakeBot = Callable[[int | None], Bot]
RANDOM, GREEDY = "random", "greedy"
BUILT_IN: dict[str, MakeBot] = {RANDOM: RandomBot, GREEDY: GreedyBot}


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    """The bots of other packages by name, not loaded yet."""
    return {entry.name: entry for entry in metadata.entry_points(group=GROUP) if entry.name not in BUILT_IN}


@cache
def _load(name: str) -> MakeBot:
    if name in BUILT_IN:
        return BUILT_IN[name]
    try:
        make: MakeBot = _entry_points()[name].load()
    except Exception as error:  # another package's module may raise anything
        raise UnknownBotError(f"the bot {name!r} can't be used: {type(error).__name__}: {error}") from None
    if not callable(make):
        raise UnknownBotError(f"the bot {name!r} can't be used: its entry point is no callable that takes a seed")
    return make


def _plays(name: str, game: str) -> bool:
    games = getattr(_load(name), "games", None)
    return games is None or game in games


def bot_names(game: str | None = None) -> tuple[str, ...]:
    """The names of all bots, or of those that play this game. A bot that can't be loaded plays no game."""
    names = (*BUILT_IN, *sorted(_entry_points()))
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
    """Raise an `UnknownBotError` unless there is a bot of that name which plays the game."""
    if name not in bot_names():
        raise UnknownBotError(f"there is no bot {name[:40]!r}; the bots are {', '.join(bot_names(game))}")
    if not _plays(name, game):
        raise UnknownBotError(f"the bot {name!r} does not play {game}; {', '.join(bot_names(game))} do")


def make_bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name; with the same seed it makes the same choices."""
    if name not in bot_names():
        raise UnknownBotError(f"there is no bot {name[:40]!r}; the bots are {', '.join(bot_names())}")
    return _load(name)(seed)


def play(match: Match, bots: Mapping[int, Bot], limit: int = 100_000) -> None:
    """Play the bots' actions until it is no bot's turn, at most `limit` actions."""
    for _ in range(limit):
        seat = match.to_act
        if seat not in bots:
            return
        match.act(seat, bots[seat].choose(match.view(seat)))
