"""Records: flat, range-checked in Python, and sharing memory with compiled code."""

from __future__ import annotations

import numpy as np
import pytest

from boardwalk.engine.records import RecordType, i8, i16, i64, record, u32


def pawns() -> RecordType:
    @record
    class Pawns:
        to_act: i8
        cell: i16["pawns"]
        grid: i8[2, 3]
        far: i64
        rng: u32[2]

    return Pawns


def test_annotations_may_be_postponed() -> None:
    built = RecordType("Pawns", {"to_act": i8, "cell": i16["pawns"], "grid": i8[2, 3], "far": i64, "rng": u32[2]})
    assert pawns().fields == built.fields
    assert pawns().dtype(pawns=3) == built.dtype(pawns=3)


def test_an_annotation_that_is_no_field_is_refused() -> None:
    class Pawns:
        to_act: i8
        far: int

    with pytest.raises(TypeError, match=r"Pawns\.far is not a record field"):
        record(Pawns)


def test_an_annotation_that_names_nothing_is_refused() -> None:
    class Pawns:
        far: i128  # type: ignore[name-defined]

    with pytest.raises(TypeError, match="Pawns: name 'i128' is not defined; import the field types"):
        record(Pawns)


def test_fields_are_plain_integers_that_share_the_arrays_memory() -> None:
    value = pawns().new(pawns=3)
    value.cell[2] = -7
    value.to_act = -2
    value.grid[1, 2] = 5
    assert value.array["cell"][0].tolist() == [0, 0, -7]
    assert value.row["to_act"] == -2 and value.array["grid"][0, 1, 2] == 5
    assert type(value.to_act) is int and type(value.cell[2]) is int
    value.array["far"][0] = 2**40
    assert value.far == 2**40


def test_what_does_not_fit_raises_and_changes_nothing() -> None:
    value = pawns().new(pawns=3)
    with pytest.raises(ValueError):
        value.to_act = 128
    with pytest.raises(ValueError):
        value.cell[0] = 40000
    with pytest.raises(IndexError):
        value.cell[3] = 1
    with pytest.raises(AttributeError, match="has no field 'colour'"):
        _ = value.colour
    with pytest.raises(AttributeError):
        value.colour = 1
    assert value == pawns().new(pawns=3)


def test_copies_are_equal_bytes_and_separate_memory() -> None:
    value = pawns().new(pawns=3)
    value.cell[1] = 9
    copy = value.copy()
    assert copy == value and hash(copy) == hash(value) and copy.to_bytes() == value.to_bytes()
    copy.cell[1] = 8
    assert copy != value
    copy.set_bytes(value.to_bytes())
    assert copy == value
    assert value != pawns().new(pawns=4)


def test_every_byte_belongs_to_a_field_and_every_field_is_aligned() -> None:
    dtype = pawns().dtype(pawns=3)
    assert dtype.fields is not None
    covered = sum(kind.itemsize for kind, *_ in dtype.fields.values())
    assert covered == dtype.itemsize
    for kind, offset, *_ in dtype.fields.values():
        assert offset % kind.base.alignment == 0
    assert dtype.itemsize % 8 == 0
    many = np.zeros(5, dtype)
    assert many[1:2].tobytes() == pawns().new(pawns=3).to_bytes()


def test_repr_names_every_field() -> None:
    value = pawns().new(pawns=1)
    assert repr(value) == "Pawns(to_act=0, cell=[0], grid=[[0, 0, 0], [0, 0, 0]], far=0, rng=[0, 0])"


def test_repr_leaves_out_most_of_a_long_array() -> None:
    value = pawns().new(pawns=500)
    value.cell[1] = 7
    assert "cell=[0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, … 500 values], grid" in repr(value)
