"""Finished games stay: those that a room has gone on from, and records that somebody brings from a file."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from harness import GAMES, Client, Server, wait_for

import boardwalk
from boardwalk import Match
from boardwalk.match.record import MatchRecord, read_record, write_record
from boardwalk.server.rooms.spec import MOST_EARLIER, Kind, RoomSpec, Seat
from boardwalk.server.rooms.stored import MOST_STEPS


def play_again(client: Client) -> None:
    for seat in client.seats:
        client.ask("ready", seat=seat)
    client.until(lambda: client.turn and not client.over)


def all_of(server: Server, room: str, match: int = 0) -> tuple[Any, ...]:
    """Everything that can be had of a finished game."""
    more = f"match={match}" if match else ""
    return (
        server.ask(f"/api/rooms/{room}/record?{more}"),
        [server.ask(f"/api/rooms/{room}/replay?seat={seat}&{more}") for seat in (-5, -3, 0, 1)],
        server.ask(f"/api/rooms/{room}/position?step=3&{more}"),
    )


# -- earlier games of a room


def test_an_earlier_game_of_a_room_stays_as_it_was(server: Server) -> None:
    room, tokens = server.make_room("fog_quoridor", "me me")
    with server.enter(room, *tokens.values()) as both:
        for seat, name in enumerate(("Ada", "Ben")):
            both.ask("rename", seat=seat, name=name)
        both.play_on(random.Random(1))
        first, told = all_of(server, room), server.ask(f"/api/rooms/{room}")
        assert told["earlier"] == [] and told["match"] == 1
        play_again(both)
        assert all_of(server, room, 1) == first, "also while the next game is played"
        status, why = server.get(f"/api/rooms/{room}/replay?match=2")
        assert status == 409 and b"not over yet" in why
        both.play_on(random.Random(2))
        second = all_of(server, room)
        assert second != first and all_of(server, room, 2) == second
        play_again(both)
        both.play_on(random.Random(3))
    names = [seat["name"] for seat in told["seats"]]
    winners = [name for name, score in zip(names, told["scores"], strict=True) if score > 0]
    now = server.ask(f"/api/rooms/{room}")
    assert [one["match"] for one in now["earlier"]] == [1, 2] and now["earlier"][0]["winners"] == winners
    then = server.ask(f"/api/rooms/{room}?match=1")
    assert (then["match"], then["phase"], then["scores"]) == (1, "over", told["scores"])
    assert [seat["name"] for seat in then["seats"]] == names == [seat["name"] for seat in now["seats"]]
    assert [one["match"] for one in then["earlier"]] == [2]
    for number in (4, 99):
        status, why = server.get(f"/api/rooms/{room}/replay?match={number}")
        assert status == 404 and json.loads(why)["error"] == f"there is no game {number} of this room"
    review = server.ask(f"/api/rooms/{room}/analysis?seat=0&match=1")
    assert review["total"] == sum(seat == 0 for seat, _ in Match.from_record(MatchRecord(**first[0])).steps)
    server.stop()
    server.start()
    assert all_of(server, room, 1) == first and all_of(server, room, 2) == second


def test_each_server_of_a_shared_store_has_earlier_games_and_records(pair: tuple[Server, Server]) -> None:
    one, other = pair
    room, tokens = one.make_room("connect_four", "me me")
    with one.enter(room, *tokens.values()) as both:
        both.play_on(random.Random(1))
        first = all_of(one, room)
        play_again(both)
        assert all_of(other, room, 1) == all_of(one, room, 1) == first
    match = played("connect_four")
    assert read_record(other.get(f"/api/rooms/{bring(one, match)}/record")[1].decode()) == match.record()


def test_the_newest_earlier_games_are_kept_without_secrets() -> None:
    table = boardwalk.table("connect_four")
    seats = [Seat(kind=Kind.PERSON, name=name, key="secret", player="secret") for name in ("Ada", "Ben")]
    spec = RoomSpec(game="connect_four", options={}, seed=1, seats=seats, defaults=list(table.seats), started=True)
    for _ in range(MOST_EARLIER + 2):
        for seat in (0, 1):
            spec.make_ready(seat, True, False, table, [1, -1], random.Random(1))
    assert [one.match for one in spec.earlier] == [*range(3, MOST_EARLIER + 3)]
    assert not any(seat.key or seat.player for one in spec.earlier for seat in one.seats)
    then = spec.of_match(4)
    assert then and (then.match, then.names) == (4, ["Ben", "Ada"]) and spec.of_match(2) is None


# -- records from files


def played(game: str, actions: int = 300) -> Match:
    """A random game, or its beginning; who moves at random in Box World never gets to the end."""
    chance = random.Random(game)
    match = Match(boardwalk.game(game).table(GAMES[game]), 5)
    while not match.over and len(match.actions) < actions:
        match.play(chance.choice(match.view(match.to_act).legal))
    return match


def bring(server: Server, match: Match) -> str:
    room: str = server.ask("/api/records", {"text": write_record(match.record())})["room"]
    return room


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("actions", [300, 7])
def test_a_record_is_shown_by_a_room_of_its_own(server: Server, game: str, actions: int) -> None:
    match = played(game, actions)
    room = bring(server, match)
    told = server.ask(f"/api/rooms/{room}")
    assert (told["game"], told["phase"], told["imported"]) == (game, "over", True)
    assert told["scores"] == (list(match.scores) if match.over else None)
    assert read_record(server.get(f"/api/rooms/{room}/record")[1].decode()) == match.record()
    shown = server.ask(f"/api/rooms/{room}/replay")
    assert shown["total"] == len(match.steps)
    match.public = True
    for seat in (-5, 0):
        scene: dict[str, Any] = {}
        for frame in server.ask(f"/api/rooms/{room}/replay?seat={seat}&count=20")["frames"]:
            scene |= frame["scene"]
            assert scene["status"] == match.view(seat, frame["number"]).scene.status
    start = server.ask(f"/api/rooms/{room}/position?step=2")["position"]
    made = server.ask("/api/rooms", {"game": game, "start": start, "seats": []})
    assert server.ask(f"/api/rooms/{made['room']}")["phase"] == "waiting", "it can be played on"
    status, why = server.post(f"/api/rooms/{room}/join", {"name": "Eve"})
    assert status == 409 and b"taken" in why, "nobody plays on in the room itself"


def test_a_record_of_another_start_and_with_names_is_shown(server: Server) -> None:
    middle = played("fog_quoridor", 6)
    match = Match(middle.table, 9, names=("Ada", "Ben"), position=middle.position)
    match.play(match.view(match.to_act).legal[0])
    room = bring(server, match)
    assert [seat["name"] for seat in server.ask(f"/api/rooms/{room}")["seats"]] == ["Ada", "Ben"]
    review = f"/api/rooms/{room}/analysis?seat={match.steps[1].seat}"
    wait_for(lambda: bool(server.ask(review)["done"]))
    assert server.ask(review)["summary"]["decisions"] == 1
    assert read_record(server.get(f"/api/rooms/{room}/record")[1].decode()) == match.record()


def spoilt(**changes: Any) -> str:
    return write_record(MatchRecord(**{"game": "connect_four", "version": 1, "seed": 1, "actions": [3]} | changes))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rubbish", "not a match record: JSON is malformed: invalid character"),
        ('{"game": 3}', "not a match record: game: expected a text, got a whole number"),
        (spoilt(game="chess"), "there is no game 'chess'"),
        (spoilt(version=99), "the record is of version 99 of Connect Four's rules"),
        (spoilt(options={"rows": 400}), "rows"),
        (spoilt(actions=[3, 3, 99]), "action 3 of the record: "),
        (spoilt(actions=[-1]), "action 1 of the record: "),
        (spoilt(names=["Ada"]), "expected as many names as seats, which is 2, not 1"),
        (spoilt(seed=-1), "the record's seed is -1; a seed is from 0 to"),
        (spoilt(seed=2**60), "the record's seed is 1152921504606846976"),
        (spoilt(position="rubbish"), "the record's position, line 1: "),
        (spoilt(seats=[0, 1]), "the record names 2 seats for 1 actions"),
        (spoilt(actions=[0] * (MOST_STEPS + 1)), "this server replays at most 50000"),
    ],
)
def test_a_record_that_cant_be_shown_is_refused_in_a_sentence(server: Server, text: str, why: str) -> None:
    status, body = server.post("/api/records", {"text": text})
    assert status in (404, 422) and why in json.loads(body)["error"]


def test_records_count_as_new_rooms() -> None:
    with Server(rooms_a_minute=2) as server:
        body = {"text": spoilt()}
        assert [server.post("/api/records", body)[0] for _ in range(3)] == [201, 201, 429]
