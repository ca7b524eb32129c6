"""The server's own errors, each with the status of its HTTP response."""

from __future__ import annotations

from typing import ClassVar

from boardwalk.contract.errors import BoardwalkError


class ServerError(BoardwalkError):
    """The base class of the server's errors."""

    status: ClassVar[int] = 409


class RefusedError(ServerError):
    """A client's request can't be carried out; the message says why."""


class NotYoursError(ServerError):
    """A request that needs the token of a seat."""

    status = 403


class BusyError(ServerError):
    """The limit on running computations is reached, for all addresses together or for one."""

    status = 503


class MovedError(ServerError):
    """Another process has taken a room over, or has written to it."""

    status = 503

    def __init__(self, sentence: str = "this room has moved; it is opened again") -> None:
        super().__init__(sentence)


class UnplayableError(ServerError):
    """A stored room that this server can't play; the message says why. Trying again does not help."""
