"""Which worker owns which room, in PostgreSQL.

Each worker has a row that it renews; it is alive while the row is younger than `LEASE_S`. All times are of the
database's clock. A room's owner counts only while it is alive; after that any worker may claim the room.

A claim that takes a room over locks the row of the worker that loses it, so that the claim and a renewal happen one
after the other: after `renew` has returned, `owned` is accurate.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from boardwalk.server.store.tables import CANT_LOAD, StoreError, Worker, is_name

LEASE_S = 3.0
"""How long a worker is alive after a renewal."""
FORGET_S = 60.0
"""After this long without a renewal a worker's row is removed when another worker registers."""
CLAIMS = 5
"""Attempts to claim a room that others release or delete at the same time."""

T = TypeVar("T")

SINCE = "clock_timestamp() - make_interval(secs => :lease)"
REGISTER = text(
    """INSERT INTO boardwalk_workers (worker, address, secret, seen)
    VALUES (:name, :address, :secret, clock_timestamp()) ON CONFLICT (worker) DO UPDATE SET seen = excluded.seen"""
)
FORGET = text("DELETE FROM boardwalk_workers WHERE seen < clock_timestamp() - make_interval(secs => :forget)")
RENEW = text(
    f"""WITH old AS (SELECT worker, seen FROM boardwalk_workers WHERE worker = :name FOR UPDATE)
    UPDATE boardwalk_workers SET seen = clock_timestamp() FROM old WHERE boardwalk_workers.worker = old.worker
    RETURNING old.seen > {SINCE}"""
)
UNREGISTER = text("DELETE FROM boardwalk_workers WHERE worker = :name")
WORKERS = text(f"SELECT worker, address, secret FROM boardwalk_workers WHERE seen > {SINCE} ORDER BY worker")
OWNED = text("SELECT room FROM boardwalk_owners WHERE worker = :name")
OWNER = text(
    f"""SELECT workers.worker, workers.address, workers.secret FROM boardwalk_rooms
    LEFT JOIN (boardwalk_owners JOIN boardwalk_workers AS workers USING (worker))
    ON boardwalk_owners.room = boardwalk_rooms.room AND workers.seen > {SINCE}
    WHERE boardwalk_rooms.room = :room"""
)
# `lapsed` is evaluated first: claims and FORGET both lock a worker's row before its rooms' rows, and can't deadlock.
CLAIM = text(
    f"""WITH lapsed AS (
        SELECT workers.worker FROM boardwalk_owners JOIN boardwalk_workers AS workers USING (worker)
        WHERE boardwalk_owners.room = :room AND workers.seen <= {SINCE} FOR SHARE OF workers
    )
    INSERT INTO boardwalk_owners (room, worker)
    SELECT boardwalk_rooms.room, workers.worker
    FROM boardwalk_workers AS workers CROSS JOIN boardwalk_rooms LEFT JOIN lapsed ON true
    WHERE boardwalk_rooms.room = :room AND workers.worker = :name AND workers.seen > {SINCE}
    ON CONFLICT (room) DO UPDATE SET worker = excluded.worker
    WHERE boardwalk_owners.worker IN (SELECT worker FROM lapsed)
    RETURNING worker"""
)
RELEASE = text("DELETE FROM boardwalk_owners WHERE room = :room AND worker = :name")


class Leases(ABC):
    """The methods of `Store` about workers and owners; only for a store that is shared."""

    _worker: Worker | None = None
    _in_doubt = False
    """Whether the lease may have lapsed since `owned` was last read."""

    @abstractmethod
    async def _on_connection(self, work: Callable[[Connection], T]) -> T:
        """Run statements, each a transaction of its own; they are repeated if the connection was lost."""

    @abstractmethod
    async def _on_own_thread(self, work: Callable[[Connection], T]) -> T:
        """The same, without waiting for other work: a delayed renewal would cost the lease."""

    async def register(self, address: str) -> Worker:
        """Add this process to the workers, under a new name. It must `renew` every second."""
        worker = Worker(secrets.token_hex(8), address, secrets.token_urlsafe(24))

        def run(connection: Connection) -> None:
            connection.execute(FORGET, {"forget": FORGET_S})
            connection.execute(REGISTER, worker._asdict())

        await self._on_own_thread(run)
        self._worker, self._in_doubt = worker, False
        return worker

    async def renew(self) -> bool:
        """Extend this worker's lease. False if it may have lapsed meanwhile: others may have taken rooms.

        It remains False until `owned` has told which ones are left.
        """
        worker = self._own

        def run(connection: Connection) -> bool:
            # If the answer of an earlier attempt was lost, this one can't tell whether the lease had lapsed before it.
            doubt, self._in_doubt = self._in_doubt, True
            in_time = connection.scalar(RENEW, {"name": worker.name, "lease": LEASE_S})
            if in_time is None:  # removed as long dead
                connection.execute(REGISTER, worker._asdict())
            self._in_doubt = doubt or not in_time
            return not self._in_doubt

        return await self._on_own_thread(run)

    async def unregister(self) -> None:
        """Remove this worker; its rooms have no owner from now on."""
        own = {"name": self._own.name}
        await self._on_own_thread(lambda connection: connection.execute(UNREGISTER, own))
        self._worker = None

    async def workers(self) -> list[Worker]:
        """The workers that are alive, in the order of their names."""
        lease = {"lease": LEASE_S}
        return await self._on_connection(
            lambda connection: [Worker(*row) for row in connection.execute(WORKERS, lease)]
        )

    async def owned(self) -> set[str]:
        """The rooms that this worker owns; if its lease has lapsed, those that it would own after `renew`."""
        own = {"name": self._own.name}
        rooms = await self._on_connection(lambda connection: set(connection.scalars(OWNED, own)))
        self._in_doubt = False
        return rooms

    async def owner(self, room: str) -> Worker | None:
        """The worker that owns a room and is alive, if there is one."""
        if not is_name(room):
            return None
        return await self._on_connection(lambda connection: _owner(connection, room)[1])

    async def claim(self, room: str) -> Worker | None:
        """Take a room unless a worker that is alive owns it; returns the owner afterwards.

        None if there is no such room; a `StoreError` if this worker's own lease has lapsed.
        """
        if not is_name(room):
            return None
        worker = self._own
        wanted = {"room": room, "name": worker.name, "lease": LEASE_S}

        def run(connection: Connection) -> Worker | None:
            for _ in range(CLAIMS):
                try:
                    if connection.scalar(CLAIM, wanted) is not None:
                        return worker
                except IntegrityError:  # the room or this worker has just been removed
                    pass
                exists, owner = _owner(connection, room)
                if owner is not None or not exists:
                    return owner
            raise StoreError(CANT_LOAD)

        return await self._on_connection(run)

    async def release(self, room: str) -> None:
        """Give a room up, if this worker owns it."""
        wanted = {"room": room, "name": self._own.name}
        await self._on_connection(lambda connection: connection.execute(RELEASE, wanted))

    @property
    def _own(self) -> Worker:
        if self._worker is None:
            raise RuntimeError("this process is not registered as a worker")
        return self._worker


def _owner(connection: Connection, room: str) -> tuple[bool, Worker | None]:
    """Whether there is such a room, and its owner if that is alive."""
    row = connection.execute(OWNER, {"room": room, "lease": LEASE_S}).one_or_none()
    return row is not None, None if row is None or row[0] is None else Worker(*row)
