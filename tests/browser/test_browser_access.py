"""For everybody: names for screen readers, rules one key away, colours by day and by night, motion only if wished."""

from __future__ import annotations

import random
from typing import Any

import pytest
from person import People, Person
from playwright.sync_api import expect

NAMED = {
    "button",
    "link",
    "textbox",
    "combobox",
    "checkbox",
    "radio",
    "slider",
    "grid",
    "gridcell",
    "dialog",
    "heading",
}
STRUCTURE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  return {
    lang: document.documentElement.lang,
    headings: [...document.querySelectorAll("h1")].length,
    twice: [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))],
    loose: [...document.querySelectorAll("[role=gridcell]")].filter((cell) => !cell.closest("[role=row]")).length,
    hidden: document.querySelectorAll("[aria-hidden=true] :is(button, input, [tabindex='0'])").length,
  };
}"""


def tree(person: Person) -> list[tuple[str, str]]:
    """Role and name of everything that the browser tells a screen reader."""
    session = person.context.new_cdp_session(person.page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        (node.get("role", {}).get("value", ""), node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"]
    ]


def assert_accessible(person: Person) -> list[tuple[str, str]]:
    found = tree(person)
    assert [role for role, name in found if role in NAMED and not name.strip()] == [], person.page.url
    structure = person.page.evaluate(STRUCTURE)
    assert structure == {"lang": "en", "headings": 1, "twice": [], "loose": 0, "hidden": 0}, person.page.url
    return found


def test_everything_has_a_name(people: People) -> None:
    ada = people()
    expect(ada.page.locator(".preview .tile").first).to_be_visible()
    assert_accessible(ada)
    ada.choose_game("Fog Quoridor", seed=None, turns=2)
    assert_accessible(ada)
    ada.page.get_by_role("radio", name="Friends by link").check()
    room = ada.start()
    ada.wait_for_phase("waiting")
    assert_accessible(ada)
    ada.visit("/")
    ada.choose_game("Fog Quoridor", turns=2)
    assert ada.start() != room
    ada.wait_for_turn()
    roles = assert_accessible(ada)
    cells = [name for role, name in roles if role == "gridcell"]
    assert len(cells) == 81 and cells[0] == "a9: A's goal, not seen"
    ada.play_on(random.Random(2))
    expect(ada.page.get_by_role("slider", name="Step")).to_be_visible()
    assert_accessible(ada)
    ada.visit(f"/replay/{ada.room}")
    expect(ada.page.get_by_role("slider", name="Step")).to_be_visible()
    assert_accessible(ada)


def test_the_board_is_a_grid_and_news_are_spoken(people: People) -> None:
    ada = people()
    ada.choose_game("Rowdy Racers", turns=4)
    ada.start()
    ada.wait_for_turn()
    grid = ada.page.get_by_role("grid", name="Board")
    expect(grid).to_have_attribute("aria-rowcount", "10")
    expect(grid.get_by_role("row")).to_have_count(10)
    expect(grid.get_by_role("gridcell")).to_have_count(100)
    assert "Player 1" in ada.cells()["9,0"]
    expect(ada.page.get_by_role("log").locator("#news")).to_be_attached()
    expect(ada.page.locator("#toasts")).to_have_attribute("aria-live", "polite")
    assert ada.page.locator("#status").evaluate("node => node.closest('[aria-live], [role=status]') !== null")
    expect(ada.page.locator(".banner")).to_have_attribute("role", "alert")


@pytest.mark.parametrize("key", ["?", "h"])
def test_how_to_play_is_one_key_away_and_the_rulebook_one_click_further(people: People, key: str) -> None:
    ada = people()
    ada.choose_game("Rowdy Racers", turns=4)
    ada.start()
    ada.wait_for_turn()
    ada.page.keyboard.press(key)
    book = ada.page.get_by_role("dialog", name="How to play")
    expect(book).to_be_visible()
    expect(book.get_by_role("heading", name="How to play Rowdy Racers")).to_be_visible()
    book.get_by_role("button", name="Rulebook").click()
    expect(book).to_contain_text("RR-20")
    expect(book).to_contain_text("you are trapped and lose")
    ada.picture("rulebook")
    ada.page.keyboard.press("Escape")
    expect(book).to_be_hidden()
    ada.page.locator("header").get_by_role("button", name="How to play").click()
    expect(book).to_be_visible()
    book.get_by_role("button", name="Close").click()
    expect(book).to_be_hidden()
    ada.play_on(random.Random(1), 1)


def test_light_and_dark(people: People) -> None:
    ada = people(color_scheme="light")
    light = ground(ada)
    ada.page.emulate_media(color_scheme="dark")
    dark = ground(ada)
    assert dark != light
    ada.press("Colours: as the system")
    expect(ada.button("Colours: light")).to_be_visible()
    assert ground(ada) == light
    ada.page.reload()
    expect(ada.button("Colours: light")).to_be_visible()
    assert ground(ada) == light
    ada.page.emulate_media(color_scheme="light")
    ada.press("Colours: light")
    expect(ada.button("Colours: dark")).to_be_visible()
    assert ground(ada) == dark
    ada.press("Colours: dark")
    expect(ada.button("Colours: as the system")).to_be_visible()
    assert ground(ada) == light


def ground(person: Person) -> str:
    """The colour of the page, once it has changed."""
    colour: str = person.page.evaluate(
        "() => { for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();"
        " return getComputedStyle(document.body).backgroundColor; }"
    )
    return colour


# Notes the length of whatever begins to move in the page, by script or by style sheet.
WATCH = """
window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.motions.push(typeof options === "number" ? options : (options?.duration ?? 0));
  return animate.call(this, frames, options);
};
for (const kind of ["transitionrun", "animationstart"]) {
  document.addEventListener(kind, (event) => {
    for (const one of event.target.getAnimations()) window.motions.push(one.effect.getComputedTiming().duration);
  }, true);
}
"""


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_nothing_moves_for_who_wants_no_motion(people: People, wish: str) -> None:
    ada = people(None, reduced_motion=wish)
    ada.page.add_init_script(WATCH)
    ada.visit("/")
    ada.choose_game("Rowdy Racers", turns=3)
    ada.start()
    ada.play_on(random.Random(3))
    expect(ada.page.locator(".after .result")).to_be_visible()
    motions = ada.page.evaluate("window.motions")
    if wish == "reduce":
        assert [length for length in motions if length > 5] == []
    else:
        assert max(motions) > 100, "otherwise moves are seen"
