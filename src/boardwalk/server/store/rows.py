"""What is stored: two tables, and the rows as the server knows them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, LargeBinary, MetaData, String, Table

from boardwalk.core.errors import BoardwalkError

CANT_SAVE = "the game can't be saved right now; try again in a moment"
CANT_LOAD = "the game can't be loaded right now; try again in a moment"
GONE = "this room is no longer there"
CLOSED = "the server is shutting down; try again in a moment"


class StoreError(BoardwalkError):
    """The storage can't be reached or refuses.

    From something that writes it means that nothing is known: nearly always nothing was stored, but where the
    connection broke in the middle of a commit it may have been. Read the room and its log again before going on.
    """


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log."""

    number: int
    """From 0, gapless within a match."""
    seat: int
    action: int


@dataclass(slots=True)
class RoomRow:
    """A room as it is stored; `data` is the room's own business."""

    room: str
    version: int
    """Raised with every save."""
    data: bytes
    touched: float
    """Unix time of the last change. Appends raise it too, but only every few seconds."""


metadata = MetaData()

# `writer` is a number that no other create, save or append has: it tells whose a row is when a commit's answer was
# lost.
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
    # A log goes with its room, so that a room which later gets the same name doesn't inherit it.
    Column("room", ForeignKey(rooms.c.room, ondelete="CASCADE"), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("writer", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
