"""What is said in a room: among its players and, in a channel of their own, among its spectators.

Players never hear the spectators, who may see what a player may not. Spectators hear the phrases of the players, which
hold no secret, but not their free text, which is meant for the table. What was said is in memory as long as the room
is, and nowhere else.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.base.errors import RefusedError
from boardwalk.server.base.limits import RateLimit, TokenBucket
from boardwalk.server.protocol.messages import PHRASES, Allow, Channel, Said, Say
from boardwalk.server.rooms.connections import Connection
from boardwalk.server.rooms.spec import RoomSpec, clean_name, clean_text

KEPT = 50  # of what each channel hears
LONGEST = 140  # characters of free text
A_SECOND, AT_ONCE = 0.5, 6  # of a connection: in the long run, and in a burst
A_MINUTE = 60  # of an address, in one room
KEYS = frozenset(phrase.key for phrase in PHRASES)
SPECTATOR = "Spectator"  # without a name


class Talk:
    """The talk in one room."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        # What players hear (True), and what spectators hear.
        self._kept: dict[bool, deque[Said]] = {players: deque(maxlen=KEPT) for players in (True, False)}
        self._said, self._people = itertools.count(1), itertools.count(1)
        self._players: dict[str, int] = {}  # by the hash of a token, which stays a player's in the next game
        self._spectators: WeakKeyDictionary[Connection, int] = WeakKeyDictionary()
        self._limits: WeakKeyDictionary[Connection, TokenBucket] = WeakKeyDictionary()
        self._addresses = RateLimit(now)

    def channel(self, connection: Connection) -> Channel:
        """For a connection that comes now: the newest messages that it would have heard, and what it is itself."""
        speakers = [self._speaker(connection, seat) for seat in connection.views]
        return Channel(said=list(self._kept[bool(connection.seats)]), speakers=speakers)

    def say(
        self, connection: Connection, message: Say, spec: RoomSpec, present: Iterable[Connection]
    ) -> tuple[list[Connection], Said]:
        """What a person says, and who of those present hears it; a `RefusedError` if it can't be said."""
        text = "" if message.phrase else clean_text(message.text)
        _check(message.phrase, text, spec)
        self._admit(connection)
        said = Said(
            number=next(self._said),
            speaker=self._speaker(connection, message.seat),
            seat=message.seat,
            name=clean_name(message.name, SPECTATOR) if message.seat == AUDIENCE else spec.seats[message.seat].name,
            phrase=message.phrase,
            text=text,
        )
        hearing = [players for players in self._kept if _hears(players, said)]
        for players in hearing:
            self._kept[players].append(said)
        return [one for one in present if bool(one.seats) in hearing], said

    def _admit(self, connection: Connection) -> None:
        own = self._limits.setdefault(connection, TokenBucket(A_SECOND, AT_ONCE, self._now))
        if not (own.take() and self._addresses.allows(connection.address, A_MINUTE)):
            raise RefusedError("that is too much at once; wait a moment")

    def _speaker(self, connection: Connection, seat: int) -> int:
        """The number of a person: a player keeps it in another seat and after a lost connection."""
        if seat == AUDIENCE:
            return self._spectators.setdefault(connection, next(self._people))
        return self._players.setdefault(connection.keys[seat], next(self._people))


def _hears(players: bool, said: Said) -> bool:
    """Whether the players, or else the spectators, hear this."""
    return said.seat != AUDIENCE if players else said.seat == AUDIENCE or not said.text


def _check(phrase: str, text: str, spec: RoomSpec) -> None:
    if phrase:
        if phrase not in KEYS:
            raise RefusedError("there is no such phrase")
    elif not spec.free_text:
        raise RefusedError("only phrases can be said in this room")
    elif not 1 <= len(text) <= LONGEST:
        raise RefusedError(f"say something of 1 to {LONGEST} characters")


def allow(message: Allow, spec: RoomSpec) -> None:
    """The maker of the room allows free text, or forbids it."""
    if not spec.seats[message.seat].maker:
        raise RefusedError("only the person who made this room can change that")
    spec.free_text = message.free_text
