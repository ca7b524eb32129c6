"""Simultaneous choices: a seat may choose before its turn (RB-21, FQ-1)."""

from __future__ import annotations

import pytest

import boardwalk
from altered import changed
from boardwalk.contract.errors import MoveError
from boardwalk.match import Match, read_record, write_record
from boardwalk.match.history import START


def new_match(text: str) -> Match:
    table = boardwalk.table(text)
    return Match(table, seed=1, rules=table.interpreted)


def choose(match: Match, seat: int, text: str) -> None:
    for action in match.table.game.notation.read_actions(match.view(seat).position, text):
        match.act(seat, action)


@pytest.mark.rule("RB-21")
def test_a_program_can_be_chosen_before_the_others_have_chosen() -> None:
    match = new_match("robo_rally(robots=3)")
    assert match.view(1).acting and match.view(2).acting
    choose(match, 2, "FLFLF")
    assert not match.view(2).acting and match.to_act == 0 and not match.actions
    with pytest.raises(MoveError, match="it is Alice's turn to act"):
        match.act(2, 0)
    assert match.view(0).position.state == new_match("robo_rally(robots=3)").view(0).position.state, "nothing shows"
    choose(match, 1, "WFW")
    with pytest.raises(MoveError, match="W is not possible now"):
        match.act(1, 5)
    choose(match, 0, "RFRFR")
    assert match.to_act == 1, "the second has two letters to go"
    choose(match, 1, "LB")
    in_turn = new_match("robo_rally(robots=3)")
    for seat, program in enumerate(("RFRFR", "WFWLB", "FLFLF")):
        choose(in_turn, seat, program)
    assert match.actions == in_turn.actions and match.steps == in_turn.steps
    assert Match.from_record(read_record(write_record(match.record()))).position.state == match.position.state


@pytest.mark.rule("FQ-1")
def test_b_can_choose_a_column_before_a_has() -> None:
    match = new_match("fog_quoridor")
    before = match.view(0).position.state.to_bytes()
    assert match.view(1).acting
    match.act(1, 3)
    assert not match.view(1).acting and match.view(1).position.state.pawn[1] == 75
    assert match.view(0).position.state.to_bytes() == before
    with pytest.raises(MoveError, match="it is A's turn to act"):
        match.act(1, 4)
    match.act(0, 5)
    in_turn = new_match("fog_quoridor")
    in_turn.play_on([5, 3])
    assert match.steps == in_turn.steps
    with pytest.raises(MoveError, match="it is A's turn to act"):
        match.act(1, 9)


def test_a_copy_of_a_match_goes_its_own_way() -> None:
    match = new_match("fog_quoridor")
    match.act(1, 3)
    twin = match.copy()
    twin.act(0, 5)
    assert twin.to_act == 0 and len(twin.actions) == 2
    assert match.actions == [] and match.position.state == new_match("fog_quoridor").position.state
    match.act(0, 6)
    assert match.actions == [6, 3] and twin.actions == [5, 3]


def test_undo_and_redo_with_choices_made_before_a_turn() -> None:
    table = changed(boardwalk.game("fog_quoridor"), play={"undo": True}).table({})
    match = Match(table, seed=1, rules=table.interpreted)
    match.act(0, 5)
    match.undo()
    match.act(1, 3)
    with pytest.raises(MoveError, match="there is nothing to redo"):
        match.redo()
    match.act(0, 5)
    assert match.actions == [5, 3]
    match.undo(1)
    match.undo(0)
    match.act(1, 4)
    match.act(0, 5)
    assert match.actions == [5, 4]
    match.undo()
    match.redo()
    assert [step.seat for step in match.steps] == [START, 0, 1]


def test_an_undo_drops_choices_that_are_queued() -> None:
    table = changed(boardwalk.game("robo_rally"), play={"undo": True}).table({"robots": 2})
    match = Match(table, seed=1, rules=table.interpreted)
    match.act(0, 0)
    match.act(1, 2)
    assert match.queued(1) == 1
    match.undo(0)
    assert match.queued(1) == 0


@pytest.mark.rule("RB-21")
@pytest.mark.parametrize(("robots", "seat"), [(1, 0), (2, 0), (2, 1), (3, 1)])
def test_previews_show_a_program_to_its_own_seat_and_change_nothing(robots: int, seat: int) -> None:
    match = new_match(f"robo_rally(robots={robots})")
    actions = match.table.game.notation.read_actions(match.view(seat).position, "FLFLF")
    before = match.view(seat).position.state.to_bytes()
    for length in range(5):
        view, taken = match.preview(seat, actions[:length])
        assert taken == length and view.acting and view.scene.slots == 5 - length
        assert len([over for over in view.scene.overlays if over.kind == "route"]) == (length and length + 1)
    whole, taken = match.preview(seat, [*actions, 0])
    assert taken == 5 and len([over for over in whole.scene.overlays if over.kind == "route"]) == 6
    assert match.view(seat).position.state.to_bytes() == before and not match.actions
    assert match.preview(seat, [0, 0, 1])[1] == 1, "the same action twice in a row"


@pytest.mark.rule("RB-21")
def test_a_preview_of_the_last_program_does_not_run_the_round() -> None:
    match = new_match("robo_rally")
    choose(match, 0, "RFRFR")
    choose(match, 1, "FL")
    program = match.table.game.notation.read_actions(match.view(1).position, "FLF")
    view, taken = match.preview(1, program)
    assert taken == 3 and not view.over
    assert view.position.state.program.tolist()[0] == [0] * 5, "the other program stays secret"
    assert view.position.state.square.tolist() == match.position.state.square.tolist()


def test_a_game_without_programs_has_no_previews() -> None:
    match = new_match("rowdy_racers")
    view, taken = match.preview(0, [0, 1])
    assert taken == 0 and view.position.state == match.view(0).position.state
