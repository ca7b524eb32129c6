"""The games as clients need to know them: options as data for forms, presets, rulebooks, short demonstrations."""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import msgspec

from boardwalk.bots import BOTS, make_bot, play
from boardwalk.core import registry
from boardwalk.core.errors import BoardwalkError
from boardwalk.core.game import Game
from boardwalk.core.options import Option, fields
from boardwalk.match import Match
from boardwalk.server.frame_diffs import frames_between
from boardwalk.server.messages import Frame

DEMO_ACTIONS = 60
DEMO_FRAMES = 120


def games() -> list[dict[str, Any]]:
    return [describe(registry.game(name)) for name in registry.games()]


@cache
def describe(game: Game) -> dict[str, Any]:
    presets = [
        {"name": name, "options": msgspec.to_builtins(dict(values)), "seats": list(table.seats), "tones": table.tones}
        for name, values in game.presets.items()
        for table in [game.table(values)]
    ]
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "players": game.players,
        "version": game.version,
        "undo": game.undo,
        "bots": list(BOTS),
        "events": list(game.events),
        "event_keys": dict(game.event_keys),
        "live": game.idle is not None,
        "options": [option_data(option) for option in fields(game.options).values()],
        "presets": presets,
        "files": [{"suffix": kind.suffix, "name": kind.name, "option": kind.option} for kind in game.files],
    }


def option_data(option: Option) -> dict[str, Any]:
    is_choice = issubclass(option.type, Enum)
    choices = [member.value for member in option.type] if is_choice else option.meta.examples
    kinds = {int: "whole", float: "number", bool: "switch", str: "text"}
    return {
        "name": option.name,
        "kind": "choice" if is_choice else "file" if option.takes_file else kinds.get(option.type, "text"),
        "description": option.meta.description or "",
        "expected": option.expected,
        "default": msgspec.to_builtins(option.default),
        "low": option.meta.ge,
        "high": option.meta.le,
        "choices": choices,
    }


def rulebook(game: Game) -> str:
    """The players' rulebook, as Markdown: the resource `rulebook.md` of the game's package."""
    package = game.rules.__name__.rpartition(".")[0]
    try:
        return (resources.files(package) / "rulebook.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BoardwalkError(f"{game.title} has no rulebook") from None


@lru_cache(64)
def demo(name: str) -> list[Frame]:
    """A short game of bots, as the first of them sees it."""
    game = registry.game(name)
    table = game.table(game.simulation)
    match = Match(table, seed=3, rules=table.interpreted)  # a page should not wait for a compiler
    bots = {seat: make_bot("greedy", seat) for seat in range(len(table.seats))}
    play(match, bots, DEMO_ACTIONS)
    return frames_between(match, 0, 0, min(len(match.steps), DEMO_FRAMES) - 1)
