"""Hands open connections over to other workers on the same machine: the kernel passes the socket itself.

A connection that was handed over costs the first worker nothing more, while a relayed one costs it as much as the
network does. It needs Linux, whose Unix sockets can have names that are not files.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from boardwalk.server.store import Worker

LONGEST_HEAD = 128 * 1024  # bytes of an upgrade request


def _name(worker: Worker) -> str:
    return f"\0boardwalk-{worker.name}"


def hand_over(connection: int, head: bytes, worker: Worker) -> bool:
    """Give the connection with this file number, of which `head` has been read, to another worker. False if that is not
    possible: the worker is on another machine, or has too many waiting."""
    if sys.platform != "linux":
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
        sending.setblocking(False)
        try:
            sending.connect(_name(worker))
            socket.send_fds(sending, [head], [connection])
        except OSError:
            return False
    return True


@contextmanager
def arrivals(worker: Worker, take: Callable[[socket.socket, bytes], Coroutine[Any, Any, None]]) -> Iterator[None]:
    """Within this block `take` is called for each connection that is handed over to this worker, with what has been
    read of it."""
    if sys.platform != "linux":
        yield
        return
    loop = asyncio.get_running_loop()
    taking: set[asyncio.Task[None]] = set()

    def receive() -> None:
        with suppress(BlockingIOError):
            head, files, *_ = socket.recv_fds(receiving, LONGEST_HEAD, 1)
            if files:
                task = loop.create_task(take(socket.socket(fileno=files[0]), head))
                taking.add(task)
                task.add_done_callback(taking.discard)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiving:
        receiving.setblocking(False)
        receiving.bind(_name(worker))
        loop.add_reader(receiving, receive)
        try:
            yield
        finally:
            loop.remove_reader(receiving)
