"""The HTTP API of the front page and of today's challenges."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from boardwalk.server.base.limits import address_of
from boardwalk.server.base.response_cache import ResponseCache
from boardwalk.server.base.responses import answer
from boardwalk.server.http.rooms import Strict, check_new_room, kept_json, room_of, rooms_of
from boardwalk.server.people import challenges
from boardwalk.server.people.players import Known, known
from boardwalk.server.rooms.info import front_page
from boardwalk.server.rooms.spec import new_token

router = APIRouter(prefix="/api")
BEST = 10  # results of a day that are shown


class ChallengeBody(Strict):
    name: Annotated[str, Field(max_length=100)] = ""


async def _challenges(request: Request, who: Known) -> dict[str, Any]:
    """Today's challenges, the best results on this server, and the days that this player has solved."""
    day, store = challenges.today(), rooms_of(request).store
    cache: ResponseCache = request.app.state.cache
    found = await cache.compute(address_of(request.scope), lambda: challenges.all_described(day))
    best: dict[str, list[dict[str, Any]]] = {}
    players: dict[str, int] = {}
    for row in await store.best_solved(day, BEST):
        best.setdefault(row["game"], []).append({"name": row["name"], "count": row["count"]})
        players[row["game"]] = row["players"]
    mine = await store.solved_by(who.player) if who.player else []
    return {
        "day": day,
        "date": challenges.date_of(day),
        "challenges": [
            {**one, "best": best.get(one["game"], []), "players": players.get(one["game"], 0)} for one in found
        ],
        "solved": [[row["game"], row["day"], row["count"]] for row in mine],
    }


@router.get("/home")
async def home(request: Request) -> Response:
    """What the front page shows besides the games."""
    rooms, who = rooms_of(request), await known(request)
    listed = await front_page(rooms.store, rooms.runtime.time())
    return answer({**listed, **await _challenges(request, who), "name": who.name})


@router.get("/challenges")
async def list_challenges(request: Request) -> Response:
    """Today's challenges."""
    return answer(await _challenges(request, await known(request)))


@router.get("/challenges/{game}")
async def show_challenge(game: str, request: Request) -> Response:
    """Today's challenge in a game, with its first scene."""
    day = challenges.today()
    return await kept_json(request, ("challenge", game, day), lambda: challenges.picture(game, day))


@router.post("/challenges/{game}")
async def take_challenge(game: str, body: ChallengeBody, request: Request) -> Response:
    """Make a room for today's challenge. The server rates the result itself, once the game is over."""
    rooms = rooms_of(request)
    check_new_room(request)
    day, who, token = challenges.today(), await known(request), new_token()
    one = challenges.challenge_of(game, day)
    table = await rooms.table(game, one.options)
    spec = challenges.room_spec(game, day, table, who.name or body.name, who.player, token)
    room = await rooms.create(spec)
    return answer({"room": room, "tokens": {str(one.seat): token}}, 201)


@router.get("/rooms/{room}/turn")
async def turn(room: str, request: Request) -> Response:
    """The public information about a room, and the seats that are to act."""
    found = await room_of(request, room)
    acting = []
    if found.phase == "playing" and not found.live:
        acting = [seat for seat in range(len(found.spec.seats)) if found.match.own(seat).to_act == seat]
    return answer({"room": found.info(), "acting": acting})
