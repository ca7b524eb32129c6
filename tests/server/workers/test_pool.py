"""The pool: who is served when and by which process, with processes that answer when they are told to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

import pytest

from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.settings import Settings
from boardwalk.server.workers import pool as module
from boardwalk.server.workers.messages import (
    BotRequest,
    Chosen,
    Failed,
    Finished,
    Job,
    JobReport,
    LastReply,
    Progress,
    Reply,
    Started,
    Work,
)
from boardwalk.server.workers.pool import SHORTEST_JOB, Child, HangError, JobRequest, Pool, PoolError, PoolRequest


@dataclass
class Asked(PoolRequest):
    """A request about a seat that needs no room."""

    room: str
    number: int
    address: str = "10.0.0.1"
    is_portable: bool = True  # type: ignore[misc]
    process: int = 0  # type: ignore[misc]

    async def message(self, process: int, *, whole: bool) -> Work:
        self.process = process
        about = {"game": "", "options": {}, "board": b"", "names": (), "seat": 0, "first": 0, "views": []}
        return BotRequest(key=self.room, seed=self.number, **about)  # type: ignore[arg-type]


def job(address: str, seed: int = 0) -> JobRequest:
    return JobRequest(address, Job(game="", option="", seed=seed))


class Call:
    """A request at a process, which answers it when it is told to."""

    def __init__(self, child: Child, message: Work, tell: Callable[[Reply], None]) -> None:
        self.child, self.message, self.tell = child, message, tell
        self.process = child.number
        self.reply: asyncio.Future[LastReply] = asyncio.get_running_loop().create_future()
        self.is_cancelled = False

    def finish(self) -> None:
        if isinstance(self.message, Job):
            self.reply.set_result(Finished())
        else:
            self.reply.set_result(Chosen(self.message.seed, watches=False))


class Processes:
    """All calls, in the order in which they are begun."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[Call] = []
        self.ended: list[int] = []
        processes = self

        async def ask(child: Child, message: Work, seconds: float, tell: Callable[[Reply], None]) -> LastReply:
            call = Call(child, message, tell)
            processes.calls.append(call)
            return await call.reply

        def cancel(child: Child) -> None:
            next(call for call in reversed(processes.calls) if call.child is child).is_cancelled = True

        async def end(child: Child) -> None:
            processes.ended.append(child.number)
            child.number = next(Child.numbers)

        monkeypatch.setattr(Child, "ask", ask)
        monkeypatch.setattr(Child, "cancel", cancel)
        monkeypatch.setattr(Child, "end", end)

    @property
    def begun(self) -> list[tuple[str, int]]:
        """The room and the number of each call; the room of a job is empty."""
        return [(getattr(call.message, "key", ""), call.message.seed) for call in self.calls]

    async def finish_all(self) -> None:
        """Answer calls as they are begun, until no more are."""
        done = 0
        while done < len(self.calls):
            self.calls[done].finish()
            done += 1
            await settle()


async def settle() -> None:
    """Let everything happen that can."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    return Processes(monkeypatch)


def ask(pool: Pool, *requests: Asked | JobRequest) -> list[asyncio.Task[Reply]]:
    return [asyncio.ensure_future(pool.answer(request)) for request in requests]


def test_rooms_take_turns(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        wanted = [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)]
        answers = ask(pool, *(Asked(*one) for one in wanted))
        await settle()
        await processes.finish_all()
        assert processes.begun == [("a", 1), ("b", 4), ("c", 5), ("a", 2), ("b", 6), ("a", 3)]
        assert [answer.action for answer in await asyncio.gather(*answers)] == [1, 2, 3, 4, 5, 6]  # type: ignore[union-attr]

    asyncio.run(scene())


def test_a_guest_waits_for_one_request_of_a_crowded_address(processes: Processes) -> None:
    """Forty rooms of one address that all ask for hints; a bot of another guest's room is next."""

    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        ask(pool, *(Asked(f"room {number}", number) for number in range(40)))
        await settle()
        ask(pool, Asked("guest", 99, address="10.0.0.2"))
        await settle()
        processes.calls[0].finish()
        await settle()
        assert processes.begun[1] == ("guest", 99)

    asyncio.run(scene())


def test_a_room_has_one_request_in_a_process_at_a_time(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=4))
        answers = ask(pool, *(Asked("a", number) for number in range(3)), Asked("b", 9))
        await settle()
        assert processes.begun == [("a", 0), ("b", 9)]
        await processes.finish_all()
        await asyncio.gather(*answers)

    asyncio.run(scene())


def test_a_request_goes_to_the_process_that_knows_its_bot(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=2))
        first = [Asked(room, 1, is_portable=False) for room in "ab"]
        ask(pool, *first)
        await settle()
        await processes.finish_all()
        ask(pool, *(Asked(one.room, 2, process=one.process) for one in reversed(first)), Asked("c", 3))
        await settle()
        by = {one: call.process for one, call in zip(processes.begun, processes.calls, strict=True)}
        assert by["a", 1] == by["a", 2] != by["b", 1] == by["b", 2]

    asyncio.run(scene())


def test_a_request_waits_a_moment_for_its_process(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(patience: float) -> list[tuple[str, int]]:
        monkeypatch.setattr(module, "PATIENCE", patience)
        processes.calls.clear()
        pool = Pool(Settings(thinkers=2))
        first = Asked("a", 1)
        ask(pool, first)
        await settle()
        processes.calls[0].finish()
        await settle()
        ask(pool, Asked("b", 2))  # takes the process that knows the bot of room a
        await settle()
        ask(pool, Asked("a", 3, is_portable=False, process=first.process))
        await settle()
        return processes.begun

    assert asyncio.run(scene(60.0)) == [("a", 1), ("b", 2)]
    assert asyncio.run(scene(0.0)) == [("a", 1), ("b", 2), ("a", 3)]


def test_a_request_that_nobody_waits_for_is_not_asked(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        answers = ask(pool, *(Asked(room, 1) for room in "abc"))
        await settle()
        answers[1].cancel()
        await settle()
        await processes.finish_all()
        assert processes.begun == [("a", 1), ("c", 1)]

    asyncio.run(scene())


def test_a_bot_that_nobody_waits_for_chooses_to_the_end(processes: Processes) -> None:
    """What its process knows of bots is worth more than the time."""

    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        first, second = ask(pool, Asked("a", 1), Asked("b", 2))
        await settle()
        first.cancel()
        await settle()
        assert not processes.calls[0].is_cancelled and len(processes.calls) == 1
        await processes.finish_all()
        assert isinstance(await second, Chosen) and not processes.ended

    asyncio.run(scene())


@pytest.mark.parametrize(("thinkers", "jobs", "seats"), [(1, 1, 1), (2, 1, 1), (3, 1, 2), (8, 2, 6)])
def test_jobs_have_a_share_of_the_processes_and_leave_the_rest_to_bots(
    processes: Processes, thinkers: int, jobs: int, seats: int
) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=thinkers))
        ask(pool, *(job(f"10.0.0.{number}") for number in range(20)))
        ask(pool, *(Asked(f"room {number}", number) for number in range(20)))
        await settle()
        begun = [isinstance(call.message, Job) for call in processes.calls]
        assert (begun.count(True), begun.count(False)) == (jobs, seats)
        assert len({call.process for call in processes.calls}) == jobs + seats

    asyncio.run(scene())


def test_bots_that_come_without_end_do_not_keep_jobs_out(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=2))
        ask(pool, *(Asked(f"room {number}", number) for number in range(20)))
        await settle()
        ask(pool, job("10.0.0.2", 77), job("10.0.0.3", 78))
        await settle()
        assert ("", 77) not in processes.begun
        processes.calls[0].finish()
        await settle()
        assert processes.begun[-1] == ("", 77)
        processes.calls[1].finish()
        await settle()
        assert processes.begun[-1][0], "one process is left to bots"

    asyncio.run(scene())


def test_jobs_leave_the_process_that_knows_bots_alone(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        for request in (Asked("a", 1), job("b"), Asked("a", 2), job("b")):
            ask(pool, request)
            await settle()
            processes.calls[-1].finish()
            await settle()
        used = [call.process for call in processes.calls]
        assert used[0] == used[2] != used[1] == used[3]

    asyncio.run(scene())


def test_the_more_addresses_wait_the_less_time_a_job_has(processes: Processes) -> None:
    async def scene(waiting: int) -> float:
        processes.calls.clear()
        pool = Pool(Settings(thinkers=1))
        ask(pool, job("first"))
        await settle()
        ask(pool, job("next"), *(job(f"10.0.0.{number}") for number in range(waiting)))
        await settle()
        processes.calls[0].finish()
        await settle()
        message = processes.calls[1].message
        assert isinstance(message, Job)
        return message.seconds

    assert [asyncio.run(scene(waiting)) for waiting in (0, 1, 9)] == [20.0, 10.0, SHORTEST_JOB]


def test_a_job_is_followed_and_cancelled_when_it_is_left(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        async with aclosing(pool.replies(job("a"))) as replies:
            first = asyncio.ensure_future(anext(replies))
            await settle()
            (call,) = processes.calls
            call.tell(Started())
            call.tell(Progress(JobReport(title="so far")))
            assert isinstance(await first, Started)
            assert await anext(replies) == Progress(JobReport(title="so far"))
            assert not call.is_cancelled
        assert call.is_cancelled and not processes.ended
        call.finish()
        await settle()
        ask(pool, job("b"))
        await settle()
        assert processes.calls[1].process == call.process

    asyncio.run(scene())


def test_a_job_that_is_done_is_not_cancelled(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        (answer,) = ask(pool, job("a"))
        await settle()
        processes.calls[0].finish()
        assert isinstance(await answer, Finished) and not processes.calls[0].is_cancelled

    asyncio.run(scene())


@pytest.mark.parametrize(("request_", "tries"), [(Asked("a", 1), 2), (job("a"), 1)])
def test_a_process_that_dies_is_replaced(processes: Processes, request_: Asked | JobRequest, tries: int) -> None:
    """A bot is asked once more, elsewhere; a job is not."""

    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        (answer,) = ask(pool, request_)
        for number in range(tries):
            await settle()
            assert len(processes.calls) == number + 1
            processes.calls[-1].reply.set_exception(EOFError())
        with pytest.raises(HangError):
            await answer
        assert processes.ended == [call.process for call in processes.calls] and len(set(processes.ended)) == tries
        ask(pool, Asked("a", 2))
        await settle()
        assert processes.begun[-1] == ("a", 2)

    asyncio.run(scene())


def test_a_failure_is_told_and_the_process_goes_on(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        (answer,) = ask(pool, Asked("a", 1))
        await settle()
        processes.calls[0].reply.set_result(Failed("a traceback"))
        with pytest.raises(PoolError, match="a traceback"):
            await answer
        assert not processes.ended

    asyncio.run(scene())


def test_too_much_from_one_address_and_altogether_is_refused(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_JOBS", 4)

    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        crowd = ask(pool, *(job(f"10.0.0.{number}") for number in range(3) for _ in range(2)))
        await settle()
        (third,) = ask(pool, job("10.0.0.0"))
        with pytest.raises(BusyError, match="your other requests"):
            await third
        (guest,) = ask(pool, job("guest", 5))
        await settle()
        refused = [task for task in crowd if task.done()]
        assert len(refused) == 2 and not guest.done()
        for task in refused:
            with pytest.raises(BusyError, match="too much"):
                await task
        await processes.finish_all()
        assert ("", 5) in processes.begun and isinstance(await guest, Finished)

    asyncio.run(scene())


def test_nothing_waits_for_a_pool_that_is_closed(processes: Processes) -> None:
    async def scene() -> None:
        pool = Pool(Settings(thinkers=1))
        answers = ask(pool, Asked("a", 1), Asked("a", 2), Asked("b", 3), job("c"))
        await settle()
        await pool.close()
        answers += ask(pool, Asked("d", 4))
        for answer in answers:
            with pytest.raises(PoolError, match="the server stops"):
                await answer

    asyncio.run(scene())
