"""The participants of an arena: bots by name, with parameters, and programs that speak lines of JSON.

The only parser of BOT arguments: `hard`, `hard:simulations=2000`, `./my_bot --fast`.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from boardwalk.arena.player import Player
from boardwalk.arena.program import Program
from boardwalk.bots import Bot, Seated, check_bot, make_bot
from boardwalk.contract.errors import BoardwalkError, UnknownBotError
from boardwalk.contract.game import Table


class Entrant(msgspec.Struct, frozen=True):
    """A bot that takes part, under the name that the user gave. It is made by one of `make` (from Python only), the
    command line `program`, or the bot's name `bot` and its parameters."""

    name: str
    bot: str = ""
    parameters: dict[str, Any] = {}
    program: tuple[str, ...] = ()
    make: Any = None  # a MakePlayer that can be pickled

    def sit_down(self, table: Table, seat: int, seed: int, move_seconds: float) -> Player:
        """A player for one seat of one game; with the same seed it plays the same."""
        if self.make is not None:
            player: Player = self.make(table, seat, seed)
            return player
        if self.program:
            return Program(self.program, table, seat, seed, move_seconds)
        return BotPlayer(self._bot(seed), seat)

    def _bot(self, seed: int) -> Bot:
        return make_bot(self.bot, seed, **self.parameters)

    def check(self, game: str) -> None:
        """Raise an `UnknownBotError` unless this entrant can play the game, or an `OptionError` for a parameter."""
        if self.program and not shutil.which(self.program[0]):
            raise UnknownBotError(f"there is no program {self.program[0]!r} that can be run")
        if self.bot:
            check_bot(self.bot, game)
            self._bot(0)


class BotPlayer(Seated):
    """A bot at a seat, which receives that seat's views and nothing else."""

    def close(self, scores: Sequence[int] | None) -> str:
        return ""


def read_entrant(text: str, programs: Mapping[str, str] | None = None) -> Entrant:
    """Parse a BOT. A name among `programs`, or a first word with a slash, is a program's command line."""
    if not text.isprintable() or not text:
        raise BoardwalkError(f"a bot's name is printable text, not {text!r}")
    command = (programs or {}).get(text) or (text if "/" in text.split(" ")[0] else "")
    if command:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise BoardwalkError(f"the command line {command!r} can't be parsed: {error}") from None
        if "/" in words[0]:
            words[0] = str(Path(words[0]).absolute())  # workers may run in another folder
        return Entrant(text, program=tuple(words))
    bot, _, inner = text.partition(":")
    return Entrant(text, bot=bot, parameters=dict(map(_parameter, inner.split(","))) if inner else {})


def _parameter(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise BoardwalkError(f"a bot's parameters are written name=value, not {text!r}")
    try:
        return name.strip(), msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name.strip(), value
