"""Connect Four, the example of a game in a package of its own."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import boardwalk
import connect_four
from boardwalk import AUDIENCE, Match, MoveError, OptionError, TextError, make_bot, read_position, write_position

GAME = boardwalk.game("connect_four")
RED, YELLOW = 0, 1


def played(columns: str, **options: Any) -> Match:
    """A match after these columns, one digit each."""
    table = GAME.table(options)
    match = Match(table, seed=1, rules=table.interpreted)
    for column in columns:
        match.act(match.to_act, *GAME.notation.read_actions(match.position, column))
    return match


def rows(match: Match) -> list[str]:
    """The discs as a picture, top row first."""
    scene = match.view(AUDIENCE).scene
    discs = {(piece.row, piece.col): piece.char for piece in scene.pieces}
    return ["".join(discs.get((row, col), ".") for col in range(scene.cols)) for row in range(scene.rows)]


def highlighted(match: Match) -> set[tuple[int, int]]:
    return {(overlay.row, overlay.col) for overlay in match.view(AUDIENCE).scene.overlays}


# -- the rules


@pytest.mark.rule("C4-1")
def test_the_board_is_empty_and_of_the_chosen_size() -> None:
    assert rows(played("")) == ["." * 7] * 6
    assert rows(played("", rows=4, cols=9)) == ["." * 9] * 4
    assert GAME.table().seats == ("Red", "Yellow")
    for side in ("rows", "cols"):
        for size in (3, 10):
            with pytest.raises(OptionError, match=f"{side} must be a whole number from 4 to 9, not '{size}'"):
                GAME.table({side: size})


@pytest.mark.rule("C4-2")
def test_players_take_turns_and_either_may_begin() -> None:
    assert [played("4" * count).to_act for count in range(4)] == [RED, YELLOW, RED, YELLOW]
    assert [played("4" * count, first="yellow").to_act for count in range(4)] == [YELLOW, RED, YELLOW, RED]
    assert rows(played("122", first="yellow"))[-2:] == [".Y.....", "YR....."]
    with pytest.raises(OptionError, match="first must be one of red, yellow, not 'green'"):
        GAME.table({"first": "green"})
    match = played("")
    with pytest.raises(MoveError):
        match.act(YELLOW, 0)
    assert match.to_act == RED and not match.actions


@pytest.mark.rule("C4-3")
def test_a_disc_falls_and_stays_and_a_full_column_is_not_offered() -> None:
    match = played("1121")
    assert rows(match)[-3:] == ["Y......", "Y......", "RR....."]
    before = {piece.id: piece for piece in match.view(RED).scene.pieces}
    match.act(RED, 0)
    after = {piece.id: piece for piece in match.view(RED).scene.pieces}
    assert before.items() <= after.items() and set(after) - set(before) == {"disc5"}
    full = played("777777")
    assert [choice.text for choice in full.view(RED).choices] == list("123456")
    with pytest.raises(MoveError):
        full.act(RED, 6)


WON = [
    ("1122334", {(5, 0), (5, 1), (5, 2), (5, 3)}),  # across
    ("1122443", {(5, 0), (5, 1), (5, 2), (5, 3)}),  # across, the gap filled last
    ("1212121", {(2, 0), (3, 0), (4, 0), (5, 0)}),  # down
    ("12233434464", {(5, 0), (4, 1), (3, 2), (2, 3)}),  # along one diagonal
    ("76655454424", {(5, 6), (4, 5), (3, 4), (2, 3)}),  # along the other
]


@pytest.mark.rule("C4-4")
@pytest.mark.parametrize(("columns", "line"), WON)
def test_four_in_a_row_win_at_once(columns: str, line: set[tuple[int, int]]) -> None:
    assert not played(columns[:-1]).over
    match = played(columns)
    assert match.over and match.scores == (1, -1) and match.view(RED).scene.status == "Red has won"
    assert highlighted(match) == line


@pytest.mark.rule("C4-4")
def test_more_than_four_win_too() -> None:
    assert len(highlighted(played("11223355664"))) == 6


@pytest.mark.rule("C4-4")
def test_a_line_does_not_go_on_at_the_other_side_of_the_board() -> None:
    match = played("1556677")
    assert rows(match)[-2:] == ["....RRR", "R...YYY"] and not match.over
    assert highlighted(match) == {(4, 6)}


@pytest.mark.rule("C4-5")
def test_a_full_board_is_a_draw() -> None:
    match = played("4321311144234232", rows=4, cols=4)
    assert match.over and match.scores == (0, 0)
    assert match.view(RED).scene.status == "A draw"


@pytest.mark.rule("C4-6")
@pytest.mark.parametrize("seat", [RED, YELLOW])
def test_either_player_may_resign_at_any_time(seat: int) -> None:
    match = played("44")
    match.event(seat, "resign")
    assert match.over and match.scores[seat] == -1 and match.scores[1 - seat] == 1
    name = match.table.seats[seat]
    assert match.view(seat).news[0] == f"{name} resigns"
    with pytest.raises(MoveError):
        match.event(1 - seat, "resign")


@pytest.mark.rule("C4-7")
def test_how_many_in_a_row_win() -> None:
    assert played("11223", connect=3).over
    assert not played("1122334", connect=5).over and played("112233445", connect=5).over
    with pytest.raises(OptionError, match="connect must be a whole number from 3 to 6, not '7'"):
        GAME.table({"connect": 7})
    with pytest.raises(OptionError, match="connect must be at most 5 on this board, not 6"):
        GAME.table({"rows": 4, "cols": 5, "connect": 6})


# -- the bot


@pytest.mark.parametrize(
    ("columns", "answer"),
    [
        ("112233", "4"),  # it wins,
        ("1223344", "5"),  # even where the other threatens to win as well,
        ("11223", "4"),  # it blocks,
        ("", "4"),  # begins in the middle,
        ("55661727", "35"),  # and does not fill the slot below one where the other would win
    ],
)
def test_the_greedy_bot(columns: str, answer: str) -> None:
    view = played(columns).view(len(columns) % 2)
    chosen = {GAME.notation.write_action(view.position, make_bot("greedy", seed).choose(view)) for seed in range(20)}
    assert chosen <= set(answer)


# -- texts


def test_a_resigned_game_reads_back() -> None:
    match = played("4433")
    match.event(YELLOW, "resign")
    text = write_position(match.position)
    assert "columns: 4 4 3 3\nresigned: Yellow\n" in text
    assert read_position(text).state == match.position.state


HEAD = "boardwalk connect_four 1\n\n"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("columns: 4 8\nresigned: nobody\nrng: 0 0\n", "3:10: columns must be columns from 1 to 7, not '4 8'"),
        ("columns: 4 x\nresigned: nobody\nrng: 0 0\n", "3:10: columns must be columns from 1 to 7, not '4 x'"),
        ("columns: 1 1 1 1 1 1 1\nresigned: nobody\nrng: 0 0\n", "3:10: columns must be columns that could be"),
        (
            "columns: 1 1 2 2 3 3 4 4\nresigned: nobody\nrng: 0 0\n",
            "3:10: columns must be columns that could be",
        ),
        ("columns:\nresigned: Green\nrng: 0 0\n", "4:11: resigned must be one of nobody, Red, Yellow, not 'Green'"),
        ("columns: 1 1 2 2 3 3 4\nresigned: Red\nrng: 0 0\n", "4:11: resigned must be nobody"),
    ],
)
def test_a_wrong_position_is_refused(text: str, where: str) -> None:
    with pytest.raises(TextError) as caught:
        read_position(HEAD + text)
    assert str(caught.value).startswith(f"text:{where}")


@pytest.mark.parametrize("typed", ["0", "8", "x", "", "1.5", "²"])
def test_what_is_no_column_is_refused(typed: str) -> None:
    with pytest.raises(MoveError, match="is no column; type a number from 1 to 7"):
        GAME.notation.read_actions(played("").position, typed)


# -- the package


def test_it_imports_only_what_boardwalk_offers() -> None:
    """An outside author needs nothing but the names that `boardwalk` exports."""
    for path in Path(connect_four.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("boardwalk"):
                assert node.module == "boardwalk" and {name.name for name in node.names} <= set(boardwalk.__all__)
            elif isinstance(node, ast.Import):
                assert all(not name.name.startswith("boardwalk.") for name in node.names)


def test_boardwalk_does_not_know_it() -> None:
    source = Path(boardwalk.__file__).parent
    files = [path for path in source.rglob("*") if path.suffix in (".py", ".js", ".css", ".html", ".md")]
    words = ("connect_four", "connect four", "connectfour")
    assert len(files) > 50
    assert not [path for path in files if any(word in path.read_text(encoding="utf-8").lower() for word in words)]
