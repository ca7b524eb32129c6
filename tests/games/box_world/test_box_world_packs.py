"""The generated packs that ship: each level with its fewest moves, its grade and a solution; no two alike."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

import pytest
from box_world_play import Plain, all_distances

from boardwalk.games.box_world.content import packs
from boardwalk.games.box_world.content.graded import DIFFICULTIES, canonical, graded_levels
from boardwalk.games.box_world.content.grading import measure, problem_of
from boardwalk.games.box_world.files import Level
from boardwalk.games.box_world.search import solver
from boardwalk.games.box_world.setup import PACKS, levels_of

REMARK = re.compile(r"^; fewest moves (\d+), grade (\d+): ([wasd]+)\n; (.+)$", re.MULTILINE)


class Stored(NamedTuple):
    level: Level
    fewest: int
    grade: int
    path: str


def stored(pack: str) -> list[Stored]:
    remarks = REMARK.findall(PACKS.text(pack))
    levels = levels_of(pack)
    assert [title for *_, title in remarks] == [level.title for level in levels]
    return [Stored(level, int(f), int(g), path) for level, (f, g, path, _) in zip(levels, remarks, strict=True)]


@pytest.mark.parametrize("pack", DIFFICULTIES)
def test_a_pack_is_sorted_by_grade_within_its_difficulty(pack: str) -> None:
    levels = stored(pack)
    grades = [one.grade for one in levels]
    first, last = DIFFICULTIES[pack].grades
    assert len(levels) == packs.LEVELS and grades == sorted(grades)
    assert first <= grades[0] < grades[-1] <= last
    assert len({one.level.title for one in levels}) == len(levels)


@pytest.mark.rule("BW-15")
@pytest.mark.parametrize("pack", DIFFICULTIES)
def test_the_stored_solutions_solve_the_levels_in_the_fewest_moves(pack: str) -> None:
    for one in stored(pack):
        plain = Plain(one.level.rows)
        assert all(plain.move(letter) for letter in one.path) and plain.done and plain.pushes > 0
        assert len(one.path) == one.fewest == solver.solve(problem_of(one.level.rows)).fewest


def test_the_fewest_moves_of_gentle_levels_are_those_of_exhaustive_search() -> None:
    checked = 0
    for one in stored("gentle"):
        known = all_distances(one.level.rows, 2000)
        if known:
            assert next(iter(known.values()))[0] == one.fewest
            checked += 1
    assert checked > packs.LEVELS // 3


def test_no_two_levels_are_alike() -> None:
    every = [canonical(level.rows) for pack in PACKS.names() for level in levels_of(pack)]
    assert len({*every}) == len(every) >= 4 * packs.LEVELS


def test_the_stored_grades_are_what_is_measured() -> None:
    for pack in ("gentle", "tricky"):
        for one in stored(pack)[::10]:
            measures = measure(problem_of(one.level.rows), DIFFICULTIES[pack].positions)
            assert measures and measures.grade == one.grade


def test_a_pack_is_written_the_same_again() -> None:
    text = PACKS.text("gentle")
    assert text.startswith(packs.pack_text("gentle", 0).replace("0", str(packs.LEVELS), 1))
    for one in islice(graded_levels(None, "gentle", packs.SEED), 5):
        assert str(one) in text
