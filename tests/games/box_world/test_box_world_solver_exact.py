"""The solver against exhaustive search, on thousands of small random levels."""

from __future__ import annotations

from random import Random

import pytest
from box_world_play import Plain, all_distances, fewest_moves

from boardwalk.games.box_world.files import code_of
from boardwalk.games.box_world.search import solver
from boardwalk.games.box_world.search.solver import Problem

LEVELS = 2500
MOST_POSITIONS = 2000


def problem_of(player: int, cells: str, width: int) -> Problem:
    return Problem(bytes(map(code_of, cells)), width, player)


def random_level(random: Random) -> tuple[str, ...]:
    """A small level of one of three shapes, in which the player can move (BW-1): a room with the finish behind a door
    that is a hole; a room with finishes in it; a corridor with several holes before the finish."""
    height, width = random.randint(2, 5), random.randint(3, 5)
    cells = [random.choice("-------WH") for _ in range(height * width)]
    boxes = random.choice(["B", "BB", "BI", "II", "BBI", "BII", "BBB"])
    for cell, symbol in zip(random.sample(range(height * width), len(boxes) + 1), "U" + boxes, strict=False):
        cells[cell] = symbol
    rows = ["".join(cells[i : i + width]) for i in range(0, height * width, width)]
    door, shape = random.randrange(height), random.randrange(3)
    if shape == 0:
        rows = [row + "WF" if number != door else row + "H-" for number, row in enumerate(rows)]
        rows = [row if number in (door, door + 1, door - 1) else row[:-1] + "W" for number, row in enumerate(rows)]
    elif shape == 1:
        rows[door] = "F" + rows[door][1:] if "U" not in rows[door][:1] else rows[door][:-1] + "F"
    else:
        tail = "H" * random.randint(1, 3) + "F"
        rows = [row + (tail if number == door else "W" * len(tail)) for number, row in enumerate(rows)]
    fits = "U" in "".join(rows) and "F" in "".join(rows) and Plain(tuple(rows)).moves
    return tuple(rows) if fits else random_level(random)


def small_levels(seed: int, count: int) -> list[tuple[str, ...]]:
    random = Random(seed)
    levels: list[tuple[str, ...]] = []
    while len(levels) < count:
        rows = random_level(random)
        levels.append(rows if random.random() < 0.5 else tuple("".join(line) for line in zip(*rows, strict=True)))
    return levels


@pytest.mark.rule("BW-15")
def test_the_fewest_moves_and_what_can_not_be_solved_are_exact() -> None:
    lengths = []
    for rows in small_levels(11, LEVELS):
        known = all_distances(rows, MOST_POSITIONS)
        if known is None:
            continue
        (player, cells), (expected, _) = next(iter(known.items()))
        answer = solver.solve(problem_of(player, cells, len(rows[0]) + 2))
        assert answer.proven and answer.fewest == expected, rows
        lengths.append(expected or 0)
    assert len(lengths) > 2000 and lengths.count(0) > 500 and max(lengths) > 25  # there was something to find


def test_the_reference_search_agrees_with_the_plain_rules() -> None:
    for rows in small_levels(12, 60):
        known = all_distances(rows, MOST_POSITIONS)
        assert known is None or next(iter(known.values()))[0] == fewest_moves(rows)


def test_bounds_are_admissible_and_nothing_is_called_dead_or_frozen_that_is_not() -> None:
    """At every position that can be reached: the bound is at most the truth; and a frozen box does not move, nor is it
    ever called free again."""
    seen, dead, frozen, exact = 0, 0, 0, 0
    for rows in small_levels(13, 300):
        known = all_distances(rows, 400) or {}
        width = len(rows[0]) + 2
        assessed = {here: solver.assess(problem_of(*here, width)) for here in known}
        for here, (fewest, after) in known.items():
            bound, stuck = assessed[here]
            assert fewest is None or (bound is not None and bound <= fewest), (rows, here)
            assert all(there[1][cell] in "BI" for there in after for cell in stuck), (rows, here)
            assert all(stuck <= assessed[there].frozen for there in after if there in assessed), (rows, here)
            seen, dead, frozen, exact = (
                seen + 1,
                dead + (bound is None),
                frozen + bool(stuck),
                exact + (fewest is not None and bound == fewest),
            )
    assert seen > 10_000 and dead > 1000 and frozen > 500 and exact > 1000


@pytest.mark.parametrize("limit", [20, 60, 200])
def test_a_search_that_is_cut_short_claims_nothing_wrong(limit: int) -> None:
    unproven = 0
    for rows in small_levels(14, 300):
        known = all_distances(rows, MOST_POSITIONS)
        if known is None:
            continue
        (player, cells), (expected, _) = next(iter(known.items()))
        answer = solver.solve(problem_of(player, cells, len(rows[0]) + 2), limit)
        if answer.unsolvable:
            assert expected is None
        elif answer.path is not None:
            assert expected is not None and answer.bound <= expected <= len(answer.path)
        else:
            assert expected is None or answer.bound <= expected
        unproven += not answer.proven
    assert unproven > 0 or limit > 60


def test_a_solution_leads_to_the_finish() -> None:
    for rows in small_levels(15, 200):
        plain, width = Plain(rows), len(rows[0]) + 2
        cells = "W" * width + "".join(f"W{row}W" for row in rows) + "W" * width
        answer = solver.solve(problem_of(cells.index("U"), cells.replace("U", "-"), width))
        assert all(plain.move("wdsa"[move]) for move in answer.path or ())
        assert plain.done == answer.solvable


def test_the_solver_gives_the_same_answer_interpreted() -> None:
    for rows in small_levels(16, 40):
        width = len(rows[0]) + 2
        cells = "W" * width + "".join(f"W{row}W" for row in rows) + "W" * width
        problem = problem_of(cells.index("U"), cells.replace("U", "-"), width)
        assert solver.solve(problem, 500, compiled=False) == solver.solve(problem, 500)
        assert solver.assess(problem, compiled=False) == solver.assess(problem)
