"""Tables of players who keep a name, their ratings, and the results of rated matches and of challenges.

A result is written in the transaction that stores the last action of its match: exactly once, as that action is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import (
    Column,
    Connection,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    insert,
    select,
    update,
)

from boardwalk.server.base.ratings import START, Rating, rated, system_of
from boardwalk.server.store.rows import ConcurrentWrite, metadata, rooms

# `player` is the hash of a player's key, or `bot:` and a bot's name.
players = Table(
    "boardwalk_players",
    metadata,
    Column("player", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("since", Double, nullable=False),
)
ratings = Table(
    "boardwalk_ratings",
    metadata,
    Column("game", String, primary_key=True),
    Column("system", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("ended", Double, nullable=False),
)
results = Table(
    "boardwalk_results",
    metadata,
    Column("room", String, primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("player", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("score", Integer, nullable=False),
    Column("value", Double, nullable=False),
    Column("gain", Double, nullable=False),
    Column("ended", Double, nullable=False),
)
# `who` is a player, or `room:` and a room's name.
solved = Table(
    "boardwalk_solved",
    metadata,
    Column("game", String, primary_key=True),
    Column("day", Integer, primary_key=True),
    Column("who", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("count", Integer, nullable=False),
    Column("room", String, nullable=False),
    Column("ended", Double, nullable=False),
)
# Rooms that are shown on the front page; the process that has a room in memory says so every few seconds.
listed = Table(
    "boardwalk_listed",
    metadata,
    Column("room", ForeignKey(rooms.c.room, ondelete="CASCADE"), primary_key=True),
    Column("seen", Double, nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),
)


class StoredResult(Protocol):
    """A result that is written with the last action of a match."""

    def store(self, connection: Connection) -> None: ...


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
