"""RoboRally's files: programs and boards (RB-1 to RB-7)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from robo_rally_floor import DATA, GAME, table_of

from boardwalk.contract.errors import BoardwalkError, OptionError, TextError
from boardwalk.games.robo_rally.files import (
    KINDS,
    BoardFile,
    Program,
    program_of,
    read_board,
    read_program,
    write_board,
    write_program,
)

BRD, PRG = GAME.content.files


def test_the_examples_of_the_original() -> None:
    first = read_program((DATA / "example1.prg").read_text())
    assert first == Program(("Alice", "Bob"), (("RFLFW", "LFWFR"), ("FWLWB", "LRLRL")))
    second = read_program((DATA / "example2.prg").read_text())
    assert second == Program(("Alice", "Bob", "Charlie", "Doug"), (("FLFWF", "WFWFL", "RFWFL", "FRWRF"),))
    assert read_board((DATA / "example1.brd").read_text()).rows[1] == "...1...."
    board = read_board((DATA / "example2.brd").read_text())
    assert (board.rows[1], board.starts, board.flags) == (".1.s<<w.E>>S", "ABCD", 2)


@pytest.mark.rule("RB-1")
def test_programs_are_read_in_the_order_of_the_names() -> None:
    assert read_program("format 1\nEve\n") == Program(("Eve",))
    text = "format 1\nEve \t Adam\nFLFLF\tWLWLW\nUWUWU  BWBWB\n"
    assert read_program(text) == Program(("Eve", "Adam"), (("FLFLF", "WLWLW"), ("UWUWU", "BWBWB")))


UNPRINTABLE = "\r\x1b\x00\x0b\x0c\x1c\x7f\x85\xa0\u2003\u2028\u3000\ufeff"


@pytest.mark.rule("RB-1")
@pytest.mark.parametrize("char", UNPRINTABLE)
def test_names_are_made_of_printable_characters(char: str) -> None:
    for line, column in ((f"Eve{char}Adam", 4), (f"Eve Adam{char}", 9), (f"Eve {char}", 5), (f"{char}Eve", 1)):
        with pytest.raises(TextError) as caught:
            read_program(f"format 1\n{line} \n")
        what = f"{char!r} in a name; expected printable characters, and spaces or tabs between names"
        assert (caught.value.line, caught.value.column, caught.value.what) == (2, column, what)
        with pytest.raises(OptionError, match="names must be made of printable characters, not '"):
            GAME.table({"names": line})


@pytest.mark.rule("RB-1")
@given(st.text(UNPRINTABLE + "ab \té☃", min_size=1, max_size=9))
def test_names_that_a_file_may_have_are_the_seats_of_its_game(line: str) -> None:
    try:
        names = read_program(f"format 1\n{line}\n").names
    except TextError:
        return
    assert all(name.isprintable() for name in names)
    assert GAME.table({"robots": len(names), "names": " ".join(names)}).seats == names


@pytest.mark.rule("RB-2", "RB-3")
def test_all_letters_and_repeats_across_rounds() -> None:
    assert read_program("format 1\nA\nFBLRU\nUWUWU\n").rounds == (("FBLRU",), ("UWUWU",))
    assert read_program("format 1\nA\nFWFLF\n").actions == [0, 5, 0, 2, 0]


@pytest.mark.rule("RB-4")
@pytest.mark.parametrize("text", ["format 1 \t\r\nA B \r\nFLFLF WLWLW\t\r\n \r\n\r\n", "format 1\nA B\nFLFLF WLWLW"])
def test_line_ends_and_blanks_at_the_end_do_no_harm(text: str) -> None:
    assert read_program(text) == Program(("A", "B"), (("FLFLF", "WLWLW"),))
    board = text.replace("A B", "A.1").replace("FLFLF WLWLW", "xx+")
    assert read_board(board) == BoardFile(("A.1", "xx+"))


BROKEN_PROGRAMS = [
    ("", "1:1: the file is empty; expected 'format 1' as its first line"),
    (" \n\n", "1:1: the file is empty; expected 'format 1' as its first line"),
    ("format 2\nA\n", "1:8: expected 'format 1' as the first line, not 'format 2'"),
    ("format\nA\n", "1:7: expected 'format 1' as the first line, not 'format'"),
    ("format 12\nA\n", "1:9: expected 'format 1' as the first line, not 'format 12'"),
    ("Format 1\nA\n", "1:1: expected 'format 1' as the first line, not 'Format 1'"),
    ("Alice Bob\nFLFLF WLWLW\n", "1:1: expected 'format 1' as the first line, not 'Alice Bob'"),
    ("format 1\n", "2:1: there are no players; expected one to four names separated by blanks"),
    ("format 1\n\nFLFLF\n", "2:1: a blank line inside the file; blank lines may stand only at its end"),
    ("format 1\nA\n \nFLFLF\n", "3:1: a blank line inside the file; blank lines may stand only at its end"),
    ("format 1\na b c d e\n", "2:9: a fifth player, 'e'; expected one to four names"),
    ("format 1\na b a\n", "2:5: the name 'a' is given twice; expected different names"),
    ("format 1\n a\n", "2:1: expected a name at the start of the line, not a blank"),
    ("format 1\na\n\tFLFLF\n", "3:1: expected a program at the start of the line, not a blank"),
    ("format 1\na b\nFLFLF\n", "3:6: too few programs, 1; expected 2, one a player"),
    ("format 1\na b\nFLFLF  WLWLW  RLRLR\n", "3:15: too many programs, 3; expected 2, one a player"),
    ("format 1\na\nFLFLF\nFLFL\n", "4:5: a program has five actions; 'FLFL' has 4"),
    ("format 1\na b\nFLFLF WLWLWL\n", "3:12: a program has five actions; 'WLWLWL' has 6"),
    ("format 1\na b\nFLFLF WLXLW\n", "3:9: unknown action 'X'; expected one of F B L R U W"),
    ("format 1\na\nflflf\n", "3:1: unknown action 'f'; expected one of F B L R U W"),
    ("format 1\na b\nFLFLF FFLWF\n", "3:8: F twice in a row; expected another action than the one before"),
]


@pytest.mark.rule("RB-1", "RB-2", "RB-3", "RB-4")
@pytest.mark.parametrize(("text", "message"), BROKEN_PROGRAMS)
def test_broken_programs(text: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        read_program(text)
    assert str(caught.value) == f"text:{message}"


SYMBOLS = ". A B C D 1 2 3 4 x + - ^ > v < N E S W n e s w"
BROKEN_BOARDS = [
    ("", "1:1: the file is empty; expected 'format 1' as its first line"),
    ("format\n..\n", "1:7: expected 'format 1' as the first line, not 'format'"),
    ("format 1\n", "2:1: the board has no squares; expected a row of symbols such as '..A.1'"),
    ("format 1\n..\n\n..\n", "3:1: a blank line inside the file; blank lines may stand only at its end"),
    ("format 1\n...\n..\n", "3:3: this row has 2 squares; expected 3 as in the first row"),
    ("format 1\n..\n...\n", "3:3: this row has 3 squares; expected 2 as in the first row"),
    ("format 1\n.............\n", "2:13: a board has at most 12 columns"),
    ("format 1\n" + "..\n" * 9, "10:1: a board has at most 8 rows"),
    ("format 1\n..\n.X\n", f"3:2: unknown symbol 'X'; expected one of {SYMBOLS}"),
    ("format 1\n ..\n", f"2:1: unknown symbol ' '; expected one of {SYMBOLS}"),
    ("format 1\n.5\n", f"2:2: unknown symbol '5'; expected one of {SYMBOLS}"),
    ("format 1\n.V\n", f"2:2: unknown symbol 'V'; expected one of {SYMBOLS}"),
    ("format 1\n.A\n1A\n", "3:2: a second start A; the first is on line 2"),
    ("format 1\n1.\n.1\n", "3:2: a second flag 1; the first is on line 2"),
    ("format 1\n1..\n.3.\n", "3:2: flag 3 without flag 2; expected flags from 1 on without a gap"),
    ("format 1\n2\n", "2:1: flag 2 without flag 1; expected flags from 1 on without a gap"),
]


@pytest.mark.rule("RB-4", "RB-5", "RB-7")
@pytest.mark.parametrize(("text", "message"), BROKEN_BOARDS)
def test_broken_boards(text: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        read_board(text)
    assert str(caught.value) == f"text:{message}"


@pytest.mark.rule("RB-5")
def test_the_smallest_and_the_largest_board() -> None:
    assert read_board("format 1\n.\n").rows == (".",)
    assert len(read_board("format 1\n" + "............\n" * 8).rows) == 8


@pytest.mark.rule("RB-6")
def test_symbols_and_what_they_are() -> None:
    assert read_board("format 1\nˆ^\n").rows == ("^^",)
    table = table_of(".^>v<NESWnes w+-x1234 ABCD........".replace(" ", "\n").replace("w+-x1234", "w+-x1234...."))
    scene = GAME.scene.scene(table.deal(0, table.interpreted), 0)
    kinds = [(scene.tile(0, col).kind, scene.tile(0, col).turn) for col in range(12)]
    assert kinds[:5] == [("floor", 0), ("belt", 0), ("belt", 1), ("belt", 2), ("belt", 3)]
    assert kinds[5:9] == [("belt_cw", 0), ("belt_cw", 1), ("belt_cw", 2), ("belt_cw", 3)]
    assert kinds[9:] == [("belt_ccw", 0), ("belt_ccw", 1), ("belt_ccw", 2)]
    assert [scene.tile(1, col).kind for col in range(5)] == ["belt_ccw", "gear_cw", "gear_ccw", "pit", "floor"]
    assert [(p.label, p.row, p.col) for p in scene.pieces if p.shape == "flag"] == [
        (str(n), 1, 3 + n) for n in range(1, 5)
    ]
    assert [(scene.tile(2, col).kind, scene.tile(2, col).tone) for col in range(4)] == [("start", n) for n in range(4)]


@pytest.mark.rule("RB-7")
def test_what_can_be_looked_at_but_not_played() -> None:
    for text, robots, message in [
        ("format 1\n.A1\n", 2, "the board has no start B, which 2 robots need; it can't be played"),
        ("format 1\nA.C1\n", 3, "the board has no start B, which 3 robots need; it can't be played"),
        ("format 1\nAB\n", 2, "the board has no flag; it can be looked at but not played"),
    ]:
        assert write_board(read_board(text)) == text
        with pytest.raises(OptionError) as caught:
            GAME.table({"board": text, "robots": robots})
        assert (caught.value.option, str(caught.value)) == ("board", message)


@pytest.mark.rule("RB-7")
def test_starts_that_nobody_takes_are_plain_floor() -> None:
    table = table_of("A.B 1.C", robots=1)
    scene = GAME.scene.scene(table.deal(0, table.interpreted), 0)
    assert [scene.tile(*at).kind for at in ((0, 0), (0, 2), (1, 2))] == ["start", "floor", "floor"]
    assert len([piece for piece in scene.pieces if piece.shape == "robot"]) == 1


@given(st.text(alphabet="format 1\n\r\tAB.x12FLW", max_size=60) | st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    for read in (read_board, read_program):
        for content in (text, "format 1\n" + text):
            try:
                read(content)
            except TextError as error:
                assert 1 <= error.line <= content.count("\n") + 2 and error.column >= 1 and error.what


def programs() -> st.SearchStrategy[str]:
    letters = st.text("FBLRUW", min_size=5, max_size=5)
    return letters.filter(lambda word: all(a != b for a, b in pairwise(word)))


@given(st.data())
def test_programs_survive_being_written_and_read(data: st.DataObject) -> None:
    word = st.text("abcXYZ_é☃1", min_size=1, max_size=6)
    names = data.draw(st.lists(word, min_size=1, max_size=4, unique=True))
    rounds = data.draw(st.lists(st.tuples(*[programs() for _ in names]), max_size=4))
    program = Program(tuple(names), tuple(rounds))
    assert read_program(write_program(program)) == program
    assert program_of(names, program.actions) == program
    assert program_of(names, [*program.actions, 0, 1]) == program


@given(st.integers(1, 8), st.integers(1, 12), st.data())
def test_boards_survive_being_written_and_read(rows: int, cols: int, data: st.DataObject) -> None:
    plain = "".join(set(KINDS) - set("ABCD1234"))
    board = BoardFile(tuple(data.draw(st.text(plain, min_size=cols, max_size=cols)) for _ in range(rows)))
    assert read_board(write_board(board)) == board


@pytest.mark.rule("RB-1", "RB-5")
def test_the_two_kinds_are_told_apart() -> None:
    boards = [path.read_text() for path in DATA.glob("*.brd")] + ["format 1\n..q.\n.A1.\n", "format 2\n.A.1\n"]
    files = [path.read_text() for path in DATA.glob("*.prg")]
    files += ["format 1\nEve\nFLFLF\n", "format 1\nAlice\n", "format 1\nx\nBWBWF\n", "format 1\nBob Eve\n"]
    for text in boards:
        assert BRD.looks_like(text) and not PRG.looks_like(text), text
    for text in files:
        assert PRG.looks_like(text) and not BRD.looks_like(text), text
    for text in ("", "boardwalk robo_rally 1\n", "--U--\n"):
        assert not BRD.looks_like(text) and not PRG.looks_like(text), text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board": "nowhere"}, "there is no board 'nowhere'; the boards are assembly_line,"),
        ({"robots": 5}, "robots must be a whole number from 1 to 4, not '5'"),
        ({"rounds": -1}, "rounds must be a whole number from 0 to 100000, not '-1'"),
        ({"names": "Ann Ben Cid"}, "names must be 2 names, one a robot, not 3"),
        ({"robots": 1, "names": "Ann Ben"}, "names must be 1 name, one a robot, not 2"),
        ({"names": "Ann Ann"}, "names must be different from each other"),
        ({"board": "format 1\n..\n.q\n"}, "text:3:2: unknown symbol 'q'"),
    ],
)
def test_wrong_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(BoardwalkError) as caught:
        GAME.table(options)
    assert str(caught.value).startswith(message)


def test_names_are_the_seats() -> None:
    assert GAME.table({"names": "Ann  Ben"}).seats == ("Ann", "Ben")
    assert GAME.table({"robots": 3}).seats == ("Alice", "Bob", "Charlie")
