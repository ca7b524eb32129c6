"""The disk cache of compiled rules.

Numba's cache key covers only the source file of a function, not the functions it calls in other files. So each function
is cached in a folder named by a hash of all sources that its compiled code depends on (`boardwalk.core.sources`).
Editing one game's rules, or what they import, recompiles nothing else.

Machine code is found by its symbol, which names the argument types. Numba names a record type by a number that it
counts up in each process, so code that two processes compiled for two sizes of a board could have the same symbol, and
a third process that loaded both would run one of them for both sizes. Here a record type is named by its fields
instead.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
from numba.core import types

from boardwalk.core import no_refcount, sources
from boardwalk.core.user_dirs import cache_folder

UNUSED_DAYS = 30
_lock = threading.RLock()


def _symbol_parts(record: Any) -> tuple[str, tuple[str, ...]]:
    """What stands for a record type in the symbols of functions: the same in every process."""
    return "Record", (hashlib.blake2b(record.name.encode(), digest_size=12).hexdigest(),)


_record_type: Any = types.Record
_record_type.mangling_args = property(_symbol_parts)


def root() -> Path:
    return cache_folder() / "compiled"


@cache
def folder(*modules: ModuleType) -> Path:
    """The cache folder of functions from these modules, created if necessary. Removes folders unused for long."""
    compiler = sources.module_named(__name__), no_refcount
    here = root() / sources.digest(*modules, alone=compiler)
    try:
        if not here.exists():
            _remove_unused()
        here.mkdir(parents=True, exist_ok=True)
        os.utime(here)
    except OSError:
        pass  # no writable cache: rules are compiled again in every process
    return here


def _remove_unused() -> None:
    limit = time.time() - UNUSED_DAYS * 86400
    for old in root().glob("*"):
        if old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


@contextmanager
def cached_in(where: Path) -> Iterator[None]:
    """Functions passed to Numba in this block are cached in that folder, if it exists."""
    config: Any = numba.config
    with _lock:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(where) if where.exists() else before
        try:
            yield
        finally:
            config.CACHE_DIR = before


def njit(function: Callable[..., Any], rules: ModuleType, *, inlined: bool = False) -> Callable[..., Any]:
    """Compile a function bound to these rules for the CPU, lazily for each combination of argument types, with a disk
    cache. It runs without the GIL."""
    with cached_in(folder(rules, sources.module_named(function.__module__))):
        compile_it = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inlined)
        compiled: Callable[..., Any] = compile_it(function)
    return compiled
