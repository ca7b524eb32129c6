"""Responses as JSON: answers, and errors as one sentence with the place that caused them.

Those that take time to compute have a thread of their own, and those that can't change are cached, with an entity tag,
and compressed once."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from boardwalk.contract.errors import BoardwalkError, OptionError, TextError, UnknownBotError, UnknownGameError
from boardwalk.server.base.errors import BusyError, MovedError, ServerError
from boardwalk.server.base.limits import BUSY, FairQueue, address_of
from boardwalk.server.base.settings import Settings

JSON = "application/json"
RETRY_AFTER = "2"  # seconds
MOVED = "x-boardwalk-moved"  # the header of a response that says: this worker does not have the room, nothing was done

THREADS = 1  # they hold the GIL: with two threads other requests took five times as long, with one hardly longer
CACHED_BYTES = 32 * 2**20
LARGEST_CACHED = CACHED_BYTES // 8
REVALIDATED = "no-cache"  # cached by the client, which revalidates it each time
IMMUTABLE = "public, max-age=31536000, immutable"  # for addresses that name their content
LEAST_SAVED = 100  # bytes; below that compression is not worth the header

T = TypeVar("T")


class Encoded(Response, Generic[T]):
    """A response whose body is a `T`, encoded already."""


class Refusal(msgspec.Struct, kw_only=True):
    """Why a request was not carried out, in one sentence, with the option, or the place in the text, that caused it."""

    error: str
    option: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    column: int | UnsetType = UNSET


def answer(data: Any, status: int = 200) -> Response:
    try:
        body = msgspec.json.encode(data)
    except UnicodeEncodeError:  # the client sent half of a surrogate pair
        body = json.dumps(msgspec.to_builtins(data)).encode()
    return Response(body, status, {"Retry-After": RETRY_AFTER} if status == 503 else None, JSON)


def refusal(error: BoardwalkError) -> Response:
    """The response for an error."""
    if isinstance(error, TextError):
        refused = Refusal(error=error.what, line=error.line, column=error.column)
    else:
        refused = Refusal(error=str(error), option=error.option if isinstance(error, OptionError) else UNSET)
    response = answer(refused, _status(error))
    if isinstance(error, MovedError):
        response.headers[MOVED] = "yes"
    return response


def _status(error: BoardwalkError) -> int:
    if isinstance(error, ServerError):
        return error.status
    if isinstance(error, UnknownGameError):
        return 404
    return 409 if isinstance(error, UnknownBotError) else 422


# -- responses that take time


class CachedBody(NamedTuple):
    """The body of a response that is sent more than once. `packed` is the body compressed by gzip, or empty if that
    does not make it smaller. The tag is a weak one: it names the content, not its encoding."""

    body: bytes
    packed: bytes
    etag: str

    @classmethod
    def of(cls, body: bytes) -> CachedBody:
        packed = gzip.compress(body, mtime=0)
        etag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        return cls(body, packed if len(packed) + LEAST_SAVED < len(body) else b"", etag)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return len(self.body) + len(self.packed)


@dataclass(eq=False)
class Turn:
    """A computation that waits for the thread. Each address has one at a time."""

    address: str
    begins: asyncio.Future[None]

    @property
    def room(self) -> str:
        return self.address


class ResponseCache:
    """Computes responses and keeps the most recently used of those that can't change."""

    def __init__(self, settings: Settings) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "responses")
        self._turns: FairQueue[Turn] = FairQueue(settings.slow_answers, settings.slow_answers_an_address)
        self._current: Turn | None = None
        self._cached: OrderedDict[Hashable, CachedBody] = OrderedDict()
        self._cached_bytes = 0
        self._making: dict[Hashable, asyncio.Future[CachedBody]] = {}

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def compute(self, address: str, make: Callable[[], T]) -> T:
        """What `make` returns, called in the thread when it is the address's turn; a `BusyError` if too many wait."""
        loop = asyncio.get_running_loop()
        turn = Turn(address, loop.create_future())
        if (displaced := self._turns.put(turn)) and not displaced.begins.done():
            displaced.begins.set_exception(BusyError(BUSY))
        self._next_turn()
        try:
            await turn.begins
            return await loop.run_in_executor(self._threads, make)
        finally:
            if self._current is turn:
                self._current = None
                self._turns.done(turn)
                self._next_turn()
            else:
                self._turns.remove(turn)

    def _next_turn(self) -> None:
        if self._current is None and (found := self._turns.take(lambda turn: turn)):
            self._current = found[0]
            if not self._current.begins.done():  # else it is cancelled, and ends its turn itself
                self._current.begins.set_result(None)

    async def get(self, address: str, key: Hashable, make: Callable[[], bytes]) -> CachedBody:
        """The body with this key, which must not change: a cached one, or what `make` returns. Concurrent requests for
        the same key share one computation."""
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        if key not in self._making:
            task = asyncio.ensure_future(self.compute(address, lambda: CachedBody.of(make())))
            task.add_done_callback(lambda done: self._made(key, done))
            self._making[key] = task
        return await asyncio.shield(self._making[key])

    def _made(self, key: Hashable, done: asyncio.Future[CachedBody]) -> None:
        del self._making[key]
        with suppress(Exception, asyncio.CancelledError):  # raised in the requests that wait
            made = done.result()
            if made.size <= LARGEST_CACHED:
                self._cached[key] = made
                self._cached_bytes += made.size
        while self._cached_bytes > CACHED_BYTES:
            self._cached_bytes -= self._cached.popitem(last=False)[1].size


def send_cached(
    request: Request, content: CachedBody, media_type: str, *, caching: str = REVALIDATED, status: int = 200
) -> Encoded[Any]:
    """The body as this client can read it; 304 without a body if the client has it already."""
    headers = {"ETag": content.etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    if status == 200 and content.etag in request.headers.get("if-none-match", ""):
        return Encoded(status_code=304, headers=headers)
    if content.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Encoded(content.packed, status, headers, media_type)
    return Encoded(content.body, status, headers, media_type)


async def cached_bytes(request: Request, key: Hashable, media_type: str, make: Callable[[], bytes]) -> Encoded[Any]:
    """A response that does not change while the server runs: computed once, and not sent to a client that has it."""
    cache: ResponseCache = request.app.state.cache
    return send_cached(request, await cache.get(address_of(request.scope), key, make), media_type)


async def cached(request: Request, key: Hashable, make: Callable[[], T]) -> Encoded[T]:
    """What `make` returns, as JSON, which does not change while the server runs."""
    return await cached_bytes(request, key, JSON, lambda: msgspec.json.encode(make()))


async def computed(request: Request, make: Callable[[], T]) -> T:
    """What `make` returns, computed for this request only."""
    cache: ResponseCache = request.app.state.cache
    return await cache.compute(address_of(request.scope), make)
