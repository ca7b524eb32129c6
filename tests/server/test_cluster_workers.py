"""Rooms shared by several workers on one PostgreSQL: whichever worker a client is connected to, it is the same room."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import partial

import pytest
from harness import Client, Gone, Refused, Server, wait_for
from players import LATE, Pair, Stored, shown, together
from postgres import Postgres


def test_two_servers_that_race_on_one_room_never_fork_it(pair: tuple[Server, Server]) -> None:
    one, other = pair
    room, tokens = one.make_room("robo_rally", "me me", options={"rounds": 10})
    # both choose at the same time, one seat mostly here and the other mostly there
    places = [(one, 0), (one, 0), (one, 1), (other, 1), (other, 1), (other, 0)]
    clients = [server.enter(room, tokens[seat]) for server, seat in places]
    won: list[list[Pair]] = [[] for _ in clients]

    def race(number: int) -> None:
        client, chance = clients[number], random.Random(number)
        (seat,) = client.seats
        while not client.over:
            client.receive(chance.uniform(0.001, 0.01))
            if not client.ready_seats():
                continue
            action = chance.choice(client.choices(seat))
            try:
                client.act(seat, action)
                won[number].append((seat, action))
            except Refused as refusal:
                assert any(word in str(refusal) for word in LATE), refusal

    together(partial(race, number) for number in range(len(clients)))
    stored = Stored(one.store, room)
    match = stored.replay()
    assert match.over
    assert sorted(stored.log) == sorted(pair for pairs in won for pair in pairs), "each stored once, for one of them"
    assert {number // 3 for number, pairs in enumerate(won) if pairs} == {0, 1}, "both servers had their share"
    for client in clients:
        (seat,) = client.seats
        assert client.scenes[seat] == shown(match, seat)
        client.close()


def test_rooms_are_shared_between_servers(pair: tuple[Server, Server]) -> None:
    """Names, readiness, bots, live wishes: all of it, whichever server one is connected to."""
    one, other = pair
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
    match = Stored(one.store, room).replay()
    assert match.over
    assert ada.scenes[0] == shown(match, 0) and bob.scenes[1] == shown(match, 1)
    room, tokens = one.make_room("rowdy_racers", "me greedy")
    here, there = one.enter(room, tokens[0]), other.enter(room)
    here.play_on(random.Random(1))
    there.until(lambda: there.over)
    assert there.scenes[-3] == shown(Stored(one.store, room).replay(), -3)
    for client in (ada, bob, here, there):
        client.close()


def test_what_people_say_is_heard_whichever_server_they_are_connected_to(pair: tuple[Server, Server]) -> None:
    room, tokens = pair[0].make_room("fog_quoridor", "me me")
    people = [server.enter(room, *held) for server in pair for held in ([tokens[0]], [tokens[1]], [])]

    def heard(client: Client) -> list[str]:
        messages = map(json.loads, client.raw)
        return [said["phrase"] or said["text"] for said in messages if said["type"] == "said"]

    for number, client in enumerate(people):
        client.ask("say", seat=client.seats[0] if client.seats else -3, phrase=("hello", "luck", "wow")[number % 3])
    for client in people:
        client.until(lambda: len(heard(client)) == (4 if client.seats else 6))  # noqa: B023
        assert heard(client) == ["hello", "luck", *([] if client.seats else ["wow"])] * 2
    for client in people:
        with pytest.raises(Refused, match="too much at once"):
            for _ in range(100):
                client.ask("say", seat=client.seats[0] if client.seats else -3, phrase="bye")
        client.ping()
        client.close()


def test_rematches_begin_whichever_server_the_players_are_connected_to(pair: tuple[Server, Server]) -> None:
    one, other = pair
    room, tokens = one.make_room("rowdy_racers", "me me")
    players = [one.enter(room, tokens[0]), other.enter(room, tokens[1])]
    for number in range(1, 13):
        by_seat = {player.seats[0]: player for player in players}
        to_act = players[0].turn[players[0].seats[0]]["to_act"]
        by_seat[to_act].ask("event", seat=to_act, name="resign")
        for player in players:
            player.until(lambda: player.room["phase"] == "over")  # noqa: B023
            assert not any(seat["ready"] for seat in player.room["seats"])
        first = number % 2
        by_seat[first].ask("ready", seat=first)
        if number % 3:  # else the other server may not know yet that the first player is ready
            by_seat[1 - first].until(lambda: by_seat[1 - first].room["seats"][first]["ready"])  # noqa: B023
        by_seat[1 - first].ask("ready", seat=1 - first)
        for player in players:
            player.until(lambda: player.room["match"] == number + 1 and player.turn and not player.over, 20)  # noqa: B023
            assert player.room["phase"] == "playing"
        assert [player.seats for player in players] == ([[0], [1]] if number % 2 == 0 else [[1], [0]])
    for player in players:
        player.close()


def test_who_is_there_is_known_whichever_server_they_are_connected_to(postgres: Postgres) -> None:
    store = postgres.new_database()
    with Server(store) as one, Server(store) as other:
        room, tokens = one.make_room("fog_quoridor", "me me")

        def there(client: Client, connected: list[bool], spectators: int) -> None:
            client.until(lambda: [seat["connected"] for seat in client.room["seats"]] == connected)
            client.until(lambda: client.room["spectators"] == spectators)

        ada, eve = one.enter(room, tokens[0]), one.enter(room)
        there(ada, [True, False], 1)
        bob = other.enter(room, tokens[1])
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
        other.kill()
        try:
            there(ada, [True, False], 0)
        except Gone:  # the room was there
            ada.come_back()
            there(ada, [True, False], 0)
        ada.close()
        assert not one.failures()


@pytest.fixture(scope="module")
def workers(postgres: Postgres) -> Iterator[Server]:
    """A server with two workers: nobody chooses which of them takes a connection."""
    with Server(postgres.new_database(), workers=2) as server:
        yield server
        assert not server.failures()


def test_several_workers_serve_the_same_rooms(workers: Server) -> None:
    room, tokens = workers.make_room("fog_quoridor", "me greedy")
    watchers = [workers.enter(room) for _ in range(6)]
    with workers.enter(room, tokens[0]) as player:
        for _ in range(8):  # whichever worker is asked
            wait_for(lambda: b"boardwalk_connections 7.0\n" in workers.get("/metrics")[1])
        player.play_on(random.Random(3))
    match = Stored(workers.store, room).replay()
    for watcher in watchers:
        watcher.until(lambda: watcher.over)  # noqa: B023
        assert watcher.scenes[-3] == shown(match, -3)
        watcher.close()


def test_rematches_begin_whichever_worker_takes_the_connections(workers: Server) -> None:
    for _ in range(12):
        room, tokens = workers.make_room("rowdy_racers", "me me")
        players = [workers.enter(room, tokens[seat]) for seat in (0, 1)]
        to_act = players[0].turn[0]["to_act"]
        players[to_act].ask("event", seat=to_act, name="resign")
        for seat, player in enumerate(players):
            player.until(lambda: player.room["phase"] == "over")  # noqa: B023
            player.ask("ready", seat=seat)
        for player in players:
            player.until(lambda: player.room["match"] == 2 and not player.over, 20)  # noqa: B023
            player.close()
