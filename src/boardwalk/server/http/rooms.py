"""The HTTP API: games, files, rooms, and the drawings of themes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from boardwalk.bots import check_bot
from boardwalk.bots.names import EASY
from boardwalk.contract import positions, registry
from boardwalk.contract.errors import TextError
from boardwalk.draw import css
from boardwalk.draw.sprite import sprite
from boardwalk.files import find_kind
from boardwalk.match import Match
from boardwalk.server.base.bodies import send_cached
from boardwalk.server.base.errors import RefusedError
from boardwalk.server.base.limits import RateLimit, address_of
from boardwalk.server.base.response_cache import ResponseCache
from boardwalk.server.base.responses import JSON, answer
from boardwalk.server.http import catalogue
from boardwalk.server.people.players import check_rated, known
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.rooms.spec import Kind, RoomSpec, Seat, clean_name, hash_token, new_seed, new_token

router = APIRouter(prefix="/api")
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
    bot: Annotated[str, Field(max_length=100)] = EASY


class RoomBody(Strict):
    game: Annotated[str, Field(max_length=100)]
    options: GameOptions = {}
    seats: Annotated[list[SeatBody], Field(max_length=64)] = []
    turn_seconds: Annotated[int, Field(ge=0, le=86400)] = 0
    tick_ms: Annotated[int, Field(ge=0, le=10_000)] = 0
    seed: Annotated[int | None, Field(ge=0, lt=2**53)] = None
    hints: bool | None = None
    start: str = ""
    listed: bool = False
    rated: bool = False


class JoinBody(Strict):
    name: Annotated[str, Field(max_length=100)] = ""
    seat: Annotated[int | None, Field(ge=0, le=63)] = None


def rooms_of(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


MatchNumber = Annotated[int, Query(ge=0)]  # of a room's games; 0: the newest


async def room_of(request: Request, name: str, match: int = 0) -> Room:
    """The room of that name; with the number of an earlier game, the room as it was when that game was over."""
    room = await rooms_of(request).open(name) if len(name) <= 32 else None
    if room is None:
        raise HTTPException(404, "there is no such room")
    if match in (0, room.number):
        return room
    earlier = await rooms_of(request).earlier(room, match)
    if earlier is None:
        raise HTTPException(404, f"there is no game {match} of this room")
    return earlier


def check_new_room(request: Request) -> None:
    """Count a new room of the client's address."""
    if not new_rooms.allows(address_of(request.scope), rooms_of(request).settings.rooms_a_minute):
        raise HTTPException(429, "too many new rooms from your address; wait a minute")


async def kept_answer(request: Request, key: Hashable, media_type: str, make: Callable[[], bytes]) -> Response:
    """An answer that does not change while the server runs: computed once, and not sent to a client that has it."""
    cache: ResponseCache = request.app.state.cache
    return send_cached(request, await cache.get(address_of(request.scope), key, make), media_type)


async def kept_json(request: Request, key: Hashable, make: Callable[[], Any]) -> Response:
    return await kept_answer(request, key, JSON, lambda: msgspec.json.encode(make()))


async def computed(request: Request, make: Callable[[], Any]) -> Response:
    """An answer that is computed for this request only."""
    cache: ResponseCache = request.app.state.cache
    return answer(await cache.compute(address_of(request.scope), make))


@router.get("/games")
async def list_games(request: Request) -> Response:
    """The games, with their options, presets and kinds of files."""
    return await kept_json(request, "games", catalogue.games)


@router.post("/games/{game}/check")
async def check_options(game: str, body: OptionsBody, request: Request) -> Response:
    """Whether these options go together, and which seats there are then."""

    def check() -> dict[str, Any]:
        table = registry.game(game).table(body.options)
        return {"ok": True, "seats": table.seats, "tones": table.tones, "table": str(table)}

    return await computed(request, check)


@router.post("/games/{game}/preview")
async def preview(game: str, body: OptionsBody, request: Request) -> Response:
    """The first scene of a game with these options, as the first player sees it."""

    def scene() -> dict[str, Any]:
        table = registry.game(game).table(body.options)
        return {"scene": Match(table, body.seed, rules=table.interpreted).view(0).scene}

    options = hashlib.blake2b(msgspec.json.encode(body.options, order="sorted")).digest()  # they may be long
    return await kept_json(request, ("preview", game, options, body.seed), scene)


@router.get("/games/{game}/demo")
async def demo(game: str, request: Request) -> Response:
    """The frames of a short game between bots."""
    return await kept_json(request, ("demo", game), lambda: {"frames": catalogue.demo(game)})


@router.get("/games/{game}/rules")
async def rules(game: str, request: Request) -> Response:
    """The rulebook, as Markdown."""

    def text() -> dict[str, Any]:
        found = registry.game(game)
        return {"title": found.title, "text": found.rulebook_text()}

    return await kept_json(request, ("rules", game), text)


@router.post("/files/check")
async def check_file(body: FileBody, request: Request) -> Response:
    """What kind of file a text is, or what is wrong with it."""

    def read() -> dict[str, Any]:
        game, kind = find_kind(body.name, body.text)
        kind.read(body.text)
        return {"ok": True, "game": game.name, "option": kind.option, "kind": kind.name}

    return await computed(request, read)


new_rooms = RateLimit()


@router.post("/rooms")
async def make_room(body: RoomBody, request: Request) -> Response:
    """Make a room. The answer holds the secret tokens of the seats that are yours."""
    check_new_room(request)
    start, options = await _start(request, body) if body.start else ("", body.options)
    table = await rooms_of(request).table(body.game, options)
    if body.tick_ms and table.game.idle is None:
        raise RefusedError(f"{table.game.title} can't be played live; leave tick_ms out")
    if 0 < body.tick_ms < SHORTEST_TICK:
        raise RefusedError(f"tick_ms must be 0 or at least {SHORTEST_TICK}")
    if len(body.seats) > len(table.seats):
        raise RefusedError(f"there are {len(table.seats)} seats, not {len(body.seats)}")
    wanted = body.seats + [SeatBody(kind="open")] * (len(table.seats) - len(body.seats))
    who = await known(request)
    if body.rated:
        check_rated(body, [one.kind for one in wanted], who)
    tokens: dict[str, str] = {}
    seats = []
    for number, one in enumerate(wanted):
        default = table.seats[number]
        if one.kind == "bot":
            check_bot(one.bot, table.game.name)
        if one.kind == "me":
            tokens[str(number)] = new_token()
            key = hash_token(tokens[str(number)])
            name = who.name if body.rated else one.name
            seats.append(Seat(kind=Kind.PERSON, name=clean_name(name, default), key=key, player=who.player))
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
        hints=False if body.rated else body.hints,
        start=start,
        listed=body.listed,
        rated=body.rated,
    )
    if spec.started:
        spec.note_players()
    room = await rooms_of(request).create(spec)
    return answer({"room": room, "tokens": tokens}, 201)


async def _start(request: Request, body: RoomBody) -> tuple[str, dict[str, Any]]:
    """The position that a new room starts from, and its options. Random numbers to come are the room's own: nobody
    shall know them."""

    def read() -> tuple[str, dict[str, Any]]:
        position = positions.read_position(body.start)
        if position.table.game.name != body.game:
            raise TextError(1, 1, f"expected a position of {body.game}, not of {position.table.game.name}")
        if body.options and registry.game(body.game).options.of(body.options) != position.table.options:
            raise RefusedError("the options are those of the position; leave them out")
        if position.over:
            raise RefusedError("the game is over in this position")
        position.state.array["rng"] = 0
        return positions.write_position(position), dict(position.table.options.changed())

    cache: ResponseCache = request.app.state.cache
    return await cache.compute(address_of(request.scope), read)


@router.get("/rooms/{room}")
async def show_room(room: str, request: Request, match: MatchNumber = 0) -> Response:
    """The public information about a room, or about an earlier game of it."""
    return answer((await room_of(request, room, match)).info())


@router.post("/rooms/{room}/join")
async def join_room(room: str, body: JoinBody, request: Request) -> Response:
    """Take an open seat."""
    found = await room_of(request, room)
    try:
        who = await known(request)
        seat, token = await found.join(who.name if found.spec.rated else body.name, body.seat, who.player)
    except Exception as error:
        rooms_of(request).reset_if_broken(found, error)
        raise
    return answer({"seat": seat, "token": token}, 201)


@router.get("/look.css")
async def look_css(request: Request) -> Response:
    """The colours, as CSS variables for light and dark."""

    def text() -> bytes:
        registry.games()  # loading the games registers their themes
        return css().encode()

    return await kept_answer(request, "css", "text/css", text)


@router.get("/look/{theme}.svg")
async def look_svg(theme: str, request: Request) -> Response:
    """The drawings of a theme's tiles and pieces, as SVG symbols."""

    def drawings() -> bytes:
        if theme not in {game.theme.name for game in registry.games()}:
            raise HTTPException(404, f"there is no theme {theme[:40]!r}")
        return sprite(theme).encode()

    return await kept_answer(request, ("svg", theme), "image/svg+xml", drawings)
