"""Moves and positions of Fog Quoridor as text, and how it looks."""

from __future__ import annotations

import pytest
from quoridor_positions import CLEAR, DARK, HIDDEN, OPEN, play, position, seen_by

from boardwalk import AUDIENCE
from boardwalk.contract.errors import MoveError, TextError
from boardwalk.contract.game import Position
from boardwalk.games.fog_quoridor.notation import describe, read_actions, read_position, write_action, write_position
from boardwalk.games.fog_quoridor.scene import announce, choice, scene, status


def read(at: Position, text: str) -> str:
    (action,) = read_actions(at, text)
    return write_action(at, action)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("up", "up"),
        (" U ", "up"),
        ("down", "down"),
        ("L", "left"),
        ("east", "right"),
        ("e3", "up"),  # the cell the step leads to
        ("d2", "left"),
        ("e3h", "e3h"),
        ("H8 V", "h8v"),
        ("a1-h", "a1h"),
    ],
)
def test_moves_are_read_generously(text: str, move: str) -> None:
    assert read(position(CLEAR, "e2 e8"), text) == move


def test_a_jump_can_be_named_by_the_cell_it_leads_to() -> None:
    assert read(position(CLEAR, "e4 e5"), "e6") == "up"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("e5", "no step leads to e5; type up, down, left or right, or a wall such as e3h or e3v"),
        ("i3h", "a wall's cell is from a1 to h8, the lower left of the four it touches, not i3"),
        ("e9v", "a wall's cell is from a1 to h8, the lower left of the four it touches, not e9"),
        (
            "jump",
            "'jump' is not a move; type up, down, left or right, or a wall such as e3h (above e3 and f3) "
            "or e3v (right of e3 and e4)",
        ),
    ],
)
def test_what_is_no_move_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(MoveError) as caught:
        read(position(CLEAR, "e2 e8"), text)
    assert str(caught.value) == sentence


def test_columns_to_start_in() -> None:
    start = HIDDEN.deal(1, HIDDEN.interpreted)
    assert [read(start, text) for text in ("c", "C1", " i ")] == ["c1", "c1", "i1"]
    for wrong in ("c9", "up", "j", ""):
        with pytest.raises(MoveError) as caught:
            read(start, wrong)
        assert str(caught.value) == f"{wrong!r} is no column to start in; type a letter from a to i"
    play(start, "c")
    assert read(start, "g") == "g9"


GOOD = """\
turns: 20
to_act: A
last: no
result: none
pawns: e4 e6
left: 9 8
walls_a: c3h
walls_b: e4h d2v
known_a: e4-e5
known_b: c3-c4 b2-c2
jumps_a: d4-f4
jumps_b: e4-e6
refused: a1h h8v
scores: kept
rng: 5 6

"""


def test_a_position_survives_being_written_and_read() -> None:
    at = read_position(HIDDEN, GOOD)
    for shown in (at, seen_by(at, 0), seen_by(at, 1)):
        text = write_position(shown)
        assert read_position(HIDDEN, text).state == shown.state
        assert read_position(HIDDEN, text.replace("\n", "\r\n")).state == shown.state
    assert write_position(at).startswith(GOOD)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("turns: 20", "turns: 201", "text:1:8: turns must be a whole number from -2 to 200, not '201'"),
        ("to_act: A", "to_act: C", "text:2:9: to_act must be one of A, B, nobody, not 'C'"),
        ("to_act: A", "to_act: B", "text:2:9: to_act must be A or nobody after 20 turns, not 'B'"),
        ("last: no", "last: maybe", "text:3:7: last must be one of yes, no, not 'maybe'"),
        ("result: none", "result: C", "text:4:9: result must be one of A, B, none, not 'C'"),
        (
            "e4 e6",
            "e4 e4",
            "text:5:8: pawns must be two cells such as e1 e9, or - for a pawn that is not shown, not 'e4 e4'",
        ),
        (
            "e4 e6",
            "e4",
            "text:5:8: pawns must be two cells such as e1 e9, or - for a pawn that is not shown, not 'e4'",
        ),
        ("left: 9 8", "left: 9 11", "text:6:7: left must be 2 whole numbers from 0 to 10, not '9 11'"),
        ("walls_a: c3h", "walls_a: i3h", "text:7:10: walls_a must be walls such as e3h or d4v, not 'i3h'"),
        (
            "walls_a: c3h",
            "walls_a: c3h c4h",
            "text:7:10: walls_a must be at most the 1 walls that A has placed, not 'c3h c4h'",
        ),
        (
            "e4h d2v",
            "e4h d4h",
            "text:8:10: walls_b must be walls that neither overlap nor cross (d4h does), not 'e4h d4h'",
        ),
        ("known_a: e4-e5", "known_a: e4", "text:9:10: known_a must be pairs of cells such as e3-e4, not 'e4'"),
        (
            "known_a: e4-e5",
            "known_a: e5-e4",
            "text:9:10: known_a must be pairs of cells such as e3-e4, the lower or left one first, not 'e5-e4'",
        ),
        (
            "jumps_a: d4-f4",
            "jumps_a: i4-b5",
            "text:11:10: jumps_a must be pairs of cells such as e3-e5, the lower or left one first, not 'i4-b5'",
        ),
        ("a1h h8v", "a1", "text:13:10: refused must be walls such as e3h or d4v, not 'a1'"),
        ("to_act: A", "to_act: nobody", "text:13:10: refused must be empty when nobody is to act, not 'a1h h8v'"),
        ("scores: kept", "scores: 3", "text:14:9: scores must be one of kept, hidden, not '3'"),
        ("scores: kept", "scores: hidden", "text:17:1: expected 9 rows of 9 cells: who sees them, line 9 first"),
        (
            "rng: 5 6\n\n",
            "rng: 5 6\n\n" + "." * 9,
            "text:17:1: expected 9 rows of 9 cells: who sees them, line 9 first",
        ),
        (
            "rng: 5 6\n\n",
            "rng: 5 6\n\n" + ("." * 9 + "\n") * 8 + "....x....",
            "text:25:5: unknown symbol 'x'; expected one of . a b *",
        ),
        ("last: no\n", "", "text:15:1: the field last is missing"),
    ],
)
def test_a_broken_position_gets_a_sentence(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(TextError) as caught:
        read_position(HIDDEN, GOOD.replace(old, new))
    assert str(caught.value) == message


def test_a_position_without_a_way_or_an_offer_is_not_read() -> None:
    with pytest.raises(TextError, match="walls_b must be walls that leave B a way to line 1"):
        position(CLEAR, "e1 e9", walls_a="a4h c4h e4h g4h", walls_b="h4v h6v h8v")
    with pytest.raises(TextError, match="to_act must be a player who is offered an action"):
        position(CLEAR, "e3 e4", walls_b="d3v e2v d2h e4h", left="0 6")


def test_the_picture_has_line_9_on_top() -> None:
    at = position(CLEAR, "c2 g9", walls_a="e3h", walls_b="b7v", turns="20")
    picture = scene(seen_by(at, 0), 0)
    assert [(piece.id, piece.row, piece.col) for piece in picture.pieces] == [("A", 7, 2), ("B", 0, 6)]
    assert [(e.row, e.col, e.across, e.length, e.tone, e.kind) for e in picture.edges] == [
        (6, 4, True, 2, 0, "wall"),  # above e3 and f3
        (1, 2, False, 2, 1, "wall"),  # left of c8 and c7
    ]
    assert (picture.row_labels[0], picture.col_labels[0]) == ("9", "a")
    assert picture.tile(0, 3).name == "A's goal" and picture.tile(8, 3).name == "B's goal"
    assert {fact.label: fact.value for fact in picture.panel} == {
        "A": "9 walls",
        "B": "9 walls",
        "turns": "20 of 200",
    }
    assert picture.status == "Your turn, A"
    assert (picture.own, picture.goal, picture.hidden) == (("A",), "Reach line 9", "")
    assert picture.goal_cells == tuple((0, column) for column in range(9))


def test_spectators_are_told_what_is_hidden() -> None:
    at = position(HIDDEN, "e4 e9")
    assert scene(seen_by(at, AUDIENCE), AUDIENCE).hidden.startswith("The pawns and walls are hidden")
    assert scene(seen_by(at, 0), 0).hidden == ""
    assert scene(seen_by(position(CLEAR, "c2 g9"), AUDIENCE), AUDIENCE).hidden == ""


def test_known_edges_are_drawn_where_they_are() -> None:
    at = position(HIDDEN, "e4 e9", walls_b="e4h", known_a="e4-e5 b2-c2")
    edges = scene(seen_by(at, 0), 0).edges
    assert [(e.row, e.col, e.across, e.length, e.kind) for e in edges] == [
        (5, 4, True, 1, "known"),
        (7, 2, False, 1, "known"),
    ]


def test_choices_say_where_to_click() -> None:
    at = position(CLEAR, "e4 e5")
    up = choice(at, *read_actions(at, "up"))
    assert (up.cell, up.keys[0], up.label) == ((3, 4), "ArrowUp", "step up")
    wall = choice(at, *read_actions(at, "e3v"))
    assert wall.edge is not None
    assert (wall.edge.row, wall.edge.col, wall.edge.across, wall.cell) == (5, 5, False, None)
    start = HIDDEN.deal(1, HIDDEN.interpreted)
    assert choice(start, 2).cell == (8, 2)
    assert status(start, 0) == "Choose the column to start in"
    assert status(start, 1) == "A chooses a column"


def news(at: Position, move: str, seat: int) -> list[str]:
    before = seen_by(at, seat)
    play(at, move)
    return announce(before, seen_by(at, seat), seat)


@pytest.mark.parametrize(
    ("at", "pawns", "fields", "move", "a_hears", "b_hears"),
    [
        (CLEAR, "e2 e8", {}, "up", ["A steps to e3"], ["A steps to e3"]),
        (HIDDEN, "e2 e8", {}, "up", ["A steps to e3"], ["A steps unseen"]),
        (OPEN, "e2 e8", {}, "d4h", ["A places the wall d4h"], ["A places the wall d4h"]),
        (HIDDEN, "e2 e8", {}, "d4h", ["A places the wall d4h"], ["A places a wall"]),
        (HIDDEN, "e4 e8", {"walls_b": "e4h"}, "up", ["There is a wall between e4 and e5"], []),
        (
            DARK,
            "e4 e5",
            {"walls_b": "e5h"},
            "up",
            ["There is a wall in the way of the jump from e4 to e6"],
            [],
        ),
        (HIDDEN, "e4 e8", {"walls_b": "e4h"}, "d4h", ["The wall d4h can't stand there in this turn"], []),
        (
            HIDDEN,
            "e8 d5",
            {},
            "up",
            ["A steps to e9", "A has reached line 9; B has one more turn"],
            ["A steps to e9", "A has reached line 9; B has one more turn"],
        ),
        (HIDDEN, "e8 d2", {"turns": "21"}, "down", ["B steps to d1", "B has won"], ["B steps to d1", "B has won"]),
        (
            CLEAR,
            "e3 f4",
            {"turns": "21", "walls_b": "d3v e2v d2h e4h", "left": "0 6"},
            "left",
            ["B steps to e4", "A can do nothing and passes"],
            ["B steps to e4", "A can do nothing and passes"],
        ),
        (
            DARK,
            "e3 e4",
            {"walls_b": "d3v e2v d2h e4h", "left": "0 6", "known_a": "d3-e3 e2-e3 e3-f3"},
            "up",
            ["There is a wall in the way of the jump from e3 to e5", "A can do nothing and passes"],
            ["A can do nothing and passes"],
        ),
    ],
)
def test_each_hears_what_it_may_know(
    at: object, pawns: str, fields: dict[str, str], move: str, a_hears: list[str], b_hears: list[str]
) -> None:
    assert news(position(at, pawns, **fields), move, 0) == a_hears  # type: ignore[arg-type]
    assert news(position(at, pawns, **fields), move, 1) == b_hears  # type: ignore[arg-type]


def test_a_description_is_in_the_rulebooks_words() -> None:
    told = describe(position(CLEAR, "e2 e8", walls_a="c3h"))
    assert told["walls_left"] == [9, 10]
    assert told["to_act"] == "A"
    assert "scores" not in told  # without fog there are none
