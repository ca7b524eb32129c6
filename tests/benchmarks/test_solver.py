"""The benchmark of Box World's solver: its levels, and how they are given to a planner."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import ModuleType

import pytest


@pytest.fixture
def solver(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("solver")


def test_generated_levels_have_seven_boxes_and_four_holes(solver: ModuleType) -> None:
    for seed in range(20):
        text = "".join(solver.warehouse(Random(seed)))
        assert (len(text), text.count("B"), text.count("H"), text.count("F"), text.count("U")) == (64, 7, 4, 1, 1)


def test_a_level_is_timed_until_it_is_proven(solver: ModuleType) -> None:
    found = solver.ours(("UB-HF",), 10)
    assert found.proven and found.bound == found.first[0] == found.best[0] == 4
    assert 0 <= found.first[1] <= found.seconds


def test_a_level_as_a_problem_for_planners(solver: ModuleType) -> None:
    text = solver.pddl(("UIF", "WHB"))
    for fact in ("(at c0-0)", "(clear c0-0)", "(ice c0-1)", "(finish c0-2)", "(hole c1-1)", "(box c1-2)"):
        assert fact in text
    assert "(next c0-1 c1-1 down)" in text and "(next c1-1 c1-0 left)" not in text
    assert "(end c0-1 right)" in text and "(end c0-1 down)" not in text and "(end c0-1 up)" in text
