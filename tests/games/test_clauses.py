"""Rule functions name their clauses, and no source names a clause that its game's rulebook does not have."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import boardwalk.games
from boardwalk.contract import registry
from boardwalk.contract.rule_table import EVENTS, HIDDEN, PLAY, RULES

CLAUSE = re.compile(r"\b(?:RR|RB|FQ|CF|BW)-\d+\b")
SILENT = {"conceal", "determinize", "encode", "pick"}  # without clauses in games where nothing is hidden
GAMES = [name for name in registry.game_names() if registry.game(name).package.startswith("boardwalk.games.")]


def clauses(name: str) -> set[str]:
    book = registry.game(name).rulebook_text()
    return set(re.findall(rf"^- \*\*({CLAUSE.pattern})\*\*", book, re.MULTILINE))


@pytest.mark.parametrize("name", GAMES)
def test_the_clauses_that_sources_name_exist(name: str) -> None:
    for source in (Path(boardwalk.games.__file__).parent / name).rglob("*.py"):
        unknown = set(CLAUSE.findall(source.read_text(encoding="utf-8"))) - clauses(name)
        assert not unknown, f"{source.name} names {', '.join(sorted(unknown))}"


@pytest.mark.parametrize("name", GAMES)
def test_rules_that_decide_something_name_their_clause(name: str) -> None:
    rules = registry.game(name).rules
    needed = {name for name, rule in RULES.items() if rule.needed_by in (PLAY, HIDDEN, EVENTS)}
    names = {name for name in needed - SILENT if hasattr(rules, name)}
    assert names >= {"deal", "legal", "apply", "score"}
    for rule in names:
        assert CLAUSE.search(inspect.getdoc(getattr(rules, rule)) or ""), f"{rule} names no clause"
