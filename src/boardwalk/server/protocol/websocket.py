"""A websocket on its transport: the handshake goes through the ASGI application, messages do not.

uvicorn makes a `WebSocket` for each upgrade request and hands it the request's bytes. The application answers the
request: it accepts (`accept`), refuses with a response, or relays the connection to the worker that has the room
(`relay`). After that nothing stands between the transport and the room: `receive` returns a client's messages, and what
is sent within one turn of the event loop is one write.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from http import HTTPStatus
from struct import pack
from typing import Any, cast
from urllib.parse import unquote

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from boardwalk.server.base.limits import TokenBucket
from boardwalk.server.base.settings import Settings
from boardwalk.server.protocol.messages import Bye, encode

log = logging.getLogger("boardwalk")
MOST_WAITING = 1024 * 1024  # bytes that wait for a slow reader
LONGEST = 64 * 1024  # bytes of a message; the application says so below this, and beyond it the socket is closed
WHOLE_TEXT = 0x81  # the first byte of a text message in one frame
MOST_UNREAD = 64  # messages of a client that wait to be carried out
PIECE = 8 * 1024  # bytes that are parsed before the limits on frames are checked again
FRAMES_A_SECOND, FRAMES_AT_ONCE = 20, 200  # control frames and fragments, which the limits on messages don't count
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
GRACE = 1.0  # seconds that a client which seems to be stalled is given in case this process was
CLOSING_SECONDS = 5.0  # for the client to answer a close frame
CONNECT_SECONDS = 3.0  # for another worker to accept a connection
BEHIND = encode(Bye(why="you were too far behind", again=True))


@cache
def _stall_seconds() -> float:
    return Settings.from_environment().stall_seconds


class WebSocket(asyncio.Protocol):
    """One websocket of a client."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config, self._app_state = config, app_state
        self._stall_seconds = _stall_seconds()
        self._connections, self._tasks = server_state.connections, server_state.tasks
        self._loop = asyncio.get_running_loop()
        self._protocol = ServerProtocol(max_size=LONGEST, logger=logging.getLogger("websockets"))
        self._transport: asyncio.Transport = None  # type: ignore[assignment]
        self._head = b""  # the upgrade request
        self._serve: Callable[[], Awaitable[None]] | None = None
        self._answered = False  # whether the request has been answered
        self._unparsed = b""  # received, but not looked at while reading is paused
        self._part = bytearray()  # the beginning of a fragmented message
        self._frames = TokenBucket(FRAMES_A_SECOND, FRAMES_AT_ONCE, self._loop.time)
        self._messages: deque[bytes | None] = deque()  # None after the last
        self._reader: asyncio.Future[None] | None = None
        self._sending: list[bytes] = []
        self._paused = False  # whether reading is
        self._heard = self._loop.time()
        self._in_doubt = False  # whether the client seemed to be stalled when last looked at
        self._timer: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._relay: asyncio.Transport | None = None
        self.lost: asyncio.Future[None] = self._loop.create_future()  # done once the transport is closed
        self.closed = False

    # -- the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)  # type: ignore[arg-type]
        self._watch()

    def data_received(self, data: bytes) -> None:
        self._heard = self._loop.time()
        if self._relay is not None:
            self._relay.write(data)
            return
        self._unparsed += data
        self._parse()

    def _parse(self) -> None:
        """Parse what has been received, up to where reading is paused. A piece can hold hundreds of small frames."""
        while self._unparsed and not self._paused:
            piece, self._unparsed = self._unparsed[:PIECE], self._unparsed[PIECE:]
            if not self._answered:
                self._head += piece
            self._protocol.receive_data(piece)
            for event in self._protocol.events_received():
                if isinstance(event, Request):
                    self._ask_application(event)
                elif isinstance(event, Frame):
                    self._take_frame(event)
            self._flush()  # pongs, and the answer to a close frame
            protocol = self._protocol
            if protocol.parser_exc or protocol.close_rcvd or protocol.handshake_exc:
                self._unparsed = b""
                self._end()

    def eof_received(self) -> None:
        self._end()

    def connection_lost(self, error: Exception | None) -> None:
        self._connections.discard(self)
        self.closed = True
        for timer in (self._timer, self._stall):
            if timer is not None:
                timer.cancel()
        if self._relay is not None:
            self._relay.close()
        self._put(None)
        if not self.lost.done():
            self.lost.set_result(None)

    def pause_writing(self) -> None:
        self._stall = self._loop.call_later(self._stall_seconds, self._end_stall)
        if self._relay is not None:
            self._relay.pause_reading()

    def resume_writing(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        if self._relay is not None:
            self._relay.resume_reading()

    def shutdown(self) -> None:
        """uvicorn's farewell."""
        self.close(CloseCode.SERVICE_RESTART)

    # -- the handshake

    def _ask_application(self, request: Request) -> None:
        """Let the application answer the upgrade request; it finds this object in the scope."""
        path, _, query = request.path.partition("?")
        client, server = self._transport.get_extra_info("peername"), self._transport.get_extra_info("sockname")
        offered = ",".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": server[:2] if isinstance(server, tuple) else None,
            "client": client[:2] if isinstance(client, tuple) else None,
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("latin-1"),
            "query_string": query.encode("latin-1"),
            "headers": [
                (key.lower().encode("latin-1"), value.encode("latin-1", "surrogateescape"))
                for key, value in request.headers.raw_items()
            ],
            "subprotocols": [token.strip() for token in offered.split(",") if token.strip()],
            "state": self._app_state.copy(),
            "extensions": {"websocket.http.response": {}, "boardwalk.socket": self},
        }
        self._request = request
        self._pause_reading()  # clients wait for the answer; what one sends before it must not fill memory
        task = self._loop.create_task(self._run_application(scope))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def serve_with(self, serve: Callable[[], Awaitable[None]]) -> None:
        """Set the coroutine that serves this socket once the application has accepted it and returned, so that no code
        of the web framework is resumed for each message."""
        self._serve = serve

    async def _run_application(self, scope: Mapping[str, Any]) -> None:
        try:
            await self._config.loaded_app(scope, self._receive_event, self._send_event)
            if self._serve is not None:
                await self._serve()
        except Exception:
            log.exception("a socket failed")
        finally:
            if self._relay is None:
                if not self._answered:
                    self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, Headers(), b"")
                self.close()

    async def _receive_event(self) -> dict[str, object]:
        return {"type": "websocket.connect"}

    async def _send_event(self, event: Mapping[str, Any]) -> None:
        """The application refuses the request with a response, or (where there is no such address) with a close."""
        if event["type"] == "websocket.http.response.start":
            self._response = event
        elif event["type"] == "websocket.http.response.body" and not self._answered:
            headers = Headers([(key.decode(), value.decode("latin-1")) for key, value in self._response["headers"]])
            self._refuse(self._response["status"], headers, event.get("body", b""))
        elif event["type"] == "websocket.close" and not self._answered:
            self._refuse(HTTPStatus.NOT_FOUND, Headers(), b"")

    def _refuse(self, status: int, headers: Headers, body: bytes) -> None:
        self._answered = True
        if not self.closed:
            headers["Connection"] = "close"
            if "Content-Length" not in headers:
                headers["Content-Length"] = str(len(body))
            self._protocol.send_response(Response(status, HTTPStatus(status).phrase, headers, body))
            self._flush()
            self._transport.close()

    def accept(self, subprotocol: str | None = None) -> bool:
        """Complete the handshake; False if the request is not a valid one, which is answered."""
        response = self._protocol.accept(self._request)
        if subprotocol and response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            response.headers["Sec-WebSocket-Protocol"] = subprotocol
        self._answered, self._head = True, b""
        if self.closed:
            return False
        self._protocol.send_response(response)
        self._flush()
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._transport.close()
            return False
        self._resume_reading()
        return True

    async def relay(self, address: tuple[str, int], headers: Mapping[str, str]) -> None:
        """Pass the request, with these headers added, and all bytes that follow to another worker, until either side
        closes. An `OSError` if the worker can't be reached."""
        async with asyncio.timeout(CONNECT_SECONDS):
            _, other = await self._loop.create_connection(lambda: _RelayEnd(self._transport), *address)
        if self.closed:
            other.transport.close()
            return
        other.transport.write(self._head_with(headers))
        self._answered, self._relay, self._head, self._unparsed = True, other.transport, b"", b""
        self._resume_reading()
        await self.lost

    def _head_with(self, headers: Mapping[str, str]) -> bytes:
        """The upgrade request with more headers, and what has been read after it."""
        line, _, rest = self._head.partition(b"\r\n")
        added = "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode("latin-1")
        return line + b"\r\n" + added + rest + self._unparsed

    # -- messages from the client

    def _take_frame(self, frame: Frame) -> None:
        if self._protocol.state is not State.OPEN:
            return
        if frame.opcode in DATA and frame.fin:
            self._put(bytes(self._part + frame.data) if self._part else bytes(frame.data))
            self._part.clear()
            if len(self._messages) >= MOST_UNREAD:
                self._pause_reading()
        elif not self._frames.take():
            self.close(CloseCode.POLICY_VIOLATION)
        elif frame.opcode in DATA:
            self._part += frame.data

    def _put(self, message: bytes | None) -> None:
        if not self._messages or self._messages[-1] is not None:
            self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def receive(self) -> bytes | None:
        """The next message, text or binary; None once the connection is closed."""
        while not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        message = self._messages.popleft()
        if message is None:
            self._messages.append(None)
        elif len(self._messages) < MOST_UNREAD:
            self._resume_reading()
        return message

    def _pause_reading(self) -> None:
        if not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def _resume_reading(self) -> None:
        if self._paused and not self._transport.is_closing():
            self._paused = False
            self._parse()
            if not self._paused and not self._transport.is_closing():
                self._transport.resume_reading()

    # -- messages to the client

    def send(self, message: bytes) -> None:
        """Send a text message, together with others that are sent in the same turn of the event loop. A client that is
        too far behind is disconnected and may come back."""
        if self.closed or self._protocol.state is not State.OPEN:
            return
        if not self._sending:
            self._loop.call_soon(self._flush)
        self._sending += _frame_head(len(message)), message
        if self._stall is not None and self._transport.get_write_buffer_size() > MOST_WAITING:
            self._sending += _frame_head(len(BEHIND)), BEHIND
            self.close()

    def _flush(self) -> None:
        """Write the queued messages, and after them the protocol's own frames."""
        parts, self._sending = self._sending, []
        parts += self._protocol.data_to_send()
        if parts and not self.closed:
            self._transport.write(b"".join(parts))

    # -- the end

    def close(self, code: int = CloseCode.NORMAL_CLOSURE) -> None:
        """Close once everything is sent; the client is given a moment to answer."""
        if self.closed:
            return
        if self._relay is not None or self._protocol.state is State.CONNECTING:
            self._transport.close()
        elif self._protocol.state is State.OPEN:
            self._protocol.send_close(code)
            self._flush()
            self._messages.clear()
            self._put(None)
            self._resume_reading()  # up to the answer
            self._loop.call_later(CLOSING_SECONDS, self._transport.abort)

    def abort(self) -> None:
        """Close at once, without an answer."""
        self._answered = True
        self._transport.abort()

    def _end(self) -> None:
        """The client has closed, or has broken the protocol."""
        self._put(None)
        if not self.closed:
            self._flush()
            self._transport.close()

    def _end_stall(self) -> None:
        """The client has not read what it was sent; it is given another moment, as in `_watch`."""
        self._stall = self._loop.call_later(GRACE, self._transport.abort)

    def _watch(self) -> None:
        """Ping a silent client after half of the time; close the socket if it does not answer."""
        silent, ask_after = self._loop.time() - self._heard, self._stall_seconds / 2
        if silent >= self._stall_seconds:
            if self._in_doubt:
                self._transport.abort()
                return
            # After a pause of this process timers run first, and an answer may be waiting to be read.
            self._in_doubt, check_at = True, silent + GRACE
        else:
            self._in_doubt = False
            check_at = ask_after if silent < ask_after else self._stall_seconds
            if silent >= ask_after and self._protocol.state is State.OPEN and self._relay is None:
                self._protocol.send_ping(b"")
                self._flush()
        self._timer = self._loop.call_later(check_at - silent, self._watch)


def _frame_head(length: int) -> bytes:
    """The frame header of a text message of this length (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return pack("!BBH", WHOLE_TEXT, 126, length)
    return pack("!BBQ", WHOLE_TEXT, 127, length)


class _RelayEnd(asyncio.Protocol):
    """The connection to the worker that has the room. `client` is the transport of the client's socket."""

    def __init__(self, client: asyncio.Transport) -> None:
        self._client = client
        self.transport: asyncio.Transport = None  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._client.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._client.close()

    def pause_writing(self) -> None:
        self._client.pause_reading()

    def resume_writing(self) -> None:
        self._client.resume_reading()
