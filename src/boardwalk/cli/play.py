"""The command `play`: a game at the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from boardwalk.bots import bot_names
from boardwalk.bots.names import EASY, GREEDY
from boardwalk.cli import complete
from boardwalk.cli.common import GameString, Preset, Seed, Settings, table_of
from boardwalk.cli.prompt import HUMAN, Prompt, Quit, Session
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table
from boardwalk.contract.text import counted
from boardwalk.files import check_writable, load_match, save_match
from boardwalk.match import Match


def play(
    game: GameString = "",
    seat: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays a seat, in order: human, easy, hard or another bot.", autocompletion=complete.players
        ),
    ] = None,
    preset: Preset = "",
    set_: Settings = None,
    seed: Seed = None,
    load: Annotated[str, typer.Option(metavar="FILE", help="Continue a saved game.")] = "",
    save: Annotated[str, typer.Option(metavar="FILE", help="Save the game to this file when it stops.")] = "",
) -> None:
    """Play at a prompt. Without a game, choose one."""
    prompt = Prompt()
    if save:
        check_writable(save)
    if not game and not load:
        if preset or set_ or seat or save or seed is not None:
            raise BoardwalkError("name a game to use --preset, --set, --seat, --seed or --save")
        prompt.new_game()
        return
    if load and (game or preset or set_ or seed is not None):
        raise BoardwalkError("--load goes on with a saved game: leave out the game, --preset, --set and --seed")
    loaded = load_match(load) if load else None
    table = loaded.table if loaded else table_of(game, set_ or [], preset)
    seats = _seats(table, seat or [])
    match = loaded or Match(table, seed)
    with _saved(prompt, match, save):
        Session(prompt, match, seats, seed).play()


@contextmanager
def _saved(prompt: Prompt, match: Match, path: str) -> Iterator[None]:
    """Save the match at the end of the block, however it ends; ask for another file if this one can't be written."""
    try:
        yield
    except Quit:
        pass
    finally:
        while path:
            try:
                save_match(match, path)
                path = ""
            except BoardwalkError as error:
                prompt.say(f"The game is not saved: {error}.")
                path = _other_path(prompt)


def _other_path(prompt: Prompt) -> str:
    """Another file to save to; none if the input has ended or the player gives up."""
    try:
        return prompt.ask("Save it to which other file (Enter for none)?")
    except Quit:
        return ""


def _seats(table: Table, given: list[str]) -> list[str]:
    """The player of each seat, as given; by default a person plays the first and easy bots the others."""
    kinds = (HUMAN, *bot_names(table.game.name))
    for kind in given:
        if kind not in (*kinds, GREEDY):
            raise BoardwalkError(f"--seat must be one of {', '.join(kinds)}, not {kind!r}")
    count = len(table.seats)
    if len(given) > count:
        seats = counted(count, "seat")
        raise BoardwalkError(f"{table.game.title} has {seats} here; --seat was given {len(given)} times")
    default = [HUMAN] + [EASY] * (count - 1)
    return given + default[len(given) :]
