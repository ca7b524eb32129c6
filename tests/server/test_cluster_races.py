"""Many clients want the same thing at the same time, on two servers with one store: each thing happens once."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import cycle

import pytest
from harness import Client, Refused, Server
from players import LATE, Pair, Player, Stored, shown, together

from boardwalk.match.match import REDO, UNDO

Two = tuple[Server, Server]


def test_of_fifty_who_want_a_seat_one_gets_it(pair: Two) -> None:
    room, _ = pair[0].make_room("fog_quoridor", "me open")
    answers: list[tuple[int, dict[str, object]]] = []

    def join(server: Server) -> None:
        status, body = server.post(f"/api/rooms/{room}/join", {"name": "Bob"})
        answers.append((status, json.loads(body)))

    together(partial(join, server) for server, _ in zip(cycle(pair), range(50), strict=False))
    (joined,) = [body for status, body in answers if status == 201]
    assert joined["seat"] == 1
    assert {status for status, _ in answers} == {201, 409} and len(answers) == 50
    for server in pair:
        with server.enter(room, str(joined["token"])) as client:
            assert client.seats == [1]


@pytest.fixture
def crowd(pair: Two) -> Iterator[list[Client]]:
    """Clients on both servers, to be given rooms and tokens."""
    clients = [Client(server, "") for server, _ in zip(cycle(pair), range(6), strict=False)]
    yield clients
    for client in clients:
        client.close()


def all_enter(clients: list[Client], room: str, tokens: dict[int, str]) -> None:
    for client in clients:
        client.name, client.tokens = room, list(tokens.values())
        client.connect()


@pytest.mark.parametrize(("game", "seats"), [("box_world", "me"), ("fog_quoridor", "me me"), ("robo_rally", "me me")])
def test_an_action_that_many_send_at_once_is_carried_out_once(
    pair: Two, crowd: list[Client], game: str, seats: str
) -> None:
    room, tokens = pair[1].make_room(game, seats)
    all_enter(crowd, room, tokens)
    chance, done = random.Random(1), []

    def act(client: Client, seat: int, action: int) -> None:
        try:
            client.act(seat, action)
            done.append((seat, action))
        except Refused as refusal:
            assert any(word in str(refusal) for word in LATE), refusal

    for number in range(1, 16):
        for client in crowd:
            client.until(lambda: client.ready_seats() and client.numbers == crowd[0].numbers)  # noqa: B023
        seat = crowd[0].ready_seats()[0]
        action = chance.choice(crowd[0].choices(seat))
        for client in crowd:
            client.turn[seat]["choices"] = []  # until they are sent again
        together(partial(act, client, seat, action) for client in crowd)
        assert len(done) == number and Stored(pair[0].store, room).log == done


def test_undo_and_redo_race_with_actions(pair: Two, crowd: list[Client]) -> None:
    room, tokens = pair[0].make_room("box_world", "me")
    all_enter(crowd, room, tokens)
    done: list[Pair] = []
    codes = {"undo": UNDO, "redo": REDO}

    def play(client: Client, seed: int) -> None:
        chance, own = random.Random(seed), 0
        while own < 8:
            what = chance.choice(["act", "act", "undo", "redo"])
            action = chance.choice(client.choices(0))
            try:
                client.act(0, action) if what == "act" else client.ask(what, seat=0)
                done.append((0, codes.get(what, action)))
                own += 1
            except Refused:
                client.quiet()

    together(partial(play, client, seed) for seed, client in enumerate(crowd))
    stored = Stored(pair[0].store, room)
    assert Counter(stored.log) == Counter(done)
    scene = shown(stored.replay(), 0)
    for client in crowd:
        client.until(lambda: client.scenes[0] == scene, 20)  # noqa: B023


def test_a_game_goes_on_through_a_storm_of_reconnects(pair: Two) -> None:
    room, tokens = pair[1].make_room("robo_rally", "me me", options={"rounds": 6})
    players = [Player(server.enter(room, tokens[seat]), seat) for seat, server in enumerate(pair)]

    def storm(seed: int) -> None:
        chance = random.Random(seed)
        while any(player.is_alive() for player in players):
            token = chance.choice([[], [tokens[0]], [tokens[1]]])
            client = chance.choice(pair).enter(room, *token)
            if chance.random() < 0.5:
                client.receive(0.02)
            client.close()

    for player in players:
        player.start()
    together(partial(storm, seed) for seed in range(8))
    stored = Stored(pair[0].store, room)
    match = stored.replay()
    assert match.over and not any(player.failed for player in players)
    assert Counter(stored.log) == Counter(
        (seat, action) for seat, player in enumerate(players) for action, well in player.sent if well
    )
    for seat, player in enumerate(players):
        client = player.client
        client.until(lambda: client.room["spectators"] == 0)  # noqa: B023
        client.until(lambda: all(one["connected"] for one in client.room["seats"]))  # noqa: B023
        assert client.scenes[seat] == shown(match, seat)
        client.close()


def test_a_seat_that_many_take_and_leave_has_one_holder_at_a_time(pair: Two) -> None:
    room, tokens = pair[0].make_room("fog_quoridor", "me open")
    lock, holders, taken = threading.Lock(), [0], []

    def come_and_go(seed: int) -> None:
        chance = random.Random(seed)
        while len(taken) < 12:
            status, body = chance.choice(pair).post(f"/api/rooms/{room}/join", {"name": f"Guest {seed}"})
            if status != 201:
                assert status == 409
                continue
            token = json.loads(body)["token"]
            with lock:
                holders[0] += 1
                assert holders[0] == 1
                taken.append(token)
            with chance.choice(pair).enter(room, token) as client:
                assert client.seats == [1]
                assert client.room["seats"][1]["name"] == f"Guest {seed}"
                with lock:
                    holders[0] -= 1
                client.ask("leave", seat=1)

    together(partial(come_and_go, seed) for seed in range(4))
    with pair[1].enter(room, tokens[0]) as maker:
        maker.until(lambda: maker.room["seats"][1]["kind"] == "open")
    for server in pair:
        with server.enter(room, *taken[:12]) as client:
            assert client.seats == []


def test_inputs_of_a_live_game_come_from_both_servers(pair: Two) -> None:
    options = {"players": 1, "ticks": 25}
    room, tokens = pair[0].make_room("capture_the_flag", "me me", options=options, tick_ms=60)
    players = [server.enter(room, tokens[seat]) for seat, server in enumerate(pair)]
    watchers = [server.enter(room) for server in pair]
    done: list[list[int]] = [[], []]

    def play(seat: int) -> None:
        client, chance = players[seat], random.Random(seat)
        while not client.over:
            action = chance.choice(client.choices(seat))
            try:
                client.act(seat, action)
                done[seat].append(action)
            except Refused as refusal:
                assert any(word in str(refusal) for word in LATE), refusal

    together(partial(play, seat) for seat in (0, 1))
    stored = Stored(pair[0].store, room)
    match = stored.replay()
    assert match.over
    for seat, player in enumerate(players):
        log = iter([action for by, action in stored.log if by == seat])
        assert len(done[seat]) > 5 and all(action in log for action in done[seat]), (
            "acknowledged, so in the log, in order"
        )
        assert player.scenes[seat] == shown(match, seat)
        player.close()
    for watcher in watchers:
        watcher.until(lambda: watcher.over)  # noqa: B023
        assert watcher.scenes[-3] == shown(match, -3)
        watcher.close()
