"""A mistake in a game's declaration raises an error that names it in one sentence."""

from __future__ import annotations

from dataclasses import fields, replace
from types import ModuleType
from typing import Any

import pytest

import boardwalk
from altered import changed
from boardwalk.contract.declaration import check_declaration
from boardwalk.contract.game import FileKind, Game, Preset
from boardwalk.contract.look import Theme, add_theme, theme_of
from boardwalk.contract.parts import Event, Layout, Meaning
from boardwalk.contract.search import Budgets, Search
from boardwalk.engine.rules import RuleModules, rule


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


@rule
def rule_of_two(board: Any, state: Any) -> int:
    return 0


class Undecided(boardwalk.Options, frozen=True, kw_only=True):
    rows: int


RESIGN = Event("resign", Meaning.RESIGN, key="x")
MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"name": "My Game"}, "the game 'My Game': its name must be small letters, digits and _"),
    ({"title": ""}, "it needs a title and a summary"),
    ({"setup": {"PLAYERS": (3, 2)}}, r"PLAYERS are the fewest and the most, such as \(2, 4\), not \(3, 2\)"),
    ({"setup": {"PLAYERS": "2"}}, "PLAYERS are the fewest and the most"),
    ({"version": 0}, "its version is a number from 1, not 0"),
    ({"setup": {"Options": dict}}, "its Options must derive from boardwalk.Options"),
    (
        {"rules": rules_without("legal")},
        r"my_rules has no rule legal\(board, state, mask\), which play needs: Set",
    ),
    ({"rules": rules_without("State")}, "my_rules has no record 'State'"),
    ({"rules": rules_without("ACTIONS")}, "my_rules has no number ACTIONS"),
    ({"rules": rules_without("PLANES")}, "my_rules has no PLANES"),
    (
        {"rules": rules_without("", prune=rule_of_two)},
        r"my_rules needs the rule prune\(board, state, mask, scratch\)",
    ),
    ({"rules": rules_without("", estimate=7)}, r"my_rules needs the rule estimate\(board, state, seat, scratch\)"),
    ({"rules": rules_without("", greedily=rule_of_two)}, "my_rules has a rule 'greedily', which .* is it 'greedy'?"),
    ({"search": Search(budgets=Budgets(hard=0))}, "the budgets of its search are from 1"),
    ({"search": Search("luck")}, "its search is one of Tree, AlphaBeta, Solved, .*, not 'luck'"),  # type: ignore[arg-type]
    ({"theme": "steel"}, "its theme must be a boardwalk.Theme, not 'steel'"),
    ({"rules": rules_without("allowed")}, r"my_rules has no rule allowed\(board, state, event\), which events needs"),
    ({"play": {"events": ()}}, "has the rule 'allowed', but the game has no events"),
    ({"play": {"events": (RESIGN, RESIGN)}}, "two events share a name: resign, resign"),
    ({"play": {"events": (RESIGN, Event("leave", key="x"))}}, "two events share a key: x, x"),
    ({"play": {"simultaneous": True}}, "simultaneous choices need `ahead` or `idle`"),
    ({"content": {"presets": ()}}, "it needs a preset at least"),
    (
        {"content": {"presets": (Preset("Wide", width=3),)}},
        "'Wide' sets 'width', which is no option; the options are rows, cols",
    ),
    ({"setup": {"Options": Undecided}, "content": {}}, "its option 'rows' needs a default"),
    ({"content": {"presets": (Preset("A"), Preset("A", "b"))}}, "two presets share a title: A, A"),
    ({"content": {"files": (FileKind(".x", "X", bool, str, "width"),)}}, "files .x name 'width'"),
    (
        {"notation": boardwalk.game("box_world").rules.modules[0]},
        "box_world.rules has no 'describe'; what most games do is in",
    ),
]


@pytest.mark.parametrize(("changes", "sentence"), MISTAKES, ids=[str(number) for number in range(len(MISTAKES))])
def test_a_mistake_is_named(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(boardwalk.GameError, match=sentence):
        check_declaration(changed(racers(), **changes))


def test_a_game_has_few_fields() -> None:
    assert len(fields(Game)) <= 12


def test_only_the_registry_adds_a_theme() -> None:
    own = replace(racers(), theme=Theme("disco", like="neon"))
    check_declaration(own)
    assert theme_of("disco") is None
    with pytest.raises(boardwalk.GameError, match="the theme 'disco' must be like one of neon"):
        add_theme(Theme("disco"))


def test_a_layout_with_other_seats_than_declared_is_refused() -> None:
    def lay_out(options: Any) -> Layout:
        return replace(racers().setup.lay_out(options), seats=("A", "B", "C"))

    with pytest.raises(boardwalk.GameError, match="declared for 2 players and laid out 3"):
        changed(racers(), setup={"lay_out": lay_out}).table()


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_every_game_tells_what_it_is(name: str) -> None:
    game = boardwalk.game(name)
    assert f"# {game.title}" in game.rulebook_text()
    for event in game.play.events:
        assert game.event(event.name) is event and event.title
