"""A reload and a lost server: one comes back to the same position, without doing anything."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from harness import Server
from person import People
from playwright.sync_api import expect

from boardwalk.match.record import read_record

OPTIONS = {"Fog Quoridor": {}, "RoboRally": {}, "Rowdy Racers": {"failures": 0}}


@pytest.mark.parametrize("title", OPTIONS)
def test_a_reload_comes_back_to_the_same_position(people: People, title: str) -> None:
    chance = random.Random(8)
    ada = people()
    ada.choose_game(title, **OPTIONS[title])
    room = ada.start()
    ada.play_on(chance, 4)
    before, facts = ada.shown(), ada.page.locator(".facts").inner_text()
    ada.page.reload()
    ada.wait_for_turn()
    assert ada.shown() == before
    assert ada.page.locator(".facts").inner_text() == facts
    assert room in ada.page.url
    assert "token" not in ada.page.url
    ada.play_on(chance, 2)
    assert ada.shown() != before


@pytest.fixture
def fragile(server: Server) -> Iterator[Server]:
    """A server that may be killed, besides the one for all, by which the rules have been compiled."""
    with Server() as running:
        yield running
        assert not running.failures()


def test_the_page_comes_back_by_itself_when_the_server_was_killed(people: People, fragile: Server) -> None:
    chance = random.Random(9)
    ada = people(at=fragile)
    ada.excuse(r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
    ada.choose_game("Rowdy Racers", failures=0)
    room = ada.start()
    eve = people(f"/r/{room}", at=fragile)
    eve.excuse(r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
    eve.wait_for_phase("playing")
    ada.play_on(chance, 4)
    before = ada.shown()
    fragile.kill()
    for person in (ada, eve):
        expect(person.page.locator(".banner")).to_be_visible()
        expect(person.page.locator(".banner")).to_contain_text("trying to come back")
    ada.picture("connection-lost")
    ada.act(chance)
    ada.wait_for_toast("no connection")
    fragile.start()
    for person in (ada, eve):
        expect(person.page.locator(".banner")).to_be_hidden()
    ada.wait_for_turn()
    assert ada.shown() == before
    ada.play_on(chance, 3)
    assert ada.shown() != before
    expect(eve.page.locator("#status")).to_have_text(ada.status.replace("Your turn, Player 1", "Player 1's turn"))


def test_a_game_that_cant_be_played_any_more_gives_its_record(people: People, fragile: Server) -> None:
    ada = people(at=fragile)
    ada.choose_game("Rowdy Racers", failures=0)
    room = ada.start()
    ada.play_on(random.Random(7), 2)
    fragile.stop()
    with closing(sqlite3.connect(fragile.folder / "games.db", isolation_level=None)) as database:
        database.execute("UPDATE boardwalk_log SET action = 1000000 WHERE number = 1")
    fragile.start()
    eve = people(f"/r/{room}", at=fragile)
    for person in (ada, eve):
        person.excuse(r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
        person.page.goto(f"{fragile.address}/r/{room}")
        expect(person.page.get_by_role("alert")).to_contain_text("can't be played")
    expect(eve.page.get_by_role("button", name="Download record")).to_be_hidden()
    ada.page.get_by_role("button", name="Download record").click()
    with ada.page.expect_download() as download:
        ada.page.get_by_role("button", name="Download", exact=True).click()
    assert download.value.suggested_filename == f"{room}.match"
    assert len(read_record(Path(download.value.path()).read_text()).actions) >= 2
