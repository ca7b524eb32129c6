"""Records as words: the unsigned integers that they consist of, to copy, compare and hash them quickly."""

from __future__ import annotations

from typing import Any

import numpy as np


def word_size(*records: np.dtype[Any]) -> int:
    """The bytes of the widest words that all of these records divide into."""
    return next(size for size in (8, 4, 2, 1) if all(record.itemsize % size == 0 for record in records))


def words_of(records: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array of records as rows of words, which share its memory."""
    size = word_size(records.dtype)
    return records.view(f"u{size}").reshape(len(records), records.itemsize // size)
