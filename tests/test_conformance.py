"""Every game, with every preset, passes `boardwalk.testing` in random games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import boardwalk
from boardwalk.contract.game import Table
from boardwalk.testing import check_contract, check_game

PRESETS = [(name, one.title) for name in boardwalk.game_names() for one in boardwalk.game(name).content.presets]


def table_of(name: str, preset: str) -> Table:
    game = boardwalk.game(name)
    found = game.content.preset(preset)
    assert found
    return game.table(found.options)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_contract(name: str, preset: str) -> None:
    check_contract(table_of(name, preset))


def seeds() -> list[tuple[str, str, int]]:
    """Three random games with each game's first preset, one with each of the others, which share its code."""
    first = {name: next(iter(boardwalk.game(name).content.presets)) for name in boardwalk.game_names()}
    return [(name, preset, seed) for name, preset in PRESETS for seed in range(3 if first[name] == preset else 1)]


@pytest.mark.parametrize(("name", "preset", "seed"), seeds())
def test_random_games(name: str, preset: str, seed: int, record_property: Callable[[str, object], None]) -> None:
    table = table_of(name, preset)
    exact = name != "fog_quoridor"  # hidden walls also affect its fog: its guesses come from a bounded search
    report = check_game(table, seed, every=7 * len(table.seats), exact_determinize=exact)
    record_property("determinized", (name, report.fitted, report.determinized))
    assert report.steps > 0
