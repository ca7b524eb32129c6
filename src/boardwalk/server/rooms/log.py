"""Playing the stored log of a room that is read into memory, without holding the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from boardwalk.contract.errors import BoardwalkError
from boardwalk.server.base.errors import UnplayableError
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.spec import is_entry
from boardwalk.server.store import Entry

SLICE = 0.001  # seconds of playing a log before other rooms have their turn
PORTION = 256  # entries of a log that are read at once, by a thread that shares the GIL with the event loop


async def play_log(room: Room, turn: asyncio.Lock) -> None:
    """Play the stored log of a room's match, a slice at a time, so that other rooms don't wait; an `UnplayableError` if
    that is not possible. Rooms that are read at the same time share `turn`. The room must not be in use yet."""
    if not room.spec.started:
        return
    last = False
    while not last:
        entries = await room.store.entries(room.name, room.number, room.logged, PORTION)
        last, played, unplayed = len(entries) < PORTION, False, iter(entries)
        while not played:
            async with turn:
                played = _play_slice(room, unplayed)
                await asyncio.sleep(0)  # before another room's slice
    room.clock.follow(room.match)


def _play_slice(room: Room, entries: Iterator[Entry]) -> bool:
    """Play entries for SLICE seconds; True if these were the last."""
    pause_at = time.monotonic() + SLICE
    for entry in entries:
        if not is_entry(entry, room.logged):
            raise UnplayableError(f"line {room.logged} of this game's log is missing or damaged")
        try:
            room.match.play(entry.action, entry.seat)
        except BoardwalkError as error:
            raise UnplayableError(f"line {entry.number} of this game's log can't be played: {error}") from None
        room.logged += 1
        if time.monotonic() > pause_at:
            return False
    return True
