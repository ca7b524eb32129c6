"""Rules are interpreted until their machine code is there, and give the same states before and after."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import boardwalk
from boardwalk.contract import adaptive
from boardwalk.contract.adaptive import AdaptiveRules, Loaded, Loading
from boardwalk.contract.compiling import compile_rules
from boardwalk.engine import background
from boardwalk.match import Match

TABLE = "connect_four"  # what compiles fastest
GAME = """
import sys
import boardwalk

match = boardwalk.Match(sys.argv[1], seed=3)
bots = {seat: boardwalk.make_bot("easy", seed=seat) for seat in range(len(match.names))}
boardwalk.play(match, bots, limit=1)
shown = match.view(0).scene, match.view(0).choices
print("numba" in sys.modules)
boardwalk.play(match, bots, limit=200)
print(match.position.state.to_bytes().hex(), "numba" in sys.modules)
"""


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> AdaptiveRules:
    """Adaptive rules for which nothing is loaded yet in this process."""
    monkeypatch.setattr(adaptive, "_loaded", lambda *key: Loaded())
    return AdaptiveRules(boardwalk.table(TABLE))


def play_both(match: Match, checked: Match, moves: int, random: Random) -> None:
    """Play on, the same in both, and compare each state."""
    for _ in range(moves):
        action = random.choice(match.view(match.to_act).legal)
        for one in (match, checked):
            one.act(one.to_act, action)
        assert match.position.state.to_bytes() == checked.position.state.to_bytes()


def test_a_game_is_played_in_a_new_process_without_a_compiler(tmp_path: Path) -> None:
    """With an empty cache and nothing that fills it; the game is the one that compiled rules play."""
    outputs = []
    for how, cache in (("off", {"BOARDWALK_CACHE": str(tmp_path)}), ("first", {})):
        environment = os.environ | cache | {background.VARIABLE: how}
        command = [sys.executable, "-c", GAME, TABLE]
        run = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        outputs.append(run.stdout.split())
    (numba_first, state, numba), (compiled_first, compiled_state, _) = outputs
    assert (numba_first, numba, compiled_first) == ("False", "False", "True")
    assert state == compiled_state
    assert not any(tmp_path.rglob("*.code"))


def test_a_running_match_takes_machine_code_as_soon_as_it_is_loaded(
    rules: AdaptiveRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loading, "by_itself", False)
    table, random = rules.table, Random(5)
    assert isinstance(table, boardwalk.Table)
    match, checked = Match(table, seed=1, rules=rules), Match(table, seed=1, rules=table.interpreted)
    play_both(match, checked, 4, random)
    assert not rules.compiled
    for name in ("deal", "legal", "apply", "conceal"):
        assert name not in rules._loaded.functions
        assert [*compile_rules(table, (name,))] == [name]  # it is in the cache from now on
    assert rules.load()
    assert rules.compiled
    interpreted = rules._interpreted
    monkeypatch.setattr(rules, "_interpreted", None)
    play_both(match, checked, 4, random)
    assert match.at(2).state == checked.at(2).state
    monkeypatch.setattr(rules, "_interpreted", interpreted)
    assert rules.scores(match.position) == checked.scores  # not called before: interpreted
    assert not rules.compiled


def test_what_is_not_in_the_cache_stays_interpreted(rules: AdaptiveRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(rules.bind), "is_cached", lambda *_: False)
    monkeypatch.setattr(type(rules.bind), "load", lambda *_: pytest.fail("it is not there"))
    match = Match(rules.table, seed=1, rules=rules)  # type: ignore[arg-type]
    assert not rules.load()
    match.act(0, 3)
    assert not rules.compiled


@pytest.mark.parametrize(("spent", "looks"), [(0.0, 0), (adaptive.WORTH_LOADING, 1), (adaptive.WORTH_COMPILING, 2)])
def test_a_process_looks_for_machine_code_when_that_pays(
    rules: AdaptiveRules, monkeypatch: pytest.MonkeyPatch, spent: float, looks: int
) -> None:
    """And asks for it when it has spent more. Seconds are those of a clock that stands still."""
    asked: list[str] = []
    monkeypatch.setattr(adaptive, "perf_counter", lambda: 0.0)
    monkeypatch.setattr(rules, "load", lambda: bool(asked.append("look")))
    monkeypatch.setattr(background, "ask", asked.append)
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    rules._loaded.seconds = spent
    Match(rules.table, seed=1, rules=rules)  # type: ignore[arg-type]
    assert asked == ["look", TABLE][:looks]


def test_a_table_whose_rules_start_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(background.VARIABLE, background.OFF)
    assert isinstance(boardwalk.table(TABLE).rules, AdaptiveRules)
    assert boardwalk.table(TABLE).start_compiled().rules.compiled
    monkeypatch.setenv(background.VARIABLE, background.FIRST)
    assert boardwalk.table(TABLE).rules.compiled
