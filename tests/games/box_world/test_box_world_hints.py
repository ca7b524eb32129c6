"""Hints: the next move of a solution, and the move that made a level unsolvable."""

from __future__ import annotations

import pytest
from box_world_play import GAME, act, match_of, table_of

from boardwalk.contract.game import Position
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.search import hints
from boardwalk.match import Match


def positions(match: Match) -> list[Position]:
    return [match.at(number) for number in range(len(match.steps))]


def test_a_hint_is_the_next_move_of_a_shortest_solution() -> None:
    match = match_of("U-B-HF")
    analysis = hints.analyse(match.position, 0, 1000)
    assert analysis.best == rules.RIGHT and analysis.line == (rules.RIGHT,) * 5
    assert analysis.note == "Solved in 5 moves, the fewest possible."
    assert [one.value for one in analysis.actions] == [1.0]


def test_following_the_hints_solves_a_level_in_the_fewest_moves() -> None:
    match = Match(GAME.table({"pack": "night_shift", "level": 2}))
    while not match.over:
        match.act(0, hints.analyse(match.position, 0, 1000).best)
    assert match.position.state.moves == 24


def test_a_move_that_loses_the_level_is_judged_as_lost() -> None:
    match = match_of("W-W\nUB-\nW-H\nWWF")
    values = {one.action: one.value for one in hints.analyse(match.position, 0, 1000).actions}
    assert values == {rules.RIGHT: -1.0}
    assert hints.analyse(match.position, 0, 1000).note == "This level can no longer be solved."


def test_a_done_level_goes_on() -> None:
    match = match_of("UF\n\nUF", "d")
    assert hints.analyse(match.position, 0, 1000).line == (rules.GO_ON,)


@pytest.mark.parametrize(
    ("level", "moves", "lost"),
    [
        ("--W--\nU-B-H\n--W-F", "", None),  # nothing is lost
        ("---WW\nUB-HF\n---WW", "", None),
        ("---WW\nUB-HF\n---WW", "wdsaw", 2),  # pushed down to the edge by the third move
        ("---WW\nUB-HF\n---WW", "ww", None),
        ("U-HF", "d", None),  # it never could be solved
    ],
)
def test_the_move_that_lost_a_level_is_found(level: str, moves: str, lost: int | None) -> None:
    table = table_of(level)
    match = Match(table, seed=1, rules=table.interpreted)
    for move in moves:
        if GAME.notation.read_actions(match.position, move)[0] in table.interpreted.legal(match.position):
            act(match, move)
    assert hints.lost(positions(match)) == lost


def test_a_restart_gives_another_chance() -> None:
    match = match_of("---WW\nUB-HF\n---WW", "wds")
    assert hints.lost(positions(match)) == 2
    match.event(0, "restart")
    assert hints.lost(positions(match)) is None
    act(match, "wds")
    assert hints.lost(positions(match)) == 6


def test_problems_are_the_starts_of_all_levels() -> None:
    table = table_of("; One\nU-F\n\n; Two\nUF")
    (one, first), (two, second) = hints.problems(table)
    assert (one, two) == ("Level 1 of 2: One", "Level 2 of 2: Two")
    assert (first.state.level, second.state.level) == (0, 1) and not second.over
    assert list(hints.solve(second, 10**6))[-1].actions == (rules.RIGHT,)
