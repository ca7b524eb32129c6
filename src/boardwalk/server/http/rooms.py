"""The API of rooms: making one, taking a seat, and its public information; and of their finished games: records,
replays, positions and reviews, and the import of records."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import Request

from boardwalk.bots import check_bot
from boardwalk.bots.names import EASY
from boardwalk.contract import positions, registry
from boardwalk.contract.errors import TextError
from boardwalk.contract.game import Table
from boardwalk.contract.scene import EVERYTHING
from boardwalk.contract.text import counted
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match
from boardwalk.match.record import MatchRecord, read_record, write_record
from boardwalk.server.base.errors import RefusedError, UnplayableError
from boardwalk.server.base.limits import RateLimit, address_of
from boardwalk.server.base.responses import JSON, Encoded, cached, computed
from boardwalk.server.http.games import FirstScene, GameOptions, Seed
from boardwalk.server.http.routes import Body, Routes
from boardwalk.server.people import CurrentPlayer, check_rated, current_player
from boardwalk.server.protocol.messages import Frame, RoomInfo
from boardwalk.server.rooms.frames import frames_between
from boardwalk.server.rooms.reviews import Review
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.rooms import Rooms
from boardwalk.server.rooms.spec import Kind, RoomSpec, Seat, clean_name, hash_token, new_seed, new_token
from boardwalk.server.rooms.stored import check_record, replayed

routes = Routes("/api")
new_rooms = RateLimit()
SHORTEST_TICK = 50  # ms

Name = Annotated[str, Meta(max_length=100)]
MatchNumber = Annotated[int, Meta(ge=0)]  # of a room's games; 0: the newest
routes = Routes("/api")
MOST_FRAMES = 200

Number = Annotated[int, Meta(ge=0)]


class WantedSeat(Body, kw_only=True, frozen=True):
    """A seat of a new room: one's own (`me`), `open` for others, or a bot's."""

    kind: Annotated[str, Meta(pattern="^(me|open|bot)$", extra_json_schema={"tsType": '"me" | "open" | "bot"'})]
    name: Name = ""
    bot: Name = EASY


class NewRoom(GameOptions, kw_only=True, frozen=True):
    """A room to be made. `turn_seconds` is the time for each turn; or `bank_seconds` that of each seat for the whole
    game, with `bonus_seconds` for each move. `start` is the text of the position to start from, if the game is not
    dealt."""

    game: Name
    seats: Annotated[tuple[WantedSeat, ...], Meta(max_length=64)] = ()
    turn_seconds: Annotated[int, Meta(ge=0, le=86400)] = 0
    bank_seconds: Annotated[int, Meta(ge=0, le=86400)] = 0
    bonus_seconds: Annotated[int, Meta(ge=0, le=3600)] = 0
    tick_ms: Annotated[int, Meta(ge=0, le=10_000)] = 0
    seed: Seed | None = None
    hints: bool | None = None
    start: str = ""
    listed: bool = False
    rated: bool = False


class JoinRequest(Body, kw_only=True, frozen=True):
    """An open seat to take; the first one if none is named."""

    name: Name = ""
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None


class MadeRoom(msgspec.Struct, kw_only=True):
    """The name of a new room, and the secret tokens of one's own seats, by seat."""

    room: str
    tokens: dict[str, str]


class TakenSeat(msgspec.Struct, kw_only=True):
    """A seat that is one's own now, by its secret token."""

    seat: int
    token: str


class RoomTurn(msgspec.Struct, kw_only=True):
    """A room, and the seats that are to act."""

    room: RoomInfo
    acting: list[int]


def rooms_of(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def room_of(request: Request, name: str, match: int = 0) -> Room:
    """The room of that name; with the number of an earlier game, the room as it was when that game was over."""
    room = await rooms_of(request).open(name) if len(name) <= 32 else None
    if room is None:
        raise HTTPException(404, "there is no such room")
    if match in (0, room.state.spec.match):
        return room
    earlier = await rooms_of(request).earlier(room, match)
    if earlier is None:
        raise HTTPException(404, f"there is no game {match} of this room")
    return earlier


def check_new_room(request: Request) -> None:
    """Count a new room of the client's address."""
    if not new_rooms.allows(address_of(request.scope), rooms_of(request).settings.rooms_a_minute):
        raise HTTPException(429, "too many new rooms from your address; wait a minute")


@routes.post("/rooms", 201)
async def make_room(body: NewRoom, request: Request) -> MadeRoom:
    """Make a room. The answer holds the secret tokens of the seats that are yours."""
    check_new_room(request)
    start, options = await computed(request, lambda: _start(body)) if body.start else ("", body.options)
    table = await rooms_of(request).table(body.game, options)
    if body.tick_ms and table.game.play.idle is None:
        raise RefusedError(f"{table.game.title} can't be played live; leave tick_ms out")
    if 0 < body.tick_ms < SHORTEST_TICK:
        raise RefusedError(f"tick_ms must be 0 or at least {SHORTEST_TICK}")
    _check_bank(body, table)
    who, random = await current_player(request), rooms_of(request).runtime.random
    seats, tokens = _seats(body, table, who, random)
    is_waiting = any(seat.kind is Kind.OPEN for seat in seats)
    if body.seed is not None and is_waiting:
        raise RefusedError("a seed can't be chosen for a game with others: who knows it knows what is to come")
    spec = RoomSpec(
        game=body.game,
        options=dict(table.options.changed()),
        seed=new_seed(random) if body.seed is None else body.seed,
        seats=seats,
        defaults=list(table.seats),
        started=not is_waiting,
        turn_seconds=body.turn_seconds,
        bank_seconds=body.bank_seconds,
        bonus_seconds=body.bonus_seconds,
        tick_ms=body.tick_ms,
        version=table.game.version,
        hints=False if body.rated else body.hints,
        start=start,
        listed=body.listed,
        rated=body.rated,
    )
    if spec.started:
        spec.note_players()
    return MadeRoom(room=await rooms_of(request).create(spec), tokens=tokens)


def _check_bank(body: NewRoom, table: Table) -> None:
    """A `RefusedError` if there can't be such a bank of time."""
    if body.bonus_seconds and not body.bank_seconds:
        raise RefusedError("bonus_seconds are added to a bank of time; give bank_seconds too")
    if body.bank_seconds and (body.turn_seconds or body.tick_ms):
        raise RefusedError("a game has one clock; give only one of bank_seconds, turn_seconds and tick_ms")
    if body.bank_seconds and len(set(table.tones)) < 2:
        raise RefusedError("who plays alone can't lose on time; leave bank_seconds out")


def _start(body: NewRoom) -> tuple[str, dict[str, Any]]:
    """The position that a new room starts from, and its options. The room reseeds its random stream, so that nobody can
    predict it."""
    position = positions.read_position(body.start)
    if position.table.game.name != body.game:
        raise TextError(1, 1, f"expected a position of {body.game}, not of {position.table.game.name}")
    if body.options and registry.game(body.game).setup.Options.of(body.options) != position.table.options:
        raise RefusedError("the options are those of the position; leave them out")
    if position.over:
        raise RefusedError("the game is over in this position")
    position.state.array["rng"] = 0
    return positions.write_position(position), dict(position.table.options.changed())


def _seats(body: NewRoom, table: Table, who: CurrentPlayer, random: Random) -> tuple[list[Seat], dict[str, str]]:
    """The seats of a new room, and the tokens of its maker's own; those that are not named are open."""
    if len(body.seats) > len(table.seats):
        raise RefusedError(f"the table has {counted(len(table.seats), 'seat')}, not {len(body.seats)}")
    wanted = body.seats + (WantedSeat(kind="open"),) * (len(table.seats) - len(body.seats))
    if body.rated:
        check_rated(body, [one.kind for one in wanted], who)
    seats, tokens = [], {}
    for number, (one, default) in enumerate(zip(wanted, table.seats, strict=True)):
        if one.kind == "me":
            token = tokens[str(number)] = new_token(random)
            name = clean_name(who.name if body.rated else one.name, default)
            seats.append(Seat(kind=Kind.PERSON, name=name, key=hash_token(token), player=who.player, maker=True))
        elif one.kind == "bot":
            check_bot(one.bot, table.game.name)
            seats.append(Seat(kind=Kind.BOT, name=clean_name(one.name, default), bot=one.bot))
        else:
            seats.append(Seat(kind=Kind.OPEN, name=default))
    return seats, tokens


@routes.get("/rooms/{room}")
async def show_room(room: str, request: Request, match: MatchNumber = 0) -> RoomInfo:
    """The public information about a room, or about an earlier game of it."""
    return (await room_of(request, room, match)).info()


@routes.post("/rooms/{room}/join", 201)
async def join_room(room: str, body: JoinRequest, request: Request) -> TakenSeat:
    """Take an open seat."""
    found = await room_of(request, room)
    try:
        who = await current_player(request)
        seat, token = await found.join(who.name if found.state.spec.rated else body.name, body.seat, who.player)
    except Exception as error:
        rooms_of(request).reset_if_broken(found, error)
        raise
    return TakenSeat(seat=seat, token=token)


@routes.get("/rooms/{room}/turn")
async def turn(room: str, request: Request) -> RoomTurn:
    """The public information about a room, and the seats that are to act."""
    found = await room_of(request, room)
    state, match, acting = found.state, found.match, []
    if state.phase == "playing" and not state.live:
        acting = [seat for seat in range(len(state.spec.seats)) if match.own(seat).to_act == seat]
    return RoomTurn(room=found.info(), acting=acting)


@routes.get("/rooms/{room}/board")
async def board(room: str, request: Request) -> FirstScene:
    """The first position of a room's game, as the AUDIENCE sees it."""
    return FirstScene(scene=(await room_of(request, room)).match.view(AUDIENCE, 0).scene)


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
        raise HTTPException(422, f"the game has {counted(len(played.steps), 'step')}")
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
