"""What compiled code allocates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.runtime import _nrt_python, rtsys


def allocated_by(call: Callable[[], Any]) -> int:
    """How many allocations a call makes. Each array argument takes one, however long the call searches."""
    runtime: Any = _nrt_python
    runtime.memsys_enable_stats()
    before = rtsys.get_allocation_stats().alloc
    call()
    count: int = rtsys.get_allocation_stats().alloc - before
    runtime.memsys_disable_stats()
    return count
