"""People: players with a stored name, and today's challenges with the rooms in which they are played.

A player's key is a secret that the server made for a browser; the server keeps its hash only, which is the player's
name in the store. Nothing needs a key but rated games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request

from boardwalk.contract import positions, registry
from boardwalk.contract.game import Challenge, Position, Table
from boardwalk.contract.scene import Scene
from boardwalk.match import Match
from boardwalk.server.base.errors import RefusedError
from boardwalk.server.rooms.spec import NEEDS_KEY, Kind, RoomSpec, Seat, clean_name, hash_token, new_token
from boardwalk.server.store import Store

KEY_HEADER = "x-boardwalk-key"
PREFIX = "bw-"  # of keys, so that people recognize one
HASH_LENGTH = 32
KEPT = 64


class CurrentPlayer(NamedTuple):
    """The player who sends a request; both fields are empty for a player without a stored name."""

    player: str = ""
    name: str = ""


def new_key(random: Random) -> str:
    return PREFIX + new_token(random)


def player_id(key: str) -> str:
    return hash_token(key)[:HASH_LENGTH]


async def current_player(request: Request) -> CurrentPlayer:
    """The player who sends this request."""
    key = request.headers.get(KEY_HEADER, "")
    if not key:
        return CurrentPlayer()
    store: Store = request.app.state.store
    player = player_id(key)
    name = await store.player_name(player)
    return CurrentPlayer() if name is None else CurrentPlayer(player, name)


def check_rated(body: Any, seats: Sequence[str], who: CurrentPlayer) -> None:
    """A `RefusedError` if a new room can't be rated; `seats` are the kinds of all seats."""
    if not who.player:
        raise RefusedError(NEEDS_KEY)
    if len(seats) < 2 or seats.count("me") != 1:
        raise RefusedError("a rated game is for several players, each with a name that is kept")
    if body.start or body.seed is not None:
        raise RefusedError("a rated game starts as the rules say, with a seed that nobody knows")
    if body.hints:
        raise RefusedError("there are no hints in a rated game")


class DailyChallenge(msgspec.Struct, kw_only=True):
    """The challenge of a game on a day. `par` is a good count of what `counted` names, the fewest possible if
    `fewest`; `bot` plays the other seats."""

    game: str
    game_title: str
    theme: str
    title: str
    task: str
    counted: str
    par: int
    fewest: bool
    bot: str


class FirstOfDay(DailyChallenge, kw_only=True):
    """A challenge with its day and its first scene."""

    day: int
    date: str
    scene: Scene


def day_at(time: float) -> int:
    """The number of the day of a Unix time, by the universal clock: it begins at the same time everywhere."""
    return datetime.fromtimestamp(time, UTC).toordinal()


def date_of(day: int) -> str:
    return date.fromordinal(day).isoformat()


@lru_cache(KEPT)
def challenge_of(game: str, day: int) -> Challenge:
    """The challenge of a game on a day; a `RefusedError` if the game has none."""
    found = registry.game(game)
    if found.content.challenge is None:
        raise RefusedError(f"{found.title} has no challenges")
    return found.content.challenge(day)


def start_of(one: Challenge, table: Table) -> Position | None:
    return table.game.notation.read_position(table, one.start) if one.start else None


def described(game: str, day: int) -> DailyChallenge:
    """A challenge as clients show it."""
    one, found = challenge_of(game, day), registry.game(game)
    return DailyChallenge(
        game=game,
        game_title=found.title,
        theme=found.theme.name,
        title=one.title,
        task=one.task,
        counted=one.counted,
        par=one.par,
        fewest=one.fewest,
        bot=one.bot,
    )


@lru_cache(KEPT)
def all_described(day: int) -> tuple[DailyChallenge, ...]:
    return tuple(described(game.name, day) for game in registry.games() if game.content.challenge)


def first_of_day(game: str, day: int) -> FirstOfDay:
    """A challenge with its first scene."""
    one = challenge_of(game, day)
    table = registry.game(game).table(one.options)
    match = Match(table, one.seed, rules=table.interpreted, position=start_of(one, table))
    told = msgspec.structs.asdict(described(game, day))
    return FirstOfDay(**told, day=day, date=date_of(day), scene=match.view(one.seat).scene)


def challenge_spec(game: str, day: int, table: Table, name: str, player: str, token: str) -> RoomSpec:
    """The spec of a room for one person who takes the challenge of a day."""
    one = challenge_of(game, day)
    start = start_of(one, table)
    seats = [Seat(kind=Kind.BOT, name=default, bot=one.bot) for default in table.seats]
    own = clean_name(name, table.seats[one.seat])
    seats[one.seat] = Seat(kind=Kind.PERSON, name=own, key=hash_token(token), player=player, maker=True)
    return RoomSpec(
        game=game,
        options=dict(table.options.changed()),
        seed=one.seed,
        seats=seats,
        defaults=list(table.seats),
        started=True,
        version=table.game.version,
        hints=False,
        start=positions.write_position(start) if start else "",
        challenge=day,
    )
