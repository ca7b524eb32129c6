"""Rule functions and templates, and how they are bound to a game: interpreted, or compiled by Numba.

`@rule` marks a plain function, which runs interpreted when called directly. `@template` marks a function that calls
rules of the contract (`legal`, `apply`, …) by names declared in its module as `slot()`. A `Binding` makes both runnable
for one game: it copies each function with globals that refer to the game's bound functions. Functions are compiled on
first use and cached on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

BOARD = -1  # value of to_act: the board takes the next step
NOBODY = -2  # value of to_act: the game is over
AUDIENCE = -3  # instead of a seat: a spectator, who may see only what every seat may see

_MARK = "_boardwalk_rule"
_INLINED = "_boardwalk_inlined"


def rule(function: F) -> F:
    """Mark a function as a rule: it takes records, arrays and integers, and calls only other rules."""
    setattr(function, _MARK, "rule")
    return function


def is_rule(value: object) -> bool:
    """Whether this is a function marked as a rule or a template."""
    return callable(value) and hasattr(value, _MARK)


def template(function: F) -> F:
    """Mark a function that calls slots: it is bound to each game separately."""
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
    """A placeholder in a template's module for the game's rule of that name, or for `default` if the game has none."""

    def __init__(self, default: Callable[..., Any] | None = None) -> None:
        self.default = default

    def __call__(self, *args: Any) -> Any:
        raise TypeError("a slot is filled by binding the template to a game's rules")


def slot(default: Callable[..., Any] | None = None) -> Any:
    return Slot(default)


class RuleModules:
    """The modules that have the rules of one game, as if they were one: a name is that of the first that defines it."""

    def __init__(self, *modules: ModuleType) -> None:
        self.modules = modules
        self.__name__ = modules[0].__name__

    def __getattr__(self, name: str) -> Any:
        for module in self.modules:
            if hasattr(module, name):
                return getattr(module, name)
        raise AttributeError(f"{self.__name__} has no {name!r}")

    def __repr__(self) -> str:
        return f"<rules {', '.join(module.__name__ for module in self.modules)}>"


class Binding:
    """Binds functions to the rules of one game: `binding(function)` returns the runnable copy.

    Compiled, that is an entry, which has machine code. The functions that it calls, directly or indirectly, are bound
    as inner functions, which have none and which Python must not call. A function that is both is bound twice."""

    def __init__(self, rules: RuleModules, *, compiled: bool) -> None:
        self.rules = rules
        self.compiled = compiled
        self._entries: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._inner: dict[Callable[..., Any], Callable[..., Any]] = {}

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if function not in self._entries:
            self._entries[function] = self._bind(function, as_entry=True)
        return self._entries[function]

    def _called(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function as the bound functions call it."""
        if not self.compiled:
            return self(function)
        if function not in self._inner:
            self._inner[function] = self._bind(function, as_entry=False)
        return self._inner[function]

    def is_cached(self, function: Callable[..., Any], *arguments: Any) -> bool:
        """Whether the machine code of a function for these arguments (arrays and integers) is in the cache on disk.
        Imports no compiler."""
        from boardwalk.engine import cache

        named = self._copy(function, {})
        return cache.file_of(named, self.rules.modules, cache.signature(*arguments)).exists()

    def load(self, function: Callable[..., Any], *arguments: Any) -> bool:
        """Load the machine code of a function for these arguments, if it is in the cache; compile nothing. Afterwards a
        call of the bound function with such arguments runs at once."""
        from boardwalk.engine.compiler import load

        return load(self(function), *arguments)

    def _bind(self, function: Callable[..., Any], *, as_entry: bool) -> Callable[..., Any]:
        assert isinstance(function, FunctionType)
        if self.compiled and function is no_refcount:
            from boardwalk.engine.no_refcount import no_refcount as compiled  # deferred: imports Numba

            return compiled
        names: dict[str, Callable[..., Any]] = {}
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, Slot):
                value = getattr(self.rules, name, value.default)
                if value is None:
                    raise TypeError(f"{self.rules.__name__} has no rule {name!r}")
            if value is not None and hasattr(value, _MARK):
                names[name] = self._called(value)
        if not self.compiled and all(function.__globals__[name] is value for name, value in names.items()):
            return function
        copy = self._copy(function, names)
        if not self.compiled:
            return copy
        from boardwalk.engine import compiler  # deferred: imports Numba

        inlined = hasattr(function, _INLINED)
        return (
            compiler.entry(copy, self.rules.modules, inlined=inlined)
            if as_entry
            else compiler.inner(copy, inlined=inlined)
        )

    def _copy(self, function: Callable[..., Any], names: dict[str, Callable[..., Any]]) -> FunctionType:
        """A copy of a function in which these names have other values."""
        assert isinstance(function, FunctionType)
        copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
        copy.__module__ = function.__module__
        copy.__doc__ = function.__doc__
        copy.__qualname__ = function.__qualname__
        if getattr(function, _MARK) == "template":
            # the cache distinguishes functions by module and qualified name
            copy.__qualname__ += "__" + self.rules.__name__.replace(".", "_")
        return copy


@cache
def binding(rules: RuleModules, *, compiled: bool) -> Binding:
    """The binding of a game's rules, shared within the process so that nothing is compiled twice."""
    return Binding(rules, compiled=compiled)
