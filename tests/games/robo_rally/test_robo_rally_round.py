"""A round of RoboRally: order, moves, pushes, destruction and return (RB-8 to RB-13)."""

from __future__ import annotations

import pytest
from robo_rally_floor import DATA, GAME, flags, play, robots, run_slot, running, step, table_of

from boardwalk.engine.rules import BOARD
from boardwalk.games.robo_rally.notation import describe, next_robot


@pytest.mark.rule("RB-8")
def test_robots_start_on_their_letter_facing_north() -> None:
    table = table_of("..B. D..1 .A.. ...C")
    position = table.deal(0, table.interpreted)
    assert robots(position) == ["3 2 north", "1 3 north", "4 4 north", "2 1 north"]
    assert flags(position) == [[], [], [], []]


@pytest.mark.rule("RB-9")
def test_order_of_the_slots_as_in_the_original() -> None:
    """A with FLFWF and B with WFWFL: A F, B W; B F, A L; A F, B W; B F, A W; A F, B L; and B holds the token."""
    match = play(table_of("1...... ....... ....... ....... A..B..."), "FLFWF WFWFL")
    actors = []
    for number in range(1, len(match.steps)):
        before = match.at(number - 1)
        if before.to_act == BOARD:
            robot = next_robot(before)
            actors.append("AB"[robot] + describe(before)["robots"][robot]["program"][before.state.slot])
    assert " ".join(actors) == "AF BW BF AL AF BW BF AW AF BL"
    after = describe(match.position)
    assert (after["round"], after["token"], after["phase"], after["to_act"]) == (2, "Bob", "choosing", "Alice")


@pytest.mark.rule("RB-9")
def test_the_token_goes_round_all_players_and_on_from_round_to_round() -> None:
    table = table_of("1....... ........ ABC.....")
    match = play(table, "WLWLW WLWLW WLWLW", "WLWLW WLWLW WLWLW")
    first = [match.at(n - 1) for n in range(1, len(match.steps))]
    holders = [describe(before)["token"] for before in first if before.to_act == BOARD and before.state.stage == 0]
    assert holders == ["Alice", "Bob", "Charlie", "Alice", "Bob", "Charlie", "Alice", "Bob", "Charlie", "Alice"]


@pytest.mark.rule("RB-9")
def test_the_board_activates_in_every_slot_after_all_have_acted() -> None:
    """B's gear turns it once a slot, and only after A, who acts last in slot 2, has acted."""
    position = running("+.1 B.A ...", "3 3 west 0 WLWLW", "1 1 north 0 WUWUW")
    after = run_slot(position)
    assert robots(after) == ["3 3 west", "1 1 east"]
    assert describe(after)["slot"] == 2
    after = step(after, 2)  # B's U-turn, A's left turn
    assert robots(after) == ["3 3 south", "1 1 west"]
    assert robots(step(after)) == ["3 3 south", "1 1 north"]


@pytest.mark.rule("RB-10")
@pytest.mark.parametrize(
    ("letter", "facing", "there"),
    [
        ("F", "north", "2 3 north"),
        ("F", "east", "3 4 east"),
        ("F", "south", "4 3 south"),
        ("F", "west", "3 2 west"),
        ("B", "north", "4 3 north"),
        ("B", "east", "3 2 east"),
        ("B", "south", "2 3 south"),
        ("B", "west", "3 4 west"),
        ("L", "north", "3 3 west"),
        ("L", "west", "3 3 south"),
        ("R", "north", "3 3 east"),
        ("R", "west", "3 3 north"),
        ("U", "north", "3 3 south"),
        ("U", "west", "3 3 east"),
        ("W", "south", "3 3 south"),
    ],
)
def test_every_action(letter: str, facing: str, there: str) -> None:
    other = "L" if letter != "L" else "R"
    position = running("1.... ..... ..... ..... A....", f"3 3 {facing} 0 {letter + (other + letter) * 2}")
    assert robots(step(position)) == [there]


@pytest.mark.rule("RB-11")
def test_a_row_of_robots_is_pushed_and_keeps_its_facings() -> None:
    floor = "1..... ...... ABCD.."
    position = running(floor, "2 1 east 0 FLFLF", "2 2 north", "2 3 west", "2 5 south")
    after = step(position)
    assert robots(after) == ["2 2 east", "2 3 north", "2 4 west", "2 5 south"]
    backwards = running(floor, "2 4 east 0 BLBLB", "2 3 north", "2 1 west", "3 3 south")
    assert robots(step(backwards)) == ["2 3 east", "2 2 north", "2 1 west", "3 3 south"]


@pytest.mark.rule("RB-12")
@pytest.mark.parametrize(
    ("at", "letter"),
    [("1 2 north", "F"), ("3 3 south", "F"), ("2 1 west", "F"), ("2 4 west", "B"), ("3 2 east", "F")],
)
def test_leaving_the_board_or_entering_a_pit_destroys(at: str, letter: str) -> None:
    position = running("...1 .A.. ..x.", f"{'2 3 south' if at == '3 3 south' else at} 0 {letter}LWLW")
    after = step(position)
    assert (robots(after), describe(after)["destroyed"]) == (["2 2 north"], "Alice")


@pytest.mark.rule("RB-12", "RB-13")
def test_the_whole_move_comes_first_then_the_return() -> None:
    """A pushes B off the board and stands on B's start: B returns to the square north of it."""
    position = running("1..A ...B ....", "2 3 east 0 FLFLF", "2 4 south")
    assert robots(step(position)) == ["2 4 east", "1 4 north"]


@pytest.mark.rule("RB-12")
def test_a_pushed_robot_falls_and_those_behind_it_move_up() -> None:
    position = running("1...x ..... A.B.C", "1 2 east 0 FLFLF", "1 3 south", "1 4 west")
    assert robots(step(position)) == ["1 3 east", "1 4 south", "3 5 north"]


@pytest.mark.rule("RB-12")
def test_a_belt_destroys_too() -> None:
    after = run_slot(running("1.A ..^ >x.", "3 1 south"))
    assert (robots(after), describe(after)["destroyed"]) == (["1 3 north"], "Alice")


# The floor, who takes A's start and other squares when A leaves the board at its top-left corner, and where it returns.
START_TAKEN = [
    ("..1.. ..... ..A.. BCD.. .....", ("3 4", "5 1", "5 2"), "3 3"),
    ("..1.. ..... ..A.. BCD.. .....", ("3 3", "5 1", "5 2"), "2 3"),
    ("..1.. ..... ..A.. BCD.. .....", ("3 3", "2 3", "5 2"), "3 4"),
    ("..1.. ..x.. ..A.. BCD.. .....", ("3 3", "3 4", "5 2"), "4 3"),
    ("..1.. ..x.. ..Ax. BCD.. .....", ("3 3", "4 3", "5 2"), "3 2"),
    ("....1 ..... ..... BCD.. A....", ("5 1", "4 1", "1 5"), "5 2"),
    # all four neighbours passed over: on from the northern one, to its north, east and west, then from the eastern one
    ("..1.. ..x.. .xAx. BCD.. .....", ("3 3", "4 3", "5 2"), "1 3"),
    ("..x.. ..x.. .xAx. BCx.D ....1", ("3 3", "5 1", "5 2"), "2 4"),
    ("..x.. ..xx. .xAx. BCx.D ....1", ("3 3", "5 1", "5 2"), "2 2"),
    ("..x.. .xxx. .xAx. BCx.D ....1", ("3 3", "5 1", "5 2"), "3 5"),
    ("..x.. .xxx. .xAxx BCx.D ....1", ("3 3", "5 1", "5 2"), "4 4"),
    ("..x.. .xxx. .xAxx BCxxD ....1", ("3 3", "5 1", "5 2"), "5 3"),
    ("..x.. .xxx. .xAxx B.xxD C.x.1", ("3 3", "5 1", "5 2"), "4 2"),
    ("..x.. .xxx. .xAxx BxxxD C.x.1", ("3 3", "5 1", "5 2"), "3 1"),
    # three steps away, past pits and taken squares
    (".xxxx xxxxx xxAxx xxxxx BC1Dx", ("3 3", "5 1", "5 2"), "5 3"),
    (".xxxx xxxxx xxAxx xxxxx BC1Dx", ("3 3", "5 3", "5 4"), "5 2"),
]


@pytest.mark.rule("RB-13")
@pytest.mark.parametrize(("floor", "others", "there"), START_TAKEN)
def test_where_a_destroyed_robot_returns_to(floor: str, others: tuple[str, ...], there: str) -> None:
    position = running(floor, "1 1 west 0 FLFLF", *(f"{at} east" for at in others))
    after = step(position)
    assert robots(after) == [f"{there} north", *(f"{at} east" for at in others)]
    assert flags(after)[0] == [], "returning is not entering"


@pytest.mark.rule("RB-13")
def test_on_the_smallest_floors_there_is_room_for_all() -> None:
    position = running("AB1", "1 1 west 0 FLFLF", "1 2 west")
    assert robots(step(position)) == ["1 1 north", "1 2 west"]
    taken = running("AB1", "1 2 north 0 FLFLF", "1 1 west")
    assert robots(step(taken)) == ["1 2 north", "1 1 west"]


@pytest.mark.rule("RB-13")
def test_a_destroyed_robot_keeps_flags_and_goes_on_with_its_program_in_the_same_slot() -> None:
    """A pushes B over the edge before B's action in this slot: B returns and then moves forward from its start."""
    position = running("1.2.. ..... ..... A...B", "1 4 east 0 FLFLF", "1 5 south 1 FLFLF")
    after = step(position)
    assert (robots(after)[1], flags(after)) == ("4 5 north", [[], [1]])
    assert robots(step(after))[1] == "3 5 north"
    assert robots(run_slot(run_slot(position)))[1] == "3 5 west"


def test_the_first_example_of_the_original() -> None:
    """B pushes A back in slot 4; in round 2 A turns and backs up onto the flag with its last action."""
    table = GAME.table({"board": (DATA / "example1.brd").read_text()})
    match = play(table, "RFLFW LFWFR", "FWLWB LRLRL")
    assert robots(match.position) == ["2 4 west", "4 4 west"]
    assert (describe(match.position)["winner"], match.scores) == ("Alice", (1, -1))
    assert (describe(match.position)["round"], describe(match.position)["slot"]) == (2, 5)
