"""Every game, from the front page to its end, by clicking; and one with a finger on a phone."""

from __future__ import annotations

import random

import pytest
from conftest import People
from person import DESKTOP, PHONE, Person
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")

# Each game with a preset and options that end soon, and after how many choices a picture is worth taking.
GAMES = {
    "Box World": ("", {"level": 1}, 2),
    "Capture the Flag": ("Duel", {"ticks": 8}, 2),
    "Fog Quoridor": ("", {"turns": 8}, 3),
    "RoboRally": ("", {"rounds": 2}, 7),
    "Rowdy Racers": ("Quick race", {"turns": 6}, 5),
}


def take_pictures(person: Person, name: str) -> None:
    """As it looks by day, by night, and on a phone, where nothing may be wider than the screen."""
    page = person.page
    person.picture(f"{name}-light")
    page.emulate_media(color_scheme="dark")
    person.picture(f"{name}-dark")
    page.set_viewport_size(PHONE)
    person.picture(f"{name}-phone-dark")
    page.emulate_media(color_scheme="light")
    person.picture(f"{name}-phone")
    assert not person.scrolls_sideways(), f"{name} is wider than a phone"
    page.set_viewport_size(DESKTOP)


@pytest.mark.parametrize("title", GAMES)
def test_a_game_is_played_from_the_front_page_to_its_end(people: People, title: str) -> None:
    preset, options, until = GAMES[title]
    chance = random.Random(title)
    ada = people()
    ada.choose_game(title, preset, **options)
    ada.start()
    ada.wait_for_phase("playing")
    assert ada.play_on(chance, until) == until, "it ended too soon for a picture"
    ada.wait_for_turn()
    take_pictures(ada, title.lower().replace(" ", "-"))
    ada.play_on(chance)
    result = ada.page.locator(".after .result")
    expect(result).to_be_visible()
    assert result.inner_text() in ("You win", "You lose", "A draw", "The end")
    expect(ada.page.get_by_role("slider", name="Step")).to_be_visible()
    expect(ada.button("Play again")).to_be_enabled()
    assert ada.choices() == []
    take_pictures(ada, f"{title.lower().replace(' ', '-')}-over")
