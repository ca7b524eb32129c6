"""`Rules`: calls a table's rule functions on positions, compiled or interpreted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np

from boardwalk.contract.parts import Layout, NoScratch
from boardwalk.contract.rule_table import rule_of
from boardwalk.engine import entry
from boardwalk.engine.random import streams
from boardwalk.engine.records import Record
from boardwalk.engine.rules import RuleModules, binding

Array = np.ndarray[Any, np.dtype[np.uint8]]


class Played(Protocol):
    """The part of a game that rules need."""

    @property
    def rules(self) -> RuleModules: ...

    def has_rule(self, name: str) -> bool: ...


class Laid(Protocol):
    """The part of a table that rules need."""

    @property
    def game(self) -> Played: ...

    @property
    def layout(self) -> Layout: ...

    @property
    def actions(self) -> int: ...

    @property
    def planes(self) -> tuple[int, int, int]: ...

    @property
    def brief(self) -> str: ...


class Records(Protocol):
    """The records that every rule takes."""

    @property
    def board(self) -> Record: ...

    @property
    def state(self) -> Record: ...


class Position(Records, Protocol):
    """The part of a position that rules need."""

    @property
    def to_act(self) -> int: ...

    def copy(self) -> Self: ...


P = TypeVar("P", bound=Position)


class Pair(NamedTuple):
    board: Record
    state: Record


def _plain(argument: Any) -> Any:
    """An array as a memory view, for interpreted rules: elements are plain integers, indices are checked."""
    return argument.data if isinstance(argument, np.ndarray) else argument


class Rules:
    """Calls a table's rule functions on positions."""

    def __init__(self, table: Laid, *, compiled: bool) -> None:
        self.table = table
        self._compiled = compiled
        self.bind = binding(table.game.rules, compiled=compiled)
        self._functions: dict[str, Callable[..., Any]] = {}

    def __repr__(self) -> str:
        return f"<Rules {self.table.brief}: {'compiled' if self.compiled else 'interpreted'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self.table, "compiled" if self.compiled else "interpreted")

    @property
    def compiled(self) -> bool:
        return self._compiled

    def load(self, *names: str) -> bool:
        """Load the machine code of the rules called so far, and of these, if they wait for it; whether all of them run
        as they are meant to."""
        return True

    def runs_compiled(self, name: str) -> bool:
        """Whether calls of this rule run machine code."""
        return self._compiled

    def call(self, name: str, position: Records, *more: Any) -> Any:
        """Call a rule by its name, with its arguments besides the two records."""
        function = self._functions.get(name)
        if function is None:
            rule = getattr(entry, f"call_{name}") if self._compiled else rule_of(self.table.game.rules, name)
            function = self._functions[name] = self.bind(rule)
        if self._compiled:
            return function(position.board.argument, position.state.argument, *more)
        return function(position.board, position.state, *(_plain(argument) for argument in more))

    def call_with(self, scratch: Record, name: str, position: Records, *more: Any) -> Any:
        """Call a rule whose last argument is working memory."""
        return self.call(name, position, *more, scratch.argument if self.compiled else scratch)

    def deal(self, position: Position) -> None:
        self.call("deal", position)

    def legal_mask(self, position: Position) -> Array:
        mask = np.zeros(self.table.actions, np.uint8)
        self.call("legal", position, mask)
        return mask

    def legal(self, position: Position) -> list[int]:
        """The actions that the seat to act may take; none when the board is to act or the game is over."""
        if position.to_act < 0:
            return []
        actions: list[int] = self.legal_mask(position).nonzero()[0].tolist()
        return actions

    def apply(self, position: Position, action: int) -> None:
        """Apply one step in place. The caller has checked that it is legal."""
        self.call("apply", position, action)

    def allowed(self, position: Position, event: int) -> bool:
        return bool(self.call("allowed", position, event))

    def concealed(self, position: P, seat: int) -> P:
        """A copy of the position in which everything hidden from the seat, or the AUDIENCE, is cleared."""
        seen = position.copy()
        self.conceal(seen, seat)
        return seen

    def conceal(self, position: Position, seat: int) -> None:
        """Clear in place everything hidden from the seat, or the AUDIENCE."""
        self.call("conceal", position, seat)

    def determinized(self, seen: P, seat: int, seed: int) -> P:
        """A copy of a concealed position with the hidden parts filled in by a random guess."""
        guess = seen.copy()
        guess.state.array["rng"] = streams(seed)
        self.call("determinize", guess, seat)
        return guess

    def encoded(self, position: Position, seat: int) -> Array:
        planes = np.zeros(self.table.planes, np.uint8)
        self.call("encode", position, seat, planes)
        return planes

    @cached_property
    def scratch(self) -> Record:
        """The working memory of the rule `greedy`, filled by `prepare_greedy` if the game has that rule."""
        layout = self.table.layout
        assert layout.scratch is not None
        scratch = layout.scratch.copy()
        if self.table.game.has_rule("prepare_greedy"):
            self.call_with(scratch, "prepare_greedy", Pair(layout.board.copy(), layout.state.copy()))
        return scratch

    def search_scratch(self, board: Record) -> Record:
        """New working memory for a search on this board, filled by the rules that prepare it."""
        layout, game = self.table.layout, self.table.game
        memory = layout.search_memory
        scratch = memory() if memory else self.scratch.copy() if layout.scratch else NoScratch.new()
        for name in ("prepare_greedy",) * bool(layout.per_game or memory) + ("prepare_search",):
            if game.has_rule(name):
                self.call_with(scratch, name, Pair(board, layout.state.copy()))
        return scratch

    def greedy(self, seen: Position, seat: int, seed: int) -> int:
        """The action that the rule `greedy` chooses in a concealed position. The game must have that rule."""
        scratch = self.scratch if self.table.game.has_rule("prepare_greedy") else self.scratch.copy()
        own = seen.copy()
        own.state.array["rng"] = streams(seed)
        return int(self.call_with(scratch, "greedy", own, seat))

    def scores(self, position: Position) -> tuple[int, ...]:
        return tuple(int(self.call("score", position, seat)) for seat in range(len(self.table.layout.seats)))
