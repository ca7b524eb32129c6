"""Write requests, and how a batch of them becomes one transaction.

First everything the requests depend on is read; then each request is decided in order, against that and the requests
before it; then all changes are made. A concurrent writer makes one of the changes fail, and the whole batch is decided
again: so a refused request never affects the others.
"""

from __future__ import annotations

import json
import time
from asyncio import Future
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from sqlalchemy import (
    JSON,
    Connection,
    String,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    type_coerce,
    update,
)

from boardwalk.server.store.tables import CANT_SAVE, GONE, ConcurrentWrite, RoomRow, StoreError, health, log, rooms

Outcome = bool | int | StoreError
LogKey = tuple[str, int, int]  # room, match, number


class StoredResult(Protocol):
    """A result that is written with the last action of a match."""

    def store(self, connection: Connection) -> None: ...


@dataclass(slots=True)
class WriteRequest:
    """Something to be written, and the future that is resolved with its outcome after the commit."""

    done: Future[Any]
    due: float
    """When the caller stops waiting, in the event loop's time."""
    tag: int
    """Stored with what this request writes: see `tables.rooms`."""


@dataclass(slots=True)
class Create(WriteRequest):
    row: RoomRow


@dataclass(slots=True)
class Save(WriteRequest):
    room: str
    data: bytes
    version: int


@dataclass(slots=True)
class Append(WriteRequest):
    room: str
    match: int
    first: int
    entries: Sequence[tuple[int, int]]
    touch: bool
    results: Sequence[StoredResult] = ()
    """Written with the entries."""


@dataclass(slots=True)
class Delete(WriteRequest):
    before: float


@dataclass(slots=True)
class Run(WriteRequest):
    """Statements that may be executed twice: nothing tells whether an earlier attempt was committed."""

    work: Callable[[Connection], Outcome]


@dataclass(slots=True)
class Check(WriteRequest):
    """A health check: writes a row that nothing reads."""


@dataclass(slots=True)
class RoomState:
    """A room within this transaction."""

    version: int
    touched: float
    writer: int
    stored: int | None
    """The version in the database; None for a room that this batch creates."""
    data: bytes | None = None
    """The new data, if this batch changes it."""
    changed: bool = False


UPDATE_ROOM = (
    update(rooms)
    .where(rooms.c.room == bindparam("key"), rooms.c.version == bindparam("stored"))
    .values(
        version=bindparam("version"),
        data=func.coalesce(bindparam("data"), rooms.c.data),
        touched=bindparam("touched"),
        writer=bindparam("writer"),
    )
)
# Statements are built once: each is a graph of objects with cycles, and collecting them would pause the whole process.
READ_ROOMS = select(rooms.c.room, rooms.c.version, rooms.c.touched, rooms.c.writer).where(
    rooms.c.room.in_(bindparam("names", expanding=True))
)


@cache
def read_log(dialect: str) -> Any:
    """The writers of the log entries with these keys.

    The keys are one JSON parameter: the statement is the same for any number of them, and both databases use the
    primary key (SQLite would scan the whole log for `(room, match, number) IN (VALUES …)`)."""
    listed = bindparam("keys", type_=String)
    if dialect == "postgresql":
        key = func.json_array_elements(cast(listed, JSON)).table_valued("value")
    else:
        key = func.json_each(listed).table_valued("value")
    part = type_coerce(key.c.value, JSON)
    here = and_(
        log.c.room == part[0].as_string(),
        log.c.match == part[1].as_integer(),
        log.c.number == part[2].as_integer(),
    )
    return select(log.c.room, log.c.match, log.c.number, log.c.writer).select_from(key).join(log, here)


class Transaction:
    """One transaction. `doubtful`: an earlier attempt with the same requests may have been committed after all."""

    def __init__(self, connection: Connection, requests: Sequence[WriteRequest], doubtful: bool) -> None:
        self.connection, self.requests, self.doubtful = connection, requests, doubtful
        self.now = time.time()
        self.deleted = {id(request): self._delete(request) for request in requests if isinstance(request, Delete)}
        self.rooms = self._read_rooms()
        self.log_writers = self._read_log()
        self.entries: list[dict[str, object]] = []
        self.results: list[StoredResult] = []

    def carry_out(self) -> list[Outcome]:
        """Make the changes, up to the commit, and return the outcome of each request."""
        outcomes = [self._decide(request) for request in self.requests]
        # Always in the order of the keys: processes that change the same rooms can't deadlock.
        changed = sorted((name, room) for name, room in self.rooms.items() if room.changed)
        if made := [_columns(name, room) for name, room in changed if room.stored is None]:
            self.connection.execute(insert(rooms), made)
        if kept := [_columns(name, room) for name, room in changed if room.stored is not None]:
            result = self.connection.execute(UPDATE_ROOM, kept)
            if result.rowcount != len(kept):
                raise ConcurrentWrite
        if self.entries:
            self.entries.sort(key=lambda entry: (entry["room"], entry["match"], entry["number"]))
            self.connection.execute(insert(log), self.entries)
        for stored in self.results:
            stored.store(self.connection)
        if any(isinstance(request, Check) for request in self.requests):
            self._write_health()
        return outcomes

    def _write_health(self) -> None:
        if not self.connection.execute(update(health).values(checked=self.now)).rowcount:
            self.connection.execute(insert(health).values(id=1, checked=self.now))

    def _delete(self, request: Delete) -> int:
        return self.connection.execute(delete(rooms).where(rooms.c.touched < request.before)).rowcount

    def _read_rooms(self) -> dict[str, RoomState]:
        names = {request.row.room for request in self.requests if isinstance(request, Create)}
        names |= {request.room for request in self.requests if isinstance(request, Save | Append)}
        if not names:
            return {}
        found = self.connection.execute(READ_ROOMS, {"names": sorted(names)})
        return {room: RoomState(version, touched, writer, version) for room, version, touched, writer in found}

    def _read_log(self) -> dict[LogKey, int]:
        """The writers of the entries just before and at the start of each append, where there are such entries."""
        keys = {
            (request.room, request.match, number)
            for request in self.requests
            if isinstance(request, Append)
            for number in (request.first - 1, request.first)
        }
        if not keys:
            return {}
        statement = read_log(self.connection.dialect.name)
        found = self.connection.execute(statement, {"keys": json.dumps(sorted(keys))})
        return {(room, match, number): writer for room, match, number, writer in found}

    def _decide(self, request: WriteRequest) -> Outcome:
        match request:
            case Append():
                return self._append(request)
            case Save():
                return self._save(request)
            case Create():
                return self._create(request)
            case Check():
                return True
            case Run():
                return request.work(self.connection)
            case _:
                return self.deleted[id(request)]

    def _append(self, request: Append) -> Outcome:
        room = self.rooms.get(request.room)
        if room is None:
            return StoreError(GONE)
        if (holder := self.log_writers.get((request.room, request.match, request.first))) is not None:
            return holder == request.tag  # an earlier attempt of this request, or another writer
        if request.first > 0 and (request.room, request.match, request.first - 1) not in self.log_writers:
            return False
        for number, (seat, action) in enumerate(request.entries, request.first):
            self.log_writers[request.room, request.match, number] = request.tag
            entry = {"room": request.room, "match": request.match, "number": number, "seat": seat, "action": action}
            self.entries.append({**entry, "writer": request.tag})
        self.results.extend(request.results)
        if request.touch and room.touched < self.now:
            room.touched, room.changed = self.now, True
        return True

    def _save(self, request: Save) -> Outcome:
        room = self.rooms.get(request.room)
        if room is None:
            return False
        if room.version != request.version:
            if room.version == request.version + 1:
                return room.writer == request.tag
            # This one may have been stored, followed by a concurrent writer's.
            return StoreError(CANT_SAVE) if self.doubtful and room.version > request.version else False
        room.version, room.data, room.touched, room.writer = request.version + 1, request.data, self.now, request.tag
        room.changed = True
        return True

    def _create(self, request: Create) -> Outcome:
        row = request.row
        if (room := self.rooms.get(row.room)) is not None:
            if room.writer == request.tag:
                return True
            return StoreError(CANT_SAVE) if self.doubtful and room.version > row.version else False
        self.rooms[row.room] = RoomState(row.version, row.touched, request.tag, None, row.data, True)
        return True


def _columns(name: str, room: RoomState) -> dict[str, object]:
    columns = {"version": room.version, "data": room.data, "touched": room.touched, "writer": room.writer}
    return {"room": name, **columns} if room.stored is None else {"key": name, "stored": room.stored, **columns}
