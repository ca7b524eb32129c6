"""The command `generate`: new levels, boards, mazes and layouts."""

from __future__ import annotations

import random
import re
import sys
from itertools import chain, islice
from pathlib import Path
from typing import Annotated

import typer

from boardwalk.cli import complete
from boardwalk.cli.common import told_if_long
from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import FileKind, Game
from boardwalk.contract.parts import Generator
from boardwalk.files import check_writable, write_text

SIZE = re.compile(r"(\d{1,9})[x×](\d{1,9})")


def generate(
    game: Annotated[
        str,
        typer.Argument(
            help="A game whose levels, boards, mazes or layouts can be generated.", autocompletion=complete.games
        ),
    ],
    count: Annotated[int, typer.Option(min=1, help="How many to generate.")] = 1,
    difficulty: Annotated[str, typer.Option(help="How difficult or large; the first of its names by default.")] = "",
    size: Annotated[str, typer.Option(metavar="ROWSxCOLS", help="The size, such as 8x10.")] = "",
    seed: Annotated[int | None, typer.Option(help="The same seed generates the same again.")] = None,
    out: Annotated[str, typer.Option(metavar="PATH", help="Write to this file, or several to this folder.")] = "",
) -> None:
    """Generate levels, boards, mazes or layouts: to the terminal, a file or a folder."""
    found = registry.game(game)
    kind, generator = _generator(found)
    difficulty = difficulty or generator.difficulties[0]
    if difficulty not in generator.difficulties:
        known = ", ".join(generator.difficulties)
        raise BoardwalkError(f"--difficulty must be one of {known}, not {difficulty!r}")
    if count > 1 and out and not generator.joined and not Path(out).is_dir():
        raise BoardwalkError(f"{out}: is not a folder, which several files {kind.suffix} need")
    if out and not Path(out).is_dir():
        check_writable(out)
    number = random.randrange(10**6) if seed is None else seed
    every = generator.texts(_size(size), difficulty, number)
    with told_if_long("Generating; the first time, compiling can take a minute…"):
        first = next(every)  # it may refuse the request
    if seed is None:
        print(f"--seed {number} generates the same again", file=sys.stderr)
    texts = islice(chain([first], every), count)
    if out and Path(out).is_dir():
        for place, text in enumerate(["\n".join(texts)] if generator.joined else texts, 1):
            path = Path(out) / f"{found.name}-{difficulty}-{number}-{place}{kind.suffix}"
            write_text(str(path), text)
            print(path)
    elif out:
        write_text(out, "\n".join(texts))
    else:
        for place, text in enumerate(texts):
            print(("\n" if place else "") + text, end="", flush=True)


def _generator(game: Game) -> tuple[FileKind, Generator]:
    for kind in game.content.files:
        if kind.generator:
            return kind, kind.generator
    able = [one.name for one in registry.games() if any(kind.generator for kind in one.content.files)]
    raise BoardwalkError(f"nothing can be generated for {game.name}; it can for {', '.join(able)}")


def _size(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    match = SIZE.fullmatch(text)
    if not match:
        raise BoardwalkError(f"--size must be rows x columns, such as 8x10, not {text!r}")
    return int(match[1]), int(match[2])
