"""Several browsers in one room: each sees its own view, and nothing else comes over the wire."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from person import People, Person
from playwright.sync_api import expect

AUDIENCE = -3
NOBODY = -2


def join(people: People, room: str, name: str) -> Person:
    """Opens the link and takes a seat."""
    person = people(f"/r/{room}")
    person.page.get_by_label("Your name").fill(name)
    person.press("Join")
    expect(person.button("Ready")).to_be_visible()
    return person


def scenes_during_play(person: Person) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every scene that came over the websocket while the game was on, put together, and whose view it is."""
    scenes: dict[int, dict[str, Any]] = {}
    for message in person.heard:
        if message["type"] != "frames":
            continue
        seat = message["seat"]
        if message["fresh"]:
            scenes[seat] = {}
        for frame in message["frames"]:
            scenes[seat] = scenes[seat] | frame["scene"]
            if message["to_act"] != NOBODY:
                yield seat, scenes[seat]


def say(person: Person, line: str) -> None:
    """Types a move."""
    person.wait_for_turn()
    person.page.locator("#typed").fill(line)
    person.page.locator("#typed").press("Enter")


def seen_on_board(person: Person) -> tuple[set[str], int]:
    """The pawns and the number of walls drawn in a window."""
    names = {"A": "Ada", "B": "Ben"}
    said = list(person.cells().values())
    pawns = {pawn for pawn, name in names.items() if any(f"{name}'s pawn" in words for words in said)}
    return pawns, person.page.locator(".edges .edge").count()


def test_fog_quoridor_over_a_link(people: People) -> None:
    ada = people()
    ada.choose_game("Fog Quoridor", seed=None, turns=6)
    ada.page.get_by_role("radio", name="Friends by link").check()
    ada.page.get_by_label("Your name").fill("Ada")
    room = ada.start()
    link = ada.page.get_by_label("Link to this table")
    expect(link).to_have_value(f"{ada.address}/r/{room}")
    ben = join(people, room, "Ben")
    eve = people(f"/r/{room}")
    expect(eve.page.get_by_text("All seats are taken; you can watch.")).to_be_visible()
    ada.picture("waiting-light")
    for person in (ada, ben):
        person.press("Ready")
    for person in (ada, ben, eve):
        person.wait_for_phase("playing")

    ben.wait_for_turn()
    assert ben.choices() == [f"start on {column}9" for column in "abcdefghi"]
    say(ben, "d9")
    ada.wait_for_turn()
    assert ada.choices() == [f"start on {column}1" for column in "abcdefghi"]
    say(ada, "e1")
    for turn, (person, line) in enumerate([(ada, "c3h"), (ben, "g7h"), (ada, "e2"), (ben, "b6v")], 1):
        say(person, line)
        for other in (ada, ben, eve):
            expect(other.page.get_by_text(f"{turn} of 6")).to_be_visible()

    assert seen_on_board(ada) == ({"A"}, 1)
    assert seen_on_board(ben) == ({"B"}, 2)
    assert seen_on_board(eve) == (set(), 0)
    assert "Ben places a wall" in ada.news() and not any("g7h" in line for line in ada.news())
    for person, views in ((ada, {0}), (ben, {1}), (eve, {AUDIENCE})):
        expect(person.main).to_have_attribute("data-seat", str(*views))

    say(ada, "e3")
    say(ben, "d8")
    for person in (ada, ben, eve):
        person.wait_for_phase("over")
        expect(person.page.locator(".edges .edge")).to_have_count(3)
        assert seen_on_board(person) == ({"A", "B"}, 3), "after the end everything is shown"

    for person, view, pawns, tones in ((ada, 0, {"A"}, {0}), (ben, 1, {"B"}, {1}), (eve, AUDIENCE, set(), set())):
        views, pieces, walls = set(), set(), set()
        for seat, scene in scenes_during_play(person):
            views.add(seat)
            pieces |= {piece["id"] for piece in scene["pieces"]}
            walls |= {edge["tone"] for edge in scene["edges"]}
        assert (views, pieces, walls) == ({view}, pawns, tones)
    hidden = {ada: ("g7h", "b6v", "d9", "d8"), ben: ("c3h", "e1", "e2", "e3"), eve: ("c3h", "g7h", "b6v")}
    for person, secrets in hidden.items():
        told = [line for line in news_during_play(person) if any(secret in line for secret in secrets)]
        assert told == []


def news_during_play(person: Person) -> list[str]:
    """Every announcement and status that came over the websocket while the game was on."""
    messages = [one for one in person.heard if one["type"] == "frames" and one["to_act"] != NOBODY]
    frames = [frame for message in messages for frame in message["frames"]]
    assert frames
    return [line for frame in frames for line in (*frame["news"], frame["scene"].get("status", ""))]


def test_what_others_do_takes_nothing_out_of_ones_hands(people: People) -> None:
    """A button that is being pressed and a name half typed outlive whatever changes at the table meanwhile."""
    ada = people()
    ada.choose_game("Fog Quoridor", seed=None, turns=6)
    ada.page.get_by_role("radio", name="Friends by link").check()
    room = ada.start()
    ben = people(f"/r/{room}")
    ben.page.get_by_label("Your name").press_sequentially("Be")
    name = ada.page.get_by_label("Name of seat 1")
    name.fill("Ada")
    name.blur()
    expect(ben.page.get_by_text("Ada", exact=True)).to_be_visible()
    ben.page.get_by_label("Your name").press_sequentially("n")
    ben.press("Join")

    expect(ada.page.get_by_text("Ben", exact=True)).to_be_visible()
    before = ada.button("Ready").bounding_box()
    eve = people(f"/r/{room}")
    expect(ada.page.get_by_text("1 watching")).to_be_visible()
    assert ada.button("Ready").bounding_box() == before, "the button stays where it is when somebody comes to watch"
    ada.button("Ready").hover()
    ada.page.mouse.down()
    ben.press("Ready")
    expect(ada.page.locator("[data-ready]")).to_have_count(1)
    ada.page.mouse.up()
    for person in (ada, ben):
        person.wait_for_phase("playing")

    ben.wait_for_turn()
    cell = ben.page.locator("[data-action]").first
    cell.hover()
    ben.page.mouse.down()
    fay = people(f"/r/{room}")
    expect(ben.page.get_by_text("2 watching")).to_be_visible()
    ben.page.mouse.up()
    expect(ben.page.locator("[data-action]")).to_have_count(0)
    for person in (eve, fay):
        person.wait_for_phase("playing")


def test_capture_the_flag_live_with_three_browsers_and_bots(people: People) -> None:
    ada = people()
    ada.choose_game("Capture the Flag", "Three a side", seed=None, ticks=80)
    ada.page.get_by_text("Player by player").click()
    for name in ("Team 1 player b", "Team 2 player A"):
        ada.page.get_by_label(f"Who plays {name}").select_option(label="Friend by link")
    ada.page.get_by_label("Pace").select_option(label="Live, fast")
    room = ada.start()
    ben, cleo = join(people, room, "Ben"), join(people, room, "Cleo")
    everybody = (ada, ben, cleo)
    for person in everybody:
        person.press("Ready")
    for person in everybody:
        person.wait_for_phase("playing")
    for person, seat in zip(everybody, ("0", "1", "3"), strict=True):
        expect(person.main).to_have_attribute("data-seat", seat)
    runners = ("Team 1 player a", "Ben", "Cleo")
    began = [place_of(person, runner) for person, runner in zip(everybody, runners, strict=True)]
    chance = random.Random(3)
    moved = set()
    while not ada.over and len(moved) < 3:
        for number, person in enumerate(everybody):
            person.act(chance)
            if place_of(person, runners[number]) != began[number]:
                moved.add(number)
    assert moved == {0, 1, 2}, "everybody moves while the clock ticks"
    for person in everybody:
        person.wait_for_phase("over")
        expect(person.page.locator(".after .result")).to_be_visible()
        expect(person.page.get_by_text("80 of 80")).to_be_visible()
    assert len({person.status for person in everybody}) == 1
    assert len({tuple(sorted(person.cells().items())) for person in everybody}) == 1
    for bot in ("Team 1 player c", "Team 2 player C"):
        assert place_of(ada, bot)


def place_of(person: Person, runner: str) -> str:
    return next(cell for cell, words in person.cells().items() if runner in words)
