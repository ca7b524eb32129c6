"""Solving and generating for the editor, in a process of its own, one job after the other.

The process is started when it is first needed. A job that nobody waits for any more, or that takes too long, ends with
its process, and the next one starts another."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec

from boardwalk.server.base.limits import AddressCount
from boardwalk.server.base.response_cache import BUSY, BUSY_WITH_YOURS
from boardwalk.server.workers.child_process import start_child

log = logging.getLogger("boardwalk")
PROGRAM = "boardwalk.server.workers.workshop_process"
PREPARE_SECONDS = 300.0  # to start, load and compile, before the work begins
SPARE_SECONDS = 30.0  # beyond the seconds of a job, for one that does not look at the clock
MOST_WAITING = 16
AN_ADDRESS = 2


class Job(msgspec.Struct):
    """A file to solve, given as the value of an option, or with a difficulty, a file to generate."""

    game: str
    option: str
    text: str = ""
    difficulty: str = ""
    seed: int = 0
    seconds: float = 20.0


class Report(msgspec.Struct, omit_defaults=True):
    """What is known of a problem so far, or a generated text. The first report of a job says only that it has begun;
    the last one is `done`."""

    problem: int = 0
    title: str = ""
    solved: bool = False
    proven: bool = False
    verdict: str = ""
    solution: str = ""
    about: str = ""
    final: bool = False
    text: str = ""
    error: str = ""
    done: bool = False


class Workshop:
    """Runs jobs for this process's clients."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._addresses = AddressCount(AN_ADDRESS)
        self._waiting = 0
        self._process: asyncio.subprocess.Process | None = None

    async def run(self, address: str, job: Job) -> AsyncIterator[Report]:
        """The reports on a job as they come; at last one that is `done`. To stop early ends the job."""
        if self._waiting >= MOST_WAITING:
            yield Report(error=BUSY, done=True)
            return
        if not self._addresses.acquire(address):
            yield Report(error=BUSY_WITH_YOURS, done=True)
            return
        self._waiting += 1
        try:
            async with self._turn:
                async for report in self._reports(job):
                    yield report
        finally:
            self._waiting -= 1
            self._addresses.release(address)

    async def _reports(self, job: Job) -> AsyncIterator[Report]:
        done = False
        try:
            process = self._process = self._process or await start_child(PROGRAM)
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            limit = PREPARE_SECONDS
            while not done:
                async with asyncio.timeout(limit):
                    report = msgspec.json.decode(await process.stdout.readuntil(b"\n"), type=Report)
                limit = job.seconds + SPARE_SECONDS
                done = report.done
                yield report
        except (TimeoutError, OSError, EOFError, asyncio.LimitOverrunError) as error:
            log.warning("the editor's process was replaced: %r", error)
            yield Report(error="it took too long and was stopped", done=True)
        finally:
            if not done:
                await self.end()

    async def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
