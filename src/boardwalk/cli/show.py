"""The commands `replay` and `show`: matches, positions and boards as text or pictures."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from boardwalk.cli.common import Seed, Settings, table_of, write_file
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table
from boardwalk.contract.scene import EVERYTHING
from boardwalk.engine.rules import AUDIENCE
from boardwalk.files import check_writable, load_match, open_file, read_text
from boardwalk.match import Match, View


def replay(
    file: Annotated[str, typer.Argument(help="A saved match.")],
    at: Annotated[
        int | None, typer.Option(metavar="N", help="Show only the position after step N (0: as dealt).")
    ] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="As seat N (from 1) saw it.")] = None,
) -> None:
    """Show a saved match step by step, the board's own steps included."""
    from boardwalk.draw import has_colour
    from boardwalk.draw import text as draw_text

    match = load_match(file)
    last = len(match.steps) - 1
    if at is not None and not 0 <= at <= last:
        raise BoardwalkError(f"--at must be from 0 to {last}, the steps of this match, not {at}")
    viewer = _viewer(match.table, seat, over=match.over)
    for number in range(last + 1) if at is None else [at]:
        view = match.view(viewer, number)
        print(f"step {number} of {last}")
        for line in view.news:
            print(f"* {line}")
        print(draw_text(view.scene, colour=has_colour(sys.stdout)))
        print()


def _viewer(table: Table, seat: int | None, *, over: bool = False) -> int:
    """The seat index for a number that counts from 1; without one, the only seat, or everything once a match is over,
    or else the audience."""
    if seat is None:
        return 0 if len(table.seats) == 1 else EVERYTHING if over else AUDIENCE
    if not 1 <= seat <= len(table.seats):
        numbers = "1" if len(table.seats) == 1 else f"from 1 to {len(table.seats)}"
        raise BoardwalkError(f"--seat must be {numbers}, not {seat}")
    return seat - 1


def show(
    what: Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game, or a file that Boardwalk reads.")],
    svg: Annotated[str, typer.Option(metavar="OUT", help="Write a picture as SVG.")] = "",
    png: Annotated[str, typer.Option(metavar="OUT", help="Write a picture as PNG.")] = "",
    seat: Annotated[int | None, typer.Option(metavar="N", help="As seat N (from 1) sees it.")] = None,
    dark: Annotated[bool, typer.Option(help="Draw for a dark page.")] = False,
    set_: Settings = None,
    seed: Seed = 0,
) -> None:
    """Draw a game's start, a saved match's end, a position, a board, maze, level or layout."""
    from boardwalk import draw

    for path in filter(None, (svg, png)):
        check_writable(path)
    scene = _scene(what, set_ or [], seed or 0, seat)
    theme = "dark" if dark else "light"
    if svg:
        write_file(svg, draw.svg(scene, theme=theme))
    if png:
        write_file(png, draw.png(scene, theme=theme))
    if not svg and not png:
        print(draw.text(scene, colour=draw.has_colour(sys.stdout)))


def _scene(what: str, settings: list[str], seed: int, seat: int | None) -> Any:
    if not Path(what).is_file():
        if Path(what).is_dir() or "." in what.split("(")[0] or "/" in what.split("(")[0]:
            read_text(what)  # looks like a path: raises the error for the missing file
        table = table_of(what, settings)
        viewer = _viewer(table, seat)
        return Match(table, seed).view(viewer).scene
    opened = open_file(what)
    if opened.match:
        match = opened.match
        return match.view(_viewer(match.table, seat, over=match.over)).scene
    if opened.position:
        position = opened.position
        viewer = _viewer(position.table, seat)
        return View.of(position.table.interpreted, position, viewer).scene
    assert opened.game and opened.kind
    if opened.kind.look:
        return opened.kind.look(opened.text)
    if not opened.kind.option:
        raise BoardwalkError(f"{what}: a {opened.kind.name} has no picture of its own")
    table = table_of(opened.game.name, [*settings, f"{opened.kind.option}={what}"])
    match = Match(table, seed, rules=table.interpreted)
    return match.view(_viewer(match.table, seat)).scene
