"""Box World's solver: how long until the first solution, the best one, and the proof; beside Fast Downward.

    python benchmarks/solver.py [--seconds 60] [--planner fast-downward.py]

The levels are some that ship and the first ten of 8 × 8 with seven boxes and four holes that are drawn from a seed,
without those that are proven unsolvable or solved in fewer than 40 moves. All times are CPU seconds
on one core. Without `--planner`, the one of the package up-fast-downward is used if that is installed. The tables go to
README.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import report
from boardwalk.games.box_world.content.grading import problem_of
from boardwalk.games.box_world.search import solver
from boardwalk.games.box_world.setup import levels_of

DOMAIN = Path(__file__).with_name("box_world.pddl")
SHIPPED = (("night_shift", 8), ("night_shift", 13), ("great_maze", 3), ("fiendish", 58), ("fiendish", 60))
MEMORY = 2**30
DECIDE = 300_000  # positions to prove that a generated level can't be solved; if that fails, it is measured
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}

Rows = tuple[str, ...]


def warehouse(random: Random) -> Rows:
    """A level of 8 × 8: seven boxes, and a corridor of four holes that ends at the finish. Solvable or not."""
    grid = [["W" if random.random() < 0.12 else "-" for _ in range(8)] for _ in range(8)]
    col = 1 + int(random.random() * 6)
    for row in range(3, 8):
        grid[row][col - 1] = grid[row][col + 1] = "W"
        grid[row][col] = "F" if row == 7 else "H"
    grid[1][col] = grid[2][col] = "-"
    free = [(row, col) for row in range(8) for col in range(8) if grid[row][col] == "-"]
    for symbol in "UBBBBBBB":
        row, col = free.pop(int(random.random() * len(free)))
        grid[row][col] = symbol
    return tuple("".join(line) for line in grid)


def levels() -> Iterator[tuple[str, Rows]]:
    for pack, number in SHIPPED:
        yield f"{pack}:{number}", levels_of(pack)[number - 1].rows
    random, count = Random(1), 0
    while count < 10:
        rows = warehouse(random)
        answer = solver.solve(problem_of(rows), DECIDE)
        short = answer.path is not None and len(answer.path) < 40
        if not answer.unsolvable and not short:  # one that the solver could not decide stays in
            count += 1
            yield f"8 × 8, number {count}", rows


class Solved(NamedTuple):
    """The first and the best solution with the times they were found; the bound, and when it was proven or given up."""

    first: tuple[int, float] | None
    best: tuple[int, float] | None
    proven: bool
    bound: int
    seconds: float


def ours(rows: Rows, seconds: float) -> Solved:
    given = problem_of(rows)
    search = solver.Search(given, solver.positions_in(given, MEMORY))
    start = time.process_time()
    first = best = None
    for answer in search.steps():
        used = time.process_time() - start
        if answer.path is not None and (best is None or len(answer.path) < best[0]):
            best = len(answer.path), used
            first = first or best
        if used > seconds:
            break
    answer = search.answer
    return Solved(first, best, answer.proven, answer.bound, time.process_time() - start)


def pddl(rows: Rows) -> str:
    """A level as a PDDL problem."""
    cells = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row) if char != "W"}
    names = {cell: f"c{cell[0]}-{cell[1]}" for cell in cells}
    facts = ["(ready)", "(= (total-cost) 0)"]
    kinds = {"-": ["clear"], "U": ["clear", "at"], "H": ["hole"], "B": ["box"], "I": ["ice"], "F": ["finish"]}
    for (row, col), char in cells.items():
        facts += [f"({kind} {names[row, col]})" for kind in kinds[char]]
        for way, (down, right) in STEPS.items():
            other = row + down, col + right
            if other in cells:
                facts.append(f"(next {names[row, col]} {names[other]} {way})")
            if cells.get(other, "F") == "F":
                facts.append(f"(end {names[row, col]} {way})")
    objects = f"{' '.join(names.values())} - cell {' '.join(STEPS)} - way"
    start = "\n".join(facts)
    return f"""(define (problem level) (:domain box-world) (:objects {objects})
(:init {start}) (:goal (done)) (:metric minimize (total-cost)))"""


class Planned(NamedTuple):
    """The cheapest plan of Fast Downward, and when its search found it; its translation of the level comes on top."""

    moves: int | None
    seconds: float


def planned(planner: str, rows: Rows, seconds: float, *search: str) -> Planned:
    """Run Fast Downward with the arguments `search`: either an alias, or --search and an algorithm."""
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder) / "level.pddl"
        problem.write_text(pddl(rows), encoding="utf-8")
        before = ["--overall-time-limit", f"{seconds:.0f}s", "--plan-file", "plan"]
        alias, after = (search, ()) if search[0] == "--alias" else ((), search)
        command = [sys.executable, planner, *before, *alias, str(DOMAIN), str(problem), *after]
        log = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    costs = [int(cost) for cost in re.findall(r"Plan cost: (\d+)", log)]
    times = [float(found) for found in re.findall(r"\[t=([\d.]+)s.*?\] Plan length", log)]
    return Planned(min(costs, default=None), times[-1] if times else seconds)


def found_planner() -> str | None:
    spec = importlib.util.find_spec("up_fast_downward")
    return str(Path(spec.origin).parent / "downward" / "fast-downward.py") if spec and spec.origin else None


def shown(pair: tuple[int, float] | None) -> str:
    return "–" if pair is None else f"{pair[0]} in {pair[1]:.2f} s"


def row(name: str, rows: Rows, seconds: float, planner: str | None) -> list[str]:
    found = ours(rows, seconds)
    proof = f"{found.seconds:.2f} s" if found.proven else f"{found.bound} or more after {found.seconds:.0f} s"
    if found.proven and found.best is None:
        proof = f"can't be solved: {proof}"
    cells = [name, shown(found.first), shown(found.best), proof]
    if planner:
        first = planned(planner, rows, seconds, "--alias", "lama-first")
        best = planned(planner, rows, seconds, "--search", "astar(lmcut())")
        cells += [shown((one.moves, one.seconds) if one.moves else None) for one in (first, best)]
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--planner", default=found_planner(), help="the path of fast-downward.py")
    chosen = parser.parse_args()
    ours(levels_of("night_shift")[0].rows, 1)  # loads the compiled code
    head = ["level", "first solution", "best solution", "proof"]
    head += ["Fast Downward, lama-first", "A* with LM-cut"] if chosen.planner else []
    body = []
    for name, rows in levels():
        body.append(row(name, rows, chosen.seconds, chosen.planner))
        print(*body[-1], sep="; ", flush=True)
    about = report.sentence(report.machine(["up-fast-downward"]))
    limit = f"At most {chosen.seconds:.0f} CPU seconds for each search of a level; –: nothing found in that time."
    report.write("solver", f"{about} {limit}\n\n{report.table(head, body)}")


if __name__ == "__main__":
    main()
