"""HTTP connections below the application: how long a client may stall, and how many connections there may be."""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import msgspec
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from boardwalk.server.base.limits import (
    REFUSALS_AN_ADDRESS,
    TOO_MANY_CONNECTIONS,
    AddressCount,
    Networks,
    OnceAMinute,
    file_limit,
)
from boardwalk.server.base.settings import Settings

if TYPE_CHECKING:
    import h11
    from uvicorn._types import ASGI3Application

log = logging.getLogger("boardwalk")
COMMON: dict[str, Any] = {  # arguments of `uvicorn.Config` for clients and for other workers
    "ws": "boardwalk.server.protocol.websocket:WebSocket",
    "log_config": None,
    "access_log": False,
    "timeout_graceful_shutdown": 2,  # seconds for half a request or an answer under way
}
RETRY_AFTER = "10"  # seconds
FULL = "the server has as many connections as it can hold; try again in a moment"


class ConnectionLimits:
    """Which new connections of this process are refused."""

    def __init__(self, settings: Settings) -> None:
        self.stall_seconds = settings.stall_seconds
        self._open = AddressCount(settings.connections_an_address)
        self._refused = AddressCount(REFUSALS_AN_ADDRESS)
        files_each = 2 if settings.store.startswith("postgres") else 1  # a socket relayed to another worker has two
        self._most = most_connections(file_limit()) // files_each
        self._proxies = Networks(settings.proxies)
        self._warning = OnceAMinute()

    def refusal(self, address: str, connections: int) -> str:
        """Why a new connection is refused; empty if it is not."""
        if connections > self._most:
            why = FULL
        elif address in self._proxies or self._open.acquire(address):
            return ""
        else:
            why = TOO_MANY_CONNECTIONS
        if self._warning.is_due():
            log.warning("a connection is refused (for a minute others are not logged): %s", why)
        return why

    def can_wait(self, address: str) -> bool:
        """Whether a refused connection may stay until its request can be answered."""
        return self._refused.acquire(address)

    def closed(self, address: str, *, refused: bool) -> None:
        """A connection that was not refused, or one that could wait for its refusal, is closed."""
        if refused:
            self._refused.release(address)
        elif address not in self._proxies:
            self._open.release(address)


def most_connections(files: int) -> int:
    """How many connections leave enough files for the database, the pages and connections about to be refused."""
    return files - max(files // 8, 48)


@cache
def _limits() -> ConnectionLimits:
    return ConnectionLimits(Settings.from_environment())


class PeerProtocol(H11Protocol):
    """uvicorn's HTTP protocol, as other workers use it."""

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        early, _ = self.conn.trailing_data  # uvicorn discards it
        if early:
            cast(asyncio.Protocol, self.transport.get_protocol()).data_received(early)


class HttpProtocol(PeerProtocol):
    """uvicorn's HTTP protocol, with limits.

    A client stalls if it leaves its request incomplete, or its response unread, for `stall_seconds`; the connection is
    aborted then. (A connection without a request is closed by uvicorn's own, shorter timer, once it had one.)
    """

    _deadline: asyncio.TimerHandle | None = None
    _begun = False  # whether a part of the next request has arrived
    _unread = 0  # bytes that were not sent yet when the deadline was set
    _address: str | None = None  # the key under which this connection is counted
    _refusal = ""

    # -- the number of connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._refusal = _limits().refusal(address, len(self.connections))
        if self._refusal:
            if not _limits().can_wait(address):
                transport.abort()
                return
            self.app = _refuse(self._refusal)
        self._address = address
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        self._release()
        super().connection_lost(exc)

    def _release(self) -> None:
        if self._address is not None:
            _limits().closed(self._address, refused=bool(self._refusal))
            self._address = None

    def _should_upgrade_to_ws(self) -> bool:
        return not self._refusal and super()._should_upgrade_to_ws()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._clear_deadline()
        self._release()
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        """uvicorn's farewell. Nobody waits for a client that has not sent its whole request."""
        super().shutdown()
        if not self._is_answering:
            self.transport.close()

    # -- stalled clients

    def data_received(self, data: bytes) -> None:
        if not self._begun and not self._is_answering:
            self._begun = True
            self._set_deadline()
        super().data_received(data)
        self._clear_deadline_while_answering()

    def on_response_complete(self) -> None:
        self._begun = False
        self._set_deadline()
        super().on_response_complete()
        self._clear_deadline_while_answering()  # the next request may have arrived already

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_deadline()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._clear_deadline_while_answering()

    @property
    def _is_answering(self) -> bool:
        """Whether a whole request has arrived and is not answered yet."""
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def _clear_deadline_while_answering(self) -> None:
        """The application takes the time it needs, unless it waits for the client to read."""
        if self._is_answering and not self.flow.write_paused:
            self._clear_deadline()

    def _set_deadline(self) -> None:
        self._clear_deadline()
        self._unread = self.transport.get_write_buffer_size()
        self._deadline = self.loop.call_later(_limits().stall_seconds, self._expire)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _expire(self) -> None:
        if 0 < self.transport.get_write_buffer_size() < self._unread:
            self._set_deadline()  # the client reads, slowly
        else:
            self.transport.abort()


def _refuse(why: str) -> ASGI3Application:
    body = msgspec.json.encode({"error": why})
    headers = {"Retry-After": RETRY_AFTER, "Connection": "close"}
    return cast("ASGI3Application", Response(body, 503, headers, "application/json"))
