"""Which walls leave a path: the computation for all walls at once agrees with a search for each (FQ-6, FQ-7)."""

from __future__ import annotations

from random import Random

import pytest
from quoridor_positions import CLEAR, HIDDEN, position, walls

from boardwalk.contract.game import Position, Table
from boardwalk.games.fog_quoridor import rules

RING = ("d5h", "e5v", "e4h", "d4v")  # around e5, far from the border


def one_by_one(at: Position) -> set[int]:
    """The walls offered, each checked separately."""
    return {
        rules.FIRST_WALL + place
        for place in range(rules.WALLS)
        if rules.may_stand(at.board, at.state, at.state.to_act, place)
    }


def all_at_once(at: Position) -> set[int]:
    return {action for action in at.table.interpreted.legal(at) if action >= rules.FIRST_WALL}


@pytest.mark.rule("FQ-7")
@pytest.mark.parametrize("last", RING)
@pytest.mark.parametrize("pawns", ["e5 a9", "a1 e5"])
def test_no_wall_closes_a_ring_around_a_pawn(last: str, pawns: str) -> None:
    others = " ".join(wall for wall in RING if wall != last)
    assert last not in walls(position(CLEAR, pawns, walls_a=others))
    assert last in walls(position(CLEAR, "a1 a9", walls_a=others))


@pytest.mark.rule("FQ-7")
def test_a_wall_may_close_off_a_part_of_the_goal_line() -> None:
    at = position(CLEAR, "a5 b5", walls_a="h8h")  # h9 and i9 are open to the left only
    assert "g8v" in walls(at)
    assert "g8v" not in walls(position(CLEAR, "a5 i9", walls_a="h8h"))  # for B it is not the goal line


def crowd(random: Random, at: Position) -> None:
    """Place walls, most of them near the pawns, so that both keep a path; the player to act knows some more edges."""
    state = at.state
    state.turns = 40
    state.pawn[0], state.pawn[1] = random.sample(range(81), 2)
    for number in range(random.randrange(10, 60)):
        near = state.pawn[random.randrange(2)]
        line, column = near // 9 + random.randrange(-2, 2), near % 9 + random.randrange(-2, 2)
        place = random.randrange(rules.WALLS)
        if 0 <= line < 8 and 0 <= column < 8 and random.random() < 0.8:
            place = random.randrange(2) * 64 + line * 8 + column
        if state.left[number % 2] > 1 and rules.may_stand(at.board, state, rules.TRUTH, place):
            word, bit = divmod((place & 63) // 8 * 9 + place % 8, 45)
            state.wall[number % 2, place >> 6, word] |= 1 << bit
            state.left[number % 2] -= 1
    state.to_act = random.randrange(2)
    n0, n1, e0, e1 = (edges & random.getrandbits(45) for edges in rules.edges(at.board, state, rules.TRUTH))
    for axis, (low, high) in enumerate(((n0, n1), (e0, e1))):
        state.known[state.to_act, axis, 0], state.known[state.to_act, axis, 1] = low, high


@pytest.mark.rule("FQ-6", "FQ-7", "FQ-16")
@pytest.mark.parametrize("table", [CLEAR, HIDDEN], ids=str)
def test_all_walls_at_once_are_offered_as_each_by_itself(table: Table) -> None:
    closing = 0
    for seed in range(300):
        at = table.deal(seed, table.interpreted)
        crowd(Random(seed), at)
        assert all_at_once(at) == one_by_one(at), f"seed {seed}"
        edges = rules.edges(at.board, at.state, at.to_act)
        fitting = {place for place in range(rules.WALLS) if rules.fits(at.board, at.state, at.to_act, *edges, place)}
        closing += len(fitting) - len(one_by_one(at))
    assert closing > 100  # enough cases of walls that would block a path
