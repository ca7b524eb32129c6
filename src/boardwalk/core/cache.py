"""Where compiled rules are kept between runs.

Numba caches a function by its own source file only and does not notice when a function it calls has changed in another
file. So the cache folder is named by a hash over all sources that can end up in compiled code.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from boardwalk.core.user_dirs import cache_folder

ROOT = Path(__file__).parents[1]
UNUSED_DAYS = 30


def source_hash() -> str:
    """One hash over every module that holds rules or templates, and over what compiles them."""
    digest = hashlib.blake2b(f"{numba.__version__}".encode(), digest_size=8)
    folders = ("core", "games/*", "batch", "adapters")
    for path in sorted(path for folder in folders for path in ROOT.glob(f"{folder}/*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def folder() -> Path:
    """The cache folder of these sources."""
    return cache_folder() / "compiled" / source_hash()


def _open_cache() -> None:
    here = folder()
    try:
        if not here.exists():
            _remove_unused(here.parent)
        here.mkdir(parents=True, exist_ok=True)
        os.utime(here)
    except OSError:
        return  # nowhere to keep it: rules are compiled in every process
    config: Any = numba.config
    config.CACHE_DIR = str(here)


def _remove_unused(compiled: Path) -> None:
    limit = time.time() - UNUSED_DAYS * 86400
    for old in compiled.glob("*"):
        if old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


_open_cache()


def njit(function: Callable[..., Any], *, inlined: bool = False) -> Callable[..., Any]:
    """Compile for the CPU on first call with each kind of argument, cached; runs without holding the GIL."""
    compile_it = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inlined)
    compiled: Callable[..., Any] = compile_it(function)
    return compiled
