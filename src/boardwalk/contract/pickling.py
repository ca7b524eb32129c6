"""How games, tables and positions are pickled: a game by its name, a table by its game string, a position by its bytes,
rules by the names of their modules.

Importing this module is enough: it tells `copyreg`."""

from __future__ import annotations

import copyreg
from functools import lru_cache
from importlib import import_module
from typing import Any

from boardwalk.contract import registry
from boardwalk.contract.errors import GameError
from boardwalk.contract.game import Game, Position, Table
from boardwalk.contract.options import read_game_string
from boardwalk.engine.rules import RuleModules


def _pickled_game(game: Game) -> tuple[Any, ...]:
    if game.name not in registry.game_names() or registry.game(game.name) is not game:
        raise TypeError(
            f"the game {game.name!r} can't be pickled: it is not one of the games that `boardwalk` finds by name"
        )
    return _game, (game.name, game.version)


def _game(name: str, version: int) -> Game:
    game = registry.game(name)
    if game.version != version:
        raise GameError(
            f"the pickle is of version {version} of {game.title}'s rules; this program plays version {game.version}"
        )
    return game


def _pickled_table(table: Table) -> tuple[Any, ...]:
    return _table, (table.game, str(table), table.seats)


def _table(game: Game, text: str, seats: tuple[str, ...]) -> Table:
    return _laid_out(game, text).with_names(seats)


@lru_cache(64)
def _laid_out(game: Game, text: str) -> Table:
    """A process that is sent many positions lays out their table once."""
    return game.table(read_game_string(text)[1])


def _pickled_position(position: Position) -> tuple[Any, ...]:
    shown = not position.board.array.flags.writeable
    records = position.board.to_bytes(), position.state.to_bytes()
    return _position, (position.table, *records, position.ready, shown, position.endings)


def _position(
    table: Table, board: bytes, state: bytes, ready: frozenset[int] | None, shown: bool, endings: tuple[int, ...] = ()
) -> Position:
    """`shown`: it is that of a view, whose board is read-only."""
    own = table.layout.board.with_bytes(board)
    return Position(table, own.frozen() if shown else own, table.layout.state.with_bytes(state), ready, endings)


def _pickled_modules(rules: RuleModules) -> tuple[Any, ...]:
    return _modules, tuple(module.__name__ for module in rules.modules)


def _modules(*names: str) -> RuleModules:
    return RuleModules(*map(import_module, names))


copyreg.pickle(RuleModules, _pickled_modules)
copyreg.pickle(Game, _pickled_game)
copyreg.pickle(Table, _pickled_table)
copyreg.pickle(Position, _pickled_position)
