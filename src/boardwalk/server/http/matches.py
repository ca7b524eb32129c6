"""The HTTP API of finished games: records, replays, positions and reviews, and records that somebody brings."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response

from boardwalk.contract import positions
from boardwalk.contract.scene import EVERYTHING
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match
from boardwalk.match.record import read_record, write_record
from boardwalk.server.base.errors import UnplayableError
from boardwalk.server.base.limits import address_of
from boardwalk.server.base.response_cache import ResponseCache
from boardwalk.server.base.responses import JSON, answer
from boardwalk.server.http.rooms import MatchNumber, Strict, check_new_room, computed, kept_json, room_of, rooms_of
from boardwalk.server.rooms import imported_records
from boardwalk.server.rooms.frame_diffs import frames_between
from boardwalk.server.rooms.room import Room

router = APIRouter(prefix="/api")
MOST_FRAMES = 200


class RecordBody(Strict):
    text: str


def _over(room: Room) -> Match:
    if room.phase != "over":
        raise HTTPException(409, "the game is not over yet")
    return room.match


@router.post("/records")
async def import_record(body: RecordBody, request: Request) -> Response:
    """Make a room that shows the match of a record. Nothing can be played in it."""
    check_new_room(request)
    rooms, address = rooms_of(request), address_of(request.scope)
    cache: ResponseCache = request.app.state.cache
    record = await cache.compute(address, lambda: read_record(body.text))
    imported_records.check(record)
    table = await rooms.table(record.game, record.options)
    match = await cache.compute(address, lambda: imported_records.replay(record, table))
    return answer({"room": await imported_records.keep(rooms, match)}, 201)


@router.get("/rooms/{room}/record")
async def record(room: str, request: Request, match: MatchNumber = 0) -> Response:
    """The match record of a finished game; for the holder of a seat also of one that this server can't play."""
    try:
        found = _over(await room_of(request, room, match)).record()
    except UnplayableError:
        token = request.headers.get("x-boardwalk-token", "")
        found = await rooms_of(request).stored_record(room, token, match)
    name = f"{found.game}-{room}-{match}" if match > 1 else f"{found.game}-{room}"
    headers = {"Content-Disposition": f'attachment; filename="{name}.match"'}
    return Response(write_record(found), media_type=JSON, headers=headers)


@router.get("/rooms/{room}/replay")
async def replay(
    room: str,
    request: Request,
    seat: Annotated[int, Query(ge=EVERYTHING, le=63)] = EVERYTHING,
    first: Annotated[int, Query(ge=0)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES)] = 200,
    match: MatchNumber = 0,
) -> Response:
    """The frames of a finished game, some at a time; the first of an answer is whole. By default all is shown."""
    found = await room_of(request, room, match)
    played = _over(found)
    _check_seat(played, seat)
    total = len(played.steps)
    last = min(first + count, total) - 1
    own = played.copy()  # a thread needs one of its own

    def frames() -> dict[str, Any]:
        return {"frames": frames_between(own, seat, first, last), "total": total}

    return await kept_json(request, ("replay", room, found.number, played.mark, seat, first, last), frames)


@router.get("/rooms/{room}/position")
async def position(room: str, request: Request, step: Annotated[int, Query(ge=0)], match: MatchNumber = 0) -> Response:
    """The whole position after a step of a finished game, as text. A new room can start from it."""
    played = _over(await room_of(request, room, match))
    if step >= len(played.steps):
        raise HTTPException(422, f"the game has {len(played.steps)} steps")
    own = played.copy()
    return await computed(request, lambda: {"position": positions.write_position(own.at(step))})


@router.get("/rooms/{room}/analysis")
async def analysis(
    room: str,
    request: Request,
    seat: Annotated[int, Query(ge=0, le=63)],
    first: Annotated[int, Query(ge=0)] = 0,
    match: MatchNumber = 0,
) -> Response:
    """The decisions of a seat of a finished game, judged as far as that is done; the first request starts it."""
    found = await room_of(request, room, match)
    _check_seat(_over(found), seat)
    review = rooms_of(request).reviews.review(found, seat, address_of(request.scope))
    return answer(review.state(first))


def _check_seat(match: Match, seat: int) -> None:
    if seat >= len(match.table.seats) or (seat < 0 and seat not in (AUDIENCE, EVERYTHING)):
        raise HTTPException(422, "there is no such seat")
