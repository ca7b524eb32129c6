"""The editor's side of the server: what it says of a file is what the engine says, and long jobs can be left."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from harness import Server

from boardwalk import game, game_names
from boardwalk.contract.level_files import LevelFiles

LEVEL = ["WWWWWWWW", "W------W", "W-U-B-HF", "W------W", "WWWWWWWW"]
HARD = "\n".join(LevelFiles("boardwalk.games.box_world", ".boxes", "pack").text("great_maze").splitlines())
BOXES, BOARDS = "/api/editor/box_world/boxes", "/api/editor/robo_rally/brd"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running
        assert not running.failures()


def events(server: Server, path: str, body: object) -> list[dict[str, Any]]:
    status, data = server.post(path, body)
    assert status == 200, data
    return [json.loads(line.removeprefix(b"data: ")) for line in data.split(b"\n\n") if line]


def refused(server: Server, path: str, body: object) -> tuple[int, str]:
    status, data = server.post(path, body)
    assert status >= 400
    return status, json.loads(data)["error"]


def test_every_kind_of_file_is_listed(server: Server) -> None:
    listed = {(one["game"], one["kind"]): one for one in server.ask("/api/editor")}
    assert listed.keys() == {(name, kind.word) for name in game_names() for kind in game(name).content.files}
    boxes = listed["box_world", "boxes"]
    assert boxes["grid"]["several"] and boxes["solver"] == {"unit": "move"} and "night_shift" in boxes["shipped"]
    assert [symbol["char"] for symbol in boxes["grid"]["symbols"]] == list("-WUFBIH")
    assert listed["robo_rally", "prg"]["grid"] is None
    assert server.ask(BOXES) == boxes


def test_a_shipped_file_is_opened_and_right(server: Server) -> None:
    for one in server.ask("/api/editor"):
        for name in one["shipped"]:
            path = f"/api/editor/{one['game']}/{one['kind']}"
            opened = server.ask(f"{path}/open", {"name": name})
            answer = server.ask(f"{path}/check", {"grids": opened["grids"]})
            assert answer["mistakes"] == [] and answer["refusal"] == "", name
            options = answer["trial"]["options"]
            assert server.ask(f"/api/games/{one['game']}/check", {"options": options})["seats"]


def test_mistakes_have_their_place(server: Server) -> None:
    rows = [*LEVEL[:2], "W-U-B-U-", *LEVEL[3:]]
    answer = server.ask(f"{BOXES}/check", {"grids": [{"rows": LEVEL, "title": "One"}, {"rows": rows}]})
    assert answer["text"].startswith("; One\nWWW") and answer["trial"] is None
    places = [(one["grid"], one["row"], one["col"]) for one in answer["mistakes"]]
    assert places == [(1, 0, 0), (1, 2, 6)]
    assert "no finish" in answer["mistakes"][0]["what"] and "second player" in answer["mistakes"][1]["what"]


def test_a_right_file_that_can_not_be_played(server: Server) -> None:
    answer = server.ask(f"{BOARDS}/check", {"grids": [{"rows": ["...", ".1."]}]})
    assert answer["mistakes"] == [] and answer["trial"] is None and "no start A" in answer["refusal"]
    alone = server.ask(f"{BOARDS}/check", {"grids": [{"rows": ["...", "A1."]}]})
    assert alone["trial"]["options"]["robots"] == 1 and len(alone["trial"]["seats"]) == 1


def test_a_file_without_grid_is_checked_as_text(server: Server) -> None:
    path = "/api/editor/robo_rally/prg/check"
    assert server.ask(path, {"text": "format 1\nAda\nFBLRU\n"})["mistakes"] == []
    wrong = "format 1\nAda Ada Ben\nFBLXU FBLRU FFLRU\nFBLRU FBLRU\n"
    mistakes = server.ask(path, {"text": wrong})["mistakes"]
    assert [(one["line"], one["column"]) for one in mistakes] == [(2, 5), (3, 4), (3, 14), (4, 12)]


def test_the_solver_says_what_it_proves(server: Server) -> None:
    said = events(server, f"{BOXES}/solve", {"grids": [{"rows": LEVEL}]})
    assert said[0] == {} and said[-1] == {"done": True}
    (final,) = [one for one in said if one.get("final")]
    assert final["verdict"] == "5 moves: the fewest possible" and final["solution"] == "ddddd"
    said = events(server, f"{BOXES}/solve", {"grids": [{"rows": ["UWF", "-W-"]}]})
    assert said[-2]["verdict"] == "can't be solved" and said[-2]["proven"] and "solved" not in said[-2]


def test_flags_that_can_and_can_not_be_reached(server: Server) -> None:
    said = events(server, f"{BOARDS}/solve", {"grids": [{"rows": ["A1.xx2B"]}]})
    finals = [one for one in said if one.get("final")]
    assert [one["title"] for one in finals] == ["Robot A alone", "Robot B alone"]
    assert finals[0]["about"] == "flag 2 can't be reached" and finals[1]["about"] == "flag 1 can't be reached"
    said = events(server, f"{BOARDS}/solve", {"grids": [{"rows": ["2", "1", "A"]}]})
    assert said[-2]["verdict"].endswith("slots: the fewest possible")
    assert said[-2]["about"].startswith("flag 1 after 1, flag 2 after ")


def test_a_generated_file_is_right(server: Server) -> None:
    made = events(server, f"{BOXES}/generate", {"difficulty": "gentle", "seed": 3})
    again = events(server, f"{BOXES}/generate", {"seed": 3})
    text = made[-2]["text"]
    assert again[-2]["text"] == text
    grids = server.ask(f"{BOXES}/open", {"text": text})["grids"]
    assert server.ask(f"{BOXES}/check", {"grids": grids})["trial"]
    for one in server.ask("/api/editor"):
        if one["option"]:
            path = f"/api/editor/{one['game']}/{one['kind']}"
            text = events(server, f"{path}/generate", {"seed": 3})[-2]["text"]
            assert server.ask(f"{path}/check", {"text": text})["trial"], path


def test_who_leaves_ends_the_search(server: Server) -> None:
    """The same process then serves the next one."""
    body = json.dumps({"text": HARD})
    with closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
        connection.request("POST", f"{BOXES}/solve", body, {"Content-Type": "application/json"})
        with connection.getresponse() as response:
            assert response.readline() == b"data: {}\n"
            before = server.children(b"workers.process")
    assert events(server, f"{BOXES}/solve", {"grids": [{"rows": LEVEL}]})[-1] == {"done": True}
    assert server.children(b"workers.process") == before and len(before) == 1


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/editor/chess/boxes/check", {"text": ""}, 404, "no game"),
        ("/api/editor/box_world/brd/check", {"text": ""}, 404, "no such kind"),
        (f"{BOXES}/check", {"grids": []}, 422, "grids"),
        (f"{BOXES}/check", {"grids": [{"rows": []}]}, 422, "rows"),
        (f"{BOXES}/check", {"grids": [{"rows": ["U\nF"]}]}, 422, "rows"),
        (f"{BOXES}/check", {"grids": [{"rows": ["UF"], "title": "a\nb"}]}, 422, "title"),
        (f"{BOXES}/check", {"grids": [{"rows": ["-"] * 1001}]}, 422, "rows"),
        (f"{BOXES}/check", {"grids": [{"rows": ["UF"], "more": 1}]}, 422, "more"),
        (f"{BOXES}/open", {"name": "../secret"}, 404, "secret"),
        (f"{BOXES}/open", {"text": "U?F\n"}, 422, "unknown symbol"),
        (f"{BOXES}/open", {"text": ""}, 422, "expected a level"),
        (f"{BOXES}/solve", {"grids": [{"rows": ["--F"]}]}, 422, "no player"),
        (f"{BOXES}/generate", {"difficulty": "impossible"}, 422, "gentle"),
        ("/api/editor/capture_the_flag/maze/solve", {"text": ""}, 404, "no solver"),
        ("/api/editor/robo_rally/prg/generate", {}, 404, "generated"),
    ],
)
def test_bad_requests(server: Server, path: str, body: object, status: int, words: str) -> None:
    answered, why = refused(server, path, body)
    assert answered == status and words in why


def test_a_solver_that_can_not_begin_says_why(server: Server) -> None:
    said = events(server, f"{BOARDS}/solve", {"grids": [{"rows": ["...", ".1."]}]})
    assert "no start A" in said[0]["error"] and said[-1]["done"]
