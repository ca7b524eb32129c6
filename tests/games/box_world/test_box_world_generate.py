"""Generated levels have the requested properties, and can be solved."""

from __future__ import annotations

import pytest
from box_world_play import fewest_moves

from boardwalk.contract.errors import BoardwalkError
from boardwalk.games.box_world.content.generate import generate
from boardwalk.games.box_world.files import Level, read_pack, write_pack

LEVELS = [generate(5, 6, seed, boxes=1, doors=1, moves=(3, 14)) for seed in range(40)]


def boxes_and_holes_as_walls(level: Level) -> tuple[str, ...]:
    return tuple(row.translate(str.maketrans("BIH", "WWW")) for row in level.rows)


@pytest.mark.parametrize("number", range(0, len(LEVELS), 4))
def test_the_fewest_moves_lie_where_they_should(number: int) -> None:
    """By the tests' own search, independent of the solver."""
    fewest = fewest_moves(LEVELS[number].rows)
    assert fewest is not None
    assert 3 <= fewest <= 14


def test_no_level_is_solved_by_walking_alone() -> None:
    assert all(fewest_moves(boxes_and_holes_as_walls(level)) is None for level in LEVELS)


def test_levels_have_the_size_and_the_boxes_asked_for() -> None:
    for level in LEVELS:
        text = "".join(level.rows)
        assert [len(row) for row in level.rows] == [6] * 5
        doors = text.count("H") + text.count("B") - 1 + text.count("I") - 1
        assert doors == 1
        assert text.count("B") >= 1
        assert text.count("I") >= 1


def test_levels_are_levels_as_files_have_them() -> None:
    assert read_pack(write_pack(tuple(LEVELS))) == tuple(LEVELS)


def test_the_same_numbers_make_the_same_level() -> None:
    """Python guarantees that the sequence of random() stays the same; so these levels are the same everywhere."""
    assert generate(6, 6, 3).rows == ("-B--WW", "-W----", "FHBB--", "-WWU--", "WWI---", "-W----")
    assert len({level.rows for level in LEVELS}) == len(LEVELS)


def test_both_kinds_of_doors_and_both_directions_of_the_wall_occur() -> None:
    texts = ["".join(level.rows) for level in LEVELS]
    assert any("H" in text for text in texts)
    assert any("H" not in text for text in texts)
    upright = ["".join(row[col] for row in level.rows) for level in LEVELS for col in range(6)]
    lying = [row for level in LEVELS for row in level.rows]
    for lines in (upright, lying):
        assert any(line.count("W") == len(line) - 1 for line in lines)


def test_moves_are_as_many_as_asked_for() -> None:
    assert fewest_moves(generate(5, 5, 0, boxes=1, ice=0, moves=(9, 9)).rows) == 9


@pytest.mark.parametrize(
    ("rows", "cols", "moves", "message"),
    [
        (2, 8, (4, 30), "a generated level has from 3 to 64 rows, not 2"),
        (8, 65, (4, 30), "a generated level has from 3 to 64 cols, not 65"),
        (3, 3, (4, 30), "no level of 3 × 3 was found that takes 4 to 30 moves; ask for something else"),
    ],
)
def test_what_can_not_be_made(rows: int, cols: int, moves: tuple[int, int], message: str) -> None:
    with pytest.raises(BoardwalkError) as caught:
        generate(rows, cols, 0, moves=moves)
    assert str(caught.value) == message
