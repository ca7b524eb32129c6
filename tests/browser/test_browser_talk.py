"""What people say to each other: two players and a spectator, each in a browser."""

from __future__ import annotations

import json

from person import People, Person
from playwright.sync_api import Locator, expect

NARROW = {"width": 360, "height": 640}


def panel(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Messages")


def log(person: Person) -> Locator:
    """The lines of the messages that are shown."""
    return person.page.locator(".talk-log li")


def in_the_room(people: People) -> tuple[Person, Person, Person]:
    """Ada, who has made the room, and Ben play; Eve watches, on a narrow phone."""
    ada = people()
    ada.choose_game("Fog Quoridor", seed=None, turns=6)
    ada.page.get_by_role("radio", name="Friends by link").check()
    ada.page.get_by_label("Your name").fill("Ada")
    room = ada.start()
    expect(panel(ada)).to_have_count(0)
    ben = people(f"/r/{room}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.press("Join")
    eve = people(f"/r/{room}", viewport=NARROW)
    for person in (ada, ben):
        person.press("Ready")
    for person in (ada, ben, eve):
        person.wait_for_phase("playing")
    return ada, ben, eve


def test_players_and_spectators_talk_in_channels_of_their_own(people: People) -> None:
    ada, ben, eve = in_the_room(people)
    for person in (ada, eve):
        panel(person).get_by_role("button", name="Messages").press("Enter")
    ada.page.locator('[data-phrase="luck"]').press("Enter")
    for person in (ada, ben, eve):
        expect(person.page.locator(".seat", has_text="Ada").locator(".bubble")).to_have_text("Good luck")
    expect(panel(ben).get_by_role("status")).to_have_text("Ada: Good luck")
    expect(panel(ben).get_by_role("button", name="Messages")).to_have_text("Messages1 new")
    expect(log(eve)).to_have_text("Ada Good luck")
    expect(ben.page.locator(".bubble")).to_be_hidden()  # by itself

    eve.press("Good game")
    expect(log(eve)).to_have_text(["Ada Good luck", "Spectator watching Good game"])
    assert eve.violations() == [] and not eve.scrolls_sideways()
    eve.picture("messages-narrow")

    expect(ben.page.get_by_label("Your message")).to_have_count(0)
    ada.page.get_by_label("Let people type their own messages").check()
    panel(ben).get_by_role("button", name="Messages").click()
    expect(ben.page.get_by_label("Let people type their own messages")).to_have_count(0)
    ben.page.get_by_label("Your message").fill("<b>mind</b> the fog")
    ben.press("Send")
    expect(log(ada)).to_have_text(["Ada Good luck", "Ben <b>mind</b> the fog"])
    ada.picture("messages-wide")
    assert ada.violations() == []

    ada.page.get_by_role("group", name="Mute").get_by_role("button", name="Ben").click()
    expect(log(ada)).to_have_text(["Ada Good luck"])
    ada.page.get_by_label("Let people type their own messages").uncheck()
    expect(ben.page.get_by_label("Your message")).to_have_count(0)
    ben.press("Thanks")
    expect(log(ben)).to_have_count(3)
    expect(log(eve)).to_have_text(["Ada Good luck", "Spectator watching Good game", "Ben Thanks"])
    expect(log(ada)).to_have_count(1)

    ben.page.keyboard.press("Escape")
    expect(panel(ben).get_by_role("button", name="Messages")).to_be_focused()
    ben.page.reload()
    panel(ben).get_by_role("button", name="Messages").click()
    expect(log(ben)).to_have_text(["Ada Good luck", "Ben <b>mind</b> the fog", "Ben Thanks"])
    for player in (ada, ben):
        assert not any(said["seat"] < 0 for said in said_to(player)), "no word of a spectator comes to a player"
    assert not any(said["text"] for said in said_to(eve)), "nor do the players' own words go to spectators"


def said_to(person: Person) -> list[dict[str, object]]:
    """All that came over the websocket."""
    one_by_one = [message for message in person.heard if message["type"] == "said"]
    assert one_by_one, json.dumps(person.heard)[:300]
    return one_by_one + [said for message in person.heard if message["type"] == "channel" for said in message["said"]]


def test_who_plays_alone_sees_nothing_of_it(people: People) -> None:
    ada = people()
    ada.choose_game("Fog Quoridor", turns=6)
    ada.start()
    ada.wait_for_turn()
    expect(panel(ada)).to_have_count(0)
