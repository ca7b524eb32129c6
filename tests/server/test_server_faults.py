"""Kills, races and lost databases: nothing that was acknowledged is lost, no game forks, everybody comes back."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing

import pytest
from harness import Refused, Server, wait_for
from players import Crowd, Stored, explains, shown
from postgres import Postgres

KILLS = 8


def test_nothing_acknowledged_is_lost_when_the_server_is_killed() -> None:
    chance = random.Random(7)
    with Server() as server:
        crowd = Crowd(server, server)
        for _ in range(KILLS):
            crowd.play(chance.randrange(5, 30))
            server.kill()
            server.start()
        crowd.play(1)
        crowd.finish()
        assert not server.failures()


def test_what_explains_a_log() -> None:
    assert explains([1, 2], [(1, True), (3, False), (2, True)])
    assert explains([1, 1], [(1, False), (1, True), (1, True)])
    assert not explains([1], [(1, True), (2, True)])
    assert not explains([2, 1], [(1, True), (2, True)])
    assert not explains([1, 2], [(1, True)])


def test_while_the_database_is_away_there_are_clear_refusals(postgres: Postgres) -> None:
    with Server(postgres.new_database()) as server:
        room, tokens = server.make_room("fog_quoridor", "me me")
        with server.enter(room, *tokens.values()) as player:
            player.act(0, player.choices(0)[0])
            before = player.scenes[1]
            postgres.stop()
            try:
                with pytest.raises(Refused, match="the game can't be saved right now; try again in a moment"):
                    player.act(1, player.choices(1)[0])
                wait_for(lambda: server.get("/healthz")[0] == 503)
                status, body = server.get("/api/rooms/zzzzzz")
                assert status == 503 and json.loads(body)["error"].endswith("try again in a moment")
                player.ping()
                assert player.scenes[1] == before, "what is refused has changed nothing"
            finally:
                postgres.start()
            wait_for(lambda: server.get("/healthz")[0] == 200)
            player.act(1, player.choices(1)[0])
            player.play_on(random.Random(4))
            match = Stored(server.store, room).replay()
            assert match.over and player.scenes == {seat: shown(match, seat) for seat in (0, 1)}
        assert not server.failures()


def test_while_the_database_hangs_there_are_clear_refusals() -> None:
    """Another connection holds the write lock of SQLite: reads are answered, all writes are refused, none is lost."""
    with Server() as server:
        room, tokens = server.make_room("fog_quoridor", "me greedy")
        other, others = server.make_room("capture_the_flag", "me greedy", tick_ms=50)
        with server.enter(room, tokens[0]) as player, server.enter(other, others[0]) as live:
            player.act(0, player.choices(0)[0])
            player.until(lambda: player.choices(0))
            with closing(sqlite3.connect(server.store.removeprefix("sqlite:///"), isolation_level=None)) as blocker:
                blocker.execute("BEGIN IMMEDIATE")
                with pytest.raises(Refused, match="the game can't be saved right now; try again in a moment"):
                    player.act(0, player.choices(0)[0])
                status, body = server.get("/healthz")
                assert status == 503
                assert json.loads(body) == {"error": "the store does not accept writes; the server's log says why"}
                status, body = server.post("/api/rooms", {"game": "box_world", "seats": [{"kind": "me"}]})
                assert status == 503 and json.loads(body)["error"].endswith("try again in a moment")
                assert server.ask(f"/api/rooms/{room}")["phase"] == "playing"
                blocker.execute("ROLLBACK")
            wait_for(lambda: server.get("/healthz") == (200, b"ok\n"))
            player.play_on(random.Random(5))
            live.until(lambda: live.over)
            match = Stored(server.store, room).replay()
            assert match.over and player.scenes == {0: shown(match, 0)}
        assert any("database is locked" in line["message"] for line in server.lines()), "the log has the cause"
        assert not server.failures() and "Traceback" not in server.log.read_text()
