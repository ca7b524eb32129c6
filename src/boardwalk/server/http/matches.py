"""The API of finished games: records, replays, positions and reviews, and the import of records."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import Request

from boardwalk.contract import positions
from boardwalk.contract.scene import EVERYTHING
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match
from boardwalk.match.record import MatchRecord, read_record, write_record
from boardwalk.server.base.errors import UnplayableError
from boardwalk.server.base.limits import address_of
from boardwalk.server.base.response_cache import cached, computed
from boardwalk.server.base.responses import JSON, Encoded
from boardwalk.server.http.rooms import MatchNumber, check_new_room, room_of, rooms_of
from boardwalk.server.http.routes import Body, Routes
from boardwalk.server.protocol.messages import Frame
from boardwalk.server.rooms.frames import frames_between
from boardwalk.server.rooms.reviews import Review
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.stored import check_record, replayed

routes = Routes("/api")
MOST_FRAMES = 200

Number = Annotated[int, Meta(ge=0)]


class RecordText(Body, kw_only=True, frozen=True):
    """The text of a match record."""

    text: str


class ImportedRoom(msgspec.Struct, kw_only=True):
    """The name of the room that shows an imported record."""

    room: str


class Replay(msgspec.Struct, kw_only=True):
    """Some frames of a finished game, the first one whole, and how many there are in `total`."""

    frames: list[Frame]
    total: int


class PositionText(msgspec.Struct, kw_only=True):
    """A whole position as text, from which a room can start."""

    position: str


def _over(room: Room) -> Match:
    if room.state.phase != "over":
        raise HTTPException(409, "the game is not over yet")
    return room.match


@routes.post("/records", 201)
async def import_record(body: RecordText, request: Request) -> ImportedRoom:
    """Make a room that shows the match of a record. Nothing can be played in it."""
    check_new_room(request)
    rooms = rooms_of(request)
    record = await computed(request, lambda: read_record(body.text))
    check_record(record)
    table = await rooms.table(record.game, record.options)
    match = await computed(request, lambda: replayed(record, table))
    return ImportedRoom(room=await rooms.keep(match))


@routes.get("/rooms/{room}/record")
async def record(room: str, request: Request, match: MatchNumber = 0) -> Encoded[MatchRecord]:
    """The match record of a finished game; for the holder of a seat also of one that this server can't play."""
    try:
        found = _over(await room_of(request, room, match)).record()
    except UnplayableError:
        token = request.headers.get("x-boardwalk-token", "")
        found = await rooms_of(request).stored_record(room, token, match)
    name = f"{found.game}-{room}-{match}" if match > 1 else f"{found.game}-{room}"
    headers = {"Content-Disposition": f'attachment; filename="{name}.match"'}
    return Encoded(write_record(found), headers=headers, media_type=JSON)


@routes.get("/rooms/{room}/replay")
async def replay(
    room: str,
    request: Request,
    seat: Annotated[int, Meta(ge=EVERYTHING, le=63)] = EVERYTHING,
    first: Number = 0,
    count: Annotated[int, Meta(ge=1, le=MOST_FRAMES)] = MOST_FRAMES,
    match: MatchNumber = 0,
) -> Encoded[Replay]:
    """The frames of a finished game, some at a time; the first of an answer is whole. By default nothing is
    concealed."""
    found = await room_of(request, room, match)
    played = _over(found)
    _check_seat(played, seat)
    total = len(played.steps)
    last = min(first + count, total) - 1
    own = played.copy()  # a thread needs one of its own
    key = ("replay", room, found.state.spec.match, played.revision, seat, first, last)
    return await cached(request, key, lambda: Replay(frames=frames_between(own, seat, first, last), total=total))


@routes.get("/rooms/{room}/position")
async def position(room: str, request: Request, step: Number, match: MatchNumber = 0) -> PositionText:
    """The whole position after a step of a finished game, as text. A new room can start from it."""
    played = _over(await room_of(request, room, match))
    if step >= len(played.steps):
        raise HTTPException(422, f"the game has {len(played.steps)} steps")
    own = played.copy()
    return await computed(request, lambda: PositionText(position=positions.write_position(own.at(step))))


@routes.get("/rooms/{room}/analysis")
async def analysis(
    room: str,
    request: Request,
    seat: Annotated[int, Meta(ge=0, le=63)],
    first: Number = 0,
    match: MatchNumber = 0,
) -> Review:
    """The decisions of a seat of a finished game, judged as far as that is done; the first request starts it."""
    found = await room_of(request, room, match)
    _check_seat(_over(found), seat)
    return rooms_of(request).reviews.review(found, seat, address_of(request.scope)).state(first)


def _check_seat(match: Match, seat: int) -> None:
    if seat >= len(match.table.seats) or (seat < 0 and seat not in (AUDIENCE, EVERYTHING)):
        raise HTTPException(422, "there is no such seat")
