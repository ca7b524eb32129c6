"""A TCP connection to a server that speaks websocket frames, and nothing by itself."""

from __future__ import annotations

import json
import socket
from typing import Any

from harness import PATIENCE, Gone, Server
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import CLIENT, Protocol, State

NEVER = 1000.0  # seconds, for timers that must not run out
KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


def upgrade(path: str, *, method: str = "GET", more: str = "") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    return f"{head}{KEY}{more}\r\n".encode()


def frame(data: object, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    return Frame(opcode, content, fin).serialize(mask=mask)


def ping(number: int) -> dict[str, object]:
    return {"type": "ping", "id": number}


HELLO = frame({"type": "hello", "version": 2})
PING = frame(b"", Opcode.PING)


class Line:
    """A TCP connection that speaks frames; it answers nothing by itself."""

    def __init__(self, server: Server, *, receive_buffer: int = 0) -> None:
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", server.port))
        self.status = b""
        self._parser = Protocol(CLIENT, state=State.OPEN, max_size=None)
        self._frames: list[Frame] = []

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def open(self, path: str, early: bytes = b"") -> None:
        """Complete the handshake; `early` is sent together with the request."""
        self.send(upgrade(path) + early)
        received = b""
        while b"\r\n\r\n" not in received:
            data = self.socket.recv(65536)
            assert data, received
            received += data
        head, _, rest = received.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        self._parser.receive_data(rest)

    def frame(self) -> Frame | None:
        """The next frame; None once the connection is closed."""
        while True:
            self._frames += [event for event in self._parser.events_received() if isinstance(event, Frame)]
            if self._frames:
                return self._frames.pop(0)
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            if not data:
                return None
            self._parser.receive_data(data)

    def message(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while (one := self.frame()) is not None:
            if one.opcode is Opcode.TEXT:
                message: dict[str, Any] = json.loads(bytes(one.data))
                if message["type"] in types:
                    return message
        raise Gone

    def close_code(self) -> int | None:
        """The code with which the server closes; None if it says none."""
        code = None
        while (one := self.frame()) is not None:
            if one.opcode is Opcode.CLOSE:
                code = Close.parse(bytes(one.data)).code
        return code


def path_of(server: Server) -> str:
    return f"/ws/{server.make_room('box_world', 'me')[0]}"
