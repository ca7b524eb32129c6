"""Websockets below the protocol's messages: frames as bytes, handshakes, and clients that stall, flood or hang."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import takewhile
from typing import Any

import pytest
from harness import PATIENCE, Client, Gone, Server, wait_for
from postgres import Postgres
from websockets.frames import Close, Frame, Opcode
from websockets.protocol import CLIENT, Protocol, State
from world import World

from boardwalk.server import socket as endpoint
from boardwalk.server.limits import REFUSALS_AN_ADDRESS, AddressSockets

NEVER = 1000.0
STALL = 2.0
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


@pytest.fixture(scope="module")
def patient() -> Iterator[Server]:
    """A server on which nothing ends because of a timer."""
    with Server(stall_seconds=NEVER) as server:
        yield server
        assert not server.failures()


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    with Server(stall_seconds=STALL) as server:
        yield server
        assert not server.failures()


def path_of(server: Server) -> str:
    return f"/ws/{server.make_room('box_world', 'me')[0]}"


@contextmanager
def watching(server: Server) -> Iterator[Line]:
    with Line(server) as line:
        line.open(path_of(server))
        line.send(HELLO)
        line.message("frames")
        yield line


# -- the handshake


@pytest.mark.parametrize(
    "request_bytes",
    [
        upgrade("/ws/x", method="POST"),
        upgrade("/ws/x", more="X-Long: " + "x" * 10_000 + "\r\n"),
        upgrade("/ws/x", more="".join(f"X-{number}: 1\r\n" for number in range(200))),
        upgrade("/" + "x" * 10_000),
        upgrade("/ws/x").replace(b"Sec-WebSocket-Key", b"X-Key"),
        upgrade("/ws/x").replace(b"Version: 13", b"Version: 12"),
        upgrade("/elsewhere"),
    ],
    ids=["a POST", "a long header", "many headers", "a long path", "no key", "another version", "no such address"],
)
def test_an_upgrade_request_that_is_not_valid_ends_its_connection(patient: Server, request_bytes: bytes) -> None:
    with Line(patient) as line:
        line.send(request_bytes)
        received = b""
        while data := line.socket.recv(65536):  # a timeout if it is never closed
            received += data
        assert b" 101 " not in received


def test_what_comes_before_the_handshake_is_answered_waits_for_it(patient: Server) -> None:
    with Line(patient) as line:
        line.open(path_of(patient), early=PING + HELLO + frame(ping(7)))
        first = line.frame()
        assert first is not None and first.opcode is Opcode.PONG, "after the answer to the handshake, not before it"
        line.message("welcome")
        assert line.message("pong")["id"] == 7


# -- frames


def test_a_message_may_come_in_fragments_with_control_frames_between_them(patient: Server) -> None:
    with watching(patient) as line:
        text = json.dumps(ping(8)).encode()
        line.send(frame(text[:5], fin=False) + PING + frame(text[5:9], Opcode.CONT, fin=False))
        pong = line.frame()
        while pong is not None and pong.opcode is Opcode.TEXT:
            pong = line.frame()
        assert pong is not None and pong.opcode is Opcode.PONG
        line.send(frame(text[9:], Opcode.CONT) + frame(ping(9), Opcode.BINARY))
        assert [line.message("pong")["id"] for _ in range(2)] == [8, 9]


def test_many_messages_at_once_are_all_answered_in_order(patient: Server) -> None:
    count = 5000
    with watching(patient) as line:
        line.send(b"".join(frame(ping(number)) for number in range(count)))
        assert [line.message("pong")["id"] for _ in range(count)] == list(range(count))


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(ping(1), mask=False), 1002),
        (frame(b"", Opcode.CONT), 1002),
        (frame(b"x", fin=False) + frame(b"x"), 1002),
        (PING.replace(b"\x89", b"\x09", 1), 1002),
        (frame(b"x" * (64 * 1024 + 1)), 1009),
        (frame(b"x" * 60_000, fin=False) + frame(b"x" * 60_000, Opcode.CONT), 1009),
        (PING * 1000, 1008),
        (frame(b"", fin=False) + frame(b"", Opcode.CONT, fin=False) * 1000, 1008),
    ],
    ids=[
        "not masked",
        "a fragment without a beginning",
        "a message within a message",
        "a ping in fragments",
        "a long message",
        "a long message in fragments",
        "a flood of pings",
        "a flood of fragments",
    ],
)
def test_frames_that_break_the_websocket_protocol_end_the_connection(patient: Server, sent: bytes, code: int) -> None:
    with watching(patient) as line:
        line.send(sent)
        assert line.close_code() == code


def test_a_message_beyond_the_limit_is_answered_with_the_limit(patient: Server) -> None:
    with watching(patient) as line:
        line.send(frame(b" " * 8190 + b"{}"))
        assert "no message of this protocol" in line.message("refused")["why"]
        line.send(frame(b" " * 8191 + b"{}"))
        assert line.message("bye")["why"] == "a message has at most 8192 bytes"
        assert line.close_code() == 1000


def test_text_that_is_not_utf8_is_refused_and_nothing_else(patient: Server) -> None:
    with watching(patient) as line:
        line.send(frame(b'{"type":"ping","id":"\xff\xfe"}') + frame(ping(3)))
        assert "no message of this protocol" in line.message("refused")["why"]
        assert line.message("pong")["id"] == 3


def test_a_client_that_closes_its_side_is_gone(patient: Server) -> None:
    room, _ = patient.make_room("box_world", "me")
    with Line(patient) as line, patient.enter(room) as other:
        line.open(f"/ws/{room}")
        line.send(HELLO)
        other.until(lambda: other.room["spectators"] == 2)
        line.socket.shutdown(socket.SHUT_WR)
        assert line.close_code() is None
        other.until(lambda: other.room["spectators"] == 1)


# -- clients that stall


def is_cut_off_when_silent(server: Server, path: str) -> None:
    with Line(server) as silent, Line(server) as alive:
        for line in (silent, alive):
            line.open(path)
            line.send(HELLO)
        pings = 0
        while pings < 4:  # it answers, and is kept for twice as long as the other
            one = alive.frame()
            assert one is not None
            if one.opcode is Opcode.PING:
                pings += 1
                alive.send(frame(bytes(one.data), Opcode.PONG))
        silent.socket.settimeout(0.5)
        assert silent.close_code() is None  # a timeout if it is still open
        alive.send(frame(ping(5)))
        assert alive.message("pong")["id"] == 5


def is_cut_off_when_it_does_not_read(server: Server, path: str) -> None:
    with Line(server, receive_buffer=4096) as line:
        line.open(path)
        line.send(HELLO)
        with pytest.raises((ConnectionError, TimeoutError)) as caught:
            while True:
                line.send(frame(ping(10**15)) * 100)
        assert isinstance(caught.value, ConnectionError)


def test_a_silent_client_is_cut_off(hasty: Server) -> None:
    is_cut_off_when_silent(hasty, path_of(hasty))


def test_a_client_that_does_not_read_is_cut_off(hasty: Server) -> None:
    is_cut_off_when_it_does_not_read(hasty, path_of(hasty))


class RelayingServer(Server):
    """A server that can't hand connections over, as if the other were on another machine."""

    program = f"from boardwalk.server import websocket; websocket.hand_over = lambda *_: False; {Server.program}"


@pytest.mark.parametrize("kind", [Server, RelayingServer], ids=["handed over", "relayed"])
def test_clients_of_another_worker_that_stall_are_cut_off(postgres: Postgres, kind: type[Server]) -> None:
    store = postgres.new_database()
    with kind(store, stall_seconds=STALL) as one, kind(store, stall_seconds=STALL) as other:
        room, _ = one.make_room("box_world", "me")
        with one.enter(room), other.enter(room):
            for server in (one, other):  # one of them has the room
                is_cut_off_when_silent(server, f"/ws/{room}")
                is_cut_off_when_it_does_not_read(server, f"/ws/{room}")
        assert not one.failures() and not other.failures()


@pytest.mark.parametrize("kind", [Server, RelayingServer], ids=["handed over", "relayed"])
def test_what_comes_early_reaches_another_worker(postgres: Postgres, kind: type[Server]) -> None:
    store = postgres.new_database()
    with kind(store) as one, kind(store) as other:
        room, _ = one.make_room("box_world", "me")
        for server in (one, other):
            with Line(server) as line:
                line.open(f"/ws/{room}", early=HELLO + frame(ping(7)))
                assert line.message("pong")["id"] == 7
        assert not one.failures() and not other.failures()


# -- limits


def test_sockets_of_one_address_are_bounded_until_they_are_closed() -> None:
    most = 3
    with Server(connections_an_address=most, stall_seconds=NEVER) as server, ExitStack() as stack:
        path = path_of(server)

        def opened(at: str) -> Line:
            line = stack.enter_context(Line(server))
            line.open(at)
            return line

        held = [opened(path) for _ in range(most - 1)]
        held.append(opened("/ws"))  # which is for clients of version 1, and counts too
        held[0].send(frame({"type": "nothing"}) + frame({"type": "leave", "seat": 0}))
        assert held[0].message("bye")  # it does not answer the close frame, and stays open for a while

        def is_answered(line: Line) -> bool:
            try:
                line.open(path)
            except (AssertionError, ConnectionError):
                return False
            assert line.message("bye")["why"] == "too many connections from your address"
            return True

        crowd = (stack.enter_context(Line(server)) for _ in range(10 * REFUSALS_AN_ADDRESS))
        assert sum(1 for _ in takewhile(is_answered, crowd)) in range(1, 10 * REFUSALS_AN_ADDRESS), "only some wait"
        held[0].socket.close()

        def is_let_in() -> bool:
            with Line(server) as line:
                try:
                    line.open(path)
                except (AssertionError, ConnectionError):
                    return False
                line.send(HELLO)
                return line.message("welcome", "bye")["type"] == "welcome"

        wait_for(is_let_in)
        assert not server.failures()


def test_sockets_of_one_address_share_a_limit_on_messages() -> None:
    rate = 10.0  # and twice as many at once
    with Server(messages_an_address_a_second=rate) as server:
        path = path_of(server)
        with Line(server) as one, Line(server) as other:
            for line in (one, other):
                line.open(path)
                line.send(HELLO)
                line.message("welcome")
            one.send(b"".join(frame(ping(number)) for number in range(10)))
            assert one.message("pong")
            other.send(b"".join(frame(ping(number)) for number in range(30)))
            assert other.message("bye") == {"type": "bye", "why": "too many messages; slow down", "again": True}


def test_reconnecting_does_not_give_an_address_new_messages() -> None:
    sockets = AddressSockets(5, rate=0.001, burst=3)
    assert sockets.acquire("10.0.0.1")
    assert [sockets.bucket("10.0.0.1").take() for _ in range(4)] == [True, True, True, False]
    sockets.release("10.0.0.1")
    assert sockets.acquire("10.0.0.1")
    assert not sockets.bucket("10.0.0.1").take()


def test_limits_of_addresses_are_forgotten_once_they_are_full_again() -> None:
    sockets = AddressSockets(5, rate=1e9, burst=1)
    assert sockets.acquire("10.0.0.1")
    for number in range(5000):
        sockets.bucket(f"10.1.{number // 256}.{number % 256}").take()
    sockets.bucket("10.0.0.1").take()
    assert len(sockets._buckets) <= 1025 and "10.0.0.1" in sockets._buckets


def test_a_flood_of_handshakes_is_refused() -> None:
    with Server(messages_an_address_a_second=5.0) as server:
        path = path_of(server)
        refused = 0
        for _ in range(30):
            with Line(server) as line:
                line.open(path)
                line.send(HELLO)
                refused += line.message("welcome", "bye")["type"] == "bye"
        assert refused


def test_lists_without_actions_count_as_messages() -> None:
    with Server(messages_a_second=0.01, messages_at_once=5) as server:
        room, tokens = server.make_room("box_world", "me")
        client = server.enter(room, tokens[0])
        with pytest.raises(Gone):
            for _ in range(10):
                client.send(type="act", seat=0, frame=0, actions=[])
                client.receive()
        assert client.bye is not None and "too many messages" in client.bye["why"]


def test_the_oldest_connection_of_a_seat_gives_way_to_the_ninth(server: Server) -> None:
    room, tokens = server.make_room("box_world", "me")
    clients = [server.enter(room, tokens[0]) for _ in range(endpoint.CONNECTIONS_A_SEAT)]
    for client in clients:
        client.ping()
    newest = [Client(server, room, tokens.values()) for _ in range(2)]
    for gone, client in zip(clients, newest, strict=False):
        client.connect()
        with pytest.raises(Gone):
            gone.until(lambda: False)
        assert gone.bye == {"type": "bye", "why": "you have opened this game too often elsewhere", "again": False}
    for client in (*clients[2:], *newest):
        client.ping()
        client.close()


class SilentSocket:
    """A socket of a client that says nothing; it keeps what it is told."""

    def __init__(self, world: World) -> None:
        self.lost = world.loop.create_future()
        self.told: list[str] = []

    def accept(self, subprotocol: str | None = None) -> bool:
        return True

    async def receive(self) -> bytes | None:
        await asyncio.sleep(NEVER)
        return None

    def send(self, message: bytes) -> None:
        self.told.append(message.decode())

    def close(self, code: int = 1000) -> None:
        self.lost.set_result(None)


def test_an_old_client_that_says_nothing_is_told_all_the_same(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "HELLO_SECONDS", 0.05)
    silent, sockets = SilentSocket(world), AddressSockets(1, 100.0, 100.0)
    scope = {"client": ("10.0.0.1", 1), "subprotocols": []}
    world.run(endpoint.refuse_old_client(silent, scope, sockets))  # type: ignore[arg-type]
    (told,) = silent.told
    assert "version 2 of the protocol" in told
    world.run(silent_turn())
    assert sockets.acquire("10.0.0.1"), "it counted while it was open"


async def silent_turn() -> None:
    """Let callbacks of the loop run."""
