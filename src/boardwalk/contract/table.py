"""The classes that run a game.

A `Table` is a game with checked options and its board laid out; a `Position` is the board and state of one game at a
table at one moment; `Rules` calls the rule functions on positions, interpreted or compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from boardwalk.contract import options as option_text
from boardwalk.contract.game_parts import Event, Layout, Mind, NoScratch
from boardwalk.contract.options import Options
from boardwalk.engine import entry
from boardwalk.engine.random import streams
from boardwalk.engine.records import Record
from boardwalk.engine.rules import BOARD, NOBODY, binding

if TYPE_CHECKING:
    from boardwalk.contract.game import Game

BRIEF = 80  # how many characters of a game string are shown by `repr`


@dataclass(frozen=True, eq=False)
class Table:
    """A game with its options and its board laid out. Many matches can be played at one table.

    Tables of one game string are equal, if their seats have the same names. One is pickled as its game string."""

    game: Game
    options: Options
    layout: Layout = field(repr=False)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.layout.seats

    @property
    def tones(self) -> tuple[int, ...]:
        """The colour of each seat, as scenes number them."""
        return self.layout.tones or tuple(range(len(self.seats)))

    @property
    def mind(self) -> Mind:
        """How bots search at this table."""
        mind = self.layout.mind or self.game.mind
        return mind.duel if mind.duel and len(self.seats) == 2 else mind

    @cached_property
    def actions(self) -> int:
        count: int = self.game.rules.ACTIONS
        return count

    @property
    def planes(self) -> tuple[int, int, int]:
        return len(self.game.rules.PLANES), self.layout.rows, self.layout.cols

    def __str__(self) -> str:
        return self._string

    def __repr__(self) -> str:
        return f"<Table {self.brief}>"

    @property
    def brief(self) -> str:
        """The game string in one short line: an option may be a whole file."""
        text = self._string
        return text if len(text) <= BRIEF else f"{text[:BRIEF]}…"

    @cached_property
    def _string(self) -> str:
        return option_text.write_game_string(self.game.name, self.options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self is other or (
            self.game is other.game and self._string == other._string and self.seats == other.seats
        )

    def __hash__(self) -> int:
        return hash((self._string, self.seats))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled_table, (self.game, self._string, self.seats)

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, memo: object) -> Table:
        return self  # nothing in a table changes

    def with_names(self, names: tuple[str, ...]) -> Table:
        """The table as scenes and announcements are given it: its seats have the players' names."""
        return self if names == self.seats else replace(self, layout=replace(self.layout, seats=names))

    @cached_property
    def rules(self) -> Rules:
        """The compiled rules."""
        return Rules(self, compiled=True)

    @cached_property
    def interpreted(self) -> Rules:
        return Rules(self, compiled=False)

    def blank(self) -> Position:
        """A copy of the board as laid out, with a zeroed state."""
        return Position(self, self.layout.board.copy(), self.layout.state.copy())

    def deal(self, seed: int, rules: Rules | None = None) -> Position:
        """The first position of the game with this seed."""
        position = self.blank()
        position.state.array["rng"] = streams(seed)
        (rules or self.rules).deal(position)
        return position


@dataclass(frozen=True)
class Position:
    """A board and a state at a table. Record fields are attributes: `position.state.to_act`.

    While seats may choose before their turn, views have in `ready` those that have nothing left to choose. What they
    have chosen is not in the state, since it is secret; that they have is not."""

    table: Table
    board: Record
    state: Record
    ready: frozenset[int] | None = None

    def __repr__(self) -> str:
        acting = {NOBODY: "over", BOARD: "the board to act"}.get(self.to_act)
        return f"<Position {self.table.brief}: {acting or f'{self.table.seats[self.to_act]} to act'}>"

    def copy(self) -> Position:
        """A copy of the state; the board is shared, since it never changes during a game."""
        return Position(self.table, self.board, self.state.copy(), self.ready)

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        shown = not self.board.array.flags.writeable
        return _unpickled_position, (self.table, self.board.to_bytes(), self.state.to_bytes(), self.ready, shown)

    def with_ready(self, ready: frozenset[int] | None) -> Position:
        """The same position with these seats as `ready`."""
        return self if ready == self.ready else Position(self.table, self.board, self.state, ready)

    @property
    def to_act(self) -> int:
        seat: int = self.state.to_act
        return seat

    @property
    def over(self) -> bool:
        return self.to_act == NOBODY

    def event(self, event: Event, seat: int) -> int:
        """The action number of this event for this seat."""
        table = self.table
        return table.actions + table.game.events.index(event) * len(table.seats) + seat


@lru_cache(64)
def _table_of(game: Game, text: str) -> Table:
    """A process that is sent many positions lays out their table once."""
    return game.table(option_text.read_game_string(text)[1])


def _unpickled_table(game: Game, text: str, seats: tuple[str, ...]) -> Table:
    return _table_of(game, text).with_names(seats)


def _unpickled_position(
    table: Table, board: bytes, state: bytes, ready: frozenset[int] | None, shown: bool
) -> Position:
    """`shown`: it is that of a view, whose board is read-only."""
    own = table.layout.board.with_bytes(board)
    return Position(table, own.frozen() if shown else own, table.layout.state.with_bytes(state), ready)


def _plain(argument: Any) -> Any:
    """An array as a memory view, for interpreted rules: elements are plain integers, indices are checked."""
    return argument.data if isinstance(argument, np.ndarray) else argument


class Rules:
    """Calls a table's rule functions on positions."""

    def __init__(self, table: Table, *, compiled: bool) -> None:
        self.table = table
        self.compiled = compiled
        self.bind = binding(table.game.rules, compiled=compiled)
        self._functions: dict[str, Callable[..., Any]] = {}

    def __repr__(self) -> str:
        return f"<Rules {self.table.brief}: {'compiled' if self.compiled else 'interpreted'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self.table, "rules" if self.compiled else "interpreted")

    def _call(self, name: str, position: Position, *more: Any) -> Any:
        function = self._functions.get(name)
        if function is None:
            rule = getattr(entry, f"call_{name}") if self.compiled else getattr(self.table.game.rules, name)
            function = self._functions[name] = self.bind(rule)
        if self.compiled:
            return function(position.board.argument, position.state.argument, *more)
        return function(position.board, position.state, *(_plain(argument) for argument in more))

    def deal(self, position: Position) -> None:
        self._call("deal", position)

    def legal_mask(self, position: Position) -> np.ndarray[Any, np.dtype[np.uint8]]:
        mask = np.zeros(self.table.actions, np.uint8)
        self._call("legal", position, mask)
        return mask

    def legal(self, position: Position) -> list[int]:
        """The actions that the seat to act may take; none when the board is to act or the game is over."""
        if position.to_act < 0:
            return []
        actions: list[int] = self.legal_mask(position).nonzero()[0].tolist()
        return actions

    def apply(self, position: Position, action: int) -> None:
        """Apply one step in place. The caller has checked that it is legal."""
        self._call("apply", position, action)

    def allowed(self, position: Position, event: int) -> bool:
        return bool(self._call("allowed", position, event))

    def concealed(self, position: Position, seat: int) -> Position:
        """A copy of the position without what the seat, or the AUDIENCE, may not know."""
        seen = position.copy()
        self.conceal(seen, seat)
        return seen

    def conceal(self, position: Position, seat: int) -> None:
        """Clear in place what the seat, or the AUDIENCE, may not know."""
        self._call("conceal", position, seat)

    def imagined(self, seen: Position, seat: int, seed: int) -> Position:
        """A copy of a concealed position with the hidden parts filled in by a random guess."""
        guess = seen.copy()
        guess.state.array["rng"] = streams(seed)
        self._call("imagine", guess, seat)
        return guess

    def encoded(self, position: Position, seat: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        planes = np.zeros(self.table.planes, np.uint8)
        self._call("encode", position, seat, planes)
        return planes

    @cached_property
    def scratch(self) -> Record:
        """The working memory of the rule `greedy`, filled by `study` if the game has that rule."""
        assert self.table.layout.scratch is not None
        scratch = self.table.layout.scratch.copy()
        if self.table.game.studies:
            self._call("study", self.table.blank(), scratch.argument if self.compiled else scratch)
        return scratch

    def surveyed(self, board: Record) -> Record:
        """New working memory for a search on this board: `thinking` or `scratch`, completed by `survey`, if there is
        that rule."""
        table = self.table
        thinking = table.layout.thinking
        scratch = thinking() if thinking else self.scratch.copy() if table.layout.scratch else NoScratch.new()
        position = Position(table, board, table.layout.state.copy())
        for name in ("study",) * bool(table.layout.per_game or thinking) + ("survey",):
            if table.game.has_rule(name):
                self._call(name, position, scratch.argument if self.compiled else scratch)
        return scratch

    def greedy(self, seen: Position, seat: int, seed: int) -> int:
        """The action that the rule `greedy` chooses in a concealed position. The game must have that rule."""
        scratch = self.scratch if self.table.game.studies else self.scratch.copy()
        own = seen.copy()
        own.state.array["rng"] = streams(seed)
        return int(self._call("greedy", own, seat, scratch.argument if self.compiled else scratch))

    def scores(self, position: Position) -> tuple[int, ...]:
        return tuple(int(self._call("score", position, seat)) for seat in range(len(self.table.seats)))
