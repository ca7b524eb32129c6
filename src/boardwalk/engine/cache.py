"""The disk cache of compiled rules.

Numba's cache key covers only the source file of a function, not the functions it calls in other files. So each function
is cached in a folder named by a hash of all sources that its compiled code depends on (`boardwalk.engine.sources`).
Editing one game's rules, or what they import, recompiles nothing else.

The folder does not depend on where the sources are, so all checkouts and environments of one user share what was
compiled. Each combination of argument types has a file of its own, which is moved into place when it is complete:
Numba's index of such files is not safe when two processes compile at once.

Machine code is found by its symbol, which names the argument types. Numba names a record type by a number that it
counts up in each process, so code that two processes compiled for two sizes of a board could have the same symbol, and
a third process that loaded both would run one of them for both sizes. Here a record type is named by its fields
instead.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numba
from numba.core import caching, types
from numba.core.serialize import dumps

from boardwalk.engine import no_refcount, sources
from boardwalk.engine.user_dirs import cache_folder

UNUSED_DAYS = 30
_lock = threading.RLock()


def _symbol_parts(record: Any) -> tuple[str, tuple[str, ...]]:
    """The parts of a function's symbol that name its record types: the same in every process."""
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
    except OSError as error:
        _complain(str(root()), error.strerror)
    return here


def _remove_unused() -> None:
    limit = time.time() - UNUSED_DAYS * 86400
    for old in root().glob("*"):
        if old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


class Locator(caching._CacheLocator):
    """The place on disk where Numba caches a function: the folder that `cached_in` names."""

    def __init__(self, function: Any) -> None:
        self._place = f"{function.__module__}-{function.__code__.co_firstlineno}"
        config: Any = numba.config
        self._path = config.CACHE_DIR

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Locator:
        return cls(py_func)

    def ensure_cache_path(self) -> None:
        pass  # created by `folder`, if possible

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return ""  # the folder is named by a hash of the sources

    def get_disambiguator(self) -> str:
        return self._place  # a game's packages may have modules of one name


class Files:
    """The files of one cached function, with the interface of Numba's `IndexDataCacheFile`: `load` and `save` by a key
    that says the argument types, the CPU and the bytecode."""

    def __init__(self, folder: str, name: str) -> None:
        self._folder, self._name = Path(folder), name

    def load(self, key: Any) -> Any:
        """The value saved under this key; None if there is none or the file is damaged, as after a loss of power."""
        try:
            return pickle.loads(self._path(key).read_bytes())
        except Exception:
            return None

    def save(self, key: Any, data: Any) -> None:
        path = self._path(key)
        part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.part")
        pickled: bytes = dumps(data)  # type: ignore[no-untyped-call]
        try:
            part.write_bytes(pickled)
            part.replace(path)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            _complain(str(root()), error.strerror)

    def _path(self, key: Any) -> Path:
        signature, cpu, code = key
        text = repr((str(signature), cpu, code))
        return self._folder / f"{self._name}-{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}.code"


@cache
def _complain(where: str, why: str | None) -> None:
    print(f"Compiled code can't be kept in {where} ({why}); every process compiles it again.", file=sys.stderr)


@contextmanager
def cached_in(where: Path) -> Iterator[None]:
    """Functions passed to Numba in this block are cached in that folder."""
    config: Any = numba.config
    with _lock:
        before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(where), f"{__name__}.{Locator.__name__}"
        try:
            yield
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


def njit(function: Callable[..., Any], rules: Iterable[ModuleType], *, inlined: bool = False) -> Callable[..., Any]:
    """Compile a function bound to these rules for the CPU, lazily for each combination of argument types, with a disk
    cache. It runs without the GIL."""
    with cached_in(folder(*rules, sources.module_named(function.__module__))):
        compile_it = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=inlined)
        compiled: Any = compile_it(function)
    numbas = compiled._cache
    numbas._cache_file = Files(numbas.cache_path, numbas._impl.filename_base)
    return cast(Callable[..., Any], compiled)
