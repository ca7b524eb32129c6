"""The board activates, and flags (RB-14 to RB-20)."""

from __future__ import annotations

import pytest
from robo_rally_floor import DATA, GAME, flags, play, robots, run_slot, running, step, table_of

from boardwalk.engine.rules import BOARD, NOBODY
from boardwalk.games.robo_rally import report
from boardwalk.games.robo_rally.notation import describe


@pytest.mark.rule("RB-14")
def test_robots_are_taken_from_the_top_left_row_by_row() -> None:
    """On a belt to the east the western robot comes first: it pushes the eastern one, which is then carried on too."""
    position = running("1..... >>>>.. A.B...", "2 2 north", "2 1 south")
    assert robots(run_slot(position)) == ["2 4 north", "2 2 south"]
    # On a belt to the west the western one is carried away before the eastern one comes.
    position = running("1..... .<<<.. A.B...", "2 4 north", "2 3 south")
    assert robots(run_slot(position)) == ["2 3 north", "2 2 south"]
    # A robot in an upper row comes before one further left in a lower row.
    position = running("1...... ....v.. ...>>.. A.B....", "3 4 north", "2 5 south")
    assert robots(run_slot(position)) == ["3 5 north", "3 6 south"]


@pytest.mark.rule("RB-14")
def test_the_order_is_that_of_the_beginning_and_each_robot_has_one_turn() -> None:
    """A is carried below B before B's turn comes: it is still B's, and A stays on the belt it was carried onto."""
    position = running("1v. +v. ... A.B", "1 2 north", "2 1 north")
    begun = step(position, 2)
    assert describe(begun)["next"] == "Alice"
    carried = step(begun)
    assert (robots(carried), describe(carried)["next"]) == (["2 2 north", "2 1 north"], "Bob")
    turned = step(carried)
    assert (robots(turned), describe(turned)["slot"]) == (["2 2 north", "2 1 east"], 2)


@pytest.mark.rule("RB-14")
def test_who_was_pushed_off_its_belt_before_its_turn_stays() -> None:
    position = running("1+B. .... A>>.", "3 2 north", "3 3 south")
    carried = step(position, 3)
    assert (robots(carried), describe(carried)["slot"]) == (["3 3 north", "3 4 south"], 2)


@pytest.mark.rule("RB-14")
def test_a_robot_activates_the_square_it_was_pushed_onto() -> None:
    position = running("1... A.B. .>.+ ....", "3 2 north", "3 3 south")
    after = step(position, 3)
    assert (robots(after), describe(after)["next"]) == (["3 3 north", "3 4 south"], "Bob")
    assert robots(step(after)) == ["3 3 north", "3 4 west"]


@pytest.mark.rule("RB-14")
def test_who_was_pushed_onto_another_belt_is_carried_on_but_who_had_its_turn_is_not() -> None:
    # A (upper row, first) is carried down onto B's place; B, pushed onto a belt to the west, is carried on at its turn.
    position = running("1.v. A... .B<. ....", "1 3 north", "2 3 south")
    assert robots(run_slot(position)) == ["2 3 north", "3 2 south"]
    # B (lower row) is carried up onto A, who has had its turn and stays on the belt it is pushed onto.
    position = running("1.<. A.+. .B^. ....", "2 3 north", "3 3 south")
    assert robots(run_slot(position)) == ["1 3 east", "2 3 south"]


@pytest.mark.rule("RB-14")
def test_who_was_destroyed_and_returned_activates_the_square_it_returned_to() -> None:
    """A is carried and pushes B into a pit. B's start is taken by C, and the square north of it is a gear."""
    position = running("1..C >.x. .+.. .BA.", "2 1 north", "2 2 south", "4 2 west")
    after = step(position, 4)
    assert (robots(after)[1], describe(after)["next"]) == ("3 2 north", "Bob")
    assert robots(step(after))[1] == "3 2 east"


@pytest.mark.rule("RB-15")
@pytest.mark.parametrize(("gear", "facing"), [("+", ["east", "south", "west", "north"]), ("-", ["west", "south"])])
def test_gears(gear: str, facing: list[str]) -> None:
    position = running(f"1.. .{gear}. A..", "2 2 north 0 WBWBW")
    for expected in facing:
        position.state.slot, position.state.stage = 0, 0
        position = run_slot(position)
        assert robots(position) == [f"2 2 {expected}"]


@pytest.mark.rule("RB-16")
@pytest.mark.parametrize(
    ("belts", "there"), [("^Nn", "1 2"), (">Ee", "2 3"), ("vSs", "3 2"), ("<Ww", "2 1")], ids=lambda text: text
)
def test_belts_carry_one_square_without_turning(belts: str, there: str) -> None:
    for belt in belts:
        position = running(f"..A .{belt}. ..1", "2 2 east")
        assert robots(run_slot(position)) == [f"{there} east"]


@pytest.mark.rule("RB-16")
def test_a_belt_pushes_whoever_stands_there_and_the_next() -> None:
    position = running("1..... .>.... ABC...", "2 2 south", "2 3 north", "2 4 west")
    assert robots(run_slot(position)) == ["2 3 south", "2 4 north", "2 5 west"]


@pytest.mark.rule("RB-16")
def test_a_belt_ends_on_plain_floor_and_a_robot_is_carried_once_a_slot() -> None:
    position = running("1..... .>>... A.....", "2 2 south")
    once = run_slot(position)
    assert robots(once) == ["2 3 south"]
    twice = run_slot(once)
    assert robots(twice) == ["2 4 east"], "the program turned it left meanwhile"


@pytest.mark.rule("RB-17")
@pytest.mark.parametrize(
    ("floor", "there"),
    [
        (">S.", "1 2 east"),
        (">s.", "1 2 west"),
        (">E.", "1 2 east"),
        (">e.", "1 2 west"),
        (">W.", "1 2 east"),
        (">N.", "1 2 east"),
        (">n.", "1 2 west"),
        (">>.", "1 2 north"),
        (">+.", "1 2 north"),
        ("ES.", "1 2 east"),
        ("ns.", None),
    ],
)
def test_corner_belts_turn_whom_a_belt_carries_onto_them_from_whichever_side(floor: str, there: str | None) -> None:
    position = running(f"{floor} ... A.1", "1 1 north")
    expected = there or "3 1 north"  # n carries it off the board: back to its start, not turned
    assert robots(run_slot(position)) == [expected]


@pytest.mark.rule("RB-17")
def test_who_walks_or_is_pushed_onto_a_corner_belt_is_not_turned() -> None:
    walks = running("...1 .S.. .... A...", "2 1 east 0 FLFLF")
    assert robots(step(walks)) == ["2 2 east"]
    assert robots(step(walks, 2)) == ["3 2 east"], "it carries on, still not turned"
    pushed = running("...1 ..S. .... A.B.", "2 1 east 0 FLFLF", "2 2 north")
    assert robots(step(pushed)) == ["2 2 east", "2 3 north"]


@pytest.mark.rule("RB-17")
def test_who_is_pushed_onto_a_corner_belt_by_a_carried_robot_is_not_turned() -> None:
    """A is carried and turned by its corner; B, pushed onto the next corner, is not turned and is then carried on."""
    position = running("....1 .>Ss. ..... A.B..", "2 2 north", "2 3 north")
    carried = step(position, 3)
    assert robots(carried) == ["2 3 east", "2 4 north"]
    assert robots(step(carried)) == ["2 3 east", "3 4 north"]


@pytest.mark.rule("RB-13", "RB-17")
def test_who_returns_onto_a_corner_belt_is_not_turned() -> None:
    """A belt carries A off the board; B stands on A's start, and the square north of it is a corner belt."""
    position = running("1.> .E. .AB", "1 3 north", "3 2 north")
    assert robots(run_slot(position)) == ["2 2 north", "3 2 north"]


@pytest.mark.rule("RB-18")
def test_flags_are_touched_in_order_on_entering_however_one_got_there() -> None:
    own = running("..1.. ..2.. A.B..", "1 2 east 0 FLFLF", "3 3 north 0 FLFLF")
    after = step(own)
    assert flags(after) == [[1], []]
    assert flags(step(after)) == [[1], []], "B enters flag 2 without flag 1"
    back = running("..1.. ..2.. A.B..", "1 2 west 0 BLBLB", "3 3 north")
    assert flags(step(back)) == [[1], []]
    pushed = running("..1.. ..2.. A.B..", "1 1 east 0 FLFLF", "1 2 north")
    assert flags(step(pushed)) == [[], [1]]
    carried = running(".>1.. ..2.. A.B..", "1 2 north", "3 3 north")
    assert flags(run_slot(carried)) == [[1], []]
    pushed_by_belt = running(">.1.. ..2.. A.B..", "1 1 north", "1 2 north")
    assert flags(run_slot(pushed_by_belt)) == [[], [1]]


@pytest.mark.rule("RB-18")
def test_a_flag_out_of_order_must_be_entered_again_and_flags_stay_for_the_others() -> None:
    match = play(table_of("1... 2... A..B"), "FWFLF LFLFW")
    # A: over flag 2 onto flag 1, then off the board to the west and back to its start
    assert (robots(match.position)[0], flags(match.position)[0]) == ("3 1 north", [1])
    match = play(match.table, "FWFLF LFLFW", "FWLWR WBWBW")
    assert describe(match.position)["winner"] == "Alice"
    standing = running("1.2.. ..... A....", "1 3 north 1 WLWRW")
    assert flags(run_slot(standing)) == [[1]], "standing on a flag is not entering it"
    second = running("1.2.. ..... A...B", "1 2 west 0 FLFLF", "2 1 north 0 FLFLF")
    after = step(second, 2)
    assert flags(after) == [[1], [1]], "A was pushed on; B touches the same flag"


@pytest.mark.rule("RB-19")
def test_the_win_ends_it_at_once_and_completes_the_move() -> None:
    """A walks onto the last flag, pushing B into a pit: B still returns, and its action is never executed."""
    position = running(".1x.. ..... A...B", "1 1 east 0 FLFLF", "1 2 north 0 FLFLF")
    after = step(position)
    assert (after.to_act, describe(after)["winner"]) == (NOBODY, "Alice")
    assert robots(after) == ["1 2 east", "3 5 north"]
    assert after.table.interpreted.scores(after) == (1, -1)


@pytest.mark.rule("RB-19")
def test_a_win_before_or_in_the_activation_stops_the_rest_of_it() -> None:
    acted = running(".1+.. ..... A...B", "1 1 east 0 FLFLF", "1 3 north", stage=1, token="B")
    assert robots(step(acted)) == ["1 2 east", "1 3 north"], "B's gear does not turn it any more"
    carried = running(".>1.. ...+. A...B", "1 2 north", "2 4 north")
    after = step(carried, 3)
    assert (after.to_act, robots(after), after.table.interpreted.scores(after)) == (
        NOBODY,
        ["1 3 north", "2 4 north"],
        (1, -1),
    )


@pytest.mark.rule("RB-19")
def test_a_pushed_robot_can_win_and_the_last_flag_counts_only_in_order() -> None:
    pushed = running("1..2. ..... A...B", "1 2 east 1 FLFLF", "1 3 north 1 FLFLF")
    assert describe(step(pushed))["winner"] == "Bob"
    too_early = running("1..2. ..... A...B", "1 3 east 0 FLFLF", "2 3 north 1")
    assert step(too_early).to_act == BOARD


@pytest.mark.rule("RB-20")
def test_a_program_without_a_winner_ends_with_the_flags_each_robot_has() -> None:
    match = play(GAME.table({"board": (DATA / "example2.brd").read_text(), "robots": 4}), "FLFWF WFWFL RFWFL FRWRF")
    assert report.as_json(match.position)["winner"] is None
    assert match.scores == (0, 0, 0, 0)
    lines = report.summary(running("1..2. ..... A...B", "1 3 east 1", "2 3 north 0"))
    assert lines == [
        "Alice: flags 1 of 2, on c1 facing east",
        "Bob: no flags of 2, on c2 facing north",
        "winner: none",
    ]
    won = step(running(".1... ..... A...B", "1 1 east 0 FLFLF", "2 3 north 0"))
    assert report.summary(won)[-1] == "winner: Alice"
    assert report.as_json(won) == {
        "winner": "Alice",
        "rounds": 1,
        "flags": 1,
        "names": ["Alice", "Bob"],
        "robots": [
            {"name": "Alice", "flags": [1], "square": "b1", "facing": "east"},
            {"name": "Bob", "flags": [], "square": "c2", "facing": "north"},
        ],
    }
