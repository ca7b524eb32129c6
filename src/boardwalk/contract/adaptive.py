"""`AdaptiveRules`: rules that are interpreted until their machine code is there.

Loading machine code imports Numba, which takes longer than most short programs run; compiling takes minutes. So rules
begin interpreted. Once a process has spent as much time on interpreting a game as loading takes, each rule whose
machine code is in the cache is loaded, and called from then on. What is not in the cache goes on interpreted, and a
process in the background compiles it (`boardwalk.engine.background`)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np

from boardwalk.contract.rule_table import RULES
from boardwalk.contract.rules import Laid, Records, Rules
from boardwalk.engine import background, entry
from boardwalk.engine.records import Record
from boardwalk.engine.rules import RuleModules

# Seconds spent on interpreting the rules of a game:
WORTH_LOADING = 0.5  # before machine code is loaded, which takes about as long
LOOK_EVERY = 0.5  # between two looks for machine code that was not there
WORTH_COMPILING = 1.5  # before the background process is asked to compile them


@dataclass(eq=False)
class Loaded:
    """The machine code that this process has loaded, for the rules of one game with records of some types. All tables
    with such records share it."""

    functions: dict[str, Callable[..., Any]] = field(default_factory=dict)  # by the name of the rule
    missing: set[str] = field(default_factory=set)  # the rules that were called without
    seconds: float = 0.0  # of interpreted rules
    next_look: float = 0.0


@cache
def _loaded(rules: RuleModules, board: np.dtype[Any], state: np.dtype[Any]) -> Loaded:
    return Loaded()


class Loading:
    """`by_itself`: calls of rules load machine code when that pays. A server switches it off, since loading would stop
    its event loop, and calls `AdaptiveRules.load` in a thread."""

    by_itself = True


class AdaptiveRules(Rules):
    """Calls rules by their machine code if it is loaded, else interpreted; in both cases with the same result."""

    def __init__(self, table: Laid) -> None:
        super().__init__(table, compiled=True)  # what is bound for a search is compiled
        self._interpreted = Rules(table, compiled=False)
        layout = table.layout
        self._loaded = _loaded(table.game.rules, layout.board.array.dtype, layout.state.array.dtype)

    def __repr__(self) -> str:
        return f"<Rules {self.table.brief}: {'compiled' if self.compiled else 'interpreted for now'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self.table, "rules")

    @property
    def compiled(self) -> bool:
        """Whether all rules called so far have their machine code loaded."""
        return bool(self._loaded.functions) and not self._loaded.missing

    def call(self, name: str, position: Records, *more: Any) -> Any:
        function = self._loaded.functions.get(name)
        if function is not None:
            return function(position.board.argument, position.state.argument, *more)
        return self._interpret(name, position, more)

    def call_with(self, scratch: Record, name: str, position: Records, *more: Any) -> Any:
        function = self._loaded.functions.get(name)
        if function is not None:
            return function(position.board.argument, position.state.argument, *more, scratch.argument)
        return self._interpret(name, position, (*more, scratch))

    def _interpret(self, name: str, position: Records, more: tuple[Any, ...]) -> Any:
        loaded = self._loaded
        loaded.missing.add(name)
        started = perf_counter()
        result = self._interpreted.call(name, position, *more)
        loaded.seconds += perf_counter() - started
        if loaded.seconds >= loaded.next_look and Loading.by_itself:
            self._look()
        return result

    def _look(self) -> None:
        loaded = self._loaded
        worth = WORTH_LOADING if "numba" not in sys.modules else 0.0
        loaded.next_look = max(loaded.seconds + LOOK_EVERY, worth)
        if loaded.seconds >= worth and not self.load() and loaded.seconds >= WORTH_COMPILING:
            background.ask(str(self.table))

    def load(self, *names: str) -> bool:
        """Load the machine code of the rules called so far, and of these, as far as it is in the cache; whether that is
        all of them."""
        loaded = self._loaded
        for name in sorted(loaded.missing.union(names).difference(loaded.functions)):
            rule, arguments = getattr(entry, f"call_{name}"), example_arguments(self.table, name)
            if self.bind.is_cached(rule, *arguments) and self.bind.load(rule, *arguments):
                loaded.functions[name] = self.bind(rule)
                loaded.missing.discard(name)
        return not loaded.missing

    def runs_compiled(self, name: str) -> bool:
        return name in self._loaded.functions


def example_arguments(table: Laid, name: str) -> tuple[Any, ...]:
    """Arguments of the types with which a rule is called compiled."""
    layout = table.layout
    examples = {
        "board": layout.board.argument,
        "state": layout.state.argument,
        "scratch": layout.scratch.argument if layout.scratch else None,
        "mask": np.zeros(1, np.uint8),
        "planes": np.zeros((1, 1, 1), np.uint8),
        "chances": np.zeros(1),
    }
    return tuple(examples.get(parameter, 0) for parameter in RULES[name].names)
