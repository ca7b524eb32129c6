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


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_random_games(name: str, preset: str, seed: int, record_property: Callable[[str, object], None]) -> None:
    table = table_of(name, preset)
    exact = name != "fog_quoridor"  # hidden walls also affect its fog: its guesses come from a bounded search
    report = check_game(table, seed, every=7 * len(table.seats), exact_imagine=exact)
    record_property("imagined", (name, report.fitted, report.imagined))
    assert report.steps > 0
