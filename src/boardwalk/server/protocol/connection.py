"""One client of a room: its seats, its limits, and its outgoing messages."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping

from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.base.limits import TokenBucket
from boardwalk.server.protocol.messages import Bye, Message, encode
from boardwalk.server.protocol.websocket import WebSocket

_numbers = itertools.count()


class Connection:
    """A client. `seats` are those whose tokens it presented, `keys` the hashes of these tokens, `views` what it is sent
    frames of."""

    def __init__(self, socket: WebSocket, *limits: TokenBucket, address: str = "") -> None:
        self.socket = socket
        self.address = address
        self.limits = limits
        self.send_encoded = socket.send
        self.number = next(_numbers)  # later connections have greater ones
        self.seats: tuple[int, ...] = ()
        self.views: tuple[int, ...] = (AUDIENCE,)
        self.keys: dict[int, str] = {}
        self.ahead = False  # whether it asked for `ahead` messages
        self.hinting: asyncio.Task[None] | None = None  # the hint being computed

    def hold(self, keys: Mapping[int, str]) -> None:
        """Assign the seats with these keys; without any it is a spectator."""
        self.keys = dict(keys)
        self.seats = tuple(sorted(keys))
        self.views = self.seats or (AUDIENCE,)

    def send(self, message: Message) -> None:
        self.send_encoded(encode(message))

    def stop(self, why: str = "", *, again: bool = False) -> None:
        """Close the connection, after a `bye` if a reason is given."""
        if why:
            self.send(Bye(why=why, again=again))
        self.socket.close()
