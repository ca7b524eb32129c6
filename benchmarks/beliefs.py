"""How true beliefs are, for each game with secrets, compared with worlds imagined anew at each decision.

    python benchmarks/beliefs.py --games 12 --write

Games are played between bots of the given name. At each decision it is counted whether the true world is among the
worlds of the seat to act (all but the random stream and what does not count by `Belief.ignore`), and which share of the
worlds is true in what matters (the opponent's walls and pawn, grenades, programs). `determinize` is asked for as many
worlds as `--size`, up to 64.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import boardwalk
import report
from boardwalk.bots import make_bot
from boardwalk.bots.seated import Seated
from boardwalk.contract.game import Table
from boardwalk.match import Match
from boardwalk.search.belief.driver import Belief

TABLES = {
    "fog_quoridor": ("wall", "pawn"),
    "fog_quoridor(walls=open)": ("wall", "pawn"),
    "fog_quoridor(fog=off)": ("wall", "pawn"),
    "rowdy_racers": ("grenade",),
    "robo_rally": ("program",),
}
IMAGINED = 64


class Count(NamedTuple):
    """For worlds at one decision: whether the true one is among them, and the share that is true in what matters."""

    among: bool
    right: float


def count(worlds: Any, weights: Any, truth: Any, fields: tuple[str, ...], minor: tuple[str, ...]) -> Count:
    def same(names: tuple[str, ...]) -> Any:
        rows = [(worlds[name] == truth[name]).reshape(len(worlds), -1).all(1) for name in names]
        return np.logical_and.reduce(rows)

    every = tuple(name for name in truth.dtype.names if name not in ("rng", *minor))
    return Count(bool(same(every).any()), float(weights[same(fields)].sum()))


def measure(table: Table, fields: tuple[str, ...], games: int, size: int, bot: str) -> list[str]:
    """A row of the table."""
    believed: list[Count] = []
    imagined: list[Count] = []
    seconds: list[float] = []
    dry = steps = 0
    minor = table.search.belief.ignore
    for seed in range(games):
        match = Match(table, seed=seed)
        bots = [Seated(make_bot(bot, seed * len(table.seats) + seat), seat) for seat in range(len(table.seats))]
        beliefs = [Belief(table, seat, size=size, seed=seed) for seat in range(len(table.seats))]
        seen = 0
        while True:
            for number in range(seen, len(match.steps)):
                for belief in beliefs:
                    view = match.view(belief.seat, number)
                    started = process_time()
                    belief.watch(view)
                    seconds.append(process_time() - started)
            seen = len(match.steps)
            if match.over or len(match.actions) > 400:
                break
            seat, truth = match.to_act, match.position.state.array
            belief, view = beliefs[seat], match.view(seat)
            believed.append(count(belief.worlds[: belief.count], belief.weights[: belief.count], truth, fields, minor))
            guesses = [table.rules.determinized(view.position, seat, k).state.array for k in range(min(size, IMAGINED))]
            imagined.append(
                count(np.concatenate(guesses), np.full(len(guesses), 1 / len(guesses)), truth, fields, minor)
            )
            match.act(seat, bots[seat].choose(match))
        dry += sum(belief.fits.dry for belief in beliefs)
        steps += sum(belief.fits.steps for belief in beliefs)
    rows = [(np.mean([c.among for c in counts]), np.mean([c.right for c in counts])) for counts in (believed, imagined)]
    (among, right), (among_new, right_new) = rows
    times = 1000 * np.sort(np.array(seconds))[:-1]  # but the first, which may compile
    shares = [f"{100 * share:.1f}%" for share in (among, right, among_new, right_new, dry / steps)]
    return [str(table), str(len(believed)), *shares, f"{times.mean():.2f}", f"{np.percentile(times, 99):.1f}"]


HEAD = (
    "table", "decisions", "true world among those of the belief", "right in what matters", "among imagined worlds",
    "right in what matters", "steps after which none was left", "ms a step", "99 % of steps",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--size", type=int, default=1024, help="worlds of a belief")
    parser.add_argument("--bot", default="easy")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    parser.add_argument("tables", nargs="*", default=list(TABLES))
    chosen = parser.parse_args()
    rows = []
    for text in chosen.tables:
        rows.append(measure(boardwalk.table(text), TABLES[text], chosen.games, chosen.size, chosen.bot))
        print(*rows[-1], sep="  ", flush=True)
    text = f"Between two bots `{chosen.bot}`, {chosen.games} games each.\n\n{report.table(HEAD, rows)}"
    print(text)
    if chosen.write:
        report.write("beliefs", f"{report.sentence(report.machine())} {text}")


if __name__ == "__main__":
    main()
