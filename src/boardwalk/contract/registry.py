"""The registry of games, by name. A game is a folder in `boardwalk.games`, or another package's entry point in the
group `boardwalk.games`; either way a module with a `GAME`. A game that fails to load is reported in one error and does
not affect the others."""

from __future__ import annotations

import logging
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module, metadata
from typing import Any

from boardwalk.contract.declaration import check_declaration
from boardwalk.contract.errors import BoardwalkError, GameError, OptionError, UnknownGameError
from boardwalk.contract.game import Game, Table
from boardwalk.contract.look import add_theme
from boardwalk.contract.options import read_game_string
from boardwalk.contract.text import shown

GROUP = "boardwalk.games"

log = logging.getLogger("boardwalk")


@cache
def _loaders() -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {}
    package = import_module(GROUP)
    for module in pkgutil.iter_modules(package.__path__):
        found[module.name] = partial(import_module, f"{GROUP}.{module.name}")
    for entry in metadata.entry_points(group=GROUP):
        found.setdefault(entry.name, entry.load)
    return dict(sorted(found.items()))


def game_names() -> tuple[str, ...]:
    """The names of all games, including those that can't be loaded."""
    return tuple(_loaders())


@cache
def _load(name: str) -> Game | GameError:
    """The game of that name, or the error: another package's module may raise anything."""
    try:
        found = _loaders()[name]().GAME
        if not isinstance(found, Game):
            raise GameError(f"its GAME must be a boardwalk.Game, not {type(found).__name__}")
        if found.name != name:
            raise GameError(f"it calls itself {found.name!r}; its name and that of its entry point must be the same")
        check_declaration(found)
        add_theme(found.theme)
    except Exception as error:
        what = str(error) if isinstance(error, BoardwalkError) else f"{type(error).__name__}: {error}"
        return GameError(f"the game {name!r} can't be used: {what.removeprefix(f'the game {name!r}: ')}")
    return found


def game(name: str) -> Game:
    """The game of that name; an `UnknownGameError` if there is none, a `GameError` if it can't be loaded."""
    if not isinstance(name, str) or name not in _loaders():
        raise UnknownGameError(f"there is no game {shown(name)}; the games are {', '.join(game_names())}")
    found = _load(name)
    if isinstance(found, GameError):
        raise found.with_traceback(None)
    return found


@cache
def games() -> tuple[Game, ...]:
    """All games that can be loaded. Those that can't are logged, once per process."""
    loaded = [_load(name) for name in game_names()]
    for error in loaded:
        if isinstance(error, GameError):
            log.warning("%s", error)
    return tuple(game for game in loaded if isinstance(game, Game))


def table(text: str, values: Mapping[str, Any] | None = None) -> Table:
    """A table for a game string such as `fog_quoridor(walls=open)`; `values` are additional options."""
    if not isinstance(text, str):
        raise UnknownGameError(f"expected a game string such as fog_quoridor(walls=open), not {shown(text)}")
    if not isinstance(values, Mapping | None):
        raise OptionError("", f"expected options by name, such as {{'walls': 'open'}}, not {shown(values)}")
    name, options = read_game_string(text)
    return game(name).table({**options, **(values or {})})
