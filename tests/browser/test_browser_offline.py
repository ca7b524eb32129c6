"""A connection that is slow, silent or lost: it is said at once, and no action is lost or carried out twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from harness import Server
from person import People, Person
from players import Stored
from playwright.sync_api import WebSocketRoute, expect

EXCUSE = r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED"


@pytest.fixture
def fragile(server: Server) -> Iterator[Server]:
    """A server that may be stopped, besides the one for all, by which the rules have been compiled."""
    with Server() as running:
        yield running


MAKE_ROOM = """async () => {
  const seats = [{ kind: "me", name: "Ada" }];
  const body = JSON.stringify({ game: "box_world", options: { pack: "first_steps" }, seats, seed: 1 });
  const headers = { "Content-Type": "application/json" };
  const { room, tokens } = await (await fetch("/api/rooms", { method: "POST", body, headers })).json();
  const kept = { [room]: { tokens: Object.values(tokens), when: 1 } };
  localStorage.setItem("boardwalk.rooms", JSON.stringify(kept));
  return room;
}"""
MOVED = """before => document.querySelector('.piece[data-shape="walker"]').style.transform !== before"""


def play_alone(person: Person) -> str:
    """A room of Box World with one player, who is at its table."""
    room: str = person.page.evaluate(MAKE_ROOM)
    person.visit(f"/r/{room}")
    person.wait_for_turn()
    return room


def walker(person: Person) -> str:
    """Where the player's piece is drawn."""
    place: str = person.page.locator('.piece[data-shape="walker"]').evaluate("piece => piece.style.transform")
    return place


def step_key(person: Person) -> str:
    """An arrow key that can be pressed now."""
    newest = next(message for message in reversed(person.heard) if message["type"] == "frames")
    return next(key for choice in newest["choices"] for key in choice["keys"] if key.startswith("Arrow"))


def actions(server: Server, room: str) -> int:
    return len(Stored(server.store, room).replay().actions)


def test_a_silent_server_is_noticed_within_two_seconds(fragile: Server, people: People) -> None:
    """By the page's own clock, so that it does not matter how fast this machine is."""
    ada = people(at=fragile)
    room = play_alone(ada)
    ada.page.clock.install()
    ada.page.reload()
    ada.wait_for_turn()
    banner = ada.page.locator(".banner")
    expect(banner).to_be_hidden()
    fragile.pause()
    try:
        ada.page.clock.run_for(2000)
        assert "no connection" in banner.inner_text()
        ada.page.keyboard.press(step_key(ada))
        expect(ada.main).to_have_attribute("data-sending", "true")
        ada.picture("silent")
    finally:
        fragile.resume()
    expect(banner).to_be_hidden()
    expect(ada.main).to_have_attribute("data-sending", "false")
    assert actions(fragile, room) == 1


def test_an_action_that_was_lost_with_the_server_is_sent_again(fragile: Server, people: People) -> None:
    ada = people(at=fragile)
    ada.excuse(EXCUSE)
    room = play_alone(ada)
    before = walker(ada)
    fragile.pause()
    ada.page.keyboard.press(step_key(ada))
    expect(ada.main).to_have_attribute("data-sending", "true")
    fragile.kill()
    expect(ada.page.locator(".banner")).to_contain_text("trying to come back")
    fragile.start()
    expect(ada.main).to_have_attribute("data-sending", "false")
    ada.page.wait_for_function(MOVED, arg=before)
    assert actions(fragile, room) == 1


class Line:
    """A page's websocket, on which messages of the server can be held back or changed."""

    def __init__(self, person: Person) -> None:
        self.held: list[str] = []
        self.holds: Callable[[dict[str, Any]], bool] = lambda message: False
        self.page: WebSocketRoute | None = None
        self.ahead = False  # whether the page was told what its present choices lead to
        person.page.route_web_socket("**/ws/*", self._open)

    def _open(self, page: WebSocketRoute) -> None:
        self.page = page
        server = page.connect_to_server()
        server.on_message(self._pass)

    def _pass(self, data: str | bytes) -> None:
        assert self.page is not None and isinstance(data, str)
        if self.holds(json.loads(data)):
            self.held.append(data)
        else:
            self.page.send(data)
            kind = json.loads(data)["type"]
            self.ahead = kind == "ahead" or (self.ahead and kind != "frames")

    def hold(self, person: Person, act: Callable[[str], None], key: str) -> None:
        """Act once the server has told what that leads to, and hold its answer back."""
        while not self.ahead:
            person.page.wait_for_timeout(20)
        self.holds = lambda message: message["type"] in ("frames", "done", "ahead")
        act(key)
        while len(self.held) < 3:
            person.page.wait_for_timeout(20)

    def release(self) -> None:
        assert self.page is not None
        self.holds = lambda message: False
        while self.held:
            self._pass(self.held.pop(0))


def test_an_action_whose_answer_was_lost_is_not_sent_again(people: People, server: Server) -> None:
    ada = people()
    line = Line(ada)
    room = play_alone(ada)
    before = walker(ada)
    line.hold(ada, ada.page.keyboard.press, step_key(ada))
    line.held.clear()
    line.release()
    assert line.page is not None
    line.page.close()
    expect(ada.main).to_have_attribute("data-sending", "false")
    expect(ada.page.locator(".banner")).to_be_hidden()
    ada.wait_for_turn()
    assert walker(ada) != before
    assert actions(server, room) == 1
    assert ada.page.evaluate("window.toasts") == []


def test_a_game_played_alone_does_not_wait_for_the_server(people: People, server: Server) -> None:
    ada = people()
    line = Line(ada)
    room = play_alone(ada)
    before = walker(ada)
    line.hold(ada, ada.page.keyboard.press, step_key(ada))
    ada.page.wait_for_function(MOVED, arg=before)
    shown = walker(ada)
    line.release()
    ada.wait_for_turn()
    assert walker(ada) == shown, "the server agrees"
    assert actions(server, room) == 1
    # Undo and redo do not wait either; what is pressed meanwhile follows.
    line.hold(ada, ada.page.keyboard.press, "u")
    ada.page.wait_for_function(MOVED, arg=shown)
    assert walker(ada) == before
    ada.page.keyboard.press("y")
    line.release()
    ada.page.wait_for_function(MOVED, arg=before)
    ada.wait_for_turn()
    assert walker(ada) == shown and actions(server, room) == 1
    assert ada.page.evaluate("window.toasts") == []
    # Where it does not agree, it is put right.
    line.hold(ada, ada.page.keyboard.press, step_key(ada))
    ada.page.wait_for_function(MOVED, arg=shown)
    frames = json.loads(line.held[0])
    for piece in frames["frames"][0]["scene"]["pieces"]:
        if piece["shape"] == "walker":
            piece["row"], piece["col"] = 0, 0
    line.held[0] = json.dumps(frames)
    line.release()
    ada.wait_for_turn()
    assert walker(ada).startswith("translate(20px, 20px)")
