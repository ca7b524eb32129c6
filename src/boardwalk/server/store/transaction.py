"""What is waiting to be written, and how a batch of it becomes one transaction.

First everything the jobs depend on is read; then each job in turn is decided against that (and against the jobs before
it); then all changes are made. Whoever got in between, from another process, makes one of the changes fail, and the
batch is decided anew: so a job that is refused never spoils the others.
"""

from __future__ import annotations

import base64
import json
import secrets
import time
from asyncio import Future
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

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
    text,
    type_coerce,
    update,
)

from boardwalk.server.store.rows import CANT_SAVE, GONE, RoomRow, StoreError, log, rooms

TOUCH_S = 5.0
"""Appends raise a room's `touched` only when it is older than this: one write less for most of them."""

Answer = bool | int | StoreError
Place = tuple[str, int, int]  # room, match, number
Note = tuple[str, bytes, int]  # room, payload, and what makes two equal messages differ (PostgreSQL would drop one)


@dataclass(slots=True, kw_only=True)
class Job:
    """Something to be written, and who waits for it."""

    answer: Future[Any]
    tag: int = field(default_factory=lambda: secrets.randbits(63))
    """Stored with what this job writes: see `rows.rooms`."""


@dataclass(slots=True)
class Create(Job):
    row: RoomRow


@dataclass(slots=True)
class Save(Job):
    room: str
    data: bytes
    version: int


@dataclass(slots=True)
class Append(Job):
    room: str
    match: int
    first: int
    entries: Sequence[tuple[int, int]]


@dataclass(slots=True)
class Send(Job):
    room: str
    payload: bytes


@dataclass(slots=True)
class Delete(Job):
    before: float


class Overtaken(Exception):  # noqa: N818  (not an error: the batch is decided anew)
    """Another process has changed what this batch was decided on."""


@dataclass(slots=True)
class Known:
    """A room as this transaction knows it."""

    version: int
    touched: float
    writer: int
    stored: int | None
    """The version in the database; None for a room that this batch makes."""
    data: bytes | None = None
    """What this batch puts there, if anything."""
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
# Statements are made once: each is a web of objects that only the garbage collector can take apart, and its pauses are
# everybody's.
READ_ROOMS = select(rooms.c.room, rooms.c.version, rooms.c.touched, rooms.c.writer).where(
    rooms.c.room.in_(bindparam("names", expanding=True))
)


@cache
def read_log(dialect: str) -> Any:
    """Who wrote the lines of the log at these places.

    They come as one JSON parameter: the statement stays the same however many there are, and both databases look each
    one up by the key (SQLite would scan the whole log for `(room, match, number) IN (VALUES …)`)."""
    listed = bindparam("places", type_=String)
    if dialect == "postgresql":
        place = func.json_array_elements(cast(listed, JSON)).table_valued("value")
    else:
        place = func.json_each(listed).table_valued("value")
    part = type_coerce(place.c.value, JSON)
    here = and_(
        log.c.room == part[0].as_string(),
        log.c.match == part[1].as_integer(),
        log.c.number == part[2].as_integer(),
    )
    return select(log.c.room, log.c.match, log.c.number, log.c.writer).select_from(place).join(log, here)


NOTIFY = text("SELECT pg_notify('boardwalk', value) FROM json_array_elements_text(CAST(:notes AS json)) AS value")


class Transaction:
    """One transaction's work. `doubtful`: an earlier try of the same jobs may have been committed after all."""

    def __init__(self, connection: Connection, jobs: Sequence[Job], doubtful: bool) -> None:
        self.connection, self.jobs, self.doubtful = connection, jobs, doubtful
        self.now = time.time()
        self.deleted = {id(job): self._delete(job) for job in jobs if isinstance(job, Delete)}
        self.rooms = self._read_rooms()
        self.log = self._read_log()
        self.lines: list[dict[str, object]] = []
        self.notes: dict[Note, None] = {}  # in order, each once

    def carry_out(self, author: str) -> list[Answer]:
        """Make the changes, up to the commit, and say what each job is to be answered after it."""
        answers = [self._decide(job) for job in self.jobs]
        # Always in the order of the keys: two processes that change the same rooms wait for each other, never in a
        # circle.
        changed = sorted((name, room) for name, room in self.rooms.items() if room.changed)
        if made := [_columns(name, room) for name, room in changed if room.stored is None]:
            self.connection.execute(insert(rooms), made)
        if kept := [_columns(name, room) for name, room in changed if room.stored is not None]:
            result = self.connection.execute(UPDATE_ROOM, kept)
            if result.rowcount != len(kept):
                raise Overtaken
        if self.lines:
            self.lines.sort(key=lambda line: (line["room"], line["match"], line["number"]))
            self.connection.execute(insert(log), self.lines)
        if self.notes and self.connection.dialect.name == "postgresql":
            notes = [write_note(author, note) for note in self.notes]
            self.connection.execute(NOTIFY, {"notes": json.dumps(notes)})
        return answers

    def _delete(self, job: Delete) -> int:
        return self.connection.execute(delete(rooms).where(rooms.c.touched < job.before)).rowcount

    def _read_rooms(self) -> dict[str, Known]:
        names = {job.row.room for job in self.jobs if isinstance(job, Create)}
        names |= {job.room for job in self.jobs if isinstance(job, Save | Append)}
        if not names:
            return {}
        found = self.connection.execute(READ_ROOMS, {"names": sorted(names)})
        return {room: Known(version, touched, writer, version) for room, version, touched, writer in found}

    def _read_log(self) -> dict[Place, int]:
        """Who wrote the lines just before and at the place of each append, where there are such lines."""
        places = {
            (job.room, job.match, number)
            for job in self.jobs
            if isinstance(job, Append)
            for number in (job.first - 1, job.first)
        }
        if not places:
            return {}
        wanted = read_log(self.connection.dialect.name)
        found = self.connection.execute(wanted, {"places": json.dumps(sorted(places))})
        return {(room, match, number): writer for room, match, number, writer in found}

    def _decide(self, job: Job) -> Answer:
        match job:
            case Append():
                return self._append(job)
            case Save():
                return self._save(job)
            case Create():
                return self._create(job)
            case Send():
                self.notes[job.room, job.payload, job.tag] = None
                return True
            case _:
                return self.deleted[id(job)]

    def _append(self, job: Append) -> Answer:
        room = self.rooms.get(job.room)
        if room is None:
            return StoreError(GONE)
        if (holder := self.log.get((job.room, job.match, job.first))) is not None:
            return holder == job.tag  # an earlier try of this very job, or somebody else
        if job.first > 0 and (job.room, job.match, job.first - 1) not in self.log:
            return False
        for number, (seat, action) in enumerate(job.entries, job.first):
            self.log[job.room, job.match, number] = job.tag
            line = {"room": job.room, "match": job.match, "number": number, "seat": seat, "action": action}
            self.lines.append({**line, "writer": job.tag})
        if room.touched < self.now - TOUCH_S:
            room.touched, room.changed = self.now, True
        self.notes[job.room, b"", 0] = None
        return True

    def _save(self, job: Save) -> Answer:
        room = self.rooms.get(job.room)
        if room is None:
            return False
        if room.version != job.version:
            if room.version == job.version + 1:
                return room.writer == job.tag
            # Ours may have been stored and followed by another's.
            return StoreError(CANT_SAVE) if self.doubtful and room.version > job.version else False
        room.version, room.data, room.touched, room.writer = job.version + 1, job.data, self.now, job.tag
        room.changed = True
        self.notes[job.room, b"", 0] = None
        return True

    def _create(self, job: Create) -> Answer:
        row = job.row
        if (room := self.rooms.get(row.room)) is not None:
            if room.writer == job.tag:
                return True
            return StoreError(CANT_SAVE) if self.doubtful and room.version > row.version else False
        self.rooms[row.room] = Known(row.version, row.touched, job.tag, None, row.data, True)
        return True


def _columns(name: str, room: Known) -> dict[str, object]:
    columns = {"version": room.version, "data": room.data, "touched": room.touched, "writer": room.writer}
    return {"room": name, **columns} if room.stored is None else {"key": name, "stored": room.stored, **columns}


def write_note(author: str, note: Note) -> str:
    """What is sent to other processes, for `read_note`."""
    room, payload, mark = note
    return f"{author} {mark:x} {base64.b64encode(payload).decode()} {room}"


def read_note(text: str) -> tuple[str, str, bytes]:
    """The author, the room and the payload of a note."""
    author, _, payload, room = text.split(" ", 3)
    return author, room, base64.b64decode(payload, validate=True)
