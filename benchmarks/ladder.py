"""Play the ladders: every strength against the next weaker one, `hard` against others, and equals against each other.

    python benchmarks/ladder.py --out runs/ladder --games 200
    python benchmarks/ladder.py --out runs/ladder --only 'fog_quoridor*' --rows 'hard-*' --minutes 9
    python benchmarks/ladder.py --out runs/ladder --games 0 --merge elsewhere/ladder --write

Each row of each preset is an arena in a folder of its own below `--out`. It can be stopped at any time and goes on with
the same command. Runs with another `--seed`, perhaps on another machine, are counted together by `--merge`. `--write`
puts what is there into benchmarks/README.md and docs/ladders.md, and its counts into benchmarks/ladder_counts.jsonl,
where they stay when the folder is gone. When a bot has changed, `--forget` drops the counts of the rows chosen:

    python benchmarks/ladder.py --only 'robo_rally*' --rows '*medium*' --games 0 --forget --write
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import partial
from importlib.util import find_spec
from itertools import groupby, pairwise
from pathlib import Path

import ladder_counts
import report
from boardwalk.arena import Arena, Rating, Results
from boardwalk.arena.charts import percent
from boardwalk.arena.player import MakePlayer
from boardwalk.arena.report import rating_text, side_names
from boardwalk.arena.schedule import sides
from boardwalk.arena.store import SETTINGS, read_games
from boardwalk.contract import registry
from boardwalk.contract.game import Table
from ladder_counts import Count
from openspiel_player import OpenSpielPlayer

STRENGTHS = ("random", "beginner", "easy", "medium", "hard")
SECONDS = 0.2  # what `hard` may take for a move
SLOWER = 10  # times as long, for the second row against OpenSpiel
LIMIT = 3000  # actions after which a game is a draw: two careful teams may go on for ever
UNFAIR = 0.6  # a seat that wins more often than this between equals is too good
PAGE = Path(__file__).parents[1] / "docs" / "ladders.md"
COUNTS = Path(__file__).with_name("ladder_counts.jsonl")


@dataclass(frozen=True, eq=False)
class Row:
    """Some bots at one preset. `aim` is what `hard` is to reach, in words."""

    table: Table
    preset: str
    name: str
    bots: tuple[str, ...]
    aim: str = ""
    makers: dict[str, MakePlayer] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return Path(re.sub(r"[^a-z0-9_]+", "-", str(self.table).lower()).strip("-")) / self.name

    def arena(self, out: Path, seed: int) -> Arena:
        return Arena(self.table, self.bots, seed=seed, limit=LIMIT, makers=self.makers, out=out / self.folder)

    def __str__(self) -> str:
        return f"{self.table} {self.name}"

    def results(self, out: Path, kept: Iterable[Count] = ()) -> Results:
        """What is known of this row: the games below `out`, or what is `kept` of an earlier run."""
        folder = out / self.folder
        games = {(game.seed, game.id): game for game in read_games(folder)} if (folder / SETTINGS).exists() else {}
        known = ladder_counts.complete(str(self), games.values(), kept)
        return Results(known, self.bots, len(sides(self.table)))


def tables() -> Iterator[tuple[str, Table]]:
    """Every preset for at least two sides, with its name."""
    for game in registry.games():
        if game.players[1] > 1:
            for preset in game.content.presets:
                table = game.table(preset.options)
                if len(sides(table)) > 1:
                    yield preset.title, table


def rows() -> Iterator[Row]:
    """All rows of all presets."""
    for preset, table in tables():
        others = len(sides(table)) - 1
        against = [*reversed([(upper, lower) for lower, upper in pairwise(STRENGTHS)]), ("hard", "easy")]
        for upper, lower in against:
            name = f"{upper}-{lower}"
            yield Row(table, preset, name, (upper, *(lower,) * others), aim(table, lower) if upper == "hard" else "")
        for strength in STRENGTHS[2:]:
            yield Row(table, preset, f"equals-{strength}", (strength,) * (others + 1))
        for opponent, seconds in (("openspiel", SECONDS), ("openspiel-slow", SLOWER * SECONDS)):
            if goal := aim(table, opponent):
                maker = {opponent: partial(OpenSpielPlayer, seconds)}
                yield Row(table, preset, opponent, ("hard", opponent), goal, maker)


def aim(table: Table, opponent: str) -> str:
    """What `hard` is to reach against an opponent at a table, if anything is said about it."""
    name, options, count = table.game.name, table.options.changed(), len(sides(table))
    peers = {"openspiel": "≥ 90 %", "openspiel-slow": "≥ 75 %"}
    if name == "rowdy_racers" and set(options) <= {"failures"}:
        return {"easy": "≥ 80 %", "medium": "≥ 60 %", **peers}.get(opponent, "")
    if name == "fog_quoridor" and options.get("walls") == "open" and options.get("fog") == "off":
        return {"easy": "≥ 92 %", "medium": "≥ 65 %", **peers}.get(opponent, "")
    if name == "fog_quoridor" and not options:
        return {"easy": "≥ 90 %", "medium": "score ≥ 60 %", **peers}.get(opponent, "")
    if name == "robo_rally" and count == 2:
        return {"easy": "≥ 95 %", "medium": "≥ 60 %", **peers}.get(opponent, "")
    if name == "robo_rally" and count == 4:
        return {"easy": "≥ 50 %"}.get(opponent, "")
    if name == "capture_the_flag" and (not options or table.options.players == 1):
        return {"easy": "score ≥ 80 %", "medium": "score ≥ 60 %"}.get(opponent, "")
    return ""


class TimeUpError(Exception):
    """No time is left for another game."""


def play(row: Row, out: Path, arguments: argparse.Namespace, until: float) -> None:
    """Play what is missing of a row."""
    if "openspiel" in row.name and arguments.games and not find_spec("pyspiel"):
        print(f"{row}: needs OpenSpiel", flush=True)
        return
    elsewhere = [folder / row.folder for folder in arguments.merge if (folder / row.folder / SETTINGS).exists()]
    if not arguments.games and not elsewhere:
        return

    def progress(arena: Arena) -> None:
        if time.monotonic() > until:
            raise TimeUpError

    arena = row.arena(out, arguments.seed)
    started = time.monotonic()
    try:
        arena.run(arguments.games, cores=arguments.cores, add=elsewhere, progress=progress)
    finally:
        tally = arena.results.table(rated=False)
        said = ", ".join(f"{one.name} {percent(one.tally.win_share)}" for one in tally if one.tally.games)
        seconds = time.monotonic() - started
        print(f"{row}: {arena.store.count} games, {said or 'equals'} ({seconds:.0f} s)", flush=True)


# -- tables


def summary(known: Mapping[Row, Results]) -> str:
    """`hard` against the others, where an aim is set."""
    lines = []
    for row, results in known.items():
        if not row.aim:
            continue
        table = {one.name: one for one in results.table(rated=False)}
        mine, other = table["hard"], table[row.bots[1]]
        lines.append(
            [
                f"{row.table.game.title}, {row.preset}",
                row.bots[1] if len(row.bots) == 2 else f"{len(row.bots) - 1} × {row.bots[1]}",
                str(mine.tally.games),
                percent(mine.tally.win_share),
                percent(mine.tally.score),
                row.aim,
                f"{1000 * mine.seconds_a_move:.0f}",
                f"{1000 * other.seconds_a_move:.0f}",
            ]
        )
    head = ("preset", "hard against", "games", "won", "score", "aim", "hard, ms a move", "the other, ms a move")
    return f"{report.sentence(report.machine(['open_spiel']))}\n\n{report.table(head, lines)}"


def page(known: Mapping[Row, Results]) -> str:
    """The ladder and the balance of every preset."""
    parts, title = [], ""
    for (preset, _), mine in groupby(known, key=lambda row: (row.preset, str(row.table))):
        every = list(mine)
        table = every[0].table
        kept = {row.name: known[row] for row in every}
        texts = [ladder(kept), balance(table, kept)]
        if not any(texts):
            continue
        if table.game.title != title:
            title = table.game.title
            parts.append(f"## {title}\n")
        parts.append(f"### {preset}\n\n`{table}`\n")
        parts += filter(None, texts)
    return "\n".join(parts)


def ladder(kept: dict[str, Results]) -> str:
    """The strengths, the best first, each against the next weaker one."""
    steps = [(upper, lower) for lower, upper in pairwise(STRENGTHS) if f"{upper}-{lower}" in kept][::-1]
    if not steps:
        return ""
    several = kept[f"{steps[0][0]}-{steps[0][1]}"].sides > 2
    ratings = {} if several else elo(kept)
    lines = []
    for upper, lower in steps:
        tally = next(row.tally for row in kept[f"{upper}-{lower}"].table(rated=False) if row.name == upper)
        cells = [upper, lower, str(tally.games), percent(tally.win_share), percent(tally.score)]
        lines.append([*cells, rating_text(ratings.get(upper))] if ratings else cells)
    if ratings and steps[-1][1] in ratings:
        lines.append([steps[-1][1], "–", "–", "–", "–", rating_text(ratings[steps[-1][1]])])
    against = "against (at all other seats)" if several else "against"
    return report.table(["bot", against, "games", "won", "score", *(["Elo"] if ratings else [])], lines)


def elo(kept: dict[str, Results]) -> dict[str, Rating]:
    """Ratings from all rows of a preset in which two strengths meet."""
    games = [
        game
        for results in kept.values()
        for game in results.games
        if len(set(game.players)) == 2 and set(game.players) <= set(STRENGTHS)
    ]
    names = [name for name in STRENGTHS if any(name in game.players for game in games)]
    rated = Results(games, names).ratings()
    return {name: rating for name, rating in zip(names, rated, strict=True) if rating is not None}


def balance(table: Table, kept: dict[str, Results]) -> str:
    """How often each seat wins between equals."""
    lines = []
    for strength in STRENGTHS:
        results = kept.get(f"equals-{strength}")
        if results is None:
            continue
        tallies = results.seats(equals=True)
        cells = [
            f"**{percent(tally.win_share)}**" if tally.win_share.value > UNFAIR else percent(tally.win_share)
            for tally in tallies
        ]
        drawn = 100 * sum(tally.draws for tally in tallies) / sum(tally.games for tally in tallies)
        lines.append([f"two of {strength}" if len(tallies) == 2 else strength, str(tallies[0].games), *cells])
        lines[-1].append(f"{drawn:.1f} %")
    if not lines:
        return ""
    return report.table(["between equals", "games", *(f"{name} wins" for name in side_names(table)), "drawn"], lines)


def write(out: Path, forgotten: Collection[str]) -> None:
    """Write the tables and counts of all rows that are known, without the counts of those forgotten."""
    kept = [one for one in ladder_counts.read(COUNTS) if one.row not in forgotten]
    known = {row: results for row in rows() if (results := row.results(out, kept)).games}
    report.write("ladder", summary(known))
    report.write("ladders", page(known), PAGE)
    ladder_counts.write(
        COUNTS, [one for row, results in known.items() for one in ladder_counts.count(str(row), results.games)]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/ladder"), help="the folder of all rows")
    parser.add_argument("--only", nargs="*", default=["*"], help="patterns of game strings, such as 'rowdy_racers*'")
    parser.add_argument("--rows", nargs="*", default=["*"], help="patterns of rows, such as hard-easy or 'equals-*'")
    parser.add_argument("--games", type=int, default=200, help="games of each row; 0 plays none")
    parser.add_argument("--cores", type=int, help="processes; by default one for each core")
    parser.add_argument("--seed", type=int, default=1, help="take another one for a run that is to be merged")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--merge", type=Path, nargs="*", default=[], help="other folders whose games count too")
    parser.add_argument("--list", action="store_true", help="name the rows and play nothing")
    parser.add_argument("--forget", action="store_true", help="with --write: drop earlier counts of these rows")
    parser.add_argument("--write", action="store_true", help="put the tables into README.md and docs/ladders.md")
    arguments = parser.parse_args()
    chosen = [
        row
        for row in rows()
        if any(fnmatch(str(row.table), pattern) for pattern in arguments.only)
        and any(fnmatch(row.name, pattern) for pattern in arguments.rows)
    ]
    if arguments.list:
        print(*(str(row) for row in chosen), sep="\n")
        return
    until = time.monotonic() + 60 * arguments.minutes
    try:
        for row in chosen:
            play(row, arguments.out, arguments, until)
    except TimeUpError:
        print("no time is left; the same command goes on", file=sys.stderr)
    if arguments.write:
        forgotten = {str(row) for row in chosen} if arguments.forget else set()
        write(arguments.out, forgotten)


if __name__ == "__main__":
    main()
