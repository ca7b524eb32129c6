"""The methods of `Store` about players, ratings, challenges and listed rooms."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, func, select, update

from boardwalk.server.store.results import listed, players, put, ratings, results, solved
from boardwalk.server.store.rows import rooms
from boardwalk.server.store.transaction import Run, WriteRequest

T = TypeVar("T")
Row = dict[str, Any]


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
