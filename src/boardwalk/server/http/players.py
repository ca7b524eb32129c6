"""The HTTP API of players who keep a name: keys, ratings, their games."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from pydantic import Field

from boardwalk.contract import registry
from boardwalk.server.base.ratings import PROVISIONAL
from boardwalk.server.base.responses import answer
from boardwalk.server.http.rooms import Strict, rooms_of
from boardwalk.server.people.players import HASH_LENGTH, known, new_key, player_id
from boardwalk.server.rooms.spec import clean_name

router = APIRouter(prefix="/api")
BEST = 100  # players of a table
GAMES = 50  # of a player
NO_KEY = "this server does not know your key"


class NameBody(Strict):
    name: Annotated[str, Field(max_length=100)]


def _name(body: NameBody) -> str:
    name = clean_name(body.name, "")
    if not name:
        raise HTTPException(422, "a name has letters that can be shown")
    return name


@router.post("/players")
async def new_player(body: NameBody, request: Request) -> Response:
    """Keep a name: the answer has the key that proves it is yours. The server keeps its hash only."""
    key, name = new_key(), _name(body)
    await rooms_of(request).store.name_player(player_id(key), name)
    return answer({"key": key, "player": player_id(key), "name": name}, 201)


@router.post("/players/me")
async def rename(body: NameBody, request: Request) -> Response:
    """Another name for the player whose key comes with the request."""
    who = await known(request)
    if not who.player:
        raise HTTPException(403, NO_KEY)
    await rooms_of(request).store.name_player(who.player, _name(body))
    return answer({"player": who.player, "name": _name(body)})


@router.get("/players/me")
async def show_me(request: Request) -> Response:
    """The player whose key comes with the request."""
    who = await known(request)
    if not who.player:
        raise HTTPException(403, NO_KEY)
    return answer(await _profile(request, who.player, who.name))


@router.get("/players/{player}")
async def show_player(player: str, request: Request) -> Response:
    """A player's ratings and rated games."""
    is_one = len(player) == HASH_LENGTH and player.isascii() and player.isalnum()
    name = await rooms_of(request).store.player_name(player) if is_one else None
    if name is None:
        raise HTTPException(404, "there is no such player")
    return answer(await _profile(request, player, name))


@router.get("/ratings/{game}")
async def show_ratings(game: str, request: Request) -> Response:
    """The rated people and bots of a game, the best first."""
    title = registry.game(game).title
    rows = await rooms_of(request).store.best_players(game, BEST)
    return answer({"game": game, "title": title, "ratings": [_rating(row) for row in rows]})


async def _profile(request: Request, player: str, name: str) -> dict[str, Any]:
    store = rooms_of(request).store
    rows = await store.results_of(player, GAMES)
    grouped = groupby(rows, key=lambda row: (row["room"], row["match"]))
    return {
        "player": player,
        "name": name,
        "ratings": [_rating(row) for row in await store.ratings_of(player)],
        "games": [_game(player, list(seats)) for _, seats in grouped],
        "solved": len(await store.solved_by(player)),
    }


def _rating(row: dict[str, Any]) -> dict[str, Any]:
    bot = row["player"].removeprefix("bot:") if row["player"].startswith("bot:") else ""
    return {
        "game": row["game"],
        "system": row["system"],
        "player": "" if bot else row["player"],
        "bot": bot,
        "name": row["name"],
        "rating": round(row["value"]),
        "deviation": round(row["deviation"]),
        "provisional": row["deviation"] > PROVISIONAL,
        "games": row["games"],
        "won": row["won"],
    }


def _game(player: str, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """A rated match from a player's side."""
    own = next(seat for seat in seats if seat["player"] == player)
    return {
        "room": own["room"] if own["kept"] else "",
        "match": own["match"],
        "game": own["game"],
        "score": own["score"],
        "rating": round(own["value"]),
        "gain": round(own["gain"]),
        "ended": own["ended"],
        "others": [seat["name"] for seat in seats if seat is not own],
    }
