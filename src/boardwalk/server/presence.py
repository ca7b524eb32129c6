"""Who is at a room, wherever they are connected: processes that serve the same room tell each other.

Nothing of it is stored. A process says who is there when that changes, when another one asks, and every now and then;
one that has not been heard of for long has ended, and its people with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from boardwalk.server.store import Store, StoreError

if TYPE_CHECKING:
    from boardwalk.server.connection import Connection


class Wanted(msgspec.Struct, tag="wanted", frozen=True):
    """What seats of a live game want to do next."""

    inputs: dict[int, int]


class Here(msgspec.Struct, tag="here", frozen=True):
    """Who is connected to a process; `asks` if it wants to hear the same of the others."""

    process: str
    seats: list[int]
    spectators: int
    asks: bool = False


Word = Wanted | Here  # what processes say to each other about a room
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Word).decode


class Presence:
    """Who is at one room. `connections` are those of this process, as the room has them."""

    def __init__(self, room: str, store: Store, connections: Collection[Connection]) -> None:
        self._room, self._store, self._connections = room, store, connections
        self._others: dict[str, tuple[Here, float]] = {}
        self._told: Here | None = None
        self.telling: asyncio.Task[None] | None = None

    def _here(self) -> Here:
        seats = {seat for connection in self._connections for seat in connection.seats}
        spectators = sum(not connection.seats for connection in self._connections)
        return Here(self._store.author, sorted(seats), spectators)

    def _everywhere(self) -> list[Here]:
        return [self._here(), *(here for here, _ in self._others.values())]

    @property
    def seats(self) -> set[int]:
        """The seats at which somebody is connected."""
        return {seat for here in self._everywhere() for seat in here.seats}

    @property
    def spectators(self) -> int:
        return sum(here.spectators for here in self._everywhere())

    @property
    def anybody(self) -> bool:
        return any(here.seats or here.spectators for here in self._everywhere())

    # -- what the others hear

    def tell(self) -> None:
        """The others are told, if they don't know yet who is here."""
        busy = self.telling is not None and not self.telling.done()
        if self._store.shared and not busy and self._here() != self._told:
            self.telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        while (here := self._here()) != self._told:
            self._told = here
            await self._say(here)

    async def ask(self) -> None:
        """Say who is here, and have the others say the same."""
        await self._say(msgspec.structs.replace(self._here(), asks=True))

    async def say(self) -> None:
        """Say who is here, news or not; who has nobody to tell of says nothing."""
        if self._connections:
            await self._say(self._here())

    async def _say(self, here: Here) -> None:
        with suppress(StoreError):  # the next periodic report makes up for it
            await self._store.send(self._room, encode(here))

    # -- what they say

    def hear(self, here: Here) -> bool:
        """Take down what another process says; True if that is news."""
        before = self.seats, self.spectators
        self._others[here.process] = here, time.monotonic()
        return before != (self.seats, self.spectators)

    def forget_silent(self, seconds: float) -> bool:
        """Forget the processes not heard of for so long: they have ended. True if that is news."""
        before, since = (self.seats, self.spectators), time.monotonic() - seconds
        self._others = {name: word for name, word in self._others.items() if word[1] >= since}
        return before != (self.seats, self.spectators)
