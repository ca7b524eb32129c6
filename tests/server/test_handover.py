"""Open connections are handed over from one worker to another on the same machine."""

from __future__ import annotations

import asyncio
import socket
import sys

import pytest

from boardwalk.server.protocol.handover import arrivals, hand_over
from boardwalk.server.store import Worker

ME = Worker("test-worker-of-this-process", "127.0.0.1:1", "secret")
NOBODY = Worker("test-worker-that-is-not-there", "127.0.0.1:1", "secret")
HEAD = b"GET /ws/abc HTTP/1.1\r\n\r\n" + b"x" * 60_000


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere connections are relayed")
def test_a_connection_that_is_handed_over_goes_on_at_the_other_worker() -> None:
    async def scene() -> None:
        taken: asyncio.Future[tuple[socket.socket, bytes]] = asyncio.get_running_loop().create_future()

        async def take(connection: socket.socket, head: bytes) -> None:
            taken.set_result((connection, head))

        client, accepted = socket.socketpair()
        with client, arrivals(ME, take):
            assert hand_over(accepted.fileno(), HEAD, ME)
            accepted.close()  # the first worker's end of it
            connection, head = await asyncio.wait_for(taken, 30)
            with connection:
                assert head == HEAD
                client.sendall(b"hello")
                assert connection.recv(10) == b"hello"
                connection.sendall(b"welcome")
                assert client.recv(10) == b"welcome"
            assert client.recv(10) == b"", "it ends with the second worker's end"

    asyncio.run(scene())


def test_a_worker_that_is_not_on_this_machine_can_not_be_handed_anything() -> None:
    client, accepted = socket.socketpair()
    with client, accepted:
        assert not hand_over(accepted.fileno(), HEAD, NOBODY)
        client.sendall(b"hello")
        assert accepted.recv(10) == b"hello", "it stays where it is"
