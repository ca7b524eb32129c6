"""The pool of processes beside a server worker: bots choose, positions are analysed, files are solved and generated in
them, so that neither searching nor compiling holds the event loop or the GIL.

It decides how the processes are shared. Clients are served in turn, by address and then by room (`FairQueue`). Requests
about seats are short and may have all processes of the pool. Jobs of the editor take long and have a share of the
processes, at least one, and bots keep at least one. The more addresses wait with jobs, the less time each job has.

Requests about a seat go to the process that was asked last, which has its bot loaded; another one is sent the earlier
views first. Processes are started when they are first needed. One that dies, or does not answer in time, is replaced.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from boardwalk.contract.errors import BoardwalkError
from boardwalk.engine import background
from boardwalk.server.base import monitoring
from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.limits import BUSY, FairQueue
from boardwalk.server.base.settings import Settings
from boardwalk.server.workers.messages import (
    LENGTH,
    BotRequest,
    Cancel,
    Failed,
    Job,
    LastReply,
    NeedsHistory,
    Progress,
    Reply,
    Started,
    Work,
    decode_reply,
    frame,
)

log = logging.getLogger("boardwalk")
TRIES = 2  # of a request about a seat
PATIENCE = 1.0  # seconds that a request waits for the process that has its bot loaded, before any other may answer it
MOST_WAITING, MOST_AN_ADDRESS = 1000, 200  # requests about seats
MOST_JOBS, MOST_JOBS_AN_ADDRESS = 64, 2
PROCESSES_A_JOB = 4  # one process in this many may work on jobs
SOLVE_SECONDS, GENERATE_SECONDS = 20.0, 60.0  # seconds shared by all waiting jobs
SHORTEST_JOB = 5.0  # least seconds of a job
SPARE_SECONDS = 10.0  # for a solver to notice that its time is up
PROGRAM = "boardwalk.server.workers.process"
PREPARE_SECONDS = 300.0  # to start, load and compile, before the work begins
END_SECONDS = 2.0  # for a process to end by itself, or to notice that its work is cancelled


class PoolError(BoardwalkError):
    """A request was not answered: the bot or the job failed, or the server stops."""


class HangError(PoolError):
    """A process died, or did not answer in time."""


class PoolRequest(ABC):
    """A request of a client at this address. Requests of one room are answered one after the other. A job takes long,
    and is cancelled once no client waits for it."""

    is_job = False

    def __init__(self, address: str, room: str) -> None:
        self.address, self.room = address, room

    @property
    def process(self) -> int:
        """The number of the process that has its bot loaded; 0 if none does."""
        return 0

    @property
    def is_portable(self) -> bool:
        """Whether another process can answer it as easily."""
        return True

    @abstractmethod
    async def message(self, process: int, *, whole: bool) -> Work:
        """The message for a process: with the views that it has not been sent yet or, with `whole`, all of them."""


class JobRequest(PoolRequest):
    """A job of the editor. Each address has one at a time."""

    is_job = True

    def __init__(self, address: str, job: Job) -> None:
        super().__init__(address, f"editor {address}")
        self._job = job

    async def message(self, process: int, *, whole: bool) -> Work:
        return self._job


@dataclass(eq=False)
class Waiting:
    """A request that waits or is being answered, and the replies to it that nobody has taken yet."""

    request: PoolRequest
    replies: asyncio.Queue[Reply | Exception] = field(default_factory=asyncio.Queue)
    since: float = field(default_factory=time.monotonic)
    child: Child | None = None  # the process that answers it
    is_wanted: bool = True

    @property
    def address(self) -> str:
        return self.request.address

    @property
    def room(self) -> str:
        return self.request.room


class Pool:
    """Has requests answered by `settings.thinking_processes()` processes, or by two if that is one: the second is for
    jobs only."""

    def __init__(self, settings: Settings) -> None:
        self._bot_seconds = settings.think_seconds
        bots = settings.thinking_processes()
        self._most = {False: bots, True: max(bots // PROCESSES_A_JOB, 1)}  # processes at work, by `is_job`
        self._most_processes = max(bots, 2)
        self._queues: dict[bool, FairQueue[Waiting]] = {
            False: FairQueue(MOST_WAITING, MOST_AN_ADDRESS),
            True: FairQueue(MOST_JOBS, MOST_JOBS_AN_ADDRESS),
        }
        self._idle: deque[Child] = deque()
        self._tasks: dict[Child, asyncio.Task[None]] = {}  # the processes at work
        self._closed = False
        self._numbers = itertools.count(1)

    async def answer(self, request: PoolRequest) -> Reply:
        """The last reply to a request; see `replies`."""
        async with aclosing(self.replies(request)) as replies:
            return [reply async for reply in replies][-1]

    async def replies(self, request: PoolRequest) -> AsyncGenerator[Reply, None]:
        """The replies to a request as they come, once it is its turn. A `BusyError` if too many wait, a `PoolError` if
        it fails."""
        if self._closed:
            raise PoolError("the server stops")
        waiting = Waiting(request)
        if displaced := self._queues[request.is_job].put(waiting):
            displaced.replies.put_nowait(BusyError(BUSY))
        self._dispatch()
        if waiting.child is None:
            asyncio.get_running_loop().call_later(PATIENCE, self._dispatch)
        try:
            while True:
                reply = await waiting.replies.get()
                if isinstance(reply, Exception):
                    raise reply
                yield reply
                if not isinstance(reply, Started | Progress):
                    return
        finally:
            self._leave(waiting)

    def _leave(self, waiting: Waiting) -> None:
        """The consumer of the replies has gone."""
        waiting.is_wanted = False
        if self._queues[waiting.request.is_job].remove(waiting):
            self._measure()
        elif waiting.request.is_job and waiting.child is not None:
            waiting.child.cancel()

    def _measure(self) -> None:
        monitoring.pool_waiting.set(sum(map(len, self._queues.values())))

    # -- scheduling

    def _dispatch(self) -> None:
        """Give idle processes, and new ones as long as there may be more, the requests whose turn it is: jobs first, as
        long as fewer of them are at work than may be, so that bots never keep them out."""
        for is_job in (True, False):
            while self._may_start(is_job) and (found := self._queues[is_job].take(self._child_for)):
                waiting, child = found
                waiting.child, child.is_job = child, is_job
                if child in self._idle:
                    self._idle.remove(child)
                monitoring.pool_waited_seconds.labels(_kind(is_job)).observe(time.monotonic() - waiting.since)
                self._tasks[child] = asyncio.get_running_loop().create_task(self._serve(child, waiting))
        self._measure()

    def _may_start(self, is_job: bool) -> bool:
        at_work = sum(child.is_job is is_job for child in self._tasks)
        return not self._closed and at_work < self._most[is_job] and len(self._tasks) < self._most_processes

    def _child_for(self, waiting: Waiting) -> Child | None:
        """The process for a request; None if it has to wait for the one that has its bot loaded."""
        request = waiting.request
        own = next((child for child in (*self._idle, *self._tasks) if child.number == request.process), None)
        if own is not None and own in self._idle:
            return own
        if own is None or request.is_portable or waiting.since <= time.monotonic() - PATIENCE:
            return self._spare(request.is_job)
        return None

    def _spare(self, is_job: bool) -> Child:
        """An idle process that did such work before, else a new one, else any: jobs evict the loaded bots of a process
        only if there can be no other one."""
        for child in self._idle:
            if child.is_job is is_job:
                return child
        if len(self._idle) + len(self._tasks) < self._most_processes:
            return Child()
        return self._idle[0]

    # -- answering

    async def _serve(self, child: Child, waiting: Waiting) -> None:
        """Have a process answer one request."""
        began, request = time.monotonic(), waiting.request
        reply: Reply | Exception = PoolError("the server stops")
        try:
            reply = await self._reply(child, waiting)
            monitoring.pool_seconds.labels(_kind(request.is_job)).observe(time.monotonic() - began)
            if isinstance(reply, Failed):
                reply = PoolError(reply.why)
        except Exception as error:
            reply = error
        finally:
            waiting.child = None
            waiting.replies.put_nowait(reply)
            self._queues[request.is_job].done(waiting)
            del self._tasks[child]
            self._idle.append(child)
            self._dispatch()

    async def _reply(self, child: Child, waiting: Waiting) -> LastReply:
        """The last reply to a request: from this process or, if it dies or hangs with a bot, from its successor."""
        request = waiting.request
        for _ in range(1 if request.is_job else TRIES):
            try:
                return await self._ask(child, waiting)
            except (TimeoutError, OSError, EOFError) as error:
                if waiting.is_wanted:
                    log.warning("a process of the pool was replaced: %r", error, extra={"room": request.room})
                await child.end()
        raise HangError("its process died, or did not answer in time")

    async def _ask(self, child: Child, waiting: Waiting) -> LastReply:
        whole = False
        while True:
            message = await waiting.request.message(child.number, whole=whole)
            message.number = next(self._numbers)
            if isinstance(message, Job):
                seconds = GENERATE_SECONDS if message.difficulty else SOLVE_SECONDS
                message.seconds = max(seconds / (1 + self._queues[True].addresses), SHORTEST_JOB)
            reply = await child.ask(message, self._limit(message), waiting.replies.put_nowait)
            if not isinstance(reply, NeedsHistory) or whole:
                return reply
            whole = True

    def _limit(self, message: Work) -> float:
        """Seconds after which a process that works on this counts as hung."""
        if isinstance(message, BotRequest):
            return self._bot_seconds + message.seconds
        return message.seconds + (0.0 if message.difficulty else SPARE_SECONDS)

    async def close(self) -> None:
        """End all processes; waiting requests are not answered."""
        self._closed = True
        for queue in self._queues.values():
            for waiting in queue.clear():
                waiting.replies.put_nowait(PoolError("the server stops"))
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await asyncio.gather(*(child.end() for child in self._idle))


def _kind(is_job: bool) -> str:
    return "jobs" if is_job else "seats"


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
                env=os.environ
                | {
                    "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                    # the worker itself has compiled what is missing
                    background.VARIABLE: background.FIRST if background.mode() == background.FIRST else background.OFF,
                },
            )
        )
        try:
            await asyncio.shield(starting)
        finally:  # a start that is cancelled may hang (asyncio in Python 3.11): it is completed
            self._process = await starting
            monitoring.pool_processes.inc()
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
        monitoring.pool_processes.dec()
        assert process.stdin is not None
        process.stdin.close()  # it ends then, unless it hangs
        try:
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
