"""The HTTP side, called in all ways that its own description allows, and in some that it does not."""

from __future__ import annotations

import http.client
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from harness import GAMES, PATIENCE, Server
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance

from boardwalk import Match
from boardwalk.match.record import write_record

EXAMPLES = 15  # for each operation, of right requests and of wrong ones


@pytest.fixture(scope="module")
def api() -> Iterator[Server]:
    with Server() as server:
        yield server
        assert not server.failures(), server.failures()


def known_places(api: Server) -> list[dict[str, object]]:
    """What the places in paths can stand for: of a room that waits and of one whose game is over."""
    waiting, _ = api.make_room("fog_quoridor", "me open")
    match = Match("connect_four")
    match.act(0, match.view(0).legal[0])
    over = api.ask("/api/records", {"text": write_record(match.record())})["room"]
    player = api.ask("/api/players", {"name": "Ada"})["player"]
    quick = next(one for one in api.ask("/api/editor") if not one["solver"] and not one["difficulties"])
    places = {"game": quick["game"], "kind": quick["kind"], "player": player, "number": 1}
    levels = {"game": "box_world", "kind": "none", "pack": api.ask("/api/games/box_world/levels")["packs"][0]["name"]}
    return [{**places, "room": waiting, "pack": "none"}, {**places, "room": over, **levels}]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_makes_the_server_fail(api: Server, mode: GenerationMode) -> None:
    known = known_places(api)
    statuses: dict[str, set[int]] = {}
    for found in schemathesis.openapi.from_url(f"{api.address}/api/openapi.json").get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(operation.as_strategy(generation_mode=mode), st.sampled_from([None, *known]))
        def call(case: schemathesis.Case, places: dict[str, object] | None) -> None:
            if places and mode is GenerationMode.POSITIVE:
                case.path_parameters = {name: places[name] for name in case.path_parameters}
            response = case.call()
            statuses.setdefault(case.operation.label, set()).add(response.status_code)
            assert response.status_code < 500, response.text
            if response.status_code >= 400:
                assert isinstance(response.json()["error"], str)
            if "json" in response.headers["content-type"][0]:
                case.validate_response(response, checks=[response_schema_conformance])

        with suppress(Unsatisfiable):  # where there is nothing that could be wrong
            call()
    assert len(statuses) >= (12 if mode is GenerationMode.POSITIVE else 6), statuses
    if mode is GenerationMode.POSITIVE:
        assert sum(any(status < 300 for status in seen) for seen in statuses.values()) >= 28, statuses


@pytest.mark.parametrize(
    ("path", "body", "status", "part"),
    [
        ("/api/rooms", {"game": "chess"}, 404, {"error": "there is no game 'chess'"}),
        ("/api/games/rowdy_racers/check", {"options": {"rows": 5}}, 422, {"option": "rows"}),
        ("/api/games/rowdy_racers/check", {"options": {"rows": 10**40}}, 422, {"option": "rows"}),
        ("/api/rooms", {"game": "rowdy_racers", "options": {"rows": 10**40}}, 422, {"option": "rows"}),
        ("/api/rooms", {"game": "rowdy_racers", "options": {"layout": "\ud800"}}, 422, {}),
        ("/api/rooms", {"game": "rowdy_racers", "options": {"\ud800": 1}}, 422, {}),
        ("/api/rooms", {"game": "\ud800"}, 422, {}),
        ("/api/rooms", {"game": "fog_quoridor", "\ud800": 1}, 422, {}),
        ("/api/rooms", {"game": "fog_quoridor", "seats": [{"kind": "me"}] * 3}, 409, {}),
        ("/api/rooms", {"game": "fog_quoridor", "seats": [{"kind": "bot", "bot": "x"}]}, 409, {}),
        ("/api/rooms", {"game": "fog_quoridor", "tick_ms": 100}, 409, {}),
        ("/api/rooms", {"game": "capture_the_flag", "tick_ms": 49}, 409, {"error": "tick_ms must be 0 or at least 50"}),
        ("/api/rooms", {"game": "box_world", "bank_seconds": 60}, 409, {"error": "who plays alone can't lose on time"}),
        ("/api/rooms", {"game": "robo_rally", "options": {"robots": 1}, "bank_seconds": 60}, 409, {}),
        ("/api/rooms", {"game": "fog_quoridor", "bonus_seconds": 3}, 409, {"error": "bonus_seconds are added"}),
        (
            "/api/rooms",
            {"game": "fog_quoridor", "bank_seconds": 60, "turn_seconds": 30},
            409,
            {"error": "a game has one clock"},
        ),
        (
            "/api/rooms",
            {"game": "capture_the_flag", "bank_seconds": 60, "tick_ms": 100},
            409,
            {"error": "a game has one clock"},
        ),
        ("/api/rooms", {"game": "fog_quoridor", "bank_seconds": 86401}, 422, {"error": "bank_seconds: expected"}),
        ("/api/rooms", {"game": "box_world", "start": 'boardwalk box_world(pack="\\q") 1'}, 422, {"line": 1}),
        (
            "/api/rooms",
            {"game": "box_world", "start": f"boardwalk box_world(pack={' ' * 99_999}(,) 1"},
            422,
            {"line": 1},
        ),
        (
            "/api/rooms",
            {"game": "fog_quoridor", "start": 'boardwalk fog_quoridor(walls="\\ud800") 1'},
            422,
            {"line": 1},
        ),
        ("/api/rooms", {"game": "fog_quoridor", "start": "boardwalk fog_quoridor " + "9" * 5000}, 422, {"line": 1}),
        ("/api/records", {"text": '{"game": "\ud800"}'}, 422, {}),
        ("/api/records", {"text": f'{{"game":"box_world","version":{"9" * 5000},"seed":1}}'}, 422, {"line": 1}),
        ("/api/rooms", b"[" * 100_000, 422, {"error": "the request: expected an object"}),
        ("/api/rooms", b'{"game":"box_world","options":{"level":' + b"[" * 100_000, 400, {}),
        ("/api/rooms", {"game": "box_world", "seed": 1.0}, 422, {"error": "seed: expected a whole number or null"}),
        ("/api/rooms", {"game": "box_world", "tick_ms": True}, 422, {"error": "tick_ms: expected a whole number"}),
        ("/api/rooms", {"game": "box_world", "seats": [{"kind": "x"}]}, 422, {"error": "seats[0].kind: expected"}),
        ("/api/rooms", b"\xff", 400, {}),
        ("/api/rooms", b"{", 422, {}),
        ("/api/rooms/nowhere/join", {}, 404, {"error": "there is no such room"}),
        ("/api/rooms/" + "x" * 100 + "/join", {}, 404, {"error": "there is no such room"}),
        ("/api/files/check", {"name": "a.brd", "text": "?\n"}, 422, {"line": 1, "column": 1}),
    ],
)
def test_wrong_requests_get_a_sentence(api: Server, path: str, body: object, status: int, part: dict[str, Any]) -> None:
    answered, data = api.post(path, body)
    answer = json.loads(data)
    assert answered == status, answer
    assert answer["error"]
    for key, value in part.items():
        assert answer[key] == value or (key == "error" and answer[key].startswith(value)), answer


def test_bodies_without_a_known_length_are_refused(api: Server) -> None:
    for headers in ({"Transfer-Encoding": "chunked"}, {"Content-Length": "9" * 5000}, {"Content-Length": "-1"}):
        connection = http.client.HTTPConnection("127.0.0.1", api.port, timeout=PATIENCE)
        connection.putrequest("POST", "/api/files/check")
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        assert connection.getresponse().status in (400, 411, 413)
        connection.close()


def test_every_page_has_its_headers(api: Server) -> None:
    for path in ("/", "/r/abc", "/api/games", "/nowhere", "/static/nothing"):
        connection = http.client.HTTPConnection("127.0.0.1", api.port, timeout=PATIENCE)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert "default-src 'self'" in (answer.getheader("Content-Security-Policy") or ""), path
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert answer.getheader("Referrer-Policy") == "no-referrer"
        answer.read()
        connection.close()


@pytest.mark.parametrize("game", GAMES)
def test_what_clients_need_to_know_of_a_game(api: Server, game: str) -> None:
    known = {one["name"]: one for one in api.ask("/api/games")}
    assert set(GAMES) <= set(known)  # and whatever else is installed
    for preset in known[game]["presets"]:
        checked = api.ask(f"/api/games/{game}/check", {"options": preset["options"]})
        assert checked["ok"] and checked["seats"] == preset["seats"]
        assert api.ask(f"/api/games/{game}/preview", {"options": preset["options"], "seed": 5})["scene"]["rows"] > 1
    book = api.ask(f"/api/games/{game}/rules")
    assert book["title"] == known[game]["title"] and "- **" in book["text"]


def test_rooms_made_at_random_are_as_described(api: Server) -> None:
    """Whatever the maker of a room asks for, it gets it or is told what is wrong."""
    chance = random.Random(3)
    for _ in range(40):
        game = chance.choice(list(GAMES))
        kinds = [{"kind": chance.choice(["me", "open", "bot"]), "name": chance.choice(["", "Ada", "x" * 90])}]
        body = {"game": game, "options": GAMES[game], "seats": kinds * chance.randint(0, 3)}
        body |= {"turn_seconds": chance.choice([0, 30]), "tick_ms": chance.choice([0, 100])}
        body |= {"bank_seconds": chance.choice([0, 300]), "bonus_seconds": chance.choice([0, 3])}
        status, data = api.post("/api/rooms", body)
        assert status in (201, 409), data
        if status == 201:
            made = json.loads(data)
            room = api.ask(f"/api/rooms/{made['room']}")
            mine = [number for number, seat in enumerate(room["seats"]) if seat["kind"] == "person"]
            assert [int(seat) for seat in made["tokens"]] == mine
            assert room["phase"] == ("waiting" if any(seat["kind"] == "open" for seat in room["seats"]) else "playing")
