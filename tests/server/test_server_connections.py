"""Connections that stall, and more connections than there may be, against a real server."""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import pytest
from harness import PATIENCE, Server, wait_for

PREVIEW = b"POST /api/games/fog_quoridor/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
CLOSED = r"reset|Broken pipe|aborted"
BIG = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    with Server(stall_seconds=1.5) as server:
        yield server
        assert not server.failures()


@contextmanager
def connected(server: Server, sent: bytes = b"", *, receive_buffer: int = 0) -> Iterator[socket.socket]:
    with socket.socket() as line:
        line.settimeout(PATIENCE)
        if receive_buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        line.connect(("127.0.0.1", server.port))
        line.sendall(sent)
        yield line


def read_health(line: socket.socket) -> None:
    received = b""
    while not received.endswith(b"\r\n\r\nok\n"):
        data = line.recv(65536)
        assert data, received
        received += data


def read_to_end(line: socket.socket) -> bytes:
    """All that is sent until the other side closes the connection."""
    received = b""
    try:
        while data := line.recv(65536):
            received += data
    except ConnectionResetError:
        pass
    return received


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Endless: ",
        PREVIEW + b"Content-Length: 100\r\n\r\n{",
        GET.replace(b"/healthz", b"/") + GET[:9],
    ],
    ids=["nothing", "a letter", "half of the headers", "half of the body", "half of a second request"],
)
def test_a_request_that_is_not_completed_ends_its_connection(hasty: Server, sent: bytes) -> None:
    with connected(hasty, sent) as line:
        read_to_end(line)  # does not return before the connection is closed


def test_a_request_that_comes_in_drips_ends_too(hasty: Server) -> None:
    """Each byte is progress, but the request has to be complete in time."""
    with connected(hasty, b"GET / HTTP/1.1\r\n") as line, pytest.raises(OSError, match=CLOSED):
        while True:
            line.sendall(b"X")
            time.sleep(0.05)


def test_a_response_that_is_not_read_ends_its_connection(hasty: Server) -> None:
    """Requests whose responses fill every buffer between here and there."""
    with connected(hasty, receive_buffer=4096) as line, pytest.raises(OSError, match=CLOSED):
        while True:
            line.sendall(BIG)
            time.sleep(0.001)


def test_a_client_that_takes_its_time_between_whole_requests_is_served(hasty: Server) -> None:
    with connected(hasty) as line:
        for _ in range(8):
            line.sendall(GET[:20])
            time.sleep(0.25)  # a sixth of the time that it has
            line.sendall(GET[20:])
            read_health(line)
            time.sleep(0.25)


def test_connections_of_one_address_are_bounded() -> None:
    with Server(connections_an_address=3) as server:
        with ExitStack() as stack:
            held = [stack.enter_context(connected(server)) for _ in range(3)]
            for path in (b"/healthz", b"/ws"):  # a websocket is a connection too
                upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\n" if path == b"/ws" else b""
                with connected(
                    server, GET.replace(b"/healthz", path).replace(b"\r\n\r\n", b"\r\n" + upgrade + b"\r\n")
                ) as one:
                    head, body = read_to_end(one).split(b"\r\n\r\n")
                    assert b"503 Service Unavailable" in head and b"retry-after: 10" in head.lower()
                    assert json.loads(body) == {"error": "too many connections from your address; close some"}
            held[0].sendall(GET)
            read_health(held[0])
            crowd = [stack.enter_context(connected(server)) for _ in range(30)]
            wait_for(lambda: sum(map(is_closed, crowd)) >= 20)  # only some may wait for the refusal
        wait_for_health(server)
        refusals = [line for line in server.lines() if "a connection is refused" in line["message"]]
        assert len(refusals) == 1, "logged once a minute"


def is_closed(line: socket.socket) -> bool:
    line.settimeout(0.1)
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


def wait_for_health(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE
    while server.get("/healthz", missing=0)[0] != 200:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_named_proxys_connections_are_not_its_own() -> None:
    with Server(connections_an_address=1, proxies=["127.0.0.1"]) as server, ExitStack() as stack:
        for _ in range(5):
            line = stack.enter_context(connected(server, GET))
            read_health(line)


def test_a_server_with_few_files_raises_its_limit_and_says_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def limit_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, 256))

    monkeypatch.setattr(subprocess, "Popen", partial(subprocess.Popen, preexec_fn=limit_files))
    with Server(connections_an_address=10_000) as server:
        assert server.process
        assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (256, 256)
        with ExitStack() as stack:
            held = [stack.enter_context(connected(server)) for _ in range(208)]
            for _ in range(3):
                with connected(server, GET) as one:
                    head, body = read_to_end(one).split(b"\r\n\r\n")
                assert b"503 Service Unavailable" in head and "as many connections as" in json.loads(body)["error"]
            for _ in range(100):
                stack.enter_context(connected(server))
            held[0].sendall(GET)
            read_health(held[0])
        wait_for_health(server)
        warnings = [line for line in server.lines() if line["level"] != "info"]
        assert len(warnings) == 1 and "a connection is refused" in warnings[0]["message"]
