"""The pool of processes in which bots think, so that neither searching nor compiling holds the event loop or the GIL.

Rooms take turns: each has at most one question in a process at a time, and the rooms that wait are served in the order
in which they came. A room's questions go to the process that was asked last, which knows its bots; another one is sent
the earlier views first. Processes are started when they are first needed. One that dies, or does not answer in time, is
replaced, and the question is asked once more.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Protocol

from boardwalk.contract.errors import BoardwalkError
from boardwalk.server.base import metrics
from boardwalk.server.base.settings import Settings
from boardwalk.server.workers.child_process import start_child
from boardwalk.server.workers.thinking_messages import LENGTH, Answer, Ask, Began, Failed, Lost, decode_answer, frame

log = logging.getLogger("boardwalk")
PROGRAM = "boardwalk.server.workers.thinking_process"
PREPARE_SECONDS = 300.0  # to start, load and compile, before thinking begins
END_SECONDS = 2.0  # for a process to end by itself
TRIES = 2
PATIENCE = 1.0  # seconds that a question waits for the process that knows its bot, before any other may answer it
MOST_WAITING = 1000  # questions; more are refused


class ThinkingError(BoardwalkError):
    """A question was not answered: the bot failed, or too many questions wait."""


class HangError(ThinkingError):
    """A bot hangs, or its process dies of it."""


class Question(Protocol):
    """What is asked about one seat of a room."""

    room: str

    @property
    def is_portable(self) -> bool:
        """Whether another process can answer it as easily as the one that was asked before."""
        ...

    async def ask(self, process: int, *, whole: bool) -> Ask:
        """The message for a process: the views that it has not been sent yet or, with `whole`, all of them."""
        ...


@dataclass(eq=False)
class Waiting:
    question: Question
    answer: asyncio.Future[Answer]
    since: float = field(default_factory=time.monotonic)


class Process:
    """One process. It is asked one question at a time."""

    numbers = itertools.count(1)

    def __init__(self) -> None:
        self.number = next(self.numbers)
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, message: Ask, seconds: float) -> Answer:
        """The answer to a question, which may take so many seconds once thinking has begun. `TimeoutError`, or an
        `OSError` or `EOFError` if the process has died."""
        process = self._process
        if process is None:
            process = self._process = await start_child(PROGRAM)
            metrics.thinkers.inc()
        assert process.stdin is not None and process.stdout is not None
        limit = PREPARE_SECONDS
        process.stdin.write(frame(message))
        await process.stdin.drain()
        while True:
            async with asyncio.timeout(limit):
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                answer = decode_answer(await process.stdout.readexactly(length))
            if isinstance(answer, Began):
                limit = seconds
            elif answer.number == message.number:
                return answer

    async def end(self) -> None:
        """End it. If it is asked again a new one is started, which has another number since it knows nothing."""
        process, self._process = self._process, None
        if process is None:
            return
        self.number = next(self.numbers)
        metrics.thinkers.dec()
        assert process.stdin is not None
        process.stdin.close()  # it ends then, unless it hangs
        try:
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


class ThinkingPool:
    """Has questions answered by at most `settings.thinking_processes()` processes."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.think_seconds
        self._most = settings.thinking_processes()
        self._idle: deque[Process] = deque()
        self._tasks: dict[Process, asyncio.Task[None]] = {}  # the processes that are busy
        self._last: dict[str, int] = {}  # by room: the number of the process that was asked last
        self._waiting: OrderedDict[str, deque[Waiting]] = OrderedDict()  # by room, the next first
        self._thinking: set[str] = set()  # rooms with a question in a process
        self._closed = False
        self._numbers = itertools.count(1)

    async def answer(self, question: Question) -> Answer:
        """The answer to a question, or a `ThinkingError`. It may have to wait for those of other rooms."""
        if self._closed or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise ThinkingError("the server has too much to think about")
        waiting = Waiting(question, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(question.room, deque()).append(waiting)
        metrics.thoughts_waiting.inc()
        self._dispatch()
        if not waiting.answer.done():
            asyncio.get_running_loop().call_later(PATIENCE, self._dispatch)
        return await waiting.answer

    def forget(self, room: str) -> None:
        """A room has left memory."""
        self._last.pop(room, None)

    # -- who is next

    def _dispatch(self) -> None:
        """Give idle processes, and new ones as long as there may be more, the questions whose turn it is."""
        while not self._closed and (found := self._next()):
            process, room = found
            queue = self._waiting.pop(room)
            waiting = queue.popleft()
            metrics.thoughts_waiting.dec()
            if queue:
                self._waiting[room] = queue
            if waiting.answer.done():  # nobody waits for it any more
                continue
            if process in self._idle:
                self._idle.remove(process)
            self._thinking.add(room)
            metrics.thought_waited.observe(time.monotonic() - waiting.since)
            self._tasks[process] = asyncio.get_running_loop().create_task(self._think(process, waiting))

    def _next(self) -> tuple[Process, str] | None:
        """The next room to be served and the process for it; None if all rooms have to wait."""
        can_start = len(self._idle) + len(self._tasks) < self._most
        if not self._idle and not can_start:
            return None
        alive = {process.number: process for process in (*self._idle, *self._tasks)}
        late = time.monotonic() - PATIENCE
        for room, queue in self._waiting.items():
            if room in self._thinking:
                continue
            own = alive.get(self._last.get(room, 0))
            if own is not None and own in self._idle:
                return own, room
            if own is None or queue[0].question.is_portable or queue[0].since <= late:
                return (self._idle[0] if self._idle else Process()), room
        return None

    async def _think(self, process: Process, waiting: Waiting) -> None:
        """Answer one question, in this process or, if it dies or hangs, in another one."""
        began = time.monotonic()
        try:
            for attempt in range(TRIES):
                self._last[waiting.question.room] = process.number
                try:
                    answer = await self._ask(process, waiting.question)
                    break
                except (TimeoutError, OSError, EOFError) as error:
                    log.warning("a thinking process was replaced: %r", error, extra={"room": waiting.question.room})
                    await process.end()
                    if attempt == TRIES - 1:
                        raise HangError("its process died, or did not answer in time") from None
            if isinstance(answer, Failed):
                raise ThinkingError(answer.why)
            metrics.thought_seconds.observe(time.monotonic() - began)
            _settle(waiting, answer)
        except asyncio.CancelledError:
            _settle(waiting, ThinkingError("the server stops"))
            raise
        except Exception as error:
            _settle(waiting, error)
        finally:
            self._thinking.discard(waiting.question.room)
            if waiting.question.room in self._waiting:
                self._waiting.move_to_end(waiting.question.room)  # the others' turn
            del self._tasks[process]
            self._idle.append(process)
            if not self._closed:
                self._dispatch()

    async def _ask(self, process: Process, question: Question) -> Answer:
        whole = False
        while True:
            message = await question.ask(process.number, whole=whole)
            message.number = next(self._numbers)
            answer = await process.ask(message, self._seconds + message.seconds)
            if not isinstance(answer, Lost) or whole:
                return answer
            whole = True

    async def close(self) -> None:
        """End all processes; what is being thought about is not answered."""
        self._closed = True
        for queue in self._waiting.values():
            for waiting in queue:
                _settle(waiting, ThinkingError("the server stops"))
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await asyncio.gather(*(process.end() for process in self._idle))


def _settle(waiting: Waiting, answer: Answer | BaseException) -> None:
    if waiting.answer.done():
        return
    if isinstance(answer, BaseException):
        waiting.answer.set_exception(answer)
    else:
        waiting.answer.set_result(answer)
