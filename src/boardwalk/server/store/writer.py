"""The one thread of a process that writes: it takes all that is waiting, commits it together, then answers everybody.

While one commit is under way the next batch gathers, so the busier it is the more a single flush to the disk is worth.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from queue import Empty, SimpleQueue

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from boardwalk.server.store.engine import WAIT_S, reason
from boardwalk.server.store.rows import CANT_SAVE, StoreError
from boardwalk.server.store.transaction import Answer, Job, Overtaken, Transaction

MOST = 256
"""Jobs in one transaction."""
PAUSE_S = 0.1
RESTARTED = {"40001", "40P01"}  # PostgreSQL's serialization failure and deadlock: nothing was done, do it again

logger = logging.getLogger(__name__)


class Writer(threading.Thread):
    """`put` jobs from the loop; each job's future is resolved on the loop, after the commit."""

    def __init__(self, engine: Engine, turn: AbstractContextManager[object], author: str) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._engine, self._turn, self._author = engine, turn, author
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        self._in_doubt = False

    def put(self, job: Job) -> None:
        self._waiting.put(job)

    def finish(self) -> None:
        """What was put before is still written; then the thread ends."""
        self._waiting.put(None)

    def run(self) -> None:
        more = True
        while more:
            jobs, more = self._take()
            # Who has given up waiting was told that nothing is known; better to leave it undone.
            jobs = [job for job in jobs if not job.answer.cancelled()]
            if jobs:
                answers = self._answer(jobs)
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(_tell, jobs, answers)

    def _take(self) -> tuple[list[Job], bool]:
        """All that is waiting (at least one, and not too many), and whether there will be more."""
        jobs: list[Job] = []
        with suppress(Empty):
            job = self._waiting.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == MOST:
                    return jobs, True
                job = self._waiting.get_nowait()
            return jobs, False
        return jobs, True

    def _answer(self, jobs: Sequence[Job]) -> Sequence[Answer]:
        try:
            return self._write(jobs)
        except (OperationalError, InterfaceError) as error:
            logger.warning("the database did not take %d changes: %s", len(jobs), reason(error))
        except Exception as error:
            # One job with something no database takes: it must not take the others down with it.
            if len(jobs) > 1:
                return [self._answer([job])[0] for job in jobs]
            logger.exception("a change could not be stored: %s", reason(error))
        return [StoreError(CANT_SAVE) for _ in jobs]

    def _write(self, jobs: Sequence[Job]) -> Sequence[Answer]:
        """Write the jobs, again if need be.

        Again is safe: each job recognises by its tag what an earlier try of its own has stored. Where the answer to a
        commit was lost, that is how its outcome is found out, and it is worth waiting a while for the database to come
        back.
        """
        deadline = time.monotonic() + WAIT_S
        self._in_doubt = False
        tries = 0
        while True:
            tries += 1
            try:
                with self._turn:
                    return self._transaction(jobs)
            except (Overtaken, IntegrityError):
                if time.monotonic() > deadline:
                    raise
            except DBAPIError as error:
                if time.monotonic() > deadline:
                    raise
                if self._in_doubt:
                    time.sleep(PAUSE_S)
                elif getattr(error.orig, "sqlstate", None) not in RESTARTED and (
                    not error.connection_invalidated or tries > 1
                ):
                    raise

    def _transaction(self, jobs: Sequence[Job]) -> Sequence[Answer]:
        with self._engine.connect() as connection, connection.begin() as transaction:
            answers = Transaction(connection, jobs, self._in_doubt).carry_out(self._author)
            try:
                transaction.commit()
            except SQLAlchemyError:
                self._in_doubt = True
                raise
        return answers


def _tell(jobs: Sequence[Job], answers: Sequence[Answer]) -> None:
    for job, answer in zip(jobs, answers, strict=True):
        if job.answer.done():
            continue
        if isinstance(answer, StoreError):
            job.answer.set_exception(answer)
        else:
            job.answer.set_result(answer)
