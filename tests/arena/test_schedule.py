"""Which games an arena plays: every deal in every order of the seats."""

from __future__ import annotations

from collections import Counter

import pytest

import boardwalk
from boardwalk.arena.schedule import ORDERS, fixtures, line_ups, orders, sides
from boardwalk.contract.errors import BoardwalkError


def test_two_bots_meet_in_pairs_of_games_with_the_seats_swapped() -> None:
    games = list(fixtures(line_ups(["a", "b"], 2), 6))
    assert [game.players for game in games] == [("a", "b"), ("b", "a")] * 3
    assert [game.id for game in games] == ["1.1.1", "1.1.2", "1.2.1", "1.2.2", "1.3.1", "1.3.2"]
    assert len(list(fixtures(line_ups(["a", "b"], 2), 5))) == 6, "rounds are whole"


def test_more_games_keep_the_ids_of_the_first() -> None:
    all_of_three = line_ups(["a", "b", "c"], 2, mirror=True)
    few, many = ({game.id: game.players for game in fixtures(all_of_three, count)} for count in (8, 20))
    assert few.items() < many.items()


def test_every_two_of_several_bots_meet() -> None:
    assert line_ups(["a", "b", "c"], 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert line_ups(["a", "b"], 2, mirror=True) == (("a", "b"), ("a", "a"), ("b", "b"))
    assert line_ups(["a", "a"], 2) == (("a", "a"),)
    assert orders(("a", "a")) == [("a", "a")], "nothing changes if equals swap seats"


def test_one_bot_alone_against_three_sits_at_each_seat() -> None:
    (line_up,) = line_ups(["hard", "easy", "easy", "easy"], 4)
    seats = [order.index("hard") for order in orders(line_up)]
    assert sorted(seats) == [0, 1, 2, 3]


@pytest.mark.parametrize("names", [["a", "b", "c"], ["a", "b"], ["a", "b", "c", "d"]])
def test_with_more_than_two_sides_each_bot_has_each_seat_as_often(names: list[str]) -> None:
    """Every order of every line-up is played, so no bot is favoured by its seats."""
    played = [order for line_up in line_ups(names, 3) for order in orders(line_up)]
    for seat in range(3):
        counts = Counter(order[seat] for order in played)
        assert len(set(counts.values())) == 1 and set(counts) == set(names)


def test_too_many_orders_become_rotations() -> None:
    assert len(orders(("a", "b", "c", "d"))) == ORDERS
    five = orders(("a", "b", "c", "d", "e"))
    assert len(five) == 5 and all({order[seat] for order in five} == set("abcde") for seat in range(5))


def test_a_team_is_a_side() -> None:
    assert sides(boardwalk.table("capture_the_flag(players=3)")) == ((0, 1, 2), (3, 4, 5))
    assert sides(boardwalk.table("robo_rally(robots=3)")) == ((0,), (1,), (2,))


def test_nobody_plays_alone() -> None:
    with pytest.raises(BoardwalkError, match="at least two sides"):
        line_ups(["a", "b"], 1)
    with pytest.raises(BoardwalkError, match="at least two bots"):
        line_ups(["a"], 2)
    assert line_ups(["a"], 2, mirror=True) == (("a", "a"),)
