"""Start, steps, walls and the end of Fog Quoridor: FQ-1 to FQ-7, FQ-18 to FQ-21."""

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
    seen_by,
    sees,
    steps,
    table,
    walls,
)

from boardwalk.contract.errors import OptionError
from boardwalk.contract.game import Table
from boardwalk.games.fog_quoridor.notation import describe

DEAD_END = "d3v e2v d2h e4h"  # e3 is open upwards only; e4 is open to the right only, besides
EVERY = pytest.mark.parametrize("at", [HIDDEN, OPEN, DARK, CLEAR], ids=str)


@pytest.mark.rule("FQ-1")
@EVERY
def test_both_choose_a_column_in_secret(at: Table) -> None:
    start = at.deal(1, at.interpreted)
    assert at.seats == ("A", "B")
    assert offers(start) == line(1)
    play(start, "c")
    told = describe(start)
    assert (told["pawns"], told["to_act"], told["choosing"]) == (["c1", "-"], "B", True)
    assert offers(start) == line(9)
    assert describe(seen_by(start, 0))["pawns"] == ["c1", "-"]
    assert describe(seen_by(start, 1))["pawns"] == ["-", "-"]
    told = play(start, "g9")
    assert (told["pawns"], told["turns"], told["choosing"]) == (["c1", "g9"], 0, False)


@pytest.mark.rule("FQ-1")
def test_until_both_have_chosen_the_fog_is_that_of_the_lines() -> None:
    start = HIDDEN.deal(1, HIDDEN.interpreted)
    for _ in range(2):
        assert sees(start, "A") == line(1) | line(2) | line(3) | line(4) | line(5)
        assert sees(start, "B") == line(5) | line(6) | line(7) | line(8) | line(9)
        play(start, "e")
    assert describe(start)["turns"] == 0
    assert sees(start, "A") == line(1) | line(2) | line(3) | line(4) | line(5)


@pytest.mark.rule("FQ-2")
@EVERY
def test_a_plays_first_and_each_has_ten_walls(at: Table) -> None:
    start = at.deal(1, at.interpreted)
    told = play(start, "e", "e")
    assert (told["to_act"], told["walls_left"]) == ("A", [10, 10])
    assert play(start, "a1h")["to_act"] == "B"


@pytest.mark.rule("FQ-2", "FQ-3")
def test_without_walls_left_only_steps_are_offered() -> None:
    assert offers(position(CLEAR, "e2 e8", left="0 9", walls_b="a1h")) == {"up", "down", "left", "right"}


@pytest.mark.rule("FQ-3")
def test_a_turn_is_one_step_or_one_wall_and_nobody_may_pass() -> None:
    at = position(CLEAR, "e2 e8")
    assert offers(at) == {"up", "down", "left", "right"} | walls(at)
    told = play(at, "up")
    assert (told["turns"], told["to_act"], told["pawns"]) == (21, "B", ["e3", "e8"])
    told = play(at, "d4h")
    assert (told["turns"], told["to_act"], told["walls_B"], told["walls_left"]) == (22, "A", ["d4h"], [10, 9])


@pytest.mark.rule("FQ-3")
@pytest.mark.parametrize("at", [OPEN, CLEAR], ids=str)
def test_the_turn_passes_by_itself_when_nothing_is_available(at: Table) -> None:
    trap = position(at, "e3 f4", turns="21", walls_b=DEAD_END, left="0 6")
    told = play(trap, "left")
    assert (told["pawns"], told["turns"], told["to_act"]) == (["e3", "e4"], 23, "B")
    told = play(trap, "right")
    assert (told["turns"], told["to_act"]) == (24, "A")
    assert steps(trap) == {"up"}


@pytest.mark.rule("FQ-3")
def test_a_wall_that_can_be_placed_is_an_action_available() -> None:
    trap = position(CLEAR, "e3 f4", turns="21", walls_b=DEAD_END, left="1 6")
    assert (play(trap, "left")["to_act"], steps(trap)) == ("A", set())
    assert "a1h" in walls(trap)


@pytest.mark.rule("FQ-3", "FQ-16")
def test_available_is_what_is_offered_so_hidden_walls_are_met_first() -> None:
    trap = position(DARK, "e3 f4", turns="21", walls_b=DEAD_END, left="0 6")
    play(trap, "left")
    assert steps(trap) == {"up", "down", "left", "right"}
    told = play(trap, "left", "down", "right")
    assert (told["turns"], told["to_act"]) == (22, "A")
    told = play(trap, "up")  # the last refusal leaves nothing to offer
    assert (told["turns"], told["to_act"]) == (23, "B")
    assert set(told["known_A"]) == {"d3-e3", "e2-e3", "e3-f3"}
    assert told["jumps_A"] == ["e3-e5"]


@pytest.mark.rule("FQ-4")
@pytest.mark.parametrize(("move", "to"), [("up", "e6"), ("down", "e4"), ("left", "d5"), ("right", "f5")])
def test_a_step_goes_one_cell(move: str, to: str) -> None:
    assert play(position(CLEAR, "e5 a9"), move)["pawns"] == [to, "a9"]


@pytest.mark.rule("FQ-4")
@pytest.mark.parametrize(
    ("pawns", "placed", "possible"),
    [
        ("a1 e9", "", {"up", "right"}),
        ("i2 e9", "", {"up", "down", "left"}),
        ("i1 e9", "", {"up", "left"}),
        ("e5 a9", "e5h", {"down", "left", "right"}),
        ("f5 a9", "e5h", {"down", "left", "right"}),
        ("e6 a9", "e5h", {"up", "left", "right"}),
        ("f6 a9", "e5h", {"up", "left", "right"}),
        ("g5 a9", "e5h", {"up", "down", "left", "right"}),
        ("e5 a9", "e5v", {"up", "down", "left"}),
        ("e6 a9", "e5v", {"up", "down", "left"}),
        ("f6 a9", "e5v", {"up", "down", "right"}),
        ("e7 a9", "e5v", {"up", "down", "left", "right"}),
        ("e6 a9", "e4v", {"up", "down", "left", "right"}),
        ("e5 a9", "e4v", {"up", "down", "left"}),
    ],
)
def test_no_step_through_a_wall_or_off_the_board(pawns: str, placed: str, possible: set[str]) -> None:
    assert steps(position(CLEAR, pawns, walls_b=placed)) == possible


@pytest.mark.rule("FQ-5")
@pytest.mark.parametrize(
    ("pawns", "move", "to"), [("e4 e5", "up", "e6"), ("e6 e5", "down", "e4"), ("f5 e5", "left", "d5")]
)
def test_a_step_onto_the_other_pawn_jumps_over_it(pawns: str, move: str, to: str) -> None:
    assert play(position(OPEN, pawns), move)["pawns"] == [to, "e5"]


@pytest.mark.rule("FQ-5")
@pytest.mark.parametrize(
    ("pawns", "placed"), [("e4 e5", "e5h"), ("e4 e5", "d5h"), ("e4 e5", "e4h"), ("e8 e9", ""), ("e8 e9", "a1h")]
)
def test_with_a_wall_or_the_edge_behind_there_is_no_jump_and_no_diagonal_one(pawns: str, placed: str) -> None:
    at = position(CLEAR, pawns, walls_b=placed)
    assert steps(at) == {"down", "left", "right"}
    assert play(at, "left")["pawns"][0] == "d" + pawns[1]


@pytest.mark.rule("FQ-6")
def test_there_are_64_places_each_way() -> None:
    at = position(CLEAR, "e1 e9")
    assert walls(at) == {f"{column}{number}{kind}" for column in "abcdefgh" for number in range(1, 9) for kind in "hv"}


@pytest.mark.rule("FQ-6")
def test_walls_neither_overlap_nor_cross_but_may_touch() -> None:
    at = position(CLEAR, "e1 e9", walls_b="e5h c3v")
    gone = {"d5h", "e5h", "f5h", "e5v", "c2v", "c3v", "c4v", "c3h"}
    everything = {f"{column}{number}{kind}" for column in "abcdefgh" for number in range(1, 9) for kind in "hv"}
    assert walls(at) == everything - gone


@pytest.mark.rule("FQ-7")
@pytest.mark.parametrize("turns", ["20", "21"])
@pytest.mark.parametrize(
    ("first", "last"),
    # keep A, on e1, from getting to column i; B, on e9, from getting into it; both, from leaving it
    [("h1v", "h3v"), ("h4v h6v", "h8v"), ("h7v h8h", "h5v")],
)
def test_no_wall_may_take_the_last_way_of_either(turns: str, first: str, last: str) -> None:
    row = "a4h c4h e4h g4h"  # above line 4, open at column i only
    assert last in walls(position(CLEAR, "e1 e9", turns=turns, walls_a=row))
    at = position(CLEAR, "e1 e9", turns=turns, walls_a=row, walls_b=first)
    assert last not in walls(at)
    assert len(walls(at)) > 60


@pytest.mark.rule("FQ-7")
def test_pawns_do_not_count_as_obstacles() -> None:
    # B stands in the only gap.
    assert "g4h" in walls(position(CLEAR, "e1 i4", walls_a="a4h c4h e4h"))
    assert "h4v" in walls(position(CLEAR, "e1 i4", walls_a="a4h c4h e4h", walls_b="g4h"))


@pytest.mark.rule("FQ-18")
@pytest.mark.parametrize(
    ("pawns", "move", "result"), [("e9 d2", "down", "draw"), ("e9 d2", "up", "A wins"), ("e9 d2", "a1h", "A wins")]
)
def test_when_a_is_on_line_9_b_has_one_more_turn(pawns: str, move: str, result: str) -> None:
    at = position(HIDDEN, "e8 d2")
    told = play(at, "up")
    assert (told["pawns"], told["to_act"], told["last_turn"]) == (pawns.split(), "B", True)
    assert describe(seen_by(at, 1))["last_turn"]
    told = play(at, move)
    assert (told["to_act"], told["result"], told["turns"]) == ("nobody", result, 22)
    scores = at.table.interpreted.scores(at)
    assert scores == ((0, 0) if result == "draw" else (1, -1))


@pytest.mark.rule("FQ-18", "FQ-16")
def test_a_refusal_does_not_use_up_the_last_turn() -> None:
    at = position(HIDDEN, "e8 d2", walls_a="d1h")
    told = play(at, "up", "down")
    assert (told["to_act"], told["known_B"], told["last_turn"]) == ("B", ["d1-d2"], True)
    assert play(at, "left")["result"] == "A wins"


@pytest.mark.rule("FQ-19")
def test_b_on_line_1_wins_at_once() -> None:
    at = position(HIDDEN, "e8 d2", turns="21")
    told = play(at, "down")
    assert (told["to_act"], told["result"]) == ("nobody", "B wins")
    assert at.table.interpreted.scores(at) == (-1, 1)


@pytest.mark.rule("FQ-20")
def test_after_200_turns_it_is_a_draw() -> None:
    at = position(HIDDEN, "e5 d5", turns="198")
    assert play(at, "down")["to_act"] == "B"
    told = play(at, "up")
    assert (told["turns"], told["to_act"], told["result"]) == (200, "nobody", "draw")
    assert at.table.interpreted.scores(at) == (0, 0)


@pytest.mark.rule("FQ-20")
def test_a_result_on_the_200th_turn_counts() -> None:
    assert play(position(HIDDEN, "e5 d2", turns="198"), "down", "down")["result"] == "B wins"
    assert play(position(HIDDEN, "e8 d5", turns="198"), "up", "down")["result"] == "A wins"
    assert play(position(HIDDEN, "e8 d2", turns="198"), "up", "down")["result"] == "draw"


@pytest.mark.rule("FQ-20", "FQ-16")
def test_a_refusal_is_no_turn() -> None:
    at = position(HIDDEN, "e5 d2", turns="199", walls_a="d1h")
    assert play(at, "down")["turns"] == 199
    assert play(at, "left")["result"] == "draw"


@pytest.mark.rule("FQ-21")
def test_options() -> None:
    assert str(table()) == "fog_quoridor"
    assert str(table(walls="open", fog="off", turns="60")) == "fog_quoridor(walls=open,fog=off,turns=60)"
    short = position(table(turns=6), "e5 d5", turns="5")
    assert play(short, "up")["result"] == "draw"


@pytest.mark.rule("FQ-21")
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"walls": "glass"}, "walls must be one of hidden, open, not 'glass'"),
        ({"fog": "yes"}, "fog must be one of on, off, not 'yes'"),
        ({"turns": "199"}, "turns must be an even number, both players' turns together, not '199'"),
        ({"turns": "0"}, "turns must be a whole number from 2 to 1000, not '0'"),
        ({"turns": "many"}, "turns must be a whole number from 2 to 1000, not 'many'"),
        ({"size": "9"}, "there is no option 'size'; the options are walls, fog, turns"),
    ],
)
def test_wrong_options_get_a_sentence(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        table(**options)
    assert str(caught.value) == sentence
