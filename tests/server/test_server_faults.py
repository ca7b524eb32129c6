"""Kills, races and lost databases: nothing that was acknowledged is lost, no game forks, everybody comes back."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import msgspec
import psycopg
import pytest
from harness import Client, Gone, Refused, Server, wait_for
from postgres import Postgres

from boardwalk import Match
from boardwalk.core import registry
from boardwalk.server.room_spec import RoomSpec

KILLS = 8
ENDLESS = {
    "capture_the_flag": {"players": 1},
    "robo_rally": {},
    "rowdy_racers": {"failures": 0.0, "turns": 100_000},
}
Pair = tuple[int, int]


class Stored:
    """A room as the database has it."""

    def __init__(self, store: str, room: str) -> None:
        if store.startswith("sqlite"):
            with sqlite3.connect(store.removeprefix("sqlite:///")) as connection:
                self._read(connection.execute, room, "?")
            connection.close()
        else:
            with psycopg.connect(store) as database:
                self._read(database.execute, room, "%s")

    def _read(self, execute: Callable[..., Any], room: str, mark: str) -> None:
        data = execute(f"SELECT data FROM boardwalk_rooms WHERE room = {mark}", [room]).fetchone()[0]
        self.spec = msgspec.json.decode(bytes(data), type=RoomSpec)
        columns = "SELECT number, seat, action FROM boardwalk_log"
        rows = execute(
            f"{columns} WHERE room = {mark} AND match = {self.spec.match} ORDER BY number", [room]
        ).fetchall()
        assert [row[0] for row in rows] == list(range(len(rows))), "the log has gaps"
        self.log: list[Pair] = [(seat, action) for _, seat, action in rows]

    def replay(self) -> Match:
        """The match that the log tells. Every line of it must be possible."""
        table = registry.game(self.spec.game).table(self.spec.options)
        match = Match(table, self.spec.seed, names=self.spec.names)
        for seat, action in self.log:
            match.play(action, seat)
        return match


def shown(match: Match, seat: int) -> Any:
    return json.loads(msgspec.json.encode(match.view(seat).scene))


def explains(log: Sequence[int], sent: Sequence[tuple[int, bool]]) -> bool:
    """Whether a seat's log is what it sent, in order: all that was acknowledged, and what was not perhaps."""
    ends = {0}
    for action, acknowledged in sent:
        taken = {end + 1 for end in ends if end < len(log) and log[end] == action}
        ends = taken if acknowledged else ends | taken
    return len(log) in ends


class Player(threading.Thread):
    """Somebody who plays at random, comes back whenever the connection is lost, and remembers what was acknowledged."""

    def __init__(self, client: Client, seed: int) -> None:
        super().__init__(daemon=True)
        self.client, self.chance = client, random.Random(seed)
        self.sent: list[tuple[int, bool]] = []
        self.ending = threading.Event()
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.ending.is_set() and not self.client.over:
                try:
                    self._one()
                except Gone:
                    self.client.come_back()
        except BaseException as error:
            self.failed = error

    def _one(self) -> None:
        (seat,) = self.client.seats
        if not self.client.ready_seats():
            self.client.receive(0.05)
            return
        action = self.chance.choice(self.client.choices(seat))
        self.sent.append((action, False))
        try:
            self.client.act(seat, action)
            self.sent[-1] = (action, True)
        except Refused as refusal:
            assert "saved right now" in str(refusal) or "shutting down" in str(refusal), refusal


def test_nothing_acknowledged_is_lost_when_the_server_is_killed() -> None:
    chance = random.Random(7)
    with Server() as server:
        players: dict[str, list[Player]] = {}
        for number, game in enumerate(ENDLESS):
            room, tokens = server.make_room(game, "me me", options=ENDLESS[game])
            clients = [server.enter(room, tokens[seat]) for seat in (0, 1)]
            players[room] = [Player(client, number) for client in clients]
        everybody = [player for both in players.values() for player in both]
        for player in everybody:
            player.start()
        for _ in range(KILLS):
            enough = sum(len(player.sent) for player in everybody) + chance.randrange(30, 200)
            while sum(len(player.sent) for player in everybody) < enough:
                assert not any(player.failed for player in everybody), [player.failed for player in everybody]
                time.sleep(0.005)
            server.kill()
            server.start()
        for player in everybody:
            player.ending.set()
        for player in everybody:
            player.join(60)
            assert player.failed is None and not player.is_alive()
        for room, both in players.items():
            stored = Stored(server.store, room)
            match = stored.replay()
            for seat, player in enumerate(both):
                own = [action for by, action in stored.log if by == seat]
                assert sum(acknowledged for _, acknowledged in player.sent) >= 5
                assert explains(own, player.sent)
                player.client.come_back()
                assert player.client.scenes[seat] == shown(match, seat)
                player.client.close()
        assert not server.failures()


def test_what_explains_a_log() -> None:
    assert explains([1, 2], [(1, True), (3, False), (2, True)])
    assert explains([1, 1], [(1, False), (1, True), (1, True)])
    assert not explains([1], [(1, True), (2, True)])
    assert not explains([2, 1], [(1, True), (2, True)])
    assert not explains([1, 2], [(1, True)])


def test_two_servers_that_race_on_one_room_never_fork_it(postgres: Postgres) -> None:
    store = postgres.new_database()
    with Server(store) as one, Server(store) as other:
        room, tokens = one.make_room("robo_rally", "me me", options={"rounds": 10})
        # both choose at the same time, one seat mostly here and the other mostly there
        places = [(one, 0), (one, 0), (one, 1), (other, 1), (other, 1), (other, 0)]
        clients = [server.enter(room, tokens[seat]) for server, seat in places]
        won: list[list[Pair]] = [[] for _ in clients]
        errors: list[BaseException] = []

        def race(number: int) -> None:
            client, chance = clients[number], random.Random(number)
            (seat,) = client.seats
            try:
                while not client.over:
                    client.receive(chance.uniform(0.001, 0.01))
                    if not client.ready_seats():
                        continue
                    action = chance.choice(client.choices(seat))
                    try:
                        client.act(seat, action)
                        won[number].append((seat, action))
                    except Refused as refusal:
                        assert any(word in str(refusal) for word in ("turn", "not possible", "over", "quicker")), (
                            refusal
                        )
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=race, args=[number], daemon=True) for number in range(len(clients))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert not errors
        stored = Stored(store, room)
        match = stored.replay()
        assert match.over
        assert sorted(stored.log) == sorted(pair for pairs in won for pair in pairs), (
            "each stored once, for one of them"
        )
        assert {number // 3 for number, pairs in enumerate(won) if pairs} == {0, 1}, "both servers had their share"
        for client in clients:
            (seat,) = client.seats
            assert client.scenes[seat] == shown(match, seat)
            client.close()
        assert not one.failures() and not other.failures()


def test_rooms_are_shared_between_servers(postgres: Postgres) -> None:
    """Names, readiness, bots, live wishes: all of it, whichever server one is connected to."""
    store = postgres.new_database()
    with Server(store) as one, Server(store) as other:
        room, tokens = one.make_room("capture_the_flag", "me open", options={"players": 1, "ticks": 30}, tick_ms=50)
        ada = one.enter(room, tokens[0])
        joined = other.ask(f"/api/rooms/{room}/join", {"name": "Bob"})
        bob = other.enter(room, joined["token"])
        ada.until(lambda: ada.room["seats"][1]["name"] == "Bob")
        ada.ask("ready", seat=0)
        bob.until(lambda: bob.room["seats"][0]["ready"])
        bob.ask("ready", seat=1)
        for client, seat in ((ada, 0), (bob, 1)):
            client.until(lambda: client.turn)  # noqa: B023
            client.act(seat, 5)
        for client in (ada, bob):
            client.until(lambda: client.over)  # noqa: B023
        match = Stored(store, room).replay()
        assert match.over
        assert ada.scenes[0] == shown(match, 0) and bob.scenes[1] == shown(match, 1)
        room, tokens = one.make_room("rowdy_racers", "me greedy")
        here, there = one.enter(room, tokens[0]), other.enter(room)
        here.play_on(random.Random(1))
        there.until(lambda: there.over)
        assert there.scenes[-3] == shown(Stored(store, room).replay(), -3)
        for client in (ada, bob, here, there):
            client.close()
        assert not one.failures() and not other.failures()


def test_rematches_begin_whichever_server_the_players_are_connected_to(postgres: Postgres) -> None:
    store = postgres.new_database()
    with Server(store) as one, Server(store) as other:
        room, tokens = one.make_room("rowdy_racers", "me me")
        players = [one.enter(room, tokens[0]), other.enter(room, tokens[1])]
        for number in range(1, 13):
            to_act = players[0].turn[0]["to_act"]
            players[to_act].ask("event", seat=to_act, name="resign")
            for player in players:
                player.until(lambda: player.room["phase"] == "over")  # noqa: B023
                assert not any(seat["ready"] for seat in player.room["seats"])
            first = number % 2
            players[first].ask("ready", seat=first)
            if number % 3:  # else the other server may not know yet that the first player is ready
                players[1 - first].until(lambda: players[1 - first].room["seats"][first]["ready"])  # noqa: B023
            players[1 - first].ask("ready", seat=1 - first)
            for player in players:
                player.until(lambda: player.room["match"] == number + 1 and not player.over, 20)  # noqa: B023
                assert player.room["phase"] == "playing"
        for player in players:
            player.close()
        assert not one.failures() and not other.failures()


def test_who_is_there_is_known_whichever_server_they_are_connected_to(postgres: Postgres) -> None:
    store = postgres.new_database()
    with Server(store, beat_seconds=0.5) as one, Server(store, beat_seconds=0.5) as other:
        room, tokens = one.make_room("fog_quoridor", "me me")

        def there(client: Client, connected: list[bool], spectators: int) -> None:
            client.until(lambda: [seat["connected"] for seat in client.room["seats"]] == connected)
            client.until(lambda: client.room["spectators"] == spectators)

        ada, eve = one.enter(room, tokens[0]), one.enter(room)
        there(ada, [True, False], 1)
        bob = other.enter(room, tokens[1])  # here the room was asleep: who is there already has to be asked for
        for client in (ada, eve, bob):
            there(client, [True, True], 1)
        cleo = other.enter(room)
        for client in (ada, eve, bob, cleo):
            there(client, [True, True], 2)
        eve.close()
        bob.close()
        for client in (ada, cleo):
            there(client, [True, False], 1)
        bob = other.enter(room, tokens[1])
        there(ada, [True, True], 1)
        time.sleep(2)  # while nothing changes nobody is forgotten
        there(bob, [True, True], 1)
        other.kill()
        there(ada, [True, False], 0)
        ada.close()
        assert not one.failures()


def test_several_workers_serve_the_same_rooms(postgres: Postgres) -> None:
    with Server(postgres.new_database(), workers=2) as server:
        room, tokens = server.make_room("fog_quoridor", "me greedy")
        watchers = [server.enter(room) for _ in range(6)]
        with server.enter(room, tokens[0]) as player:
            for _ in range(8):  # whichever worker is asked
                wait_for(lambda: b"boardwalk_connections 7.0\n" in server.get("/metrics")[1])
            player.play_on(random.Random(3))
        match = Stored(server.store, room).replay()
        for watcher in watchers:
            watcher.until(lambda: watcher.over)  # noqa: B023
            assert watcher.scenes[-3] == shown(match, -3)
            watcher.close()


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
