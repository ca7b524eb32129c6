"""Rooms whose games start from a position, such as one of a finished game."""

from __future__ import annotations

import json

import pytest
from harness import Client, Server, wait_for
from players import Stored, shown

from boardwalk import Match, table
from boardwalk.contract.positions import read_position, write_position

GAMES = ("box_world", "capture_the_flag", "fog_quoridor", "robo_rally", "rowdy_racers")


def later_position(game: str, actions: int = 4) -> str:
    """The text of a position some actions into a game."""
    match = Match(table(game), seed=5)
    for _ in range(actions):
        match.play(match.view(match.to_act).legal[0])
    return write_position(match.position)


@pytest.mark.parametrize("game", GAMES)
def test_a_room_starts_from_a_position(server: Server, game: str) -> None:
    start = later_position(game)
    room, tokens = server.make_room(game, " ".join(["me"] * len(table(game).seats)), options={}, start=start)
    stored, given = Stored(server.store, room).replay(), read_position(start)
    stored.position.state.array["rng"] = given.state.array["rng"] = 0
    assert stored.position.state == given.state
    with server.enter(room, *tokens.values()) as player:
        seat = stored.to_act
        player.until(lambda: player.choices(seat))
        assert player.scenes[seat] == shown(stored, seat)
        player.act(seat, player.choices(seat)[0])
    assert len(Stored(server.store, room).replay().actions) == 1


def test_nobody_knows_the_random_numbers_to_come(server: Server) -> None:
    room, _ = server.make_room("rowdy_racers", "me me", options={}, start=later_position("rowdy_racers"))
    spec = Stored(server.store, room).spec
    assert not read_position(spec.start).state.array["rng"].any()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"start": "a board"}, "first line"),
        ({"game": "box_world", "start": later_position("fog_quoridor")}, "expected a position of box_world"),
        ({"options": {"turns": 3}, "start": later_position("rowdy_racers")}, "options are those of the position"),
    ],
)
def test_what_is_no_start_is_refused(server: Server, body: dict[str, object], why: str) -> None:
    status, text = server.post("/api/rooms", {"game": "rowdy_racers"} | body)
    assert status in (409, 422) and why in json.loads(text)["error"]


def play_out(player: Client, seat: int) -> None:
    while player.room["phase"] != "over":
        player.until(lambda: player.room["phase"] == "over" or bool(player.choices(seat)))
        if player.choices(seat):
            player.act(seat, player.choices(seat)[0])


def test_any_step_of_a_finished_game_can_be_gone_on_from(server: Server) -> None:
    room, tokens = server.make_room("rowdy_racers", "me easy", options={"turns": 6, "failures": 1.0})
    assert server.get(f"/api/rooms/{room}/position?step=1")[0] == 409, "not while it is played"
    with server.enter(room, tokens[0]) as player:
        play_out(player, 0)
    wait_for(lambda: Stored(server.store, room).replay().over)
    match = Stored(server.store, room).replay()
    for step in (0, 3, len(match.steps) - 1):
        given = json.loads(server.get(f"/api/rooms/{room}/position?step={step}")[1])["position"]
        assert read_position(given).state == match.at(step).state
    assert server.get(f"/api/rooms/{room}/position?step={len(match.steps)}")[0] == 422
    middle = json.loads(server.get(f"/api/rooms/{room}/position?step=3")[1])["position"]
    assert server.post("/api/rooms", {"game": "rowdy_racers", "start": given})[0] == 409, "it is over there"
    assert server.make_room("rowdy_racers", "me easy", options={}, start=middle)
