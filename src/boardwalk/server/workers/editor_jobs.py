"""Solving and generating files for the editor, in a process of the pool.

Jobs yield None as often as they can be cancelled. What they load and compile comes before `Started`, so that it does
not count as working time.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from boardwalk.contract import registry
from boardwalk.contract.compiling import prepare
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Position, Solver
from boardwalk.contract.parts import Solution
from boardwalk.server.workers.messages import Finished, Job, JobReport, Progress, Reply, Started

MEMORY = 256 * 2**20  # bytes
PAUSE = 0.25  # seconds between two reports
UNTRIED = "not tried: the time was up"


def replies(job: Job) -> Iterator[Reply | None]:
    """The replies to a job."""
    try:
        yield from (generate if job.difficulty else solve)(job)
    except BoardwalkError as error:
        yield Progress(JobReport(error=str(error)))
    yield Finished()


def solve(job: Job) -> Iterator[Reply | None]:
    """Solve each problem of a file, with a report for each progress of the solver. The problems share the time: those
    later in the file get what earlier ones leave."""
    game = registry.game(job.game)
    solver = game.content.solver
    assert solver
    table = game.table({**solver.options, job.option: job.text})
    prepare(table, lambda title, done, of: None)
    problems = solver.problems(table)
    for _, position in problems[:1]:
        next(solver.solve(position, MEMORY), None)  # compiles what it needs
    yield Started()
    ends = monotonic() + job.seconds
    for number, (title, position) in enumerate(problems):
        now = told = monotonic()
        if now >= ends:
            yield Progress(JobReport(problem=number, title=title, verdict=UNTRIED, final=True))
            continue
        own_end = now + (ends - now) / (len(problems) - number)
        found = Solution(None, 0, False)
        for found in solver.solve(position, MEMORY):
            now = monotonic()
            if now >= own_end:
                break
            if now - told >= PAUSE:
                told = now
                yield Progress(_report(solver, title, position, found, number))
            else:
                yield None
        yield Progress(_report(solver, title, position, found, number, final=True))


def _report(
    solver: Solver, title: str, position: Position, found: Solution, number: int, *, final: bool = False
) -> JobReport:
    words = [position.table.game.notation.write_action(position, action) for action in found.actions or ()]
    return JobReport(
        problem=number,
        title=title,
        solved=found.actions is not None,
        proven=found.proven,
        verdict=found.verdict(solver.unit),
        solution=("" if all(len(word) == 1 for word in words) else " ").join(words),
        about=solver.explain(position, found) if final else "",
        final=final,
    )


def generate(job: Job) -> Iterator[Reply | None]:
    """A new file of the game's generator."""
    game = registry.game(job.game)
    kind = next(kind for kind in game.content.files if kind.option == job.option)
    assert kind.generator
    next(kind.generator.texts(None, kind.generator.difficulties[0], 0))  # an easy one: it compiles what they need
    yield Started()
    yield Progress(JobReport(text=next(kind.generator.texts(None, job.difficulty, job.seed))))
