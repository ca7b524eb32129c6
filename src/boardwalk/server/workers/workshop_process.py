"""The program of the process that solves and generates files: `python -m boardwalk.server.workers.workshop_process`.

It reads jobs from standard input and writes reports to standard output, each a line of JSON. Like the processes in
which bots think it ends when its input ends, whatever it is doing.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Iterator
from time import monotonic
from typing import BinaryIO

import msgspec

from boardwalk.contract import registry
from boardwalk.contract.compiling import prepare
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Position, Solution, Solver
from boardwalk.server.workers.child_process import become_child
from boardwalk.server.workers.workshop import Job, Report

MEMORY = 256 * 2**20  # bytes
PAUSE = 0.25  # seconds between two reports


def solve(job: Job) -> Iterator[Report]:
    """What the game's solver knows of each problem of a file, as it learns more."""
    game = registry.game(job.game)
    assert game.solver
    table = game.table({**game.solver.options, job.option: job.text})
    prepare(table, lambda title, done, of: None)
    yield Report()
    problems = game.solver.problems(table)
    ends = monotonic() + job.seconds
    for number, (title, position) in enumerate(problems):
        found = Solution(None, 0, False)
        told = monotonic()
        for found in game.solver.solve(position, MEMORY):
            now = monotonic()
            if now - told >= PAUSE:
                told = now
                yield _report(game.solver, title, position, found, number)
            if now >= ends:
                break
        report = _report(game.solver, title, position, found, number)
        yield msgspec.structs.replace(report, final=True, about=game.solver.explain(position, found))


def _report(solver: Solver, title: str, position: Position, found: Solution, number: int) -> Report:
    words = [position.table.game.write_action(position, action) for action in found.actions or ()]
    return Report(
        problem=number,
        title=title,
        solved=found.actions is not None,
        proven=found.proven,
        verdict=found.verdict(solver.unit),
        solution=("" if all(len(word) == 1 for word in words) else " ").join(words),
    )


def generate(job: Job) -> Iterator[Report]:
    """A new file of the game's generator."""
    game = registry.game(job.game)
    kind = next(kind for kind in game.files if kind.option == job.option)
    assert kind.generator
    yield Report()
    yield Report(text=next(kind.generator.texts(None, job.difficulty, job.seed)))


def reports(job: Job) -> Iterator[Report]:
    try:
        yield from (generate if job.difficulty else solve)(job)
    except BoardwalkError as error:
        yield Report(error=str(error))
    yield Report(done=True)


def read_jobs(source: BinaryIO, jobs: queue.SimpleQueue[Job]) -> None:
    """Read jobs until the input ends, and end the process then."""
    for line in source:
        jobs.put(msgspec.json.decode(line, type=Job))
    os._exit(0)


def main() -> None:
    output = become_child()
    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
    threading.Thread(target=read_jobs, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        for report in reports(jobs.get()):
            output.write(msgspec.json.encode(report) + b"\n")
            output.flush()


if __name__ == "__main__":
    main()
