"""Where compiled rules are kept between runs.

Numba caches a function by its own source file only and does not notice when a function it calls has changed in another
file. So each function is cached in a folder named by all sources that can end up in its compiled code: see
`boardwalk.core.sources`. Editing one game's rules, or what they import, leaves everything else compiled.
"""

from __future__ import annotations

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

from boardwalk.core import no_refcount, sources
from boardwalk.core.user_dirs import cache_folder

UNUSED_DAYS = 30
_lock = threading.RLock()


def root() -> Path:
    return cache_folder() / "compiled"


@cache
def folder(*modules: ModuleType) -> Path:
    """The folder of what is compiled from these modules, made ready. Folders unused for long are removed."""
    compiler = sources.module_named(__name__), no_refcount
    here = root() / sources.digest(*modules, alone=compiler)
    try:
        if not here.exists():
            _remove_unused()
        here.mkdir(parents=True, exist_ok=True)
        os.utime(here)
    except OSError:
        pass  # nowhere to keep it: rules are compiled in every process
    return here


def _remove_unused() -> None:
    limit = time.time() - UNUSED_DAYS * 86400
    for old in root().glob("*"):
        if old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


@contextmanager
def cached_in(where: Path) -> Iterator[None]:
    """Functions that Numba is given within this block are cached in that folder, if it is there."""
    config: Any = numba.config
    with _lock:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(where) if where.exists() else before
        try:
            yield
        finally:
            config.CACHE_DIR = before


def njit(function: Callable[..., Any], rules: ModuleType, *, inlined: bool = False) -> Callable[..., Any]:
    """Compile a function bound to these rules for the CPU, on first call with each kind of argument, cached; it runs
    without holding the GIL."""
    with cached_in(folder(rules, sources.module_named(function.__module__))):
        compile_it = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inlined)
        compiled: Callable[..., Any] = compile_it(function)
    return compiled
