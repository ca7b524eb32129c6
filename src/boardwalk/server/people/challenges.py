"""Today's challenges, and the rooms in which they are played."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache

import msgspec

from boardwalk.contract import positions, registry
from boardwalk.contract.game import Challenge, Position, Table
from boardwalk.contract.scene import Scene
from boardwalk.match import Match
from boardwalk.server.base.errors import RefusedError
from boardwalk.server.rooms.spec import Kind, RoomSpec, Seat, clean_name, hash_token

KEPT = 64


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


def picture(game: str, day: int) -> FirstOfDay:
    """A challenge with its first scene."""
    one = challenge_of(game, day)
    table = registry.game(game).table(one.options)
    match = Match(table, one.seed, rules=table.interpreted, position=start_of(one, table))
    told = msgspec.structs.asdict(described(game, day))
    return FirstOfDay(**told, day=day, date=date_of(day), scene=match.view(one.seat).scene)


def room_spec(game: str, day: int, table: Table, name: str, player: str, token: str) -> RoomSpec:
    """The spec of a room for one person who takes the challenge of a day."""
    one = challenge_of(game, day)
    start = start_of(one, table)
    seats = [Seat(kind=Kind.BOT, name=default, bot=one.bot) for default in table.seats]
    own = clean_name(name, table.seats[one.seat])
    seats[one.seat] = Seat(kind=Kind.PERSON, name=own, key=hash_token(token), player=player)
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
