"""What a link to a room tells before it is opened, and the board that is shown while one waits."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import msgspec
import pytest
from harness import Server
from players import Stored

import boardwalk
from boardwalk import Match
from boardwalk.contract import registry
from boardwalk.draw.png import CARD, card
from boardwalk.engine.rules import AUDIENCE


@pytest.fixture(scope="module")
def inviting() -> Iterator[Server]:
    with Server() as running:
        yield running
        assert not running.failures()


def tags(server: Server, path: str) -> dict[str, str]:
    """The Open Graph tags of a page, its title and its description."""
    page = server.get(path)[1].decode()
    found = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page))
    found["title"] = re.search(r"<title>(.*)</title>", page)[1]  # type: ignore[index]
    return {name: html.unescape(text) for name, text in found.items()}


def seats(*kinds: str) -> list[dict[str, str]]:
    return [{"kind": kind} if kind in ("open", "bot") else {"kind": "me", "name": kind} for kind in kinds]


def make(server: Server, game: str, *kinds: str) -> str:
    room: str = server.ask("/api/rooms", {"game": game, "seats": seats(*kinds)})["room"]
    return room


def test_a_link_says_who_invites_to_what(inviting: Server) -> None:
    room = make(inviting, "fog_quoridor", "Ben <&>", "open")
    said = tags(inviting, f"/r/{room}")
    assert said["title"] == said["og:title"] == "Ben <&> invites you to Fog Quoridor"
    assert said["description"] == said["og:description"]
    assert said["og:description"] == f"One more player is wanted. {registry.game('fog_quoridor').summary}"
    assert said["og:url"] == f"{inviting.address}/r/{room}"
    assert said["og:image"] == f"{inviting.address}/picture/{room}.png"


@pytest.mark.parametrize(
    ("kinds", "title", "description"),
    [
        (("Ann", "Cem", "open"), "Ann and Cem invite you to RoboRally", "One more player is wanted."),
        (("open", "open", "open"), "You are invited to RoboRally", "3 more players are wanted."),
        (("Ann", "bot", "bot"), "RoboRally: Ann, ", "Look at the game."),
    ],
)
def test_other_rooms(inviting: Server, kinds: tuple[str, ...], title: str, description: str) -> None:
    body = {"game": "robo_rally", "options": {"robots": 3}, "seats": seats(*kinds)}
    said = tags(inviting, f"/r/{inviting.ask('/api/rooms', body)['room']}")
    assert said["og:title"].startswith(title) and said["og:description"].startswith(description)


def test_games_and_addresses_with_nothing_there(inviting: Server) -> None:
    said = tags(inviting, "/play/box_world")
    assert said["og:title"] == "Box World · Boardwalk" and said["og:description"] == registry.game("box_world").summary
    assert tags(inviting, "/")["title"] == "Boardwalk" and "og:title" not in tags(inviting, "/")
    assert [inviting.get(path)[0] for path in ("/r/nowhere", "/play/chess")] == [404, 404]
    assert inviting.get("/picture/nowhere.png")[0] == 404


@pytest.mark.parametrize("game", ["box_world", "capture_the_flag", "fog_quoridor", "robo_rally", "rowdy_racers"])
def test_the_board_is_the_very_one_and_keeps_secrets(inviting: Server, game: str) -> None:
    count = len(boardwalk.table(game).seats)
    room = make(inviting, game, *["Ada", *["open"] * (count - 1)][:count])
    spec = Stored(inviting.store, room).spec
    scene = Match(boardwalk.table(game), spec.seed, names=spec.names).view(AUDIENCE, 0).scene
    assert inviting.ask(f"/api/rooms/{room}/board")["scene"] == msgspec.json.decode(msgspec.json.encode(scene))
    status, picture = inviting.get(f"/picture/{room}.png")
    assert status == 200 and picture == card(scene)
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == CARD


def test_a_server_with_an_invite_word_tells_nothing() -> None:
    with Server(password="sesame") as server:
        for path in ("/r/nowhere", "/r/abcdef"):
            status, page = server.get(path)
            assert status == 200 and b"og:" not in page
        assert server.get("/picture/abcdef.png")[0] == 401
