"""Games and bots of other packages, on a real server: found by their entry points, changed, broken and taken away."""

from __future__ import annotations

import json
import os
import random
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Client, Gone, Server

from boardwalk.match import Match
from boardwalk.match.record import MatchRecord, read_record

STRENGTHS = ["random", "beginner", "easy", "medium", "hard"]
GAME = """
from dataclasses import replace

from boardwalk.games.{like} import GAME as LIKE

GAME = replace(LIKE, name="outside", title="Outside", version={version})
"""
BOTS = '''
class Last:
    """Takes the last legal action, as the numbers of NumPy."""

    def __init__(self, seed=None):
        pass

    def choose(self, view):
        import numpy

        return numpy.int64(view.legal[-1])


class Raises(Last):
    def choose(self, view):
        raise ZeroDivisionError("a bug of somebody else's")


class Illegal(Last):
    def choose(self, view):
        return 10**9


def elsewhere(seed=None):
    return Last()


elsewhere.games = ("box_world",)
'''


class Package:
    """A package of somebody else, as if it were installed beside Boardwalk."""

    def __init__(self, folder: Path) -> None:
        self.module = folder / "outside_package.py"
        about = folder / "outside_package-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-package\nVersion: 1.0\n")
        self.entries = about / "entry_points.txt"

    def game(self, like: str, version: int) -> None:
        self.entries.write_text("[boardwalk.games]\noutside = outside_package\n")
        self.module.write_text(GAME.format(like=like, version=version))

    def bots(self) -> None:
        names = {"last": "Last", "raises": "Raises", "illegal": "Illegal", "elsewhere": "elsewhere"}
        lines = [f"{name} = outside_package:{item}" for name, item in names.items()]
        self.entries.write_text("\n".join(["[boardwalk.bots]", *lines, "gone = outside_package:Gone"]) + "\n")
        self.module.write_text(BOTS)

    def remove(self) -> None:
        self.entries.write_text("")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # the module changes within the same second
    yield Package(tmp_path)


def restart(server: Server) -> None:
    server.stop()
    server.start()


def farewell(server: Server, room: str, *tokens: str) -> dict[str, Any]:
    """What the websocket says to somebody who is not let in."""
    client = Client(server, room, tokens)
    with pytest.raises(Gone):
        client.connect()
    assert client.bye is not None
    return client.bye


def is_refused_for_good(server: Server, room: str, sentence: str) -> None:
    for path in (f"/api/rooms/{room}", f"/api/rooms/{room}/replay"):
        status, body = server.get(path)
        assert status == 409 and sentence in json.loads(body)["error"], body
    bye = farewell(server, room)
    assert sentence in bye["why"] and f"/api/rooms/{room}/record" in bye["why"] and not bye["again"]


def record_of(server: Server, room: str, token: str = "") -> MatchRecord:
    path = f"{server.address}/api/rooms/{room}/record"
    status, body = server._ask(urllib.request.Request(path, headers={"X-Boardwalk-Token": token}), None)
    assert status == 200, body
    return read_record(body.decode())


SEATS = [{"kind": "me"}, {"kind": "me"}]


def start_game(server: Server, options: dict[str, object], seats: object = SEATS) -> tuple[str, list[str]]:
    made = server.ask("/api/rooms", {"game": "outside", "options": options, "seats": seats})
    return made["room"], list(made["tokens"].values())


def test_a_room_of_another_version_of_the_rules_is_not_played(package: Package) -> None:
    """It says so, and other rooms go on; back under its own version it is as it was."""
    package.game("robo_rally", version=1)
    with Server() as server:
        room, tokens = start_game(server, {"rounds": 2})
        waiting, _ = start_game(server, {"rounds": 2}, [{"kind": "open"}, {"kind": "open"}])
        other, others = server.make_room("box_world", "me")
        with server.enter(room, *tokens) as player:
            chance = random.Random(1)
            for seat in (1, 0, 1, 0, 1, 0):  # B chooses before its turn
                player.until(lambda: player.choices(seat))  # noqa: B023
                player.act(seat, chance.choice(player.choices(seat)))
            player.quiet()
            scenes = dict(player.scenes)
        package.game("robo_rally", version=2)
        restart(server)
        is_refused_for_good(server, room, "begun under version 1 of Outside's rules; this server plays version 2")
        assert server.get(f"/api/rooms/{room}/record")[0] == 403
        assert server.ask(f"/api/rooms/{waiting}")["phase"] == "waiting", "nothing was played there yet"
        with server.enter(other, others[0]) as beside:
            beside.act(0, beside.choices(0)[0])
        package.game("robo_rally", version=1)
        restart(server)
        with server.enter(room, *tokens) as player:
            assert player.scenes == scenes
        package.game("robo_rally", version=2)
        restart(server)
        record = record_of(server, room, tokens[0])
        assert (record.game, record.version, len(record.actions)) == ("outside", 1, 6)
        again = replayed(record, "robo_rally")
        for seat in (0, 1):
            assert scenes[seat] == json.loads(encoded(again, seat))
        assert not server.failures()


def replayed(record: MatchRecord, like: str) -> Match:
    """The match of a record, played by the game that the outside one is a copy of."""
    return Match.from_record(msgspec.structs.replace(record, game=like))


def encoded(match: Match, seat: int) -> bytes:
    return msgspec.json.encode(match.view(seat).scene)


def test_a_waiting_room_begins_under_the_rules_of_the_day(package: Package) -> None:
    package.game("fog_quoridor", version=1)
    with Server() as server:
        room, tokens = start_game(server, {"turns": 4}, [{"kind": "me"}, {"kind": "open"}])
        package.game("fog_quoridor", version=2)
        restart(server)
        joined = server.ask(f"/api/rooms/{room}/join", {"name": "Bob"})
        with server.enter(room, *tokens, joined["token"]) as both:
            for seat in (0, 1):
                both.ask("ready", seat=seat)
            both.play_on(random.Random(1))
        restart(server)
        assert record_of(server, room).version == 2


@pytest.mark.parametrize("how", ["uninstalled", "broken"])
def test_a_room_whose_game_is_gone_is_not_played(package: Package, how: str) -> None:
    package.game("box_world", version=1)
    with Server() as server:
        room, tokens = start_game(server, {"level": 3}, [{"kind": "me"}])
        with server.enter(room, *tokens) as player:
            player.act(0, player.choices(0)[0])
            player.ask("undo", seat=0)
            player.act(0, player.choices(0)[-1])
        if how == "uninstalled":
            package.remove()
        else:
            package.module.write_text("raise ImportError('half an update')\n")
        restart(server)
        sentence = "there is no game 'outside'" if how == "uninstalled" else "half an update"
        is_refused_for_good(server, room, sentence)
        record = record_of(server, room, tokens[0])
        assert record.game == "outside" and len(record.actions) == 1, "what was undone is not in the record"
        other, others = server.make_room("box_world", "me")
        with server.enter(other, *others.values()) as beside:
            beside.act(0, beside.choices(0)[0])
        assert not server.failures()


def test_bots_of_other_packages_are_listed_and_play(package: Package) -> None:
    package.bots()
    with Server() as server:
        listed = {one["name"]: one["bots"] for one in server.ask("/api/games")}
        assert listed["box_world"] == ["random", "easy", "elsewhere", "illegal", "last", "raises"]
        assert listed["fog_quoridor"] == [*STRENGTHS, "illegal", "last", "raises"], "a broken one plays nothing"
        for bot, sentence in (("elsewhere", "does not play"), ("gone", "can't be used"), ("none", "no bot")):
            seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
            status, body = server.post("/api/rooms", {"game": "fog_quoridor", "seats": seats})
            assert status == 409 and sentence in json.loads(body)["error"]
        room, tokens = server.make_room("fog_quoridor", "me open")
        with server.enter(room, *tokens.values()) as player:
            player.ask("invite", seat=0, other=1, bot="last")
            assert player.room["seats"][1]["bot"] == "last"
            player.ask("ready", seat=0)
            player.until(lambda: player.turn)
            player.play_on(random.Random(1))
        match = Match.from_record(record_of(server, room))
        assert match.over
        for number, step in enumerate(match.steps):
            if step.seat == 1:
                assert step.action == match.view(1, number - 1).legal[-1]
        assert not server.failures()


@pytest.mark.parametrize("bot", ["raises", "illegal"])
@pytest.mark.parametrize("tick_ms", [0, 50])
def test_a_bot_that_fails_is_logged_and_easy_moves_instead(package: Package, bot: str, tick_ms: int) -> None:
    package.bots()
    with Server() as server:
        options = {"players": 1, "ticks": 12 if not tick_ms else 1000}
        rooms = []
        while not server.failures() and len(rooms) < 50:  # a live game can be over before its bots are loaded
            room, _ = server.make_room("capture_the_flag", f"{bot} {bot}", tick_ms=tick_ms, options=options)
            rooms.append(room)
            with server.enter(room) as watcher:
                watcher.until(lambda: watcher.over or server.failures())
        failures = server.failures()
        assert failures and all(line["room"] in rooms and bot in line["message"] for line in failures)
        assert all("easy moves instead" in line["message"] for line in failures)


def test_a_room_whose_bot_was_uninstalled_goes_on_with_easy(package: Package) -> None:
    package.bots()
    with Server() as server:
        room, tokens = server.make_room("fog_quoridor", "me last")
        package.remove()
        restart(server)
        with server.enter(room, *tokens.values()) as player:
            player.play_on(random.Random(2))
        assert Match.from_record(record_of(server, room)).over
        assert "last" in server.failures()[0]["message"]
