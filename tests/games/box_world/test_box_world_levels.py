"""Levels and packs as text: what is accepted, what is rejected with which error, and round trips."""

from __future__ import annotations

import pytest
from box_world_play import GAME, drawn, table_of
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwalk.contract.errors import OptionError, TextError
from boardwalk.contract.options import read_game_string
from boardwalk.games.box_world.files import Level, looks_like_pack, read_pack, write_pack
from boardwalk.games.box_world.setup import PACKS, levels_of

SYMBOLS = "expected one of - B F H I U W"


@pytest.mark.rule("BW-1")
def test_every_symbol_is_read() -> None:
    table = table_of("UBFHIW-\n-------")
    assert GAME.notation.describe(table.deal(1, table.interpreted)) == {
        "level": 1,
        "levels": 1,
        "title": "",
        "done": False,
        "over": False,
        "moves": 0,
        "pushes": 0,
        "player": (0, 0),
        "cells": ["-BFHIW-", "-------"],
    }


@pytest.mark.rule("BW-1")
@pytest.mark.parametrize("text", ["UF\n--\n", "UF\r\n--\r\n", "UF\n--", "UF\r\n--", "\n\nUF\n--\n\n  \n"])
def test_line_ends_do_not_matter(text: str) -> None:
    assert read_pack(text) == (Level(("UF", "--")),)


@pytest.mark.rule("BW-1")
@pytest.mark.parametrize(
    ("text", "line", "column", "what"),
    [
        ("UF\n-x\n", 2, 2, f"unknown symbol 'x'; {SYMBOLS}"),
        ("UF\n- \n", 2, 2, f"unknown symbol ' '; {SYMBOLS}"),
        ("uF\n", 1, 1, f"unknown symbol 'u'; {SYMBOLS}"),
        ("UF\r\n-\t\r\n", 2, 2, f"unknown symbol '\\t'; {SYMBOLS}"),
        ("; one\nUF\n; two\nUF\n", 4, 1, "a second player; expected one U"),
        ("UF\n\x0c\n", 2, 1, f"unknown symbol '\\x0c'; {SYMBOLS}"),
        ("UF\n\xa0\nUF\n", 2, 1, f"unknown symbol '\\xa0'; {SYMBOLS}"),
        ("UF\r\r\n", 1, 3, f"unknown symbol '\\r'; {SYMBOLS}"),
        ("U-F\n--\n", 2, 3, "this row has 2 cells; expected 3 as in the first row"),
        ("U-F\n----\n", 2, 4, "this row has 4 cells; expected 3 as in the first row"),
        ("UF\n\n--F\n", 3, 1, "the level has no player; expected one U"),
        ("; t\n\nU-F\n-U-\n", 4, 2, "a second player; expected one U"),
        ("UUUF\n", 1, 2, "a second player; expected one U"),
        ("UF\n\n;x\nU--\n", 4, 1, "the level has no finish; expected at least one F"),
        ("UF" + "-" * 63 + "\n", 1, 65, "a level has at most 64 columns"),
        ("UF\n" + "--\n" * 64, 65, 1, "a level has at most 64 rows"),
        ("UF\n\n" * 1001, 2001, 1, "a pack has at most 1000 levels"),
        ("", 1, 1, "expected a level: rows of - B F H I U W"),
        ("; only a title\n\n", 1, 1, "expected a level: rows of - B F H I U W"),
    ],
)
def test_a_wrong_text_is_refused_with_its_place(text: str, line: int, column: int, what: str) -> None:
    with pytest.raises(TextError) as caught:
        read_pack(text)
    assert (caught.value.line, caught.value.column, caught.value.what) == (line, column, what)


@pytest.mark.rule("BW-1")
@pytest.mark.parametrize(
    "level", ["UW\nWF", "UHF", "UBF", "UIF", "UB\nBF", "UIB-F", "UBW-F", "F\nI\nU", "--W--\n-BBB-\nWBUHF\n--W--"]
)
def test_a_level_that_allows_no_first_move_is_refused(level: str) -> None:
    rows = level.split("\n")
    line = next(number for number, row in enumerate(rows) if "U" in row)
    with pytest.raises(TextError) as caught:
        read_pack(f"; First\nUF\n\n; Second\n{level}\n\n; Third\nUF\n")
    assert (caught.value.line, caught.value.column) == (5 + line, rows[line].index("U") + 1)
    assert caught.value.what == "the player can't move; expected a way out: floor, a finish or a box to push"


@pytest.mark.rule("BW-1")
@pytest.mark.parametrize("level", ["UF", "FU", "U-WF", "UB-F", "UBHF", "UIHF", "F\n-\nB\nU", "WW-FW\nWHUBW\nWWWWW"])
def test_one_way_out_is_enough(level: str) -> None:
    assert read_pack(level) == (Level(tuple(level.split("\n"))),)


@pytest.mark.rule("BW-1")
def test_any_symbol_may_stand_on_the_border() -> None:
    rows = ("HBI", "F-W", "-UB")
    assert read_pack("\n".join(rows)) == (Level(rows),)


@pytest.mark.rule("BW-1")
@pytest.mark.parametrize("size", [1, 10, 18, 32, 64])
def test_levels_of_all_sizes_are_taken(size: int) -> None:
    rows = ["U" + "-" * (size - 1), *["-" * size for _ in range(size - 2)], "-" * (size - 1) + "F"]
    rows = ["UF"] if size == 1 else rows
    table = table_of("\n".join(rows))
    assert drawn(table.deal(1, table.interpreted)) == "\n".join(rows)


@pytest.mark.rule("BW-2")
def test_a_pack_is_its_levels_in_order_with_their_titles() -> None:
    text = "; not a title, as it is not right above\n\n; also no title\n;  First \nUF\n\n\nU-F\n \n;\nU--F\n\n;Last\nFU"
    assert read_pack(text) == (
        Level(("UF",), "First"),
        Level(("U-F",)),
        Level(("U--F",)),
        Level(("FU",), "Last"),
    )


@pytest.mark.rule("BW-2")
def test_remarks_may_stand_anywhere_and_belong_to_no_level() -> None:
    text = ";Top\n\n; Title\nUF\n; within\n--\n; below\n\n; apart\n \t\nU-F\n; at the end"
    assert read_pack(text) == (Level(("UF", "--"), "Title"), Level(("U-F",)))
    with pytest.raises(TextError) as caught:
        read_pack("UF\n; within\n-x\n")
    assert (caught.value.line, caught.value.column) == (3, 2)


@pytest.mark.rule("BW-2")
def test_a_title_sends_nothing_but_text_to_a_terminal() -> None:
    (level,) = read_pack("; \x1b[31mRed\tand\xa0blue\r \nUF\n")
    assert level.title == "[31mRed and blue"
    assert read_pack(write_pack((level,))) == (level,)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    """Any level: rows of symbols, of which one has the player and a finish."""
    width = draw(st.integers(2, 6))
    rows = draw(st.lists(st.text("-BFHIW", min_size=width, max_size=width), max_size=5))
    rows.insert(draw(st.integers(0, len(rows))), "".join(draw(st.permutations("UF" + "-" * (width - 2)))))
    return Level(tuple(rows), draw(st.text("abc XYZ;-", max_size=9).map(str.strip)), draw(st.integers(0, 10**9 - 1)))


@pytest.mark.rule("BW-2")
@given(st.lists(levels(), min_size=1, max_size=4).map(tuple))
@settings(max_examples=60, deadline=None)
def test_writing_a_pack_reverses_reading_it(pack: tuple[Level, ...]) -> None:
    text = write_pack(pack)
    assert read_pack(text) == pack
    assert [level.fewest for level in read_pack(text)] == [level.fewest for level in pack]
    assert read_pack(text.replace("\n", "\r\n")) == pack
    assert looks_like_pack(text)


def test_what_does_not_look_like_a_pack() -> None:
    assert not looks_like_pack("; a title\n\nboardwalk box_world 1\n")
    assert not looks_like_pack("")


# -- options


def test_a_pack_by_name_or_as_text_or_one_level_of_it() -> None:
    assert len(GAME.table().layout.notes) == len(levels_of("first_steps"))
    text = "; A\nUF\n\n; B\nU-F\n"
    assert [level.title for level in GAME.table({"pack": text}).layout.notes] == ["A", "B"]
    second = GAME.table({"pack": text, "level": "2"})
    assert [level.title for level in second.layout.notes] == ["B"]
    name, values = read_game_string(str(second))
    assert GAME.table(values).layout.board == second.layout.board and name == "box_world"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"pack": "nowhere"}, f"there is no pack 'nowhere'; the packs are {', '.join(PACKS.names())}"),
        ({"pack": "UF\n", "level": 2}, "level must be from 0 to 1, the levels of this pack, not 2"),
        ({"level": -1}, "level must be a whole number, at least 0, not '-1'"),
        ({"pack": 3}, "pack must be a text, not '3'"),
        ({"box": 3}, "there is no option 'box'; the options are pack, level"),
    ],
)
def test_a_wrong_option_is_refused(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.table(values)
    assert str(caught.value) == sentence


def test_a_wrong_pack_text_is_refused_with_its_place() -> None:
    with pytest.raises(TextError, match="text:2:3: unknown symbol '!'"):
        GAME.table({"pack": "UF-\n--!\n"})
