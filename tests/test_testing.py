"""The checks for authors of games find what they are there to find."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace as replace_struct

import boardwalk
from altered import changed
from boardwalk import rule, testing
from boardwalk.contract.game import Position
from boardwalk.engine.rules import RuleModules


def position(**changes: Any) -> Position:
    """The first turn of a race, in a game with something changed."""
    return boardwalk.Match(changed(boardwalk.game("rowdy_racers"), **changes).table(), 1).position


def legal(start: Position) -> list[int]:
    return start.table.rules.legal(start)


def test_two_choices_with_one_key_are_found() -> None:
    game = boardwalk.game("rowdy_racers")
    start = position(scene={"choice": lambda at, action: replace_struct(game.scene.choice(at, action), keys=("x",))})
    with pytest.raises(AssertionError, match="the key 'x' chooses both"):
        testing.check_actions(start, legal(start), Random(1))


def test_choices_that_differ_from_choice_are_found() -> None:
    game = boardwalk.game("rowdy_racers")
    start = position(play={"choices": lambda at, actions: [game.scene.choice(at, one) for one in reversed(actions)]})
    with pytest.raises(AssertionError, match="`choices` and `choice` differ"):
        testing.check_actions(start, legal(start), Random(1))


def test_an_action_without_a_text_is_found() -> None:
    game = boardwalk.game("rowdy_racers")

    def write(at: Position, action: int) -> str:
        return game.notation.write_action(at, action) if action in legal(at) else ""

    start = position(notation={"write_action": write})
    with pytest.raises(AssertionError, match="write_action must name any action"):
        for seed in range(20):
            testing.check_actions(start, legal(start), Random(seed))


def test_an_event_that_announces_nothing_sensible_is_found() -> None:
    with pytest.raises(AssertionError, match="announcements are sentences"):
        testing.check_events(position(scene={"announce": lambda before, after, seat: [""]}))
    testing.check_events(position())


@rule
def proud(board, state, seat, scratch):
    return 1.0


@rule
def strict(board, state, mask, scratch):
    for action in range(len(mask)):
        mask[action] = 0
    return 0


@rule
def careless(board, state, mask, scratch):
    state.discs += 1
    return 1


@rule
def adding(board, state, mask, scratch):
    for action in range(len(mask)):
        mask[action] = 1
    return len(mask)


@rule
def never(board, state, mask, chances, scratch):
    for action in range(len(mask)):
        chances[action] = 0.0


@rule
def telling(board, state, seat, scratch):
    state.cell[0] = 1


@rule
def off_the_board(board, state, seat, task, scratch):
    return 99


@rule
def never_the_same(board, state):
    state.discs += 1


@rule
def passing(board, state):
    state.to_act = 1 - state.discs % 2


@rule
def forgetful(board, state, seat, planes):
    planes[1, 0, 0] = 0


def connect_four(name: str, broken: Any) -> boardwalk.Game:
    """The game with another rule."""
    game = boardwalk.game("connect_four")
    changed = ModuleType(f"connect_four.{broken.__name__}")
    changed.__dict__.update(__file__=__file__, TASKS=1, **{name: broken})
    return replace(game, rules=RuleModules(changed, *game.rules.modules))


def test_a_failed_check_names_plane_seat_and_step() -> None:
    sentence = "after step 0: encode: the plane 'own disc' of seat 0 leaves something of what was there before"
    with pytest.raises(AssertionError, match=sentence):
        testing.check_game(connect_four("encode", forgetful).table(), 1)


@pytest.mark.parametrize(
    ("name", "broken", "sentence"),
    [
        ("estimate", proud, "estimate must be between -1 and 1, not 1.0"),
        ("prune", strict, "prune counts 0 actions and leaves 0"),
        ("prune", careless, "prune changed the position"),
        ("prune", adding, "prune added an action that is not legal"),
        ("action_prior", never, "action_prior must give no chance below 0 and some above it"),
        ("guess", telling, "guess changed what the seat sees"),
        ("pursue", off_the_board, "pursue chose 99, which is not legal"),
        ("canonicalize", never_the_same, "canonicalize changes a state that it has made"),
        ("canonicalize", passing, "canonicalize changed who is to act, or what is legal"),
    ],
)
def test_rules_for_search_that_break_their_promise_are_found(name: str, broken: Any, sentence: str) -> None:
    start = boardwalk.Match(connect_four(name, broken).table(), 1).position
    with pytest.raises(AssertionError, match=sentence):
        testing.check_search_rules(start, Random(1))
