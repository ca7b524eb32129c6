"""The map of a game's levels over HTTP: the packs, and the levels of each with their pictures."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from boardwalk.contract import registry
from boardwalk.contract.game import Game
from boardwalk.contract.levels import LevelPack, PackLevel
from boardwalk.contract.scene import Scene
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match
from boardwalk.server.http.rooms import kept_json

router = APIRouter(prefix="/api")


def _packs(game: str) -> tuple[Game, tuple[LevelPack, ...]]:
    found = registry.game(game)
    if found.levels is None:
        raise HTTPException(404, f"{found.title} has no levels")
    return found, tuple(found.levels())


@router.get("/games/{game}/levels")
async def list_packs(game: str, request: Request) -> Response:
    """The packs of levels that ship with a game, each level with what is needed to play it and to rate results."""
    _, packs = _packs(game)
    return await kept_json(request, ("levels", game), lambda: {"packs": packs})


@router.get("/games/{game}/levels/{pack}")
async def show_pack(game: str, pack: str, request: Request) -> Response:
    """The first scene of each level of a pack."""
    found, packs = _packs(game)
    chosen = next((one for one in packs if one.name == pack), None)
    if chosen is None:
        raise HTTPException(404, "there is no such pack")

    def scenes() -> dict[str, Any]:
        return {"scenes": [_scene(found, level) for level in chosen.levels]}

    return await kept_json(request, ("levels", game, pack), scenes)


def _scene(game: Game, level: PackLevel) -> Scene:
    table = game.table(level.options)
    return Match(table, 0, rules=table.interpreted).view(AUDIENCE).scene
