"""Tests of the optional rules: interpreted and compiled they do the same, and they keep the promises of their kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from boardwalk.contract.game import Position
from boardwalk.contract.rule_table import EVENTS, HIDDEN, PLAY, RULES
from boardwalk.contract.rules import Rules
from boardwalk.contract.search import Turns
from boardwalk.engine.random import streams
from boardwalk.engine.records import Record

# `check_choices` plays by `greedy`; the last two are asked while the board runs programs.
CHECKED_ELSEWHERE = {
    *(name for name, rule in RULES.items() if rule.needed_by in (PLAY, HIDDEN, EVENTS) or rule.kind == "prepares"),
    "greedy",
    "rewrite",
    "running",
}


@lru_cache(4)
def _search_scratch(rules: Rules, board: Record) -> Record:
    """Interpreted, `prepare_search` takes seconds in some games."""
    return rules.search_scratch(board)


def check_search_rules(position: Position, random: Random) -> None:
    """The optional rules keep their promises, and are the same interpreted and compiled."""
    table = position.table
    asked = set(RULES) - CHECKED_ELSEWHERE
    if not isinstance(table.search.method, Turns):
        asked -= {"outlook"}  # called only at tables with this search method
    present = sorted(name for name in asked if table.game.has_rule(name))
    if not present:
        return
    scratches = _search_scratch(table.compiled, position.board), _search_scratch(table.interpreted, position.board)
    assert scratches[0] == scratches[1], "prepare_search: interpreted and compiled differ"
    for name in present:
        start = position
        if name == "guess":
            seen = table.compiled.concealed(position, position.to_act)
            start = table.compiled.determinized(seen, position.to_act, random.getrandbits(32))
        for values in _values(name, position):
            stream = streams(random.getrandbits(32)) if RULES[name].kind == "chooses" else None
            check_rule(_run(name, start, values, stream, scratches))


def _values(name: str, position: Position) -> list[dict[str, int]]:
    """The arguments that a rule is called with, one set after the other."""
    seats, tasks, names = range(len(position.table.seats)), range(1), RULES[name].names
    if "task" in names:
        tasks = range(position.table.game.rules.TASKS)
    if RULES[name].kind != "values":
        seats = range(position.to_act, position.to_act + 1)
    return [{"seat": seat, "task": task, "place": 0} for seat in seats for task in tasks]


@dataclass
class Run:
    """A compiled run of a rule: the positions before and after, its result, and the arrays as it left them."""

    name: str
    start: Position
    end: Position
    result: Any
    arrays: dict[str, Any]


def _run(name: str, start: Position, values: dict[str, int], stream: Any, scratches: tuple[Record, Record]) -> Run:
    """Run a rule compiled and interpreted, which must do the same. `stream`: random numbers it may draw, if any."""
    table = start.table
    runs: list[Run] = []
    for rules, scratch in zip((table.compiled, table.interpreted), scratches, strict=True):
        arrays = {"mask": table.compiled.legal_mask(start), "chances": np.zeros(table.actions)}
        given = {**values, **arrays, "scratch": scratch.argument if rules.compiled else scratch}
        end = start.copy()
        if stream is not None:
            end.state.array["rng"] = stream
        result = rules.call(name, end, *(given[parameter] for parameter in RULES[name].names[2:]))
        if stream is not None:
            assert not runs or runs[0].end.state == end.state, f"{name}: interpreted and compiled draw otherwise"
        runs.append(Run(name, start, end, result, arrays))
    fast, slow = runs
    fast.arrays["chances"][fast.arrays["mask"] == 0] = slow.arrays["chances"][slow.arrays["mask"] == 0] = 0
    same = fast.result == slow.result and fast.end.state == slow.end.state
    same = same and all((fast.arrays[one] == slow.arrays[one]).all() for one in fast.arrays)
    assert same, f"{name}: interpreted and compiled differ: {slow.result!r} and {fast.result!r}"
    if stream is not None:
        fast.end.state.array["rng"] = start.state.array["rng"]
    return fast


def check_rule(run: Run) -> None:
    """Check the promises of a rule's kind, and those of its name."""
    name, kind = run.name, RULES[run.name].kind
    assert kind == "writes" or run.end.state == run.start.state, f"{name} changed the position"
    if kind == "values":
        inside = isinstance(run.result, float) and -1 < run.result < 1
        assert inside, f"{name} must be between -1 and 1, not {run.result!r}"
    if kind == "chooses":
        assert run.result in run.start.table.compiled.legal(run.start), (
            f"{name} chose {run.result!r}, which is not legal"
        )
    if name in PROMISES:
        PROMISES[name](run)


def check_pruned(run: Run) -> None:
    """Some of the legal actions are left, and counted."""
    legal = run.start.table.compiled.legal(run.start)
    kept = run.arrays["mask"].nonzero()[0].tolist()
    assert {*kept} <= {*legal}, f"{run.name} added an action that is not legal"
    assert run.result == len(kept) > 0, f"{run.name} counts {run.result} actions and leaves {len(kept)}"


def check_prior(run: Run) -> None:
    """Legal actions have chances that are not negative, and some have one."""
    chances = run.arrays["chances"]
    given = chances[run.start.table.compiled.legal_mask(run.start) == 1].tolist()
    sensible = (chances >= 0).all() and chances.sum() > 0
    assert sensible, f"{run.name} must give no chance below 0 and some above it, not {given}"


def check_canonical(run: Run) -> None:
    """Canonicalizing is idempotent, and keeps the seat to act and the legal actions."""
    table, again = run.start.table, run.end.copy()
    table.compiled.call(run.name, again)
    assert again.state == run.end.state, f"{run.name} changes a state that it has made"
    same = run.end.to_act == run.start.to_act and table.compiled.legal(run.end) == table.compiled.legal(run.start)
    assert same, f"{run.name} changed who is to act, or what is legal"


def check_guess(run: Run) -> None:
    """An improved world has the same view for the seat."""
    rules, seat = run.start.table.compiled, run.start.to_act
    same = rules.concealed(run.end, seat).state == rules.concealed(run.start, seat).state
    assert same, f"{run.name} changed what the seat sees"


PROMISES: dict[str, Callable[[Run], None]] = {
    "prune": check_pruned,
    "action_prior": check_prior,
    "canonicalize": check_canonical,
    "guess": check_guess,
}
