"""Rooms that the front page shows, because who made them said so: tables to join and games to watch."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import msgspec

from boardwalk.server.protocol.messages import RoomInfo
from boardwalk.server.rooms.room import Room
from boardwalk.server.store import Store

EVERY = 4.0  # seconds between two updates
SHOWN = 15.0  # seconds for which an update holds
MOST = 60  # rooms


class Listing:
    """Keeps the store informed about the listed rooms that this process has in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shown: set[str] = set()

    async def update(self, awake: Iterable[Room]) -> None:
        found = {room.name: msgspec.json.encode(room.info()) for room in awake if _is_shown(room)}
        gone = self._shown - found.keys()
        if found or gone:
            await self._store.list_rooms(found, gone, time.time() - SHOWN)
        self._shown = {*found}


def _is_shown(room: Room) -> bool:
    """Tables without anybody there are not shown, nor games that are over."""
    return room.spec.listed and bool(room.connections) and room.phase != "over"


async def front_page(store: Store) -> dict[str, list[Any]]:
    """The tables to join and the games to watch."""
    data = await store.listed_rooms(time.time() - SHOWN, MOST)
    rooms = [msgspec.json.decode(one, type=RoomInfo) for one in data]
    is_open = {room.room: any(seat.kind == "open" for seat in room.seats) for room in rooms}
    return {
        "tables": [room for room in rooms if is_open[room.room] and room.phase == "waiting"],
        "watch": [room for room in rooms if room.phase == "playing"],
    }
