"""Frame numbers only grow, and tell whether an action answers the choices that its seat has now."""

from __future__ import annotations

import random

import pytest

import boardwalk
from boardwalk import Match
from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.protocol.messages import Frames
from boardwalk.server.rooms.frames import FrameDiffs


def new_match(text: str, seed: int = 1) -> Match:
    return Match(boardwalk.table(text), seed)


def watch(match: Match, *seats: int) -> list[FrameDiffs]:
    """The views of these seats, as sent when somebody connects."""
    views = [FrameDiffs(seat) for seat in seats]
    for view in views:
        message = view.update(match, 0.0)
        assert message and message.fresh
    return views


def numbers(message: Frames | None) -> list[int]:
    assert message is not None
    return [frame.number for frame in message.frames]


def take_any(match: Match) -> int:
    """Play some action of the seat to act, and return the seat."""
    seat = match.to_act
    match.act(seat, match.view(seat).legal[0])
    return seat


# -- numbers


def test_numbers_grow_across_undo_and_redo() -> None:
    match = new_match("box_world")
    (view,) = watch(match, 0)
    assert view.number == 0
    take_any(match)
    assert numbers(view.update(match, 0.0)) == [1]
    match.undo()
    message = view.update(match, 0.0)
    assert message and message.fresh and numbers(message) == [2]
    match.redo()
    assert numbers(view.update(match, 0.0)) == [3]
    match.undo()
    take_any(match)
    message = view.update(match, 0.0)
    assert message and message.fresh and numbers(message) == [4], "another step has the number of the one undone"


def test_a_new_match_continues_the_numbers_of_the_one_before() -> None:
    match = new_match("rowdy_racers")
    (view,) = watch(match, 0)
    take_any(match)
    view.update(match, 0.0)
    assert view.number > 0
    again = FrameDiffs(0, first=view.number + 1)
    assert view.number not in again.answerable and view.number + 1 not in again.answerable, "nothing has been sent yet"
    assert numbers(again.update(new_match("rowdy_racers", 2), 0.0)) == [view.number + 1]
    assert view.number + 1 in again.answerable and view.number not in again.answerable


def test_a_new_connection_gets_the_number_that_others_have() -> None:
    match = new_match("rowdy_racers")
    (view,) = watch(match, 0)
    take_any(match)
    view.update(match, 0.0)
    assert view.update(match, 0.0) is None
    assert numbers(view.whole(0.0)) == [view.number]


@pytest.mark.parametrize(("game", "seat", "action"), [("robo_rally", 1, 0), ("fog_quoridor", 1, 4)])
def test_a_choice_before_the_turn_has_a_number_of_its_own(game: str, seat: int, action: int) -> None:
    match = new_match(game)
    own, other, audience = watch(match, seat, 0, AUDIENCE)
    match.act(seat, action)
    message = own.update(match, 0.0)
    assert numbers(message) == [1] and message and message.frames[0].by == seat
    assert other.update(match, 0.0) is None and audience.update(match, 0.0) is None
    assert other.number == audience.number == 0


@pytest.mark.parametrize("game", ["rowdy_racers", "fog_quoridor(turns=60)", "robo_rally", "box_world"])
def test_numbers_grow_by_one_with_each_frame_of_a_random_game(game: str) -> None:
    match = new_match(game)
    chance = random.Random(game)
    views = watch(match, *range(len(match.table.seats)), AUDIENCE)
    for _ in range(60):
        if match.over:
            break
        match.act(match.to_act, chance.choice(match.view(match.to_act).legal))
        for view in views:
            before = view.number
            message = view.update(match, 0.0)
            count = len(message.frames) if message else 0
            assert view.number == before + count
            if message:
                assert numbers(message) == list(range(before + 1, before + 1 + count))


# -- whether an action answers the present choices


def test_only_frames_that_were_sent_can_be_answered() -> None:
    (view,) = watch(new_match("rowdy_racers"), 0)
    assert 0 in view.answerable
    assert 1 not in view.answerable and -1 not in view.answerable


def test_an_own_action_makes_earlier_frames_too_old() -> None:
    match = new_match("rowdy_racers")
    views = watch(match, 0, 1)
    while not match.over:
        frame = [view.number for view in views]
        seat = take_any(match)
        for view in views:
            view.update(match, 0.0)
        assert frame[seat] not in views[seat].answerable and views[seat].number in views[seat].answerable


def test_an_action_for_the_position_before_an_undo_is_too_old() -> None:
    match = new_match("box_world")
    (view,) = watch(match, 0)
    take_any(match)
    view.update(match, 0.0)
    match.undo()
    view.update(match, 0.0)
    assert [frame in view.answerable for frame in range(4)] == [False, False, True, False]


def test_a_choice_before_the_turn_makes_earlier_frames_too_old_though_the_choices_are_the_same() -> None:
    match = new_match("robo_rally")
    (view,) = watch(match, 1)
    match.act(1, 0)
    before = view.update(match, 0.0)
    match.act(1, 2)
    match.act(1, 0)
    after = view.update(match, 0.0)
    assert before and after and before.choices == after.choices
    assert [frame in view.answerable for frame in range(3)] == [False, False, True]


@pytest.mark.rule("RB-21")
def test_simultaneous_choices_of_others_leave_a_frame_current() -> None:
    match = new_match("robo_rally(robots=3)")
    (view,) = watch(match, 2)
    match.act(2, 0)
    match.act(2, 2)
    view.update(match, 0.0)
    shown = view.number
    for seat in (0, 1):
        for letter in (0, 2, 0, 2, 0):
            match.act(seat, letter)
            view.update(match, 0.0)
            assert shown in view.answerable, "also once its queued choices have been applied"
    assert match.to_act == 2 and match.view(2).position.state.slot == 2
    match.act(2, 0)
    view.update(match, 0.0)
    assert shown not in view.answerable


@pytest.mark.parametrize("watching", [0, 2, AUDIENCE])
def test_who_is_ready_before_its_turn_is_told_at_once_and_once(watching: int) -> None:
    match = new_match("robo_rally(robots=3)")
    (view,) = watch(match, watching)
    said: list[str] = []
    shown: list[str] = []

    def hear(message: Frames | None) -> None:
        for frame in message.frames if message else ():
            said.extend(frame.news)
            for fact in frame.scene.get("panel", ()):
                if fact.label == "Bob" and fact.value in ("choosing", "ready"):
                    shown.append(fact.value)

    match.act(2, 0)  # Charlie begins, and goes on later
    hear(view.update(match, 0.0))
    shown.clear()
    for letter in (0, 1, 2, 3, 4):
        assert view.update(match, 0.0) is None, "how far Bob is shows in nothing"
        match.act(1, letter)
    before = view.number
    hear(view.update(match, 0.0))
    assert said == ["Bob is ready"] and shown == ["ready"] and view.number == before + 1
    for letter in (0, 1, 2, 3, 4):
        match.act(0, letter)
        hear(view.update(match, 0.0))
    assert match.to_act == 2 and said == ["Bob is ready", "Alice is ready"] and {*shown} == {"ready"}
    (late,) = watch(match, watching)
    assert late.view and view.view and late.view.scene == view.view.scene


def test_an_opponents_turn_changes_the_choices() -> None:
    match = new_match("rowdy_racers")
    (view,) = watch(match, 1)
    while match.to_act == 0:
        take_any(match)
        view.update(match, 0.0)
        if match.to_act == 0:
            assert 0 in view.answerable, "it has had no choices, and has none"
    assert 0 not in view.answerable and view.number in view.answerable


@pytest.mark.rule("FQ-17")
def test_an_attempt_refused_in_secret_shows_in_no_number_of_others() -> None:
    refused = 0
    for seed in range(40):
        chance, match = random.Random(seed), new_match("fog_quoridor", seed)
        views = watch(match, 0, 1, AUDIENCE)
        for _ in range(60):
            if match.over:
                break
            seat, turns = match.to_act, match.position.state.turns
            frames = [view.number for view in views]
            answered = [[frame in view.answerable for frame in range(view.number + 2)] for view in views]
            match.act(seat, chance.choice(match.view(seat).legal))
            messages = [view.update(match, 0.0) for view in views]
            if match.position.state.turns == turns >= 0:
                refused += 1
                assert messages[seat] is not None and frames[seat] not in views[seat].answerable
                for other in {0, 1, 2} - {seat}:
                    view = views[other]
                    assert messages[other] is None and view.number == frames[other]
                    assert [frame in view.answerable for frame in range(view.number + 2)] == answered[other]
    assert refused > 20


# -- whether an action was carried out


def test_how_often_a_seat_has_acted_is_told_to_each_connection() -> None:
    match = new_match("rowdy_racers")
    views = watch(match, 0, 1, AUDIENCE)
    acted = [0, 0]
    while not match.over:
        acted[take_any(match)] += 1
        for view in views:
            view.update(match, 0.0)
            again = FrameDiffs(view.seat)  # as for a connection to a room that was read from the store
            again.update(match, 0.0)
            told = view.whole(0.0).acted
            assert told == again.whole(0.0).acted == (0 if view.seat == AUDIENCE else acted[view.seat])
    assert min(acted) > 1


def test_what_is_taken_back_does_not_count_as_acted_and_what_is_chosen_ahead_does() -> None:
    match = new_match("box_world")
    (view,) = watch(match, 0)
    take_any(match)
    take_any(match)
    view.update(match, 0.0)
    match.undo()
    message = view.update(match, 0.0)
    assert message and message.acted == 1
    match = new_match("robo_rally")
    (view,) = watch(match, 1)
    match.act(1, 0)
    message = view.update(match, 0.0)
    assert message and message.acted == match.queued(1) == 1
