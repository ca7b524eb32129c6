"""A mistake in a game's declaration raises an error that names it in one sentence."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

import boardwalk
from boardwalk.contract.game import Event, FileKind, Game, Layout, Meaning, Mind
from boardwalk.contract.look import Theme
from boardwalk.engine.rules import RuleModules


def racers() -> Game:
    return boardwalk.game("rowdy_racers")


def rules_without(name: str, **changes: Any) -> RuleModules:
    """Rowdy Racers' rules with something missing or changed."""
    copy = ModuleType("my_rules")
    for module in racers().rules.modules:
        copy.__dict__.update({key: value for key, value in vars(module).items() if not key.startswith("__")})
    copy.__dict__.pop(name, None)
    copy.__dict__.update(changes)
    return RuleModules(copy)


def rule_of_two(board: Any, state: Any) -> int:
    return 0


class Undecided(boardwalk.Options, frozen=True, kw_only=True):
    rows: int


RESIGN = Event("resign", Meaning.RESIGN, key="x")
MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"name": "My Game"}, "the game 'My Game': its name must be small letters, digits and _"),
    ({"title": ""}, "it needs a title and a summary"),
    ({"players": (3, 2)}, r"players are the fewest and the most, such as \(2, 4\), not \(3, 2\)"),
    ({"players": "2"}, "players are the fewest and the most"),
    ({"version": 0}, "its version is a number from 1, not 0"),
    ({"options": dict}, "its options must derive from boardwalk.Options"),
    ({"rules": rules_without("legal")}, "my_rules has no rule 'legal'"),
    ({"rules": rules_without("State")}, "my_rules has no record 'State'"),
    ({"rules": rules_without("ACTIONS")}, "my_rules has no number ACTIONS"),
    ({"rules": rules_without("PLANES")}, "my_rules has no PLANES"),
    ({"rules": rules_without("", narrow=rule_of_two)}, r"my_rules needs narrow\(board, state, mask, scratch\)"),
    ({"rules": rules_without("", estimate=7)}, r"my_rules needs estimate\(board, state, seat, scratch\)"),
    ({"mind": Mind(hard=0)}, "the budgets of its `mind` are from 1"),
    (
        {"mind": Mind(method="luck")},  # type: ignore[arg-type]
        "the method of its `mind` is one of tree, alpha_beta, programs, tasks, turns, table, not 'luck'",
    ),
    ({"theme": "steel"}, "its theme must be a boardwalk.Theme, not 'steel'"),
    ({"rules": rules_without("allowed")}, "it has events, but my_rules has no rule 'allowed'"),
    ({"events": ()}, "has the rule 'allowed', but the game has no events"),
    ({"events": (RESIGN, RESIGN)}, "two events share a name: resign, resign"),
    ({"events": (RESIGN, Event("leave", key="x"))}, "two events share a key: x, x"),
    ({"simultaneous": True}, "simultaneous choices need `ahead` or `idle`"),
    ({"presets": {}}, "it needs a preset at least"),
    ({"presets": {"Wide": {"width": 3}}}, "'Wide' sets 'width', which is no option; the options are rows, cols"),
    ({"options": Undecided, "presets": {"A": {}}, "simulation": {}}, "its option 'rows' needs a default"),
    ({"preset_notes": {"Slow race": "a walk"}}, "it describes 'Slow race', which is no preset"),
    ({"files": (FileKind(".x", "X", bool, str, "width"),)}, "files .x name 'width', which is no option"),
    ({"rulebook": "rules.md"}, "its rulebook 'rules.md' is not in the package boardwalk.games.rowdy_racers"),
    ({"theme": Theme("disco")}, "the theme 'disco' must be like one of neon"),
]


@pytest.mark.parametrize(("changes", "sentence"), MISTAKES, ids=[str(number) for number in range(len(MISTAKES))])
def test_a_mistake_is_named(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(boardwalk.GameError, match=sentence):
        replace(racers(), **changes)


def test_a_module_without_the_usual_function_is_named() -> None:
    from boardwalk.games.box_world import rules, scene, setup

    with pytest.raises(boardwalk.GameError, match=r"boardwalk\.games\.box_world\.rules has no function 'describe'"):
        Game.of(rules=rules, setup=setup, notation=rules, scene=scene)


def test_a_layout_with_other_seats_than_declared_is_refused() -> None:
    def lay_out(options: Any) -> Layout:
        return replace(racers().lay_out(options), seats=("A", "B", "C"))

    with pytest.raises(boardwalk.GameError, match="declared for 2 players and laid out 3"):
        replace(racers(), lay_out=lay_out).table()


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_every_game_tells_what_it_is(name: str) -> None:
    game = boardwalk.game(name)
    assert f"# {game.title}" in game.rulebook_text()
    for event in game.events:
        assert game.event(event.name) is event and event.title
