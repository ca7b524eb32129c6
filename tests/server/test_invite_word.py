"""What a server with an invite word lets in, of the access checks alone."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from boardwalk.server.access import ALL_GUESSES_A_MINUTE, GUESSES_A_MINUTE, AccessChecks
from boardwalk.server.base.settings import Settings

WORD = "open (sesame) ñ"
ENCODED = "open%20%28sesame%29%20%C3%B1"
INSIDE = 299  # the status of requests that pass


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": INSIDE})


class Asking:
    """Sends requests to access checks and returns their statuses."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.checks = AccessChecks(
            application, Settings(password=WORD), pages=("", "play", "r"), now=lambda: self.seconds
        )

    def __call__(self, path: str, word: str | None = None, address: str = "192.0.2.1", **more: Any) -> int:
        headers = [(b"host", b"localhost")]
        if word is not None:
            headers.append((b"authorization", f"Bearer {word}".encode()))
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "headers": headers,
            "subprotocols": [],
        }
        statuses = []

        async def send(message: Message) -> None:
            if message["type"].endswith("response.start"):
                statuses.append(message["status"])

        async def receive() -> Message:
            raise AssertionError("the checks read nothing")

        asyncio.run(self.checks({**scope, "client": (address, 1), "extensions": {}, **more}, receive, send))
        return statuses[0]


@pytest.fixture
def ask() -> Asking:
    return Asking()


@pytest.mark.parametrize(
    "path", ["/", "/play", "/play/box_world", "/r/abcdef", "/static/1/main.js", "/sw.js", "/healthz"]
)
def test_pages_and_their_files_are_open(ask: Asking, path: str) -> None:
    assert ask(path) == INSIDE and ask(path, method="HEAD") == INSIDE
    assert ask(path, method="POST") == 401


NEEDING = [
    "/api/games",
    "/api/rooms/abcdef/record",
    "/api/openapi.json",
    "/metrics",
    "/picture/abcdef.png",
    "/ws/abcdef",
]
STRANGE = ["//api/games", "//", "/staticx", "/sw.js2", "/nowhere", "/api", "", "/rr"]


@pytest.mark.parametrize("path", [*NEEDING, *STRANGE])
def test_all_else_needs_the_word(ask: Asking, path: str) -> None:
    for more in ({}, {"method": "POST"}, {"type": "websocket"}):
        assert ask(path, **more) == 401
        assert ask(path, "open", **more) == 401
    assert ask(path, ENCODED) == ask(path, ENCODED, method="POST") == INSIDE


def test_sockets_need_the_word_at_any_path(ask: Asking) -> None:
    assert ask("/static/1/main.js", type="websocket") == 401
    assert ask("/ws/abcdef", type="websocket", subprotocols=["boardwalk", "password.open"]) == 401
    assert ask("/ws/abcdef", type="websocket", subprotocols=["boardwalk", f"password.{ENCODED}"]) == INSIDE


def test_wrong_words_are_counted_by_address_and_never_lock_out_the_right_one(ask: Asking) -> None:
    for number in range(GUESSES_A_MINUTE):
        assert ask("/api/games", str(number)) == 401
    assert ask("/api/games", "another") == 429
    assert ask("/api/games", ENCODED) == INSIDE, "somebody else may have guessed from this address"
    assert ask("/api/games", "another", "192.0.2.2") == 401, "the others have not"
    assert ask("/api/games") == 401, "who brings none is asked for it"


def test_wrong_words_are_counted_over_all(
    ask: Asking, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logging.getLogger("boardwalk"), "propagate", True)
    for number in range(ALL_GUESSES_A_MINUTE):
        assert ask("/api/games", "wrong", f"192.0.{number}.1") == 401
    assert not caplog.records
    assert [ask("/api/games", "wrong", f"198.51.100.{number}") for number in range(3)] == [429] * 3
    assert [record.getMessage() for record in caplog.records] == [
        "many wrong invite words, now from 198.51.100.0 (for a minute others are not logged)"
    ]
    assert ask("/api/games", ENCODED, "198.51.100.9") == INSIDE
    ask.seconds += 60
    assert ask("/api/games", "wrong", "198.51.100.1") == 401
