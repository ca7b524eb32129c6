"""What pages show of games before they are played: the first scenes of all games, short games between bots, and the
board of a room that waits for its players."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from boardwalk.contract import registry
from boardwalk.contract.game import Game
from boardwalk.contract.scene import Scene
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match
from boardwalk.server.base.responses import answer
from boardwalk.server.http import catalogue
from boardwalk.server.http.rooms import kept_json, room_of

router = APIRouter(prefix="/api")
SEED = 3


@router.get("/previews")
async def previews(request: Request) -> Response:
    """The first scene of every game, with the options of its first preset."""
    return await kept_json(request, "previews", lambda: {game.name: _scene(game) for game in registry.games()})


def _scene(game: Game) -> Scene:
    table = game.table(next(iter(game.presets.values()), {}))
    return Match(table, SEED, rules=table.interpreted).view(0).scene


@router.get("/demos")
async def demos(request: Request) -> Response:
    """The frames of a short game between bots, of every game."""

    def played() -> dict[str, Any]:
        return {game.name: catalogue.demo(game.name) for game in registry.games()}

    return await kept_json(request, "demos", played)


@router.get("/rooms/{room}/board")
async def board(room: str, request: Request) -> Response:
    """The board on which the game of a room begins, as everybody may see it."""
    return answer({"scene": (await room_of(request, room)).match.view(AUDIENCE, 0).scene})
