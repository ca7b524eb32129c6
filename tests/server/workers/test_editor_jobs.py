"""Solving and generating as a process of the pool does it: in time, and cancelled when nobody waits."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Solver
from boardwalk.contract.parts import Solution
from boardwalk.server.workers import process
from boardwalk.server.workers.messages import (
    LENGTH,
    Cancel,
    Finished,
    Job,
    JobReport,
    Progress,
    Reply,
    Started,
    decode_reply,
    frame,
)
from boardwalk.server.workers.process import Inbox, serve

STEP = 0.08  # seconds that a solver takes between two things that it yields


class Clock:
    """Time that passes only while a solver is at work."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(process, "monotonic", made)
    return made


@pytest.fixture
def solved(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A game whose problems are numbers: so many steps of the solver, or 0 for one without end. The list has a number
    for each step that was taken."""
    steps: list[int] = []

    def solve(position: int, memory: int) -> Iterator[Solution]:
        while not position or steps.count(position) < position:
            steps.append(position)
            clock.now += STEP
            yield Solution(None, len(steps), False)
        yield Solution((), 0, True)

    solver = Solver(lambda table: table, solve, lambda positions: None)  # type: ignore[arg-type,return-value]
    game = SimpleNamespace(
        content=SimpleNamespace(solver=solver),
        table=lambda options: [(f"Problem {n}", int(n)) for n in options["file"].split()],
    )
    monkeypatch.setattr(process.registry, "game", lambda name: game)
    monkeypatch.setattr(process, "prepare", lambda table, progress: None)
    return steps


def job(text: str, seconds: float = 20.0) -> Job:
    return Job(number=7, game="numbers", option="file", text=text, seconds=seconds)


def told(replies: list[Reply | None]) -> list[JobReport]:
    return [reply.report for reply in replies if isinstance(reply, Progress)]


def test_a_pack_of_many_levels_is_done_in_time(clock: Clock, solved: list[int]) -> None:
    """Also if each of them takes the solver longer than its share."""
    began = clock.now
    reports = told(list(process.job_replies(job("0 " * 960))))
    assert clock.now - began <= 20.0 + 2 * STEP
    finals = [report for report in reports if report.final]
    assert [report.problem for report in finals] == list(range(960))
    untried = [report for report in finals if report.verdict == process.UNTRIED]
    assert 0 < len(untried) < 960 and untried == finals[-len(untried) :]


def test_what_one_problem_does_not_need_is_left_to_the_next(clock: Clock, solved: list[int]) -> None:
    began = clock.now
    reports = told(list(process.job_replies(job("1 0 2 3", seconds=8.0))))
    assert [report.proven for report in reports if report.final] == [True, False, True, True]
    assert 8.0 / 3 - STEP < clock.now - began < 8.0


def test_a_long_search_tells_what_it_knows(clock: Clock, solved: list[int]) -> None:
    replies = list(process.job_replies(job("0")))
    assert replies[0] == Started() and replies[-1] == Finished()
    reports = told(replies)
    assert 20 <= len(reports) <= 20 / process.PAUSE
    assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]


def test_an_error_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> Any:
        raise BoardwalkError("no such game")

    monkeypatch.setattr(process.registry, "game", refuse)
    assert list(process.job_replies(job(""))) == [Progress(JobReport(error="no such game")), Finished()]


class Pipe:
    """The output of a process: `seen` is called with each reply as it is written."""

    def __init__(self, seen: Any) -> None:
        self.seen = seen

    def write(self, data: bytes) -> None:
        self.seen(decode_reply(data[LENGTH.size :]))

    def flush(self) -> None:
        pass


def test_a_cancelled_job_ends_at_once_and_the_next_one_is_served() -> None:
    """The solver would never end by itself."""
    replies: list[Reply] = []
    inbox = Inbox(io.BytesIO())
    inbox.work.put(job("endless"))
    inbox.work.put(Job(number=8, game="", option="", seconds=1.0))
    done = threading.Event()

    def endless(work: Job) -> Iterator[Reply | None]:
        yield Started()
        while work.number == 7:
            yield None
        yield Finished()

    def seen(reply: Reply) -> None:
        replies.append(reply)
        if replies == [Started()]:
            inbox.cancelled = 7
        if len(replies) == 4:
            done.set()

    threading.Thread(target=serve, args=(inbox, Pipe(seen), {Job: endless}), daemon=True).start()
    assert done.wait(60)
    assert replies == [Started(), Finished()] * 2


def test_a_cancellation_is_read_while_a_job_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr("boardwalk.server.workers.process.os._exit", ended.append)
    inbox = Inbox(io.BytesIO(frame(job("x")) + frame(Cancel(7))))
    inbox.read()
    assert inbox.work.get() == job("x") and inbox.cancelled == 7 and ended == [0]
