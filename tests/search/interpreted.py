"""Running search templates interpreted, to compare them with the compiled ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwalk.engine.records import RecordType

Array = np.ndarray[Any, Any]


class Rows:
    """An array of records as interpreted rules see it: plain integers, checked indices."""

    def __init__(self, kind: RecordType, array: Array) -> None:
        self._records = [kind.wrap(array[k : k + 1]) for k in range(len(array))]

    def __len__(self) -> int:
        return len(self._records)

    def __getitem__(self, number: int) -> Any:
        return self._records[number]

    def __setitem__(self, number: int, record: Any) -> None:
        self._records[number].set_bytes(record.to_bytes())


class Words:
    """The rows of a two-dimensional array."""

    def __init__(self, array: Array) -> None:
        self._rows = [row.data for row in array]

    def __getitem__(self, number: int) -> Any:
        return self._rows[number]


def plain(group: Any, **kinds: RecordType) -> Any:
    """A group of arrays for an interpreted template. `kinds`: the types of the arrays of records."""
    members = {}
    for name, value in group._asdict().items():
        if name in kinds:
            members[name] = Rows(kinds[name], value)
        elif name == "words":
            members[name] = Words(value)
        else:
            members[name] = value.data if isinstance(value, np.ndarray) else value
    return type(group)(**members)
