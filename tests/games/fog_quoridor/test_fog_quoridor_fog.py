"""What players of Fog Quoridor see, know and are refused: FQ-8 to FQ-17."""

from __future__ import annotations

import pytest
from quoridor_positions import (
    CLEAR,
    DARK,
    HIDDEN,
    OPEN,
    line,
    offers,
    play,
    position,
    scores,
    seen_by,
    sees,
    steps,
    walls,
)

import boardwalk
from boardwalk import AUDIENCE, Match
from boardwalk.contract.game import Position
from boardwalk.games.fog_quoridor.notation import describe, write_position
from boardwalk.games.fog_quoridor.scene import announce, scene

LINES = {**dict.fromkeys((1, 2, 3, 4), 1), 5: 0, **dict.fromkeys((6, 7, 8, 9), -1)}
FLAT = {f"{column}{number}": LINES[number] for column in "abcdefghi" for number in LINES}


def changes(at: Position, without: str) -> dict[str, int]:
    """The cells whose score differs from that of their line and that with the same pawns but without walls."""
    plain = scores(position(at.table, without))
    return {cell: value - plain[cell] for cell, value in scores(at).items() if value != plain[cell]}


@pytest.mark.rule("FQ-8")
def test_scores_at_the_start() -> None:
    assert scores(HIDDEN.deal(1, HIDDEN.interpreted)) == FLAT


@pytest.mark.rule("FQ-9")
@pytest.mark.parametrize("between", ["", "c3h c2v b3v"])
def test_pawns_count_on_their_cell_and_its_neighbours_walls_or_not(between: str) -> None:
    at = position(HIDDEN, "c3 i9", walls_a=between)
    away = position(HIDDEN, "c5 i9", walls_a=between)
    change = {cell: value - scores(away)[cell] for cell, value in scores(at).items() if value != scores(away)[cell]}
    # c4 is next to both c3 and c5
    assert change == {"c3": 1, "b3": 1, "d3": 1, "c2": 1, "c5": -1, "c6": -1, "b5": -1, "d5": -1}
    near_b = {cell: value - FLAT[cell] for cell, value in scores(position(HIDDEN, "c3 i9")).items() if cell[0] in "hi"}
    assert {cell: value for cell, value in near_b.items() if value} == {"i9": -1, "h9": -1, "i8": -1}


@pytest.mark.rule("FQ-9")
def test_the_score_goes_with_the_pawn() -> None:
    at = position(HIDDEN, "c3 i9")
    play(at, "up")
    assert {cell for cell, value in scores(at).items() if value > FLAT[cell]} == {"c4", "c3", "c5", "b4", "d4"}


@pytest.mark.rule("FQ-10")
@pytest.mark.parametrize("kind", "hv")
@pytest.mark.parametrize(("owner", "sign"), [("walls_a", 1), ("walls_b", -1)])
def test_a_wall_counts_two_along_its_sides_and_one_beside_them(kind: str, owner: str, sign: int) -> None:
    at = position(HIDDEN, "a1 a9", **{owner: f"e4{kind}"})
    touched = {"e4", "f4", "e5", "f5"}
    beside = {"e3", "f3", "d4", "d5", "g4", "g5", "e6", "f6"}
    assert changes(at, "a1 a9") == {**dict.fromkeys(touched, 2 * sign), **dict.fromkeys(beside, sign)}


@pytest.mark.rule("FQ-10")
def test_a_wall_in_the_corner_counts_on_the_board_only() -> None:
    at = position(HIDDEN, "a1 a9", walls_a="h8v")
    touched = {"h8", "i8", "h9", "i9"}
    beside = {"g8", "g9", "h7", "i7"}
    assert changes(at, "a1 a9") == {**dict.fromkeys(touched, 2), **dict.fromkeys(beside, 1)}


@pytest.mark.rule("FQ-11")
def test_scores_add_up_without_limit() -> None:
    assert scores(position(HIDDEN, "a1 a9", walls_a="d4h e4v d5v e5h"))["e5"] == 8
    assert scores(position(HIDDEN, "a1 a9", walls_b="d4h e4v d5v e5h"))["e5"] == -8
    assert scores(position(HIDDEN, "e5 e6", walls_a="d4h e4v d5v", walls_b="d6h"))["e5"] == 6 + 1 - 1 - 1


@pytest.mark.rule("FQ-12")
def test_a_sees_0_or_more_and_b_0_or_less_and_each_the_own_cell() -> None:
    at = position(HIDDEN, "e7 d3", walls_a="g4h", walls_b="b3v")
    found = scores(at)
    assert found["e7"] == 0  # -1 for the line, +1 for the pawn
    assert sees(at, "A") == {cell for cell, value in found.items() if value >= 0}
    assert sees(at, "B") == {cell for cell, value in found.items() if value <= 0}
    assert "d3" in sees(at, "B")
    deep = position(HIDDEN, "e7 d3", walls_b="e7h d6v", walls_a="c2h d3v")
    assert scores(deep)["e7"] < 0 < scores(deep)["d3"]
    assert sees(deep, "A") == {cell for cell, value in scores(deep).items() if value >= 0} | {"e7"}
    assert sees(deep, "B") == {cell for cell, value in scores(deep).items() if value <= 0} | {"d3"}


@pytest.mark.rule("FQ-13")
@pytest.mark.parametrize(
    ("pawns", "placed", "a_sees_b", "b_sees_a"),
    [
        ("e2 e8", "", False, False),
        ("e2 c3", "", True, False),  # on A's side, in full view
        ("e7 c8", "", False, True),
        ("e7 e8", "", True, True),  # one cell away
        ("e7 f7", "e7v", True, True),  # a wall does not matter
        ("e7 f8", "", False, True),  # diagonally is not one cell away
        ("e7 e9", "", False, True),  # nor is straight behind the next cell
        ("a5 i5", "", False, False),  # line 5 has 0, but the pawn itself makes its cell +1 or -1
    ],
)
def test_when_a_pawn_is_seen(pawns: str, placed: str, a_sees_b: bool, b_sees_a: bool) -> None:
    at = position(OPEN, pawns, walls_a=placed)
    a, b = pawns.split()
    assert describe(seen_by(at, 0))["pawns"] == [a, b if a_sees_b else "-"]
    assert describe(seen_by(at, 1))["pawns"] == [a if b_sees_a else "-", b]


@pytest.mark.rule("FQ-14", "FQ-17")
@pytest.mark.parametrize("seat", [0, 1, AUDIENCE])
def test_nobody_learns_scores_during_the_game(seat: int) -> None:
    at = position(OPEN, "e2 e8", walls_a="c4h", walls_b="f6v")
    shown = seen_by(at, seat)
    assert "scores" in describe(at) and "scores" not in describe(shown)
    assert not any(shown.state.array["score"].ravel())
    assert "scores: hidden" in write_position(shown)


@pytest.mark.rule("FQ-15")
@pytest.mark.parametrize("seat", [0, 1])
def test_hidden_walls_are_known_to_whom_placed_them_only(seat: int) -> None:
    fields = {"walls_a": "c4h d7v", "walls_b": "f6v"}
    hidden = describe(seen_by(position(DARK, "e2 e8", **fields), seat))
    assert hidden["walls_A"] == (["c4h", "d7v"] if seat == 0 else [])
    assert hidden["walls_B"] == (["f6v"] if seat == 1 else [])
    assert hidden["walls_left"] == [8, 9]
    shown = describe(seen_by(position(OPEN, "e2 e8", **fields), seat))
    assert (shown["walls_A"], shown["walls_B"]) == (["c4h", "d7v"], ["f6v"])


@pytest.mark.rule("FQ-16")
def test_a_refused_step_tells_that_the_edge_is_walled_for_good() -> None:
    at = position(HIDDEN, "e4 e9", walls_b="e4h")
    assert steps(at) == {"up", "down", "left", "right"}
    told = play(at, "up")
    assert (told["to_act"], told["turns"], told["pawns"][0]) == ("A", 20, "e4")
    assert (told["known_A"], told["known_B"]) == (["e4-e5"], [])
    assert steps(at) == {"down", "left", "right"}
    assert "e4h" not in walls(at) and "d4h" not in walls(at) and "f4h" in walls(at)
    play(at, "left", "a8h", "right", "b8v")
    assert steps(at) == {"down", "left", "right"}  # still known two turns later
    assert describe(at)["known_A"] == ["e4-e5"]


@pytest.mark.rule("FQ-16")
@pytest.mark.parametrize("hidden", ["e4h", "e5h"])
def test_a_refused_jump_tells_that_one_of_its_two_edges_is_walled(hidden: str) -> None:
    at = position(HIDDEN, "e4 e5", walls_b=hidden)
    told = play(at, "up")
    assert (told["to_act"], told["jumps_A"], told["known_A"]) == ("A", ["e4-e6"], [])
    assert steps(at) == {"down", "left", "right"}
    assert "e4h" in walls(at) and "e5h" in walls(at)  # neither edge alone is known to be walled
    play(at, "a1h", "left")
    assert "up" in steps(at)  # with the pawn gone it is a step over one edge, which may well be open
    back = position(HIDDEN, "e6 e5", walls_b=hidden, jumps_a="e4-e6")
    assert steps(back) == {"up", "left", "right"}  # it is the same two edges from above


@pytest.mark.rule("FQ-16")
@pytest.mark.parametrize(("pawns", "hidden"), [("e4 d4", "b4v"), ("e4 d4", "c3v"), ("e4 f4", "f4v"), ("e4 f4", "e3v")])
def test_refused_jumps_to_the_side(pawns: str, hidden: str) -> None:
    at = position(HIDDEN, pawns, walls_b=hidden)
    side = "left" if pawns.endswith("d4") else "right"
    told = play(at, side)
    if hidden == "b4v":
        assert told["pawns"][0] == "c4"  # that wall is behind the landing: nothing is in the way
    else:
        assert told["jumps_A"] == (["c4-e4"] if side == "left" else ["e4-g4"])
        assert side not in steps(at)


@pytest.mark.rule("FQ-16")
def test_a_refused_wall_can_not_stand_there_in_this_turn() -> None:
    at = position(HIDDEN, "e2 e8", walls_b="d4h")
    told = play(at, "e4h")
    assert (told["to_act"], told["turns"], told["refused"], told["walls_left"]) == ("A", 20, ["e4h"], [10, 9])
    assert told["known_A"] == []  # not why
    assert "e4h" not in offers(at)
    assert "c4h" in offers(at) and "d4v" in offers(at)
    play(at, "d4v")
    assert describe(at)["refused"] == ["e4h", "d4v"]
    told = play(at, "a1h", "left")
    assert (told["to_act"], told["refused"]) == ("A", [])
    assert "e4h" in offers(at)


@pytest.mark.rule("FQ-16")
def test_the_other_player_is_not_told() -> None:
    at = position(HIDDEN, "e4 e9", walls_b="e4h d2h")
    before = [seen_by(at, seat).state.to_bytes() for seat in (1, AUDIENCE)]
    earlier = at.copy()
    play(at, "up", "d2h")
    assert [seen_by(at, seat).state.to_bytes() for seat in (1, AUDIENCE)] == before
    for seat, news in ((0, 2), (1, 0), (AUDIENCE, 0)):
        assert len(announce(seen_by(earlier, seat), seen_by(at, seat), seat)) == news
    play(at, "left")
    assert not describe(seen_by(at, 1))["known_A"]


@pytest.mark.rule("FQ-16", "FQ-7")
def test_open_walls_too_can_be_refused_where_the_way_of_an_unseen_pawn_forbids_it() -> None:
    fields = {"walls_a": "a4h c4h e4h g4h", "walls_b": "h4v h6v"}
    at = position(OPEN, "e1 e9", **fields)
    assert describe(seen_by(at, 0))["pawns"] == ["e1", "-"]
    assert "h8v" in offers(at)
    told = play(at, "h8v")
    assert (told["to_act"], told["refused"], told["walls_A"]) == ("A", ["h8v"], ["a4h", "c4h", "e4h", "g4h"])
    assert "h8v" not in offers(at)
    clear = position(CLEAR, "e1 e9", **fields)
    assert "h8v" not in offers(clear)  # for a pawn that is seen, the path is checked at once


@pytest.mark.rule("FQ-16")
def test_offers_follow_from_known_walls_and_edges_alone() -> None:
    hidden = {"walls_b": "a4h c4h e4h g4h h1v", "left": "10 5"}
    at = position(DARK, "e1 e9", **hidden)
    assert "h3v" in offers(at)  # A can't know that it would cut itself off
    assert play(at, "h3v")["refused"] == ["h3v"]
    edges = " ".join(f"{column}4-{column}5" for column in "abcdefgh") + " h1-i1 h2-i2"
    knowing = position(DARK, "e1 e9", known_a=edges, **hidden)
    assert "h3v" not in offers(knowing)


@pytest.mark.rule("FQ-16")
def test_nothing_is_offered_from_what_conceal_takes_away() -> None:
    at = position(HIDDEN, "e4 e6", walls_a="c3h", walls_b="e4h d2v", known_a="e4-e5")
    assert offers(at) == offers(seen_by(at, 0))


@pytest.mark.rule("FQ-17")
def test_a_seat_is_shown_nothing_hidden() -> None:
    at = position(
        HIDDEN,
        "e2 e8",
        walls_a="c3h",
        walls_b="f6v",
        known_a="e8-e9",
        known_b="c3-c4",
        jumps_a="f6-h6",
        jumps_b="d3-d5",
        refused="a1h",
    )
    told = describe(seen_by(at, 1))
    assert told["pawns"] == ["-", "e8"]
    assert (told["walls_A"], told["walls_B"]) == ([], ["f6v"])
    assert (told["known_A"], told["known_B"]) == ([], ["c3-c4"])
    assert (told["jumps_A"], told["jumps_B"]) == ([], ["d3-d5"])
    assert told["refused"] == []
    assert not any("a" in row or "*" in row for row in told["sees"])
    assert list(seen_by(at, 1).state.rng) == [0, 0]
    assert describe(seen_by(at, 0))["refused"] == ["a1h"]
    picture = scene(seen_by(at, 1), 1)
    assert [piece.id for piece in picture.pieces] == ["B"]
    assert len(picture.edges) == 2  # the own wall and the known edge
    assert {(over.row, over.col) for over in picture.overlays if over.kind == "fog"} == {
        (9 - int(cell[1]), "abcdefghi".index(cell[0])) for cell in FLAT if cell not in sees(at, "B")
    }


@pytest.mark.rule("FQ-17")
def test_what_is_public() -> None:
    at = position(HIDDEN, "e4 e5", walls_a="c3h", walls_b="f6v", known_a="e8-e9")
    told = describe(seen_by(at, AUDIENCE))
    assert (told["to_act"], told["turns"], told["walls_left"], told["last_turn"]) == ("A", 20, [9, 9], False)
    assert (told["pawns"], told["walls_A"], told["walls_B"], told["known_A"]) == (["-", "-"], [], [], [])
    assert set("".join(told["sees"])) == {"."}
    play(at, "e1h")
    assert describe(seen_by(at, AUDIENCE))["walls_left"] == [8, 9]
    last = position(HIDDEN, "e8 e3")
    play(last, "up")
    assert describe(seen_by(last, AUDIENCE))["last_turn"]


@pytest.mark.rule("FQ-17", "FQ-21")
def test_an_audience_sees_what_the_options_leave_without_secrets() -> None:
    fields = {"walls_a": "c3h", "walls_b": "f6v"}
    clear = position(CLEAR, "e4 e8", **fields)
    told = describe(seen_by(clear, AUDIENCE))
    assert (told["pawns"], told["walls_A"], told["walls_B"]) == (["e4", "e8"], ["c3h"], ["f6v"])
    assert set("".join(told["sees"])) == {"*"}
    dark = describe(seen_by(position(DARK, "e4 e8", **fields), AUDIENCE))
    assert (dark["pawns"], dark["walls_A"]) == (["e4", "e8"], [])
    open_ = describe(seen_by(position(OPEN, "e4 e8", **fields), AUDIENCE))
    assert (open_["pawns"], open_["walls_A"]) == (["-", "-"], ["c3h"])


@pytest.mark.rule("FQ-17")
def test_after_the_end_everything_is_shown() -> None:
    at = position(HIDDEN, "e7 d2", turns="21", walls_a="c3h", walls_b="f6v")
    told = play(at, "down")
    assert told["result"] == "B wins"
    for seat in (0, 1, AUDIENCE):
        assert seen_by(at, seat).state == at.state
        picture = scene(at, seat)
        assert len(picture.pieces) == 2 and len(picture.edges) == 2 and not picture.overlays


@pytest.mark.rule("FQ-21")
def test_without_fog_every_cell_and_both_pawns_are_seen() -> None:
    for table in (DARK, CLEAR):
        at = position(table, "e1 e9", walls_b="e4h")
        assert sees(at, "A") == sees(at, "B") == set(FLAT)
        assert describe(seen_by(at, 0))["pawns"] == describe(seen_by(at, 1))["pawns"] == ["e1", "e9"]


@pytest.mark.rule("FQ-17")
def test_a_match_shows_each_seat_its_own_side_only() -> None:
    match = Match(HIDDEN, seed=3, rules=HIDDEN.interpreted)
    for text in ("e", "c", "d4h", "up"):
        seat = match.to_act
        (action,) = HIDDEN.game.notation.read_actions(match.position, text)
        if action in match.view(seat).legal:
            match.act(seat, action)
    a, b = describe(match.view(0).position), describe(match.view(1).position)
    assert (a["walls_A"], b["walls_A"]) == (["d4h"], [])
    assert (a["pawns"][1], b["pawns"][0]) == ("-", "-")
    assert boardwalk.game("fog_quoridor").players == (2, 2)
    assert line(1) <= sees(match.view(0).position, "A")


@pytest.mark.rule("FQ-17")
def test_spectators_see_no_fog_before_anything_is_secret() -> None:
    match = Match(boardwalk.table("fog_quoridor"), seed=1)

    def fog() -> int:
        return sum(over.kind == "fog" for over in match.view(AUDIENCE).scene.overlays)

    assert fog() == 0
    match.act(0, match.view(0).legal[0])
    assert fog() == 81
