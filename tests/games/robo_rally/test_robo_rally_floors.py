"""RoboRally's solver for one robot alone, and its generator of fair boards."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from robo_rally_floor import GAME, table_of
from robo_rally_reference import Factory
from test_robo_rally_boards import random_factory

from boardwalk.contract.errors import BoardwalkError
from boardwalk.games.robo_rally import setup
from boardwalk.games.robo_rally.content.fairness import is_fair, wins
from boardwalk.games.robo_rally.content.fairness import table_of as fair_table
from boardwalk.games.robo_rally.content.generate import STYLES, fair_boards, mirrored
from boardwalk.games.robo_rally.files import FLAGS, LETTERS, STARTS, read_board, write_board
from boardwalk.games.robo_rally.search.solver import fewest_slots, problems, solve
from boardwalk.match import Match

FACTORIES = setup.BOARDS.names()


def fewest_by_search(rows: list[str]) -> int | None:
    """Breadth-first search over everything that a robot alone can do, in the reference implementation."""
    factory = Factory(rows, 1)
    robot = factory.robots[0]
    states = {(robot.at, robot.facing, robot.flags, 0, "")}
    seen = set(states)
    slots = 0
    while states:
        slots += 1
        following = set()
        for at, facing, flags, slot, last in states:
            for letter in LETTERS:
                if letter == last:
                    continue
                robot.at, robot.facing, robot.flags = at, facing, flags
                factory.act(robot, letter)
                if factory.winner is None:
                    factory.activate(robot)
                if factory.winner is not None:
                    return slots
                after = (slot + 1) % 5
                following.add((robot.at, robot.facing, robot.flags, after, letter if after else ""))
        states = following - seen
        seen |= states
    return None


def test_the_fewest_slots_are_those_of_an_exhaustive_search() -> None:
    random, numbers = Random(3), set()
    for _ in range(60):
        rows, _ = random_factory(random)
        rows = ["".join("." if char in "BCD" else char for char in row) for row in rows]
        table = table_of(" ".join(rows), robots=1)
        expected = fewest_by_search(rows)
        assert fewest_slots(table, 0) == expected, rows
        numbers.add(expected)
    assert None in numbers and len(numbers) > 8, "boards that can't be finished, and routes of many lengths"


@pytest.mark.parametrize("board", FACTORIES)
def test_the_program_of_a_solution_proves_it(board: str) -> None:
    table = GAME.table({"board": board, "robots": 1})
    found = problems(table)
    assert [title for title, _ in found] == [f"Robot {start} alone" for start in STARTS]
    four = GAME.table({"board": board, "robots": 4})
    for robot, (_, position) in enumerate(found):
        (solution,) = solve(position, 0)
        assert solution.proven and solution.actions is not None
        assert len(solution.actions) == solution.bound == fewest_slots(four, robot)
        match = Match(position.table, 0)
        for action in solution.actions:
            assert not match.over
            match.act(0, action)
        while not match.over and match.position.state.slot:  # the round runs when its program is complete
            match.act(0, match.rules.legal(match.position)[-1])
        assert match.scores == (1,)


def test_a_solution_goes_on_with_the_letters_chosen() -> None:
    match = Match(table_of("1.... ..... ....A"), 0)
    for letter in "WLW":
        match.act(0, LETTERS.index(letter))
    (solution,) = solve(match.position, 0)
    assert solution.actions is not None
    for action in solution.actions:
        assert not match.over
        match.act(0, action)
    while not match.over:
        match.act(0, match.rules.legal(match.position)[-1])
    (fresh,) = solve(Match(match.table, 0).position, 0)
    assert fresh.bound < 3 + solution.bound, "WLW was not the fastest way"


def test_what_cannot_be_solved_is_said() -> None:
    (solution,) = solve(Match(table_of("1x. xx. ..A"), 0).position, 0)
    assert solution.actions is None and solution.proven
    with pytest.raises(BoardwalkError, match="one robot alone, not for 2"):
        list(solve(Match(table_of("1... A.B."), 0).position, 0))


@pytest.mark.parametrize("difficulty", STYLES)
def test_generated_boards_are_playable_different_and_fair(difficulty: str) -> None:
    texts = [*islice(fair_boards(None, difficulty, seed=4), 2), *islice(fair_boards(None, difficulty, seed=5), 1)]
    boards = [read_board(text) for text in texts]
    assert len({board.rows for board in boards} | {mirrored(board.rows) for board in boards}) == 6
    for text, board in zip(texts, boards, strict=True):
        assert write_board(board) == text
        assert board.starts == STARTS and board.flags == STYLES[difficulty].flags <= len(FLAGS)
        slots = [fewest_slots(fair_table(text, 4), robot) for robot in range(4)]
        assert None not in slots and max(slots) - min(slots) <= 1  # type: ignore[type-var, operator]
        first, second = wins(fair_table(text, 2), 1000, seed=9)  # other games than those it was chosen by
        assert 0.35 <= first / (first + second) <= 0.65
    assert next(fair_boards(None, difficulty, seed=4)) == texts[0]


@pytest.mark.parametrize("options", [one.options for one in GAME.content.presets if one.options.get("robots", 2) > 1])
def test_no_seat_of_a_preset_wins_much_more_than_the_others(options: Any) -> None:
    counts = wins(fair_table(options.get("board", "first_shift"), options.get("robots", 2)), 1000, seed=2)
    assert max(counts) <= 0.6 * 1000


def test_the_recommended_board_is_fair_for_two_and_four() -> None:
    assert is_fair(setup.BOARDS.text("sorting_hall"))


def test_a_board_on_which_the_second_always_wins_is_not_fair() -> None:
    board = setup.BOARDS.text("first_shift")
    assert wins(fair_table(board, 2)) == pytest.approx([0, 200], abs=20)
    assert not is_fair(board)


def test_a_mirror_swaps_what_turns_and_what_carries() -> None:
    assert mirrored(("A>+N.", "wE-v1")) == (".n-<A", "1v+wE")
    assert mirrored(mirrored(("NESW", "nesw"))) == ("NESW", "nesw")


@pytest.mark.parametrize("size", [(4, 11), (9, 11), (8, 6), (8, 13)])
def test_sizes_that_boards_cannot_have_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BoardwalkError, match="a generated board has 5 to 8 rows and 7 to 12 columns"):
        next(fair_boards(size, "calm", 1))


@pytest.mark.parametrize("size", [(5, 7), (6, 9)])
def test_boards_of_any_size_are_found(size: tuple[int, int]) -> None:
    board = read_board(next(fair_boards(size, "calm", 1)))
    assert (len(board.rows), len(board.rows[0])) == size
