"""The one thread of a process that writes: it commits all waiting requests together and then resolves their futures.

While one commit is in progress the next batch collects, so that under load each flush to the disk serves more requests.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from queue import Empty, SimpleQueue

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, InternalError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from boardwalk.server.store.appends import Appender, in_doubt
from boardwalk.server.store.engine import WAIT_S, reason
from boardwalk.server.store.rows import CANT_SAVE, ConcurrentWrite, StoreError
from boardwalk.server.store.transaction import Append, Outcome, Transaction, WriteRequest

MAX_BATCH = 256
"""Requests in one transaction."""
PACE_S = 0.005
"""The least time from the end of a commit to the next, so that more requests share one; a lone request does not wait.

Each commit costs over 100 µs of the kernel's CPU time, and a process that wakes up less often keeps its caches warm: at
1,000 requests a second this saves about a third of all CPU time, and adds 3 ms to the median response time."""
PAUSE_S = 0.1
RETRIABLE = {"40001", "40P01"}  # PostgreSQL's serialization failure and deadlock: rolled back, safe to retry
UNAVAILABLE = (OperationalError, InterfaceError, InternalError, PoolTimeoutError)
"""Errors of a database that is locked, full, hanging or away: a warning without a traceback."""

logger = logging.getLogger(__name__)


class Writer(threading.Thread):
    """`put` requests from the event loop; their futures are resolved on the loop, after the commit."""

    def __init__(self, engine: Engine, lock: AbstractContextManager[object]) -> None:
        super().__init__(name="store-writer", daemon=True)
        self._engine, self._lock = engine, lock
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[WriteRequest | None] = SimpleQueue()
        self._unanswered: deque[WriteRequest] = deque()  # in the order of `put`, some of them answered
        self._next = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._in_doubt = False
        self._appender = Appender(engine)

    def put(self, request: WriteRequest) -> None:
        """Write this; called on the loop, like all methods down to `run`."""
        self._unanswered.append(request)
        if self._timer is None:
            self._timer = self._loop.call_at(request.due, self._expire)
        self._waiting.put(request)

    def finish(self) -> None:
        """End the thread once all requests put so far are written."""
        self._waiting.put(None)

    def _resolve(self, requests: Sequence[WriteRequest], outcomes: Sequence[Outcome]) -> None:
        for request, outcome in zip(requests, outcomes, strict=True):
            if request.done.done():
                continue
            if isinstance(outcome, StoreError):
                request.done.set_exception(outcome)
            else:
                request.done.set_result(outcome)
        while self._unanswered and self._unanswered[0].done.done():
            self._unanswered.popleft()

    def _expire(self) -> None:
        """Refuse what is overdue. One timer for all requests: they are due in the order in which they came."""
        now, self._timer = self._loop.time(), None
        while self._unanswered and ((first := self._unanswered[0]).done.done() or first.due <= now):
            self._unanswered.popleft()
            if not first.done.done():
                first.done.set_exception(StoreError(CANT_SAVE))
        if self._unanswered:
            self._timer = self._loop.call_at(self._unanswered[0].due, self._expire)

    def run(self) -> None:
        more = True
        while more:
            requests, more = self._take()
            # A caller that has timed out does not know the outcome: better not to write it any more.
            requests = [request for request in requests if not request.done.done()]
            if requests:
                outcomes = self._outcomes(requests)
                self._next = time.monotonic() + PACE_S
                with suppress(RuntimeError):  # the loop is closed: no caller is left
                    self._loop.call_soon_threadsafe(self._resolve, requests, outcomes)
        self._appender.release()

    def _take(self) -> tuple[list[WriteRequest], bool]:
        """All waiting requests (at least one, at most MAX_BATCH), and whether there may be more."""
        requests: list[WriteRequest] = []
        with suppress(Empty):
            request = self._waiting.get()
            if (wait := self._next - time.monotonic()) > 0:
                time.sleep(wait)
            while request is not None:
                requests.append(request)
                if len(requests) == MAX_BATCH:
                    return requests, True
                request = self._waiting.get_nowait()
            return requests, False
        return requests, True

    def _outcomes(self, requests: Sequence[WriteRequest]) -> Sequence[Outcome]:
        try:
            return self._write(requests)
        except UNAVAILABLE as error:
            logger.warning("the database did not take %d changes: %s", len(requests), reason(error))
        except Exception as error:
            # A single request that the database rejects must not fail the others.
            if len(requests) > 1:
                return [self._outcomes([request])[0] for request in requests]
            logger.exception("a change could not be stored: %s", reason(error))
        return [StoreError(CANT_SAVE) for _ in requests]

    def _write(self, requests: Sequence[WriteRequest]) -> Sequence[Outcome]:
        """Write the requests, with retries.

        Retrying is safe: each request recognises by its tag what an earlier attempt of its own has stored. That is also
        how the outcome of a commit is found out whose answer was lost, so it is worth waiting for the database to come
        back.
        """
        deadline = time.monotonic() + WAIT_S
        self._in_doubt = False
        attempts = 0
        appends = [request for request in requests if isinstance(request, Append) and not request.results]
        simple = len(appends) == len(requests)
        while True:
            attempts += 1
            try:
                with self._lock:
                    if simple and attempts == 1 and self._append(appends):
                        return [True] * len(requests)
                    return self._transaction(requests)
            except (ConcurrentWrite, IntegrityError):
                if time.monotonic() > deadline:
                    raise
            except DBAPIError as error:
                if time.monotonic() > deadline:
                    raise
                if self._in_doubt:
                    time.sleep(PAUSE_S)
                elif getattr(error.orig, "sqlstate", None) not in RETRIABLE and (
                    not error.connection_invalidated or attempts > 1
                ):
                    raise

    def _append(self, requests: Sequence[Append]) -> bool:
        """Store all of these, or nothing: False."""
        try:
            return self._appender.store(requests)
        except DBAPIError as error:
            self._in_doubt = in_doubt(error)
            raise

    def _transaction(self, requests: Sequence[WriteRequest]) -> Sequence[Outcome]:
        self._appender.release()
        with self._engine.connect() as connection, connection.begin() as transaction:
            outcomes = Transaction(connection, requests, self._in_doubt).carry_out()
            try:
                transaction.commit()
            except SQLAlchemyError:
                self._in_doubt = True
                raise
        return outcomes
