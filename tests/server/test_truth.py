"""Once a game is over everything is shown, and not a moment earlier."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from harness import Client, Server
from players import Stored

from boardwalk.contract.scene import EVERYTHING
from boardwalk.engine.rules import AUDIENCE

SECRETS = {"fog_quoridor": {"turns": 20}, "robo_rally": {"rounds": 2}}
PATHS = ("replay", "replay?seat=-5", "replay?seat=-3", "replay?seat=1", "position?step=0", "analysis?seat=1", "record")


def frames(server: Server, room: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The whole scenes of a replay."""
    asked = "" if seat is None else f"?seat={seat}"
    scene: dict[str, Any] = {}
    found = server.ask(f"/api/rooms/{room}/replay{asked}")["frames"]
    return [scene := scene | frame["scene"] for frame in found]


@pytest.mark.parametrize("game", SECRETS)
def test_a_replay_shows_everything_unless_asked_for_a_players_view(server: Server, game: str) -> None:
    room, tokens = server.make_room(game, "me easy", options=SECRETS[game])
    with server.enter(room, tokens[0]) as player:
        player.play_on(random.Random(1))
    match = Stored(server.store, room).replay()
    shown = frames(server, room)
    assert shown == frames(server, room, EVERYTHING)
    scenes = [match.table.game.scene.scene(match.at(number), EVERYTHING) for number in range(len(match.steps))]
    assert msgspec.json.encode(shown) == msgspec.json.encode(scenes)
    assert not any(overlay.kind == "fog" for scene in scenes for overlay in scene.overlays)
    for seat in (0, 1, AUDIENCE):
        assert frames(server, room, seat) != shown, "a player knew less"


def test_a_pawn_in_the_fog_is_in_the_replay(server: Server) -> None:
    room, tokens = server.make_room("fog_quoridor", "me easy", options={"turns": 20})
    with server.enter(room, tokens[0]) as player:
        player.play_on(random.Random(1))
    pawns = [{piece["label"] for piece in scene["pieces"]} for scene in frames(server, room)]
    assert pawns[2:] == [{"A", "B"}] * (len(pawns) - 2)
    hidden = [{piece["label"] for piece in scene["pieces"]} for scene in frames(server, room, AUDIENCE)]
    assert set() in hidden[2:-1]


def refused(server: Server, room: str) -> bool:
    return {server.get(f"/api/rooms/{room}/{path}")[0] for path in PATHS} == {409}


def finish(player: Client, chance: random.Random) -> None:
    player.play_on(chance)
    player.until(lambda: player.room["phase"] == "over")


def test_nothing_is_told_before_the_end_nor_in_the_next_game_of_the_room(server: Server) -> None:
    room, tokens = server.make_room("fog_quoridor", "me me", options={"turns": 6})
    chance = random.Random(3)
    with server.enter(room, *tokens.values()) as both:
        assert refused(server, room)
        finish(both, chance)
        before = frames(server, room)
        for seat in (0, 1):
            both.ask("ready", seat=seat, ready=True)
        both.until(lambda: both.room["phase"] == "playing")
        assert refused(server, room), "the next game is on"
        finish(both, chance)
    after = frames(server, room)
    match = Stored(server.store, room).replay()
    assert after != before and len(after) == len(match.steps)
    assert after[-1]["status"] == match.table.game.scene.scene(match.position, EVERYTHING).status
