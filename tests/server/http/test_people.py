"""Challenges that the server rates, names that stay, rated games and listed rooms, on a real server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from harness import Refused, Server, wait_for
from world import World

from boardwalk.contract import registry
from boardwalk.match.match import UNDO
from boardwalk.server.base.errors import RefusedError


def new_player(server: Server, name: str) -> str:
    """A new player's key."""
    key: str = server.ask("/api/players", {"name": name})["key"]
    return key


def refusal(answer: tuple[int, bytes], status: int = 409) -> str:
    assert answer[0] == status, answer
    sentence: str = json.loads(answer[1])["error"]
    return sentence


def today(server: Server, game: str) -> dict[str, Any]:
    return next(one for one in server.ask("/api/challenges")["challenges"] if one["game"] == game)


def take(server: Server, game: str, name: str = "", key: str = "") -> tuple[str, dict[str, str]]:
    made = server.ask(f"/api/challenges/{game}", {"name": name}, key)
    return made["room"], made["tokens"]


# -- challenges


def test_the_server_rates_a_challenge_and_keeps_the_best_of_the_day(server: Server) -> None:
    day = server.ask("/api/challenges")["day"]
    make = registry.game("box_world").content.challenge
    assert make is not None
    one = make(day)
    room, tokens = take(server, "box_world", "Ann")
    with server.enter(room, *tokens.values()) as ann:
        assert ann.room["challenge"]["par"] == one.par
        assert ann.room["challenge"]["count"] is None
        with pytest.raises(Refused, match="no hints"):
            ann.ask("hint", seat=0)
        away = one.solution[0]
        ann.act(0, away, *one.solution[1:])
        ann.until(lambda: ann.room["phase"] == "over")
        assert ann.room["challenge"]["count"] == one.par
    assert {"name": "Ann", "count": one.par} in today(server, "box_world")["best"]


def test_a_second_game_is_the_same_challenge_and_only_the_best_result_stays(server: Server) -> None:
    key = new_player(server, "Bea")
    make = registry.game("robo_rally").content.challenge
    assert make is not None
    one = make(server.ask("/api/challenges")["day"])
    room, tokens = take(server, "robo_rally", key=key)
    with server.enter(room, *tokens.values()) as bea:
        first = bea.scenes[0]
        for waste in ((2, 3, 2, 3, 2), (3, 2, 3, 2, 3)):  # turning left and right, back to where it was
            bea.act(0, *waste)
        for place in range(0, len(one.solution), 5):
            bea.act(0, *one.solution[place : place + 5])
        bea.until(lambda: bea.room["phase"] == "over")
        assert bea.room["challenge"]["count"] == one.par + 10
        bea.ask("ready", seat=0)
        bea.until(lambda: bea.room["match"] == 2 and 0 in bea.turn and not bea.over)
        assert bea.scenes[0]["pieces"] == first["pieces"]
        for place in range(0, len(one.solution), 5):
            bea.act(0, *one.solution[place : place + 5])
        bea.until(lambda: bea.room["phase"] == "over")
    mine = server.ask("/api/challenges", key=key)
    assert ["robo_rally", mine["day"], one.par] in mine["solved"]
    assert [row for row in today(server, "robo_rally")["best"] if row["name"] == "Bea"] == [
        {"name": "Bea", "count": one.par}
    ]


def test_a_lost_challenge_is_not_a_result(server: Server) -> None:
    room, tokens = take(server, "rowdy_racers", "Cy")
    with server.enter(room, *tokens.values()) as cy:
        assert [seat["bot"] for seat in cy.room["seats"]] == ["", "hard"]
        cy.ask("event", seat=0, name="resign")
        cy.until(lambda: cy.room["phase"] == "over")
        assert cy.room["challenge"]["count"] is None
    assert "Cy" not in [row["name"] for row in today(server, "rowdy_racers")["best"]]


def test_each_challenge_has_a_picture_and_a_game_without_one_says_so(server: Server) -> None:
    listed = server.ask("/api/challenges")["challenges"]
    assert {one["game"] for one in listed} >= {"box_world", "fog_quoridor", "robo_rally"}
    for one in listed:
        shown = server.ask(f"/api/challenges/{one['game']}")
        assert shown["scene"]["tiles"] and shown["task"] == one["task"]
    assert "no challenges" in refusal(server.get("/api/challenges/connect_four"))
    assert "no challenges" in refusal(server.post("/api/challenges/connect_four", {}))
    assert refusal(server.get("/api/challenges/chess"), 404)


# -- names that stay


def test_a_key_is_a_name_that_can_be_changed(server: Server) -> None:
    key = new_player(server, "Dan")
    me = server.ask("/api/players/me", key=key)
    assert me["name"] == "Dan" and me["games"] == me["ratings"] == []
    assert key not in json.dumps(me), "the server does not tell keys"
    server.ask("/api/players/me", {"name": "  Daniel\n "}, key)
    assert server.ask(f"/api/players/{me['player']}")["name"] == "Daniel"
    assert "does not know your key" in refusal(server.get("/api/players/me", key="bw-" + "x" * 32), 403)
    assert "does not know your key" in refusal(server.post("/api/players/me", {"name": "Eve"}), 403)
    assert "name" in refusal(server.post("/api/players", {"name": " \n"}), 422)
    assert "no such player" in refusal(server.get("/api/players/nobody"), 404)


# -- rated games


def standing(server: Server, game: str, name: str) -> dict[str, Any]:
    rows = server.ask(f"/api/ratings/{game}")["ratings"]
    return next(row for row in rows if (row["bot"] or row["name"]) == name)


def test_what_a_rated_game_needs(server: Server) -> None:
    key = new_player(server, "Fay")
    seats = [{"kind": "me"}, {"kind": "open"}]
    room = {"game": "rowdy_racers", "seats": seats, "rated": True}
    assert "keep a name" in refusal(server.post("/api/rooms", room))
    assert "no hints" in refusal(server.post("/api/rooms", room | {"hints": True}, key))
    assert "seed" in refusal(server.post("/api/rooms", room | {"seats": [seats[0], {"kind": "bot"}], "seed": 1}, key))
    assert "several players" in refusal(server.post("/api/rooms", room | {"seats": [seats[0]] * 2}, key))
    assert "several players" in refusal(server.post("/api/rooms", {"game": "box_world", "rated": True}, key))
    made = server.ask("/api/rooms", room, key)["room"]
    assert server.ask(f"/api/rooms/{made}")["rated"]
    assert "keep a name" in refusal(server.post(f"/api/rooms/{made}/join", {}))
    assert "already" in refusal(server.post(f"/api/rooms/{made}/join", {}, key))
    server.ask(f"/api/rooms/{made}/join", {}, new_player(server, "Gus"))


def play_rated(server: Server, name: str, game: str = "rowdy_racers") -> tuple[str, str]:
    """A rated game against a bot that the player gives up: the player's key, and the room."""
    key = new_player(server, name)
    room, tokens = server.make_room(game, "me easy", key, rated=True)
    with server.enter(room, *tokens.values()) as client:
        client.ask("event", seat=0, name="resign")
        client.until(lambda: client.room["phase"] == "over")
    return key, room


def test_a_rated_game_changes_both_ratings_once_and_is_kept(server: Server) -> None:
    key, room = play_rated(server, "Hal")
    me = server.ask("/api/players/me", key=key)
    (game,) = me["games"]
    assert (game["room"], game["score"], game["game"]) == (room, -1, "rowdy_racers")
    assert game["gain"] < 0
    (rating,) = me["ratings"]
    assert rating["games"] == 1 and rating["rating"] == 1500 + game["gain"] and rating["provisional"]
    before = standing(server, "rowdy_racers", "easy")
    play_rated(server, "Ida")
    after = standing(server, "rowdy_racers", "easy")
    assert (after["games"], after["won"]) == (before["games"] + 1, before["won"] + 1)
    assert after["rating"] > before["rating"] and after["deviation"] < before["deviation"]


def test_moves_of_a_rated_game_are_not_taken_back(world: World) -> None:
    """Box World stands for any game with undo."""

    async def scene() -> None:
        room, _ = await world.room("box_world", True, rated=True)
        free, _ = await world.room("box_world", True)
        assert free.info().undo and not room.info().undo
        for one in (room, free):
            await one.play([(0, one.match.view(0).legal[0])])
        with pytest.raises(RefusedError, match="rated"):
            await room.play([(0, UNDO)])
        await free.play([(0, UNDO)])
        assert room.match.actions and not free.match.actions

    world.run(scene())


def test_an_unrated_game_changes_no_rating(server: Server) -> None:
    key = new_player(server, "Jo")
    room, tokens = server.make_room("rowdy_racers", "me easy", key)
    with server.enter(room, *tokens.values()) as client:
        client.ask("event", seat=0, name="resign")
        client.until(lambda: client.room["phase"] == "over")
    assert server.ask("/api/players/me", key=key)["games"] == []


def test_who_leaves_a_rated_game_is_rated_all_the_same(server: Server) -> None:
    one, other = new_player(server, "Kim"), new_player(server, "Lou")
    room, tokens = server.make_room("rowdy_racers", "me open", one, rated=True)
    joined = server.ask(f"/api/rooms/{room}/join", {}, other)
    with server.enter(room, tokens[0]) as kim, server.enter(room, joined["token"]) as lou:
        kim.ask("ready", seat=0)
        lou.ask("ready", seat=1)
        kim.until(lambda: 0 in kim.turn)
        lou.ask("leave", seat=1)
        kim.ask("event", seat=0, name="resign")
        kim.until(lambda: kim.room["phase"] == "over")
    (game,) = server.ask("/api/players/me", key=other)["games"]
    assert game["score"] == 1 and game["others"] == ["Kim"]


def test_teams_of_several_are_rated_together(server: Server) -> None:
    key = new_player(server, "Mo")
    room, tokens = server.make_room(
        "robo_rally", "me easy random", key, rated=True, options={"robots": 3, "rounds": 1, "board": "sorting_hall"}
    )
    with server.enter(room, *tokens.values()) as client:
        client.act(0, 0, 1, 0, 1, 0)
        client.until(lambda: client.room["phase"] == "over")
    (rating,) = server.ask("/api/players/me", key=key)["ratings"]
    assert rating["system"] == "many" and rating["games"] == 1


def test_a_crash_after_the_end_neither_loses_a_rated_game_nor_counts_it_twice() -> None:
    with Server() as server:
        key, room = play_rated(server, "Ned")
        before = server.ask("/api/players/me", key=key)
        server.kill()
        server.start()
        assert server.ask(f"/api/rooms/{room}")["phase"] == "over"
        assert server.ask("/api/players/me", key=key) == before
        assert len(before["games"]) == 1


def test_workers_that_share_a_store_share_players_and_lists(pair: tuple[Server, Server]) -> None:
    one, other = pair
    key, _ = play_rated(one, "Ola")
    assert other.ask("/api/players/me", key=key) == one.ask("/api/players/me", key=key)
    room, tokens = one.make_room("connect_four", "me open", listed=True)
    with one.enter(room, *tokens.values()):
        wait_for(lambda: room in [each["room"] for each in other.ask("/api/home")["tables"]])


# -- listed rooms


def test_a_room_is_listed_only_if_its_maker_says_so_and_while_somebody_is_there(server: Server) -> None:
    def shown(part: str) -> list[str]:
        return [each["room"] for each in server.ask("/api/home")[part]]

    hidden, hidden_tokens = server.make_room("connect_four", "me open")
    room, tokens = server.make_room("connect_four", "me open", listed=True)
    with server.enter(room, *tokens.values()) as maker, server.enter(hidden, *hidden_tokens.values()):
        wait_for(lambda: room in shown("tables"))
        assert hidden not in shown("tables")
        joined = server.ask(f"/api/rooms/{room}/join", {})
        with server.enter(room, joined["token"]) as guest:
            maker.ask("ready", seat=0)
            guest.ask("ready", seat=1)
            wait_for(lambda: room in shown("watch") and room not in shown("tables"))
    wait_for(lambda: room not in shown("watch"))


def test_whose_turn_it_is(server: Server) -> None:
    room, tokens = server.make_room("connect_four", "me me")
    with server.enter(room, *tokens.values()) as both:
        assert server.ask(f"/api/rooms/{room}/turn")["acting"] == [0]
        both.act(0, 1)
        assert server.ask(f"/api/rooms/{room}/turn")["acting"] == [1]
