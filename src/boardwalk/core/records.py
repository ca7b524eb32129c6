"""Flat records of fixed size: what boards and states are made of.

A record type is declared as a class of annotated fields and made for sizes that are known later:

    >>> @record
    ... class Pawns:
    ...     to_act: i8
    ...     cell: i16["pawns"]
    >>> pawns = Pawns.new(pawns=2)
    >>> pawns.cell[1] = 40
    >>> pawns.to_bytes().hex()
    '000000002800'

A `Record` is one such value. Its memory is a NumPy structured array of length one (`record.array`), which compiled
rules work on. Read from Python its fields are plain integers and memory views: they never wrap around, a value that
does not fit its field raises, and so does an index outside it. Rules run interpreted are thereby checked rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np


@dataclass(frozen=True)
class Field:
    """A field's element type and its shape; a size given by name is filled in by `RecordType.dtype`."""

    code: str
    shape: tuple[int | str, ...] = ()

    def __getitem__(self, shape: int | str | tuple[int | str, ...]) -> Field:
        return Field(self.code, shape if isinstance(shape, tuple) else (shape,))


i8, i16, i32, i64 = Field("b"), Field("h"), Field("i"), Field("q")
u8, u16, u32 = Field("B"), Field("H"), Field("I")


GAP = "_gap"


class Record:
    """One value of a record type. Made by `RecordType`, never directly."""

    __slots__ = ("_frozen", "array", "row")
    _fields: ClassVar[tuple[tuple[str, int, int, str, tuple[int, ...]], ...]] = ()

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array
        self._frozen: Self | None = None
        self.row: Any = array[0]  # shares the array's memory: the form in which compiled rules take a record
        bytes_of: Any = array.view(np.uint8)
        raw: Any = memoryview(bytes_of)
        for name, offset, size, code, shape in self._fields:
            part = raw[offset : offset + size]
            setattr(self, name if shape else "_" + name, part.cast(code, shape or (1,)))

    def __getattr__(self, name: str) -> Any:  # only reached for names that are no field
        raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Record) and self.array.dtype == other.array.dtype and self.to_bytes() == other.to_bytes()
        )

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def to_bytes(self) -> bytes:
        return self.array.tobytes()

    def set_bytes(self, data: bytes) -> None:
        """Overwrite the whole record with bytes that `to_bytes` of a record of this type gave."""
        self.array.view(np.uint8)[:] = np.frombuffer(data, np.uint8)

    def copy(self) -> Self:
        return type(self)(self.array.copy())

    def frozen(self) -> Self:
        """A copy that can't be written to, made once: only for records that change no more, such as a dealt board."""
        if self._frozen is None:
            array = self.array.copy()
            array.flags.writeable = False
            self._frozen = type(self)(array)
        return self._frozen

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={self.array[name][0].tolist()}" for name, *_ in self._fields)
        return f"{type(self).__name__}({values})"


def _scalar(name: str) -> property:
    slot = "_" + name

    def get(self: Record) -> int:
        value: int = getattr(self, slot)[0]
        return value

    def put(self: Record, value: int) -> None:
        getattr(self, slot)[0] = value

    return property(get, put)


class RecordType:
    """A declared record: its fields, and records of it for given sizes."""

    def __init__(self, name: str, fields: Mapping[str, Field]) -> None:
        self.name = name
        self.fields = dict(fields)

    def dtype(self, **sizes: int) -> np.dtype[Any]:
        """The NumPy type for these sizes, aligned so that a GPU can read it too.

        Gaps are fields of their own: NumPy does not copy what no field covers, and records are compared as bytes."""
        parts: list[tuple[str, str, tuple[int, ...]]] = []
        end, widest = 0, 1
        for name, field in self.fields.items():
            align = np.dtype(field.code).alignment
            shape = tuple(sizes[n] if isinstance(n, str) else n for n in field.shape)
            if gap := -end % align:
                parts.append((f"{GAP}{end}", "B", (gap,)))
            parts.append((name, field.code, shape))
            end += gap + np.dtype(field.code).itemsize * prod(shape)
            widest = max(widest, align)
        if gap := -end % widest:
            parts.append((f"{GAP}{end}", "B", (gap,)))
        return np.dtype(parts, align=True)

    def new(self, **sizes: int) -> Record:
        """A record of zeros."""
        return self.wrap(np.zeros(1, self.dtype(**sizes)))

    def wrap(self, array: np.ndarray[Any, Any]) -> Record:
        """The record in an array of length one, sharing its memory."""
        return _record_class(self.name, array.dtype)(array)


@cache
def _record_class(name: str, dtype: np.dtype[Any]) -> type[Record]:
    fields = []
    body: dict[str, Any] = {"__slots__": []}
    assert dtype.fields is not None
    for field in dtype.names or ():
        if field.startswith(GAP):
            continue
        kind, offset = dtype.fields[field][:2]
        fields.append((field, offset, kind.itemsize, kind.base.char.replace("l", "q"), kind.shape))
        body["__slots__"].append(field if kind.shape else "_" + field)
        if not kind.shape:
            body[field] = _scalar(field)
    body["_fields"] = tuple(fields)
    return type(name, (Record,), body)


def record(declared: type) -> RecordType:
    """Class decorator: the annotations are the fields, in order. Put wide fields first to keep records small."""
    try:
        annotations = get_annotations(declared, eval_str=True)  # texts where the module postpones their evaluation
    except NameError as error:
        raise TypeError(f"{declared.__name__}: {error}; import the field types at the top of the module") from None
    for name, field in annotations.items():
        if not isinstance(field, Field):
            raise TypeError(f"{declared.__name__}.{name} is not a record field: {field!r}")
    return RecordType(declared.__name__, annotations)
