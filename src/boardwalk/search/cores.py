"""Running parts of a search on several cores. Compiled templates run without the GIL, so threads serve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

T = TypeVar("T")


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="boardwalk-search")


def run_all(calls: Sequence[Callable[[], T]]) -> list[T]:
    """The results of all calls, each made in a thread of its own, the first in the caller's."""
    first, *others = calls
    waiting = [_pool(len(others)).submit(call) for call in others]
    return [first(), *(call.result() for call in waiting)]
