"""Players, their actions, and running into one another (CF-4 to CF-16)."""

from __future__ import annotations

import pytest
from ctf_stage import GAME, MAZE, Place, stage

import boardwalk
from boardwalk.games.capture_the_flag.setup import LETTERS

HOME_1, HOME_2 = [(1, 1), (1, 2), (2, 1), (2, 2)], [(1, 8), (1, 9), (2, 8), (2, 9)]


@pytest.mark.rule("CF-5")
def test_a_player_has_a_team_a_name_a_place_and_a_state() -> None:
    s = stage(free={"a": (2, 4), "A": (2, 6)}, jailed={"b": (4, 8)}, flags="stand a")
    players = s.facts["players"]
    assert players["a"] == {"team": 1, "name": "Team 1 player a", "status": "free", "at": (2, 4), "flag": True}
    assert players["b"] == {"team": 1, "name": "Team 1 player b", "status": "jailed", "at": (4, 8), "flag": False}
    assert players["A"] == {"team": 2, "name": "Team 2 player A", "status": "free", "at": (2, 6), "flag": False}


@pytest.mark.rule("CF-6")
def test_players_start_on_the_first_home_cells() -> None:
    maze = MAZE.replace("#    #    #", "#jj  #  JJ#")
    table = GAME.table({"maze": maze, "players": 3, "players_2": 4})
    facts = GAME.notation.describe(table.deal(5, table.interpreted))
    assert [facts["players"][letter]["at"] for letter in "abc"] == HOME_1[:3]
    assert [facts["players"][letter]["at"] for letter in "ABCD"] == HOME_2
    assert facts["to act"] == "a"


@pytest.mark.rule("CF-6")
def test_twenty_players_a_side() -> None:
    table = GAME.table({"players": 20})
    position = table.deal(1, table.interpreted)
    seen = {position.state.cell[seat] for seat in range(40)}
    assert len(table.seats) == 40 and len(seen) == 40
    assert list(GAME.notation.describe(position)["players"]) == list(LETTERS[0] + LETTERS[1])


@pytest.mark.rule("CF-7")
@pytest.mark.parametrize(
    ("homes", "stand"), [("hhhh", (2, 1)), ("hhh ", (1, 2)), ("hh  ", (1, 2)), ("h   ", (1, 1)), (" hhh", (2, 1))]
)
def test_the_stand_is_the_middle_home_cell(homes: str, stand: Place) -> None:
    maze = MAZE.replace("#hh  ", f"#{homes[:2]}  ", 1).replace("#hh   ", f"#{homes[2:]}   ")
    table = GAME.table({"maze": maze, "players": 1})
    facts = GAME.notation.describe(table.deal(1, table.interpreted))
    assert facts["stands"] == [stand, (2, 8)]
    assert facts["flags"] == ["stand", "stand"]


@pytest.mark.rule("CF-4", "CF-7")
def test_a_flag_does_not_occupy_its_cell() -> None:
    s = stage(free={"a": (2, 7), "A": (3, 9)}).act("right")
    assert s.at("a") == (2, 8)
    assert s.flags == ["stand", "stand"]


@pytest.mark.rule("CF-4")
@pytest.mark.parametrize("flags", ["stand stand", "stand a"])
@pytest.mark.parametrize(
    ("start", "word", "end"), [((3, 1), "down", (4, 1)), ((3, 8), "down", (4, 8)), ((2, 7), "right", (2, 8))]
)
def test_free_players_walk_over_any_jail_or_home(start: Place, word: str, end: Place, flags: str) -> None:
    s = stage(free={"a": start, "A": (1, 6)}, flags=flags).act(word)
    assert s.at("a") == end
    assert s.status("a") == "free"
    assert s.flags == flags.split()


@pytest.mark.rule("CF-8")
def test_moves_go_one_cell_and_not_into_walls() -> None:
    around = {"up": (2, 4), "right": (3, 5), "down": (4, 4), "left": (3, 3)}
    for word, end in around.items():
        maze = MAZE.replace("#    #    #", "#         #")
        assert stage(maze, free={"a": (3, 4), "A": (1, 6)}).act(word).at("a") == end
    s = stage(free={"a": (3, 4), "A": (1, 6)})
    assert s.legal() == ["up", "down", "left", "stay"]
    s = stage(free={"a": (1, 1), "A": (1, 6)})
    assert s.legal() == ["right", "down", "stay"]


@pytest.mark.rule("CF-8", "CF-17")
def test_a_jailed_player_is_not_asked() -> None:
    s = stage(free={"a": (3, 4), "A": (3, 8)}, jailed={"b": (4, 9)})
    assert s.act("stay").to_act == "A"


@pytest.mark.rule("CF-8")
def test_running_into_a_player_uses_the_action_up() -> None:
    s = stage(free={"a": (3, 3), "b": (3, 4), "A": (3, 8)})
    assert "right" in s.legal()
    s.act("right")
    assert (s.at("a"), s.at("b"), s.to_act) == ((3, 3), (3, 4), "b")


@pytest.mark.rule("CF-9")
def test_the_flag_is_taken_by_a_command_of_its_own() -> None:
    s = stage(free={"a": (2, 7), "A": (1, 6)})
    assert "take" not in s.legal()
    s.act("right", "stay", "stay")
    assert s.flags == ["stand", "stand"]
    assert "take" in s.legal()
    s.act("take")
    assert s.flags == ["stand", "a"]
    assert s.news == ["Team 1 has taken the flag of team 2"]


@pytest.mark.rule("CF-9")
def test_the_taking_is_announced_to_everybody() -> None:
    s = stage(free={"a": (2, 8), "A": (1, 6)})
    before = s.position.copy()
    s.act("take")
    for seat in (0, 1, boardwalk.AUDIENCE):
        seen = s.rules.concealed(before, seat), s.rules.concealed(s.position, seat)
        assert GAME.scene.announce(*seen, seat) == ["Team 1 has taken the flag of team 2"]


@pytest.mark.rule("CF-9")
def test_nobody_takes_the_own_flag_or_one_that_is_carried() -> None:
    assert "take" not in stage(free={"a": (2, 1), "A": (1, 6)}).legal()
    assert "take" not in stage(free={"a": (2, 8), "b": (3, 3), "A": (1, 6)}, flags="stand b").legal()
    assert "take" not in stage(free={"a": (2, 8), "A": (1, 6)}, flags="stand a").legal()
    assert "take" in stage(free={"a": (1, 6), "A": (2, 1)}, to_act="A").legal()


@pytest.mark.rule("CF-10")
def test_staying_is_always_possible_and_does_nothing() -> None:
    s = stage(free={"a": (3, 4), "A": (3, 8)})
    before = s.facts
    s.act("stay")
    assert {**s.facts, "to act": "a"} == before


@pytest.mark.rule("CF-1", "CF-11")
def test_a_captured_opponent_goes_to_the_captors_jail() -> None:
    s = stage(free={"a": (3, 3), "A": (3, 4)}).act("right")
    assert (s.at("a"), s.at("A"), s.status("A")) == ((3, 3), (4, 1), "jailed")
    assert s.news == ["Team 2 player A is captured"]
    s = stage(free={"a": (3, 7), "A": (3, 8)}, to_act="A").act("left")
    assert (s.at("A"), s.at("a"), s.status("a")) == ((3, 8), (4, 8), "jailed")


@pytest.mark.rule("CF-11")
def test_the_first_jail_cell_without_a_player_is_taken() -> None:
    s = stage(free={"a": (3, 3), "b": (4, 1), "A": (3, 4)}).act("right")
    assert s.at("A") == (4, 2)


@pytest.mark.rule("CF-11")
def test_nothing_happens_when_the_jail_is_full() -> None:
    s = stage(free={"a": (4, 2), "b": (4, 1), "A": (4, 3)}, flags="A stand").act("right")
    assert (s.at("A"), s.status("A"), s.flags) == ((4, 3), "free", ["A", "stand"])
    assert s.news == []


CAPTURES = [
    # a at, A at, flags, is A captured?
    ((2, 3), (2, 4), "stand stand", True),  # in the enemy's territory
    ((2, 4), (2, 5), "stand stand", True),  # in the middle column, nobody's
    ((2, 5), (2, 6), "stand stand", False),  # in the own territory
    ((2, 5), (2, 6), "A stand", True),  # … but with the flag
    ((2, 7), (2, 8), "A stand", True),  # … even in the home base
    ((2, 7), (2, 8), "stand stand", False),
    ((2, 5), (2, 6), "B stand", False),  # a teammate has the flag
    ((2, 5), (2, 6), "stand a", False),  # the mover's flag is not the other's
]


@pytest.mark.rule("CF-12", "CF-15")
@pytest.mark.parametrize(("mover", "other", "flags", "captured"), CAPTURES)
def test_who_can_be_captured(mover: Place, other: Place, flags: str, captured: bool) -> None:
    s = stage(free={"a": mover, "A": other, "B": (4, 7)}, flags=flags).act("right")
    assert s.at("a") == mover
    assert s.status("A") == ("jailed" if captured else "free")
    assert s.at("A") == ((4, 1) if captured else other)


@pytest.mark.rule("CF-12")
def test_the_same_holds_for_team_1_in_an_even_maze() -> None:
    maze = "\n".join(["##########", "#hj    HJ#", "##########", ""])
    assert stage(maze, free={"a": (1, 4), "A": (1, 5)}, to_act="A").act("left").status("a") == "free"
    assert stage(maze, free={"a": (1, 5), "A": (1, 6)}, to_act="A").act("left").status("a") == "jailed"


@pytest.mark.rule("CF-13")
def test_a_captured_carrier_loses_the_flag_to_its_stand() -> None:
    s = stage(free={"a": (2, 4), "A": (2, 5), "B": (4, 7)}, flags="A stand").act("right")
    assert s.flags == ["stand", "stand"]
    assert s.news == ["Team 2 player A is captured", "The flag of team 1 is back on its stand"]


@pytest.mark.rule("CF-13")
def test_a_captured_teammate_of_the_carrier_loses_nothing() -> None:
    s = stage(free={"a": (2, 4), "A": (2, 5), "B": (4, 7)}, flags="B stand").act("right")
    assert (s.status("A"), s.flags) == ("jailed", ["B", "stand"])


@pytest.mark.rule("CF-14")
def test_running_into_a_jailed_teammate_frees_it() -> None:
    s = stage(free={"a": (4, 7), "A": (1, 6)}, jailed={"b": (4, 8)}).act("right")
    assert (s.at("a"), s.at("b"), s.status("b")) == ((4, 7), (1, 1), "free")
    assert s.news == ["Team 1 player b is freed"]


@pytest.mark.rule("CF-14")
def test_the_freed_one_takes_the_first_home_cell_without_a_player() -> None:
    s = stage(free={"a": (4, 7), "A": (1, 1), "B": (1, 2)}, jailed={"b": (4, 8)}).act("right")
    assert s.at("b") == (2, 1)


# Team 1 has two home cells, on which opponents can stand.
NARROW = MAZE.replace("#hh     HH#", "#       HH#")


@pytest.mark.rule("CF-14", "CF-16")
@pytest.mark.parametrize(("at", "word"), [((4, 7), "right"), ((3, 9), "down")])
def test_without_room_at_home_it_stays_jailed(at: Place, word: str) -> None:
    s = stage(NARROW, free={"a": at, "A": (1, 1), "B": (1, 2)}, jailed={"b": (4, 8)}).act(word)
    assert (s.at("b"), s.status("b")) == ((4, 8), "jailed")
    assert s.news == []


@pytest.mark.rule("CF-14")
def test_running_into_one_prisoner_frees_only_that_one() -> None:
    maze = MAZE.replace("#    #    #", "#jj  #  JJ#")
    s = stage(maze, free={"a": (3, 7), "A": (1, 6)}, jailed={"b": (3, 8), "c": (3, 9)}).act("right")
    assert (s.status("b"), s.status("c")) == ("free", "jailed")


@pytest.mark.rule("CF-15")
def test_nothing_happens_with_anybody_else() -> None:
    teammates = stage(free={"a": (3, 3), "b": (3, 4), "A": (1, 6)})
    prisoner = stage(free={"a": (3, 1), "A": (1, 6)}, jailed={"B": (4, 1)})
    for s, word in ((teammates, "right"), (prisoner, "down")):
        before = s.facts["players"]
        assert s.act(word).facts["players"] == before
        assert s.news == []


@pytest.mark.rule("CF-16")
def test_a_step_into_the_enemys_jail_frees_every_teammate_in_the_order_of_seats() -> None:
    maze = MAZE.replace("#    #    #", "#jj  #  JJ#")
    s = stage(maze, free={"a": (4, 7), "A": (1, 1), "B": (4, 1)}, jailed={"b": (4, 9), "c": (3, 8)}, off={"C": "left"})
    s.act("right")
    assert (s.at("a"), s.status("a")) == ((4, 8), "free")
    assert (s.at("b"), s.at("c")) == ((1, 2), (2, 1))
    assert (s.status("b"), s.status("c")) == ("free", "free")
    assert s.news == ["Team 1 player b is freed", "Team 1 player c is freed"]


@pytest.mark.rule("CF-16")
def test_the_own_jail_frees_nobody_and_standing_there_neither() -> None:
    s = stage(free={"a": (3, 1), "A": (1, 6)}, jailed={"b": (4, 9), "B": (4, 2)}).act("down")
    assert (s.at("a"), s.status("b"), s.status("B")) == ((4, 1), "jailed", "jailed")
    s = stage(free={"a": (4, 8), "A": (1, 6)}, jailed={"b": (4, 9)}).act("stay")
    assert s.status("b") == "jailed"


@pytest.mark.rule("CF-16")
def test_who_left_from_jail_is_not_there_to_be_freed() -> None:
    s = stage(free={"a": (4, 7), "A": (1, 6)}, off={"b": "left-jail"}).act("right")
    assert s.status("b") == "left-jail"
