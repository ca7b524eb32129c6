"""The commands `games`, `compile` and `bench`: the list of games, compiling in advance, and their speed."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer

from boardwalk.cli import complete
from boardwalk.cli.common import ready
from boardwalk.contract import options as option_fields
from boardwalk.contract import registry


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
    for found in map(registry.game, game) if game else registry.games():
        for values in (found.content.presets[0].options, found.content.simulation):
            ready(found.table(values), search=True)


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
