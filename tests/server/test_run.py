"""Starting and stopping the server from the command line."""

from __future__ import annotations

import subprocess
import sys

from harness import Server
from postgres import PATIENCE

from boardwalk.server.protocol.http_protocol import COMMON


def test_a_second_server_on_the_same_store_is_refused(server: Server) -> None:
    command = [sys.executable, "-c", "from boardwalk.cli.app import main; main()", "serve", "--port", "0"]
    done = subprocess.run([*command, "--store", server.store], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("boardwalk: another server uses the store ") and done.stderr.count("\n") == 1
    assert server.get("/healthz")[0] == 200


def test_who_sends_half_a_request_does_not_keep_the_server_from_ending() -> None:
    assert COMMON["timeout_graceful_shutdown"] <= 2
