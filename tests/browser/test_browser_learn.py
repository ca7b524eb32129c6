"""Learning a game: how to play in pictures, and lessons that are solved by doing."""

from __future__ import annotations

from person import People, Person
from playwright.sync_api import Locator, expect


def help_of(somebody: Person) -> Locator:
    return somebody.page.get_by_role("dialog", name="How to play")


def shut(book: Locator) -> None:
    book.get_by_role("button", name="Close").click()
    expect(book).to_be_hidden()


def test_how_to_play_opens_from_the_card_the_set_up_and_by_key(people: People) -> None:
    ada = people()
    ada.press("How to play Fog Quoridor")
    book = help_of(ada)
    expect(book.locator(".goal")).to_contain_text("Walk to the other side")
    expect(book.locator(".film .tile").first).to_be_visible()
    expect(book.locator("figcaption")).to_have_count(4)
    before = book.locator(".film").first.inner_html()
    ada.page.wait_for_function("was => document.querySelector('.film').innerHTML !== was", arg=before)  # it plays
    expect(book.locator(".legend li", has_text="fog: you don't see")).to_be_visible()
    shut(book)
    ada.press("Play Fog Quoridor")
    ada.page.locator(".setup-form").get_by_role("button", name="How to play").click()
    book.get_by_role("button", name="Rulebook").click()
    expect(book).to_contain_text("FQ-18")
    book.get_by_role("button", name="How to play").click()
    expect(book.locator(".goal")).to_be_visible()
    shut(book)
    ada.page.keyboard.press("?")
    expect(book.locator(".goal")).to_be_visible()
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
    ada = people("/play/connect_four")
    expect(ada.page.locator(".setup-picture .tile").first).to_be_visible()
    ada.page.keyboard.press("?")
    book = help_of(ada)
    expect(book.locator(".goal")).not_to_be_empty()
    expect(book.locator(".legend li").first).to_be_visible()
    expect(book.get_by_role("link", name="Learn by doing")).to_have_count(0)
    book.get_by_role("button", name="Rulebook").click()
    expect(book).to_contain_text("C4-1")
