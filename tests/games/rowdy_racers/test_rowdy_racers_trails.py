"""Moving and light trails: RR-14 to RR-17."""

from __future__ import annotations

import pytest
from rowdy_racers_positions import COMPASS, legal, play, race, told

MOVES = set(COMPASS)


def blocked(picture: str, **given: object) -> set[str]:
    """The directions in which player 1 can't move."""
    return MOVES - legal(race(picture, **given))


@pytest.mark.rule("RR-14")
def test_a_move_goes_one_square_in_any_of_eight_directions() -> None:
    start = race("...\n.A.\n...")
    squares = {way: told(play(start, way))["racers"][0]["square"] for way in COMPASS}
    assert squares == {
        "n": (3, 4),
        "ne": (3, 5),
        "e": (4, 5),
        "se": (5, 5),
        "s": (5, 4),
        "sw": (5, 3),
        "w": (4, 3),
        "nw": (3, 3),
    }


@pytest.mark.rule("RR-14")
@pytest.mark.parametrize(
    ("square", "ways"),
    [
        ("1,1", {"e", "se", "s"}),
        ("1,5", {"e", "se", "s", "sw", "w"}),
        ("5,1", {"n", "ne", "e", "se", "s"}),
        ("5,10", {"n", "s", "sw", "w", "nw"}),
        ("10,10", {"n", "w", "nw"}),
        ("10,5", {"n", "ne", "e", "w", "nw"}),
    ],
)
def test_no_move_leaves_the_grid(square: str, ways: set[str]) -> None:
    assert legal(race(racers=f"{square} 7,7")) == ways


@pytest.mark.rule("RR-14")
def test_no_move_goes_onto_a_wall_or_the_other_racer() -> None:
    assert blocked("#..\n.AX\n.##") == {"nw", "e", "s", "se"}
    assert blocked("...\n.A.\n...") == set()


@pytest.mark.rule("RR-14")
def test_squares_at_the_ends_of_neighbouring_rows_are_no_neighbours() -> None:
    for row in range(2, 10):
        for other in range(1, 11):
            assert legal(race(racers=f"{row},1 {other},10")) == {"n", "ne", "e", "se", "s"}
            assert legal(race(racers=f"{row},10 {other},1")) == {"n", "s", "sw", "w", "nw"}


@pytest.mark.rule("RR-15")
def test_a_move_leaves_a_trail_that_is_gone_with_the_third_later_action() -> None:
    position = race("....\n.A..\n....")
    assert told(position)["racers"][0]["trail"] == []
    position = play(position, "e")
    assert told(position)["racers"][0]["trail"] == [(4, 4)]
    position = play(position, "e")
    assert told(position)["racers"][0]["trail"] == [(4, 5), (4, 4)]
    position = play(position, "e")
    assert told(position)["racers"][0]["trail"] == [(4, 6), (4, 5), (4, 4)]
    position = play(position, "board s s s board")
    assert told(position)["racers"][0]["trail"] == [(4, 6), (4, 5), (4, 4)], "the other's actions do not age it"
    position = play(position, "n")
    assert told(position)["racers"][0]["trail"] == [(4, 7), (4, 6), (4, 5)], "at most three squares"


@pytest.mark.rule("RR-15")
def test_items_and_empty_actions_age_a_trail() -> None:
    picked = play(race("A*.\n..."), "e pick")
    assert [picked.state.trail[0, age] for age in range(3)] == [-1, 22, -1]
    used = play(race("A..\n...", carried="1 0"), "e use")
    assert [used.state.trail[0, age] for age in range(3)] == [-1, 22, -1]
    moved = play(picked, "e")
    assert told(moved)["racers"][0]["trail"] == [(3, 4), (3, 3)], "squares of age 0 and 2"
    ended = play(race("A..\n..."), "e end")
    assert [ended.state.trail[0, age] for age in range(3)] == [-1, -1, 22]
    gone = play(race("Aab\n...", moved="yes", actions=2), "end")
    assert told(gone)["racers"][0]["trail"] == [(3, 4)]


@pytest.mark.rule("RR-15")
def test_lost_actions_and_skipped_turns_do_not_age_a_trail() -> None:
    exploded = play(race("Ao.\n..."), "e")
    assert exploded.state.player == 1 and told(exploded)["racers"][0]["debt"] == 1
    assert [exploded.state.trail[0, age] for age in range(3)] == [22, -1, -1]
    skipped = play(race("Aa.\n...", to_act="board", actions=0, debt="3 0"), "board")
    assert skipped.state.player == 1
    assert [skipped.state.trail[0, age] for age in range(3)] == [23, -1, -1]


@pytest.mark.rule("RR-16")
@pytest.mark.parametrize("age", "abc")
def test_nobody_enters_ones_own_trail(age: str) -> None:
    picture, way = {"a": (".a.\n.A.\n...", "n"), "b": ("b..\naA.\n...", "nw"), "c": (".cb\n.Aa\n...", "n")}[age]
    assert way in blocked(picture)


@pytest.mark.rule("RR-16")
@pytest.mark.parametrize(
    ("picture", "ways"),
    [
        (".x.\n.AX\n...", {"n", "e", "ne"}),  # ne: RR-17
        ("zyxX\n.A..\n....", {"nw", "n", "ne"}),
        ("...\n.A.\nzyxX", {"sw", "s", "se"}),
        ("z...\ny...\nxA..\nX...", {"nw", "w", "sw"}),
    ],
)
def test_nobody_enters_the_others_trail(picture: str, ways: set[str]) -> None:
    assert blocked(picture) == ways


@pytest.mark.rule("RR-16")
def test_the_square_about_to_vanish_blocks() -> None:
    position = race(".cb\n.Aa\n...", moved="yes", actions=1)
    assert "n" not in legal(position)
    later = play(position, "end board s s s board")
    assert "n" in legal(later) and "w" in legal(later)


@pytest.mark.rule("RR-17")
@pytest.mark.parametrize(
    ("picture", "ways"),
    [
        # between the racer and its newest square, on all four diagonals
        (".x.\n.AX\n...", {"n", "e", "ne"}),
        ("...\n.AX\n.x.", {"e", "s", "se"}),
        ("...\nXA.\n.x.", {"w", "s", "sw"}),
        (".X.\nxA.\n...", {"n", "w", "nw"}),
        # between two squares of a trail, older ones too
        ("..X.\n.x..\nyA..", {"n", "w", "nw"}),
        ("....\nzA..\n.yx.\n..X.", {"w", "s", "sw", "se"}),
        # a diagonal link that is not beside the racer, and a straight one
        (".x.\nX.A\n...", {"nw"}),
        (".A..\n.Xx.", {"s", "se"}),
    ],
)
def test_no_diagonal_between_neighbours_in_the_others_chain(picture: str, ways: set[str]) -> None:
    assert blocked(picture) == ways


@pytest.mark.rule("RR-17")
def test_no_diagonal_between_neighbours_in_ones_own_trail() -> None:
    # The racer went from c to b to a and round to where it is now: b and c are neighbours north and east of it.
    assert blocked("...\nab.\n.Ac\n...") == {"nw", "n", "e", "ne"}
    assert blocked(".b.\na..\nA..") == {"n"}, "the link between a and b is farther on"


@pytest.mark.rule("RR-17")
@pytest.mark.parametrize("newest", "xyz")
def test_a_racer_and_its_newest_square_are_neighbours_whatever_its_age(newest: str) -> None:
    assert blocked(f".{newest}.\n.AX\n...") == {"n", "e", "ne"}


@pytest.mark.rule("RR-17")
def test_squares_left_before_and_after_a_pick_up_are_neighbours() -> None:
    assert blocked("..X.\n.x..\nzA..") == {"n", "w", "nw"}


@pytest.mark.rule("RR-17")
def test_passing_behind_the_oldest_square_is_free() -> None:
    assert blocked("Xxyz.\n...A.\n.....") == {"nw", "n"}
    assert blocked("X....\n.x...\n..y..\n..Az.") == {"n", "e", "ne"}, "between y and z"
    assert blocked("X....\n.x...\n..y..\n...z.\n...A.") == {"n"}, "behind z, on either side"


@pytest.mark.rule("RR-17")
def test_squares_of_one_chain_that_are_no_neighbours_in_it_let_pass() -> None:
    assert blocked("..x.\n.X.y\n.Az.\n....") == {"n", "e"}


@pytest.mark.rule("RR-17")
def test_passing_between_different_chains_is_free() -> None:
    assert blocked("..b\n.a.\nXA.\n...") == {"n", "w"}
    assert blocked("b...\n.a..\n.AxX\n....") == {"n", "e"}


@pytest.mark.rule("RR-17")
def test_passing_between_walls_or_a_wall_and_a_trail_is_free() -> None:
    assert blocked(".#.\n.A#\n...") == {"n", "e"}
    assert blocked(".x.\nXA#\n...") == {"n", "w", "e", "nw"}


@pytest.mark.rule("RR-17")
def test_the_second_player_is_held_by_the_same_chains() -> None:
    assert MOVES - legal(race(".a.\n.XA\n...", player=2)) == {"n", "e", "ne"}
    assert MOVES - legal(race("...\nxy.\n.Xz\n...", player=2)) == {"nw", "n", "e", "ne"}
