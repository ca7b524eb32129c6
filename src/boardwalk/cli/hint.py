"""The commands `hint` and `analyse`: search results for a position, and for the decisions of a match."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from boardwalk.cli.common import ready
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.text import counted
from boardwalk.files import open_file
from boardwalk.match import Match

if TYPE_CHECKING:
    from boardwalk.analysis.advice import Judgement

SHOWN_LOSS = 0.2  # loss from which on a decision is shown with its seat's view

Seconds = Annotated[float | None, typer.Option(min=0.01, help="How long to search; by default as the bot `hard` does.")]
StepSeconds = Annotated[
    float | None, typer.Option(min=0.01, help="How long to search each decision; by default as the bot `hard` does.")
]
Json = Annotated[bool, typer.Option("--json", help="Report as JSON.")]


def hint(
    file: Annotated[str, typer.Argument(help="A saved match, or a position.")],
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="For seat N (from 1); by default the one to act.")
    ] = None,
    seconds: Seconds = None,
    json: Json = False,
) -> None:
    """Give a hint: the best actions with their values, the expected course, and what the seat believes.

    A value is from -1 (lost) to 1 (won). The hint follows from what the seat knows, and from nothing else."""
    from boardwalk.analysis.advice import hint as advise
    from boardwalk.analysis.advice import hint_lines
    from boardwalk.draw import has_colour
    from boardwalk.draw import text as draw_text

    match = _match(file)
    if match.over:
        raise BoardwalkError(f"{file}: the game is over; `boardwalk analyse` reviews it")
    asked = _seat(match, seat)
    ready(match.table, search=True)
    advice = advise(match, asked, seconds=seconds)
    if json:
        print(msgspec.json.format(msgspec.json.encode(advice)).decode())
        return
    print(f"{match.table.game.title}: {match.names[advice.seat]}")
    print(*hint_lines(advice, match.names), sep="\n")
    if advice.worlds:
        print(f"believed ({advice.worlds[0].share:.0%} of what is possible):")
        print(draw_text(advice.worlds[0].scene, colour=has_colour(sys.stdout)))


def analyse(
    file: Annotated[str, typer.Argument(metavar="MATCH", help="A saved match.")],
    seat: Annotated[int | None, typer.Option(metavar="N", help="Only the decisions of seat N (from 1).")] = None,
    seconds_a_step: StepSeconds = None,
    json: Json = False,
) -> None:
    """Review a match: each decision, what was better, and how much it lost, judged by what its seat knew.

    A decision that lost much is shown with what its seat saw then. A loss is from 0 to 2, the distance from a sure win
    to a sure defeat."""
    from boardwalk.analysis.advice import decisions, review, summary

    match = _match(file)
    one = _seat(match, seat)
    seats = range(len(match.table.seats)) if one is None else [one]
    total = len(decisions(match, seats))
    ready(match.table, search=True)
    judgements = []
    for judgement in review(match, seats, seconds=seconds_a_step):
        judgements.append(judgement)
        if not json:
            _clear()
            _print(match, judgement)
        _progress(f"{len(judgements)} of {total} decisions")
    _clear()
    summaries = [summary(match, seat, judgements) for seat in seats]
    if json:
        report = {"table": str(match.table), "decisions": judgements, "summary": summaries}
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
        return
    for own in summaries:
        counts = ", ".join(f"{verdict} {count}" for verdict, count in sorted(own.verdicts.items(), key=_rank))
        print(f"{own.name}: {counted(own.decisions, 'decision')}: {counts or 'none'}; mean loss {own.mean_loss:.3f}")


def _match(file: str) -> Match:
    """The match in a file, or one that starts from the position in it."""
    opened = open_file(file)
    match = opened.match
    if match is None and opened.position is not None:
        match = Match(opened.position.table, seed=0, position=opened.position)
    if match is None:
        raise BoardwalkError(f"{file}: expected a saved match or a position")
    return match


def _seat(match: Match, number: int | None) -> int | None:
    """The seat index for a number that counts from 1."""
    if number is not None and not 1 <= number <= len(match.table.seats):
        raise BoardwalkError(f"--seat must be from 1 to {len(match.table.seats)}, not {number}")
    return None if number is None else number - 1


def _print(match: Match, judgement: Judgement) -> None:
    from boardwalk.draw import has_colour
    from boardwalk.draw import text as draw_text

    name = match.names[judgement.seat]
    line = f"step {judgement.step}: {name}: {judgement.did}"
    if judgement.verdict in ("best", "forced"):
        print(f"{line} ({judgement.verdict})")
        return
    lost = "" if judgement.loss is None else f", lost {judgement.loss:.2f}"
    print(f"{line} ({judgement.verdict}{lost}); better: {judgement.best}")
    if judgement.loss is not None and judgement.loss > SHOWN_LOSS:
        print(f"what {name} saw:")
        print(draw_text(match.view(judgement.seat, judgement.step - 1).scene, colour=has_colour(sys.stdout)))
        if judgement.note:
            print(judgement.note)


def _rank(item: tuple[str, int]) -> int:
    order: Sequence[str] = ("best", "good", "forced", "inaccuracy", "mistake", "blunder", "not considered")
    return order.index(item[0])


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print(f"\r{'':<60}\r", end="", file=sys.stderr, flush=True)
