"""The search over turns, and the learned judgement that it uses in Rowdy Racers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from allocations import allocated_by
from interpreted import Rows, plain

import boardwalk
from altered import changed
from boardwalk import Match, Thinker
from boardwalk.contract.declaration import check_declaration
from boardwalk.contract.errors import GameError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.search import Budgets, Search, Turns
from boardwalk.engine.random import streams
from boardwalk.games.rowdy_racers import GAME, rules, search
from boardwalk.games.rowdy_racers.search import settings
from boardwalk.games.rowdy_racers.search.outlook import ALMOST
from boardwalk.match import View
from boardwalk.search.turns import driver as turns
from boardwalk.search.turns import kernels
from boardwalk.search.turns.driver import TurnSearch

NARROW = """\
.......##2
.......#.#
......#.##
.....#.#..
..........
..........
..........
..........
..........
1.........
"""


@pytest.fixture(scope="module")
def table() -> Table:
    return GAME.table({})


def begun(table: Table, cells: tuple[int, int]) -> Position:
    """Player 1 begins a turn with the racers on these squares, all with power."""
    position = table.deal(1)
    table.rules.apply(position, 0)
    state = position.state
    state.cell[0], state.cell[1] = cells
    state.array["dark"] = 0
    state.actions, state.moves = 3, rules.moves_of(position.board, state, 0)
    return position


def view(position: Position) -> View:
    return View.of(position.table.rules, position, position.to_act)


def played(table: Table, seed: int, actions: int) -> Match:
    """A match after some random actions, if it is not over before."""
    match, random = Match(table, seed), Random(seed)
    while not match.over and len(match.actions) < actions:
        match.act(match.to_act, random.choice(match.view(match.to_act).legal))
    return match


def test_it_is_used_where_the_power_fails_often(table: Table) -> None:
    assert isinstance(table.search.method, Turns)
    assert table.search.of("medium") == table.search.of("beginner") == GAME.search == settings.SEARCH
    for options in ({"failures": 3}, {"failures": 1}, {"rows": 12}, {"layout": "twin_gates", "failures": 1}):
        assert GAME.table(options).search is GAME.search


def test_the_only_way_to_the_finish_is_found() -> None:
    """Three moves to the north east win this turn; after any other the other racer, who has one move to its finish,
    most likely wins (RR-19)."""
    start = begun(GAME.table({"layout": NARROW}), (36, 80))
    found = Thinker(start.table, seed=1).analyse(view(start), 60)
    assert found.best == 1 and found.actions[0].value > 0.99
    assert found.line == (1, 1, 1)
    assert found.actions[1].value < 0


def test_the_same_seed_finds_the_same_and_all_samples_are_taken(table: Table) -> None:
    seen = view(begun(table, (70, 29)))
    first, again = (Thinker(table, seed=5).analyse(seen, 120) for _ in range(2))
    assert first == again
    assert abs(first.simulations - 120) <= 3 * len(seen.legal)
    assert first.best == first.line[0]
    assert {one.action for one in first.actions} == {*seen.legal}
    assert first.actions[0].value == max(one.value for one in first.actions)
    assert sum(one.share for one in first.actions) == pytest.approx(1)
    assert Thinker(table, seed=6).analyse(seen, 120) != first


def test_several_cores_share_the_samples(table: Table) -> None:
    seen = view(begun(table, (70, 29)))
    found = Thinker(table, seed=5, cores=3).analyse(seen, 300)
    assert abs(found.simulations - 300) <= 6 * len(seen.legal)
    assert found == Thinker(table, seed=5, cores=3).analyse(seen, 300)


def test_a_time_limit_ends_the_search(table: Table) -> None:
    found = Thinker(table, seed=5).analyse(view(begun(table, (70, 29))), 10**7, seconds=0.02)
    assert 0 < found.simulations < 10**5


def test_time_too_is_spent_on_the_better_actions(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the clock ends the search long before all samples are taken."""
    clock = count()
    monkeypatch.setattr(turns, "perf_counter", lambda: next(clock) / 1000)
    shares = [one.share for one in Thinker(table, seed=5).analyse(view(begun(table, (70, 29))), 10**7, 0.1).actions]
    assert max(shares) > 2 * min(shares)


def test_the_expected_course_can_be_played(table: Table) -> None:
    for seed in range(8):
        match = played(table, seed, 5 + seed)
        if match.over:
            continue
        mine = match.to_act
        line = Thinker(table, seed=seed).analyse(match.view(mine), 40).line
        for action in line:
            if match.to_act != mine:  # the other's turn depends on power failures that are only expected
                break
            match.act(mine, action)


def kernel_arguments(table: Table, compiled: bool) -> tuple[Any, ...]:
    start = begun(table, (70, 29))
    driver = TurnSearch(table, table.search)
    core = driver.cores[0]
    core.search.worlds[:] = start.state.array
    core.boards[:] = start.board.array
    core.search.scratches[:] = table.rules.search_scratch(start.board).array
    core.search.active[list(view(start).legal)] = 1
    core.dice["rng"][0] = streams(3)[0]
    if compiled:
        return core, core.boards, core.dice, core.search, *core.workspaces, driver._setting
    records = plain(core.search, worlds=rules.State, work=rules.State, scratches=search.SearchScratch)
    workspaces = []
    for workspace in core.workspaces:
        group = plain(workspace, stack=rules.State, ends=rules.State)
        workspaces.append(group._replace(masks=workspace.masks, courses=workspace.courses))
    return core, Rows(rules.Board, core.boards), Rows(rules.State, core.dice), records, *workspaces, driver._setting


def test_the_search_is_the_same_interpreted_and_compiled(table: Table) -> None:
    found = []
    for compiled in (True, False):
        core, *arguments = kernel_arguments(table, compiled)
        bind = (table.rules if compiled else table.interpreted).bind
        bind(kernels.compare)(*arguments, 1)
        found.append((core.search.sums.tolist(), core.search.visits.tolist(), core.search.counts.tolist()))
    assert found[0] == found[1]
    assert found[0][2][kernels.SAMPLES] == sum(found[0][1]) > 1


def test_nothing_is_allocated_while_searching(table: Table) -> None:
    core, *arguments = kernel_arguments(table, compiled=True)
    core._compare(*arguments, 1)
    short, long = (allocated_by(partial(core._compare, *arguments, rounds)) for rounds in (1, 20))
    assert short == long > 0


def turned(position: Position) -> Position:
    """The same position with the grid turned by half and the players exchanged."""
    board, state = position.board, position.state
    other = Position(position.table, board.copy(), state.copy())
    cells, size = np.arange(100)[::-1], board.rows * board.cols
    for name in ("square", "item"):
        other.board.array[name][0, :size] = board.array[name][0][cells]
    rules.find_ways(other.board)
    new = other.state
    new.array["grenade"][0, :size] = state.array["grenade"][0][cells]
    for seat in range(2):
        new.cell[seat] = size - 1 - state.cell[1 - seat]
        for age in range(rules.TRAIL):
            there = state.trail[1 - seat, age]
            new.trail[seat, age] = there if there == rules.NO_SQUARE else size - 1 - there
        new.carried[seat], new.debt[seat] = state.carried[1 - seat], state.debt[1 - seat]
    new.array["dark"] = 0
    for square in range(size):
        turns = rules.turns_dark(state, square)
        if turns:
            there = size - 1 - square
            new.dark[rules.LASTS - turns, there // 32] |= 1 << there % 32
    new.player = 1 - state.player
    return other


def test_both_players_judge_alike(table: Table) -> None:
    """What is good for player 1 is as good for player 2 on a grid that is turned by half."""
    judged = []
    for seed in range(25):
        position = played(table, seed, seed).position
        for one in (position, turned(position)):
            scratch = table.rules.search_scratch(one.board)
            judged.append([search.outlook(one.board, one.state, seat, scratch) for seat in range(2)])
        assert judged[-1] == judged[-2][::-1], seed
    assert len({tuple(pair) for pair in judged}) > 25


def test_who_is_nearer_to_the_finish_is_judged_better(table: Table) -> None:
    scratch = None
    values = []
    for cell in (81, 54, 18):  # from the own start to the other's corner
        position = begun(table, (cell, 9))
        scratch = scratch or table.rules.search_scratch(position.board)
        values.append(search.outlook(position.board, position.state, 0, scratch))
    assert values == sorted(values) and values[0] < 0.5 < values[-1]


def test_whoever_is_shut_in_has_lost_unless_its_turn_is_skipped(table: Table) -> None:
    """RR-20, RR-21: a trail closes all squares around the corner."""
    position = begun(table, (28, 9))
    state, scratch = position.state, table.rules.search_scratch(position.board)
    open_yet = search.outlook(position.board, state, 0, scratch)
    state.player = 1
    for age, square in enumerate((8, 18, 19)):
        state.trail[0, age] = square
    shut_in = search.outlook(position.board, state, 0, scratch)
    assert shut_in == ALMOST > open_yet
    state.debt[1] = 2
    assert search.outlook(position.board, state, 0, scratch) < ALMOST


def test_a_game_that_searches_turns_must_judge_them() -> None:
    flags = boardwalk.game("capture_the_flag")
    with pytest.raises(GameError, match=r"no rule outlook\(board, state, seat, scratch\), which Turns needs"):
        check_declaration(replace(flags, search=Search(Turns())))


def test_it_is_for_two_seats() -> None:
    with pytest.raises(GameError, match=r"two seats, and robo_rally.* has 3"):
        TurnSearch(boardwalk.table("robo_rally(robots=3)"), Search(Turns()))


def test_the_search_of_a_table_is_checked() -> None:
    game = boardwalk.game("fog_quoridor")
    none = Search(budgets=Budgets(hard=0))
    wrong = changed(game, setup={"lay_out": lambda options: replace(game.setup.lay_out(options), search=none)})
    with pytest.raises(GameError, match="budgets"):
        wrong.table({})
