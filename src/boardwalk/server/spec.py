"""What is stored of a room besides its log: the game, who sits where, and how far it has come."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from enum import Enum

import msgspec

from boardwalk.core.errors import BoardwalkError
from boardwalk.server.messages import SeatInfo

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are easily taken for another
LONGEST_NAME = 24


class RefusedError(BoardwalkError):
    """What a client asks for can't be done, and why."""


class Kind(Enum):
    PERSON = "person"
    BOT = "bot"
    OPEN = "open"


class Seat(msgspec.Struct, kw_only=True):
    """Who sits at a seat. A person is known by the hash of a secret token."""

    kind: Kind
    name: str
    bot: str = ""
    key: str = ""
    ready: bool = False


class Spec(msgspec.Struct, kw_only=True):
    """The stored part of a room. `match` counts its games from 1; `started` is whether that game has begun."""

    game: str
    options: dict[str, object]
    seed: int
    seats: list[Seat]
    match: int = 1
    started: bool = False
    turn_seconds: int = 0
    tick_ms: int = 0

    def seat_of(self, token: str) -> int | None:
        """The seat that a token opens."""
        key = hash_token(token)
        for number, seat in enumerate(self.seats):
            if seat.key and hmac.compare_digest(seat.key, key):
                return number
        return None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def everybody_ready(self) -> bool:
        """Whether every person has said so. Open seats wait for somebody, except where a game can do without them."""
        people = [seat for seat in self.seats if seat.kind is Kind.PERSON]
        return all(seat.ready for seat in people)

    @property
    def has_open_seats(self) -> bool:
        return any(seat.kind is Kind.OPEN for seat in self.seats)

    def info(self, number: int, connected: bool) -> SeatInfo:
        seat = self.seats[number]
        return SeatInfo(name=seat.name, kind=seat.kind.value, bot=seat.bot, ready=seat.ready, connected=connected)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_room_name() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(6))


def new_seed() -> int:
    return secrets.randbits(53)


def clean_name(name: str, default: str) -> str:
    """A name as it may be shown: printable, one line, not too long."""
    shown = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    return shown[:LONGEST_NAME] or default
