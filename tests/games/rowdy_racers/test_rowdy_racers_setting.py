"""The grid, its walls and grenades, and the options: RR-1, RR-2, RR-4 to RR-10, RR-36."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rowdy_racers_positions import GAME, told

from boardwalk.contract.errors import OptionError
from boardwalk.contract.game import Preset
from boardwalk.contract.options import read_game_string

SIZES = st.tuples(st.integers(10, 64), st.integers(10, 64))
SEEDS = st.integers(0, 2**53)


def dealt(rows: int, cols: int, seed: int) -> dict[str, Any]:
    table = GAME.table({"rows": rows, "cols": cols})
    return told(table.deal(seed, table.interpreted))


def groups(squares: set[tuple[int, int]]) -> Iterator[set[tuple[int, int]]]:
    """Sets of squares that touch, including at a corner."""
    rest = set(squares)
    while rest:
        group, edge = set(), {rest.pop()}
        while edge:
            row, col = edge.pop()
            group.add((row, col))
            near = {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} & rest
            rest -= near
            edge |= near
        yield group


@pytest.mark.rule("RR-1")
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"rows": 9}, "rows must be a whole number from 10 to 64, not '9'"),
        ({"cols": 9}, "cols must be a whole number from 10 to 64, not '9'"),
        ({"cols": 65}, "cols must be a whole number from 10 to 64, not '65'"),
        ({"rows": "abc"}, "rows must be a whole number from 10 to 64, not 'abc'"),
        ({"rows": "12.5"}, "rows must be a whole number from 10 to 64, not '12.5'"),
        ({"rows": ""}, "rows must be a whole number from 10 to 64, not ''"),
        ({"rows": -12}, "rows must be a whole number from 10 to 64, not '-12'"),
    ],
)
def test_a_wrong_size_is_refused_with_the_reason(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        GAME.table(values)
    assert str(refused.value) == sentence
    assert refused.value.option == next(iter(values))


@pytest.mark.rule("RR-1", "RR-36")
@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (10, 64), (64, 10), (64, 64), (17, 31)])
def test_the_size_is_chosen_when_a_game_starts(rows: int, cols: int) -> None:
    assert dealt(rows, cols, 1)["size"] == (rows, cols)


@pytest.mark.rule("RR-2")
@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (13, 29)])
def test_player_1_starts_bottom_left_and_player_2_top_right(rows: int, cols: int) -> None:
    assert [racer["square"] for racer in dealt(rows, cols, 1)["racers"]] == [(rows, 1), (1, cols)]


@pytest.mark.rule("RR-4", "RR-5", "RR-6", "RR-7", "RR-8")
@settings(max_examples=80, deadline=None)
@given(SIZES, SEEDS)
def test_walls_are_as_they_should_be_on_every_size_and_seed(size: tuple[int, int], seed: int) -> None:
    rows, cols = size
    walls = set(dealt(rows, cols, seed)["walls"])
    assert walls, "at least one"
    assert 5 * len(walls) < rows * cols + 5, "at most 20%, rounded up"
    assert not walls & {(rows, 1), (1, cols)}, "never on a start"
    for wall in groups(walls):
        height, width = len({row for row, _ in wall}), len({col for _, col in wall})
        assert 1 in (height, width), "walls that touch are not straight"
        assert len(wall) == height * width >= 2
        assert len(wall) <= ((cols if height == 1 else rows) + 1) // 2


@pytest.mark.rule("RR-4", "RR-5", "RR-6")
@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (11, 13)])
def test_walls_differ_in_direction_length_and_number(rows: int, cols: int) -> None:
    lengths: dict[str, set[int]] = {"across": set(), "down": set()}
    counts = set()
    for seed in range(150):
        walls = list(groups(set(dealt(rows, cols, seed)["walls"])))
        counts.add(len(walls))
        for wall in walls:
            lengths["across" if len({row for row, _ in wall}) == 1 else "down"].add(len(wall))
    assert lengths["across"] == set(range(2, (cols + 1) // 2 + 1))
    assert lengths["down"] == set(range(2, (rows + 1) // 2 + 1))
    assert counts >= {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("RR-6")
@pytest.mark.parametrize(("rows", "cols", "most"), [(10, 10, 20), (11, 11, 25), (12, 15, 36)])
def test_walls_cover_up_to_a_fifth_rounded_up(rows: int, cols: int, most: int) -> None:
    assert max(len(dealt(rows, cols, seed)["walls"]) for seed in range(200)) == most


@pytest.mark.rule("RR-8")
@settings(max_examples=30, deadline=None)
@given(SIZES, SEEDS)
def test_a_path_leads_between_the_starts_and_to_every_square(size: tuple[int, int], seed: int) -> None:
    rows, cols = size
    walls = set(dealt(rows, cols, seed)["walls"])
    floor = {(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)} - walls
    assert len(list(groups(floor))) == 1


@pytest.mark.rule("RR-9", "RR-10")
@settings(max_examples=80, deadline=None)
@given(SIZES, SEEDS)
def test_grenades_are_as_they_should_be_on_every_size_and_seed(size: tuple[int, int], seed: int) -> None:
    rows, cols = size
    start = dealt(rows, cols, seed)
    grenades = start["inactive"]
    assert len(grenades) == len(set(grenades)) == -(-rows * cols // 20)
    assert not set(grenades) & ({(rows, 1), (1, cols)} | set(start["walls"]))
    assert any(row > rows - 3 and col <= 3 for row, col in grenades)
    assert any(row <= 3 and col > cols - 3 for row, col in grenades)
    assert start["used"] == start["active"] == start["exploded"] == []


@pytest.mark.rule("RR-9")
def test_grenades_lie_anywhere() -> None:
    lying = {square for seed in range(250) for square in dealt(10, 10, seed)["inactive"]}
    assert len(lying) == 98


@pytest.mark.rule("RR-10")
def test_the_corner_block_has_nine_squares() -> None:
    # With 5 grenades on 100 squares most blocks hold just the one they must: any of 8 squares but the start.
    near = {
        square for seed in range(250) for square in dealt(10, 10, seed)["inactive"] if square[0] > 7 > square[1] + 3
    }
    assert near == {(row, col) for row in (8, 9, 10) for col in (1, 2, 3)} - {(10, 1)}


@pytest.mark.rule("RR-36")
def test_the_seed_decides_the_race() -> None:
    assert dealt(12, 14, 5) == dealt(12, 14, 5)
    assert dealt(12, 14, 5) != dealt(12, 14, 6)


@pytest.mark.rule("RR-36", "RR-29")
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"failures": 101}, "failures must be a number from 0 to 100, not '101'"),
        ({"failures": "-1"}, "failures must be a number from 0 to 100, not '-1'"),
        ({"failures": "often"}, "failures must be a number from 0 to 100, not 'often'"),
        ({"failures": "nan"}, "failures must be a number from 0 to 100, not 'nan'"),
        ({"failures": "inf"}, "failures must be a number from 0 to 100, not 'inf'"),
        ({"turns": -1}, "turns must be a whole number from 0 to 999999, not '-1'"),
        ({"speed": 3}, "there is no option 'speed'; the options are rows, cols, failures, turns, layout"),
        ({"layout": "moon"}, "there is no layout 'moon'; the layouts are open_field, the_long_way, twin_gates"),
        ({"layout": "twin_gates", "rows": 12}, "rows can't be 12: the layout has 13; leave rows out"),
        ({"layout": "twin_gates", "cols": 20}, "cols can't be 20: the layout has 14; leave cols out"),
    ],
)
def test_a_wrong_option_gets_a_sentence(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        GAME.table(values)
    assert str(refused.value) == sentence


@pytest.mark.rule("RR-36")
def test_options_are_written_in_the_game_string() -> None:
    table = GAME.table({"rows": 12, "failures": 0.5, "turns": 40})
    assert str(table) == "rowdy_racers(rows=12,failures=0.5,turns=40)"
    _, values = read_game_string(str(table))
    assert GAME.table(values).layout.board == table.layout.board
    assert table.layout.board.limit == 40


def test_a_small_race_is_small() -> None:
    """The memory of a batch of a million races."""
    assert len(GAME.table({}).layout.state.to_bytes()) <= 190
    sizes = [len(GAME.table({"rows": n, "cols": n}).layout.state.to_bytes()) for n in (10, 11, 16, 17, 32, 33, 64)]
    assert sizes == sorted(sizes) and len(set(sizes)) == 4


@pytest.mark.parametrize("preset", GAME.content.presets, ids=lambda preset: preset.title)
def test_every_preset_can_be_laid_out(preset: Preset) -> None:
    assert GAME.table(preset.options).seats == ("Player 1", "Player 2")
