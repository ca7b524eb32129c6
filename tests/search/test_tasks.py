"""The search over tasks, in Capture the Flag for teams."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from allocations import allocated_by
from interpreted import Rows, plain

import boardwalk
from boardwalk import Match, Thinker
from boardwalk.bots import make_bot
from boardwalk.contract.declaration import check_declaration
from boardwalk.contract.errors import GameError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.positions import write_position
from boardwalk.contract.search import Search, Tasks, Tree
from boardwalk.engine.random import streams
from boardwalk.games.capture_the_flag import GAME, rules
from boardwalk.games.capture_the_flag.search.maps import SearchScratch
from boardwalk.match import View
from boardwalk.search.tasks import kernels
from boardwalk.search.tasks.driver import TaskSearch

SMALL = """\
###############
#hh         HH#
#hh ####### HH#
#   #     #   #
#jj     #   JJ#
###############
"""


@pytest.fixture(scope="module")
def table() -> Table:
    return GAME.table({"maze": SMALL, "players": 2})


def position(table: Table, *players: str, flags: str = "stand stand", to_act: str = "a") -> Position:
    head = f"tick: 0\nto_act: {to_act}\nwinner: 0\nflags: {flags}\nrng: 1 1\n\n"
    return GAME.notation.read_position(table, head + "\n".join(players))


def view(start: Position) -> View:
    return View.of(start.table.rules, start, start.to_act)


def test_the_same_seed_finds_the_same_and_all_simulations_are_made(table: Table) -> None:
    seen = view(table.deal(1))
    first, again = (Thinker(table, seed=5).analyse(seen, 300) for _ in range(2))
    assert first == again
    assert abs(first.simulations - 300) <= len(seen.legal)
    assert {one.action for one in first.actions} == {*seen.legal}
    assert first.line[0] == first.best
    values = [one.value for one in first.actions]
    assert max(values) == values[0] and min(values) >= -1


def test_several_cores_share_the_simulations(table: Table) -> None:
    seen = view(table.deal(1))
    found = Thinker(table, seed=5, cores=3).analyse(seen, 300)
    assert abs(found.simulations - 300) <= 4 * len(seen.legal)
    assert found == Thinker(table, seed=5, cores=3).analyse(seen, 300)


def test_a_time_limit_ends_the_search(table: Table) -> None:
    seen = view(table.deal(1))
    found = Thinker(table, seed=5).analyse(seen, 10**7, seconds=0.02)
    assert 0 < found.simulations < 10**6


def play_on(start: Position, seats: set[int], others: str, ticks: int) -> Match:
    """Hard at some seats from a position on, another bot at the rest, for so many ticks at most."""
    match = Match.from_position(write_position(start))
    bots: dict[int, Any] = {
        seat: make_bot("hard", seat, simulations=200) if seat in seats else make_bot(others, seat)
        for seat in range(len(start.table.seats))
    }
    while not match.over and match.position.state.tick < ticks:
        seat = match.to_act
        match.act(seat, bots[seat].choose(match.view(seat)))
    return match


def test_a_team_without_opponents_fetches_the_flag_at_once(table: Table) -> None:
    """All opponents are in jail: there and back are 24 steps, and taking it is one more."""
    start = position(table, "a free 2 3", "b free 2 2", "A jailed 5 2", "B jailed 5 3")
    match = play_on(start, {0, 1}, "easy", ticks=40)
    assert match.over and match.scores[0] == 1, match.position.state.tick


def test_two_hunters_catch_an_intruder_between_them(table: Table) -> None:
    start = position(table, "a free 4 4", "b free 2 6", "A free 3 2", "B free 2 13")
    match = play_on(start, {0, 1}, "easy", ticks=14)
    assert match.position.state.status[2] & rules.JAILED


def test_the_stand_is_kept_while_attackers_are_near(table: Table) -> None:
    """One defender against two: who leaves the stand loses the flag (CF-9), who stays on it can't be captured."""
    start = position(table, "a free 3 2", "b jailed 5 13", "A free 2 4", "B free 4 4")
    match = play_on(start, {0}, "easy", ticks=40)
    assert match.position.state.carrier[0] == rules.ON_STAND
    assert not match.over


def kernel_arguments(table: Table, compiled: bool) -> tuple[Any, ...]:
    search = TaskSearch(table, table.search)
    core, start = search.cores[0], table.deal(1)
    core.search.worlds[:] = start.state.array
    core.search.scratches[:] = table.rules.search_scratch(start.board).array
    core.dice["rng"][0] = streams(3)[0]
    setting = search._setting._replace(seat=0, length=24)
    if compiled:
        return core, core.boards, core.dice, core.search, setting
    records = {"worlds": rules.State, "work": rules.State, "scratches": SearchScratch}
    rows = {name: getattr(core.search, name) for name in ("visits", "values")}
    given = plain(core.search, **records)._replace(**rows)
    return core, Rows(rules.Board, core.boards), Rows(rules.State, core.dice), given, setting


def test_the_search_is_the_same_interpreted_and_compiled(table: Table) -> None:
    found = []
    for compiled in (True, False):
        core, *arguments = kernel_arguments(table, compiled)
        bind = (table.rules if compiled else table.interpreted).bind
        bind(kernels.plan)(*arguments, 40)
        bind(kernels.compare)(*arguments, 3)
        found.append((core.search.visits.tolist(), np.round(core.search.worths, 9).tolist()))
    assert found[0] == found[1]
    assert np.sum(found[0][0]) > 40


def test_nothing_is_allocated_while_searching(table: Table) -> None:
    core, *arguments = kernel_arguments(table, compiled=True)
    core._plan(*arguments, 1)
    short, long = (allocated_by(partial(core._plan, *arguments, size)) for size in (1, 100))
    assert short == long > 0


def test_weaker_bots_search_otherwise(table: Table) -> None:
    search = table.search
    assert search.of("hard") is search and search.of("medium") is search.of("beginner") is search.lower_strengths
    assert Search().of("medium") == Search()
    medium = make_bot("medium", 1)
    medium.choose(view(table.deal(1)))
    assert isinstance(medium._thinker.search.method, Tree)  # type: ignore[attr-defined]


def test_a_game_that_searches_over_tasks_must_have_some() -> None:
    racers = boardwalk.game("rowdy_racers")
    with pytest.raises(GameError, match=r"no rule pursue\(board, state, seat, task, scratch\), which Tasks needs"):
        check_declaration(replace(racers, search=Search(Tasks())))
    with pytest.raises(GameError, match="a belief, or none"):
        check_declaration(replace(racers, search=replace(racers.search, lower_strengths=Search())))
