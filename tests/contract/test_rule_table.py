"""The table of rules is the one place that says what rules there are."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import boardwalk
from boardwalk.contract.rule_table import RULES, mistakes, parameters_of
from boardwalk.engine import default_rules
from boardwalk.engine.rules import Slot
from entries import WRITTEN, source

TEMPLATES = [
    module.name
    for module in pkgutil.walk_packages(boardwalk.__path__, "boardwalk.")
    if module.name.endswith(("kernels", "engine.entry", "engine.default_rules")) and ".gpu" not in module.name
]


def test_the_entries_are_those_of_the_table() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == source(), "write them anew: make entries"


@pytest.mark.parametrize("name", TEMPLATES)
def test_slots_are_rules_of_the_table_with_its_defaults(name: str) -> None:
    module = importlib.import_module(name)
    slots = {key: value for key, value in vars(module).items() if isinstance(value, Slot)}
    for rule, slot in slots.items():
        assert slot.default is RULES[rule].default, rule


def test_templates_were_found() -> None:
    assert len(TEMPLATES) > 8


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if rule.default])
def test_what_stands_for_a_rule_takes_the_same_and_says_what_it_does(name: str) -> None:
    default = RULES[name].default
    assert parameters_of(default) == RULES[name].names
    assert inspect.getdoc(default)
    assert inspect.getmodule(default) is default_rules


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_every_game_fits_the_table(name: str) -> None:
    assert [*mistakes(boardwalk.game(name).rules, {"play"})] == []
