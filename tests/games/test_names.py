"""Every name that a game's modules use is there. The linter ignores undefined names in rules, since the sizes of record
fields are names in quotes."""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import CodeType, ModuleType

import pytest

import boardwalk

MODULES = [
    info.name
    for name in boardwalk.game_names()
    for package in [import_module(boardwalk.game(name).package)]
    for info in walk_packages(getattr(package, "__path__", ()), f"{package.__name__}.")
]


def globals_read(code: CodeType) -> Iterator[str]:
    """The global names that this code and the functions in it read."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from globals_read(constant)


@pytest.mark.parametrize("name", MODULES)
def test_every_name_is_there(name: str) -> None:
    module = import_module(name)
    source = inspect.getsource(module) if module.__file__ else ""
    known = {*vars(module), *vars(builtins)}
    functions = [value for value in vars(module).values() if inspect.isfunction(value) and value.__module__ == name]
    for function in functions:
        missing = {*globals_read(function.__code__)} - known
        assert not missing, f"{function.__name__} reads {missing}"
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = vars(module).get(node.value.id)
            if isinstance(owner, ModuleType):
                assert hasattr(owner, node.attr), f"line {node.lineno}: {node.value.id}.{node.attr}"
