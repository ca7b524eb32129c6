"""The API of people: the front page, today's challenges, and players who keep a name, with ratings and games."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Literal

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request

from boardwalk.contract import registry
from boardwalk.server.base.responses import Encoded, cached, computed
from boardwalk.server.http.rooms import MadeRoom, Name, check_new_room, rooms_of
from boardwalk.server.http.routes import Body, Routes
from boardwalk.server.people import (
    HASH_LENGTH,
    CurrentPlayer,
    DailyChallenge,
    FirstOfDay,
    all_described,
    challenge_of,
    challenge_spec,
    current_player,
    date_of,
    day_at,
    first_of_day,
    new_key,
    player_id,
)
from boardwalk.server.protocol.messages import RoomInfo
from boardwalk.server.rooms.rooms import front_page
from boardwalk.server.rooms.spec import clean_name, new_token
from boardwalk.server.store.people import PROVISIONAL

routes = Routes("/api")
BEST_RESULTS = 10  # shown of a day
BEST_PLAYERS = 100  # of a game
GAMES = 50  # of a player
NO_KEY = "this server does not know your key"


class PlayerName(Body, kw_only=True, frozen=True):
    """The name that a player wants to have."""

    name: Name


class ChallengeRequest(Body, kw_only=True, frozen=True):
    """The name under which a challenge is taken, for players who keep none."""

    name: Name = ""


class SolvedBy(msgspec.Struct, kw_only=True):
    """A player who has solved a challenge, and the count: of moves, or of what the game counts."""

    name: str
    count: int


class TodaysChallenge(DailyChallenge, kw_only=True):
    """A challenge with the best results on this server, and how many players have solved it."""

    best: list[SolvedBy]
    players: int


class Challenges(msgspec.Struct, kw_only=True):
    """Today's challenges; `solved` has the game, the day and the count of each that this player has solved."""

    day: int
    date: str
    challenges: list[TodaysChallenge]
    solved: list[tuple[str, int, int]]


class Home(Challenges, kw_only=True):
    """The front page besides the games: tables to join, games to watch, and the player's name."""

    tables: list[RoomInfo]
    watch: list[RoomInfo]
    name: str


class NewPlayer(msgspec.Struct, kw_only=True):
    """A player, and the secret key that authenticates requests."""

    key: str
    player: str
    name: str


class RenamedPlayer(msgspec.Struct, kw_only=True):
    """A player's new name."""

    player: str
    name: str


class RatingInfo(msgspec.Struct, kw_only=True):
    """The rating of a player, or of a bot, in a game; it says little yet while it is provisional."""

    game: str
    system: Literal["duel", "many"]
    player: str
    bot: str
    name: str
    rating: int
    deviation: int
    provisional: bool
    games: int
    won: int


class RatedGame(msgspec.Struct, kw_only=True):
    """A rated game from a player's side; `room` is empty once the room is deleted."""

    room: str
    match: int
    game: str
    score: int
    rating: int
    gain: int
    ended: float
    others: list[str]


class Profile(msgspec.Struct, kw_only=True):
    """A player's ratings, the newest rated games, and how many challenges are solved."""

    player: str
    name: str
    ratings: list[RatingInfo]
    games: list[RatedGame]
    solved: int


class Ratings(msgspec.Struct, kw_only=True):
    """The rated people and bots of a game, the best first."""

    game: str
    title: str
    ratings: list[RatingInfo]


# -- the front page and challenges


@routes.get("/home")
async def home(request: Request) -> Home:
    """The front page besides the games: tables to join, games to watch, the player's name, and challenges."""
    rooms, who = rooms_of(request), await current_player(request)
    tables, watch = await front_page(rooms.store, rooms.runtime.time())
    today = msgspec.structs.asdict(await _challenges(request, who))
    return Home(**today, tables=tables, watch=watch, name=who.name)


@routes.get("/challenges")
async def list_challenges(request: Request) -> Challenges:
    """Today's challenges."""
    return await _challenges(request, await current_player(request))


def _today(request: Request) -> int:
    return day_at(rooms_of(request).runtime.time())


async def _challenges(request: Request, who: CurrentPlayer) -> Challenges:
    """Today's challenges, the best results on this server, and the days that this player has solved."""
    day, store = _today(request), rooms_of(request).store
    found = await computed(request, lambda: all_described(day))
    best: dict[str, list[SolvedBy]] = {}
    players: dict[str, int] = {}
    for row in await store.best_solved(day, BEST_RESULTS):
        best.setdefault(row["game"], []).append(SolvedBy(name=row["name"], count=row["count"]))
        players[row["game"]] = row["players"]
    mine = await store.solved_by(who.player) if who.player else []
    return Challenges(
        day=day,
        date=date_of(day),
        challenges=[
            TodaysChallenge(
                **msgspec.structs.asdict(one), best=best.get(one.game, []), players=players.get(one.game, 0)
            )
            for one in found
        ],
        solved=[(row["game"], row["day"], row["count"]) for row in mine],
    )


@routes.get("/challenges/{game}")
async def show_challenge(game: str, request: Request) -> Encoded[FirstOfDay]:
    """Today's challenge in a game, with its first scene."""
    day = _today(request)
    return await cached(request, ("challenge", game, day), lambda: first_of_day(game, day))


@routes.post("/challenges/{game}", 201)
async def take_challenge(game: str, body: ChallengeRequest, request: Request) -> MadeRoom:
    """Make a room for today's challenge. The server rates the result itself, once the game is over."""
    rooms = rooms_of(request)
    check_new_room(request)
    day, who, token = _today(request), await current_player(request), new_token(rooms.runtime.random)
    one = challenge_of(game, day)
    table = await rooms.table(game, one.options)
    spec = challenge_spec(game, day, table, who.name or body.name, who.player, token)
    return MadeRoom(room=await rooms.create(spec), tokens={str(one.seat): token})


# -- players who keep a name


@routes.post("/players", 201)
async def new_player(body: PlayerName, request: Request) -> NewPlayer:
    """Keep a name: the answer has the key that authenticates requests. The server stores only its hash."""
    key, name = new_key(rooms_of(request).runtime.random), _name(body)
    await rooms_of(request).store.name_player(player_id(key), name)
    return NewPlayer(key=key, player=player_id(key), name=name)


def _name(body: PlayerName) -> str:
    name = clean_name(body.name, "")
    if not name:
        raise HTTPException(422, "a name has letters that can be shown")
    return name


@routes.post("/players/me")
async def rename(body: PlayerName, request: Request) -> RenamedPlayer:
    """Another name for the player whose key comes with the request."""
    who = await current_player(request)
    if not who.player:
        raise HTTPException(403, NO_KEY)
    await rooms_of(request).store.name_player(who.player, _name(body))
    return RenamedPlayer(player=who.player, name=_name(body))


@routes.get("/players/me")
async def show_me(request: Request) -> Profile:
    """The player whose key comes with the request."""
    who = await current_player(request)
    if not who.player:
        raise HTTPException(403, NO_KEY)
    return await _profile(request, who.player, who.name)


@routes.get("/players/{player}")
async def show_player(player: str, request: Request) -> Profile:
    """A player's ratings and rated games."""
    is_one = len(player) == HASH_LENGTH and player.isascii() and player.isalnum()
    name = await rooms_of(request).store.player_name(player) if is_one else None
    if name is None:
        raise HTTPException(404, "there is no such player")
    return await _profile(request, player, name)


@routes.get("/ratings/{game}")
async def show_ratings(game: str, request: Request) -> Ratings:
    """The rated people and bots of a game, the best first."""
    title = registry.game(game).title
    rows = await rooms_of(request).store.best_players(game, BEST_PLAYERS)
    return Ratings(game=game, title=title, ratings=[_rating(row) for row in rows])


async def _profile(request: Request, player: str, name: str) -> Profile:
    store = rooms_of(request).store
    rows = await store.results_of(player, GAMES)
    grouped = groupby(rows, key=lambda row: (row["room"], row["match"]))
    return Profile(
        player=player,
        name=name,
        ratings=[_rating(row) for row in await store.ratings_of(player)],
        games=[_game(player, list(seats)) for _, seats in grouped],
        solved=len(await store.solved_by(player)),
    )


def _rating(row: dict[str, Any]) -> RatingInfo:
    bot = row["player"].removeprefix("bot:") if row["player"].startswith("bot:") else ""
    return RatingInfo(
        game=row["game"],
        system=row["system"],
        player="" if bot else row["player"],
        bot=bot,
        name=row["name"],
        rating=round(row["value"]),
        deviation=round(row["deviation"]),
        provisional=row["deviation"] > PROVISIONAL,
        games=row["games"],
        won=row["won"],
    )


def _game(player: str, seats: list[dict[str, Any]]) -> RatedGame:
    """A rated match from a player's side."""
    own = next(seat for seat in seats if seat["player"] == player)
    return RatedGame(
        room=own["room"] if own["kept"] else "",
        match=own["match"],
        game=own["game"],
        score=own["score"],
        rating=round(own["value"]),
        gain=round(own["gain"]),
        ended=own["ended"],
        others=[seat["name"] for seat in seats if seat is not own],
    )
