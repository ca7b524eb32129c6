"""Flat records of fixed size, for boards and states.

A record type is declared as a class of annotated fields; array sizes given by name are passed when a record is made:

    >>> @record
    ... class Pawns:
    ...     to_act: i8
    ...     cell: i16["pawns"]
    >>> pawns = Pawns.new(pawns=2)
    >>> pawns.cell[1] = 40
    >>> pawns.to_bytes().hex()
    '000000002800'

A `Record` is one value of such a type. Its memory is a NumPy structured array of length one (`record.array`), which
compiled rules work on. In Python its fields are plain integers and memory views: arithmetic never overflows, and a
value or an index out of range raises an exception. So interpreted rules are checked for overflow and bad indices.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np


@dataclass(frozen=True)
class Field:
    """The element type and shape of a field; `RecordType.dtype` replaces a size given by name."""

    code: str
    shape: tuple[int | str, ...] = ()

    def __getitem__(self, shape: int | str | tuple[int | str, ...]) -> Field:
        return Field(self.code, shape if isinstance(shape, tuple) else (shape,))


i8, i16, i32, i64 = Field("b"), Field("h"), Field("i"), Field("q")
u8, u16, u32 = Field("B"), Field("H"), Field("I")


PADDING = "_gap"  # the prefix of padding fields; part of the dtype that compiled rules are cached for


class Record:
    """One value of a record type. Only `RecordType` creates records."""

    __slots__ = ("_frozen", "_memory", "argument", "array")
    _names: ClassVar[tuple[str, ...]] = ()
    _views: ClassVar[Mapping[str, tuple[int, int, str, tuple[int, ...]]]] = {}  # by slot: offset, size, code, shape

    def __init__(self, array: np.ndarray[Any, Any], memory: memoryview | None = None) -> None:
        """A record in the memory of an array; `memory` is a view of it, if the caller has one."""
        self.array = array
        self.argument = array  # what compiled rules are called with (`boardwalk.engine.entry`)
        self._memory = memoryview(array.view(np.uint8)) if memory is None else memory  # type: ignore[arg-type]
        self._frozen: Self | None = None

    def __getattr__(self, name: str) -> Any:
        """Called for a slot that is still empty: fields get their memory view when they are first used, because most
        copies are only handed to compiled rules."""
        if name not in self._views:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        offset, size, code, shape = self._views[name]
        view: Any = self._memory[offset : offset + size].cast(code, shape)  # type: ignore[call-overload]
        setattr(self, name, view)
        return view

    @property
    def row(self) -> Any:
        """The record as a NumPy scalar that shares its memory."""
        return self.array[0]

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.to_bytes() == other.to_bytes()  # a dtype has one class for each name

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def to_bytes(self) -> bytes:
        return self.array.tobytes()

    def set_bytes(self, data: bytes) -> None:
        """Overwrite the record with the `to_bytes` of a record of the same type."""
        self.array.view(np.uint8)[:] = np.frombuffer(data, np.uint8)

    def with_bytes(self, data: bytes | memoryview) -> Self:
        """A new record of this type, from the `to_bytes` of another."""
        memory = bytearray(data)
        return type(self)(np.ndarray(1, self.array.dtype, memory), memoryview(memory))

    def copy(self) -> Self:
        return self.with_bytes(self._memory)  # `array.copy()` copies field by field, which is 30 times slower

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its bytes; a copy by `copy.copy` or `copy.deepcopy` has memory of its own."""
        return _record, (type(self).__name__, self.array.dtype, self.to_bytes(), not self.array.flags.writeable)

    def frozen(self) -> Self:
        """A read-only copy, cached: only for records that no longer change, such as the board of a dealt game."""
        if self._frozen is None:
            frozen = self._frozen = self.copy()
            frozen.array, frozen._memory = frozen.array.view(), frozen._memory.toreadonly()
            frozen.array.flags.writeable = False  # but not of `argument`, which would be another type to Numba
        return self._frozen

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={_brief(self.array[name][0])}" for name in self._names)
        return f"{type(self).__name__}({values})"


SHOWN_VALUES = 12  # of a field that is an array; `repr` leaves out the others


def _brief(values: np.ndarray[Any, Any]) -> str:
    if values.size <= SHOWN_VALUES:
        return str(values.tolist())
    first = ", ".join(map(str, values.flat[:SHOWN_VALUES].tolist()))
    return f"[{first}, … {values.size} values]"


def _scalar(name: str, offset: int, code: str) -> property:
    slot = "_" + name
    unpack = struct.Struct(code).unpack_from  # as fast as a memory view, and needs none

    def get(self: Record) -> int:
        value: int = unpack(self._memory, offset)[0]
        return value

    def put(self: Record, value: int) -> None:
        getattr(self, slot)[0] = value

    return property(get, put)


class RecordType:
    """A declared record type; it creates records of given sizes."""

    def __init__(self, name: str, fields: Mapping[str, Field]) -> None:
        self.name = name
        self.fields = dict(fields)

    def dtype(self, **sizes: int) -> np.dtype[Any]:
        """The NumPy dtype for these sizes, aligned as GPUs require.

        Padding is declared as fields, since NumPy does not copy bytes that no field covers and records are compared as
        bytes."""
        parts: list[tuple[str, str, tuple[int, ...]]] = []
        end, widest = 0, 1
        for name, field in self.fields.items():
            align = np.dtype(field.code).alignment
            shape = tuple(sizes[n] if isinstance(n, str) else n for n in field.shape)
            if padding := -end % align:
                parts.append((f"{PADDING}{end}", "B", (padding,)))
            parts.append((name, field.code, shape))
            end += padding + np.dtype(field.code).itemsize * prod(shape)
            widest = max(widest, align)
        if padding := -end % widest:
            parts.append((f"{PADDING}{end}", "B", (padding,)))
        return np.dtype(parts, align=True)

    def new(self, **sizes: int) -> Record:
        """A zeroed record."""
        return self.wrap(np.zeros(1, self.dtype(**sizes)))

    def wrap(self, array: np.ndarray[Any, Any]) -> Record:
        """A record that shares the memory of an array of length one."""
        return _record_class(self.name, array.dtype)(array)


@cache
def _record_class(name: str, dtype: np.dtype[Any]) -> type[Record]:
    views: dict[str, tuple[int, int, str, tuple[int, ...]]] = {}
    assert dtype.fields is not None
    names = tuple(field for field in dtype.names or () if not field.startswith(PADDING))
    body: dict[str, Any] = {"_names": names, "_views": views}
    for field in names:
        kind, offset = dtype.fields[field][:2]
        slot = field if kind.shape else "_" + field
        code = kind.base.char.replace("l", "q")
        views[slot] = offset, kind.itemsize, code, kind.shape or (1,)
        if not kind.shape:
            body[field] = _scalar(field, offset, code)
    body["__slots__"] = tuple(views)
    return type(name, (Record,), body)


def _record(name: str, dtype: np.dtype[Any], data: bytes, frozen: bool) -> Record:
    made = _record_class(name, dtype)(np.ndarray(1, dtype, bytearray(data)))
    return made.frozen() if frozen else made


def record(declared: type) -> RecordType:
    """Class decorator: the annotations are the fields, in order. Put wide fields first to avoid padding."""
    try:
        annotations = get_annotations(declared, eval_str=True)  # strings under `from __future__ import annotations`
    except NameError as error:
        raise TypeError(f"{declared.__name__}: {error}; import the field types at the top of the module") from None
    for name, field in annotations.items():
        if not isinstance(field, Field):
            raise TypeError(f"{declared.__name__}.{name} is not a record field: {field!r}")
    return RecordType(declared.__name__, annotations)
