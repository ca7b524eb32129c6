"""Compare how two commits compile: CPU seconds of `boardwalk compile GAME` from an empty cache, number and size of the
files in the cache, and the speed of what was compiled: random playouts, steps of a batch with masks and planes, and the
search of `hard`, each on one core.

    python benchmarks/compiling.py --before 65e5d5b --rounds 5 --write

Each round measures every game before and after, one right after the other, in processes of their own. Times are CPU
times, and the table has the medians over the rounds: so it may run on a machine that does other work as well.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import report
from boardwalk.contract import registry

ROOT = Path(__file__).parents[1]
GAMES, LIMIT, SECONDS = 64, 1000, 0.5
SPEEDS = {"playouts": "playouts", "steps": "batch steps", "search": "search"}


# -- in a process of its own, with the package of either commit


def rate(run: Callable[[], int]) -> float:
    """What a run counts, per second of this thread's CPU time; the run is repeated for about `SECONDS`."""
    run()
    counted, began = 0, time.thread_time()
    while (spent := time.thread_time() - began) < SECONDS:
        counted += run()
    return counted / spent


def speeds(name: str) -> dict[str, float]:
    """The speeds of a game with its options for simulation; those of its search at its first preset."""
    import numpy as np

    import search
    from boardwalk.batch import Batch

    game = registry.game(name)
    played, stepped = (
        Batch(game.table(game.content.simulation), GAMES, seed=1, planes=planes, limit=LIMIT, threads=1)
        for planes in (False, True)
    )
    chooser = np.random.default_rng(1)

    def play() -> int:
        done = played.play(20_000)
        return int(done.actions + done.board_steps)

    def step() -> int:
        for _ in range(20):
            stepped.step(np.where(stepped.masks, chooser.random(stepped.masks.shape, np.float32), -1).argmax(axis=1))
        return 20 * GAMES

    found = {"playouts": rate(play), "steps": rate(step)}
    table = game.table(game.content.presets[0].options)
    if len(table.seats) > 1:
        found["search"] = search.measure(table, 4)[0]
    return found


# -- the comparison


class Side:
    """One of the two commits: its package, and a cache for each game."""

    def __init__(self, package: Path, caches: Path) -> None:
        self._package, self._caches = package, caches
        self.compiled: dict[str, list[float]] = {}
        self.files: dict[str, tuple[int, int]] = {}
        self.speeds: dict[str, list[dict[str, float]]] = {}

    def compile(self, name: str) -> None:
        """Compile a game from an empty cache."""
        cache = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self._caches))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self._run(cache, "-m", "boardwalk", "compile", name)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.compiled.setdefault(name, []).append(spent)
        kept = [path.stat().st_size for path in cache.rglob("*") if path.suffix in (".code", ".nbi", ".nbc")]
        self.files[name] = len(kept), sum(kept)

    def run(self, name: str) -> None:
        """Measure what is compiled."""
        cache = max(self._caches.glob(f"{name}-*"), key=lambda path: path.stat().st_mtime)
        found = json.loads(self._run(cache, __file__, "--child", name))
        self.speeds.setdefault(name, []).append(found)

    def _run(self, cache: Path, *arguments: str) -> str:
        path = os.pathsep.join(map(str, (self._package, Path(__file__).parent)))
        environment = os.environ | {"BOARDWALK_CACHE": str(cache), "PYTHONPATH": path, "BOARDWALK_COMPILE": "first"}
        command = [sys.executable, "-P", *arguments]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        return done.stdout.decode()


def unpacked(commit: str, folder: Path) -> Path:
    """The package at this commit, in a folder."""
    archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    return folder / "src"


def row(title: str, name: str, before: Side, after: Side) -> list[str]:
    seconds = [median(side.compiled[name]) for side in (before, after)]
    counts, sizes = zip(*(side.files[name] for side in (before, after)), strict=True)
    cells = [f"{first} → {second}" for first, second in (map(report.figure, seconds), counts)]
    cells.append(" → ".join(report.figure(size / 1e6) for size in sizes))
    for speed in SPEEDS:
        pairs = zip(before.speeds[name], after.speeds[name], strict=True)
        ratios = [second[speed] / first[speed] for first, second in pairs if speed in first]
        cells.append(f"{100 * median(ratios) - 100:+.0f} %" if ratios else "–")
    return [title, *cells]


def compare(names: list[str], commit: str, rounds: int, compile_rounds: int) -> str:
    """The table, as Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        old, mine = Path(folder, "before"), Path(folder, "after")
        old.mkdir()
        mine.mkdir()
        sides = Side(unpacked(commit, old), old), Side(ROOT / "src", mine)
        for number in range(rounds):
            for name in names:
                for side in sides if number % 2 else reversed(sides):
                    if number < compile_rounds:
                        side.compile(name)
                    side.run(name)
                print(number + 1, *row(name, name, *sides), sep="  ", flush=True)
        rows = [row(registry.game(name).title, name, *sides) for name in names]
        totals = [sum(median(side.compiled[name]) for name in names) for side in sides]
    head = ["game", "compiling, CPU s", "files", "MB", *SPEEDS.values()]
    summary = f"All games: {report.figure(totals[0])} s of CPU before, {report.figure(totals[1])} s after."
    return f"{report.table(head, rows)}\n{summary}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="COMMIT", default="HEAD~1", help="what to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--compile-rounds", type=int, help="in how many of the rounds to compile; all by default")
    parser.add_argument("--game", nargs="*", help="only these games")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    parser.add_argument("--child", metavar="GAME", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(speeds(arguments.child)))
        return
    names = arguments.game or list(registry.game_names())
    compiled = arguments.compile_rounds or arguments.rounds
    text = compare(names, arguments.before, arguments.rounds, compiled)
    if arguments.write:
        rounds = f"Before: {arguments.before}. {arguments.rounds} rounds, {compiled} of them with compiling."
        report.write("compiling", f"{report.sentence(report.machine())} {rounds}\n\n{text}")


if __name__ == "__main__":
    main()
