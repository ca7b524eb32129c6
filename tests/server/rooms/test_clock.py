"""A clock runs while somebody is connected, and is restarted by what everybody knows of."""

from __future__ import annotations

import random

import pytest
from states import first_legal, new_room

from boardwalk import Match
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match.match import UNDO
from boardwalk.server.rooms.clock import SHORTEST, Clock, is_public


def test_it_stands_still_while_nobody_is_connected() -> None:
    clock = Clock(30).restarted(100)
    assert clock.remaining(110) == 0 and not clock.is_up(1000), "nobody has come yet"
    clock = clock.started(110)
    assert clock.remaining(117) == 23
    clock = clock.stopped(117)
    assert clock.remaining(120) == 0 and not clock.is_up(1000)
    assert clock.stopped(200) == clock
    clock = clock.started(200)
    assert clock.remaining(203) == 20 and not clock.is_up(222.9) and clock.is_up(223)


def test_it_is_up_once_and_tells_that_a_little_is_left() -> None:
    clock = Clock(30).restarted(100).started(100)
    assert clock.remaining(131) == SHORTEST
    assert clock.restarted(131).remaining(131) == 30


def test_before_a_match_it_has_nothing_to_count() -> None:
    clock = Clock(30).started(100)
    assert clock.remaining(110) == 0 and not clock.is_up(1000)
    assert clock.restarted(110).remaining(110) == 30


@pytest.mark.rule("FQ-17")
def test_an_attempt_that_was_refused_in_secret_is_not_public() -> None:
    found = {True: 0, False: 0}
    for seed in range(20):
        chance, match = random.Random(seed), Match("fog_quoridor", seed)
        while not match.over and len(match.steps) < 80:
            pair = match.to_act, chance.choice(match.view(match.to_act).legal)
            change = match.attempt([pair])
            before = match.rules.concealed(match.position, AUDIENCE).state
            match.commit(change)
            shown = match.rules.concealed(match.position, AUDIENCE).state != before
            assert is_public(change, match.rules) == shown
            found[shown] += 1
    assert found[True] > 100 and found[False] > 3, found


def test_what_shows_for_a_step_is_public_and_so_is_undo() -> None:
    _, match = new_room("box_world")
    pair = first_legal(match)
    assert is_public(match.attempt([pair]), match.rules)
    match.act(*pair)
    assert is_public(match.attempt([(0, UNDO)]), match.rules)
    assert is_public(match.attempt([(0, UNDO), pair]), match.rules), "the same as before, but by another way"


def test_a_choice_before_the_turn_is_not_public() -> None:
    _, match = new_room("robo_rally")
    ahead = 1 - match.to_act
    assert not is_public(match.attempt([(ahead, match.view(ahead).legal[0])]), match.rules)
