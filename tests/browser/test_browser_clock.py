"""Clocks with a bank of time for each player, in a browser: chosen, seen to run, and lost on."""

from __future__ import annotations

import random
import re

from person import PHONE, People, Person
from playwright.sync_api import Locator, expect

A_TIME = re.compile(r"^\d:\d\d$")


def clocks(person: Person) -> Locator:
    return person.page.locator(".seats .bank")


def runs(clock: Locator) -> None:
    """Wait until it shows another time."""
    expect(clock).not_to_have_text(clock.inner_text())


def stands(clock: Locator, other: Locator) -> None:
    """Wait until it shows the same time while another runs: the message of the move may still be on its way."""
    for _ in range(20):
        before = clock.inner_text()
        runs(other)
        runs(other)
        if clock.inner_text() == before:
            return
    raise AssertionError(f"it still runs: {clock.inner_text()}")


def test_both_clocks_are_chosen_told_and_seen_to_run(people: People) -> None:
    ann, ben, cleo = people(None), people(None, viewport=PHONE), people(None)
    ann.page.goto("/play/fog_quoridor")
    ann.page.get_by_label("Friends by link").check()
    ann.page.get_by_text("More options").click()
    ann.page.get_by_label("Clock", exact=True).select_option(label="5 min + 3 s a move")
    ann.picture("form-clock")
    room = ann.start()
    for person in (ben, cleo):
        person.page.goto(f"/r/{room}")
        expect(person.page.get_by_text("Clock: 5 min + 3 s a move")).to_be_visible()
    ben.button("Join").click()
    for person in (ann, ben):
        person.button("Ready").click()
    for person in (ann, ben, cleo):
        person.wait_for_phase("playing")
        expect(clocks(person)).to_have_count(2)
        for clock in clocks(person).all():  # both choose a column
            runs(clock)
        expect(person.page.locator(".turn-line .clock")).to_have_text(A_TIME)
    ann.act(random.Random(1))
    for person in (ann, ben, cleo):
        expect(person.page.locator(".turn-line .clock")).to_have_text(A_TIME)
        stands(clocks(person).first, clocks(person).last)
    ben.picture("clock-phone")


def test_a_flag_falls(people: People) -> None:
    ann = people()
    ann.choose_game("Rowdy Racers")
    ann.page.get_by_label("Clock", exact=True).select_option(label="Minutes and seconds of your choice")
    ann.page.get_by_label("Minutes").fill("0")
    ann.press("Start")
    ann.wait_for_toast("up to 180 minutes")
    ann.page.get_by_label("Minutes").fill("0.05")
    ann.start()
    own = clocks(ann).first
    expect(own).to_have_class(re.compile(r"\blow\b"))
    expect(own).to_have_text(re.compile(r"^0:0[0-3]\.\d$"))
    ann.wait_for_phase("over")
    expect(ann.page.locator("#status")).to_have_text(re.compile("^.+ lost on time: .+ wins$"))
    expect(ann.page.get_by_role("heading", name="You lose")).to_be_visible()
    expect(own).to_have_text("0:00.0")
    expect(ann.page.locator(".seat-note").first).to_have_text("lost on time · you")
    assert any("lost on time" in said for said in ann.news())
    ann.picture("flag")
    ann.page.reload()
    expect(ann.page.locator("#status")).to_have_text(re.compile("lost on time"))
    expect(ann.page.get_by_role("heading", name="You lose")).to_be_visible()


def test_who_plays_alone_is_offered_no_bank(people: People) -> None:
    ann = people(None)
    ann.page.goto("/play/robo_rally")
    ann.page.get_by_text("More options").click()
    clock = ann.page.get_by_label("Clock", exact=True)
    expect(clock.locator("option", has_text="+ 3 s a move")).to_have_count(1)
    ann.page.locator('[data-preset="Alone at the crossroads"]').click()
    expect(clock.locator("option", has_text="+ 3 s a move")).to_have_count(0)
    ann.page.goto("/play/box_world")
    ann.page.get_by_text("More options").click()
    expect(clock).to_be_hidden()
