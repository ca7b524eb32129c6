"""The page takes events, options and the behaviour of drawings from what a game declares, and knows none by name."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

from harness import Server
from person import People, Person
from playwright.sync_api import Route, expect

from boardwalk.contract import registry
from boardwalk.draw.sprite import sprite

STRENGTHS = ["Bot: Random moves", "Bot: Beginner", "Bot: Easy", "Bot: Medium", "Bot: Hard"]
OTHER_EVENT = {"meaning": "other", "label": "Begin again", "key": "b", "question": "Begin again from the start?"}
OPTIONS: list[dict[str, Any]] = [
    {"name": "size", "kind": "choice", "default": 5, "choices": [3, 5, 8]},
    {"name": "limit", "kind": "text", "default": "null", "choices": None},
    {"name": "steps", "kind": "text", "default": "[1,2]", "choices": None},
    {"name": "open", "kind": "switch", "default": False, "choices": None},
]


def declare(person: Person, server: Server, game: str, **changes: object) -> None:
    """Let the page be told something else about a game than the server says."""
    games = server.ask("/api/games")
    next(one for one in games if one["name"] == game).update(changes)
    person.page.route("**/api/games", lambda route: route.fulfill(json=games))


def send_svg(source: str, route: Route) -> None:
    route.fulfill(body=source, content_type="image/svg+xml")


def test_an_event_has_the_label_key_and_question_that_the_game_gives_it(people: People, server: Server) -> None:
    ada = people(None)
    declare(ada, server, "box_world", events=[{"name": "restart", **OTHER_EVENT}])
    ada.visit("/")
    ada.choose_game("Box World", level=3)
    ada.start()
    ada.wait_for_turn()
    keyboard, page = ada.page.keyboard, ada.page
    keyboard.press("d")
    expect(page.get_by_text("moves1")).to_be_visible()
    ada.wait_for_turn()
    keyboard.press("r")  # the key that the game's own declaration has
    keyboard.press("b")
    dialog = page.get_by_role("dialog", name="Begin again from the start?")
    dialog.get_by_role("button", name="Go back").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("moves1")).to_be_visible()
    ada.press("Begin again")
    dialog.get_by_role("button", name="Begin again").click()
    expect(page.get_by_text("moves0")).to_be_visible()
    keyboard.press("?")
    book = page.get_by_role("dialog", name="How to play")
    book.get_by_text("Keys", exact=True).click()
    expect(book.locator("dd", has_text="Begin again")).to_be_visible()
    expect(book.locator("dt", has_text="B").first).to_be_visible()


def test_events_that_the_room_sends_itself_have_no_button(people: People) -> None:
    ada = people()
    ada.choose_game("Capture the Flag", players=1)
    ada.start()
    ada.wait_for_phase("playing")
    expect(ada.page.get_by_role("button", name="Leave")).to_have_count(1)  # the seat, not the event
    expect(ada.page.get_by_role("button", name="Return")).to_have_count(0)


def test_each_game_lists_its_own_bots(people: People, server: Server) -> None:
    ada = people(None)
    declare(ada, server, "fog_quoridor", bots=["easy", "deep"])
    for game, bots in (("Fog Quoridor", ["Bot: Easy", "Bot: deep"]), ("Rowdy Racers", STRENGTHS)):
        ada.visit("/")
        ada.choose_game(game, seed=None)
        ada.page.get_by_text("Player by player").click()
        people_first = ["Me", "Friend here", "Friend by link"]
        expect(ada.page.locator(".seat-row select").nth(1).locator("option")).to_have_text([*people_first, *bots])


def test_the_form_takes_options_of_any_type(people: People, server: Server) -> None:
    ada = people(None)
    checked: list[dict[str, Any]] = []

    def check(route: Route) -> None:
        checked.append(json.loads(route.request.post_data or "")["options"])
        route.fulfill(json={"ok": True, "seats": ["A"], "tones": [0], "table": "box_world"})

    scene = server.ask("/api/games/box_world/preview", {"options": {}, "seed": 1})
    rest = {"description": "", "expected": "", "low": None, "high": None}
    presets = [
        {"name": "Plain", "options": {}, "seats": ["A"], "tones": [0]},
        {"name": "Long", "options": {"limit": 9, "steps": [3, 4], "size": 8}, "seats": ["A"], "tones": [0]},
    ]
    declare(ada, server, "box_world", options=[{**rest, **option} for option in OPTIONS], presets=presets)
    ada.page.route("**/check", check)
    ada.page.route("**/preview", lambda route: route.fulfill(json=scene))
    ada.visit("/")
    ada.choose_game("Box World", seed=None)
    ada.page.wait_for_function("() => document.querySelector('#option-steps').value === '[1,2]'")
    ada.page.get_by_text("More options").click()
    assert checked[-1] == {}, "defaults are no changes"

    ada.page.locator('[data-preset="Long"]').click()
    expect(ada.page.locator("#option-steps")).to_have_value("[3,4]")
    expect(ada.page.locator("#option-size")).to_have_value("8")
    expect(ada.page.locator("#option-limit")).to_have_value("9")
    ada.page.locator("#option-size").select_option("3")
    ada.page.locator("#option-open").check()
    ada.page.locator("#option-limit").fill("null")
    sent = {"size": 3, "steps": "[3,4]", "open": True}
    with ada.page.expect_request(lambda request: request.post_data_json == {"options": sent}):
        ada.page.locator("#option-limit").press("End")


def test_drawings_behave_as_the_theme_declares(people: People) -> None:
    """A badge is where the drawing says, and only what turns is turned."""
    declared = sprite(registry.game("robo_rally").theme.name)
    other = re.sub(r'data-turns="1" data-badge="[^"]*"', 'data-badge="1 2 9"', declared)
    assert other != declared
    looks = []
    for source in (declared, other):
        ada = people(None)
        ada.page.route("**/look/robo_rally.svg", partial(send_svg, source))
        ada.visit("/play/robo_rally")
        robot = ada.page.locator(".setup-picture .piece[data-shape=robot]").first
        expect(robot).to_be_visible()
        turned = robot.locator(".body").evaluate("body => body.style.transform")
        looks.append((robot.locator(".badge text").get_attribute("x"), bool(turned)))
    assert looks == [("0", True), ("1", False)]
