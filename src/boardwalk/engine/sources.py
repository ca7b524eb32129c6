"""The cache key of compiled functions: a hash of all source files that a function depends on.

A compiled function contains the code of every function it calls and the value of every constant it reads, from whatever
module. So its cache key covers its own module and all modules that this one imports, directly or indirectly. The
standard library, NumPy and Numba are covered by their version.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import sys
import threading
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import ModuleType

COMPILERS = ("numba", "llvmlite", "numpy")
KEYED_BY_VERSION = (*COMPILERS, "msgspec")  # rules use nothing of msgspec
OPTIONS = (
    "BOUNDSCHECK",
    "CPU_FEATURES",
    "CPU_NAME",
    "DEBUGINFO",
    "ENABLE_AVX",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)


def digest(*modules: ModuleType, alone: Iterable[str] = ()) -> str:
    """A hash of the sources of these modules and all they import; of the modules named `alone`, which are not imported;
    of the versions of what compiles them; and of the processor."""
    whole = hashlib.blake2b(f"{_versions()} {_processor()}".encode(), digest_size=12)
    found = {module.__name__: _source(module) for module in closure(*modules)} | {name: _text(name) for name in alone}
    for name, source in sorted(found.items()):
        whole.update(name.encode() + b"\0" + source)
    return whole.hexdigest()


def length(*modules: ModuleType) -> int:
    """The bytes of source in these modules and all they import."""
    return sum(len(_source(module)) for module in closure(*modules))


def closure(*modules: ModuleType) -> set[ModuleType]:
    """These modules and all that they import, directly or indirectly."""
    found: set[ModuleType] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += _imported(module)
    return found


@cache
def _versions() -> str:
    python = f"{platform.python_implementation()} {sys.version_info.major}.{sys.version_info.minor}"
    return " ".join([python, *map(version, COMPILERS)])


@cache
def _processor() -> str:
    """What Numba compiles for, and the settings that change what it compiles."""
    from llvmlite import binding  # deferred: a library of 100 MB

    names = (f"NUMBA_{option}" for option in OPTIONS)
    settings = (f"{name}={os.environ[name]}" for name in names if name in os.environ)
    host: list[str] = [binding.get_process_triple(), binding.get_host_cpu_name()]
    return " ".join([*host, binding.get_host_cpu_features().flatten(), *settings])


def _text(name: str) -> bytes:
    spec = find_spec(name)
    assert spec and spec.origin
    return Path(spec.origin).read_bytes()


@cache
def _source(module: ModuleType) -> bytes:
    path = module.__file__
    return Path(path).read_bytes() if path else b""  # a namespace package has no file


_parsing = threading.Lock()  # CPython 3.11's `ast` fails when another thread parses while this one collects garbage


@cache
def _imports(module: ModuleType) -> tuple[tuple[str, str, str], ...]:
    """A module's import statements as (module, name in that module or "", name bound here)."""
    if not (module.__file__ or "").endswith(".py"):
        return ()
    named: list[tuple[str, str, str]] = []
    with _parsing:
        waiting: list[ast.AST] = [ast.parse(_source(module))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue  # rules do not use imports inside functions, and those may not be loaded yet
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            named += [(one.name, "", one.asname or one.name.partition(".")[0]) for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            base = resolve_name(base, module.__package__) if node.level else base
            named += [(base, one.name, one.asname or one.name) for one in node.names]
    return tuple(named)


def _imported(module: ModuleType) -> list[ModuleType]:
    found = (_origin(base, name) for base, name, _ in _imports(module))
    return [one for one in found if one is not None]


def _origin(base: str, name: str) -> ModuleType | None:
    """The module that an imported name comes from: a submodule of that name, or the module that defines it, following
    re-exports. None for modules covered by their version, and for modules that were never imported."""
    top = base.partition(".")[0]
    if top in sys.stdlib_module_names or top in KEYED_BY_VERSION:
        return None
    submodule = sys.modules.get(f"{base}.{name}") if name else None
    module = submodule or sys.modules.get(base)
    if submodule is not None or module is None or not name:
        return module
    reexported = next(((of, was) for of, was, known_as in _imports(module) if known_as == name and was), None)
    return _origin(*reexported) if reexported and reexported != (base, name) else module


def module_named(name: str) -> ModuleType:
    """The module of that name, imported if necessary."""
    return sys.modules.get(name) or import_module(name)
