"""Hints and reviews on the server: who may have them, and that they follow from what the seat knows."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from harness import Client, Refused, Server, wait_for
from players import Stored

from boardwalk import table
from boardwalk.analysis.advice import decisions, hint
from boardwalk.match import Match
from boardwalk.search import prepare
from boardwalk.server.workers.pool import PREPARE_SECONDS

GAMES = {"rowdy_racers": {"turns": 12, "failures": 1.0}, "fog_quoridor": {"turns": 20}, "robo_rally": {"rounds": 2}}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """The searches that the server will run, so that no hint takes longer than a client waits."""
    for game, options in GAMES.items():
        prepare(table(game, options), lambda title, done, total: None)


def ask_hint(client: Client, seat: int) -> dict[str, Any]:
    client.send(type="hint", id=77, seat=seat)
    while True:
        message = client.receive(PREPARE_SECONDS)  # a search that another process compiles too may not be kept
        assert message is not None
        if message["type"] in ("hint", "refused") and message["id"] == 77:
            break
    if message["type"] == "refused":
        raise Refused(message["why"])
    return message


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_for_the_seat_in_turn(server: Server, game: str) -> None:
    room, tokens = server.make_room(game, "me easy", options=GAMES[game])
    with server.enter(room, tokens[0]) as player:
        assert player.room["hints"]
        chance = random.Random(game)
        for _ in range(3):
            player.until(lambda: player.choices(0))
            given = ask_hint(player, 0)
            assert given["seat"] == 0 and given["frame"] == player.numbers[0]
            advice = given["hint"]
            assert {one["action"] for one in advice["actions"]} <= set(player.choices(0))
            assert all(-1 <= one["value"] <= 1 and one["text"] and one["words"] for one in advice["actions"])
            assert advice["line"][0]["action"] == advice["actions"][0]["action"]
            assert bool(advice["worlds"]) == Stored(server.store, room).replay().table.game.hidden
            player.act(0, chance.choice(player.choices(0)))


def test_a_hint_in_box_world_says_which_move_lost_the_level(server: Server) -> None:
    room, tokens = server.make_room("box_world", "me")
    with server.enter(room, tokens[0]) as player:
        chance, note = random.Random(1), ""
        while "can no longer be solved" not in note:
            player.act(0, chance.choice(player.choices(0)))
            advice = ask_hint(player, 0)["hint"]
            note = advice["note"]
        assert note.endswith(" lost it.")
        match = Stored(server.store, room).replay()
        assert note == hint(match, 0).note
        for moves in range(advice["undo"], 0, -1):
            assert ask_hint(player, 0)["hint"]["undo"] == moves
            player.ask("undo", seat=0)
        again = ask_hint(player, 0)["hint"]
        assert again["undo"] == 0 and "lost it" not in again["note"]


def test_who_may_have_a_hint(server: Server) -> None:
    room, tokens = server.make_room("rowdy_racers", "me me")
    with server.enter(room, *tokens.values()) as both, server.enter(room, tokens[1]) as second:
        assert not both.room["hints"]
        with pytest.raises(Refused, match="there are no hints in this room"):
            ask_hint(both, 0)
        with pytest.raises(Refused, match="not yours"):
            ask_hint(second, 0)
    room, tokens = server.make_room("rowdy_racers", "me easy", hints=False)
    with (
        server.enter(room, *tokens.values()) as player,
        pytest.raises(Refused, match="there are no hints in this room"),
    ):
        ask_hint(player, 0)
    room, tokens = server.make_room("rowdy_racers", "me me", hints=True)
    with server.enter(room, *tokens.values()) as both:
        waits = 1 - both.turn[0]["to_act"]
        with pytest.raises(Refused, match="it is not your turn"):
            ask_hint(both, waits)
        assert ask_hint(both, 1 - waits)["hint"]["actions"]
        both.ask("event", seat=0, name="resign")
        with pytest.raises(Refused, match="the game is over"):
            ask_hint(both, 0)
    room, tokens = server.make_room("rowdy_racers", "me open")
    with server.enter(room, *tokens.values()) as player, pytest.raises(Refused, match="the game has not begun"):
        ask_hint(player, 0)


def test_other_messages_are_answered_while_a_hint_is_thought_about(server: Server) -> None:
    room, tokens = server.make_room("fog_quoridor", "me easy")
    with server.enter(room, tokens[0]) as player:
        player.send(type="hint", id=1, seat=0)
        player.send(type="hint", id=2, seat=0)
        player.send(type="ping", id=3)
        kinds = []
        while "hint" not in kinds:
            message = player.receive()
            assert message is not None
            kinds.append(message["type"])
        assert [kind for kind in kinds if kind != "room"] == ["refused", "pong", "hint"]


def review(server: Server, room: str, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def done() -> bool:
        found.update(server.ask(f"/api/rooms/{room}/analysis?seat={seat}"))
        return bool(found["done"])

    wait_for(done)
    return found


@pytest.mark.parametrize("game", ["rowdy_racers", "fog_quoridor"])
def test_a_finished_game_is_reviewed(server: Server, game: str) -> None:
    room, tokens = server.make_room(game, "me easy", options=GAMES[game])
    path = f"/api/rooms/{room}/analysis"
    with server.enter(room, tokens[0]) as player:
        assert server.get(f"{path}?seat=0")[0] == 409, "not while it is played"
        player.play_on(random.Random(1))
    match = Match.from_record(Stored(server.store, room).replay().record())
    for seat in (0, 1):
        found = review(server, room, seat)
        steps = decisions(match, [seat])
        assert [one["step"] for one in found["decisions"]] == steps and found["total"] == len(steps)
        for one in found["decisions"]:
            text = match.table.game.notation.write_action(match.at(one["step"] - 1), match.steps[one["step"]].action)
            assert one["did"] == text and one["seat"] == seat
        assert found["summary"]["decisions"] == len(steps)
        again = server.ask(f"{path}?seat={seat}&first=2")
        assert again["decisions"] == found["decisions"][2:]
    assert server.get(f"{path}?seat=2")[0] == 422 and server.get(path)[0] == 422
    assert json.loads(server.get("/api/rooms/zzzzzz/analysis?seat=0")[1]) == {"error": "there is no such room"}
