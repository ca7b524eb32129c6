"""The solver finds the fewest moves and detects unsolvable levels; all shipped levels can be solved; the greedy bot."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from random import Random
from time import sleep

import pytest
from box_world_play import GAME, Plain, match_of, table_of

from boardwalk.contract.game import Position
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.content.graded import DIFFICULTIES
from boardwalk.games.box_world.search import solver
from boardwalk.games.box_world.search.solver import Problem
from boardwalk.games.box_world.setup import PACKS, levels_of

# The fewest moves of the levels that people made, as their packs say. (The generated packs: test_box_world_packs.py.)
FEWEST = {name: [level.fewest for level in levels_of(name)] for name in ("first_steps", "night_shift", "great_maze")}


def start(text: str, **options: object) -> Position:
    table = table_of(text, **options)
    return table.deal(1, table.interpreted)


def solved(position: Position, limit: int = solver.POSITIONS) -> solver.Answer:
    return solver.solve(solver.problem(position), limit)


def test_every_pack_has_its_fewest_moves_here() -> None:
    assert sorted([*FEWEST, *DIFFICULTIES]) == PACKS.names()
    for pack, moves in FEWEST.items():
        levels = levels_of(pack)
        assert len(levels) == len(moves)
        assert all(level.title for level in levels) and len({level.key for level in levels}) == len(levels)


@pytest.mark.rule("BW-15")
@pytest.mark.parametrize(("pack", "number"), [(pack, n) for pack in FEWEST for n in range(1, len(FEWEST[pack]) + 1)])
def test_every_level_that_ships_is_solved(pack: str, number: int) -> None:
    table = GAME.table({"pack": pack, "level": number})
    position = table.deal(1, table.interpreted)
    path = solved(position).path
    assert path is not None and len(path) == FEWEST[pack][number - 1] == solver.fewest(position)
    plain = Plain(table.layout.notes[0].rows)
    for move in path:
        assert not position.over and move in table.interpreted.legal(position)
        table.interpreted.apply(position, move)
        assert plain.move("wdsa"[move])
    assert position.over and table.interpreted.scores(position) == (1,) and plain.done


@pytest.mark.parametrize(
    ("level", "what"),
    [
        ("U-F", "solved in 2 moves"),
        ("-UWF", "can't be solved"),
        ("-UHF", "can't be solved"),
        ("U--BBF", "can't be solved"),
        ("U-BF", "can't be solved"),
    ],
)
def test_what_the_solver_says(level: str, what: str) -> None:
    assert str(solved(start(level))) == what


def test_the_solver_gives_up_where_it_is_told_to() -> None:
    table = GAME.table({"pack": "night_shift", "level": 13})
    position = table.deal(1, table.interpreted)
    answer = solved(position, 50)
    assert not answer.solvable and not answer.unsolvable and answer.fewest is None
    assert 50 <= answer.positions < 1000 and 0 < answer.bound <= FEWEST["night_shift"][12]
    assert str(answer) == f"no solution found within {answer.positions} positions"
    assert solved(position).solvable


def test_a_solution_without_proof_comes_with_a_bound() -> None:
    table = GAME.table({"pack": "night_shift", "level": 13})
    answer = solved(table.deal(1, table.interpreted), 2000)
    assert answer.path is not None and not answer.proven and answer.fewest is None
    assert answer.bound <= FEWEST["night_shift"][12] <= len(answer.path)
    assert str(answer) == f"solved in {len(answer.path)} moves; the fewest are {answer.bound} or more"


def test_a_search_gets_better_until_it_is_proven() -> None:
    table = GAME.table({"pack": "night_shift", "level": 8})
    search = solver.Search(solver.problem(table.deal(1, table.interpreted)), 100_000)
    bounds, lengths = [], []
    for answer in search.steps():
        bounds.append(answer.bound)
        lengths.append(len(answer.path) if answer.path else solver.LONGEST)
        assert answer.positions <= 200_000
    assert bounds == sorted(bounds) and lengths == sorted(lengths, reverse=True)
    assert search.answer.proven and bounds[-1] == lengths[-1] == FEWEST["night_shift"][7]


def test_a_position_on_the_finish_is_solved_already() -> None:
    assert solved(match_of("U-F", "dd").position) == solver.Answer((), 0, True, 0)


def test_boxes_of_one_kind_are_alike_to_the_solver() -> None:
    table = table_of("-BBU-F")
    fields = "level: 1\nmoves: 0\npushes: 0\nplayer: 1 4\nboxes: {}\nrng: 0 0\n\n-BB--F\n"
    one, other = (GAME.notation.read_position(table, fields.format(numbers)) for numbers in ("1 2", "2 1"))
    assert one.state != other.state and solver.problem(one) == solver.problem(other)


# -- greedy


def play(position: Position, limit: int) -> int:
    """Let the greedy bot play; returns the number of its moves, without going on to next levels."""
    run, random, moves = position.table.interpreted, Random(1), 0
    while not position.over and moves < limit:
        seen = run.concealed(position, 0)
        action = GAME.play.greedy(seen, 0, run.legal(seen), random)
        assert action in run.legal(position)
        run.apply(position, action)
        moves += action != rules.GO_ON
    return moves


@pytest.mark.parametrize("pack", FEWEST)
def test_greedy_plays_every_pack_in_the_fewest_moves(pack: str) -> None:
    table = GAME.table({"pack": pack})
    position = table.deal(1, table.interpreted)
    assert play(position, 2000) == sum(FEWEST[pack])
    assert position.over and table.interpreted.scores(position) == (1,)


def test_greedy_finds_the_way_from_wherever_it_is() -> None:
    match = match_of("W-WWWWW\nU-BH-HF\n-BWWWWW\n--WWWWW", "ddaas")
    left = solved(match.position).path
    assert left is not None and play(match.position.copy(), 100) == len(left)


def test_greedy_moves_on_where_there_is_no_way() -> None:
    hopeless = start("U--HF\n---WW")
    assert solved(hopeless).unsolvable
    assert play(hopeless, 30) == 30


def test_greedy_heads_for_the_finish_where_the_solver_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "solve", lambda *given: solver.Answer(None, 0, False, 9))
    monkeypatch.setattr(import_module("boardwalk.games.box_world.search.greedy"), "WANDERS", 0)
    assert play(start("----F-\n-W----\nU---W-"), 50) == 6


class Unhurried(dict[Problem, tuple[int, ...]]):
    """A dictionary that lets other threads run between finding the oldest entry and dropping it."""

    def __iter__(self) -> Iterator[Problem]:
        for key in list(self.keys()):
            sleep(0.0001)
            yield key


def test_greedy_plays_in_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads share the cache of solutions, and drop entries that others have written."""
    greedy = import_module("boardwalk.games.box_world.search.greedy")
    monkeypatch.setattr(greedy, "_solutions", Unhurried())
    monkeypatch.setattr(greedy, "_CACHE_SIZE", 4)
    lengths = range(20, 52)
    with ThreadPoolExecutor(8) as pool:
        walks = pool.map(lambda length: play(start("U" + "-" * (length - 1) + "F"), 100), lengths)
        assert list(walks) == list(lengths)
    assert len(greedy._solutions) == 4
