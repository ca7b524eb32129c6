"""What small games import instead of writing it."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

import boardwalk
from altered import changed
from boardwalk import defaults
from boardwalk.contract.errors import MoveError, TextError
from boardwalk.contract.game import Position

FIXED = [name for name in boardwalk.game_names() if not boardwalk.game(name).table().layout.per_game]


def reached(name: str, steps: int) -> Position:
    """A position of a random game."""
    table, random = boardwalk.game(name).table(), Random(steps)
    rules = table.interpreted
    position = table.deal(1, rules)
    for _ in range(steps):
        if not position.over:
            rules.apply(position, random.choice(rules.legal(position) or [0]))
    return position


def named(text: Any) -> Position:
    """The first position of Connect Four, whose actions have other texts."""
    functions = {"write_action": text, "read_actions": defaults.read_actions}
    game = changed(boardwalk.game("connect_four"), notation=functions)
    return game.table().deal(1, game.table().interpreted)


@pytest.mark.parametrize("name", FIXED)
def test_the_text_of_the_fields_is_the_whole_state(name: str) -> None:
    for steps in (0, 7):
        position = reached(name, steps)
        text = defaults.write_position(position)
        again = defaults.read_position(position.table, text)
        assert again.state == position.state and again.board == position.board
        assert defaults.write_position(again) == text
        assert {*defaults.describe(position)} | {"rng"} == {*position.table.game.rules.State.fields}


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("discs", "99999", "discs must be a whole number from -32768 to 32767, not '99999'"),
        ("discs", "3 3", "discs must be a whole number from -32768 to 32767, not '3 3'"),
        ("cell", "1 2", "cell must be 42 whole numbers from 0 to 255, not '1 2'"),
    ],
)
def test_a_field_with_wrong_numbers_is_named(field: str, wrong: str, sentence: str) -> None:
    position = reached("connect_four", 3)
    lines = defaults.write_position(position).splitlines()
    text = "\n".join(f"{field}: {wrong}" if line.startswith(f"{field}:") else line for line in lines)
    with pytest.raises(TextError, match=sentence):
        defaults.read_position(position.table, text)


def test_actions_are_read_by_their_text() -> None:
    start = named(lambda position, action: f"drop {action}")
    assert defaults.read_actions(start, " drop 3 ") == [3]
    with pytest.raises(MoveError, match=r"'drop' is no move; type one of drop 0, drop 1, .*, drop 6$"):
        defaults.read_actions(start, "drop")


@pytest.mark.parametrize(
    ("text", "cell", "start", "keys"),
    [
        ("b3", (2, 1), None, ()),
        ("b3c10", (9, 2), (2, 1), ()),
        ("x", None, None, ("x",)),
        ("pass", None, None, ()),
        ("b0", None, None, ()),
    ],
)
def test_a_choice_is_made_of_its_text(text: str, cell: Any, start: Any, keys: Any) -> None:
    made = defaults.choice(named(lambda position, action: text), 4)
    assert (made.action, made.text, made.label) == (4, text, text)
    assert (made.cell, made.start, made.keys) == (cell, start, keys)


def test_a_cell_is_named_as_the_board_labels_it() -> None:
    board = defaults.plain_board(3, 4)
    assert defaults.cell_name(2, 1) == board["col_labels"][1] + board["row_labels"][2] == "b3"
    assert len(board["tiles"]) == 12


def test_the_end_is_announced() -> None:
    start, end = reached("connect_four", 0), reached("connect_four", 42)
    assert end.over and defaults.announce(start, start, 0) == []
    assert defaults.announce(start, end, 0) == [end.table.game.scene.scene(end, 0).status]


def test_a_game_in_one_module_has_that_for_all_of_its_modules() -> None:
    here = sys.modules[__name__]
    modules = defaults.one_module(__name__)
    assert modules.pop("rules").modules == (here,)
    assert modules == {"setup": here, "notation": here, "scene": here}
    assert defaults.Board.new() == defaults.Board.new()
