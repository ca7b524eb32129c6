"""Starting and stopping the server from the command line."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest
from harness import Server, wait_for
from postgres import PATIENCE

from boardwalk.server.protocol.http_protocol import COMMON

HEAD = "POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"


def test_a_second_server_on_the_same_store_is_refused(server: Server) -> None:
    command = [sys.executable, "-c", "from boardwalk.cli.app import main; main()", "serve", "--port", "0"]
    done = subprocess.run([*command, "--store", server.store], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("boardwalk: another server uses the store ") and done.stderr.count("\n") == 1
    assert server.get("/healthz")[0] == 200


@pytest.mark.parametrize("half", ["GET /", f"{HEAD}\r\n{{"])
def test_who_sends_half_a_request_does_not_keep_the_server_from_ending(half: str) -> None:
    """A request that was waited for would be cancelled in the end, which is logged."""
    with Server() as server, socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(half.encode())
        wait_for(lambda: server.get("/healthz")[0] == 200)  # by then the server has read it
        server.stop()
        assert client.recv(1) == b""
        assert not server.failures() and server.lines()[-1]["message"] == "stopped"


def test_answers_under_way_are_waited_for_two_seconds_at_most() -> None:
    assert COMMON["timeout_graceful_shutdown"] <= 2
