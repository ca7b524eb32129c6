"""Options: validated one by one, with a sentence for each invalid value; and as game strings."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, field

from boardwalk.contract import options
from boardwalk.contract.errors import OptionError
from boardwalk.contract.options import fields, read_game_string, write_game_string


class Walls(Enum):
    HIDDEN = "hidden"
    OPEN = "open"


class Sample(options.Options, frozen=True, kw_only=True):
    rows: Annotated[int, Meta(ge=10, le=64, description="rows of the grid")] = 10
    chance: Annotated[float, Meta(ge=0, le=100)] = 5.0
    turns: Annotated[int, Meta(ge=0)] = 0
    walls: Walls = Walls.HIDDEN
    loud: bool = False
    layout: Annotated[str, Meta(extra_json_schema=options.FILE)] = ""


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"rows": "9"}, "rows must be a whole number from 10 to 64, not '9'"),
        ({"rows": 65}, "rows must be a whole number from 10 to 64, not '65'"),
        ({"rows": "ten"}, "rows must be a whole number from 10 to 64, not 'ten'"),
        ({"rows": ""}, "rows must be a whole number from 10 to 64, not ''"),
        ({"rows": "12.0"}, "rows must be a whole number from 10 to 64, not '12.0'"),
        ({"rows": 12.5}, "rows must be a whole number from 10 to 64, not '12.5'"),
        (
            {"rows": "9" * 60},
            "rows must be a whole number from 10 to 64, not '9999999999999999999999999999999999999999…'",
        ),
        ({"rows": 10**5000}, "rows must be a whole number from 10 to 64, not 'a huge number'"),
        ({"chance": "much"}, "chance must be a number from 0 to 100, not 'much'"),
        ({"chance": "nan"}, "chance must be a number from 0 to 100, not 'nan'"),
        ({"turns": -1}, "turns must be a whole number, at least 0, not '-1'"),
        ({"walls": "shut"}, "walls must be one of hidden, open, not 'shut'"),
        ({"loud": "maybe"}, "loud must be true or false, not 'maybe'"),
        ({"colour": 1}, "there is no option 'colour'; the options are rows, chance, turns, walls, loud, layout"),
    ],
)
def test_a_wrong_value_gets_its_sentence(values: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        Sample.of(values)
    assert str(caught.value) == message
    assert caught.value.option in values


def test_text_and_values_are_both_read() -> None:
    read = Sample.of({"rows": " 12 ", "chance": "2.5", "walls": "open", "loud": "true", "layout": "a\nb"})
    assert read == Sample(rows=12, chance=2.5, walls=Walls.OPEN, loud=True, layout="a\nb")
    assert read.changed() == {"rows": 12, "chance": 2.5, "walls": "open", "loud": True, "layout": "a\nb"}
    assert Sample.of(read.changed()) == read
    assert [option.name for option in fields(Sample).values() if option.takes_file] == ["layout"]


@given(
    st.builds(
        Sample,
        rows=st.integers(10, 64),
        chance=st.floats(0, 100),
        walls=st.sampled_from(Walls),
        loud=st.booleans(),
        layout=st.text(),
    )
)
def test_game_strings_round_trip(chosen: Sample) -> None:
    name, values = read_game_string(write_game_string("sample", chosen))
    assert name == "sample" and Sample.of(values) == chosen


def test_game_strings_are_short() -> None:
    assert write_game_string("sample", Sample()) == "sample"
    assert write_game_string("sample", Sample(rows=12, walls=Walls.OPEN)) == "sample(rows=12,walls=open)"
    assert read_game_string(" sample ( rows = 12 , walls=open ) ") == ("sample", {"rows": "12", "walls": "open"})
    assert read_game_string("sample()") == ("sample", {})


@pytest.mark.parametrize(
    "text", ["", "Sample", "sample(", "sample(rows)", "sample(rows=1)x", "sample(=3)", "a b", "sample(a=1,,b=2)"]
)
def test_what_is_no_game_string_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        read_game_string(text)


class Unusual(options.Options, frozen=True, kw_only=True):
    first: Literal["red", "blue", "either one"] = "red"
    size: Literal[5, 7, 9] = 7
    limit: int | None = None
    ways: list[int] = field(default_factory=lambda: [1, 2])
    walls: Walls | None = None


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({"first": "blue"}, {"first": "blue"}),
        ({"first": "either one"}, {"first": "either one"}),
        ({"size": "9"}, {"size": 9}),
        ({"size": 5}, {"size": 5}),
        ({"limit": "12"}, {"limit": 12}),
        ({"limit": "null"}, {}),
        ({"limit": None}, {}),
        ({"ways": "[3, 4]"}, {"ways": [3, 4]}),
        ({"ways": [5]}, {"ways": [5]}),
        ({"walls": "open"}, {"walls": "open"}),
    ],
)
def test_an_option_may_have_any_type(values: dict[str, Any], changed: dict[str, Any]) -> None:
    chosen = Unusual.of(values)
    assert chosen.changed() == changed
    assert Unusual.of(chosen.changed()) == chosen
    name, texts = read_game_string(write_game_string("unusual", chosen))
    assert name == "unusual" and Unusual.of(texts) == chosen


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"first": "green"}, "first must be one of red, blue, either one, not 'green'"),
        ({"size": "6"}, "size must be one of 5, 7, 9, not '6'"),
        ({"size": 6}, "size must be one of 5, 7, 9, not '6'"),
        ({"ways": "[1, x]"}, "ways must be a value such as [1,2], not '[1, x]'"),
        ({"ways": "7"}, "ways must be a value such as [1,2], not '7'"),
        ({"limit": "many"}, "limit must be a value such as null, not 'many'"),
    ],
)
def test_a_wrong_value_of_any_type_gets_its_sentence(values: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        Unusual.of(values)
    assert str(caught.value) == message


def test_forms_are_told_what_to_ask_for() -> None:
    kinds = {name: (option.kind, option.choices) for name, option in fields(Unusual).items()}
    assert kinds == {
        "first": ("choice", ["red", "blue", "either one"]),
        "size": ("choice", [5, 7, 9]),
        "limit": ("data", []),
        "ways": ("data", []),
        "walls": ("data", []),
    }
    assert {name: option.kind for name, option in fields(Sample).items()} == {
        "rows": "whole",
        "chance": "number",
        "turns": "whole",
        "walls": "choice",
        "loud": "switch",
        "layout": "file",
    }
    for option in [*fields(Unusual).values(), *fields(Sample).values()]:
        assert option.read(option.write()) == option.default
