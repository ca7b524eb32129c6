"""Whole games of Box World, through Match: next level, restart, undo, counts; and their scenes and texts."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from box_world_play import GAME, act, drawn, legal, match_of, table_of

from boardwalk.contract.errors import MoveError, TextError
from boardwalk.contract.game import Position
from boardwalk.contract.parts import Result
from boardwalk.contract.positions import read_position, write_position
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match

TWO = """
    ; fewest moves 5
    ; One
    UB-F
    ----

    ; Two
    ; fewest moves 2
    U-F
"""


def counts(match: Match) -> tuple[int, int]:
    return match.position.state.moves, match.position.state.pushes


# -- from level to level


@pytest.mark.rule("BW-13")
def test_a_finished_level_waits_until_the_player_goes_on() -> None:
    match = match_of(TWO, "sdddw")
    assert GAME.notation.describe(match.position)["done"] and not match.over
    assert legal(match.position) == "next"
    with pytest.raises(MoveError, match="a is not possible now"):
        act(match, "a")
    act(match, "n")
    assert drawn(match.position) == "U-F"
    assert GAME.notation.describe(match.position)["level"] == 2
    assert counts(match) == (0, 0)


@pytest.mark.rule("BW-13")
def test_going_on_is_for_finished_levels() -> None:
    match = match_of(TWO, "s")
    with pytest.raises(MoveError, match="next is not possible now"):
        act(match, "n")


@pytest.mark.rule("BW-13")
def test_the_last_level_ends_the_game() -> None:
    match = match_of(TWO, "sdddwnd")
    assert not match.over and match.scores == (0,)
    act(match, "d")
    assert match.over and match.scores == (1,)
    assert match.view(0).choices == ()


@pytest.mark.rule("BW-13", "BW-15")
def test_the_last_move_of_a_finished_level_can_be_undone() -> None:
    match = match_of(TWO, "sddd")
    before = match.position.state.to_bytes()
    act(match, "w")
    match.undo()
    assert match.position.state.to_bytes() == before and counts(match) == (4, 0)
    act(match, "aw")
    assert counts(match) == (6, 0)


@pytest.mark.rule("BW-13", "BW-15")
def test_the_last_move_of_the_last_level_can_be_undone() -> None:
    match = match_of("U-F", "dd")
    match.undo()
    assert not match.over and drawn(match.position) == "-UF" and counts(match) == (1, 0)
    match.redo()
    assert match.over and counts(match) == (2, 0)


@pytest.mark.rule("BW-13")
def test_a_smaller_level_leaves_nothing_of_a_bigger_one() -> None:
    match = match_of("UF--\nBBBB\nWWWW\n\nUF", "dn")
    cells = 3 * 4  # with the border
    assert set(match.position.state.cell[cells:].tolist()) == {0}
    assert read_position(write_position(match.position)).state == match.position.state


@pytest.mark.rule("BW-13")
def test_undoing_goes_back_one_thing_at_a_time_over_restarts_and_levels() -> None:
    match = match_of(TWO, "sd")
    match.event(0, "restart")
    act(match, "sdddwnd")
    match.event(0, "restart")
    act(match, "dd")
    states = [match.at(number).state.to_bytes() for number in range(len(match.steps))]
    assert match.over and len(states) == 14, "every move, restart and going on is one step"
    for number in range(13, 0, -1):
        match.undo()
        assert match.position.state.to_bytes() == states[number - 1]
    for number in range(1, 14):
        match.redo()
        assert match.position.state.to_bytes() == states[number]


# -- restarting


@pytest.mark.rule("BW-14")
@pytest.mark.parametrize("moves", ["d", "dsda", "sdddw"])
def test_restart_sets_the_level_back_counts_and_all(moves: str) -> None:
    match = match_of(TWO)
    start = match.position.state.to_bytes()
    act(match, moves)
    match.event(0, "restart")
    assert match.position.state.to_bytes() == start
    assert counts(match) == (0, 0)


@pytest.mark.rule("BW-14")
def test_restart_stays_in_its_level_and_can_be_undone() -> None:
    match = match_of(TWO, "sdddwnd")
    match.event(0, "restart")
    assert drawn(match.position) == "U-F" and counts(match) == (0, 0)
    match.undo()
    assert drawn(match.position) == "-UF" and counts(match) == (1, 0)
    match.redo()
    assert drawn(match.position) == "U-F" and counts(match) == (0, 0)
    again = Match.from_record(match.record(), rules=match.rules)
    assert again.position.state == match.position.state


@pytest.mark.rule("BW-14")
def test_restart_is_there_until_the_game_is_over() -> None:
    match = match_of(TWO)
    for moves in ("", "s", "dddw", "n", "d"):
        act(match, moves)
        assert match.rules.allowed(match.position, match.position.event(GAME.play.events[0], 0)), moves
    act(match, "d")
    assert match.over and not match.rules.allowed(match.position, match.position.event(GAME.play.events[0], 0))
    with pytest.raises(MoveError, match="Player can't restart now"):
        match.event(0, "restart")


# -- counting, undoing, redoing


@pytest.mark.rule("BW-15")
@pytest.mark.parametrize(
    ("level", "moves", "counted"),
    [
        ("U---F", "dad", (3, 0)),
        ("UB--F", "dd", (2, 2)),
        ("UI---F", "d", (1, 1)),  # a slide is one push
        ("UI--HF", "d", (1, 1)),  # and so is a filled hole
        ("UBH--F", "dd", (2, 1)),
    ],
)
def test_moves_and_pushes_are_counted(level: str, moves: str, counted: tuple[int, int]) -> None:
    assert counts(match_of(level, moves)) == counted


@pytest.mark.rule("BW-15")
def test_any_move_can_be_undone_and_redone() -> None:
    match = match_of("UI--H-B-HF", "ddd" + "dd" + "dd")
    states = [match.at(number).state.to_bytes() for number in range(len(match.steps))]
    for number in range(7, 0, -1):
        match.undo()
        assert match.position.state.to_bytes() == states[number - 1]
    assert counts(match) == (0, 0)
    with pytest.raises(MoveError, match="there is nothing to undo"):
        match.undo()
    for number in range(1, 8):
        match.redo()
        assert match.position.state.to_bytes() == states[number]
    assert counts(match) == (7, 3)
    with pytest.raises(MoveError, match="there is nothing to redo"):
        match.redo()


@pytest.mark.rule("BW-15")
def test_an_undone_move_does_not_count_in_the_result() -> None:
    match = match_of("U--F-", "dad")
    match.undo()
    match.undo()
    act(match, "dd")
    result = GAME.play.result(match.position)
    assert result is not None and result.counts == {"moves": 3, "pushes": 0}


@pytest.mark.rule("BW-15")
def test_a_finished_level_shows_its_moves_beside_the_fewest() -> None:
    match = match_of(TWO, "sddd")
    assert match.view(0).scene.status == "Level 1 of 2: One"
    assert [(fact.label, fact.value) for fact in match.view(0).scene.panel] == [("moves", "4"), ("pushes", "0")]
    act(match, "adw")
    assert match.view(0).scene.status == "Level 1 of 2: One. Done in 7 moves (fewest: 5)"
    assert [(fact.label, fact.value) for fact in match.view(0).scene.panel] == [
        ("moves", "7"),
        ("pushes", "0"),
        ("fewest moves", "5"),
    ]
    act(match, "ndd")
    assert match.view(AUDIENCE).scene.status == "Level 2 of 2: Two. Done in 2 moves (the fewest possible)"
    assert match_of("; fewest moves 1\nUF", "d").view(0).scene.status == "Done in 1 move (the fewest possible)"


@pytest.mark.rule("BW-15")
def test_a_finished_level_says_when_the_fewest_moves_are_not_known() -> None:
    scene = match_of("U-F", "dd").view(0).scene
    assert scene.status == "Done in 2 moves"
    assert scene.panel[-1].value == "not known"


@pytest.mark.rule("BW-15")
def test_a_result_is_there_once_a_level_is_done_and_known_by_the_level_itself() -> None:
    match = match_of("; A name\nUB-\n--F", "s")
    assert GAME.play.result(match.position) is None
    act(match, "dd")
    result = GAME.play.result(match.position)
    assert result == Result(match.table.layout.notes[0].key, "A name", {"moves": 3, "pushes": 0})
    renamed = match_of("UF\n\n; Another name\nUB-\n--F", "dnsdd")
    same = GAME.play.result(renamed.position)
    assert same is not None and same.key == result.key
    other = GAME.play.result(match_of("UI-\n--F", "sdd").position)
    assert other is not None and other.key != result.key


# -- how it looks


def places(position: Position) -> dict[str, tuple[int, int]]:
    return {piece.id: (piece.row, piece.col) for piece in GAME.scene.scene(position, 0).pieces}


def test_boxes_keep_their_identity_when_pushed() -> None:
    match = match_of("UB-I---\n-F-W---")
    assert places(match.position) == {"player": (0, 0), "box1": (0, 1), "box2": (0, 3)}
    act(match, "d")
    assert places(match.position) == {"player": (0, 1), "box1": (0, 2), "box2": (0, 3)}
    match = match_of("-----\n-B---\nI----\n-----\nU---F", "w")
    assert places(match.position) == {"player": (3, 0), "box1": (1, 1), "box2": (2, 0)}
    act(match, "w")  # the ice is now before the box in reading order
    assert places(match.position) == {"player": (2, 0), "box1": (1, 1), "box2": (0, 0)}
    match.undo()
    assert places(match.position) == {"player": (3, 0), "box1": (1, 1), "box2": (2, 0)}


def test_so_many_boxes_that_numbers_are_given_again() -> None:
    rows = ["U" + "-" * 39, *["BI" * 20] * 8, "-" * 39 + "F"]
    match = match_of("\n".join(rows))
    pieces = GAME.scene.scene(match.position, 0).pieces
    assert len(pieces) == 321 and len({piece.id for piece in pieces}) == 321
    assert drawn(match.position) == "\n".join(rows)


def test_the_picture() -> None:
    scene = GAME.scene.scene(match_of("UBIHFW-\n-------").position, 0)
    assert [scene.tile(0, col).kind for col in range(7)] == [
        "floor",
        "floor",
        "floor",
        "pit",
        "finish",
        "wall",
        "floor",
    ]
    assert [(piece.shape, piece.char, piece.name) for piece in scene.pieces] == [
        ("box", "B", "box"),
        ("ice", "I", "ice box"),
        ("walker", "@", "player"),
    ]


@pytest.mark.parametrize(
    ("level", "moves", "news"),
    [
        ("U-F", "d", []),
        ("UB-F", "d", []),
        ("UBH-F", "d", ["The box fills the hole"]),
        ("UIH-F", "d", ["The ice box fills the hole"]),
        ("UI--H-F", "d", ["The ice box fills the hole"]),
        ("UI---F", "d", ["The ice box slides 3 cells"]),
        ("UI-F", "d", []),
        ("F---IU", "a", ["The ice box slides 3 cells"]),
        ("UF", "d", ["Level done"]),
        ("UF\n\n; Here\nUF", "dn", ["Level 2 of 2: Here"]),
    ],
)
def test_announcements(level: str, moves: str, news: list[str]) -> None:
    assert list(match_of(level, moves).view(0).news) == news


def test_a_restart_is_announced() -> None:
    match = match_of("U--F", "dd")
    match.event(0, "restart")
    assert match.view(0).news == ("The level starts again",)


# -- positions as text


@pytest.mark.parametrize("moves", ["", "d", "sdddw", "sdddwn", "sdddwnd", "sdddwndd"])
def test_positions_round_trip(moves: str) -> None:
    position = match_of(TWO, moves).position
    text = write_position(position)
    again = read_position(text)
    assert again.state == position.state and write_position(again) == text


def test_random_positions_round_trip_with_the_identity_of_boxes() -> None:
    table, random = GAME.table({"pack": "night_shift", "level": 9}), Random(4)
    position = table.deal(4, table.interpreted)
    for _ in range(300):
        table.interpreted.apply(position, random.choice(table.interpreted.legal(position)))
        assert read_position(write_position(position)).state == position.state


def test_a_position_as_text() -> None:
    text = "level: 1\nmoves: 7\npushes: 2\nplayer: 2 3\nboxes: 2 1\nrng: 5 6\n\n-BI-F\n--F--\n"
    position = GAME.notation.read_position(table_of("UBI-F\n--F--"), text)
    assert GAME.notation.describe(position) == {
        "level": 1,
        "levels": 1,
        "title": "",
        "done": True,
        "over": True,
        "moves": 7,
        "pushes": 2,
        "player": (1, 2),
        "cells": ["-BI-F", "--F--"],
    }
    assert places(position) == {"box2": (0, 1), "box1": (0, 2), "player": (1, 2)}
    assert GAME.notation.write_position(position) == text


GOOD = "level: 1\nmoves: 0\npushes: 0\nplayer: 1 1\nboxes: 1\nrng: 5 6\n\n-B-F\n----\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "what"),
    [
        ("level: 1", "level: 2", 1, 8, "level must be a whole number from 1 to 1, not '2'"),
        ("moves: 0", "moves: -1", 2, 8, "moves must be a whole number from 0 to 2147483647, not '-1'"),
        ("player: 1 1", "player: 3 1", 4, 9, "player must be 2 whole numbers in 1..2, 1..4, not '3 1'"),
        (
            "player: 1 1",
            "player: 1 2",
            4,
            9,
            "player must be the row and column of a cell that is floor or finish, not '1 2'",
        ),
        (
            "-B-F\n----",
            "WB-F\nHWWW",
            4,
            9,
            "player must be the row and column of a cell that is floor or finish, not '1 1'",
        ),
        ("-B-F\n----", "-BWF\nHWWW", 4, 9, "player must be where a move is possible, not '1 1'"),
        ("boxes: 1", "boxes: 127", 5, 8, "boxes must be a whole number from 1 to 126, not '127'"),
        ("boxes: 1", "boxes:", 5, 8, "boxes must be a whole number from 1 to 126, not ''"),
        ("----", "-U--", 9, 2, "unknown symbol 'U'; expected one of - B F H I W"),
        ("----", "---", 9, 4, "this row has 3 cells; expected 4"),
        ("\n----", "", 8, 1, "expected 2 rows of cells, not 1"),
    ],
)
def test_a_wrong_position_is_refused(old: str, new: str, line: int, column: int, what: str) -> None:
    table = table_of("UB-F\n----")
    GAME.notation.read_position(table, GOOD)
    with pytest.raises(TextError) as caught:
        GAME.notation.read_position(table, GOOD.replace(old, new))
    assert (caught.value.line, caught.value.column, caught.value.what) == (line, column, what)


def test_boxes_given_where_there_are_none_are_refused() -> None:
    with pytest.raises(TextError) as caught:
        GAME.notation.read_position(table_of("UB-F\n----"), GOOD.replace("-B-F", "---F"))
    assert caught.value.what == "boxes must be empty, as the level has no box, not '1'"


PLANE_OF = {"W": "wall", "H": "hole", "B": "box", "I": "ice", "F": "finish", "U": "player"}


@pytest.mark.parametrize("cols", [1, 3, 7, 8, 9, 15, 16, 17, 32])
def test_planes_show_what_each_cell_holds(cols: int) -> None:
    """In levels of every width, alone and beside a bigger one, and with more boxes than there are numbers."""
    random = Random(cols)
    for rows, beside in ((2, ""), (12, ""), (12, f"\n\n{'UF'.ljust(cols + 1, '-')}")):
        cells = random.choices("WHBIB-", k=rows * cols)
        cells[0], cells[1], cells[-1] = "U", "-", "F"
        level = "\n".join("".join(cells[row * cols : (row + 1) * cols]) for row in range(rows))
        position = match_of(level + beside).position
        expected = np.zeros(position.table.planes, np.uint8)
        for row, line in enumerate(level.splitlines()):
            for col, symbol in enumerate(line):
                if symbol != "-":
                    expected[GAME.rules.PLANES.index(PLANE_OF[symbol]), row, col] = 1
        for rules in (position.table.interpreted, position.table.rules):
            assert (rules.encoded(position, 0) == expected).all()
