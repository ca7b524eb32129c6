"""The checks for authors of games find what they are there to find."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

import boardwalk
from boardwalk import testing
from boardwalk.core.game import Position


def position(**changes: Any) -> Position:
    """The first turn of a race, in a game with something changed."""
    return boardwalk.Match(replace(boardwalk.game("rowdy_racers"), **changes).table(), 1).position


def legal(start: Position) -> list[int]:
    return start.table.rules.legal(start)


def test_two_choices_with_one_key_are_found() -> None:
    game = boardwalk.game("rowdy_racers")
    start = position(choice=lambda at, action: msgspec.structs.replace(game.choice(at, action), keys=("x",)))
    with pytest.raises(AssertionError, match="the key 'x' chooses both"):
        testing.check_actions(start, legal(start), Random(1))


def test_choices_that_differ_from_choice_are_found() -> None:
    game = boardwalk.game("rowdy_racers")
    start = position(choices=lambda at, actions: [game.choice(at, action) for action in reversed(actions)])
    with pytest.raises(AssertionError, match="`choices` and `choice` differ"):
        testing.check_actions(start, legal(start), Random(1))


def test_an_action_without_a_text_is_found() -> None:
    game = boardwalk.game("rowdy_racers")

    def write(at: Position, action: int) -> str:
        return game.write_action(at, action) if action in legal(at) else ""

    start = position(write_action=write)
    with pytest.raises(AssertionError, match="write_action must name any action"):
        for seed in range(20):
            testing.check_actions(start, legal(start), Random(seed))


def test_an_event_that_announces_nothing_sensible_is_found() -> None:
    with pytest.raises(AssertionError, match="announcements are sentences"):
        testing.check_events(position(announce=lambda before, after, seat: [""]))
    testing.check_events(position())
