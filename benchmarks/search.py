"""Measure how fast the bots search: simulations or nodes a second on one core, and how long a decision of `hard` takes.

python benchmarks/search.py --write
"""

from __future__ import annotations

import argparse
from statistics import median
from time import perf_counter, process_time

import report
from boardwalk import AlphaBeta, Match, Programs, Solved, Table, Thinker, Turns, make_bot
from boardwalk.bots import play
from boardwalk.contract import registry

ACTIONS = (12, 4, 0)  # how many actions of `easy` lead to a position: fewer where a game ends before
UNITS: dict[type, str] = {AlphaBeta: "nodes", Programs: "programs", Turns: "samples"}  # others: simulations


def reached(table: Table, seed: int) -> Match:
    """A match in which a decision is to be made."""
    for count in ACTIONS:
        match = Match(table, seed)
        play(match, {seat: make_bot("easy", seat) for seat in range(len(table.seats))}, limit=count)
        if not match.over:
            break
    return match


def measure(table: Table, positions: int) -> tuple[float, float, float]:
    """The median simulations in a second of CPU time, the median and the longest time of a decision in seconds."""
    rates, times = [], []
    for seed in range(positions):
        match = reached(table, seed)
        seat, thinker = match.to_act, Thinker(table, seed=seed)
        for number in range(len(match.steps)):
            thinker.watch(match.view(seat, number))
        view = match.view(seat)
        if not times:
            thinker.analyse(view, 10)  # loads what is compiled
        started, spent = perf_counter(), process_time()
        found = thinker.analyse(view, table.search.budgets.hard)
        times.append(perf_counter() - started)
        rates.append(found.simulations / max(process_time() - spent, 1e-6))
    return median(rates), median(times), max(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10, help="how many positions of each preset")
    parser.add_argument("--game", nargs="*", help="only these games")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    arguments = parser.parse_args()
    rows = []
    for game in registry.games():
        if game.content.solver.analyse or (arguments.game and game.name not in arguments.game):
            continue
        for preset in game.content.presets:
            table = game.table(preset.options)
            if len(table.seats) == 1:
                continue
            rate, middle, longest = measure(table, arguments.positions)
            method = table.search.method
            solved = isinstance(method, Solved)  # then a decision is looked up
            budget = (
                "all positions" if solved else f"{table.search.budgets.hard:,} {UNITS.get(type(method), 'simulations')}"
            )
            times = [report.figure(1000 * seconds) for seconds in (middle, longest)]
            rows.append([f"{game.title}, {preset.title}", budget, "–" if solved else report.figure(rate), *times])
            print(*rows[-1], sep="  ", flush=True)
    head = ("game and preset", "`hard`", "a second", "a decision, ms", "the longest, ms")
    if arguments.write:
        report.write("search", f"{report.sentence(report.machine())}\n\n{report.table(head, rows)}")


if __name__ == "__main__":
    main()
