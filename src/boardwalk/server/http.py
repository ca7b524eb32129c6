"""The HTTP API: games, files, rooms, records, replays, and the drawings of themes."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from boardwalk.bots import check_bot
from boardwalk.bots.bot import GREEDY
from boardwalk.core import registry
from boardwalk.core.errors import BoardwalkError, OptionError, TextError, UnknownBotError, UnknownGameError
from boardwalk.core.game import Game
from boardwalk.core.rules import AUDIENCE
from boardwalk.draw import css
from boardwalk.draw.sprite import sprite
from boardwalk.files import find_kind
from boardwalk.match import Match
from boardwalk.match.record import write_record
from boardwalk.server import catalogue
from boardwalk.server.frame_diffs import frames_between
from boardwalk.server.limits import RateLimit, address_of
from boardwalk.server.room import Room
from boardwalk.server.room_spec import (
    Kind,
    NotYoursError,
    RefusedError,
    RoomSpec,
    Seat,
    UnplayableError,
    clean_name,
    hash_token,
    new_seed,
    new_token,
)
from boardwalk.server.rooms import Rooms
from boardwalk.server.store import DamagedError

router = APIRouter(prefix="/api")
MOST_FRAMES = 500
SHORTEST_TICK = 50  # ms


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


def _check_encodable(options: dict[str, Any]) -> dict[str, Any]:
    try:
        msgspec.json.encode(options)
    except (UnicodeEncodeError, OverflowError, RecursionError):
        raise ValueError("that is no text, or nested too deeply") from None
    return options


GameOptions = Annotated[dict[str, Any], AfterValidator(_check_encodable)]


class OptionsBody(Strict):
    options: GameOptions = {}
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0


class FileBody(Strict):
    name: Annotated[str, Field(max_length=200)] = ""
    text: str


class SeatBody(Strict):
    kind: Annotated[str, Field(pattern="^(me|open|bot)$")]
    name: Annotated[str, Field(max_length=100)] = ""
    bot: Annotated[str, Field(max_length=100)] = GREEDY


class RoomBody(Strict):
    game: Annotated[str, Field(max_length=100)]
    options: GameOptions = {}
    seats: Annotated[list[SeatBody], Field(max_length=64)] = []
    turn_seconds: Annotated[int, Field(ge=0, le=86400)] = 0
    tick_ms: Annotated[int, Field(ge=0, le=10_000)] = 0
    seed: Annotated[int | None, Field(ge=0, lt=2**53)] = None


class JoinBody(Strict):
    name: Annotated[str, Field(max_length=100)] = ""
    seat: Annotated[int | None, Field(ge=0, le=63)] = None


def answer(data: Any, status: int = 200) -> Response:
    try:
        body = msgspec.json.encode(data)
    except UnicodeEncodeError:  # the client sent half of a surrogate pair
        body = json.dumps(msgspec.to_builtins(data)).encode()
    return Response(body, status, media_type="application/json")


def refusal(error: BoardwalkError) -> Response:
    """The response for an error: one sentence, and the option or the place in the text."""
    body: dict[str, Any] = {"error": str(error)}
    status = 422
    if isinstance(error, OptionError):
        body["option"] = error.option
    elif isinstance(error, TextError):
        body |= {"error": error.what, "line": error.line, "column": error.column}
    elif isinstance(error, UnknownGameError):
        status = 404
    elif isinstance(error, NotYoursError):
        status = 403
    elif isinstance(error, RefusedError | UnknownBotError | UnplayableError | DamagedError):
        status = 409
    return answer(body, status)


def rooms_of(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def room_of(request: Request, name: str) -> Room:
    room = await rooms_of(request).open(name) if len(name) <= 32 else None
    if room is None:
        raise HTTPException(404, "there is no such room")
    return room


@router.get("/games")
async def list_games() -> Response:
    """The games, with their options, presets and kinds of files."""
    return answer(await asyncio.to_thread(catalogue.games))


def game_of(name: str) -> Game:
    return registry.game(name)


@router.post("/games/{game}/check")
async def check_options(game: str, body: OptionsBody) -> Response:
    """Whether these options go together, and which seats there are then."""
    table = await asyncio.to_thread(game_of(game).table, body.options)
    return answer({"ok": True, "seats": table.seats, "tones": table.tones, "table": str(table)})


@router.post("/games/{game}/preview")
async def preview(game: str, body: OptionsBody) -> Response:
    """The first scene of a game with these options."""

    def scene() -> Any:
        table = game_of(game).table(body.options)
        return Match(table, body.seed, rules=table.interpreted).view(AUDIENCE).scene

    return answer({"scene": await asyncio.to_thread(scene)})


@router.get("/games/{game}/demo")
async def demo(game: str) -> Response:
    """The frames of a short game between bots."""
    game_of(game)
    return answer({"frames": await asyncio.to_thread(catalogue.demo, game)})


@router.get("/games/{game}/rules")
async def rules(game: str) -> Response:
    """The rulebook, as Markdown."""
    found = game_of(game)
    return answer({"title": found.title, "text": found.rulebook_text()})


@router.post("/files/check")
async def check_file(body: FileBody) -> Response:
    """What kind of file a text is, or what is wrong with it."""

    def read() -> dict[str, Any]:
        game, kind = find_kind(body.name, body.text)
        kind.read(body.text)
        return {"ok": True, "game": game.name, "option": kind.option, "kind": kind.name}

    return answer(await asyncio.to_thread(read))


_new_rooms = RateLimit()


@router.post("/rooms")
async def make_room(body: RoomBody, request: Request) -> Response:
    """Make a room. The answer holds the secret tokens of the seats that are yours."""
    if not _new_rooms.allows(address_of(request.scope), rooms_of(request).settings.rooms_a_minute):
        raise HTTPException(429, "too many new rooms from your address; wait a minute")
    table = await rooms_of(request).table(body.game, body.options)
    if body.tick_ms and table.game.idle is None:
        raise RefusedError(f"{table.game.title} can't be played live; leave tick_ms out")
    if 0 < body.tick_ms < SHORTEST_TICK:
        raise RefusedError(f"tick_ms must be 0 or at least {SHORTEST_TICK}")
    if len(body.seats) > len(table.seats):
        raise RefusedError(f"there are {len(table.seats)} seats, not {len(body.seats)}")
    wanted = body.seats + [SeatBody(kind="open")] * (len(table.seats) - len(body.seats))
    tokens: dict[str, str] = {}
    seats = []
    for number, one in enumerate(wanted):
        default = table.seats[number]
        if one.kind == "bot":
            check_bot(one.bot, table.game.name)
        if one.kind == "me":
            tokens[str(number)] = new_token()
            key = hash_token(tokens[str(number)])
            seats.append(Seat(kind=Kind.PERSON, name=clean_name(one.name, default), key=key))
        elif one.kind == "bot":
            seats.append(Seat(kind=Kind.BOT, name=clean_name(one.name, default), bot=one.bot))
        else:
            seats.append(Seat(kind=Kind.OPEN, name=default))
    if body.seed is not None and any(one.kind == "open" for one in wanted):
        raise RefusedError("a seed can't be chosen for a game with others: who knows it knows what is to come")
    spec = RoomSpec(
        game=body.game,
        options=dict(table.options.changed()),
        seed=new_seed() if body.seed is None else body.seed,
        seats=seats,
        defaults=list(table.seats),
        started=not any(one.kind == "open" for one in wanted),
        turn_seconds=body.turn_seconds,
        tick_ms=body.tick_ms,
        version=table.game.version,
    )
    room = await rooms_of(request).create(spec)
    return answer({"room": room.name, "tokens": tokens}, 201)


@router.get("/rooms/{room}")
async def show_room(room: str, request: Request) -> Response:
    """The public information about a room."""
    return answer((await room_of(request, room)).info())


@router.post("/rooms/{room}/join")
async def join_room(room: str, body: JoinBody, request: Request) -> Response:
    """Take an open seat."""
    found = await room_of(request, room)
    async with rooms_of(request).resets_if_broken(found):
        seat, token = await found.join(body.name, body.seat)
    return answer({"seat": seat, "token": token}, 201)


def _over(room: Room) -> Match:
    if room.phase != "over":
        raise HTTPException(409, "the game is not over yet")
    return room.match


@router.get("/rooms/{room}/record")
async def record(room: str, request: Request) -> Response:
    """The match record of a finished game; for the holder of a seat also of one that this server can't play."""
    try:
        found = _over(await room_of(request, room)).record()
    except UnplayableError:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        found = await rooms_of(request).stored_record(room, token)
    headers = {"Content-Disposition": f'attachment; filename="{found.game}-{room}.match"'}
    return Response(write_record(found), media_type="application/json", headers=headers)


@router.get("/rooms/{room}/replay")
async def replay(
    room: str,
    request: Request,
    seat: Annotated[int, Query(ge=AUDIENCE, le=63)] = AUDIENCE,
    first: Annotated[int, Query(ge=0)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_FRAMES)] = 200,
) -> Response:
    """The frames of a finished game, some at a time; the first of an answer is whole."""
    match = _over(await room_of(request, room))
    if seat >= len(match.table.seats) or seat in (-1, -2):
        raise HTTPException(422, "there is no such seat")
    total = len(match.steps)
    last = min(first + count, total) - 1
    frames = await asyncio.to_thread(frames_between, match.copy(), seat, first, last)
    return answer({"frames": frames, "total": total})


@router.get("/look.css")
async def look_css() -> Response:
    """The colours, as CSS variables for light and dark."""
    await asyncio.to_thread(registry.games)  # loading the games registers their themes
    return Response(css(), media_type="text/css")


@router.get("/look/{theme}.svg")
async def look_svg(theme: str) -> Response:
    """The drawings of a theme's tiles and pieces, as SVG symbols."""
    if theme not in {game.theme.name for game in await asyncio.to_thread(registry.games)}:
        raise HTTPException(404, f"there is no theme {theme[:40]!r}")
    return Response(sprite(theme), media_type="image/svg+xml")
