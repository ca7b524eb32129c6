"""Which games there are. Each is found by name: a folder in `boardwalk.games`, or another package's entry point in the
group `boardwalk.games`, whose module offers a `GAME`."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module, metadata
from typing import Any

from boardwalk.core.errors import UnknownGameError
from boardwalk.core.game import Game, Table
from boardwalk.core.options import read_game_string


@cache
def _loaders() -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {}
    package = import_module("boardwalk.games")
    for module in pkgutil.iter_modules(package.__path__):
        found[module.name] = partial(import_module, f"boardwalk.games.{module.name}")
    for entry in metadata.entry_points(group="boardwalk.games"):
        found.setdefault(entry.name, entry.load)
    return dict(sorted(found.items()))


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_loaders())


def game(name: str) -> Game:
    """The game of that name."""
    try:
        module = _loaders()[name]()
    except KeyError:
        raise UnknownGameError(f"there is no game {name!r}; the games are {', '.join(games())}") from None
    found: Game = module.GAME
    return found


def table(text: str, values: Mapping[str, Any] | None = None) -> Table:
    """A table for a game string such as `fog_quoridor(walls=open)`; `values` are further options."""
    name, options = read_game_string(text)
    return game(name).table({**options, **(values or {})})
