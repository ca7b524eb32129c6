"""Rule functions and templates, and how they run: interpreted, or compiled by Numba.

`@rule` marks a plain function; imported and called it is interpreted. `@template` marks one that is written over the
rule names of the contract (`legal`, `apply`, …), declared in its module as `slot()`. A `Binding` gives both their
runnable form for one game: each function gets a copy whose globals are the game's bound functions, compiled on first
use and cached on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

BOARD = -1  # to_act: the board itself takes the next step
NOBODY = -2  # to_act: the game is over
AUDIENCE = -3  # in the place of a seat: somebody who may see only what every seat may see

_MARK = "_boardwalk_rule"
_INLINED = "_boardwalk_inlined"


def rule(function: F) -> F:
    """Mark a function as part of a game's rules: it takes records, arrays and integers, and calls only rules."""
    setattr(function, _MARK, "rule")
    return function


def template(function: F) -> F:
    """Mark a function as written over slots: bound anew for each game."""
    setattr(function, _MARK, "template")
    return function


def inlined(function: F) -> F:
    """Mark a function that takes arrays in a loop over games: it is compiled into that loop, since each array argument
    of a call expands to seven scalars or more."""
    setattr(function, _INLINED, True)
    return function


@rule
def no_refcount(value: Any) -> Any:
    """The same array, or tuple of arrays and numbers; compiled, without reference counts. For loops over rows."""
    return value


class Slot:
    """Stands in a template's module for the game's rule of that name, or for `default` where the game has none."""

    def __init__(self, default: Callable[..., Any] | None = None) -> None:
        self.default = default

    def __call__(self, *args: Any) -> Any:
        raise TypeError("a slot is filled by binding the template to a game's rules")


def slot(default: Callable[..., Any] | None = None) -> Any:
    return Slot(default)


class Binding:
    """The functions of one game in runnable form: `binding(function)`."""

    def __init__(self, module: ModuleType, *, compiled: bool) -> None:
        self.module = module
        self.compiled = compiled
        self._bound: dict[Callable[..., Any], Callable[..., Any]] = {}

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if function not in self._bound:
            self._bound[function] = self._bind(function)
        return self._bound[function]

    def _bind(self, function: Callable[..., Any]) -> Callable[..., Any]:
        assert isinstance(function, FunctionType)
        if self.compiled and function is no_refcount:
            from boardwalk.core.no_refcount import no_refcount as compiled  # imports Numba: not before it is needed

            return compiled
        names: dict[str, Callable[..., Any]] = {}
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, Slot):
                value = getattr(self.module, name, value.default)
                if value is None:
                    raise TypeError(f"{self.module.__name__} has no rule {name!r}")
            if value is not None and hasattr(value, _MARK):
                names[name] = self(value)
        if not self.compiled and all(function.__globals__[name] is value for name, value in names.items()):
            return function
        copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
        copy.__module__ = function.__module__
        copy.__doc__ = function.__doc__
        copy.__qualname__ = function.__qualname__
        if getattr(function, _MARK) == "template":
            # Numba's cache tells functions apart by file, line and qualified name
            copy.__qualname__ += "__" + self.module.__name__.replace(".", "_")
        return self._compile(copy, inlined=hasattr(function, _INLINED)) if self.compiled else copy

    def _compile(self, function: FunctionType, *, inlined: bool) -> Callable[..., Any]:
        from boardwalk.core.cache import njit

        dispatcher: Callable[..., Any] = njit(function, self.module, inlined=inlined)
        return dispatcher


@cache
def binding(module: ModuleType, *, compiled: bool) -> Binding:
    """The one binding of a rules module in this process, so that nothing is compiled twice."""
    return Binding(module, compiled=compiled)
