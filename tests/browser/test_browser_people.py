"""Reasons to come back, in a browser: today's challenge, tables on the front page, a name that stays."""

from __future__ import annotations

import re
from pathlib import Path

from harness import Server
from person import PHONE, People
from playwright.sync_api import expect

from boardwalk.contract import registry

ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")


def test_a_challenge_is_played_rated_shared_and_remembered(people: People, server: Server) -> None:
    ann = people(None)
    page = ann.page
    page.goto("/")
    card = page.locator(".challenge-card", has_text="Box World")
    expect(card).to_contain_text("ot solved")
    expect(page.locator(".challenge-card")).to_have_count(5)
    ann.picture("front-page")
    card.click()
    make = registry.game("box_world").content.challenge
    assert make is not None
    one = make(server.ask("/api/challenges")["day"])
    expect(page.get_by_role("heading", level=1)).to_have_text(one.title)
    expect(page.locator(".challenge-picture svg.board .tile").first).to_be_visible()
    ann.picture("challenge")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("main")).to_have_attribute("data-phase", "playing")
    for action in one.solution:
        expect(page.locator("main")).to_have_attribute("data-busy", "false")
        page.keyboard.press(ARROWS[action])
    result = page.locator(".challenge-result")
    expect(result).to_contain_text(f"Solved in {one.par} moves: it can't be done in fewer.")
    expect(result).to_contain_text("★★★")
    ann.picture("challenge-solved")
    result.get_by_role("button", name="Share the result").click()
    expect(page.locator("#toasts")).to_contain_text("Result copied")
    result.get_by_role("link", name="Best of the day").click()
    expect(page.locator(".best li").first).to_contain_text(f"{one.par} moves")
    page.goto("/")
    expect(card).to_contain_text("★★★")


def test_a_listed_table_is_found_joined_and_gone_on_with(people: People) -> None:
    ann, ben = people(None), people(None, viewport=PHONE)
    ann.page.goto("/play/fog_quoridor")
    ann.page.get_by_label("Friends by link").check()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_label(re.compile("^Show it on the front page")).check()
    ann.page.get_by_role("button", name="Start").click()
    expect(ann.page.get_by_text("Shown on the front page")).to_be_visible()
    ben.page.goto("/")
    table = ben.page.locator(".table-card", has_text="Ann")
    expect(table).to_contain_text("1 seat free")
    ben.picture("front-page-phone")
    table.click()
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    ben.page.get_by_role("button", name="Ready").click()
    ann.page.get_by_role("button", name="Ready").click()
    expect(ann.page.locator("main")).to_have_attribute("data-phase", "playing")
    ann.page.goto("/")
    own = ann.page.get_by_label("Your games").locator("li")
    expect(own).to_contain_text("Fog Quoridor")
    expect(own).to_contain_text("Ben")
    expect(own).to_contain_text("Your turn")
    own.get_by_role("link").click()
    expect(ann.page.locator("main")).to_have_attribute("data-phase", "playing")


def test_a_name_stays_by_a_key_and_moves_with_its_file(people: People, tmp_path: Path) -> None:
    ann = people(None)
    page = ann.page
    page.goto("/me")
    page.get_by_label("Your name").fill("Ann Lee")
    page.get_by_role("button", name="Keep this name").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann Lee")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the key").click()
    key = tmp_path / "boardwalk.key"
    download.value.save_as(key)
    ann.picture("own-name")
    page.goto("/play/rowdy_racers")
    page.get_by_label(re.compile("^Rated")).check()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("main")).to_have_attribute("data-phase", "over")

    ben = people(None)
    ben.page.goto("/me")
    ben.page.get_by_label("A key file").set_input_files(key)
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Ann Lee")
    expect(ben.page.locator("table.ratings")).to_contain_text("Lost")
    ben.page.goto("/players/rowdy_racers")
    expect(ben.page.locator("table.ratings")).to_contain_text("Ann Lee")
    expect(ben.page.locator("table.ratings")).to_contain_text("Easy (bot)")
    ben.picture("best-players")
    ben.page.locator("table.ratings").get_by_role("link", name="Ann Lee").click()
    ben.page.get_by_role("link", name=re.compile("^Rowdy Racers against")).click()
    expect(ben.page.get_by_label("Step", exact=True)).to_be_visible()
