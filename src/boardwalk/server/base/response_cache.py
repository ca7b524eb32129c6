"""Responses that take time to compute: a thread computes them, and those that can't change are cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from boardwalk.server.base.bodies import CachedBody
from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.fair_queue import BUSY, BUSY_WITH_YOURS
from boardwalk.server.base.limits import AddressCount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardwalk.server.base.settings import Settings

THREADS = 1  # they hold the GIL: with a second one all others waited five times as long, with one hardly longer
KEPT_BYTES = 32 * 2**20
LARGEST_KEPT = KEPT_BYTES // 8

T = TypeVar("T")


class ResponseCache:
    """Computes answers and keeps the newest of those that can't change."""

    def __init__(self, settings: Settings) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "answers")
        self._most = settings.slow_answers
        self._addresses = AddressCount(settings.slow_answers_an_address)
        self._pending = 0
        self._kept: OrderedDict[Hashable, CachedBody] = OrderedDict()
        self._kept_bytes = 0
        self._making: dict[Hashable, asyncio.Future[CachedBody]] = {}

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def compute(self, address: str, make: Callable[[], T]) -> T:
        """What `make` returns, called in the thread; a `BusyError` if too much is waiting for it."""
        with self._counted(address):
            return await asyncio.get_running_loop().run_in_executor(self._threads, make)

    @contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        if self._pending >= self._most:
            raise BusyError(BUSY)
        if not self._addresses.acquire(address):
            raise BusyError(BUSY_WITH_YOURS)
        self._pending += 1
        try:
            yield
        finally:
            self._pending -= 1
            self._addresses.release(address)

    async def get(self, address: str, key: Hashable, make: Callable[[], bytes]) -> CachedBody:
        """The answer with this key, which must not change: a kept one, or what `make` returns. Concurrent requests for
        the same key share one computation."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            task = asyncio.ensure_future(self.compute(address, lambda: CachedBody.of(make())))
            task.add_done_callback(lambda done: self._made(key, done))
            self._making[key] = task
        return await asyncio.shield(self._making[key])

    def _made(self, key: Hashable, done: asyncio.Future[CachedBody]) -> None:
        del self._making[key]
        with suppress(Exception, asyncio.CancelledError):  # raised for those who wait
            answer = done.result()
            if answer.size <= LARGEST_KEPT:
                self._kept[key] = answer
                self._kept_bytes += answer.size
        while self._kept_bytes > KEPT_BYTES:
            self._kept_bytes -= self._kept.popitem(last=False)[1].size
