"""Games played over the wire: every game to its end, alone and together."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from harness import GAMES, PATIENCE, Client, Gone, Refused, Server, wait_for

from boardwalk import Match
from boardwalk.contract import registry
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import MatchRecord
from boardwalk.server.rooms.spec import seat_shift

ROOT = Path(__file__).parents[2]
SEATS = {"box_world": 1, "capture_the_flag": 2, "fog_quoridor": 2, "robo_rally": 2, "rowdy_racers": 2}


def replayed(server: Server, room: str) -> Match:
    """The match that the record of a finished game tells."""
    return Match.from_record(MatchRecord(**server.ask(f"/api/rooms/{room}/record")))


def scene_of(match: Match, seat: int, number: int = -1) -> dict[str, object]:
    """What a seat sees, as clients have it."""
    import msgspec

    scene: dict[str, object] = json.loads(msgspec.json.encode(match.view(seat, number).scene))
    return scene


@pytest.mark.parametrize("game", [name for name in GAMES if name != "box_world"])
def test_a_game_against_a_bot_is_played_to_its_end(server: Server, game: str) -> None:
    room, tokens = server.make_room(game, "me greedy")
    assert server.get(f"/api/rooms/{room}/record")[0] == 409, "the record holds the seed"
    assert server.get(f"/api/rooms/{room}/replay")[0] == 409
    with server.enter(room, tokens[0]) as player, server.enter(room) as watcher:
        player.play_on(random.Random(game))
        watcher.until(lambda: watcher.over)
        player.until(lambda: player.room["phase"] == "over")
        match = replayed(server, room)
        assert match.over and list(match.scores) == player.room["scores"]
        assert player.scenes[0] == scene_of(match, 0), "frame by frame one comes to the same picture"
        assert watcher.scenes[-3] == scene_of(match, AUDIENCE)


def test_box_world_is_solved_undone_and_restarted(server: Server) -> None:
    room, tokens = server.make_room("box_world", "me")
    solution = solve()
    with server.enter(room, tokens[0]) as player:
        before = player.scenes[0]
        with pytest.raises(Refused, match="nothing to undo"):
            player.ask("undo", seat=0)
        player.act(0, *solution[:4])
        after = player.scenes[0]
        assert after != before
        for _ in range(4):
            player.ask("undo", seat=0)
        assert player.scenes[0] == before
        for _ in range(4):
            player.ask("redo", seat=0)
        assert player.scenes[0] == after
        with pytest.raises(Refused, match="nothing to redo"):
            player.ask("redo", seat=0)
        player.ask("event", seat=0, name="restart")
        assert player.scenes[0]["pieces"] == before["pieces"]
        player.act(0, *solution)
        assert player.over and player.until(lambda: player.room["phase"] == "over")
        assert player.room["scores"] == [1]
        player.ask("undo", seat=0)
        assert not player.over, "even the last step"
        with server.enter(room, tokens[0]) as again:
            assert again.scenes[0] == player.scenes[0]


def solve() -> list[int]:
    """A way to solve the level, found by the greedy player."""
    from boardwalk.bots import make_bot, play

    match = Match(registry.game("box_world").table(GAMES["box_world"]), 1)
    play(match, {0: make_bot("greedy", 1)}, 2000)
    assert match.over
    return match.actions


def test_two_friends_meet_play_and_play_again(server: Server) -> None:
    room, tokens = server.make_room("fog_quoridor", "me open")
    ada = server.enter(room, tokens[0])
    assert ada.room["phase"] == "waiting" and ada.room["seats"][1]["kind"] == "open"
    with pytest.raises(Refused, match="the game has not begun"):
        ada.act(0, 0)
    joined = server.ask(f"/api/rooms/{room}/join", {"name": "  Bob\n<b>the\tsecond</b> and many more words"})
    assert joined["seat"] == 1
    status, why = server.post(f"/api/rooms/{room}/join", {"name": "Cy"})
    assert status == 409 and json.loads(why) == {"error": "all seats are taken; you can watch"}
    bob = server.enter(room, joined["token"])
    assert bob.room["seats"][1]["name"] == "Bob <b>the second</b> an", "one line, not too long; escaping is the page's"
    ada.ask("rename", seat=0, name="Ada")
    bob.until(lambda: bob.room["seats"][0]["name"] == "Ada")
    ada.until(lambda: ada.room["seats"][1]["connected"])
    ada.ask("ready", seat=0)
    assert ada.room["phase"] == "waiting"
    bob.ask("ready", seat=1)
    play_together(ada, bob)
    assert ada.room["match"] == 1
    first = server.ask(f"/api/rooms/{room}/record")
    assert first["names"] == ["Ada", "Bob <b>the second</b> an"]
    ada.ask("ready", seat=0)
    assert ada.room["phase"] == "over" and ada.room["seats"][0]["ready"]
    bob.ask("ready", seat=1)
    ada.until(lambda: ada.room["phase"] == "playing")
    assert ada.room["match"] == 2
    assert (ada.seats, bob.seats) == ([1], [0]), "they have changed seats"
    assert [seat["name"] for seat in ada.room["seats"]] == ["Bob <b>the second</b> an", "Ada"]
    assert server.get(f"/api/rooms/{room}/record")[0] == 409, "the new game's seed is a secret again"
    play_together(ada, bob)
    second = server.ask(f"/api/rooms/{room}/record")
    assert second["seed"] != first["seed"] and second["names"] == first["names"][::-1]
    ada.close()
    bob.until(lambda: not bob.room["seats"][1]["connected"])
    with server.enter(room, *tokens.values()) as back:
        assert back.seats == [1], "her token opens the seat she has now"
    bob.close()


def play_together(*clients: Client) -> None:
    """Clients with a seat each, by turns, to the end."""
    chance = random.Random(5)
    while True:
        for client in clients:
            client.ping()
        acting = [(client, seat) for client in clients for seat in client.ready_seats()]
        if not acting:
            break
        client, seat = acting[0]
        client.act(seat, chance.choice(client.choices(seat)))
    for client in clients:
        assert client.over
        client.until(lambda: client.room["phase"] == "over")  # noqa: B023


def test_each_friend_sees_only_its_own_view_and_acts_only_for_itself(server: Server) -> None:
    room, tokens = server.make_room("fog_quoridor", "me me")
    with server.enter(room, tokens[0]) as ada, server.enter(room, tokens[1]) as bob, server.enter(room) as watcher:
        assert (ada.seats, bob.seats, watcher.seats) == ([0], [1], [])
        assert ada.scenes.keys() == {0} and bob.scenes.keys() == {1} and watcher.scenes.keys() == {-3}
        for client, seen in ((ada, 0), (bob, 1)):
            client.act(seen, client.choices(seen)[0])  # where to start
        for client, pawns in ((ada, [0]), (bob, [1]), (watcher, [])):
            client.ping()
            assert [piece["tone"] for piece in client.scenes[client.seats[0] if pawns else -3]["pieces"]] == pawns
        for client in (bob, watcher):
            with pytest.raises(Refused, match="that seat is not yours"):
                client.act(0, ada.choices(0)[0])
            assert client.turn.keys() == client.scenes.keys()
        before = ada.scenes[0]
        with pytest.raises(Refused, match="it is A's turn to act"):
            bob.act(1, 0)
        ada.ping()
        assert ada.scenes[0] == before


def test_who_comes_back_finds_exactly_the_same(server: Server) -> None:
    room, tokens = server.make_room("rowdy_racers", "me me")
    with server.enter(room, *tokens.values()) as player:
        assert player.seats == [0, 1], "two on one screen"
        for _ in range(6):
            seat = player.ready_seats()[0]
            player.act(seat, player.choices(seat)[0])
        with server.enter(room, *tokens.values()) as again:
            assert again.scenes == player.scenes and again.numbers == player.numbers
            assert {s: again.choices(s) for s in (0, 1)} == {s: player.choices(s) for s in (0, 1)}


def test_a_seat_that_is_given_up_is_closed_to_its_old_token(server: Server) -> None:
    room, tokens = server.make_room("rowdy_racers", "me me")
    ada, tab, bob = (server.enter(room, tokens[seat]) for seat in (0, 0, 1))
    ada.ask("leave", seat=0)
    assert ada.until(lambda: -3 in ada.scenes), "who has left may watch"
    with pytest.raises(Refused, match="that seat is not yours"):
        ada.act(0, 0)
    tab.until(lambda: tab.bye)
    assert tab.bye and tab.bye["again"]
    tab.come_back()
    assert tab.seats == []
    bob.until(lambda: bob.room["seats"][0]["kind"] == "bot")
    bob.play_on(random.Random(1))
    for client in (ada, tab, bob):
        client.close()


def test_a_bot_can_take_the_seat_one_waits_for_somebody_to_take(server: Server) -> None:
    room, tokens = server.make_room("rowdy_racers", "me open")
    with server.enter(room, tokens[0]) as player:
        for other, bot, why in ((0, "greedy", "taken"), (5, "greedy", "no seat 5"), (1, "ghost", "no bot 'ghost'")):
            with pytest.raises(Refused, match=why):
                player.ask("invite", seat=0, other=other, bot=bot)
        player.ask("invite", seat=0, other=1, bot="random")
        player.until(lambda: player.room["seats"][1]["kind"] == "bot")
        assert server.post(f"/api/rooms/{room}/join", {"name": "Zoe"})[0] == 409
        player.ask("invite", seat=0, other=1, bot="")
        player.until(lambda: player.room["seats"][1]["kind"] == "open")
        player.ask("invite", seat=0, other=1, bot="greedy")
        player.ask("ready", seat=0)
        player.until(lambda: player.room["phase"] == "playing")
        with pytest.raises(Refused, match="the game is on already"):
            player.ask("invite", seat=0, other=1, bot="random")


def test_a_seed_is_nobodys_to_choose_in_a_game_with_others(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    status, body = server.post("/api/rooms", {"game": "rowdy_racers", "seats": seats, "seed": 1})
    assert status == 409 and "a seed can't be chosen" in json.loads(body)["error"]


def test_when_the_time_is_up_a_bot_acts(server: Server) -> None:
    room, tokens = server.make_room("fog_quoridor", "me me", turn_seconds=1)
    with server.enter(room, tokens[0]) as ada, server.enter(room, tokens[1]) as bob:
        assert 0 < ada.turn[0]["deadline"] <= 1
        bob.until(lambda: bob.turn[1]["to_act"] == 1 and bob.turn[1]["deadline"])
        ada.until(lambda: "Both have chosen; A plays first" in ada.news)
        ada.until(lambda: ada.numbers[0] >= 4)


def test_secret_choices_need_not_wait_for_each_other(server: Server) -> None:
    room, tokens = server.make_room("robo_rally", "me me")
    with server.enter(room, tokens[0]) as first, server.enter(room, tokens[1]) as second:
        assert second.turn[1]["to_act"] == 0 and second.turn[1]["acting"] == [1], "both may choose"
        for _ in range(5):
            first.ping()
            assert first.numbers[0] == 0, "how far the other is shows in nothing"
            second.act(1, second.choices(1)[0])
        assert second.choices(1) == [] and second.numbers[1] == 5
        first.ping()
        assert first.numbers[0] == 1, "the other is ready"
        for _ in range(5):
            first.act(0, first.choices(0)[-1])
        for client in (first, second):
            client.until(lambda: client.turn[client.seats[0]]["choices"])  # noqa: B023
        assert first.numbers[0] == second.numbers[1] - 4 and first.numbers[0] > 15, "the whole round has been run"


def test_capture_the_flag_live(server: Server) -> None:
    room, tokens = server.make_room(
        "capture_the_flag",
        "me open greedy open",
        options={"players": 2, "ticks": 60},
        tick_ms=50,
    )
    ada = server.enter(room, tokens[0])
    ada.ask("ready", seat=0)
    ada.until(lambda: ada.turn)
    gone = "Team 1 player b has left"
    assert {piece["id"] for piece in ada.scenes[0]["pieces"] if piece["shape"] == "runner"} == {"player0", "player2"}
    assert ada.choices(0), "everybody may act at any time"
    answers = {"done": 0, "refused": 0}
    for action in (0, 1, 2, 3, 5, 5):
        try:
            ada.act(0, action)
            answers["done"] += 1
        except Refused as refusal:
            assert "not possible" in str(refusal)
            answers["refused"] += 1
    assert answers["done"] >= 2
    joined = server.ask(f"/api/rooms/{room}/join", {"name": "Bob", "seat": 1})
    with server.enter(room, joined["token"]) as bob:
        bob.until(lambda: any(piece["id"] == "player1" for piece in bob.scenes[1]["pieces"]))
        bob.act(1, 5)
        ada.ask("leave", seat=0)
        bob.until(lambda: bob.over)
        bob.until(lambda: bob.room["phase"] == "over")
        match = replayed(server, room)
        assert match.actions[:2] == [7, 9], f"{gone}, and so has Team 2's"
        assert bob.scenes[1] == scene_of(match, 1)
    ada.close()


def test_the_replay_is_the_game(server: Server) -> None:
    room, tokens = server.make_room("robo_rally", "me greedy")
    with server.enter(room, tokens[0]) as player:
        player.play_on(random.Random(2))
    match = replayed(server, room)
    scene: dict[str, object] = {}
    first = 0
    while first < len(match.steps):
        part = server.ask(f"/api/rooms/{room}/replay?seat=1&first={first}&count=7")
        assert part["total"] == len(match.steps) and len(part["frames"]) <= 7
        scene = {}
        for frame in part["frames"]:
            scene |= frame["scene"]
            assert frame["number"] == first
            assert scene == scene_of(match, 1, first)
            first += 1
    assert server.get(f"/api/rooms/{room}/replay?seat=2")[0] == 422
    assert server.get(f"/api/rooms/{room}/replay?seat=-2")[0] == 422


def test_a_bot_in_another_language_plays_a_whole_game(server: Server) -> None:
    program = ROOT / "examples" / "remote_bot.py"
    text = program.read_text()
    assert len(text.splitlines()) < 60 and not re.search(r"^\s*(import|from) boardwalk", text, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, program, server.address, "fog_quoridor"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    told = done.stdout.splitlines()
    assert re.search(r"has won|draw", told[-1]), told
    room = told[0].rsplit("/", 1)[1]
    assert replayed(server, room).over


def test_rooms_sleep_and_wake_where_they_were() -> None:
    with Server(sleep_seconds=0.2) as server:
        room, tokens = server.make_room("fog_quoridor", "me me", turn_seconds=3600)
        with server.enter(room, *tokens.values()) as player:
            for seat in (0, 1, 0):
                player.act(seat, player.choices(seat)[0])
        wait_for(lambda: b"boardwalk_rooms_awake 0.0" in server.get("/metrics")[1])
        with server.enter(room, *tokens.values()) as again:
            assert again.scenes == player.scenes and again.turn[1]["deadline"] > 3000
            again.act(1, again.choices(1)[0])
        server.kill()
        server.start()
        with server.enter(room, *tokens.values()) as once_more:
            assert once_more.scenes == again.scenes and once_more.turn[0]["deadline"] > 3000


def test_the_end_of_the_server_is_announced_and_logged() -> None:
    with Server() as server:
        room, tokens = server.make_room("fog_quoridor", "me greedy")
        clients = [server.enter(room, tokens[0]), server.enter(room)]
        server.stop()
        for client in clients:
            with pytest.raises(Gone):
                client.until(lambda: False)
            assert client.bye == {"type": "bye", "why": "the server is restarting", "again": True}
        lines = server.lines()
        assert [line["message"] for line in lines if "path" not in line] == ["serving", "stopped"]
        for line in lines:
            assert line.keys() >= {"time", "level", "message"} and line["level"] == "info"
        made = [line for line in lines if line.get("path") == "/api/rooms"]
        assert [(line["message"], line["status"]) for line in made] == [("POST", 201)]
        server.start()
        for client in clients:
            client.come_back()
            client.close()
        parse_metrics(server.get("/metrics")[1].decode())


def parse_metrics(text: str) -> None:
    from prometheus_client.parser import text_string_to_metric_families

    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert {"boardwalk_connections", "boardwalk_rooms_awake", "boardwalk_messages", "boardwalk_requests"} <= set(
        families
    )
    assert families["boardwalk_messages"].samples[0].value == 2


def test_a_store_that_cant_be_opened_is_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from boardwalk.cli.app import main; main()", "serve", "--port", "0", "--store"]
    done = subprocess.run(
        [*command, f"sqlite:///{tmp_path}/no/games.db"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 2 and re.fullmatch(r"boardwalk: the store .* can't be opened: .*\n", done.stderr)
    done = subprocess.run(
        [*command, "sqlite://", "--workers", "2"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stderr == "boardwalk: several workers need a PostgreSQL store: --store postgresql://…\n"


@pytest.mark.parametrize(
    ("tones", "shift"),
    [([0], 0), ([0, 1], 1), ([0, 1, 2, 3], 1), ([0, 0, 1, 1], 2), ([0, 1, 0, 1], 1), ([0, 0, 1], 0)],
)
def test_teams_stay_together_when_seats_change(tones: list[int], shift: int) -> None:
    assert seat_shift(tones) == shift


def test_bots_change_seats_too(server: Server) -> None:
    room, tokens = server.make_room("robo_rally", "me greedy random", options={"robots": 3, "rounds": 1})
    with server.enter(room, tokens[0]) as player:
        for number in range(1, 4):
            player.play_on(random.Random(number))
            (seat,) = player.seats
            player.ask("ready", seat=seat)
            player.until(lambda: player.room["match"] == number + 1 and player.turn)  # noqa: B023
            assert player.seats == [number % 3]
            kinds = [one["bot"] or one["kind"] for one in player.room["seats"]]
            assert [kinds[(number + place) % 3] for place in range(3)] == ["person", "easy", "random"]
            assert len({one["name"] for one in player.room["seats"]}) == 3, "names of seats stay with the seats"
