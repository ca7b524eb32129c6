"""RoboRally at a table: secret programs, typed moves, saved games, limits, pictures and reports (RB-21 to RB-23)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from robo_rally_floor import DATA, GAME, play, robots, running, step, table_of

from boardwalk.contract.errors import MoveError, TextError
from boardwalk.contract.scene import Scene
from boardwalk.engine.rules import AUDIENCE, BOARD, NOBODY
from boardwalk.games.robo_rally import notation, report, rules
from boardwalk.games.robo_rally.files import program_of, read_program, write_program
from boardwalk.games.robo_rally.notation import describe
from boardwalk.match import Match

FLOOR = "..1.. ..... ..... A.B.C"


def programs(position) -> list[str]:  # type: ignore[no-untyped-def]
    return [robot["program"] for robot in describe(position)["robots"]]


def begin(*typed: str, **options: object) -> Match:
    """A match in which the seats type these lines, one after the other."""
    match = Match(table_of(FLOOR, **options), 0, rules=table_of(FLOOR, **options).interpreted)
    for line in typed:
        for action in notation.read_actions(match.position, line):
            match.act(match.to_act, action)
    return match


@pytest.mark.rule("RB-21")
def test_programs_are_secret_until_all_have_chosen() -> None:
    match = begin("FLFWF", "WLW")
    rules = match.rules
    assert programs(match.position) == ["FLFWF", "WLW..", "....."]
    assert programs(rules.concealed(match.position, 0)) == ["FLFWF", ".....", "....."]
    assert programs(rules.concealed(match.position, 1)) == [".....", "WLW..", "....."]
    assert programs(rules.concealed(match.position, 2)) == [".....", ".....", "....."]
    assert programs(rules.concealed(match.position, AUDIENCE)) == [".....", ".....", "....."]
    match = begin("FLFWF", "WLWLW", "RWRWR")
    running_now = next(match.at(n) for n in range(len(match.steps)) if match.at(n).to_act == BOARD)
    for seat in (0, 1, 2, AUDIENCE):
        assert programs(rules.concealed(running_now, seat)) == ["FLFWF", "WLWLW", "RWRWR"]
    assert programs(match.position) == [".....", ".....", "....."], "a new round is being chosen"


@pytest.mark.rule("RB-21")
def test_the_round_runs_when_all_have_chosen() -> None:
    match = begin("FLFWF", "WLWLW", "RWRW")
    assert (match.to_act, describe(match.position)["phase"], match.position.state.round) == (2, "choosing", 1)
    assert robots(match.position) == ["4 1 north", "4 3 north", "4 5 north"]
    match.act(2, notation.read_actions(match.position, "L")[0])
    assert match.position.state.round == 2
    assert robots(match.position)[1] == "4 3 south"


@pytest.mark.rule("RB-21", "RB-3")
def test_an_illegal_program_cannot_be_chosen() -> None:
    match = begin("FL")
    assert match.rules.legal(match.position) == [0, 1, 3, 4, 5]
    with pytest.raises(MoveError, match="L is not possible now"):
        match.act(0, 2)
    fresh = begin("FLFLF", "FLFLF", "FLFLF")
    assert fresh.rules.legal(fresh.position) == [0, 1, 2, 3, 4, 5], "a round may begin with the last one's last letter"


@pytest.mark.rule("RB-21")
def test_guesses_at_programs_fit_the_rules_and_differ() -> None:
    match = begin("FLFWF", "WLW")
    seen = match.rules.concealed(match.position, 2)
    guesses = {tuple(programs(match.rules.determinized(seen, 2, seed))) for seed in range(50)}
    assert len(guesses) == 50
    for first, second, third in guesses:
        assert (len(first.rstrip(".")), len(second.rstrip(".")), third) == (5, 3, ".....")
        assert all(a != b for text in (first, second[:3]) for a, b in pairwise(text))
    own = match.rules.determinized(match.rules.concealed(match.position, 1), 1, 3)
    assert programs(own)[1] == "WLW.."


@pytest.mark.rule("RB-21")
def test_random_letters_are_all_alike_likely() -> None:
    match = begin("FL")
    position = match.position.copy()
    counts = [0] * 6
    for _ in range(3000):
        counts[GAME.rules.pick(position.board, position.state, None)] += 1
    assert counts[2] == 0
    assert all(500 < count < 700 for letter, count in enumerate(counts) if letter != 2)


@pytest.mark.parametrize(
    ("typed", "actions"),
    [
        ("FBLRU", [0, 1, 2, 3, 4]),
        (" f b,l ", [0, 1, 2]),
        ("forward left FORWARD wait", [0, 2, 0, 5]),
        ("U-turn", [4]),
        ("back right", [1, 3]),
    ],
)
def test_what_one_may_type(typed: str, actions: list[int]) -> None:
    assert notation.read_actions(begin().position, typed) == actions


@pytest.mark.rule("RB-2", "RB-3")
@pytest.mark.parametrize(
    ("before", "typed", "message"),
    [
        ("", "FFLWF", "F can't come twice in a row; put another action between"),
        ("FL", "LF", "L can't come twice in a row; put another action between"),
        ("", "FLX", "'X' is not an action; type F (forward), B (back up), L (left), R (right), U (U-turn) or W (wait)"),
        ("", "FLFLFL", "a program has five actions; 5 of them are still to choose, not 6"),
        ("FLFL", "FL", "a program has five actions; 1 of them is still to choose, not 2"),
        ("", " ", "type the actions of your program, such as FLFWF; the letters are F, B, L, R, U, W"),
    ],
)
def test_what_one_may_not_type(before: str, typed: str, message: str) -> None:
    position = begin(*filter(None, [before])).position
    with pytest.raises(MoveError) as caught:
        notation.read_actions(position, typed)
    assert str(caught.value) == message


def test_nothing_can_be_typed_while_the_round_runs() -> None:
    with pytest.raises(MoveError, match="no program is being chosen now"):
        notation.read_actions(running(FLOOR, "4 1 north", "4 3 north", "4 5 north"), "F")


@pytest.mark.rule("RB-22")
@pytest.mark.parametrize("seed", range(4))
def test_a_game_saved_as_a_program_file_replays_exactly(seed: int) -> None:
    random = Random(seed)
    table = GAME.table({"board": "sprint", "robots": 3, "names": "Ann Ben Cid"})
    match = Match(table, seed, rules=table.interpreted)
    for _ in range(random.randrange(15 * 4 - 3, 15 * 8)):
        if not match.over:
            match.act(match.to_act, random.choice(match.rules.legal(match.position)))
    text = write_program(program_of(table.seats, match.actions))
    program = read_program(text)
    assert program.names == ("Ann", "Ben", "Cid")
    again = Match(table, 99, rules=table.interpreted)
    again.play_on(program.actions)
    assert list(again.steps) == match.steps[: len(again.steps)]
    for number in range(len(again.steps)):
        assert describe(again.at(number)) == describe(match.at(number))
    left = len(match.steps) - len(again.steps)
    assert left == (len(match.actions) % 15 if not match.over else 0), (
        "only letters of an unfinished round are left out"
    )


@pytest.mark.rule("RB-23")
def test_a_round_limit_ends_the_game_in_a_draw() -> None:
    quiet = ("WLWLW", "WLWLW", "WLWLW")
    match = begin(*quiet, *quiet, rounds=2)
    assert (match.over, match.scores, match.position.state.round) == (True, (0, 0, 0), 2)
    assert begin(*quiet, rounds=2).to_act == 0
    many = begin(*quiet * 12)
    assert (many.to_act, many.position.state.round) == (0, 13), "without a limit it goes on"


@pytest.mark.rule("RB-23")
def test_a_win_in_the_last_round_counts() -> None:
    table = table_of("..... ..1.. ..... A.B..", rounds=1)
    match = play(table, "WLWLW FWFLW")
    assert (match.over, match.scores, describe(match.position)["winner"]) == (True, (-1, 1), "Bob")


def test_the_example_is_traced_line_by_line() -> None:
    table = GAME.table({"board": (DATA / "example1.brd").read_text()})
    match = play(table, "RFLFW LFWFR", "FWLWB LRLRL")
    lines = [
        line for number in range(1, len(match.steps)) for line in report.trace(match.at(number - 1), match.at(number))
    ]
    assert lines[:3] == [
        "round 1: Alice RFLFW, Bob LFWFR",
        "  slot 1, Alice first",
        "    Alice R: Alice turns right to face east",
    ]
    assert "    Bob F: Bob moves forward to d4; Alice is pushed to c4" in lines
    assert "round 2: Alice FWLWB, Bob LRLRL" in lines
    assert lines[-1] == "    Alice B: Alice backs up to d2; Alice touches flag 1; Alice wins"
    assert len([line for line in lines if line.startswith("  slot")]) == 10


@pytest.mark.parametrize(
    ("floor", "first", "second", "line"),
    [
        ("1.> ... A.B", "1 3 north", "2 2 west", "a belt carries Alice; Alice is destroyed and returns to a3"),
        ("1>S ... A.B", "1 2 north", "2 2 west", "a belt carries Alice to c1 and turns it to face east"),
        ("1-. ... A.B", "1 2 north", "2 2 west", "a gear turns Alice to face west"),
        (
            "1>. ... A.B",
            "1 2 north",
            "1 3 west",
            "a belt carries Alice to c1; Bob is pushed; Bob is destroyed and returns to c3",
        ),
    ],
)
def test_activations_are_told(floor: str, first: str, second: str, line: str) -> None:
    before = step(running(floor, first, second), 2)
    assert report.trace(before, step(before)) == [f"    board Alice: {line}"]


def test_announcements_tell_what_everybody_may_know() -> None:
    match = begin("FLFWF", "WLWLW", "RWRWR", rounds=1)
    news = [match.view(AUDIENCE, number).news for number in range(1, len(match.steps))]
    assert news[0] == () and news[4] == ("Alice is ready",) and news[9] == ("Bob is ready",)
    assert news[14] == ("All are ready: Alice FLFWF, Bob WLWLW, Charlie RWRWR",)
    assert news[15] == ("Alice moves forward to a3",)
    assert news[16] == ("Bob waits",)
    assert news[-1][-1] == "The last of 1 rounds is over, and nobody wins"


def facts(scene: Scene) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fact in scene.panel:
        found.setdefault(fact.label, []).append(fact.value)
    return found


@pytest.mark.rule("RB-21")
def test_who_chooses_before_its_turn_hears_once_a_round_that_another_is_ready() -> None:
    match = begin()
    match.act(1, rules.FORWARD)  # Bob, before his turn
    heard: list[str] = []
    for letter in notation.read_actions(match.position, "FLFWF"):
        seen = len(match.steps)
        match.act(0, letter)
        heard += [news for number in range(seen, len(match.steps)) for news in match.view(1, number).news]
    assert heard == ["Alice is ready"]


@pytest.mark.rule("RB-21")
def test_who_has_chosen_before_its_turn_is_ready_at_once_and_nothing_else_shows() -> None:
    match = begin()
    blank = {seat: match.view(seat).position.state.to_bytes() for seat in (0, 1, AUDIENCE)}
    for number, letter in enumerate(notation.read_actions(match.position, "FLFWF")):
        for seat, state in blank.items():
            view = match.view(seat)
            assert facts(view.scene)["Charlie"] == ["0 of 1 flags", "choosing"], f"{number} letters"
            assert view.position.state.to_bytes() == state and not view.news
        match.act(2, letter)
    for seat, state in blank.items():
        view = match.view(seat)
        assert facts(view.scene)["Charlie"] == ["0 of 1 flags", "ready"]
        assert view.position.state.to_bytes() == state, "the letters stay secret"
    assert facts(match.view(0).scene)["Bob"] == ["0 of 1 flags", "choosing"]
    assert match.view(AUDIENCE).scene.status == "Round 1: Alice and Bob are choosing a program"


def test_the_picture() -> None:
    match = begin("FLFWF", "RF")
    mine = match.view(1).scene
    assert mine.status == "Round 1: choose your program"
    assert [(over.kind, over.row, over.col, over.label) for over in mine.overlays] == [
        ("route", 3, 2, ""),
        ("route", 3, 2, "1"),
        ("route", 3, 3, ""),
    ]
    ghost = next(piece for piece in mine.pieces if piece.sign == "ghost")
    assert (ghost.row, ghost.col, ghost.turn, ghost.label) == (3, 3, 1, "2")
    assert mine.slots == 3
    assert (mine.own, mine.goal, mine.goal_cells, mine.hidden) == (
        ("robotB",),
        "Touch flag 1, the last one",
        ((0, 2),),
        "",
    )
    theirs = match.view(0).scene
    assert theirs.status == "Round 1: Bob and Charlie are choosing a program"
    assert {(over.row, over.col, over.tone) for over in theirs.overlays} == {(3, 0, 0), (2, 0, 0)}, "the own program"
    assert theirs.slots == 0
    assert facts(theirs) == {
        "Alice": ["first player", "0 of 1 flags", "program FLFWF", "ready"],
        "Bob": ["0 of 1 flags", "choosing"],
        "Charlie": ["0 of 1 flags", "choosing"],
        "round": ["1"],
    }
    assert facts(mine)["Alice"] == ["first player", "0 of 1 flags", "ready"]
    audience = match.view(AUDIENCE).scene
    assert (audience.own, audience.goal_cells) == ((), ()) and audience.hidden.startswith("Programs are secret")
    before = running("..1.x ..... ..... A.B.C", "1 4 east 0 FLFLF", "1 2 east 0 FLFLF", "3 3 north")
    after = step(before)
    scene = GAME.scene.scene(after, AUDIENCE)
    assert scene.status == "Round 1, slot 1 of 5: Bob acts" and scene.hidden == ""
    assert [(over.kind, over.row, over.col, over.tone) for over in scene.overlays] == [("trace", 3, 0, 0)]
    robot = next(piece for piece in scene.pieces if piece.id == "robotB")
    assert (robot.shape, robot.row, robot.col, robot.turn, robot.tone) == ("robot", 0, 1, 1, 1)
    assert GAME.scene.scene(step(after), 0).status == "Bob has touched all flags and wins in round 1"
    gear = step(running("1.+ ... A.B", "1 3 east", "3 3 east"), 2)
    assert GAME.scene.scene(gear, 0).status == "Round 1, slot 1 of 5: the board activates, Alice next"
    assert GAME.scene.scene(begin("WLWLW", "WLWLW", "WLWLW", rounds=1).position, 0).status == "Nobody wins in 1 rounds"


def test_choices_have_letters_and_keys() -> None:
    choices = begin("F").view(0).choices
    assert [choice.text for choice in choices] == ["B", "L", "R", "U", "W"]
    assert choices[1].label == "turn left" and "ArrowLeft" in choices[1].keys


HEAD = "round: 1\nslot: 1\nstage: 0\nto_act: board\ntoken: A\norder: -\ndestroyed: -\nwinner: -\nrng: 1 2\n\n"
A, B = "A 3 1 north 0 FLFLF\n", "B 3 3 west 0 WLWLW\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + A, "11:1: expected 2 lines, one a robot, not 1"),
        (HEAD + A + A, "12:1: expected a robot's line: B ROW COLUMN FACING FLAGS PROGRAM"),
        (HEAD + A + "B 3 1 west 0 WLWLW", "12:3: robot B can't stand on 3 1: a pit or another robot is there"),
        (HEAD + A + "B 2 2 west 0 WLWLW", "12:3: robot B can't stand on 2 2: a pit or another robot is there"),
        (HEAD + A + "B 4 1 west 0 WLWLW", "12:3: there is no square 4 1; the board has 3 × 3"),
        (HEAD + A + "B 3 3 up 0 WLWLW", "12:7: expected a facing: north, east, south, west, not 'up'"),
        (HEAD + A + "B 3 3 west 2 WLWLW", "12:1: a robot has at most 1 flags on this board, not 2"),
        (
            HEAD + A + "B 3 3 west 0 WWLLW",
            "12:14: expected a program: five actions of F B L R U W, none twice in a row, "
            "then dots for what is open, not 'WWLLW'",
        ),
        (HEAD + A + "B 3 3 west 0 WLW..", "12:14: the round runs, so every program must be whole"),
        (HEAD.replace("token: A", "token: C") + A + B, "5:8: token must be one of A, B, not 'C'"),
        (HEAD.replace("to_act: board", "to_act: x") + A + B, "4:9: to_act must be one of A, B, board, nobody, not 'x'"),
        (HEAD.replace("order: -", "order: AA") + A + B, "6:8: order must be each of A, B once, or -, not 'AA'"),
        (
            HEAD.replace("stage: 0", "stage: 2") + A + B,
            "6:8: order must be the robots in the order of activation, not '-'",
        ),
        (HEAD.replace("slot: 1", "slot: 6") + A + B, "2:7: slot must be a whole number from 1 to 5, not '6'"),
    ],
)
def test_broken_positions(text: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        notation.read_position(table_of("1.. .x. A.B"), text)
    assert str(caught.value) == f"text:{message}"


def test_a_position_reads_back_as_it_was_written() -> None:
    after = step(running("1>+ ... A.B", "1 2 north 0 FLFLF", "1 3 south", token="B"), 2)
    text = notation.write_position(after)
    assert notation.write_position(notation.read_position(after.table, text)) == text
    won = step(running(".>1. ...+ A.B.", "1 2 north", "2 4 north"), 3)
    assert won.to_act == NOBODY
    assert notation.read_position(won.table, notation.write_position(won)).state == won.state
