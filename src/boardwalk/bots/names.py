"""Bots by name: the built-in ones by strength, and bots of other packages.

Another package registers a bot through an entry point in the group `boardwalk.bots`: a callable that takes a seed (or
None) and returns a `Bot`. If that bot plays only some games, the callable has an attribute `games` with their names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import metadata
from inspect import signature
from typing import Any

from boardwalk.bots.bot import Bot, GreedyBot, RandomBot
from boardwalk.bots.thinking import BeginnerBot, HardBot, MediumBot
from boardwalk.contract import registry
from boardwalk.contract.errors import OptionError, UnknownBotError
from boardwalk.contract.seeds import checked_seed
from boardwalk.contract.text import shown

GROUP = "boardwalk.bots"

MakeBot = Callable[..., Bot]  # takes a seed or None, and possibly parameters
RANDOM, BEGINNER, EASY, MEDIUM, HARD = "random", "beginner", "easy", "medium", "hard"
SEARCHING = (BEGINNER, MEDIUM, HARD)  # bots that need compiled code
GREEDY = "greedy"  # the former name of `easy`: accepted everywhere, but not offered
ALIASES = {GREEDY: EASY}
BUILT_IN: dict[str, MakeBot] = {
    RANDOM: RandomBot,
    BEGINNER: BeginnerBot,
    EASY: GreedyBot,
    MEDIUM: MediumBot,
    HARD: HardBot,
}


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    """The bots of other packages by name, not loaded yet."""
    own = {*BUILT_IN, *ALIASES}
    return {entry.name: entry for entry in metadata.entry_points(group=GROUP) if entry.name not in own}


@cache
def _load(name: str) -> MakeBot:
    name = ALIASES.get(name, name)
    if name in BUILT_IN:
        return BUILT_IN[name]
    try:
        make: MakeBot = _entry_points()[name].load()
    except Exception as error:  # a module of another package may raise anything
        raise UnknownBotError(f"the bot {name!r} can't be used: {type(error).__name__}: {error}") from None
    if not callable(make):
        raise UnknownBotError(f"the bot {name!r} can't be used: its entry point is no callable that takes a seed")
    return make


def _plays(name: str, game: str) -> bool:
    make = _load(name)
    if getattr(make, "several_seats", False) and registry.game(game).players[1] == 1:
        return False
    games = getattr(make, "games", None)
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
    if name not in bot_names() and name not in ALIASES:
        raise UnknownBotError(f"there is no bot {shown(name)}; the bots are {', '.join(bot_names(game))}")
    if not _plays(name, game):
        raise UnknownBotError(f"the bot {name!r} does not play {game}; {', '.join(bot_names(game))} do")


def make_bot(name: str, seed: int | None = None, **parameters: Any) -> Bot:
    """The bot of that name; with the same seed it makes the same choices. `parameters` are those of its callable, such
    as `simulations`; an `OptionError` if it does not take them.

    >>> from boardwalk import make_bot
    >>> bot = make_bot("hard", seed=1, simulations=2000)
    """
    if name not in (*bot_names(), *ALIASES):
        raise UnknownBotError(f"there is no bot {shown(name)}; the bots are {', '.join(bot_names())}")
    make = _load(name)
    seed = None if seed is None else checked_seed(seed)
    for parameter in parameters:
        if not _takes(make, parameter):
            raise OptionError(parameter, f"the bot {name!r} takes no parameter {parameter!r}")
    return make(seed, **parameters)


def _takes(make: MakeBot, parameter: str) -> bool:
    """Whether a callable has this parameter."""
    try:
        signature(make).bind_partial(**{parameter: None})
    except TypeError:
        return False
    except ValueError:
        pass  # it has no signature
    return True
