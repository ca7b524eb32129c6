"""Descriptions of the games for clients: options as data for forms, presets, events, and short demonstrations."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from boardwalk.bots import bot_names, make_bot, play
from boardwalk.bots.names import EASY
from boardwalk.contract import registry
from boardwalk.contract.game import Event, Game
from boardwalk.contract.options import Option, fields
from boardwalk.match import Match
from boardwalk.server.protocol.messages import Frame
from boardwalk.server.rooms.frame_diffs import frames_between

DEMO_ACTIONS = 60
DEMO_FRAMES = 120


def games() -> list[dict[str, Any]]:
    return [describe(game) for game in registry.games()]


@cache
def describe(game: Game) -> dict[str, Any]:
    presets = [
        {
            "name": name,
            "note": game.preset_notes.get(name, ""),
            "options": msgspec.to_builtins(dict(values)),
            "seats": list(table.seats),
            "tones": table.tones,
        }
        for name, values in game.presets.items()
        for table in [game.table(values)]
    ]
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "players": game.players_text,
        "version": game.version,
        "undo": game.undo,
        "bots": list(bot_names(game.name)),
        "hidden": game.hidden,
        "chance": game.chance,
        "simultaneous": game.simultaneous,
        "theme": game.theme.name,
        "events": [event_data(event) for event in game.events],
        "live": game.idle is not None,
        "levels": game.levels is not None,
        "options": [option_data(option) for option in fields(game.options).values()],
        "presets": presets,
        "files": [{"suffix": kind.suffix, "name": kind.name, "option": kind.option} for kind in game.files],
    }


def event_data(event: Event) -> dict[str, Any]:
    return {
        "name": event.name,
        "meaning": event.meaning.value,
        "label": event.title,
        "key": event.key,
        "question": event.question,
    }


def option_data(option: Option) -> dict[str, Any]:
    kind = option.kind
    return {
        "name": option.name,
        "title": option.meta.title or "",
        "kind": "text" if kind == "data" else kind,
        "description": option.meta.description or "",
        "expected": option.expected,
        "default": option.write() if kind == "data" else msgspec.to_builtins(option.default),
        "low": option.meta.ge,
        "high": option.meta.le,
        "choices": option.choices or option.meta.examples,
    }


def demo(name: str) -> list[Frame]:
    """The frames of a short game between bots, as the first seat sees it."""
    game = registry.game(name)
    table = game.table(game.simulation)
    match = Match(table, seed=3, rules=table.interpreted)  # a page should not wait for a compiler
    bots = {seat: make_bot(EASY, seat) for seat in range(len(table.seats))}
    play(match, bots, DEMO_ACTIONS)
    return frames_between(match, 0, 0, min(len(match.steps), DEMO_FRAMES) - 1)
