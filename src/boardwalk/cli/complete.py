"""Shell completion: games, bots and presets."""

from __future__ import annotations

import typer

from boardwalk.bots import bot_names
from boardwalk.bots.names import GREEDY
from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.options import read_game_string


def games(incomplete: str) -> list[str]:
    return [name for name in registry.game_names() if name.startswith(incomplete)]


def bots(context: typer.Context, incomplete: str) -> list[str]:
    return [name for name in (*bot_names(_game(context) or None), GREEDY) if name.startswith(incomplete)]


def players(context: typer.Context, incomplete: str) -> list[str]:
    return [name for name in ("human", *bots(context, "")) if name.startswith(incomplete)]


def presets(context: typer.Context, incomplete: str) -> list[str]:
    """The presets of the game on the command line; of all games if there is none."""
    name = _game(context)
    named = [registry.game(name)] if name else registry.games()
    titles = [preset.title for game in named for preset in game.content.presets]
    return [title for title in titles if title.lower().startswith(incomplete.lower())]


def _game(context: typer.Context) -> str:
    """The name of the game on the command line; empty if none is there yet, or none of that name. While the last option
    has no value, the arguments are not yet parsed."""
    try:
        return registry.game(read_game_string(context.params.get("game") or " ".join(context.args[:1]))[0]).name
    except BoardwalkError:
        return ""
