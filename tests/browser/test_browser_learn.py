"""Learning a game: how to play in pictures, and lessons that are solved by doing."""

from __future__ import annotations

import pytest
from person import PHONE, People, Person
from playwright.sync_api import Locator, expect

# A lesson of each game, and the keys that solve it.
SOLVED_BY_KEYS = {
    "box_world/2": "d d s s",
    "capture_the_flag/1": "ArrowRight ArrowRight ArrowRight f",
    "fog_quoridor/5": "ArrowUp ArrowRight ArrowUp",
    "robo_rally/2": "r f w f w Enter",
    "rowdy_racers/4": "q q e",
}


def help_of(somebody: Person) -> Locator:
    return somebody.page.get_by_role("dialog", name="How to play")


def shut(book: Locator) -> None:
    book.get_by_role("button", name="Close").click()
    expect(book).to_be_hidden()


def test_how_to_play_opens_from_the_card_the_set_up_and_by_key(people: People) -> None:
    ada = people()
    ada.press("How to play Fog Quoridor")
    book = help_of(ada)
    expect(book.locator(".book-goal")).to_contain_text("Walk to the other side")
    expect(book.locator(".film .tile").first).to_be_visible()
    expect(book.locator("figcaption")).to_have_count(4)
    before = book.locator(".film").first.inner_html()
    ada.page.wait_for_function("was => document.querySelector('.film').innerHTML !== was", arg=before)  # it plays
    expect(book.locator(".legend li", has_text="fog: you don't see")).to_be_visible()
    assert ada.violations() == []
    shut(book)
    ada.press("Play Fog Quoridor")
    ada.page.locator(".setup-form").get_by_role("button", name="How to play").click()
    book.get_by_role("button", name="Rulebook").click()
    expect(book).to_contain_text("FQ-18")
    book.get_by_role("button", name="How to play").click()
    expect(book.locator(".book-goal")).to_be_visible()
    shut(book)
    ada.page.keyboard.press("?")
    expect(book.locator(".book-goal")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(book).to_be_hidden()


def test_the_legend_is_that_of_the_board_in_front_of_one(people: People) -> None:
    ada = people("/play/box_world")
    expect(ada.page.locator(".setup-picture .tile").first).to_be_visible()  # a level without boxes
    ada.page.keyboard.press("?")
    legend = help_of(ada).locator(".legend li")
    expect(legend.filter(has_text="the finish")).to_be_visible()
    expect(legend.filter(has_text="an ice box")).to_have_count(0)


def test_a_game_without_a_guide_has_its_summary_a_legend_and_its_rulebook(people: People) -> None:
    ada = people()
    ada.press("How to play Connect Four")
    book = help_of(ada)
    expect(book.locator(".book-goal")).not_to_be_empty()
    expect(book.locator(".legend li").first).to_be_visible()
    expect(book.get_by_role("link", name="Learn by doing")).to_have_count(0)
    book.get_by_role("button", name="Rulebook").click()
    expect(book).to_contain_text("C4-1")


def solved(somebody: Person) -> None:
    """The lesson says so, when everything has been shown."""
    expect(somebody.page.locator(".after[data-state=solved] .result")).to_have_text("Solved!")


@pytest.mark.parametrize("lesson", SOLVED_BY_KEYS)
def test_a_lesson_is_solved_by_keys(people: People, lesson: str) -> None:
    ada = people(f"/learn/{lesson}")
    for key in SOLVED_BY_KEYS[lesson].split():
        ada.wait_for_turn()
        ada.page.keyboard.press(key)
    solved(ada)


def test_lessons_are_listed_solved_by_clicks_and_ticked(people: People) -> None:
    ada = people()
    ada.press("How to play Box World")
    help_of(ada).get_by_role("link", name="Learn by doing").click()
    cards = ada.page.locator(".lessons li")
    expect(cards).to_have_count(8)
    expect(ada.page.locator(".lessons [data-done=true]")).to_have_count(0)
    assert ada.violations() == []
    ada.page.get_by_role("link", name="Push a box").click()
    expect(ada.page.locator(".lesson-task")).to_contain_text("in your way")
    hint = ada.page.locator(".lesson-hint")
    expect(hint).to_be_hidden()
    ada.press("Hint")
    expect(hint).to_contain_text("Walk into the box")
    for label in ("right", "right", "down", "down"):
        ada.wait_for_turn()
        ada.page.locator(f'[data-action][aria-label="{label}"]').click()
    solved(ada)
    expect(ada.page.locator(".party i").first).to_be_attached()
    assert ada.violations() == []
    ada.page.get_by_role("link", name="Next lesson").click()
    expect(ada.page.get_by_role("heading", name="One at a time", exact=True)).to_be_visible()
    ada.page.locator(".lesson-back").click()
    expect(ada.page.locator(".lessons [data-done=true]")).to_have_count(1)
    expect(ada.page.get_by_text("1 of 8 done.")).to_be_visible()
    ada.page.reload()  # the browser remembers
    expect(ada.page.locator(".lessons [data-done=true]")).to_have_count(1)


def test_a_lesson_that_fails_says_why_and_goes_on(people: People) -> None:
    """With touches on a phone, and without a celebration for those who want no motion."""
    ada = people("/learn/rowdy_racers/5", viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    ada.wait_for_turn()
    ada.page.locator('[data-action][aria-label="north-east"]').tap()
    told = ada.page.locator(".after[data-state=failed]")
    expect(told).to_contain_text("Not yet")
    expect(told).to_contain_text("No power there")
    ada.press("Take back one move")
    for label in ("north", "north-east", "east"):
        ada.wait_for_turn()
        ada.page.locator(f'[data-action][aria-label="{label}"]').tap()
    solved(ada)
    expect(ada.page.locator(".party")).to_have_count(0)
    assert not ada.scrolls_sideways()


def test_there_is_no_such_lesson(people: People) -> None:
    ada = people("/learn/box_world/99")
    ada.excuse("404")
    expect(ada.page.get_by_role("alert")).to_contain_text("There is no such lesson.")
