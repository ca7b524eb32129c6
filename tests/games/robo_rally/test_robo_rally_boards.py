"""RoboRally's boards, its greedy bot, and random games compared with the reference implementation."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robo_rally_floor import GAME, robots, running, table_of
from robo_rally_reference import Factory

from boardwalk.contract.game import Table
from boardwalk.games.robo_rally import rules, search, setup
from boardwalk.games.robo_rally.files import KINDS, LETTERS, Program
from boardwalk.games.robo_rally.notation import FACINGS, describe
from boardwalk.games.robo_rally.search.greedy import FAR
from boardwalk.match import Match

FACTORIES = setup.BOARDS.names()


def random_factory(random: Random) -> tuple[list[str], int]:
    """A small crowded board with all kinds of squares, and the number of robots."""
    robots, last = random.randint(1, 4), random.randint(1, 3)
    rows, cols = random.randint(2, 5), random.randint(4, 6)
    plain = [*"....xx", *(char for char in KINDS if char not in "ABCD1234.x")]
    squares = random.choices(plain, k=rows * cols)
    letters = "ABCD"[:robots] + "123"[:last]
    for place, char in zip(random.sample(range(rows * cols), len(letters)), letters, strict=True):
        squares[place] = char
    return ["".join(squares[row * cols : (row + 1) * cols]) for row in range(rows)], robots


def random_program(random: Random) -> str:
    letters = ""
    while len(letters) < 5:
        letter = random.choice("FFFBLRUW")
        letters += letter if letters[-1:] != letter else ""
    return letters


@pytest.mark.rule("RB-9", "RB-11", "RB-12", "RB-13", "RB-14", "RB-16", "RB-17", "RB-18", "RB-19")
@settings(max_examples=600, deadline=None)
@given(st.integers(0, 2**32))
def test_random_rounds_agree_with_a_second_telling_of_the_rules(seed: int) -> None:
    random = Random(seed)
    rows, count = random_factory(random)
    table = table_of(" ".join(rows), robots=count)
    match = Match(table, 0, rules=table.interpreted)
    told = Factory(rows, count)
    for _ in range(6):
        programs = [random_program(random) for _ in range(count)]
        for action in Program(table.seats, (tuple(programs),)).actions:
            match.act(match.to_act, action)
        told.run(programs)
        expected = [f"{robot.at[0] + 1} {robot.at[1] + 1} {FACINGS[robot.facing]}" for robot in told.robots]
        assert robots(match.position) == expected, programs
        assert [match.position.state.flags[n] for n in range(count)] == [robot.flags for robot in told.robots]
        assert match.position.state.winner == (rules.NONE if told.winner is None else told.winner)
        if match.over:
            break
        assert match.position.state.token == told.token


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_robots_never_share_a_square_and_never_stand_on_a_pit(seed: int) -> None:
    random = Random(seed)
    rows, count = random_factory(random)
    table = table_of(" ".join(rows), robots=count, rounds=5)
    position = table.deal(0, table.interpreted)
    had = [0] * count
    while not position.over:
        legal = table.interpreted.legal(position)
        table.interpreted.apply(position, random.choice(legal) if legal else 0)
        squares = position.state.square.tolist()[:count]
        assert len(set(squares)) == count
        assert all(position.board.kind[square] not in (rules.PIT, rules.OFF) for square in squares)
        has = position.state.flags.tolist()[:count]
        assert all(old <= new <= old + 1 for old, new in zip(had, has, strict=True))
        had = has


def table_for(board: str, robots: int) -> Table:
    return GAME.table({"board": board, "robots": robots, "rounds": 40})


@pytest.mark.rule("RB-7")
def test_there_are_boards_for_all() -> None:
    assert len(FACTORIES) >= 6
    assert {setup.board_of(board).flags for board in FACTORIES} == {1, 2, 3, 4}
    assert all(setup.board_of(board).starts == "ABCD" for board in FACTORIES)


@pytest.mark.parametrize("board", FACTORIES)
def test_every_flag_can_be_reached_from_every_start(board: str) -> None:
    table = table_for(board, 4)
    position = table.deal(0, table.interpreted)
    far = table.rules.scratch.far
    for robot in range(4):
        spots = [search.spot_of(position.state.square[robot], rules.NORTH)]
        for flags in range(position.board.flags):
            assert all(far[robot, flags, spot] < FAR for spot in spots), f"{board}: flag {flags + 1} from {robot}"
            square = next(s for s in range(rules.SQUARES) if position.board.kind[s] == flags + 1)
            spots = [search.spot_of(square, facing) for facing in range(4)]


def play_greedy(table: Table, seed: int) -> Match:
    match = Match(table, seed, rules=table.interpreted)
    random = Random(seed)
    while not match.over:
        view = match.view(match.to_act)
        match.act(view.seat, GAME.play.greedy(view.position, view.seat, view.legal, random))
    return match


@pytest.mark.parametrize("board", FACTORIES)
def test_greedy_players_finish_every_board(board: str) -> None:
    alone = play_greedy(table_for(board, 1), 0)
    assert alone.scores == (1,) and describe(alone.position)["round"] <= 15
    crowd = play_greedy(table_for(board, 4), 1)
    assert sorted(crowd.scores) == [-1, -1, -1, 1]


def test_greedy_takes_the_shortest_way() -> None:
    table = table_of("...1. ..... .A...")
    position = table.deal(0, table.interpreted)
    letters = ""
    for slot in range(5):
        letter = GAME.play.greedy(position, 0, table.interpreted.legal(position), Random(slot))
        letters += LETTERS[letter]
        table.interpreted.apply(position, letter)
    # the shortest path is FWFRFWF or similar: seven actions, of which two are left after this round
    assert table.interpreted.legal(position) == []
    while position.state.round == 1:
        table.interpreted.apply(position, 0)
    assert table.rules.scratch.far[0, 0, search.spot_of(position.state.square[0], position.state.facing[0])] <= 2, (
        letters
    )


def test_what_is_studied_knows_belts_gears_and_pits() -> None:
    position = running("1.x.. >>S.. .+... A....", "4 1 north")
    table, state = position.table, rules.State.new()
    scratch = table.rules.scratch
    assert scratch == table.interpreted.scratch

    def after(row: int, col: int, facing: int, letter: int) -> tuple[int, int]:
        spot = search.spot_of(setup.square_at(row, col), facing)
        there = search.slot_alone(table.layout.board, state, 0, spot, letter)
        assert there == scratch.after[0, spot, letter]
        return there >> 2, there & 3

    assert after(1, 0, rules.NORTH, rules.WAIT) == (setup.square_at(1, 1), rules.NORTH)
    assert after(1, 1, rules.NORTH, rules.WAIT) == (setup.square_at(1, 2), rules.EAST)
    assert after(1, 2, rules.EAST, rules.WAIT) == (setup.square_at(2, 2), rules.EAST)
    assert after(2, 1, rules.NORTH, rules.WAIT) == (setup.square_at(2, 1), rules.EAST)
    assert after(0, 1, rules.EAST, rules.FORWARD) == (setup.square_at(3, 0), rules.NORTH)
    beside = search.spot_of(setup.square_at(0, 1), rules.WEST)
    assert scratch.far[0, 0, beside] == 1
    assert scratch.cost[0, 0, 0, beside, rules.FORWARD] == 1
    assert scratch.cost[0, 1, 0, beside, rules.WAIT] == 2


def test_where_no_flag_can_be_reached_all_ways_are_equally_far() -> None:
    table = table_of("1xx.. xxx.. ...A.")
    assert (table.rules.scratch.array["far"][0, 0, 0] >= FAR).all()
    position = table.deal(0, table.interpreted)
    chosen = {GAME.play.greedy(position, 0, range(6), Random(seed)) for seed in range(40)}
    assert chosen == set(range(6))
