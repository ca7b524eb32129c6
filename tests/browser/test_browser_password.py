"""A server with an invite word: the page asks for it once, for those who make a room and those who come by its link."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from harness import Server
from person import People
from playwright.sync_api import Dialog

WORD = "open (sesame) ñ"
REFUSED = r"401|WebSocket connection to .* failed"


@pytest.fixture
def guarded(server: Server) -> Iterator[Server]:
    """A server besides the one for all, by which the rules have been compiled."""
    with Server(password=WORD) as running:
        yield running
        assert not running.failures()


def test_the_invite_word_is_asked_for_once(guarded: Server, people: People) -> None:
    ada, eve = people(None, at=guarded), people(None, at=guarded)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept("sesame" if len(asked) == 1 else WORD)

    for person in (ada, eve):
        person.excuse(REFUSED)
        person.page.on("dialog", answer)
    ada.visit("/")
    ada.choose_game("Rowdy Racers", failures=0)
    room = ada.start()
    ada.play_on(random.Random(1), 2)
    assert asked == ["this server asks for an invite word:", "that is not the invite word of this server:"]
    ada.page.reload()
    ada.wait_for_turn()
    assert len(asked) == 2, "the tab keeps it"
    eve.visit(f"/r/{room}")
    eve.wait_for_phase("playing")
    assert len(asked) == 3
