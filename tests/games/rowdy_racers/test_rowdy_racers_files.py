"""Layout files (RR-37) and positions as text."""

from __future__ import annotations

from random import Random

import pytest
from rowdy_racers_positions import GAME, race, told

import boardwalk
from boardwalk.contract.errors import TextError
from boardwalk.contract.positions import read_position, write_position
from boardwalk.games.rowdy_racers import rules, setup
from boardwalk.games.rowdy_racers.content.file_kinds import FILES
from boardwalk.games.rowdy_racers.files import Race, layout_in, read_layout, write_layout

PLAIN = [".........2", *["." * 10] * 8, "1........."]


def text_of(changes: dict[int, str]) -> str:
    """A plain layout with some lines replaced, counted from 1."""
    return "".join(changes.get(number, line) + "\n" for number, line in enumerate(PLAIN, 1))


@pytest.mark.rule("RR-37")
def test_a_layout_is_read() -> None:
    table = GAME.table({"layout": text_of({2: "##........", 5: "...*...#..", 9: ".*........"})})
    start = told(table.deal(3, table.interpreted))
    assert start["walls"] == [(2, 1), (2, 2), (5, 8)], "RR-5 does not bind a layout"
    assert start["inactive"] == [(5, 4), (9, 2)], "nor do RR-9 and RR-10"
    assert [racer["square"] for racer in start["racers"]] == [(10, 1), (1, 10)]
    assert not table.layout.per_game
    assert told(table.deal(4, table.interpreted)) == start


@pytest.mark.rule("RR-37")
def test_the_size_comes_from_the_file() -> None:
    wide = "".join(line + "\n" for line in ["." * 63 + "2", *["." * 64] * 9, *["." * 64] * 53, "1" + "." * 63])
    table = GAME.table({"layout": wide})
    assert (table.layout.rows, table.layout.cols) == (64, 64)


@pytest.mark.rule("RR-37")
@pytest.mark.parametrize("name", setup.LAYOUTS.names())
def test_layouts_that_ship_are_written_as_they_were_read(name: str) -> None:
    race_layout = setup.layout_of(name)
    assert race_layout.title
    text = write_layout(race_layout)
    assert read_layout(text) == race_layout
    table = GAME.table({"layout": text})
    assert layout_in(table.deal(1, table.interpreted), race_layout.title) == race_layout


@pytest.mark.rule("RR-37")
@pytest.mark.parametrize("seed", range(10))
def test_a_generated_race_can_be_written_and_raced_again(seed: int) -> None:
    table = GAME.table({"rows": 11, "cols": 12})
    first = table.deal(seed, table.interpreted)
    again_table = GAME.table({"layout": write_layout(layout_in(first))})
    again = again_table.deal(0, again_table.interpreted)
    assert told(again) == told(first)
    assert again.board.ways == first.board.ways
    assert again.board.grenades == first.board.grenades


@pytest.mark.rule("RR-37")
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends_do_no_harm(end: str, last: bool) -> None:
    text = end.join(["; A title", "", *PLAIN]) + (end + end if last else "")
    assert read_layout(text) == Race(tuple(PLAIN), "A title")


@pytest.mark.rule("RR-37")
def test_remarks_may_stand_anywhere_and_the_first_is_the_title() -> None:
    lines = ["", ";  A title ", " \t", "; more", *PLAIN[:4], "; within", *PLAIN[4:], "", "; below", " "]
    assert read_layout("\n".join(lines)) == Race(tuple(PLAIN), "A title")
    assert read_layout("\n".join([*PLAIN, ";"])) == Race(tuple(PLAIN))
    with pytest.raises(TextError) as broken:
        read_layout("\n".join(lines).replace("1.........", "1......x.."))
    assert (broken.value.line, broken.value.column) == (15, 8)


WALLED = dict.fromkeys(range(2, 10), "....#.....") | {1: "....#....2", 10: "1...#....."}


@pytest.mark.rule("RR-37", "RR-1", "RR-2")
@pytest.mark.parametrize(
    ("text", "line", "column", "what"),
    [
        ("", 1, 1, "a layout has 10 to 64 rows, not 0"),
        ("; only a title\n", 2, 1, "a layout has 10 to 64 rows, not 0"),
        (text_of({3: "....x....."}), 3, 5, "unknown symbol 'x'; expected one of . # * 1 2"),
        (text_of({3: "....... .."}), 3, 8, "unknown symbol ' '; expected one of . # * 1 2"),
        (text_of({}) + "\x0c\n", 11, 1, "unknown symbol '\\x0c'; expected one of . # * 1 2"),
        (text_of({}) + "\xa0\n\n", 11, 1, "unknown symbol '\\xa0'; expected one of . # * 1 2"),
        (text_of({3: "..........\r\r"}), 3, 11, "unknown symbol '\\r'; expected one of . # * 1 2"),
        (text_of({3: ""}), 3, 1, "this row has 0 squares; expected 10 as in the first row"),
        (text_of({4: "." * 9}), 4, 10, "this row has 9 squares; expected 10 as in the first row"),
        (text_of({4: "." * 12}), 4, 11, "this row has 12 squares; expected 10 as in the first row"),
        ("........2\n" * 10, 1, 10, "a row has 10 to 64 squares, not 9"),
        (("." * 64 + "2\n") * 10, 1, 65, "a row has 10 to 64 squares, not 65"),
        ("".join(line + "\n" for line in PLAIN[1:]), 10, 1, "a layout has 10 to 64 rows, not 9"),
        ("\n".join([*PLAIN[:-1], *["." * 10] * 55, PLAIN[-1]]), 65, 1, "a layout has 10 to 64 rows, not 65"),
        (text_of({1: "." * 10}), 1, 10, "expected the start 2 in the top right corner, not '.'"),
        (text_of({10: "#........."}), 10, 1, "expected the start 1 in the bottom left corner, not '#'"),
        (text_of({1: "2........1", 10: "1........."}), 1, 10, "expected the start 2 in the top right corner, not '1'"),
        (text_of({7: "...1......"}), 7, 4, "a second 1; the only one belongs in the bottom left corner"),
        ("; A title\n" + text_of({7: "......2..."}), 8, 7, "a second 2; the only one belongs in the top right corner"),
        (text_of(WALLED), 1, 10, "walls leave no path between the starts"),
    ],
)
def test_a_broken_layout_gets_its_line_column_and_sentence(text: str, line: int, column: int, what: str) -> None:
    with pytest.raises(TextError) as broken:
        read_layout(text)
    assert (broken.value.line, broken.value.column, broken.value.what) == (line, column, what)


@pytest.mark.rule("RR-37", "RR-17")
def test_a_diagonal_between_two_walls_is_a_path() -> None:
    staircase = {**WALLED, 5: "...##.....", 6: "...#......", 7: "...#......"}
    staircase |= {8: "...#......", 9: "...#......", 10: "1..#......"}
    with pytest.raises(TextError):
        read_layout(text_of(staircase))
    assert read_layout(text_of({**staircase, 5: "....#....."}))


@pytest.mark.rule("RR-37")
def test_a_broken_layout_as_an_option_is_a_text_error() -> None:
    with pytest.raises(TextError, match="text:3:5: unknown symbol 'x'"):
        GAME.table({"layout": text_of({3: "....x....."})})


def test_the_kind_of_file_is_recognised() -> None:
    (kind,) = FILES
    assert (kind.suffix, kind.option) == (".race", "layout")
    assert kind.looks_like("; A title\n" + text_of({}))
    assert kind.read(text_of({})) == Race(tuple(PLAIN))
    assert not kind.looks_like("U--F\n") and not kind.looks_like("") and not kind.looks_like("12\n")


def test_a_layout_as_text_survives_the_game_string() -> None:
    table = GAME.table({"layout": '; Twin "a, b"\n' + text_of({3: "..##......"})})
    assert boardwalk.table(str(table)).layout.board == table.layout.board


def test_floor_that_walls_shut_in_is_told_apart() -> None:
    table = GAME.table({"layout": text_of({3: "...###....", 4: "...#*#....", 5: "...###...."})})
    board = table.layout.board
    assert board.square[34] == rules.CLOSED and board.square[44] == rules.WALL and board.square[0] == rules.FLOOR
    assert told(table.deal(1, table.interpreted))["inactive"] == [(4, 5)]


POSITION = write_position(race(".*.\n.A.\n.X.", ".1.", carried="1 2"))


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "what"),
    [
        ("turn: 1\n", "", 16, 1, "the field turn is missing"),
        (
            "turn: 1",
            "turns: 1",
            3,
            1,
            "expected one of the fields turn, player, to_act, actions, moved, racers, trail1, "
            "trail2, carried, debt, grenades, ending, winner, rng, as in 'name: value'",
        ),
        ("player: 1", "player: 3", 4, 9, "player must be a whole number from 1 to 2, not '3'"),
        ("to_act: player 1", "to_act: me", 5, 9, "to_act must be one of player 1, player 2, board, nobody, not 'me'"),
        (
            "to_act: player 1",
            "to_act: player 2",
            5,
            9,
            "to_act must be the player whose turn it is, with an action left, or board or nobody, not 'player 2'",
        ),
        (
            "actions: 3",
            "actions: 0",
            5,
            9,
            "to_act must be the player whose turn it is, with an action left, or board or nobody, not 'player 1'",
        ),
        ("moved: no", "moved: maybe", 7, 8, "moved must be one of no, yes, not 'maybe'"),
        ("racers: 4,4 5,4", "racers: 4,4", 8, 9, "racers must be 2 squares such as 10,1, not '4,4'"),
        ("racers: 4,4 5,4", "racers: 4,4 -", 8, 9, "racers must be 2 squares such as 10,1, not '4,4 -'"),
        ("racers: 4,4 5,4", "racers: 4,4 4,11", 8, 9, "racers must be 2 squares such as 10,1, not '4,4 4,11'"),
        ("racers: 4,4 5,4", "racers: 4,4 4,4", 8, 9, "racers must be two different squares, not '4,4 4,4'"),
        (
            "trail1: - - -",
            "trail1: 3,3 x -",
            9,
            9,
            "trail1 must be 3 squares such as 10,1, or - for none, not '3,3 x -'",
        ),
        (
            "trail1: - - -",
            "trail1: 3,3 - 1,3",
            9,
            9,
            "trail1 must be a chain of neighbours that begins beside the racer, not '3,3 - 1,3'",
        ),
        ("carried: 1 2", "carried: 1 7", 11, 10, "carried must be 2 whole numbers from 0 to 6, not '1 7'"),
        (
            "debt: 0 0",
            "debt: 1 0",
            12,
            7,
            "debt must be 0 for the player to act: a debt is paid when the turn begins, not '1 0'",
        ),
        ("grenades: 4", "grenades: 3", 13, 11, "grenades must be at least 4, those on the grid and carried, not '3'"),
        (
            "..........\n..........",
            "..........\n.........",
            18,
            1,
            "expected 10 rows, each of 10 squares, a blank and 10 squares of power",
        ),
        ("...*......", "...?......", 20, 4, "unknown symbol '?'; expected one of # . * ! o +"),
        ("...1......", "...4......", 20, 15, "unknown symbol '4'; expected one of . 1 2 3"),
    ],
)
def test_a_broken_position_gets_its_line_column_and_sentence(
    old: str, new: str, line: int, column: int, what: str
) -> None:
    assert old in POSITION
    with pytest.raises(TextError) as broken:
        read_position(POSITION.replace(old, new, 1))
    assert (broken.value.line, broken.value.column, broken.value.what) == (line, column, what)


def test_positions_with_failures_of_all_ages_read_back_to_the_byte() -> None:
    table = GAME.table({"failures": 3, "rows": 12, "cols": 11})
    random, position = Random(4), table.deal(4, table.interpreted)
    for _ in range(40):
        again = read_position(write_position(position))
        assert again.state == position.state and again.board == position.board
        if not position.over:
            table.interpreted.apply(position, random.choice(table.interpreted.legal(position) or [0]))
    assert {rules.turns_dark(position.state, square) for square in range(132)} == {0, 1, 2, 3}


def test_a_position_where_nobody_can_stand_is_refused() -> None:
    with pytest.raises(TextError, match="racers must be on floor, not '4,4 1,10'"):
        race("...\n.#.\n...", racers="4,4 1,10")
    with pytest.raises(TextError, match="to_act must be nobody: the player can't move, not 'player 1'"):
        race("###\n#A#\n###")


def test_a_position_must_fit_its_layout() -> None:
    table = GAME.table({"layout": "open_field"})
    text = write_position(table.deal(1, table.interpreted))
    with pytest.raises(TextError, match="the layout has no wall here"):
        read_position(text.replace("\n..........", "\n#.........", 1))
    with pytest.raises(TextError, match="grenades must be 4 as in the layout, not '5'"):
        read_position(text.replace("grenades: 4", "grenades: 5"))
    walled = GAME.table({"layout": "twin_gates"})
    text = write_position(walled.deal(1, walled.interpreted))
    with pytest.raises(TextError, match="the layout has a wall here"):
        read_position(text.replace("#", ".", 1))
