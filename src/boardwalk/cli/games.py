"""The commands `games`, `compile` and `bench`: the list of games, compiling in advance, and their speed."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import msgspec
import typer

from boardwalk.cli import complete
from boardwalk.cli.common import ready
from boardwalk.contract import options as option_fields
from boardwalk.contract import registry
from boardwalk.contract.game import Game
from boardwalk.engine.sources import length as source_length
from boardwalk.engine.threads import cores


def games(options: Annotated[bool, typer.Option(help="List each game's options and presets too.")] = False) -> None:
    """List the games."""
    for game in registry.games():
        name = game.name
        print(f"{name:<17} {game.players_text:<7} {game.summary}")
        if not options:
            continue
        for option in option_fields.fields(game.setup.Options).values():
            print(
                f"    {option.name:<12} {option.meta.description or ''} ({option.expected}; default {option.write()!r})"
            )
        for preset in game.content.presets:
            chosen = game.setup.Options.of(preset.options)
            print(f"    preset {preset.title!r}: {option_fields.write_game_string(name, chosen)}")


def compile(
    game: Annotated[
        list[str] | None, typer.Argument(help="Games; all of them when none is given.", autocompletion=complete.games)
    ] = None,
) -> None:
    """Compile the rules and the searches now, so that the first game starts at once."""
    found = [registry.game(name) for name in game] if game else list(registry.games())
    if len(found) > 1 and cores() > 1:
        _compile_each(found)
        return
    for one in found:
        for values in (one.content.presets[0].options, one.content.simulation):
            ready(one.table(values), search=True)


def _compile_each(games: list[Game]) -> None:
    """Compile games side by side, each in a process of its own, those with the longest rules first."""
    ordered = sorted(games, key=lambda game: -source_length(*game.rules.modules))
    with ThreadPoolExecutor(cores()) as pool:
        codes = list(pool.map(_compile_one, [game.name for game in ordered]))
    if any(codes):
        raise typer.Exit(1)


def _compile_one(name: str) -> int:
    """Compile a game in a process of its own, and print what it says line by line; its exit status."""
    command = [sys.executable, "-P", "-m", "boardwalk", "compile", name]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            print(line, end="", file=sys.stderr, flush=True)
    return process.returncode


def bench(
    json: Annotated[bool, typer.Option(help="Report as JSON.")] = False,
    seconds: Annotated[float, typer.Option(help="About how long to measure each game.", min=0.05)] = 1.0,
    game: Annotated[list[str] | None, typer.Option(help="Only these games.", autocompletion=complete.games)] = None,
) -> None:
    """Measure random playouts, compile time and start-up, compared with OpenSpiel if it is installed."""
    from boardwalk.cli import bench

    result = bench.report(
        seconds, game or [one.name for one in registry.games()], progress=lambda line: print(line, file=sys.stderr)
    )
    print(msgspec.json.format(msgspec.json.encode(result)).decode() if json else bench.table_of(result))
