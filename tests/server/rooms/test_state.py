"""The state of a room is a value: planning changes nothing, and what follows from a change is computed once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from states import NOW, TODAY, first_legal, new_room, planned

from boardwalk import Match, MoveError
from boardwalk.contract import registry
from boardwalk.match.match import REDO, UNDO
from boardwalk.server.base.errors import RefusedError
from boardwalk.server.rooms.state import (
    NOTHING,
    TOUCH,
    Due,
    RoomState,
    applied,
    check_hint,
    due,
    has_ticked,
    plan,
    respecified,
)
from boardwalk.server.store.people import RatedMatch, SolvedChallenge

DAY = 740_000


def play(state: RoomState, match: Match, *pairs: tuple[int, int], now: float = NOW) -> RoomState:
    """Plan a change and make it."""
    change = planned(state, match, *pairs, now=now)
    match.commit(change.match)
    return applied(state, change, now)


def resign(match: Match) -> tuple[int, int]:
    """The seat to act gives up."""
    event = match.table.game.event("resign")
    assert event is not None
    return match.to_act, match.position.event(event, match.to_act)


# -- changes of the match


def test_planning_changes_nothing_and_applying_makes_another_value() -> None:
    state, match = new_room("rowdy_racers")
    before, revision, pair = match.position.state.to_bytes(), match.revision, first_legal(match)
    change = planned(state, match, pair)
    assert (match.position.state.to_bytes(), match.revision) == (before, revision)
    after = applied(state, change, NOW)
    assert state.logged == 0 and state.position.state.to_bytes() == before
    assert after.logged == 1 and after.position is change.match.after.position
    match.commit(change.match)
    assert match.position is after.position


def test_all_pairs_are_possible_or_none_is() -> None:
    state, match = new_room("box_world")
    pair = first_legal(match)
    with pytest.raises(MoveError):
        planned(state, match, pair, (0, 10**6))
    assert match.actions == []


def test_the_phase_follows_from_the_match() -> None:
    waiting, match = new_room("rowdy_racers", started=False)
    assert waiting.phase == "waiting"
    with pytest.raises(RefusedError, match="the game has not begun"):
        planned(waiting, match, first_legal(match))
    state, match = new_room("rowdy_racers")
    assert state.phase == "playing"
    over = play(state, match, resign(match))
    assert over.phase == "over"
    with pytest.raises(RefusedError, match="the game is over"):
        planned(over, match, (0, 0))
    shown, _ = new_room("rowdy_racers", imported=True)
    assert shown.phase == "over", "nobody plays on in a record"


def test_undo_takes_an_end_back() -> None:
    state, match = new_room("box_world")
    over = state._replace(phase="over")
    match.act(*first_legal(match))
    assert planned(over, match, (0, UNDO)).match.after.undos == 1


@pytest.mark.parametrize("action", [UNDO, REDO])
def test_rated_moves_can_not_be_taken_back(action: int) -> None:
    state, match = new_room("box_world", rated=True)
    match.act(*first_legal(match))
    assert not state.undo
    with pytest.raises(RefusedError, match="can't be taken back in a rated game"):
        planned(state, match, (0, action))


def test_a_match_and_its_log_have_a_longest_length() -> None:
    state, match = new_room("box_world")
    pair = first_legal(match)
    assert plan(state, match, [pair], 2, NOW, TODAY).match.length == 2
    with pytest.raises(RefusedError, match="too long"):
        plan(state, match, [pair], 1, NOW, TODAY)
    with pytest.raises(RefusedError, match="too long"):
        plan(state._replace(logged=4), match, [pair], 2, NOW, TODAY)


def test_the_store_is_told_now_and_then_that_a_room_is_used() -> None:
    state, match = new_room("rowdy_racers")
    told = play(state, match, first_legal(match))
    assert planned(state, match, first_legal(match)).touch
    assert not planned(told, match, first_legal(match), now=NOW + TOUCH - 1).touch
    assert planned(told, match, first_legal(match), now=NOW + TOUCH).touch


# -- what the end of a match counts for


def test_the_end_of_a_rated_match_is_booked_with_its_last_action() -> None:
    state, match = new_room("rowdy_racers", rated=True, players=["ann", "bob"])
    assert planned(state, match, first_legal(match)).results == ()
    loser = match.to_act
    (result,) = planned(state, match, resign(match)).results
    assert isinstance(result, RatedMatch)
    assert (result.room, result.match, result.game, result.ended) == ("abc", 1, "rowdy_racers", TODAY)
    assert [(one.player, one.score) for one in result.standings] == [
        (player, -1 if seat == loser else 1) for seat, player in enumerate(("ann", "bob"))
    ]


@pytest.mark.parametrize("players", [["ann", "ann"], ["ann", ""], []])
def test_a_match_is_not_rated_without_two_players(players: list[str]) -> None:
    state, match = new_room("rowdy_racers", rated=True, players=players)
    assert planned(state, match, resign(match)).results == ()


def test_a_solved_challenge_is_booked() -> None:
    make = registry.game("box_world").content.challenge
    assert make is not None
    one = make(DAY)
    state, match = new_room(str(registry.game("box_world").table(one.options)), challenge=DAY, start=one.start)
    *before, last = one.solution
    for action in before:
        match.act(0, action)
    (result,) = planned(state, match, (0, last)).results
    assert isinstance(result, SolvedChallenge)
    assert (result.day, result.who, result.room, result.ended) == (DAY, "room:abc", "abc", TODAY)
    assert result.count == one.par


# -- another spec


def test_a_new_match_begins_with_an_empty_log_and_a_full_clock() -> None:
    state, match = new_room("rowdy_racers", turn_seconds=30)
    assert state.clock is not None
    state = play(state._replace(clock=state.clock.started(NOW)), match, first_legal(match))
    spec = replace(state.spec, match=2, seed=2)
    later = spec.new_match(match.table)
    renewed = respecified(state, spec, later, NOW + 20)
    assert (renewed.logged, renewed.version, renewed.position) == (0, 2, later.position)
    assert renewed.clock is not None and renewed.clock.remaining(NOW + 20) == 30


def test_another_name_leaves_match_and_clock_as_they_are() -> None:
    state, match = new_room("rowdy_racers", turn_seconds=30)
    assert state.clock is not None
    state = play(state._replace(clock=state.clock.started(NOW)), match, first_legal(match))
    renewed = respecified(state, replace(state.spec), match, NOW + 20)
    assert (renewed.logged, renewed.version, renewed.clock) == (1, 2, state.clock)


# -- what is due


def test_nothing_is_due_among_people_nor_while_nobody_is_there() -> None:
    people, match = new_room("rowdy_racers")
    assert due(people, match, True, NOW) == NOTHING
    bots, match = new_room("rowdy_racers", "bot bot")
    assert due(bots, match, True, NOW) == Due(seats=(match.to_act,))
    assert due(bots, match, False, NOW) == NOTHING
    assert due(bots._replace(phase="over"), match, True, NOW) == NOTHING
    assert due(bots._replace(phase="waiting"), match, True, NOW) == NOTHING


def test_bots_that_choose_at_the_same_time_are_due_together() -> None:
    state, match = new_room("robo_rally(robots=3)", "bot person bot")
    assert due(state, match, True, NOW).seats == (0, 2)


def test_a_person_is_acted_for_when_the_time_is_up() -> None:
    state, match = new_room("rowdy_racers", turn_seconds=30)
    assert state.clock is not None
    state = state._replace(clock=state.clock.started(NOW))
    assert due(state, match, True, NOW + 29.9) == NOTHING
    assert due(state, match, True, NOW + 30).seats == (match.to_act,)


@pytest.mark.rule("CF-17")
def test_a_live_game_has_a_first_tick_and_others() -> None:
    state, match = new_room("capture_the_flag(players=1)", tick_ms=100)
    assert due(state, match, True, NOW) == Due(tick=True, first=True)
    leave = match.table.game.event("leave")
    assert leave is not None
    match.play(match.position.event(leave, 0), 0)
    assert not has_ticked(match), "an event is no tick"
    state, match = new_room("capture_the_flag(players=1)", tick_ms=100)
    match.act(*first_legal(match))
    assert due(state, match, True, NOW) == Due(tick=True)


@pytest.mark.rule("CF-18")
def test_an_open_seat_in_turn_is_left_out() -> None:
    state, match = new_room("capture_the_flag(players=1)", "open person")
    assert due(state, match, True, NOW).leave_out == (match.to_act == 0)
    state, match = new_room("capture_the_flag(players=1)", "person open")
    assert due(state, match, True, NOW).leave_out == (match.to_act == 1)


# -- hints


def test_who_may_have_a_hint() -> None:
    state, match = new_room("rowdy_racers", "person bot")
    check_hint(state, match, match.to_act)
    with pytest.raises(RefusedError, match="not your turn"):
        check_hint(state, match, 1 - match.to_act)
    with pytest.raises(RefusedError, match="no hints in this room"):
        check_hint(*new_room("rowdy_racers"), match.to_act)
    with pytest.raises(RefusedError, match="the game is over"):
        check_hint(state._replace(phase="over"), match, 0)
