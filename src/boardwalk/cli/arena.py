"""The command `arena`: bots play each other, with a report of their strengths."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boardwalk.bots.names import SEARCHING
from boardwalk.cli import complete
from boardwalk.cli.common import GameString, Preset, Settings, ready, table_of
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table
from boardwalk.contract.text import counted
from boardwalk.files import write_text

if TYPE_CHECKING:
    from boardwalk.arena import Arena, Rating, Results
    from boardwalk.arena.results import Row

EVERY = 0.5  # seconds between two updates of the live table
LINES = 10  # lines of progress where there is no terminal

Bots = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT BOT…",
        help="Bots: a name, hard:simulations=2000, or ./program and its arguments.",
        autocompletion=complete.bots,
    ),
]
Programs = Annotated[list[str] | None, typer.Option(metavar="NAME=COMMAND", help="A name for a program that plays.")]
Opening = Annotated[
    int | None, typer.Option(min=0, help="Actions of each seat drawn at random; by default as the game needs.")
]
OtherRuns = Annotated[
    list[str] | None, typer.Option(metavar="FOLDER", help="Count the games of another run of these bots too.")
]


def arena(
    game: GameString,
    bots: Bots,
    games: Annotated[int, typer.Option(min=1, help="How many games each line-up plays at most.")] = 200,
    set_: Settings = None,
    preset: Preset = "",
    seed: Annotated[int, typer.Option(help="Deals, openings and bots follow from it.")] = 1,
    out: Annotated[str, typer.Option(metavar="FOLDER", help="Where the games and the report are kept.")] = "",
    cores: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster, or on a local one.")] = "",
    bot_program: Programs = None,
    move_seconds: Annotated[float, typer.Option(min=0.001, help="A program's time for a move.")] = 2.0,
    mirror: Annotated[bool, typer.Option("--mirror", help="Each bot also plays against itself.")] = False,
    opening: Opening = None,
    limit: Annotated[int, typer.Option(min=1, help="Actions after which a game is broken off.")] = 5000,
    sprt: Annotated[bool, typer.Option(help="Of two bots: stop when it is sure which one is stronger.")] = True,
    elo0: Annotated[float, typer.Option(help="The test: at most this much stronger …")] = -20.0,
    elo1: Annotated[float, typer.Option(help="… or at least this much.")] = 20.0,
    alpha: Annotated[float, typer.Option(help="The chance of wrongly accepting elo1.")] = 0.05,
    beta: Annotated[float, typer.Option(help="The chance of wrongly accepting elo0.")] = 0.05,
    add: OtherRuns = None,
    times: Annotated[bool, typer.Option("--times", help="Put the time of moves into the report.")] = False,
) -> None:
    """Let bots play each other with seats swapped, rate them, and write a report.

    The same command with the same folder goes on where it stopped."""
    from boardwalk.arena import Arena, Sprt

    table = table_of(game, set_ or [], preset)
    fight = Arena(
        table,
        bots,
        seed=seed,
        opening=opening,
        limit=limit,
        move_seconds=move_seconds,
        mirror=mirror,
        programs=dict(map(_program, bot_program or [])),
        sprt=Sprt(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta) if sprt else None,
        out=(folder := Path(out) if out else _folder(table, bots, seed)),
    )
    fight.results.table()  # fails here, and not at the end, if a package for ratings is missing
    ready(table, search=any(entrant.bot in SEARCHING for entrant in fight.entrants.values()))
    with _reported(fight, folder / "report.html", times=times), _live(sys.stdout.isatty()) as progress:
        fight.run(games, cores=cores, cluster=cluster, add=add or (), progress=progress)


def _folder(table: Table, bots: list[str], seed: int) -> Path:
    """The default folder of an arena: the same for the same game, bots and seed."""
    digest = blake2b(repr((str(table), bots, seed)).encode(), digest_size=4).hexdigest()
    return Path("arena") / f"{table.game.name}-{digest}"


def _program(text: str) -> tuple[str, str]:
    name, equals, command = text.partition("=")
    if not equals or not name or not command:
        raise BoardwalkError(f"--bot-program needs NAME=COMMAND, not {text!r}")
    return name, command


HEAD = ("bot", "rating", "games", "+", "=", "-", "won, %", "score, %", "forfeits", "ms/move")
SCORE = HEAD.index("score, %")


def _percent(share: Rating) -> str:
    return f"{100 * share.value:.0f} [{100 * share.low:.0f}, {100 * share.high:.0f}]"


def _cells(row: Row) -> tuple[str, ...]:
    """A line of the table."""
    from boardwalk.arena.report import rating_text

    tally = row.tally
    shares = (_percent(tally.win_share), _percent(tally.score)) if tally.games else ("–", "–")
    counts = map(str, (tally.games, tally.wins, tally.draws, tally.losses))
    milliseconds = f"{1000 * row.seconds_a_move:.1f}"
    return row.name, rating_text(row.rating), *counts, *shares, str(row.forfeits), milliseconds


def _lines(results: Results) -> list[str]:
    """The table as text, the strongest bot first."""
    rows = [HEAD, *map(_cells, results.table())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return [
        "  ".join(cell.ljust(width) if not column else cell.rjust(width) for column, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    ]


def _seats(table: Table, results: Results) -> list[str]:
    """The scores of the seats between equal bots, if any have met."""
    from boardwalk.arena.report import side_names

    tallies = results.seats(equals=True)
    if not tallies[0].games:
        return []
    named = zip(side_names(table), tallies, strict=True)
    shares = ", ".join(f"{name} wins {_percent(tally.win_share)} %" for name, tally in named)
    return [f"Between equals, in {tallies[0].games} games: {shares}."]


@contextmanager
def _reported(fight: Arena, path: Path, *, times: bool) -> Iterator[None]:
    """Write a report of the games that were played in this block, however it ends, and print the results."""
    from boardwalk.arena.report import report

    table = fight.table
    try:
        yield
    finally:
        if fight.results.games:
            write_text(str(path), report(table, fight.settings, fight.results, times=times))
    results = fight.results
    sentence = results.sentence() or f"{counted(len(results.games), 'game')}."
    print(*_lines(results), *_seats(table, results), sentence, sep="\n")
    print(path)


@contextmanager
def _live(terminal: bool) -> Iterator[Callable[[Arena], None]]:
    """The progress display: a table updated in place, or a line at intervals where there is no terminal."""
    if not terminal:
        yield _line
        return
    from rich.live import Live
    from rich.text import Text

    last = 0.0
    with Live(auto_refresh=False, transient=True) as live:

        def show(arena: Arena) -> None:
            nonlocal last
            if time.monotonic() - last >= EVERY:
                results = arena.results
                lines = [f"{len(results.games)} of {arena.wanted} games", *_lines(results), results.sentence()]
                live.update(Text("\n".join(lines), no_wrap=True), refresh=True)
                last = time.monotonic()

        yield show


def _line(arena: Arena) -> None:
    done, wanted = arena.store.count, arena.wanted
    if done and done * LINES // wanted > (done - 1) * LINES // wanted:
        scores = ", ".join(f"{cells[0]} {cells[SCORE]} %" for cells in map(_cells, arena.results.table()))
        print(f"{done} of {wanted} games: {scores}", flush=True)
