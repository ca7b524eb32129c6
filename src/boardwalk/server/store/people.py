"""Players who keep a name, their ratings, and the results of rated matches and of challenges; and the listed rooms.

Ratings are Glicko-2 in duels, OpenSkill where more than two play. Both start at 1500 here. A game is a rating period of
its own in Glicko-2, as on most servers that rate each game at its end. A result is written in the transaction that
stores the last action of its match: exactly once, as that action is."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from glicko2 import Player
from openskill.models import PlackettLuce
from sqlalchemy import (
    Connection,
    Table,
    delete,
    func,
    insert,
    select,
    update,
)

from boardwalk.server.store.tables import ConcurrentWrite, listed, players, ratings, results, rooms, solved
from boardwalk.server.store.transaction import Run, WriteRequest

T = TypeVar("T")
Row = dict[str, Any]
DUEL, MANY = "duel", "many"  # the two rating systems
SCALE, OFFSET = 40.0, 500.0  # from OpenSkill's scale, which starts at 25 ± 8.3
PROVISIONAL = 110.0  # a rating with a greater deviation says little yet


class People(ABC):
    @abstractmethod
    async def _read(self, read: Callable[[Connection], T]) -> T: ...

    @abstractmethod
    def _write(self, kind: Callable[..., WriteRequest], *fields: object) -> Future[Any]: ...

    async def _rows(self, query: Any) -> list[Row]:
        return await self._read(lambda connection: [dict(row._mapping) for row in connection.execute(query)])

    # Players

    async def player_name(self, player: str) -> str | None:
        """The name of a player who has a key; None if there is no such player."""
        query = select(players.c.name).where(players.c.player == player)
        return await self._read(lambda connection: connection.scalar(query))

    async def name_player(self, player: str, name: str) -> None:
        """Add a player, or change the name of one."""

        def write(connection: Connection) -> bool:
            known = connection.scalar(select(players.c.since).where(players.c.player == player))
            put(connection, players, {"player": player}, {"name": name, "since": known or time.time()})
            for table in (ratings, results):
                connection.execute(update(table).where(table.c.player == player).values(name=name))
            connection.execute(update(solved).where(solved.c.who == player).values(name=name))
            return True

        await self._write(Run, write)

    async def ratings_of(self, player: str) -> list[Row]:
        """A player's ratings in all games."""
        return await self._rows(select(ratings).where(ratings.c.player == player).order_by(ratings.c.game))

    async def best_players(self, game: str, most: int) -> list[Row]:
        """The ratings of a game, the best first."""
        order = ratings.c.value.desc(), ratings.c.player
        return await self._rows(select(ratings).where(ratings.c.game == game).order_by(*order).limit(most))

    async def results_of(self, player: str, most: int) -> list[Row]:
        """A player's rated matches, the latest first; each with all its seats and whether its room is still there."""
        own = (
            select(results.c.room, results.c.match, func.max(results.c.ended).label("at"))
            .where(results.c.player == player)
            .group_by(results.c.room, results.c.match)
            .order_by(func.max(results.c.ended).desc())
            .limit(most)
            .subquery()
        )
        query = (
            select(results, rooms.c.room.is_not(None).label("kept"))
            .join(own, (own.c.room == results.c.room) & (own.c.match == results.c.match))
            .outerjoin(rooms, rooms.c.room == results.c.room)
            .order_by(own.c.at.desc(), results.c.room, results.c.match, results.c.seat)
        )
        return await self._rows(query)

    # Challenges

    async def best_solved(self, day: int, most: int) -> list[Row]:
        """The results of a day's challenges, the best of each game first, at most `most` of each."""
        number = func.row_number().over(partition_by=solved.c.game, order_by=(solved.c.count, solved.c.ended))
        of_all = func.count().over(partition_by=solved.c.game)
        ranked = select(solved, number.label("place"), of_all.label("players")).where(solved.c.day == day).subquery()
        return await self._rows(select(ranked).where(ranked.c.place <= most).order_by(ranked.c.game, ranked.c.place))

    async def solved_by(self, who: str) -> list[Row]:
        """The challenges that a player has solved."""
        return await self._rows(
            select(solved.c.game, solved.c.day, solved.c.count).where(solved.c.who == who).order_by(solved.c.day)
        )

    # Listed rooms

    async def list_rooms(self, found: Mapping[str, bytes], gone: Collection[str], before: float) -> None:
        """Add or update these rooms on the front page; remove those that are gone or were last seen before that
        time."""
        now = time.time()

        def write(connection: Connection) -> bool:
            connection.execute(delete(listed).where((listed.c.seen < before) | listed.c.room.in_(list(gone))))
            there = set(connection.scalars(select(rooms.c.room).where(rooms.c.room.in_(list(found)))))
            for room in sorted(there):
                put(connection, listed, {"room": room}, {"seen": now, "data": found[room]})
            return True

        await self._write(Run, write)

    async def listed_rooms(self, since: float, most: int) -> list[bytes]:
        """The stored descriptions of the rooms seen since then, the latest first."""
        query = select(listed.c.data).where(listed.c.seen >= since).order_by(listed.c.seen.desc(), listed.c.room)
        return await self._read(lambda connection: [bytes(data) for data in connection.scalars(query.limit(most))])


# -- results


def put(connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Insert or update a row. A concurrent insert fails by the primary key, and the writer tries again."""
    where = [table.c[name] == value for name, value in key.items()]
    if not connection.execute(update(table).where(*where).values(values)).rowcount:
        connection.execute(insert(table).values({**key, **values}))


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player of a rated match ended: `side` is shared by a team."""

    seat: int
    player: str
    name: str
    side: int
    score: int


@dataclass(frozen=True, slots=True)
class RatedMatch:
    room: str
    match: int
    game: str
    ended: float
    standings: Sequence[Standing]

    def store(self, connection: Connection) -> None:
        system = system_of([one.side for one in self.standings])
        before = [self._rating(connection, system, one.player) for one in self.standings]
        sides, scores = [one.side for one in self.standings], [one.score for one in self.standings]
        after = rated([rating for rating, _, _ in before], sides, scores)
        for one, (old, _, _), new in zip(self.standings, before, after, strict=True):
            key = {"room": self.room, "match": self.match, "seat": one.seat}
            told = {"game": self.game, "player": one.player, "name": one.name, "score": one.score, "ended": self.ended}
            change = {"value": new.value, "gain": new.value - old.value}
            connection.execute(insert(results).values({**key, **told, **change}))
        # In the order of the players, so that concurrent writes do not deadlock. Of a bot's seats the last counts.
        changed = {one.player: (one, old, new) for one, old, new in zip(self.standings, before, after, strict=True)}
        for player in sorted(changed):
            one, (_, games, won), rating = changed[player]
            self._save(connection, system, one, games, won, rating)

    def _rating(self, connection: Connection, system: str, player: str) -> tuple[Rating, int, int]:
        """A player's rating before, the games it comes from, and how many of these were won."""
        found = select(ratings).where(
            ratings.c.game == self.game, ratings.c.system == system, ratings.c.player == player
        )
        row = connection.execute(found).one_or_none()
        if row is None:
            return START[system], 0, 0
        return Rating(row.value, row.deviation, row.volatility), row.games, row.won

    def _save(self, connection: Connection, system: str, one: Standing, games: int, won: int, rating: Rating) -> None:
        key = {"game": self.game, "system": system, "player": one.player}
        values = {
            **rating._asdict(),
            "name": one.name,
            "games": games + 1,
            "won": won + (one.score > 0),
            "ended": self.ended,
        }
        if not games:
            connection.execute(insert(ratings).values({**key, **values}))
            return
        where = [ratings.c[name] == value for name, value in key.items()]
        if not connection.execute(update(ratings).where(*where, ratings.c.games == games).values(values)).rowcount:
            raise ConcurrentWrite


@dataclass(frozen=True, slots=True)
class SolvedChallenge:
    game: str
    day: int
    who: str
    name: str
    count: int
    room: str
    ended: float

    def store(self, connection: Connection) -> None:
        """Keep each player's best count."""
        key = {"game": self.game, "day": self.day, "who": self.who}
        where = [solved.c[name] == value for name, value in key.items()]
        best = connection.scalar(select(solved.c.count).where(*where))
        if best is None or self.count < best:
            values = {"name": self.name, "count": self.count, "room": self.room, "ended": self.ended}
            put(connection, solved, key, values)


# -- ratings


class Rating(NamedTuple):
    """A rating with its standard deviation; `volatility` is Glicko-2's."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


START = {DUEL: Rating(), MANY: Rating(1500.0, SCALE * 25 / 3, 0.0)}


def system_of(sides: Sequence[int]) -> str:
    """The rating system for a game with these sides, one for each player."""
    return DUEL if len(sides) == 2 else MANY


def rated(before: Sequence[Rating], sides: Sequence[int], scores: Sequence[int]) -> list[Rating]:
    """The players' ratings after a game, from those before it, the side of each and its score (1, 0 or -1)."""
    if system_of(sides) == DUEL:
        first, second = before
        return [_after_duel(first, second, scores[0]), _after_duel(second, first, scores[1])]
    return _after_many(before, sides, scores)


def _after_duel(own: Rating, other: Rating, score: int) -> Rating:
    player: Any = Player(*own)
    player.update_player([other.value], [other.deviation], [(score + 1) / 2])
    return Rating(player.rating, player.rd, player.vol)


def _after_many(before: Sequence[Rating], sides: Sequence[int], scores: Sequence[int]) -> list[Rating]:
    model: Any = PlackettLuce()
    teams: dict[int, list[int]] = {}
    for number, side in enumerate(sides):
        teams.setdefault(side, []).append(number)
    ranks = [-max(scores[number] for number in members) for members in teams.values()]
    given = [
        [model.rating(mu=(before[n].value - OFFSET) / SCALE, sigma=before[n].deviation / SCALE) for n in members]
        for members in teams.values()
    ]
    after = list(before)
    for members, rates in zip(teams.values(), model.rate(given, ranks=ranks), strict=True):
        for number, one in zip(members, rates, strict=True):
            after[number] = Rating(SCALE * one.mu + OFFSET, SCALE * one.sigma, 0.0)
    return after
