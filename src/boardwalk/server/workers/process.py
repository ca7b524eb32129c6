"""The program of a process of the pool: `python -m boardwalk.server.workers.process`.

It reads requests from standard input and writes replies to standard output, one request at a time. It ends when its
input ends, also in the middle of compiled code: so it never outlives the server, however that ends.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from boardwalk.server.workers import editor_jobs
from boardwalk.server.workers.bot_server import BotServer
from boardwalk.server.workers.messages import (
    LENGTH,
    BotRequest,
    Cancel,
    Failed,
    Finished,
    Job,
    Reply,
    Work,
    decode_work,
    frame,
)

NICE = 10  # the server itself comes first
LONGEST_WHY = 4000  # characters of a traceback

Handlers = Mapping[type, Callable[[Any], Iterator[Reply | None]]]


class Inbox:
    """The requests from the server."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.work: queue.SimpleQueue[Work] = queue.SimpleQueue()
        self.cancelled = 0  # the number of the request that was cancelled last

    def read(self) -> None:
        """Read until the input ends, and end the process then, whatever it is doing."""
        while len(head := self._source.read(LENGTH.size)) == LENGTH.size:
            message = decode_work(self._source.read(LENGTH.unpack(head)[0]))
            if isinstance(message, Cancel):
                self.cancelled = message.number
            else:
                self.work.put(message)
        os._exit(0)


def serve(inbox: Inbox, output: BinaryIO, handlers: Handlers) -> None:
    """Answer one request after the other."""
    while True:
        work = inbox.work.get()
        for reply in _replies(work, inbox, handlers):
            output.write(frame(reply))
            output.flush()


def _replies(work: Work, inbox: Inbox, handlers: Handlers) -> Iterator[Reply]:
    try:
        for reply in handlers[type(work)](work):
            if inbox.cancelled == work.number:
                yield Finished()
                return
            if reply is not None:
                yield reply
    except Exception:  # a bot from another package may raise anything
        yield Failed(traceback.format_exc()[-LONGEST_WHY:])


def set_up() -> BinaryIO:
    """Set up this process as one of the pool. Returns its standard output, which `print` no longer writes to."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to the whole process group; the server ends this process
        signal.signal(number, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(OSError):  # where Linux groups processes by session, each group has a priority of its own
        Path("/proc/self/autogroup").write_text(str(NICE))
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return output


def main() -> None:
    output, inbox = set_up(), Inbox(sys.stdin.buffer)
    threading.Thread(target=inbox.read, daemon=True).start()
    serve(inbox, output, {BotRequest: BotServer().replies, Job: editor_jobs.replies})


if __name__ == "__main__":
    main()
