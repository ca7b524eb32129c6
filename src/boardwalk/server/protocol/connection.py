"""One client of a room: its seats, its limits, and what it is sent."""

from __future__ import annotations

import asyncio
import itertools

from boardwalk.server.base.limits import TokenBucket
from boardwalk.server.protocol.messages import Bye, Message, encode
from boardwalk.server.protocol.websocket import WebSocket

_numbers = itertools.count()


class Connection:
    """A client. `seats` are those whose tokens it presented, `views` those whose frames it is sent."""

    def __init__(self, socket: WebSocket, *limits: TokenBucket, address: str = "") -> None:
        self.socket = socket
        self.address = address
        self.number = next(_numbers)  # later connections have greater ones
        self.seats: tuple[int, ...] = ()
        self.views: tuple[int, ...] = ()
        self.ahead = False  # whether it wants to be told what its choices lead to
        self.keys: dict[int, str] = {}  # the hash of each seat's token when it was presented
        self.hinting: asyncio.Task[None] | None = None  # a hint that is being thought about
        self._limits = limits

    def send(self, message: Message) -> None:
        self.send_encoded(encode(message))

    def send_encoded(self, data: bytes) -> None:
        """Send a message; a client that is too far behind is disconnected and may reconnect."""
        self.socket.send(data)
        if self.socket.is_behind:
            self.stop("you were too far behind", again=True)

    def stop(self, why: str = "", *, again: bool = False) -> None:
        """Close the connection, after a `bye` if a reason is given."""
        if why:
            self.socket.send(encode(Bye(why=why, again=again)))
        self.socket.close()

    def within_limits(self, count: int = 1) -> bool:
        """Whether so many messages or actions more are within all limits."""
        return all(limit.take(count) for limit in self._limits)
