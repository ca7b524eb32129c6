"""Every game, with every preset, holds the contract of `boardwalk.testing` in random games."""

from __future__ import annotations

import pytest

import boardwalk
from boardwalk.core.game import Table
from boardwalk.testing import check_contract, check_game

PRESETS = [(name, preset) for name in boardwalk.games() for preset in boardwalk.game(name).presets]


def table_of(name: str, preset: str) -> Table:
    game = boardwalk.game(name)
    return game.table(game.presets[preset])


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_contract(name: str, preset: str) -> None:
    check_contract(table_of(name, preset))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_random_games(name: str, preset: str, seed: int) -> None:
    report = check_game(table_of(name, preset), seed, every=7, exact_imagine=name != "fog_quoridor")
    assert report.steps > 0
