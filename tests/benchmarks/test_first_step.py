"""The benchmark of first steps: programs in processes of their own, with caches of their own, and medians of rounds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def first_step(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("first_step")


def test_a_program_is_timed_from_its_start_to_its_first_and_last_step(first_step: ModuleType, tmp_path: Path) -> None:
    program = "import os, pathlib\npath = pathlib.Path(os.environ['BOARDWALK_CACHE'], 'steps')\n"
    program += "def step():\n    with path.open('a') as file: file.write(os.environ['BOARDWALK_COMPILE'] + ' ')\n"
    times = first_step.run(first_step.Subject("one", program, compile="off"), str(tmp_path))
    assert (tmp_path / "steps").read_text() == "off " * first_step.STEPS
    assert 0 < times.first < times.last
    assert 0 < times.first_cpu < times.last_cpu


def test_the_programs_of_boardwalk_take_their_steps(first_step: ModuleType, tmp_path: Path) -> None:
    """From an empty cache, and without a compiler."""
    for subject in first_step.SUBJECTS:
        if subject.program in (first_step.MATCH, first_step.ENVIRONMENT) and subject.compile != "first":
            times = first_step.run(subject._replace(compile="off"), str(tmp_path))
            assert times.first < times.last
    assert not any(tmp_path.rglob("*.code"))


def test_each_round_has_empty_caches_and_one_that_is_filled_before(
    first_step: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[tuple[str, str, str]] = []

    def run(subject: object, cache: str) -> object:
        runs.append((subject.name, subject.compile, cache))  # type: ignore[attr-defined]
        return first_step.Times(1.0, 2.0, 3.0, len(runs))

    monkeypatch.setattr(first_step, "run", run)
    subjects = [first_step.Subject("a", ""), first_step.Subject("b", "", compile="first")]
    found = [*first_step.measure(subjects, 2)]
    assert [one[:2] for one in found] == [(name, cache) for name in "ab" for cache in ("empty", "warm")] * 2
    filled = runs[0][2]
    assert [(name, how) for name, how, cache in runs[:2]] == [("a", "first"), ("b", "first")]
    assert [cache == filled for _, _, cache in runs] == [True] * 2 + [False, True] * 4
    assert len({cache for _, _, cache in runs}) == 5


def test_the_table_has_the_medians(first_step: ModuleType) -> None:
    times = [first_step.Times(one, 0.5, 20.0, 3.0) for one in (1.0, 9.0, 2.0)]
    found = [("a", cache, one) for one in times for cache in ("empty", "warm")]
    assert first_step.text_of(found).splitlines()[-1] == "| a | 2 | 0.5 | 20 | 3 | 2 | 0.5 | 20 | 3 |"
