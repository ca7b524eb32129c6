"""Endings outside the rules: a seat that has lost on time comes last, whatever the rules say of its position."""

from __future__ import annotations

import pickle

import pytest

from boardwalk import Match, MoveError, RecordError, read_record, write_record
from boardwalk.contract.scene import EVERYTHING
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match.endings import Ending, ended_seats, ending_number

NAMES = {2: ["Ann", "Ben"], 3: ["Ann", "Ben", "Cleo"], 4: ["Ann", "Ben", "Cleo", "Dan"]}


def begun(text: str, actions: int = 3) -> Match:
    match = Match(text, 1)
    match.names = NAMES[len(match.names)]
    for _ in range(actions):
        match.act(match.to_act, match.view(match.to_act).legal[0])
    return match


@pytest.mark.parametrize("game", ["fog_quoridor", "rowdy_racers", "robo_rally"])
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_seats_the_other_one_wins(game: str, seat: int) -> None:
    match = begun(game)
    loser, winner = NAMES[2][seat], NAMES[2][1 - seat]
    match.end(seat, Ending.FLAG)
    assert match.over and match.scores[seat] == -1 and match.scores[1 - seat] == 1
    for viewer in (0, 1, AUDIENCE, EVERYTHING):
        view = match.view(viewer)
        assert view.scene.status == f"{loser} lost on time: {winner} wins"
        assert view.news == (view.scene.status,) and not view.choices
    with pytest.raises(MoveError, match="the game is over"):
        match.act(match.view(0).seat, 0)
    with pytest.raises(MoveError, match="the game is over for Ann"):
        match.end(0, Ending.FLAG)


def test_with_more_seats_the_others_play_on_and_the_one_comes_last() -> None:
    match = begun("robo_rally(robots=3)")
    before = match.position.state.copy()
    match.end(1, Ending.FLAG)
    assert not match.over and match.position.state == before and ended_seats(match.position) == {1}
    assert match.view(0).news == ("Ben lost on time",) and "time" not in match.view(0).scene.status
    with pytest.raises(MoveError, match="the game is over for Ben"):
        match.end(1, Ending.FLAG)
    match.act(match.to_act, match.view(match.to_act).legal[0])
    match.end(2, Ending.FLAG)
    assert match.over and match.scores == (1, -1, -1)
    assert match.view(AUDIENCE).scene.status == "Cleo lost on time: Ann wins"


def test_who_is_first_by_the_rules_after_losing_on_time_is_last() -> None:
    match = begun("robo_rally(robots=3)", 0)
    match.end(1, Ending.FLAG)
    match.position.state.winner, match.position.state.to_act = 1, -2
    assert match.scores == (0, -1, 0)
    assert match.view(0).scene.status == "Ben would have won, but Ben lost on time"
    match.position.state.winner = 2
    assert match.scores == (-1, -1, 1) and "Cleo" in match.view(0).scene.status


def test_a_team_has_lost_once_all_of_it_has() -> None:
    match = begun("capture_the_flag(players=2)")
    match.end(0, Ending.FLAG)
    assert not match.over
    match.end(1, Ending.FLAG)
    assert match.over and match.scores == (-1, -1, 1, 1)
    assert match.view(3).scene.status == "Ben lost on time: Cleo and Dan win"


def test_a_record_holds_it_and_others_are_as_they_were() -> None:
    match = begun("robo_rally(robots=3)")
    plain = write_record(match.record())
    match.end(1, Ending.FLAG)
    match.act(match.to_act, match.view(match.to_act).legal[0])
    match.end(0, Ending.FLAG)
    text = write_record(match.record())
    again = Match.from_record(read_record(text))
    assert again.scores == match.scores and again.view(2).scene == match.view(2).scene
    assert again.position.endings == match.position.endings
    assert [key for key in text.splitlines() if "actions" not in key] == [
        key for key in plain.splitlines() if "actions" not in key
    ]
    number = ending_number(match.table, list(Ending)[-1], 2) + 1
    with pytest.raises(RecordError, match=f"there is no action {number}"):
        Match.from_record(read_record(plain.replace('"actions": [', f'"actions": [{number}, ')))


def test_earlier_steps_are_seen_as_they_were_and_undo_takes_it_back() -> None:
    match = begun("robo_rally(robots=3)", 0)
    for _ in range(200):  # more than one snapshot
        match.act(match.to_act, match.view(match.to_act).legal[0])
    step = len(match.steps)
    match.end(1, Ending.FLAG)
    for _ in range(200):
        match.act(match.to_act, match.view(match.to_act).legal[0])
    assert match.at(step - 1).endings == () and match.at(step).endings == match.position.endings != ()
    assert match.at(-2).endings == match.position.endings
    copied = pickle.loads(pickle.dumps(match))
    assert copied.at(step).endings == match.position.endings == copied.view(0).position.endings
    match = Match("box_world", 1)
    match.end(0, Ending.FLAG)
    assert match.over and match.scores == (-1,)
    match.undo()
    assert not match.over and match.position.endings == ()
    match.redo()
    assert match.over and match.position.endings


def test_an_attempt_changes_nothing() -> None:
    match = begun("fog_quoridor")
    change = match.attempt([(0, ending_number(match.table, Ending.FLAG, 0))])
    assert not match.over and match.position.endings == () and change.after.position.over
    match.commit(change)
    assert match.over and match.at(-1).endings and match.at(-2).endings == ()
