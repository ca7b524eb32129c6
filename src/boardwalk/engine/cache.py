"""The disk cache of compiled rules: where a function's machine code is kept, and how it is read and written.

Nothing here imports Numba, so a process can see what is compiled before it decides to load the compiler
(`boardwalk.engine.compiler`).

Numba's cache key covers only the source file of a function, not the functions it calls in other files. So each function
is cached in a folder named by a hash of all sources that its compiled code depends on (`boardwalk.engine.sources`), of
the versions of what compiles them, and of the processor. Editing one game's rules, or what they import, recompiles
nothing else. The folder does not depend on where the sources are, so all checkouts and environments of one user share
what was compiled.

Each combination of argument types has a file of its own, which is moved into place when it is complete: Numba's index
of such files is not safe when two processes compile at once.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from boardwalk.engine import cache_size, sources
from boardwalk.engine.user_dirs import cache_folder

COMPILER = tuple(f"boardwalk.engine.{name}" for name in ("compiler", "no_refcount", "pipelines"))
SUM = 16  # bytes at the start of a file: the checksum of the rest


def root() -> Path:
    return cache_folder() / "compiled"


@cache
def folder(*modules: ModuleType) -> Path:
    """The cache folder of functions from these modules, created if necessary, and in use until this process ends."""
    here = root() / sources.digest(*modules, alone=COMPILER)
    try:
        here.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        complain(error)
    cache_size.use(here)
    return here


def file_of(function: FunctionType, rules: tuple[ModuleType, ...], signature: str) -> Path:
    """The file of a function that is bound to these rules, compiled for arguments of this `signature`."""
    where = folder(*rules, sources.module_named(function.__module__))
    return where / file_name(function, signature)


def file_name(function: FunctionType, signature: str) -> str:
    """A function's name and line, and a hash of them and of the argument types. The module is in the hash, since a
    game's packages may have modules of one name."""
    whole = f"{function.__module__} {function.__qualname__} {signature}"
    digest = hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()
    return f"{function.__name__}-{function.__code__.co_firstlineno}-{digest}.code"


def signature(*arguments: Any) -> str:
    """The types that a function is compiled for when it is called with these arrays and integers."""
    return ", ".join(map(_type_of, arguments))


def _type_of(argument: Any) -> str:
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return array_type(argument.dtype, argument.ndim, layout, flags.writeable)
    if type(argument) is int:
        return "int64"
    raise TypeError(f"a compiled rule takes arrays and integers, not {argument!r}")


def array_type(dtype: np.dtype[Any], dimensions: int, layout: str, writeable: bool) -> str:
    return f"{_fields(dtype)}[{dimensions}{layout}{'' if writeable else ', read-only'}]"


@cache
def _fields(dtype: np.dtype[Any]) -> str:
    return repr((dtype.descr, dtype.itemsize, dtype.isalignedstruct))


def read(path: Path) -> bytes | None:
    """What was written to this file; None if there is none or it is damaged, as after a loss of power."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return data[SUM:] if data[:SUM] == _sum(data[SUM:]) else None


def write(path: Path, data: bytes) -> None:
    """Write a file at once: other processes see all of it or nothing. Removes other folders if the cache is too
    large."""
    part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)  # somebody may have emptied the cache meanwhile
        part.write_bytes(_sum(data) + data)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        complain(error)
    cache_size.make_room(root())


def _sum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SUM).digest()


def complain(error: OSError) -> None:
    _complain_once(str(root()), error.strerror)


@cache
def _complain_once(where: str, why: str | None) -> None:
    print(f"Compiled code can't be kept in {where} ({why}); every process compiles it again.", file=sys.stderr)
