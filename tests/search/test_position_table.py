"""The table of all positions: exact values, perfect play, and what happens where a table can't be made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from exhaustive import after, values
from interpreted import Rows, plain

import boardwalk
from boardwalk import Budgets, Match, Search, Solved, Thinker, View
from boardwalk.contract.game import Analysis, Position, Table
from boardwalk.contract.parts import NoScratch
from boardwalk.engine.rules import slot, template
from boardwalk.games.capture_the_flag import rules
from boardwalk.search.alpha_beta.driver import AlphaBetaSearch
from boardwalk.search.proof.driver import Prover
from boardwalk.search.solved import kernels, position_table
from boardwalk.search.solved.position_table import PositionTable
from boardwalk.search.solved.solved import LINE, SolvedPositions, solve
from boardwalk.search.worlds import Worlds

METHOD = Solved(positions=30_000)
SEARCH = Search(METHOD, Budgets(medium=50, hard=100))
FLAGS = boardwalk.game("capture_the_flag")
# With two jail cells each.
MAZE = """\
#########
#h     H#
# #   # #
#jj   JJ#
#########
"""


def duel(a: str = "", other: str = "", flags: str = "stand stand", tick: int = 0) -> Position:
    """A duel in a tiny maze: the deal, or team 1's player to act with the players on these cells."""
    table = FLAGS.table({"maze": MAZE, "players": 1})
    if not a:
        return table.deal(1)
    head = f"tick: {tick}\nto_act: a\nwinner: 0\nflags: {flags}\nrng: 1 1\n\n"
    return FLAGS.notation.read_position(table, f"{head}a free {a}\nA {other}")


canonicalize = slot()


@template
def entry_canonicalize(boards: Any, states: Any) -> None:
    canonicalize(boards[0], states[0])


def dropped(columns: str = "", connect: int = 3) -> Position:
    """Connect Four on a small board, after discs in these columns."""
    position = boardwalk.game("connect_four").table({"rows": 4, "cols": 4, "connect": connect}).deal(1)
    for column in columns:
        position.table.rules.apply(position, int(column))
    return position


def analysed(position: Position, search: Search = SEARCH, seed: int = 1, simulations: int | None = None) -> Analysis:
    view = View.of(position.table.rules, position, position.to_act)
    return Thinker(position.table, seed=seed, search=search).analyse(view, simulations)


def solved(table: Table) -> tuple[PositionTable, SolvedPositions]:
    """The table from the deal."""
    method = PositionTable(table, SEARCH)
    found = method._find(Match(table, seed=1).view(table.deal(1).to_act))
    assert found
    return method, found[0]


def looked_up(method: PositionTable, position: Position) -> tuple[int, int]:
    """The result of a position, for the first seat, and the plies to it."""
    view = View.of(position.table.rules, position, max(0, position.to_act))
    found = method._find(view)
    assert found
    table, here = found
    return int(table.results[here]), int(table.plies[here])


def wandering(position: Position, count: int, longest: int) -> Iterator[Position]:
    """Positions of random games from this one on."""
    random, rules = Random(3), position.table.rules
    for _ in range(count):
        here = position
        for _ in range(random.randrange(longest)):
            then = after(here, random.choice(rules.legal(here)))
            here = here if then.over else then
        yield here


def test_connect_four_is_solved_as_by_exhaustive_search() -> None:
    """From the middle of the game on: its states know the order of all discs, so there are too many from the deal."""
    seen = set()
    positions = *wandering(dropped("0132"), 12, 6), *wandering(dropped("01320123", connect=4), 12, 6)
    for position in positions:
        exact, worlds = values(position), Worlds(position.table, SEARCH)
        found = solve(position.table, METHOD, worlds, position.state.array).ranked(0, position.to_act, Random(1))
        seen |= set(exact.values())
        assert dict(found).keys() == exact.keys()
        for action, value in found:
            judged = int(value) if abs(value) == 1.0 else 0
            assert judged == exact[action], f"{action} in {position.state}"
            assert judged or 0.0 <= value < 0.9
    assert seen == {-1, 0, 1}


def test_the_plies_to_a_win_in_a_duel_are_those_of_a_proof() -> None:
    position = duel("2 6", "free 4 8", "stand a")
    method, prover, plies = PositionTable(position.table, SEARCH), Prover(position.table, 7), set()
    for here in wandering(position, count=60, longest=10):
        result, length = looked_up(method, here)
        for seat in range(2):
            proven = prover.plies_to_win(here, seat)
            wins = result == (1, -1)[seat] and length <= 7
            assert proven == (length if wins else None), f"seat {seat} in {here.state}: {result} in {length}"
            plies |= {proven} if proven else set()
    assert len(plies) > 3, "too few of the positions are won"


def test_a_table_holds_each_position_once() -> None:
    """Counted by interpreted rules: duels that differ in the number of ticks only are the same."""
    position = duel()
    rules, seen, todo = position.table.rules, set(), [position]
    while todo:
        here = todo.pop()
        state = here.state.copy()
        state.tick %= 2
        state.array["rng"] = 0
        if state.to_bytes() not in seen:
            seen.add(state.to_bytes())
            todo += [after(here, action) for action in rules.legal(here)]
    assert solved(position.table)[1].size == len(seen) > 1000


def forced_win() -> Position:
    """The drawn-out win of the first seat that takes longest among random positions."""
    position = duel()
    method = PositionTable(position.table, SEARCH)
    lengths = {}
    for here in wandering(position, count=150, longest=60):
        result, length = looked_up(method, here)
        if result == 1 and here.to_act == 0:
            lengths[length] = here
    return lengths[max(lengths)]


def test_a_forced_win_takes_as_long_as_promised_against_every_defence() -> None:
    position = forced_win()
    method = PositionTable(position.table, SEARCH)
    result, promised = looked_up(method, position)
    assert result == 1 and promised >= 8
    thinker, longest = Thinker(position.table, search=SEARCH), 0
    todo, seen = [(position, 0)], set()
    while todo:
        here, plies = todo.pop()
        if here.over:
            assert here.table.rules.scores(here)[0] == 1
            longest = max(longest, plies)
            continue
        assert plies < promised, "the win takes longer than promised"
        key = plies, here.state.to_bytes()
        if key not in seen:
            seen.add(key)
            actions = here.table.rules.legal(here)
            if here.to_act == 0:
                found = thinker.analyse(View.of(here.table.rules, here, 0))
                assert found.actions[0].value == 1.0
                actions = [found.best]
            todo += [(after(here, action), plies + 1) for action in actions]
    assert longest == promised, "the best defence holds out that long"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_draw_is_never_lost(seat: int) -> None:
    thinker, random, ends = Thinker(duel().table, search=SEARCH), Random(seat), set()
    for _ in range(10):
        position = duel()
        rules = position.table.rules
        assert looked_up(PositionTable(position.table, SEARCH), position)[0] == 0
        for _ in range(150):
            if position.over:
                break
            view = View.of(rules, position, position.to_act)
            own = position.to_act == seat
            position = after(position, thinker.analyse(view).best if own else random.choice(view.legal))
        ends.add(rules.scores(position)[seat] if position.over else 0)
    assert ends <= {0, 1} and 1 in ends, "random replies lose now and then"


def test_the_same_seed_and_view_make_the_same_choice_and_other_seeds_vary() -> None:
    position = duel()
    first = analysed(position, seed=5)
    position_table._shelves.clear()
    assert analysed(position, seed=5) == first
    courses = {analysed(position, seed=seed).line for seed in range(20)}
    assert len(courses) > 1


def test_the_expected_course_can_be_played() -> None:
    for position in (duel(), forced_win()):
        line = analysed(position).line
        here = position
        for action in line:
            assert action in here.table.rules.legal(here)
            here = after(here, action)
        assert len(line) == LINE or here.over


def test_alpha_beta_answers_for_too_many_positions_and_for_weaker_bots() -> None:
    position = duel()
    view = View.of(position.table.rules, position, 0)
    assert analysed(position).simulations == solved(position.table)[1].size
    few = Search(Solved(positions=500), Budgets(hard=100))
    for search, simulations in ((few, 100), (SEARCH, SEARCH.budgets.medium)):
        assert analysed(position, search, simulations=simulations) == AlphaBetaSearch(
            position.table, search, seed=1
        ).analyse(view, simulations)


def test_a_position_that_was_set_up_has_a_table_of_its_own() -> None:
    """Nobody comes back in a duel, since it is over when somebody leaves (CF-18)."""
    deal, position = duel(), duel("2 3", "waits", "stand a")
    position_table._shelves.clear()
    method = PositionTable(deal.table, SEARCH)
    looked_up(method, deal)
    (shelf,) = position_table._shelves.values()
    assert len(shelf.tables) == 1
    assert looked_up(method, position) == (1, 1), "one step home with the flag"
    assert len(shelf.tables) == 2
    tables = [*shelf.tables]
    assert analysed(position).line == (rules.LEFT,)
    assert all(one is other for one, other in zip(shelf.tables, tables, strict=True)), "it is made once"


def test_folded_positions_play_on_in_the_same_way() -> None:
    """Also where the tick limit would be the next tick."""
    table = FLAGS.table({"maze": MAZE, "players": 1, "ticks": 2})
    position, free = table.deal(1), FLAGS.table({"maze": MAZE, "players": 1}).deal(1)
    random = Random(7)
    canonical = table.rules.bind(entry_canonicalize)
    for _ in range(60):
        canonical(position.board.argument, position.state.argument)
        assert table.rules.legal(position) == free.table.rules.legal(free)
        action = random.choice(table.rules.legal(position))
        position, free = after(position, action), after(free, action)
        if free.over:
            break
        assert (position.to_act, bytes(position.state.cell)) == (free.to_act, bytes(free.state.cell))


def test_the_table_is_the_same_interpreted_and_compiled() -> None:
    position = dropped("0123012")
    table, results = position.table, []
    for compiled in (True, False):
        arrays = Arrays(position)
        given = arrays.given(compiled)
        bind = (table.rules if compiled else table.interpreted).bind
        assert bind(kernels.enumerate_all)(given.boards, given.found, given.graph)
        count = int(arrays.found.counts[kernels.FOUND])
        arrays.cut(count)
        run_kernels(bind, arrays.given(compiled))
        results.append([array.tobytes() for array in (*arrays.graph, arrays.chances, arrays.hopes)])
        assert count > 100 and 0 < arrays.hopes.max() <= 1
    assert results[0] == results[1]


class Given(NamedTuple):
    """What the kernels take."""

    boards: Any
    found: Any
    graph: Any
    scratches: Any
    numbers: Any
    worth: Any
    deeper: Any
    choices: Any
    chances: Any
    hopes: Any


class Arrays:
    """The memory of the kernels for what follows a position."""

    def __init__(self, position: Position, most: int = 2000) -> None:
        self.rules, actions = position.table.game.rules, position.table.actions
        worlds = Worlds(position.table, SEARCH)
        self.boards, self.scratches = worlds.boards, worlds.scratches
        states = np.repeat(position.state.array, most)
        words = states.view(np.uint32).reshape(most, -1)
        keys, slots = np.zeros(most, np.int64), np.zeros(4096, np.int32)
        self.found = kernels.Found(states, words, keys, slots, np.zeros(actions, np.uint8), np.zeros(2, np.int64))
        movers, results = np.zeros(most, np.int8), np.zeros(most, np.int8)
        self.graph = kernels.Graph(np.zeros((most, actions), np.int32), movers, results, np.zeros(most, np.int32))
        self.cut(most)

    def cut(self, count: int) -> None:
        self.graph = kernels.Graph(*(array[:count].copy() for array in self.graph))
        edges = int((self.graph.successors >= 0).sum())
        self.numbers = [np.zeros(size, np.int32) for size in (count + 1, edges, count, count)]
        self.worth, self.deeper = np.zeros(count), np.zeros(count)
        self.choices, self.chances = np.zeros(count, np.uint32), np.zeros(self.graph.successors.shape, np.float32)
        self.hopes = (self.graph.results == 1).astype(np.float64)

    def given(self, compiled: bool) -> Given:
        names = ("boards", "found", "graph", "scratches", "numbers", "worth", "deeper", "choices", "chances", "hopes")
        given = Given(*(getattr(self, name) for name in names))
        if compiled:
            return given
        return Given(
            boards=Rows(self.rules.Board, self.boards),
            found=plain(self.found, states=self.rules.State),
            graph=plain(self.graph)._replace(successors=Grid(self.graph.successors)),
            scratches=Rows(NoScratch, self.scratches),
            numbers=[array.data for array in self.numbers],
            worth=self.worth.data,
            deeper=self.deeper.data,
            choices=self.choices.data,
            chances=self.chances.data,
            hopes=self.hopes.data,
        )


class Grid:
    """A two-dimensional array whose rows have a length."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __getitem__(self, at: Any) -> Any:
        return self._array[at] if isinstance(at, int) else int(self._array[at])

    def __setitem__(self, at: Any, value: int) -> None:
        self._array[at] = value


def run_kernels(bind: Any, given: Given) -> None:
    """All that follows the enumeration."""
    graph = given.graph
    first, before, left, queue = given.numbers
    bind(kernels.link)(graph, first, before, left)
    bind(kernels.solve)(graph, first, before, left, queue)
    bind(kernels.judge)(given.boards, given.found.states, given.scratches, graph, given.worth)
    bind(kernels.look_deeper)(graph, given.worth, given.deeper)
    bind(kernels.choose)(graph, given.worth, given.choices)
    bind(kernels.choose)(graph, given.deeper, given.choices)
    bind(kernels.expect)(graph, given.deeper, given.choices, given.chances, 1.0, 0.25)
    for here in range(len(given.hopes)):
        given.hopes[here] = 1.0 if graph.results[here] == 1 else 0.0
    for sweep in range(6):
        bind(kernels.hope)(graph, given.chances, given.hopes, 0, 0.9, sweep % 2 == 1)
