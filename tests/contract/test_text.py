"""The parts that parsers of text share."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from boardwalk.contract.errors import TextError
from boardwalk.contract.text import Mistakes, counted, decode_json, place_in, read_fields, unmarked, whole_number


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("0", 0),
        ("-7", -7),
        ("007", 7),
        (str(2**64 - 1), 2**64 - 1),
        (str(-(2**63)), -(2**63)),
        ("9" * 21, None),
        ("9" * 5000, None),
        ("", None),
        ("-", None),
        ("--1", None),
        ("1.5", None),
        ("²", None),
    ],
)
def test_a_whole_number_has_as_many_digits_as_64_bits_need(word: str, number: int | None) -> None:
    assert whole_number(word) == number


def test_fields_hold_all_numbers_of_64_bits() -> None:
    fields, _, _ = read_fields(f"set: {2**64 - 1} 0\n", ("set",))
    assert fields.numbers("set", (0, 2**64 - 1), (0, 1)) == [2**64 - 1, 0]
    with pytest.raises(TextError, match=r"^text:1:6: set must be 2 whole numbers in 0..7, 0..1, not '18446744"):
        fields.numbers("set", (0, 7), (0, 1))


def test_half_of_a_surrogate_pair_is_refused_where_it_is() -> None:
    with pytest.raises(TextError, match=r"^text:2:3: expected a character, not '\\ud800', half of a surrogate pair$"):
        unmarked("ab\ncd\ud800")
    assert unmarked("\ufeffa\U0001f600") == "a\U0001f600"


def test_places_count_from_one() -> None:
    text = "ab\n\nc"
    assert [place_in(text, at) for at in range(6)] == [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2)]


@pytest.mark.parametrize("data", [b"[" * 9999, "[" * 9999, '"\ud800"', b'"\xff"', b"1" * 5000, b'"\\q"', b"{", b""])
def test_whatever_is_wrong_with_json_is_one_error(data: bytes | str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_json(data, Any)  # type: ignore[arg-type]


def test_one_thing_is_no_plural() -> None:
    assert [counted(number, "seat") for number in (0, 1, 2)] == ["0 seats", "1 seat", "2 seats"]


def test_the_hundredth_mistake_is_the_last() -> None:
    mistakes = Mistakes()
    for line in range(1, Mistakes.MOST):
        mistakes.add(line, 1, "wrong")
    with pytest.raises(TextError) as caught:
        mistakes.add(Mistakes.MOST, 1, "wrong")
    assert caught.value.line == 1 and len(caught.value.more) == Mistakes.MOST - 1
