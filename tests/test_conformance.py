"""Every game, with every preset, passes `boardwalk.testing` in random games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import boardwalk
from boardwalk.contract.game import Table
from boardwalk.testing import check_contract, check_game

PRESETS = [(name, preset) for name in boardwalk.game_names() for preset in boardwalk.game(name).presets]


def table_of(name: str, preset: str) -> Table:
    game = boardwalk.game(name)
    return game.table(game.presets[preset])


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_contract(name: str, preset: str) -> None:
    check_contract(table_of(name, preset))


def seeds() -> list[tuple[str, str, int]]:
    """Three random games with each game's first preset, one with each of the others, which share its code."""
    first = {name: next(iter(boardwalk.game(name).presets)) for name in boardwalk.game_names()}
    return [(name, preset, seed) for name, preset in PRESETS for seed in range(3 if first[name] == preset else 1)]


@pytest.mark.parametrize(("name", "preset", "seed"), seeds())
def test_random_games(name: str, preset: str, seed: int, record_property: Callable[[str, object], None]) -> None:
    table = table_of(name, preset)
    exact = name != "fog_quoridor"  # hidden walls also affect its fog: its guesses come from a bounded search
    report = check_game(table, seed, every=7 * len(table.seats), exact_imagine=exact)
    record_property("imagined", (name, report.fitted, report.imagined))
    assert report.steps > 0
