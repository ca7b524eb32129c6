"""The map of levels: the packs that ship with a game, and what is sent when a level is done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from harness import Server

from boardwalk import Match
from boardwalk.contract import registry
from boardwalk.games.box_world.content.shipped import packs
from boardwalk.games.box_world.files import read_pack
from boardwalk.games.box_world.setup import PACKS


@pytest.fixture(scope="module")
def shipped(server: Server) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.ask("/api/games/box_world/levels")["packs"]
    return found


def test_every_level_can_be_started_and_has_a_picture(server: Server, shipped: list[dict[str, Any]]) -> None:
    game = registry.game("box_world")
    assert len({level["key"] for pack in shipped for level in pack["levels"]}) > 250
    for pack in shipped[:3]:
        scenes = server.ask(f"/api/games/box_world/levels/{pack['name']}")["scenes"]
        assert len(scenes) == len(pack["levels"])
        for level, scene in zip(pack["levels"], scenes, strict=True):
            position = Match(game.table(level["options"]), seed=1).position
            assert json.loads(json.dumps(scene["rows"])) == game.scene.scene(position, 0).rows
            assert level["title"] in scene["status"]


def test_a_game_without_levels_and_a_pack_that_is_not_there(server: Server) -> None:
    assert server.get("/api/games/rowdy_racers/levels")[0] == 404
    assert server.get("/api/games/box_world/levels/lost")[0] == 404
    named = {game["name"]: game["levels"] for game in server.ask("/api/games")}
    assert named["box_world"] and not named["rowdy_racers"] and not named["connect_four"]


def test_every_pack_is_on_the_map_and_the_fewest_moves_of_its_levels_are_known() -> None:
    assert sorted(pack.name for pack in packs()) == PACKS.names()
    for pack in packs():
        assert all(level.fewest["moves"] > 0 for level in pack.levels), pack.name


def test_fewest_moves_are_read_from_remarks() -> None:
    first, second = "; a pack\n\n; fewest moves 2, grade 1: dd\n; One\nU-F\n \t\n", "; Two\nUF\n\n\n"
    levels = read_pack(first + second + "; fewest moves 31\nU-F\n")
    assert [level.fewest for level in levels] == [2, 0, 31]


def test_a_finished_level_is_told_with_its_counts(server: Server) -> None:
    pack = "; One\nU-F\n\n; Two\nUF\n"
    room, tokens = server.make_room("box_world", "me", options={"pack": pack})
    with server.enter(room, tokens[0]) as player:
        player.act(0, 1)
        assert player.turn[0]["result"] is None
        player.act(0, 1)
        told = player.turn[0]["result"]
        assert told["title"] == "One" and told["counts"] == {"moves": 2, "pushes": 0}
        player.ask("undo", seat=0)
        assert player.turn[0]["result"] is None
        player.act(0, 1)
        player.act(0, 4)
        assert player.turn[0]["result"] is None
        player.act(0, 1)
        player.until(lambda: player.room["phase"] == "over")
        assert player.turn[0]["result"]["title"] == "Two"
