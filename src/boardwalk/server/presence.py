"""Who is connected to a room, across all processes that serve it.

Nothing of it is stored. A process reports its own connections when they change, when another process asks, and
periodically; the connections of a process that has not reported for long are forgotten, since it has ended.
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


class LiveInputs(msgspec.Struct, tag="inputs", frozen=True):
    """The newest inputs of seats in a live game, for the process that drives the room."""

    inputs: dict[int, int]


class Attendance(msgspec.Struct, tag="attendance", frozen=True):
    """Who is connected to one process; with `asks` the other processes are to report theirs."""

    process: str
    seats: list[int]
    spectators: int
    asks: bool = False


PeerMessage = LiveInputs | Attendance  # what processes send each other about a room
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(PeerMessage).decode


class Presence:
    """Who is connected to one room. `connections` is the room's own set of this process's connections."""

    def __init__(self, room: str, store: Store, connections: Collection[Connection]) -> None:
        self._room, self._store, self._connections = room, store, connections
        self._others: dict[str, tuple[Attendance, float]] = {}  # by process, with the time of the report
        self._reported: Attendance | None = None
        self.reporting: asyncio.Task[None] | None = None

    def _own(self) -> Attendance:
        seats = {seat for connection in self._connections for seat in connection.seats}
        spectators = sum(not connection.seats for connection in self._connections)
        return Attendance(self._store.author, sorted(seats), spectators)

    def _all(self) -> list[Attendance]:
        return [self._own(), *(attendance for attendance, _ in self._others.values())]

    @property
    def seats(self) -> set[int]:
        """The seats at which somebody is connected."""
        return {seat for attendance in self._all() for seat in attendance.seats}

    @property
    def spectators(self) -> int:
        return sum(attendance.spectators for attendance in self._all())

    @property
    def anybody(self) -> bool:
        return any(attendance.seats or attendance.spectators for attendance in self._all())

    # -- to other processes

    def report_change(self) -> None:
        """Report this process's connections in the background, if they differ from the last report."""
        busy = self.reporting is not None and not self.reporting.done()
        if self._store.shared and not busy and self._own() != self._reported:
            self.reporting = asyncio.get_running_loop().create_task(self._report_until_current())

    async def _report_until_current(self) -> None:
        while (own := self._own()) != self._reported:
            self._reported = own
            await self._send(own)

    async def ask(self) -> None:
        """Report this process's connections and ask the other processes for theirs."""
        await self._send(msgspec.structs.replace(self._own(), asks=True))

    async def report(self) -> None:
        """Report this process's connections, changed or not; a process without any sends nothing."""
        if self._connections:
            await self._send(self._own())

    async def _send(self, attendance: Attendance) -> None:
        with suppress(StoreError):  # the next periodic report makes up for it
            await self._store.send(self._room, encode(attendance))

    # -- from other processes

    def update(self, attendance: Attendance) -> bool:
        """Take in another process's report; True if anything has changed."""
        before = self.seats, self.spectators
        self._others[attendance.process] = attendance, time.monotonic()
        return before != (self.seats, self.spectators)

    def forget_silent(self, seconds: float) -> bool:
        """Forget processes that have not reported for this long; True if anything has changed."""
        before, since = (self.seats, self.spectators), time.monotonic() - seconds
        self._others = {name: report for name, report in self._others.items() if report[1] >= since}
        return before != (self.seats, self.spectators)
