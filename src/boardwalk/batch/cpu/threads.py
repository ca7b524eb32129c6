"""Running a kernel over the games of a batch on several cores."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from boardwalk.engine.threads import run_all


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
        pairs = zip(self._arguments, self._ranges, strict=True)
        run_all([partial(run, *arguments, *more, *games) for arguments, games in pairs])
