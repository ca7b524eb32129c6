"""Websockets below the protocol's messages: frames as bytes, handshakes, and clients that stall, flood or hang."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from harness import Server
from line import HELLO, NEVER, PING, Line, frame, path_of, ping, upgrade
from postgres import Postgres
from websockets.frames import Opcode

STALL = 4.0


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


def test_clients_of_another_worker_that_stall_are_cut_off(postgres: Postgres) -> None:
    store = postgres.new_database()
    with Server(store, stall_seconds=STALL) as one, Server(store, stall_seconds=STALL) as other:
        room, _ = one.make_room("box_world", "me")
        with one.enter(room), other.enter(room):
            for server in (one, other):  # one of them has the room
                is_cut_off_when_silent(server, f"/ws/{room}")
                is_cut_off_when_it_does_not_read(server, f"/ws/{room}")
        assert not one.failures() and not other.failures()


def test_what_comes_early_reaches_another_worker(postgres: Postgres) -> None:
    store = postgres.new_database()
    with Server(store) as one, Server(store) as other:
        room, _ = one.make_room("box_world", "me")
        for server in (one, other):
            with Line(server) as line:
                line.open(f"/ws/{room}", early=HELLO + frame(ping(7)))
                assert line.message("pong")["id"] == 7
        assert not one.failures() and not other.failures()
