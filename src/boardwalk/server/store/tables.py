"""The tables of the store, and their rows as the server uses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, LargeBinary, MetaData, String, Table

from boardwalk.server.base.errors import ServerError

CANT_SAVE = "the game can't be saved right now; try again in a moment"
CANT_LOAD = "the game can't be loaded right now; try again in a moment"
DAMAGED = "the stored data of this room is damaged; the server's log says more"
GONE = "this room is no longer there"
NOT_WRITABLE = "the store does not accept writes; the server's log says why"
CLOSED = "the server is shutting down; try again in a moment"
LONGEST_NAME = 64


class StoreError(ServerError):
    """The storage can't be reached or refuses.

    After a write it means that the outcome is unknown: nearly always nothing was stored, but if the connection broke
    during the commit it may have been. Read the room and its log again before going on.
    """

    status = 503


class DamagedError(ServerError):
    """What is stored can't be read, and trying again does not help."""


class ConcurrentWrite(Exception):  # noqa: N818  (not an error: the batch is decided again)
    """Another process has changed what this batch was decided on."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a match's log."""

    number: int
    """From 0, gapless within a match."""
    seat: int
    action: int


@dataclass(slots=True)
class RoomRow:
    """A stored room; `data` is opaque to the store."""

    room: str
    version: int
    """Incremented by every save."""
    data: bytes
    touched: float
    """Unix time of the last change. Appends raise it only when they are asked to."""


class Worker(NamedTuple):
    """A process that serves rooms of a shared store."""

    name: str
    address: str
    """`host:port`, where other workers reach it."""
    secret: str
    """The secret with which other workers authenticate."""


def is_name(room: str) -> bool:
    """Whether this can be a room's name in every database."""
    return 0 < len(room) <= LONGEST_NAME and room.isprintable()


metadata = MetaData()

# `writer` is the unique tag of the request that wrote a row: it tells whether a commit whose answer was lost has
# succeeded.
rooms = Table(
    "boardwalk_rooms",
    metadata,
    Column("room", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("touched", Double, nullable=False, index=True),
    Column("writer", BigInteger, nullable=False),
)
log = Table(
    "boardwalk_log",
    metadata,
    # The log is deleted with its room: a later room of the same name must not inherit it.
    Column("room", ForeignKey(rooms.c.room, ondelete="CASCADE"), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("writer", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
# One row, rewritten by each health check: only a commit shows that the database and its disk accept writes.
health = Table(
    "boardwalk_health",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("checked", Double, nullable=False),
)
# `player` is the hash of a player's key, or `bot:` and a bot's name.
players = Table(
    "boardwalk_players",
    metadata,
    Column("player", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("since", Double, nullable=False),
)
ratings = Table(
    "boardwalk_ratings",
    metadata,
    Column("game", String, primary_key=True),
    Column("system", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("ended", Double, nullable=False),
)
results = Table(
    "boardwalk_results",
    metadata,
    Column("room", String, primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("player", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("score", Integer, nullable=False),
    Column("value", Double, nullable=False),
    Column("gain", Double, nullable=False),
    Column("ended", Double, nullable=False),
)
# `who` is a player, or `room:` and a room's name.
solved = Table(
    "boardwalk_solved",
    metadata,
    Column("game", String, primary_key=True),
    Column("day", Integer, primary_key=True),
    Column("who", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("count", Integer, nullable=False),
    Column("room", String, nullable=False),
    Column("ended", Double, nullable=False),
)
# Rooms that are shown on the front page; the process that has a room in memory says so every few seconds.
listed = Table(
    "boardwalk_listed",
    metadata,
    Column("room", ForeignKey(rooms.c.room, ondelete="CASCADE"), primary_key=True),
    Column("seen", Double, nullable=False, index=True),
    Column("data", LargeBinary, nullable=False),
)
