"""The solver finds the fewest moves and detects unsolvable levels; all shipped levels can be solved; the greedy bot."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from random import Random
from time import sleep

import pytest
from box_world_play import GAME, Plain, fewest_moves, match_of, table_of

from boardwalk.core.game import Position
from boardwalk.games.box_world import rules, solver
from boardwalk.games.box_world.setup import PACKS, levels_of
from boardwalk.games.box_world.solver import Problem

# The fewest moves of every level that ships. A change here is a change of a level, or of the rules.
FEWEST = {
    "first_steps": [5, 22, 7, 11, 6, 6, 6, 9, 16, 7, 9, 6, 8, 9, 12, 16, 32, 14],
    "night_shift": [21, 24, 33, 44, 41, 49, 51, 59, 75, 77, 83, 91, 124],
    "great_maze": [138, 152, 462],
}


def start(text: str, **options: object) -> Position:
    table = table_of(text, **options)
    return table.deal(1, table.interpreted)


def solved(position: Position, limit: int = solver.POSITIONS) -> solver.Answer:
    return solver.solve(solver.problem(position), limit)


def test_every_pack_has_its_fewest_moves_here() -> None:
    assert sorted(FEWEST) == PACKS.names()
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


def random_level(random: Random) -> tuple[str, ...]:
    """A small room with boxes, and a finish behind a wall with a hole in it; the player can move (BW-1)."""
    height, width = random.randint(2, 4), random.randint(3, 5)
    cells = [random.choice("------WH") for _ in range(height * width)]
    boxes = random.choice(["BB", "BI", "II", "BBI", "BII"])
    for cell, symbol in zip(random.sample(range(height * width), len(boxes) + 1), "U" + boxes, strict=True):
        cells[cell] = symbol
    rows = ["".join(cells[i : i + width]) + "W-" for i in range(0, height * width, width)]
    rows[-1] = rows[-1].replace("W-", "WF")
    door = random.randrange(height)
    rows[door] = rows[door][:-2] + "H" + rows[door][-1]
    return tuple(rows) if Plain(tuple(rows)).moves else random_level(random)


@pytest.mark.rule("BW-15")
def test_the_fewest_moves_are_exact() -> None:
    random = Random(11)
    lengths = []
    for _ in range(150):
        rows = random_level(random)
        problem = solver.problem(start("\n".join(rows)))
        answer = solver.solve(problem)
        assert solver.solve(problem, compiled=False) == answer
        expected = fewest_moves(rows)
        assert (len(answer.path) if answer.path is not None else None) == expected, rows
        assert answer.unsolvable == (expected is None)
        lengths.append(expected or 0)
    assert lengths.count(0) > 10 and max(lengths) > 15  # there was something to find


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
    answer = solved(position, 100)
    assert answer == solver.Answer(None, True, 100)
    assert not answer.solvable and not answer.unsolvable
    assert str(answer) == "no solution found within 100 positions"
    assert solved(position).solvable


def test_a_position_on_the_finish_is_solved_already() -> None:
    assert solved(match_of("U-F", "dd").position) == solver.Answer((), False, 0)


def test_boxes_of_one_kind_are_alike_to_the_solver() -> None:
    table = table_of("-BBU-F")
    fields = "level: 1\nmoves: 0\npushes: 0\nplayer: 1 4\nboxes: {}\nrng: 0 0\n\n-BB--F\n"
    one, other = (GAME.read_position(table, fields.format(numbers)) for numbers in ("1 2", "2 1"))
    assert one.state != other.state and solver.problem(one) == solver.problem(other)


# -- greedy


def play(position: Position, limit: int) -> int:
    """Let the greedy bot play; returns the number of its moves, without going on to next levels."""
    run, random, moves = position.table.interpreted, Random(1), 0
    while not position.over and moves < limit:
        seen = run.concealed(position, 0)
        action = GAME.greedy(seen, 0, run.legal(seen), random)
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
    monkeypatch.setattr(solver, "solve", lambda *given: solver.Answer(None, True, 9))
    monkeypatch.setattr(import_module("boardwalk.games.box_world.greedy"), "WANDERS", 0)
    assert play(start("----F-\n-W----\nU---W-"), 50) == 6


class Unhurried(dict[Problem, tuple[int, ...]]):
    """A dictionary that lets other threads run between finding the oldest entry and dropping it."""

    def __iter__(self) -> Iterator[Problem]:
        for key in list(self.keys()):
            sleep(0.0001)
            yield key


def test_greedy_plays_in_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads share the cache of solutions, and drop entries that others have written."""
    greedy = import_module("boardwalk.games.box_world.greedy")
    monkeypatch.setattr(greedy, "_solutions", Unhurried())
    monkeypatch.setattr(greedy, "_CACHE_SIZE", 4)
    lengths = range(20, 52)
    with ThreadPoolExecutor(8) as pool:
        walks = pool.map(lambda length: play(start("U" + "-" * (length - 1) + "F"), 100), lengths)
        assert list(walks) == list(lengths)
    assert len(greedy._solutions) == 4
