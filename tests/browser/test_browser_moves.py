"""A move from a cell to a cell is two clicks, or the same by keyboard; played with the game in one file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from harness import Server
from person import People, Person
from playwright.sync_api import expect

sys.path.append(str(Path(__file__).parents[1] / "examples"))
from one_file_game import installed


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the game."""
    paths = [*installed(tmp_path_factory.mktemp("site")), *filter(None, [os.environ.get("PYTHONPATH")])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        with Server() as running:
            yield running
            assert not running.failures()


@pytest.fixture
def ada(people: People, moving: Server) -> Person:
    """Somebody who plays both seats on one screen."""
    made = moving.ask("/api/rooms", {"game": "breakthrough", "seats": [{"kind": "me"}, {"kind": "me"}]})
    ada = people("/", at=moving)
    tokens = list(made["tokens"].values())
    ada.page.evaluate(
        "([room, tokens]) => localStorage.setItem('boardwalk.rooms', "
        "JSON.stringify({[room]: {tokens, when: Date.now()}}))",
        [made["room"], tokens],
    )
    ada.visit(f"/r/{made['room']}")
    ada.wait_for_phase("playing")
    ada.wait_for_turn()
    return ada


def lit(ada: Person) -> list[str]:
    """The cells that can be pressed, as row and column."""
    cells = ada.page.locator(".board [data-cell]:has([data-action])").evaluate_all(
        "all => all.map((one) => one.dataset.cell)"
    )
    return sorted(cells)


def press(ada: Person, label: str) -> None:
    ada.page.get_by_role("button", name=label, exact=True).click()


OWN = [f"{row},{col}" for row in (4,) for col in range(6)]


def test_first_the_pawns_are_lit_that_can_move_and_then_where_to(ada: Person) -> None:
    assert lit(ada) == OWN
    press(ada, "Move from b5")
    assert lit(ada) == ["3,0", "3,1", "3,2", "4,1"]
    press(ada, "b5a4")
    expect(ada.page.locator("#status")).to_have_text("Blue's turn")
    ada.wait_for_turn()
    assert lit(ada) == [f"1,{col}" for col in range(6)]


def test_how_to_play_has_what_there_is(ada: Person) -> None:
    ada.page.keyboard.press("?")
    expect(ada.page.get_by_role("dialog", name="How to play")).to_contain_text("Be the first to bring a pawn across.")


def test_a_second_click_and_escape_go_back(ada: Person) -> None:
    press(ada, "Move from b5")
    press(ada, "Put back b5")
    assert lit(ada) == OWN
    press(ada, "Move from c5")
    ada.page.keyboard.press("Escape")
    assert lit(ada) == OWN
    expect(ada.page.locator("#status")).to_have_text("Orange's turn")


def test_the_keyboard_does_the_same(ada: Person) -> None:
    keyboard = ada.page.keyboard
    ada.page.get_by_role("button", name="Move from a5", exact=True).focus()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(ada.page.get_by_role("button", name="Put back b5", exact=True)).to_be_focused()
    keyboard.press("ArrowUp")
    expect(ada.page.get_by_role("button", name="b5b4", exact=True)).to_be_focused()
    keyboard.press("Enter")
    expect(ada.page.locator("#status")).to_have_text("Blue's turn")
