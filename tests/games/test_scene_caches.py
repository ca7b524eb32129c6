"""Scenes and choices that come from caches are those that are made afresh."""

from __future__ import annotations

import random
import sys
from inspect import signature
from typing import Any

import msgspec
import pytest

from boardwalk import Match
from boardwalk.contract import registry
from boardwalk.contract.game import Game
from boardwalk.engine.rules import AUDIENCE

TABLES = [
    ("rowdy_racers", {"failures": 1.0}),
    ("rowdy_racers", {"rows": 12, "cols": 31}),
    ("fog_quoridor", {"turns": 200}),
    ("fog_quoridor", {"turns": 200, "walls": "open"}),
    ("robo_rally", {"robots": 3}),
    ("capture_the_flag", {"players": 2}),
    ("box_world", {}),
]


def caches_of(game: Game) -> dict[str, Any]:
    """The caches of functions in the modules of a game's package."""
    return {
        f"{name}.{function}": cache
        for name, module in list(sys.modules.items())
        if name.startswith(game.package + ".")
        for function, cache in vars(module).items()
        if hasattr(cache, "cache_clear") and cache.__module__ == name
    }


@pytest.mark.parametrize(("name", "options"), TABLES, ids=str)
def test_cached_scenes_are_the_same_as_fresh_ones(name: str, options: dict[str, Any]) -> None:
    game = registry.game(name)
    table = game.table(options)
    seats = (*range(len(table.seats)), AUDIENCE)
    cached, fresh = [], []
    for shown in (cached, fresh):
        for seed in range(3):
            chance, match = random.Random(seed), Match(table, seed)
            for _ in range(80):
                if match.over:
                    break
                match.act(match.to_act, chance.choice(match.rules.legal(match.position)))
                for seat in seats:
                    if shown is fresh:
                        for cache in caches_of(game).values():
                            cache.cache_clear()
                    view = match.view(seat)
                    shown.append(msgspec.json.encode((view.scene, view.choices, view.news)))
    assert len(cached) > 100
    assert cached == fresh


@pytest.mark.parametrize("name", sorted({name for name, _ in TABLES}))
def test_caches_are_bounded(name: str) -> None:
    game = registry.game(name)
    Match(game.table({}), 1).view(0).scene  # noqa: B018
    for function, cache in caches_of(game).items():
        assert cache.cache_parameters()["maxsize"] or not signature(cache).parameters, function
