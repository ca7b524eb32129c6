"""The commands `run` and `check`: files of moves, and files of any kind."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer

from boardwalk.contract.errors import BoardwalkError
from boardwalk.files import open_file, run_script


def run(
    board: Annotated[str, typer.Argument(metavar="BOARD", help="A board file, such as FILE.brd.")],
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="A file of moves for it, such as FILE.prg.")],
    trace: Annotated[bool, typer.Option(help="Describe every step.")] = False,
    json: Annotated[bool, typer.Option(help="Report as JSON.")] = False,
) -> None:
    """Run a file of moves on a board, such as a RoboRally program, and report. The last line names the winner."""
    match, script = run_script(board, program)
    if trace:
        steps = range(1, len(match.steps))
        lines = (line for number in steps for line in script.trace(match.at(number - 1), match.at(number)))
        print(*lines, sep="\n", file=sys.stderr if json else sys.stdout)
    if json:
        print(msgspec.json.format(msgspec.json.encode(script.data(match.position))).decode())
    else:
        print(*script.summary(match.position), sep="\n")


def check(files: Annotated[list[str], typer.Argument(help="Files of any kind that Boardwalk reads.")]) -> None:
    """Check files: print `ok`, or where and what is wrong."""
    failed = 0
    for path in files:
        try:
            open_file(path)
            print(f"{path}: ok")
        except BoardwalkError as error:
            for one in (error, *getattr(error, "more", ())):
                print(one, file=sys.stderr)
            failed += 1
    if failed:
        raise typer.Exit(2)
