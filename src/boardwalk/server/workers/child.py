"""A process of the pool, as the server sees it: started, asked, cancelled and ended."""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from collections.abc import Callable

from boardwalk.server.base import metrics
from boardwalk.server.workers.messages import (
    LENGTH,
    Cancel,
    LastReply,
    Progress,
    Reply,
    Started,
    Work,
    decode_reply,
    frame,
)

PROGRAM = "boardwalk.server.workers.process"
PREPARE_SECONDS = 300.0  # to start, load and compile, before the work begins
END_SECONDS = 2.0  # for a process to end by itself, or to notice that its work is cancelled


class Child:
    """One process. It is asked one request at a time."""

    numbers = itertools.count(1)

    def __init__(self) -> None:
        self.number = next(self.numbers)
        self.is_job = False  # whether its last request was a job
        self._process: asyncio.subprocess.Process | None = None
        self._asked = 0  # the number of the request that is being answered
        self._limit: asyncio.Timeout | None = None  # for the reply, once the work has started
        self._is_cancelled = False

    async def ask(self, message: Work, seconds: float, tell: Callable[[Reply], None]) -> LastReply:
        """The last reply to a request whose work may take `seconds`; earlier replies are passed to `tell`. A
        `TimeoutError`, or an `OSError` or `EOFError` if the process has died."""
        self._asked, self._is_cancelled = message.number, False
        try:
            async with asyncio.timeout(PREPARE_SECONDS) as limit:
                process = self._process or await self._start()
                await self._send(process, message)
                while True:
                    reply = await self._receive(process)
                    if not isinstance(reply, Started | Progress):
                        return reply
                    if isinstance(reply, Started):
                        self._limit = limit
                        self._let(END_SECONDS if self._is_cancelled else seconds)
                    tell(reply)
        finally:
            self._limit = None

    def cancel(self) -> None:
        """Cancel the request. If its work has started, the reply must come soon, else the process counts as hung; a
        compilation is completed and cached."""
        self._is_cancelled = True
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.write(frame(Cancel(self._asked)))
        if self._limit is not None:
            self._let(END_SECONDS)

    def _let(self, seconds: float) -> None:
        """Set the deadline of the reply to this many seconds from now."""
        assert self._limit is not None
        self._limit.reschedule(asyncio.get_running_loop().time() + seconds)

    async def _start(self) -> asyncio.subprocess.Process:
        """Start a process that finds the same packages as this one."""
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", PROGRAM),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # so that Linux does not count its CPU time as the server's, see `process`
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        )
        try:
            await asyncio.shield(starting)
        finally:  # a start that is cancelled may hang (asyncio in Python 3.11): it is completed
            self._process = await starting
            metrics.pool_processes.inc()
        return self._process

    @staticmethod
    async def _send(process: asyncio.subprocess.Process, message: Work) -> None:
        assert process.stdin is not None
        process.stdin.write(frame(message))
        await process.stdin.drain()

    @staticmethod
    async def _receive(process: asyncio.subprocess.Process) -> Reply:
        assert process.stdout is not None
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        return decode_reply(await process.stdout.readexactly(length))

    async def end(self) -> None:
        """End it. The next request starts a new process with another number, since it has no bots loaded."""
        process, self._process = self._process, None
        if process is None:
            return
        self.number = next(self.numbers)
        metrics.pool_processes.dec()
        assert process.stdin is not None
        process.stdin.close()  # it ends then, unless it hangs
        try:
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
