"""Hints while one plays; analysis of a finished game, and playing on from one of its steps."""

from __future__ import annotations

import random
import re

import pytest
from harness import Server
from person import People, Person
from playwright.sync_api import expect

from boardwalk import table
from boardwalk.search import prepare

YARD = "WWWWWWW\nWU----W\nW--B--W\nW-----W\nWWWHWWW\nWWWFWWW\nWWWWWWW\n"  # the box must not come to the right wall
UP, RIGHT, DOWN, LEFT = range(4)
KEEP_TOKEN = """([room, token]) => {
  localStorage.setItem("boardwalk.rooms", JSON.stringify({[room]: {tokens: [token], when: 1}}));
}"""
RACE = {"turns": 12, "failures": 1.0}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    prepare(table("rowdy_racers", RACE), lambda title, done, total: None)


def yard(people: People, server: Server, moves: list[int]) -> tuple[Person, str]:
    """Somebody in a level of Box World after these moves."""
    room, tokens = server.make_room("box_world", "me", options={"pack": YARD})
    with server.enter(room, tokens[0]) as player:
        for move in moves:
            player.act(0, move)
    ada = people(None)
    ada.visit("/")
    ada.page.evaluate(KEEP_TOKEN, [room, tokens[0]])
    return ada, room


def test_a_hint_shows_the_best_move_and_the_one_that_lost_the_level(people: People, server: Server) -> None:
    ada, room = yard(people, server, [DOWN, RIGHT, RIGHT])
    ada.visit(f"/r/{room}")
    ada.wait_for_turn()
    advice = ada.page.get_by_role("status", name="Hint")
    ada.press("Hint")
    expect(advice).to_contain_text("Try")
    expect(ada.page.locator(".pointed.best")).to_have_count(1)
    ada.page.keyboard.press("ArrowRight")
    expect(advice).to_be_hidden()
    expect(ada.page.locator(".pointed")).to_have_count(0)
    ada.wait_for_turn()
    ada.page.keyboard.press("t")
    expect(advice).to_contain_text("can no longer be solved. Move 4 (right) lost it.")
    expect(ada.page.locator(".pointed")).to_have_count(0)
    assert ada.violations() == []
    ada.picture("hint-lost")
    ada.press("Go back one move")
    expect(advice).to_be_hidden()
    ada.page.keyboard.press("t")
    expect(advice).to_contain_text("Solved in")


def test_the_analysis_names_the_move_that_lost_a_level(people: People, server: Server) -> None:
    room, tokens = server.make_room("box_world", "me", options={"pack": YARD})
    with server.enter(room, tokens[0]) as player:
        for move in (DOWN, RIGHT, RIGHT, RIGHT):
            player.act(0, move)
        player.ask("event", seat=0, name="restart")
        for move in (RIGHT, RIGHT, DOWN, DOWN, DOWN, DOWN):
            player.act(0, move)
        player.until(lambda: player.room["phase"] == "over")
    ada = people(f"/replay/{room}")
    ada.press("Analyse")
    expect(ada.page.locator(".analysis-note")).to_contain_text("1 blunder")
    point = ada.button("4. Player: right blunder")
    point.click()
    expect(ada.page.locator(".step-place")).to_have_text("3 of 11")
    expect(point).to_have_attribute("aria-current", "true")
    expect(ada.page.locator(".analysis-detail")).to_contain_text("Better, knowing what Player knew")
    expect(ada.page.locator(".pointed.taken rect, .pointed.best rect")).to_have_count(2)
    ada.press("Step forward")
    expect(ada.page.locator(".pointed")).to_have_count(0)
    expect(ada.page.locator(".analysis-detail")).to_be_empty()


def test_the_course_of_a_game_is_a_curve_that_leads_to_its_steps(people: People, server: Server) -> None:
    room, tokens = server.make_room("rowdy_racers", "me easy", options=RACE)
    with server.enter(room, tokens[0]) as player:
        player.play_on(random.Random(2))
    ada = people(f"/replay/{room}")
    place = ada.page.locator(".step-place")
    expect(place).to_have_text(re.compile(r"^0 of"))
    last = int(place.inner_text().split(" of ")[1])
    ada.press("Analyse")
    expect(ada.page.locator(".analysis progress")).to_be_hidden()
    curve = ada.page.get_by_role("slider", name="Course of the game")
    expect(curve).to_have_attribute("aria-valuemax", str(last))
    expect(ada.page.locator(".course-line")).to_have_attribute("d", re.compile(r"(L[^L]*){6}"))
    assert ada.violations() == []
    ada.picture("analysis")
    box = curve.bounding_box()
    assert box
    ada.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    expect(place).to_have_text(re.compile(rf"^{last // 2}|{last // 2 + 1} of"))
    middle = int(place.inner_text().split(" of ")[0])
    expect(curve).to_have_attribute("aria-valuenow", str(middle))
    assert re.match(rf"step {middle}: .+", curve.get_attribute("aria-valuetext") or "")
    curve.focus()
    ada.page.keyboard.press("ArrowRight")
    expect(place).to_have_text(f"{middle + 1} of {last}")
    steps = [
        int(one) for one in ada.page.locator(".turning-point").evaluate_all("all => all.map(one => one.dataset.step)")
    ]
    for step in [step for step in steps if step - 1 > middle + 1][:1]:
        ada.page.keyboard.press("PageDown")
        expect(place).to_have_text(f"{step - 1} of {last}")

    ada.press("First step")
    for _ in range(4):
        ada.press("Step forward")
    expect(place).to_have_text(f"4 of {last}")
    there = ada.cells()
    ada.press("Play on from here")
    assert ada.violations() == []
    ada.page.get_by_label("I play").select_option(index=1)
    ada.page.get_by_label("Strength").select_option("random")
    ada.press("Play")
    ada.page.wait_for_url("**/r/*")
    ada.wait_for_turn()
    first = next(one for one in ada.heard if one["type"] == "frames")["frames"][0]
    racers = {piece["id"]: (piece["row"], piece["col"]) for piece in first["scene"]["pieces"] if "racer" in piece["id"]}
    for name, cell in there.items():
        row, col = map(int, name.split(","))
        assert ("Player 1" in cell) == (racers["racer1"] == (row, col))
    ada.play_on(random.Random(1), 2)


def test_a_friend_can_be_asked_to_play_on(people: People, server: Server) -> None:
    room, tokens = server.make_room("rowdy_racers", "me me", options=RACE)
    with server.enter(room, *tokens.values()) as both:
        both.play_on(random.Random(2))
    ada = people(f"/replay/{room}")
    ada.press("Play on from here")
    ada.page.get_by_label("against").select_option("link")
    ada.press("Play")
    ada.page.wait_for_url("**/r/*")
    ada.wait_for_phase("waiting")
    made = server.ask(f"/api/rooms/{ada.room}")
    assert [seat["kind"] for seat in made["seats"]] == ["person", "open"] and made["phase"] == "waiting"
