"""Seeds, from which all chance of a match follows."""

from __future__ import annotations

import operator
from typing import Any

from boardwalk.contract.errors import RecordError
from boardwalk.contract.text import shown

SEEDS = range(-(2**63), 2**64)  # the range of 64 bits, signed or unsigned


def checked_seed(seed: Any) -> int:
    """A match's seed as a record stores it; a `RecordError` for a value that no record can store."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = None
    if number is None or isinstance(seed, bool) or number not in SEEDS:
        raise RecordError(f"a seed is a whole number of at most 64 bits, not {shown(seed)}")
    return number
