"""Inputs of a live game: the newest of each seat is for the next tick, and each is answered once (CF-17)."""

from __future__ import annotations

from typing import Any

import pytest

from boardwalk.server.rooms.connections import INPUT_TICKS, Input, Inputs

CLIENT: Any = object()


def one(seat: int, action: int, message: int) -> Input:
    return Input(seat, action, CLIENT, message)


def test_an_input_replaces_an_earlier_one_of_its_seat_for_one_tick() -> None:
    inputs = Inputs().added(one(0, 3, 1)).added(one(1, 4, 2)).added(one(0, 5, 3))
    assert inputs.newest == {0: 5, 1: 4}
    taken = inputs.taken()
    assert taken.newest == {} and taken.pending == inputs.pending
    assert Inputs() == Inputs({}, ()), "nothing was shared"


@pytest.mark.rule("CF-17")
def test_inputs_are_acknowledged_when_they_are_stored() -> None:
    inputs = Inputs().added(one(0, 3, 1)).added(one(1, 4, 2)).taken()
    left, done, expired = inputs.settled([(0, 3), (1, 0)], ticked=True, over=False)
    assert [input.message_id for input in done] == [1] and expired == []
    assert [(input.message_id, input.ticks) for input in left.pending] == [(2, 1)]


@pytest.mark.rule("CF-17")
def test_inputs_expire_after_some_ticks_but_not_by_events() -> None:
    inputs = Inputs().added(one(0, 3, 1))
    for _ in range(INPUT_TICKS - 1):
        inputs, done, expired = inputs.settled([(0, 0)], ticked=True, over=False)
        assert not done and not expired
    inputs, _, expired = inputs.settled([(1, 99)], ticked=False, over=False)
    assert not expired
    inputs, _, expired = inputs.settled([(0, 0)], ticked=True, over=False)
    assert [input.message_id for input in expired] == [1] and inputs.pending == ()


def test_inputs_do_not_outlive_their_match() -> None:
    inputs = Inputs().added(one(0, 3, 1)).added(one(1, 4, 2))
    left, done, expired = inputs.settled([(0, 3)], ticked=True, over=True)
    assert left == Inputs() and len(done) == len(expired) == 1
