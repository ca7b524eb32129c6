"""What the connections of a room are sent of its match: frames of each view, and what choices lead to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from boardwalk.server.rooms.frame_diffs import FrameDiffs
from boardwalk.server.rooms.look_ahead import can_look_ahead, look_ahead

if TYPE_CHECKING:
    from boardwalk.server.protocol.connection import Connection
    from boardwalk.server.rooms.room import Room


class RoomFrames:
    """Sends the frames of one room's matches. Each view, a seat's or the audience's, has frames and numbers of its
    own."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._can_look_ahead = can_look_ahead(room.table, live=room.live)
        self._diffs: dict[int, FrameDiffs] = {}
        self._first = 0  # the number of the first frame of each seat in this match

    def new_match(self) -> None:
        """Frames are numbered on from those of the match before, so that a late action can't be taken for one of this.
        Seats have changed, so the numbers of all of them go on from the highest."""
        self._first = max((diffs.number + 1 for diffs in self._diffs.values()), default=self._first)
        self._diffs = {}

    def of(self, seat: int) -> FrameDiffs:
        """The frames of a view."""
        if seat not in self._diffs:
            self._diffs[seat] = FrameDiffs(seat, live=self._room.live, first=self._first)
        return self._diffs[seat]

    def show(self, connection: Connection) -> None:
        """Send a new connection the newest frame of each of its views, whole."""
        room = self._room
        if room.phase == "waiting":
            return
        for seat in connection.views:
            diffs = self.of(seat)
            diffs.update(room.match, room.deadline())
            connection.send(diffs.whole(room.deadline()))
        self._send_ahead_soon()

    def send(self) -> None:
        """Send each connection the steps since the last call, as its seats see them."""
        room = self._room
        if room.phase == "waiting":
            return
        watching: dict[int, list[Connection]] = {}
        for connection in room.connections:
            for seat in connection.views:
                watching.setdefault(seat, []).append(connection)
        deadline = room.deadline()
        for seat, connections in watching.items():
            message = self.of(seat).update(room.match, deadline)
            if message:
                room.send(connections, message)
        self._send_ahead_soon()

    def _send_ahead_soon(self) -> None:
        """Tell what choices lead to, but answer first what led here."""
        if self._can_look_ahead and any(connection.ahead for connection in self._room.connections):
            asyncio.get_running_loop().call_soon(self._send_ahead)

    def _send_ahead(self) -> None:
        room = self._room
        listening = [connection for connection in room.connections if connection.ahead]
        for seat in {seat for connection in listening for seat in connection.seats}:
            diffs = self.of(seat)
            if diffs.view and (message := look_ahead(room.match, diffs.view, diffs.number, undo=room.undo)):
                room.send([connection for connection in listening if seat in connection.seats], message)
