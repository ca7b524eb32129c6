"""The clients of a room: their seats, limits and outgoing messages; and in live games the inputs of people, which are
carried out and acknowledged by the next ticks (CF-17)."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Collection, Mapping
from typing import NamedTuple

from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.base.limits import TokenBucket
from boardwalk.server.protocol.messages import Bye, Message, encode
from boardwalk.server.protocol.websocket import WebSocket

NOT_YOURS = "that seat is not yours"
_numbers = itertools.count()
INPUT_TICKS = 3  # ticks for which an input stays valid


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


class Input(NamedTuple):
    """An input that has not been answered yet. `ticks` counts the ticks since it came."""

    seat: int
    action: int
    connection: Connection
    message_id: int
    ticks: int = 0


class Settled(NamedTuple):
    """The remaining inputs, and those to be answered now: as done, or as expired."""

    inputs: Inputs
    done: list[Input]
    expired: list[Input]


class Inputs(NamedTuple):
    """The inputs of one room. `newest` has the newest of each seat, for the next tick; those in `pending` have not been
    answered."""

    newest: Mapping[int, int] = {}
    pending: tuple[Input, ...] = ()

    def added(self, one: Input) -> Inputs:
        """With an input that replaces an earlier one of the same seat."""
        return Inputs({**self.newest, one.seat: one.action}, (*self.pending, one))

    def taken(self) -> Inputs:
        """Without the inputs that a tick has taken: the next tick starts with none."""
        return self._replace(newest={})

    def settled(self, stored: Collection[tuple[int, int]], *, ticked: bool, over: bool) -> Settled:
        """After these pairs of seat and action were stored, by a tick or not. All others expire if the match is
        `over`."""
        done, expired, pending = [], [], []
        for one in self.pending:
            now = one._replace(ticks=one.ticks + ticked)
            if (one.seat, one.action) in stored:
                done.append(now)
            elif over or now.ticks >= INPUT_TICKS:
                expired.append(now)
            else:
                pending.append(now)
        return Settled(Inputs({} if over else self.newest, tuple(pending)), done, expired)
