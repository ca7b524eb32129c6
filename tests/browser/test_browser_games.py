"""Every game, from the front page to its end, by clicking; and one with a finger on a phone."""

from __future__ import annotations

import random
import re

import pytest
from person import DESKTOP, PHONE, People, Person
from playwright.sync_api import expect

# Each game with a preset and options that end soon, and after how many choices a picture is worth taking.
GAMES = {
    "Box World": ("", {"level": 1}, 2),
    "Capture the Flag": ("Duel", {"ticks": 40}, 2),  # it is live: a busy machine needs time for two choices
    "Connect Four": ("Three in a row", {"first": "yellow"}, 2),
    "Fog Quoridor": ("", {"turns": 8}, 3),
    "RoboRally": ("", {"rounds": 2}, 7),
    "Rowdy Racers": ("Quick race", {"turns": 8}, 3),
}


def check_width(person: Person) -> None:
    """On a phone nothing may be wider than the screen."""
    person.page.set_viewport_size(PHONE)
    assert not person.scrolls_sideways()
    person.page.set_viewport_size(DESKTOP)


@pytest.mark.parametrize("title", GAMES)
def test_a_game_is_played_from_the_front_page_to_its_end(people: People, title: str) -> None:
    preset, options, until = GAMES[title]
    chance = random.Random(title)
    ada = people()
    ada.choose_game(title, preset, **options)
    ada.start()
    ada.wait_for_phase("playing")
    ada.play_on(chance, until)
    check_width(ada)
    ada.play_on(chance)
    assert ada.result() in ("You win", "You lose", "A draw", "The end", "Solved!")
    expect(ada.page.get_by_role("slider", name="Step")).to_be_visible()
    expect(ada.button("Play again")).to_be_enabled()
    assert ada.choices() == []
    check_width(ada)


def test_a_game_is_played_with_a_finger_on_a_phone(people: People) -> None:
    """Fog Quoridor: cells are tapped, and walls, which a finger may miss, are confirmed."""
    chance = random.Random(4)
    ada = people(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    expect(ada.page.locator(".preview .tile").first).to_be_visible()
    assert not ada.scrolls_sideways()
    ada.picture("front-page-phone")
    ada.choose_game("Fog Quoridor", "Open walls", turns=6)
    assert not ada.scrolls_sideways()
    ada.picture("form-phone")
    ada.start()
    walls = 0
    while not ada.over:
        ada.wait_for_turn()
        walls += ada.act(chance) == "wall"
        assert not ada.scrolls_sideways()
        ada.wait_for_turn()
    assert walls, "no wall was placed with a finger"
    ada.result()
    assert not ada.scrolls_sideways()


def test_the_front_page(people: People) -> None:
    """A card for each game, with a picture that moves by itself."""
    ada = people()
    for title in GAMES:
        card = ada.page.locator("article", has=ada.page.get_by_role("heading", name=title, exact=True))
        expect(card.locator("svg.board .tile").first).to_be_visible()
        expect(card.get_by_text(re.compile(r"^\d[\d –to-]* players?$"))).to_be_visible()
    ada.picture("front-page-light")
    pieces = ada.page.locator("article", has_text="Rowdy Racers").locator("svg.board .pieces")
    pieces.scroll_into_view_if_needed()  # what nobody sees stands still
    before = pieces.inner_html()
    ada.page.wait_for_function(
        "([pieces, before]) => pieces.innerHTML !== before", arg=[pieces.element_handle(), before]
    )
    ada.page.emulate_media(color_scheme="dark")
    ada.picture("front-page-dark")


def test_a_round_of_roborally_can_be_paused_and_sped_up(people: People) -> None:
    ada = people()
    ada.choose_game("RoboRally", rounds=1)
    ada.start()
    ada.wait_for_turn()
    ada.page.locator("#typed").fill("FLFWF")
    ada.page.locator("#typed").press("Enter")
    ada.press("Confirm program")
    ada.press("Pause")
    expect(ada.button("Go on")).to_be_visible()
    left, status = ada.page.locator(".playback .left"), ada.page.locator("#status")
    before = left.inner_text(), status.inner_text()
    expect(ada.button("Speed")).to_have_text("1×")
    ada.press("Speed")
    expect(ada.button("Speed")).to_have_text("2×")
    assert (left.inner_text(), status.inner_text()) == before
    ada.press("Go on")
    expect(left).not_to_have_text(before[0])
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".after .result")).to_be_visible()
    expect(left).to_be_hidden()
