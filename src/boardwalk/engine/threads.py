"""The cores of this machine, and running compiled code on several of them: without the GIL, so threads serve."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

T = TypeVar("T")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="boardwalk")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a forked process has none of its parent's threads


def run_all(calls: Sequence[Callable[[], T]]) -> list[T]:
    """The results of all calls, each made in a thread of its own, the first in the caller's."""
    first, *others = calls
    waiting = [_pool(len(others)).submit(call) for call in others]
    return [first(), *(call.result() for call in waiting)]
