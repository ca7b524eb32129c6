"""Running a kernel over the games of a batch on several cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="boardwalk-batch")


class PerThread(list[Any]):
    """An argument that is different for each thread."""


class ThreadedKernel:
    """A compiled kernel with its arguments, run by calling it: each thread, the caller's among them, takes a range of
    the games. The kernel's last two parameters are the first game of that range and the one after its last.

    Numba's dispatcher looks at the type of every argument in every call, which for named tuples takes longer than some
    kernels run. The types never change here, so the compiled function is looked up once."""

    def __init__(self, kernel: Callable[..., Any], games: int, threads: int, *arguments: Any) -> None:
        self._dispatcher: Any = kernel
        self._compiled: Callable[..., Any] | None = None
        self._ranges = list(pairwise(games * thread // threads for thread in range(threads + 1)))
        self._arguments = [
            tuple(each[thread] if isinstance(each, PerThread) else each for each in arguments)
            for thread in range(threads)
        ]

    def __call__(self, *more: Any) -> None:
        """`more`: arguments that change from call to call, of the same types each time; they come after the others."""
        run = self._compiled
        if run is None:
            types = map(self._dispatcher.typeof_pyval, (*self._arguments[0], *more, *self._ranges[0]))
            run = self._compiled = self._dispatcher.compile(tuple(types))
        mine, *others = [
            (*arguments, *more, *games) for arguments, games in zip(self._arguments, self._ranges, strict=True)
        ]
        waiting = [_pool(len(others)).submit(run, *arguments) for arguments in others]
        run(*mine)
        for other in waiting:
            other.result()
