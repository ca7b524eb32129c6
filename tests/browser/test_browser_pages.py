"""Every page, on a desktop by day and by night and on a phone: axe-core finds nothing, fingers can hit everything."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from fingers import HANDHELD, PHONE_ON_ITS_SIDE, too_small
from person import People, Person
from playwright.sync_api import expect

WEB = Path(__file__).parents[2] / "src" / "boardwalk" / "web"
OTHERS = ("/levels/box_world", "/challenge", "/players/fog_quoridor", "/me")
SCREENS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": HANDHELD | {"color_scheme": "light"},
    "phone on its side": HANDHELD | {"viewport": PHONE_ON_ITS_SIDE, "color_scheme": "dark"},
}


def tour(person: Person) -> Iterator[str]:
    """Through all pages; the name of each once it is there."""
    page = person.page
    expect(page.locator(".preview .tile").first).to_be_visible()
    yield "front page"
    person.choose_game("Fog Quoridor", seed=None, turns=2)
    yield "set-up"
    page.locator("header").get_by_role("button", name="How to play").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    yield "how to play"
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="Friends by link").check(force=True)
    person.start()
    person.wait_for_phase("waiting")
    yield "waiting room"
    person.visit("/play/fog_quoridor")
    page.get_by_text("More options").click()
    page.locator("#option-turns").fill("2")
    person.start()
    person.wait_for_turn()
    yield "table"
    person.play_on(random.Random(2))
    person.result()
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    yield "result"
    person.visit(f"/replay/{person.room}")
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    yield "replay"
    for path in ("/learn/fog_quoridor", "/learn/fog_quoridor/1", "/editor", "/editor/box_world", *OTHERS):
        person.visit(path)
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        page.wait_for_load_state("networkidle")
        yield path
    person.excuse("404")
    person.visit("/nowhere")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    yield "nothing there"


def violations(person: Person) -> list[str]:
    """What axe-core finds on the page as it is, once nothing moves any more."""
    person.page.evaluate(
        "() => Promise.all(document.getAnimations().map((one) => one.effect.getTiming().iterations === "
        "Infinity ? one.cancel() : one.finish()))"
    )
    found = Axe().run(person.page).response["violations"]
    return [f"{one['id']}: {one['help']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("screen", SCREENS)
def test_every_page_is_accessible_and_fits(people: People, screen: str) -> None:
    ada = people(**SCREENS[screen])
    visited = set()
    wrong: list[str] = []
    for name in tour(ada):
        visited.add(ada.page.url.removeprefix(ada.address).split("/")[1])
        found = violations(ada)
        if ada.touch:
            found += too_small(ada)
            found += ["wider than the screen"] if ada.scrolls_sideways() else []
        wrong += [f"{name}: {one}" for one in found]
    assert not wrong, "\n".join(wrong)
    declared = json.loads((WEB / "pages.json").read_text())
    assert set(declared) - {"player"} <= visited, (
        "a page of pages.json is not part of the tour"
    )  # player is me, of others
