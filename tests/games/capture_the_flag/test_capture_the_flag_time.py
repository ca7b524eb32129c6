"""Ticks, leaving and coming back, and the end (CF-17 to CF-22)."""

from __future__ import annotations

import pytest
from ctf_stage import GAME, MAZE, Place, Stage, stage

from boardwalk import Match, MoveError
from boardwalk.games.capture_the_flag import rules

AT_HOME_1 = {"a": (1, 1), "b": (1, 2)}
SPREAD = {"a": (3, 3), "b": (3, 4), "A": (3, 7), "B": (3, 8)}


def order(s: Stage, count: int) -> str:
    """The seats that act in the next `count` actions, if all stay."""
    letters = ""
    for _ in range(count):
        letters += s.to_act or "-"
        s.act("stay")
    return letters


@pytest.mark.rule("CF-17")
def test_each_tick_begins_with_the_next_seat() -> None:
    s = stage(free=SPREAD)
    assert order(s, 20) == "abAB" + "bABa" + "ABab" + "BabA" + "abAB"
    assert s.facts["tick"] == 5


@pytest.mark.rule("CF-17")
def test_two_players_take_turns_in_going_first() -> None:
    s = stage(free={"a": (3, 3), "A": (3, 7)})
    assert order(s, 8) == "aA" + "Aa" + "aA" + "Aa"


@pytest.mark.rule("CF-17")
def test_the_jailed_and_the_gone_are_passed_over() -> None:
    s = stage(free={"a": (3, 3), "B": (3, 8)}, jailed={"b": (4, 9)}, off={"A": "left"})
    assert order(s, 8) == "aB" + "Ba" + "Ba" + "Ba"
    assert s.facts["tick"] == 4


@pytest.mark.rule("CF-17")
def test_who_is_captured_before_its_seat_comes_up_loses_the_turn_and_who_is_freed_has_it() -> None:
    s = stage(free={"a": (3, 3), "A": (3, 4), "B": (3, 8)})
    assert s.act("right").to_act == "B"
    s = stage(free={"a": (4, 7), "A": (3, 7)}, jailed={"b": (4, 8)})
    assert s.act("right").to_act == "b"


@pytest.mark.rule("CF-18")
def test_who_leaves_is_off_the_maze_and_its_flag_goes_back() -> None:
    s = stage(free={**SPREAD, "b": (3, 6)}, flags="stand b").event("leave", "b")
    assert (s.at("b"), s.status("b"), s.flags) == (None, "left", ["stand", "stand"])
    assert s.news == ["Team 1 player b has left", "The flag of team 2 is back on its stand"]
    assert s.to_act == "a"
    s.act("down", "left", "stay")
    assert s.to_act == "A"


@pytest.mark.rule("CF-18")
def test_a_player_may_leave_in_its_own_turn_or_in_anothers() -> None:
    s = stage(free=SPREAD).event("leave", "a")
    assert s.to_act == "b"
    s.event("leave", "B")
    assert (s.to_act, s.facts["tick"]) == ("b", 0)
    assert order(s, 4) == "bA" + "bA"


@pytest.mark.rule("CF-18")
def test_leaving_as_the_last_of_a_tick_begins_the_next() -> None:
    s = stage(free=SPREAD, to_act="B").event("leave", "B")
    assert (s.to_act, s.facts["tick"]) == ("b", 1)


@pytest.mark.rule("CF-18")
def test_who_comes_back_is_at_home_and_acts_from_the_next_tick_on() -> None:
    s = stage(free=SPREAD).event("leave", "b").event("return", "b")
    assert (s.at("b"), s.status("b")) == ((1, 1), "back")
    assert s.news == ["Team 1 player b is back"]
    assert order(s, 7) == "aAB" + "bABa"
    assert s.status("b") == "free"


@pytest.mark.rule("CF-18")
def test_who_left_from_jail_comes_back_to_jail() -> None:
    s = stage(free={"a": (3, 3), "A": (3, 7)}, jailed={"b": (4, 9)}).event("leave", "b")
    assert (s.at("b"), s.status("b")) == (None, "left-jail")
    s.event("return", "b")
    assert (s.at("b"), s.status("b")) == ((4, 8), "back-jail")
    s.act("stay", "stay")
    assert s.status("b") == "jailed"


@pytest.mark.rule("CF-18")
def test_who_is_freed_in_the_tick_of_its_return_still_acts_from_the_next_on() -> None:
    s = stage(free={"a": (4, 7), "A": (3, 7)}, off={"b": "left-jail"}).event("return", "b")
    s.act("right")
    assert (s.at("b"), s.to_act) == ((1, 1), "A")
    assert s.act("stay").to_act == "b"


NARROW = MAZE.replace("#hh     HH#", "#       HH#")  # team 1 has two home cells only
ROOMY = MAZE.replace("#    #    #", "#    #  J #")  # team 2 has three jail cells, and so room for three opponents


@pytest.mark.rule("CF-18")
def test_without_room_at_home_it_waits_until_there_is() -> None:
    s = stage(NARROW, free={"a": (1, 1), "A": (1, 2), "B": (3, 8)}, off={"b": "left"}).event("return", "b")
    assert (s.at("b"), s.status("b")) == (None, "waits")
    assert s.news == ["Team 1 player b is back and waits for room"]
    assert order(s, 4) == "aAB" + "A"
    assert (s.to_act, s.status("b")) == ("B", "waits")
    s.act("stay").act("down")
    assert (s.at("a"), s.at("b"), s.status("b")) == ((2, 1), (1, 1), "free")
    assert s.news == ["Team 1 player b has found room"]


@pytest.mark.rule("CF-18")
def test_who_appears_late_acts_from_the_tick_after_that_on() -> None:
    s = stage(NARROW, free={"a": (1, 1), "A": (1, 2), "B": (3, 8)}, off={"b": "waits"})
    s.act("down")
    assert (s.status("b"), s.to_act) == ("back", "A")
    s.act("stay", "stay")
    assert (s.facts["tick"], s.to_act) == (1, "b")


@pytest.mark.rule("CF-18")
def test_without_room_in_jail_it_waits_as_well() -> None:
    s = stage(free={"a": (4, 8), "A": (4, 9)}, off={"b": "left-jail"}).event("return", "b")
    assert s.status("b") == "waits-jail"
    s.act("left")
    assert (s.at("b"), s.status("b")) == ((4, 8), "back-jail")


@pytest.mark.rule("CF-18")
def test_who_waits_may_leave_again_and_does_not_appear() -> None:
    s = stage(NARROW, free={"a": (1, 1), "A": (1, 2), "B": (3, 8)}, off={"b": "waits"}).event("leave", "b")
    s.act("down")
    assert (s.at("b"), s.status("b")) == (None, "left")
    assert s.position.state.waiting == 0


@pytest.mark.rule("CF-18")
def test_who_waits_has_not_left() -> None:
    s = stage(NARROW, free={"a": (3, 3), "A": (1, 2), "B": (1, 1)}, off={"b": "waits"}).event("leave", "a")
    assert not s.over
    assert order(s, 2) == "AB"


@pytest.mark.rule("CF-18")
def test_leaving_makes_room_for_who_waits() -> None:
    s = stage(NARROW, free={"a": (1, 1), "A": (1, 2), "B": (3, 8)}, off={"b": "waits"}).event("leave", "a")
    assert (s.over, s.at("b"), s.to_act) == (False, (1, 1), "A")


@pytest.mark.rule("CF-18")
def test_those_who_wait_enter_in_the_order_of_their_seats() -> None:
    for leaver, place in (("A", (1, 1)), ("B", (1, 2))):
        s = stage(NARROW, free={"A": (1, 1), "B": (1, 2)}, off={"a": "waits", "b": "waits"}, to_act="A")
        s.event("leave", leaver)
        assert (s.at("a"), s.status("a"), s.at("b"), s.status("b")) == (place, "back", None, "waits")


@pytest.mark.rule("CF-18", "CF-21")
def test_those_who_wait_enter_before_the_end_is_looked_at() -> None:
    free = {"a": (1, 1), "A": (1, 2), "B": (3, 8)}
    s = stage(NARROW, free=free, off={"b": "waits"}, flags="stand a").event("leave", "A")
    assert (s.at("b"), s.over, s.winner) == ((1, 2), True, 1)
    # entering in jail, they prevent the win
    s = stage(free={"a": (1, 1), "A": (4, 8), "B": (4, 9)}, off={"b": "waits-jail"}, flags="stand a").event(
        "leave", "A"
    )
    assert (s.status("b"), s.over) == ("back-jail", False)


@pytest.mark.rule("CF-18")
def test_only_who_is_here_can_leave_and_only_who_left_can_return() -> None:
    table = GAME.table({"players": 2})
    match = Match(table, 1, rules=table.interpreted)
    with pytest.raises(MoveError, match="Team 1 player b can't return now"):
        match.event(1, "return")
    match.event(1, "leave")
    with pytest.raises(MoveError, match="Team 1 player b can't leave now"):
        match.event(1, "leave")
    match.event(1, "return")
    assert Match.from_record(match.record(), rules=table.interpreted).position.state == match.position.state


@pytest.mark.rule("CF-18")
@pytest.mark.parametrize(("letter", "winner"), [("a", 2), ("A", 1)])
def test_a_team_whose_last_player_leaves_loses(letter: str, winner: int) -> None:
    s = stage(free={"a": (3, 3), "A": (3, 7)}, off={"b": "left", "B": "left"}).event("leave", letter)
    assert (s.over, s.winner) == (True, winner)
    scores = s.rules.scores(s.position)
    assert scores == ((1, 1, -1, -1) if winner == 1 else (-1, -1, 1, 1))
    assert s.news[-1] == f"Team {winner} wins: team {3 - winner} has left"


@pytest.mark.rule("CF-18")
def test_a_team_of_prisoners_has_not_left() -> None:
    s = stage(free={"a": (3, 3), "A": (3, 7)}, jailed={"b": (4, 8)}).event("leave", "a")
    assert not s.over


@pytest.mark.rule("CF-18")
def test_both_teams_last_players_leaving_in_one_event_is_a_draw() -> None:
    s = stage(free={"a": (3, 3), "A": (3, 7)})
    board, state = s.position.board, s.position.state
    rules.come_or_go(board, state, 0)
    rules.come_or_go(board, state, 1)
    rules.test_desertion(board, state)
    assert (s.over, s.winner, s.rules.scores(s.position)) == (True, None, (0, 0))


WINS = [
    # where team 1's two players are (None: left, "jailed"), and the flags; does team 1 win when a stays?
    ((1, 1), (2, 2), "stand a", True),
    ((1, 1), (2, 2), "stand b", True),
    ((2, 1), (1, 2), "stand a", True),
    ((1, 1), None, "stand a", True),
    ((1, 1), (2, 3), "stand a", False),  # a teammate elsewhere
    ((1, 1), (1, 8), "stand a", False),  # … in the wrong home base
    ((1, 1), "jailed", "stand a", False),
    ((1, 3), (1, 1), "stand a", False),  # the carrier not at home
    ((1, 1), (2, 2), "A a", False),  # the own flag away
    ((1, 1), (2, 2), "stand stand", False),
    ((1, 1), (2, 2), "A stand", False),
]


@pytest.mark.rule("CF-19")
@pytest.mark.parametrize(("first", "second", "flags", "wins"), WINS)
def test_what_it_takes_to_win(first: Place, second: Place | str | None, flags: str, wins: bool) -> None:
    free, jailed, off = {"a": first, "A": (3, 7)}, {}, {}
    if second == "jailed":
        jailed["b"] = (4, 8)
    elif second is None:
        off["b"] = "left"
    else:
        free["b"] = second
    s = stage(free=free, jailed=jailed, off=off, flags=flags).act("stay")
    assert (s.over, s.winner) == ((True, 1) if wins else (False, None))
    if wins:
        assert s.rules.scores(s.position) == (1, 1, -1)
        assert s.news == ["Team 1 wins: it has brought the flag of team 2 home"]
        assert s.legal() == []


@pytest.mark.rule("CF-19")
def test_team_2_wins_by_the_same_rules() -> None:
    s = stage(free={"a": (3, 3), "A": (2, 7), "B": (1, 9)}, flags="A stand", to_act="A").act("right")
    assert (s.over, s.winner, s.rules.scores(s.position)) == (True, 2, (-1, 1, 1))


@pytest.mark.rule("CF-19")
def test_with_both_flags_away_nobody_wins() -> None:
    s = stage(free={**AT_HOME_1, "A": (1, 8), "B": (1, 9)}, flags="A a").act("stay", "stay", "stay", "stay")
    assert not s.over


@pytest.mark.rule("CF-19")
def test_who_waits_for_room_prevents_the_win() -> None:
    s = stage(NARROW, free={"a": (1, 1), "A": (1, 2), "B": (3, 8)}, off={"b": "waits"}, flags="stand a").act("stay")
    assert not s.over


@pytest.mark.rule("CF-20", "CF-21")
def test_everybody_in_jail_is_a_draw() -> None:
    s = stage(free={"a": (3, 3)}, jailed={"b": (4, 8), "A": (4, 1)}).event("leave", "a")
    assert (s.over, s.winner, s.rules.scores(s.position)) == (True, None, (0, 0, 0))
    assert s.news[-1] == "A draw: everybody is in jail"


@pytest.mark.rule("CF-20")
def test_one_free_player_anywhere_keeps_the_game_going() -> None:
    s = stage(free={"a": (3, 3), "B": (3, 7)}, jailed={"b": (4, 8), "A": (4, 1)}).event("leave", "a")
    assert (s.over, s.to_act) == (False, "B")


@pytest.mark.rule("CF-21")
def test_the_win_is_tested_after_leaving() -> None:
    for status in ({"free": {**AT_HOME_1, "b": (3, 3), "A": (3, 7)}}, {"jailed": {"b": (4, 8)}}):
        free = status.get("free", {"a": (1, 1), "A": (3, 7)})
        s = stage(free=free, jailed=status.get("jailed"), flags="stand a").event("leave", "b")
        assert (s.over, s.winner) == (True, 1)


@pytest.mark.rule("CF-21")
def test_the_win_is_tested_after_what_others_do() -> None:
    # the thief of team 1's flag leaves, and all the rest is as it should be
    s = stage(free={**AT_HOME_1, "A": (3, 4), "B": (3, 8)}, flags="A a").event("leave", "A")
    assert (s.over, s.winner) == (True, 1)
    # the rescuer frees the last one who was missing
    free = {"a": (1, 1), "b": (4, 7), "A": (3, 4)}
    s = stage(ROOMY, free=free, jailed={"c": (4, 8)}, flags="stand a", to_act="b", tick=1).act("right")
    assert not s.over
    s.event("leave", "b")
    assert (s.over, s.winner) == (True, 1)


@pytest.mark.rule("CF-21")
def test_the_win_comes_before_the_draw_at_the_limit() -> None:
    s = stage(free={"a": (1, 3), "A": (3, 7)}, flags="stand a", to_act="a", tick=1, ticks=2)
    s.act("left")
    assert (s.over, s.winner) == (True, 1)


@pytest.mark.rule("CF-22")
def test_a_limit_on_whole_ticks_makes_a_draw() -> None:
    s = stage(free=SPREAD, ticks=2)
    assert order(s, 7) == "abAB" + "bAB"
    assert not s.over
    s.act("stay")
    assert (s.over, s.winner, s.facts["tick"]) == (True, None, 2)
    assert s.news == ["A draw after 2 ticks"]
    assert s.rules.scores(s.position) == (0, 0, 0, 0)


@pytest.mark.rule("CF-22")
def test_without_a_limit_it_goes_on() -> None:
    s = stage(free={"a": (3, 3), "A": (3, 7)}, tick=10**9)
    assert order(s, 4) == "aAAa"
    assert GAME.setup.Options().ticks == 0
