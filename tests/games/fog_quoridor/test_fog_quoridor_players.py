"""Fog Quoridor's `determinize`, `pick`, `encode` and greedy bot."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from quoridor_positions import CLEAR, DARK, HIDDEN, OPEN, offers, position, seen_by
from quoridor_reference import edges_of, wall_of, way

from boardwalk.contract.game import Position, Table
from boardwalk.engine.random import streams
from boardwalk.games.fog_quoridor import GAME, rules
from boardwalk.games.fog_quoridor.notation import describe


def game(table: Table, seed: int, boldness: float) -> list[Position]:
    """The positions of a game in which players are greedy, but sometimes act at random."""
    random, at = Random(seed), table.deal(seed, table.interpreted)
    positions = []
    while not at.over:
        positions.append(at.copy())
        legal = table.interpreted.legal(at)
        action = random.choice(legal)
        if random.random() < boldness:
            action = GAME.play.greedy(seen_by(at, at.to_act), at.to_act, legal, random)
        table.interpreted.apply(at, action)
    return [*positions, at]


def cell_of(text: str) -> tuple[int, int]:
    return "?abcdefghi".index(text[0]), int(text[1])


def check_guess(guess: Position, seen: Position, seat: int) -> None:
    """A guess is a possible position, and explains all that the seat learned from refusals."""
    told, shown, other = describe(guess), describe(seen), "AB"[1 - seat]
    own, guessed = ([wall_of(text) for text in told[f"walls_{name}"]] for name in ("AB"[seat], other))
    if told["choosing"]:
        return
    assert len(guessed) == 10 - told["walls_left"][1 - seat]
    edges = [edge for wall in own + guessed for edge in edges_of(wall)]
    assert len(edges) == len(set(edges)), "walls overlap"
    assert len({wall[:2] for wall in own + guessed}) == len(own + guessed), "walls cross"
    for pawn, goal in zip(told["pawns"], (9, 1), strict=True):
        assert way(cell_of(pawn), goal, set(edges)) is not None
    theirs = {edge for wall in guessed for edge in edges_of(wall)}
    for known in shown[f"known_{'AB'[seat]}"]:
        assert frozenset(map(cell_of, known.split("-"))) in theirs
    for jump in shown[f"jumps_{'AB'[seat]}"]:
        start, end = map(cell_of, jump.split("-"))
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        assert {frozenset({start, middle}), frozenset({middle, end})} & theirs
    assert told["last_turn"] == shown["last_turn"]
    assert (told["pawns"][0][1] == "9") == told["last_turn"]


@pytest.mark.rule("FQ-17")
@pytest.mark.parametrize(
    ("table", "share"), [(HIDDEN, 0.9), (OPEN, 1.0), (DARK, 1.0), (CLEAR, 1.0)], ids=lambda value: str(value)
)
def test_guesses_fit_what_is_known(table: Table, share: float) -> None:
    random = Random(5)
    guesses = fitting = 0
    for seed in range(5):
        for at in game(table, seed, 0.2 * seed)[:-1:9]:
            for seat in range(2):
                seen = seen_by(at, seat)
                guess = table.interpreted.determinized(seen, seat, random.getrandbits(32))
                check_guess(guess, seen, seat)
                guesses += 1
                fitting += seen_by(guess, seat).state == seen.state
    print(f"{table}: {fitting} of {guesses} guesses conceal to just what was seen")
    assert guesses > 50
    assert fitting >= share * guesses


@pytest.mark.rule("FQ-16")
@pytest.mark.parametrize("table", [HIDDEN, DARK], ids=str)
def test_guesses_account_for_refusals(table: Table) -> None:
    at = position(
        table,
        "e4 e5",
        walls_b="b2h d4h f4h d5v g6v",
        known_a="d4-d5 f4-f5 g4-g5 d5-e5 b2-b3",
        jumps_a="e4-e6 f6-h6",
        left="10 5",
    )
    for seed in range(12):
        guess = table.interpreted.determinized(seen_by(at, 0), 0, seed)
        check_guess(guess, seen_by(at, 0), 0)


def test_guesses_differ() -> None:
    at = position(OPEN, "e2 e7", turns="40")
    seen = seen_by(at, 0)
    assert describe(seen)["pawns"][1] == "-"
    hidden = position(HIDDEN, "e2 e7", turns="40", walls_b="b7h f6v h8h")
    walls = [describe(HIDDEN.interpreted.determinized(seen_by(hidden, 0), 0, seed))["walls_B"] for seed in range(8)]
    assert len({tuple(found) for found in walls}) > 4
    pawns = [describe(HIDDEN.interpreted.determinized(seen_by(hidden, 0), 0, seed))["pawns"][1] for seed in range(8)]
    assert len(set(pawns)) > 2


def test_before_a_first_step_the_pawn_is_guessed_on_its_line() -> None:
    start = OPEN.deal(1, OPEN.interpreted)
    for action in (4, 2):
        OPEN.interpreted.apply(start, action)
    for seed in range(5):
        assert describe(OPEN.interpreted.determinized(seen_by(start, 0), 0, seed))["pawns"][1][1] == "9"


@pytest.mark.parametrize(
    "at",
    [
        position(CLEAR, "e2 e8", walls_a="c3h d5v", walls_b="f4h"),
        position(HIDDEN, "e4 e5", walls_b="e5h", jumps_a="e4-e6", refused="a1h b5v", known_a="d4-e4"),
        position(OPEN, "i1 e5", left="0 3"),
    ],
    ids=("clear", "hidden", "steps only"),
)
def test_picks_are_even_over_the_offers(at: Position) -> None:
    at.state.array["rng"] = streams(7)
    count = len(offers(at))
    draws = 100 * count
    mask = memoryview(bytearray(rules.ACTIONS))
    picked = Counter(rules.pick(at.board, at.state, mask) for _ in range(draws))
    assert set(picked) == set(at.table.interpreted.legal(at))
    chi2 = sum((picked[action] - 100) ** 2 / 100 for action in picked)
    assert chi2 < count + 5 * (2 * count) ** 0.5


def test_planes_show_what_the_seat_knows() -> None:
    at = position(HIDDEN, "e4 e5", walls_a="c3h", walls_b="f6v", known_a="e4-f4", turns="20")
    planes = dict(zip(rules.PLANES, at.table.interpreted.encoded(at, 0), strict=True))
    assert [tuple(map(int, where)) for where in zip(*planes["own pawn"].nonzero(), strict=True)] == [(3, 4)]
    assert planes["other pawn, while seen"][4, 4] == 1
    assert planes["own horizontal walls"].sum() == planes["own horizontal walls"][2, 2] == 1
    assert not planes["other vertical walls, if open"].any()
    assert planes["known to be walled above"].sum() == 2  # both edges of the own wall
    assert planes["known to be walled on the right"].sum() == planes["known to be walled on the right"][3, 4] == 1
    assert (planes["own goal"][8] == 1).all() and planes["own goal"].sum() == 9
    assert (planes["own walls left"] == 9).all() and (planes["turns left"] == 180).all()
    opened = position(OPEN, "e4 e5", walls_a="c3h", walls_b="f6v")
    planes = dict(zip(rules.PLANES, opened.table.interpreted.encoded(opened, 1), strict=True))
    assert planes["other horizontal walls, if open"][2, 2] == 1


def test_the_greedy_player_takes_the_shortest_way_it_knows() -> None:
    at = position(CLEAR, "e8 a3", walls_b="e8h")
    # There is a wall above e8 and f8: the shortest path around it is by d8.
    assert GAME.play.greedy(at, 0, at.table.interpreted.legal(at), Random(1)) == rules.FIRST_STEP + rules.LEFT


def test_the_greedy_player_walls_in_whoever_it_sees_ahead() -> None:
    at = position(CLEAR, "e2 e3")
    action = GAME.play.greedy(at, 0, at.table.interpreted.legal(at), Random(1))
    assert action >= rules.FIRST_WALL
    unseen = position(HIDDEN, "e2 e8")
    assert GAME.play.greedy(seen_by(unseen, 0), 0, at.table.interpreted.legal(unseen), Random(1)) == rules.FIRST_STEP


@pytest.mark.parametrize("table", [HIDDEN, CLEAR], ids=str)
def test_the_greedy_player_beats_a_random_one(table: Table) -> None:
    won = 0
    for seed in range(6):
        random, at = Random(seed), table.deal(seed, table.interpreted)
        me = seed % 2
        while not at.over:
            legal = table.interpreted.legal(at)
            seat = at.to_act
            action = random.choice(legal)
            if seat == me:
                action = GAME.play.greedy(seen_by(at, seat), seat, legal, random)
            table.interpreted.apply(at, action)
        won += table.interpreted.scores(at)[me]
    assert won >= 5
