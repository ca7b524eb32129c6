"""Games of rooms that have gone on to another one: read from the store when somebody asks for them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec

from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.spec import RoomSpec
from boardwalk.server.store import RoomRow

KEPT = 32  # games

Read = Callable[[RoomRow, RoomSpec], Awaitable[Room]]


class EarlierGames:
    """Each game is a room of its own in memory, as it was when that game was over: nobody enters it, and nothing
    changes it. `read` plays a stored log."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._games: OrderedDict[tuple[str, int], asyncio.Task[Room]] = OrderedDict()

    async def open(self, room: Room, match: int) -> Room | None:
        """An earlier game of this room; None if there is none of that number, or no longer."""
        spec = room.spec.of_match(match)
        if spec is None:
            return None
        key = room.name, match
        if key not in self._games:
            row = RoomRow(room.name, room.version, msgspec.json.encode(spec), 0.0)
            self._games[key] = asyncio.ensure_future(self._read(row, spec))
        self._games.move_to_end(key)
        if len(self._games) > KEPT:
            self._games.popitem(last=False)
        game = self._games[key]
        try:
            found = await asyncio.shield(game)
        except Exception:
            if self._games.get(key) is game:  # it may work the next time
                del self._games[key]
            raise
        found.spec.earlier = room.spec.earlier  # there may be more by now
        return found
