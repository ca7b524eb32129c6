"""A process of the pool: how long it may take, and how it is cancelled and ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from boardwalk.server.workers import pool as module
from boardwalk.server.workers.messages import Finished, Job, LastReply, Reply, Started
from boardwalk.server.workers.pool import Child

PROGRAM = """
import sys

from boardwalk.server.workers.messages import LENGTH, Cancel, Finished, Started, decode_work, frame

while head := sys.stdin.buffer.read(LENGTH.size):
    work = decode_work(sys.stdin.buffer.read(LENGTH.unpack(head)[0]))
    how = "finish" if isinstance(work, Cancel) else work.text
    if how == "die":
        sys.exit(3)
    if how in ("start", "finish"):
        sys.stdout.buffer.write(frame((Started if how == "start" else Finished)()))
        sys.stdout.buffer.flush()
    if how == "hang":
        while True:
            pass
"""


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A program that does as the text of a job says; it finishes a job that is cancelled."""
    (tmp_path / "child_test_program.py").write_text(PROGRAM)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(module, "PROGRAM", "child_test_program")
    yield


def job(number: int, text: str) -> Job:
    return Job(number=number, game="", option="", text=text, seconds=0.0)


def run(scene: Callable[[Child], Awaitable[None]]) -> None:
    async def with_child() -> None:
        child = Child()
        try:
            await scene(child)
        finally:
            await child.end()

    asyncio.run(with_child())


def test_the_same_process_answers_until_it_is_ended() -> None:
    async def scene(child: Child) -> None:
        first = child.number
        for number in (1, 2):
            assert await child.ask(job(number, "finish"), 60.0, print) == Finished()
        assert child.number == first
        await child.end()
        assert child.number != first, "the next one knows nothing"
        assert await child.ask(job(3, "finish"), 60.0, print) == Finished()

    run(scene)


def test_a_start_that_is_cancelled_is_completed() -> None:
    """asyncio may hang otherwise, and with it the end of the server."""

    async def scene(child: Child) -> None:
        for turns in range(4):
            asked = asyncio.ensure_future(child.ask(job(1, "finish"), 60.0, print))
            for _ in range(turns):
                await asyncio.sleep(0)
            asked.cancel()
            done, _ = await asyncio.wait([asked], timeout=60)
            assert done
            await child.end()

    run(scene)


def test_a_process_that_has_died_is_noticed() -> None:
    async def scene(child: Child) -> None:
        with pytest.raises(EOFError):
            await child.ask(job(1, "die"), 60.0, print)

    run(scene)


def test_the_limit_begins_with_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(child: Child) -> None:
        with pytest.raises(TimeoutError):
            await child.ask(job(1, "start"), 0.0, print)
        await child.end()
        monkeypatch.setattr(module, "PREPARE_SECONDS", 0.0)
        with pytest.raises(TimeoutError):
            await child.ask(job(2, "finish"), 60.0, print)

    run(scene)


async def cancelled(child: Child, text: str) -> LastReply:
    """The reply to a job that is cancelled once it has started."""
    told: asyncio.Queue[Reply] = asyncio.Queue()
    asked = asyncio.ensure_future(child.ask(job(5, text), 3600.0, told.put_nowait))
    assert await told.get() == Started()
    child.cancel()
    return await asked


def test_a_cancelled_job_keeps_its_process_if_it_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(child: Child) -> None:
        first = child.number
        assert await cancelled(child, "start") == Finished()
        assert await child.ask(job(6, "finish"), 60.0, print) == Finished()
        assert child.number == first
        monkeypatch.setattr(module, "END_SECONDS", 0.0)
        with pytest.raises(TimeoutError):
            await cancelled(child, "start")

    run(scene)


def test_what_is_compiled_for_a_cancelled_job_is_compiled_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only once the work has started is there little time to end it."""
    monkeypatch.setattr(module, "END_SECONDS", 0.0)

    async def scene(child: Child) -> None:
        asked = asyncio.ensure_future(child.ask(job(7, "compile"), 3600.0, print))
        while child._process is None:
            await asyncio.sleep(0.01)
        child.cancel()
        assert await asked == Finished()

    run(scene)


def test_a_process_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "END_SECONDS", 0.0)

    async def scene(child: Child) -> None:
        with pytest.raises(TimeoutError):
            await child.ask(job(1, "start"), 0.0, print)
        process = child._process
        assert process is not None
        await child.end()
        assert process.returncode is not None

    run(scene)
