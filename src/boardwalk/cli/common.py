"""Shared by several commands: tables from arguments, compiling with progress, writing files."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from boardwalk.cli import complete
from boardwalk.contract import compiling, registry
from boardwalk.contract import options as option_fields
from boardwalk.contract.errors import BoardwalkError, OptionError, from_file
from boardwalk.contract.game import Game, Table
from boardwalk.engine import background
from boardwalk.engine.background import Wanted
from boardwalk.files import read_option_file, write_text
from boardwalk.search import thinker

LOOK_SECONDS = 0.2  # between two looks at what compiles in the background
GameString = Annotated[
    str,
    typer.Argument(help="A game, such as rowdy_racers or 'fog_quoridor(walls=open)'.", autocompletion=complete.games),
]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Set a game's option.")]
Preset = Annotated[
    str, typer.Option(metavar="NAME", help="Begin with a preset of the game.", autocompletion=complete.presets)
]
Seed = Annotated[int | None, typer.Option(help="The seed of the game's randomness.")]


def table_of(game: str, settings: list[str], preset: str = "") -> Table:
    """The table for a preset, then the options of a game string, then `--set option=value`; a value may be the path
    of a file."""
    name, options = option_fields.read_game_string(game)
    found = registry.game(name)
    known = option_fields.fields(found.setup.Options)
    values: dict[str, Any] = {**_preset(found, preset), **options}
    for setting in settings:
        option, equals, value = setting.partition("=")
        if not equals:
            raise OptionError(option, f"--set needs option=value, not {setting!r}")
        values[option.strip()] = value
    paths = []
    for option, value in values.items():
        if option in known and isinstance(value, str) and (text := read_option_file(known[option], value)) != value:
            paths.append(value)
            values[option] = text
    with from_file(paths[0]) if len(paths) == 1 else nullcontext():
        return found.table(values)


def _preset(game: Game, name: str) -> Mapping[str, Any]:
    """The options of a preset, whose name may be in lower case."""
    if not name:
        return {}
    found = game.content.preset(name)
    if found is None:
        titles = ", ".join(preset.title for preset in game.content.presets)
        raise BoardwalkError(f"--preset must be one of {titles}, not {name!r}")
    return found.options


def _progress(what: str, done: int, total: int) -> None:
    """Print one line to stderr while rules or searches are compiled for the first time."""
    end = "\n" if done == total else ""
    start = "\r" if sys.stderr.isatty() else ""
    if start or done in (0, total):
        so_far = "done" if done == total else f"{done} of {total}"
        print(
            f"{start}Compiling {what} (once): {so_far:<8}",
            end=end or ("" if start else "\n"),
            file=sys.stderr,
        )
        sys.stderr.flush()


def ready(table: Table, *, search: bool = False) -> Table:
    """The same table, with its rules compiled and, on request, its search. If a process compiles in the background, it
    does this next."""
    if background.is_running() and not is_ready(table, search=search):
        asked = [background.ask(str(table), search=one) for one in (False, True)[: 1 + search]]
        _wait(asked, f"the {'bots' if search else 'rules'} of {table.game.title}")
    compiling.prepare(table, _progress)
    if search:
        thinker.prepare(table, _progress)
    return table


def compile_ahead(table: Table, *, search: bool) -> None:
    """Have a table compiled in the background, unless it is."""
    if not is_ready(table, search=search):
        background.ask(str(table))
        if search:
            background.ask(str(table), search=True)


def is_ready(table: Table, *, search: bool = False) -> bool:
    """Whether an earlier run compiled the rules of a table and, on request, its search."""
    return compiling.is_compiled(table) and (not search or thinker.is_prepared(table))


def _wait(asked: Sequence[Wanted | None], what: str) -> None:
    """Wait until the process in the background has compiled this, or has ended."""
    told = False
    while not all(wanted is None or wanted.is_done for wanted in asked) and (progress := background.progress()):
        left = max((progress.left(wanted) for wanted in asked if wanted), default=0.0)
        line = f"Compiling {what} (once)" + (f": about {left:.0f} s left" if left >= 1 else "…")
        if sys.stderr.isatty() or not told:
            print(f"\r{line:<70}" if sys.stderr.isatty() else line, end="", file=sys.stderr, flush=True)
        told = True
        time.sleep(LOOK_SECONDS)
    if told:
        print(file=sys.stderr, flush=True)


@contextmanager
def told_if_long(sentence: str, seconds: float = 2.0) -> Iterator[None]:
    """Print a sentence to stderr if the block takes long, since it may be compiling."""
    timer = threading.Timer(seconds, print, [sentence], {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def write_file(path: str, data: str | bytes) -> None:
    if isinstance(data, str):
        write_text(path, data)
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise BoardwalkError(f"{path}: {error.strerror}") from None
