"""Tree search and alpha-beta: they find what exhaustive search proves, and the same again from the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from allocations import allocated_by
from exhaustive import values
from interpreted import Rows, plain

import boardwalk
from boardwalk import AlphaBeta, Analysis, Budgets, Match, MoveError, Search, Table, Thinker, Tree
from boardwalk.bots.thinking import BeginnerBot, MediumBot, ThinkingBot
from boardwalk.contract.game import Position
from boardwalk.contract.parts import NoScratch
from boardwalk.engine.random import streams
from boardwalk.search.alpha_beta import kernels as alpha_beta_kernels
from boardwalk.search.alpha_beta.driver import AlphaBetaSearch
from boardwalk.search.tree import kernels as tree_kernels
from boardwalk.search.tree.driver import TreeSearch

SMALL = {"rows": 4, "cols": 4, "connect": 3}
SEARCHES = {"tree": Search(Tree()), "alpha_beta": Search(AlphaBeta())}
BUDGETS = {"tree": 4000, "alpha_beta": 100_000}


def connect_four(**options: int) -> Table:
    return boardwalk.game("connect_four").table(options)


def small_positions(count: int, discs: int, connect: int = 3) -> Iterator[Position]:
    """Positions of a small board after random moves."""
    table, random = connect_four(**SMALL | {"connect": connect}), Random(5)
    while count:
        position = table.deal(1)
        for _ in range(discs):
            if not position.over:
                table.rules.apply(position, random.choice(table.rules.legal(position)))
        if not position.over:
            yield position
            count -= 1


def analysed(position: Position, method: str, simulations: int | None = None, seed: int = 1) -> Analysis:
    thinker = Thinker(position.table, seed=seed, search=SEARCHES[method])
    view = Match(position.table, seed=1, position=position).view(position.to_act)
    return thinker.analyse(view, simulations or BUDGETS[method])


def test_forced_results_are_found_as_exhaustive_search_proves_them() -> None:
    seen = set()
    for position in (*small_positions(25, discs=5), *small_positions(15, discs=7, connect=4)):
        exact = values(position)
        best = max(exact.values())
        seen.add(best)
        for method in SEARCHES:
            found = analysed(position, method)
            assert exact[found.best] == best, f"{found} after {position.state}, which is worth {exact}"
            assert round(found.actions[0].value) == best
    assert seen == {-1, 0, 1}, "positions of every kind were tried"


def test_alpha_beta_judges_the_other_actions_exactly_if_asked_to() -> None:
    search = Search(AlphaBeta(margin=3.0))
    different = 0
    for position in small_positions(40, discs=7, connect=4):
        exact = values(position)
        if max(exact.values()) == 0:
            view = Match(position.table, seed=1, position=position).view(position.to_act)
            found = Thinker(position.table, search=search).analyse(view, 10**6)
            assert {judged.action: round(judged.value) for judged in found.actions} == exact
            different += len({*exact.values()}) > 1
    assert different > 3, "in some positions the actions differ"


@pytest.mark.parametrize("method", SEARCHES)
def test_a_win_is_taken_at_once_and_a_loss_is_put_off(method: str) -> None:
    table = connect_four()
    winning = Match(table, seed=1)
    winning.play_on([3, 0, 3, 0, 3, 1])  # three in column 3, and two ways on
    assert analysed(winning.position, method).best == 3
    losing = Match(table, seed=1)
    losing.play_on([3, 0, 3, 0, 3])
    assert analysed(losing.position, method).best == 3


@pytest.mark.parametrize("method", SEARCHES)
def test_the_expected_course_can_be_played(method: str) -> None:
    match = Match(connect_four(), seed=1)
    match.play_on([3, 3])
    found = analysed(match.position, method)
    assert found.line[0] == found.best and len(found.line) > 2
    match.play_on(found.line)


@pytest.mark.parametrize("method", SEARCHES)
def test_the_same_seed_and_budget_find_the_same(method: str) -> None:
    match = Match(connect_four(), seed=1)
    match.play_on([3, 3, 2])
    thinker = Thinker(match.table, seed=7, search=SEARCHES[method])
    first = thinker.analyse(match.view(1), 500)
    other = Match(connect_four(), seed=2)
    thinker.analyse(other.view(0), 300)
    assert thinker.analyse(match.view(1), 500) == first, "an analysis in between leaves no trace"
    assert Thinker(match.table, seed=7, search=SEARCHES[method]).analyse(match.view(1), 500) == first
    assert thinker.analyse(match.view(1), 500, seconds=600) == first, "pauses to look at the clock change nothing"
    if method == "tree":
        assert Thinker(match.table, seed=8).analyse(match.view(1), 500) != first


@pytest.mark.parametrize("method", SEARCHES)
def test_a_time_limit_ends_a_search(method: str) -> None:
    match = Match(connect_four(), seed=1)
    search = SEARCHES[method]
    found = Thinker(match.table, search=search).analyse(match.view(0), 10**9, seconds=0.05)
    assert 0 < found.simulations < 10**8 and found.best in match.view(0).legal


@pytest.mark.parametrize("method", SEARCHES)
def test_several_cores_share_the_work_and_give_the_same_again(method: str) -> None:
    match = Match(connect_four(), seed=1)
    search, budget = SEARCHES[method], 1001 if method == "tree" else 30_000
    one, two = (Thinker(match.table, seed=3, search=search, cores=2).analyse(match.view(0), budget) for _ in range(2))
    assert one == two and {judged.action for judged in one.actions} == {*match.view(0).legal}
    if method == "tree":
        assert one.simulations == 1001
        assert sum(judged.share for judged in one.actions) == pytest.approx(1.0)


def test_alpha_beta_finds_the_same_values_on_several_cores() -> None:
    for position in small_positions(10, discs=6):
        view = Match(position.table, seed=1, position=position).view(position.to_act)
        one, two = (
            Thinker(position.table, search=SEARCHES["alpha_beta"], cores=cores).analyse(view, 10**6) for cores in (1, 3)
        )
        assert one.actions[0].value == two.actions[0].value == max(values(position).values())


def test_there_is_nothing_to_analyse_out_of_turn() -> None:
    match = Match(connect_four(), seed=1)
    with pytest.raises(MoveError, match="it is not this seat's turn"):
        Thinker(match.table).analyse(match.view(1))


@pytest.mark.parametrize("game", ["fog_quoridor", "rowdy_racers"])
@pytest.mark.parametrize("bot", [BeginnerBot, MediumBot])
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(game: str, bot: type[ThinkingBot]) -> None:
    table = boardwalk.game(game).table()
    for seed in range(20):
        match = Match(table, seed)
        boardwalk.play(match, {seat: boardwalk.make_bot("easy", seat) for seat in range(2)}, limit=14)
        seat = match.to_act
        seen = match.view(seat).position
        truths = [match.position, *(table.rules.determinized(seen, seat, seed) for seed in range(8))]
        truths = [truth for truth in truths if table.rules.concealed(truth, seat).state == seen.state]
        if len({without_stream(truth) for truth in truths}) > 3:
            break
    else:
        pytest.fail("there is nothing to hide")
    chosen = set()
    for truth in truths:
        made = bot(5, simulations=getattr(table.search.budgets, bot.strength))
        chosen.add(made.choose(Match(table, seed=1, position=truth).view(seat)))
    assert len(chosen) == 1


def without_stream(position: Position) -> bytes:
    state = position.state.copy()
    state.array["rng"] = 0
    return state.to_bytes()


def kernel_calls(table: Table) -> dict[str, Callable[[int], Any]]:
    """A run of each search with its memory allocated, as calls of the compiled template alone, by its length."""
    view = Match(table, seed=1).view(0)
    tree, deep = TreeSearch(table, Search()), AlphaBetaSearch(table, SEARCHES["alpha_beta"])
    tree.analyse(view, 10)
    deep.analyse(view, 10)
    core = tree.cores[0]
    stack = deep.stacks[0]
    stack.reset(deep.worlds, 1)
    stack.search.counts[alpha_beta_kernels.PLY] = -1
    stack.search.roots[:7] = range(7)
    setting = alpha_beta_kernels.Setting(seat=0, number=9, draw=0.0, late=4, margin=0.0)
    return {
        "tree": lambda size: core._simulate(core.boards, core.dice, core.search, tree._setting, size),
        "alpha_beta": lambda size: stack.search_on(stack.boards, stack.search, setting, 9, 7, 40 * size),
    }


@pytest.mark.parametrize("method", SEARCHES)
def test_nothing_is_allocated_while_searching(method: str) -> None:
    call = kernel_calls(connect_four())[method]
    short, long = (allocated_by(partial(call, size)) for size in (1, 500))
    assert short == long > 0


def test_the_tree_is_the_same_interpreted_and_compiled() -> None:
    table = connect_four(**SMALL)
    position = next(small_positions(1, discs=4))
    grown = []
    for compiled in (True, False):
        tree = TreeSearch(table, Search(budgets=Budgets(hard=2000)))
        core, setting = tree.cores[0], tree._setting._replace(seat=position.to_act)
        rules, kinds = (
            table.game.rules,
            {"scratches": NoScratch, "nodes": tree_kernels.Node},
        )
        core.search.worlds[:] = position.state.array
        core.dice["rng"][0] = streams(3)[0]
        boards, dice, search = tree.worlds.boards, core.dice, core.search
        if not compiled:
            states = dict.fromkeys(("worlds", "work"), rules.State)
            boards, dice = Rows(rules.Board, boards), Rows(rules.State, dice)
            search = plain(search, **states, **kinds)
        bind = (table.rules if compiled else table.interpreted).bind
        bind(tree_kernels.plant)(search, position.to_act)
        bind(tree_kernels.simulate)(boards, dice, search, setting, 150)
        grown.append(core.search.nodes.tobytes())
    assert grown[0] == grown[1]


def test_alpha_beta_is_the_same_interpreted_and_compiled() -> None:
    table = connect_four(**SMALL)
    position = next(small_positions(1, discs=4))
    found = []
    for compiled in (True, False):
        deep = AlphaBetaSearch(table, SEARCHES["alpha_beta"])
        search, rules = deep.stacks[0].search, table.game.rules
        search.worlds[:] = position.state.array
        search.killers[:] = alpha_beta_kernels.NO_ACTION
        search.counts[alpha_beta_kernels.PLY] = -1
        legal = table.rules.legal(position)
        search.roots[: len(legal)] = legal
        boards, given = deep.worlds.boards, search
        if not compiled:
            kinds = dict.fromkeys(("worlds", "states"), rules.State)
            scratch = NoScratch
            boards = Rows(rules.Board, boards)
            given = plain(search, **kinds, scratches=scratch, table=alpha_beta_kernels.Entry)
        setting = alpha_beta_kernels.Setting(seat=position.to_act, number=1, draw=0.0, late=2, margin=0.0)
        bind = (table.rules if compiled else table.interpreted).bind
        assert bind(alpha_beta_kernels.search_on)(boards, given, setting, 4, len(legal), 3000)
        found.append((search.values.tobytes(), search.counts.tobytes(), search.table.tobytes()))
    assert found[0] == found[1]
