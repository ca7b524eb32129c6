"""Compiling a function with Numba, and loading compiled functions from the cache (`boardwalk.engine.cache`).

Machine code is found by its symbol, which names the argument types. Numba names a record type by a number that it
counts up in each process, so code that two processes compiled for two sizes of a board could have the same symbol, and
a third process that loaded both would run one of them for both sizes. Here a record type is named by its fields
instead.
"""

from __future__ import annotations

import hashlib
import pickle
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

import numba
from numba.core import caching, types
from numba.core.serialize import dumps
from numba.np.numpy_support import as_dtype

from boardwalk.engine import cache, sources
from boardwalk.engine.pipelines import EntryPipeline, InnerPipeline

_lock = threading.RLock()
_only_loads = threading.local()  # `.here`: whether this thread must not compile


def _symbol_parts(record: Any) -> tuple[str, tuple[str, ...]]:
    """The parts of a function's symbol that name its record types: the same in every process."""
    return "Record", (hashlib.blake2b(record.name.encode(), digest_size=12).hexdigest(),)


_record_type: Any = types.Record
_record_type.mangling_args = property(_symbol_parts)


class NotCompiledError(Exception):
    """A function would have to be compiled, and must not be."""


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
    that says the argument types and the processor."""

    def __init__(self, function: FunctionType, folder: Path) -> None:
        self._function, self._folder = function, folder

    def load(self, key: Any) -> Any:
        """The value saved under this key; None if there is none."""
        found = self._found(key)
        if found is None and getattr(_only_loads, "here", False):
            raise NotCompiledError
        return found

    def _found(self, key: Any) -> Any:
        data = cache.read(self._path(key))
        if data is None:
            return None
        try:
            made_for, value = pickle.loads(data)
        except Exception:  # whatever a class raises that has changed
            return None
        return value if made_for == _made_for(key) else None

    def save(self, key: Any, data: Any) -> None:
        pickled: bytes = dumps((_made_for(key), data))  # type: ignore[no-untyped-call]
        cache.write(self._path(key), pickled)

    def _path(self, key: Any) -> Path:
        return self._folder / cache.file_name(self._function, ", ".join(map(_type_text, key[0])))


class _Saved(caching.CompileResultCacheImpl):
    _locator_classes: Any = [Locator]  # noqa: RUF012


class EntryCache(caching.FunctionCache):
    """What `numba.njit(cache=True)` sets, with our files. The setting that names a locator is not in older versions."""

    _impl_class = _Saved


def _made_for(key: Any) -> str:
    """Numba's own names of the argument types and the processor, which a file is checked by."""
    types, processor, _ = key
    return f"{types} {processor}"


def _type_text(kind: Any) -> str:
    """The text of a type as in `cache.signature`."""
    if isinstance(kind, types.Array) and not isinstance(kind, types.NestedArray):  # that is a field of a record
        dtype = as_dtype(kind.dtype)
        text = cache.array_type(dtype, kind.ndim, kind.layout, kind.mutable)
        return text if kind.aligned else f"{text} unaligned"  # as a record's fields are to inner functions
    return str(kind)


@contextmanager
def cached_in(where: Path) -> Iterator[None]:
    """Functions passed to Numba in this block, such as kernels for GPUs, are cached in that folder."""
    config: Any = numba.config
    with _lock:
        before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(where), f"{__name__}.{Locator.__name__}"
        try:
            yield
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


def entry(function: FunctionType, rules: Iterable[ModuleType], *, inlined: bool) -> Callable[..., Any]:
    """Compile a function that Python calls, bound to these rules, for the CPU: lazily for each combination of argument
    types, with a disk cache. It runs without the GIL."""
    compiled: Any = numba.njit(pipeline_class=EntryPipeline, **_options(inlined))(function)
    where = cache.folder(*rules, sources.module_named(function.__module__))
    compiled._cache = EntryCache(function)  # type: ignore[no-untyped-call]
    compiled._cache._cache_file = Files(function, where)
    return cast(Callable[..., Any], compiled)


def inner(function: FunctionType, *, inlined: bool) -> Callable[..., Any]:
    """Compile a function that only compiled functions call. Python must not call it: it has no machine code."""
    compiled: Any = numba.njit(pipeline_class=InnerPipeline, **_options(inlined))(function)
    return cast(Callable[..., Any], compiled)


def _options(inlined: bool) -> dict[str, Any]:
    return {"nogil": True, "error_model": "numpy", "forceinline": inlined}


def load(compiled: Any, *arguments: Any) -> bool:
    """Load a function's machine code for these arguments from the cache, if it is there; compile nothing."""
    _only_loads.here = True
    try:
        compiled.compile(tuple(map(compiled.typeof_pyval, arguments)))
    except NotCompiledError:
        return False
    finally:
        _only_loads.here = False
    return True
