"""Turns, their actions and how a race ends: RR-3, RR-11 to RR-13, RR-18 to RR-21, RR-36."""

from __future__ import annotations

import pytest
from rowdy_racers_positions import COMPASS, GAME, legal, play, race, told

import boardwalk
from boardwalk.contract.errors import MoveError

SHUT_IN = "###\n#A#\n###"
MOVES = set(COMPASS)


@pytest.mark.rule("RR-3", "RR-11")
def test_player_1_begins_and_turns_of_three_actions_alternate() -> None:
    position = GAME.table({"failures": 0, "layout": "open_field"}).deal(1, GAME.table({}).interpreted)
    order = []
    for _ in range(4):
        position = play(position, "board")
        actions = 0
        order.append(told(position)["to act"])
        while position.to_act >= 0:
            assert told(position)["actions left"] == 3 - actions
            position = play(position, sorted(legal(position) & MOVES)[0])
            actions += 1
        assert actions == 3
    assert order == ["player 1", "player 2", "player 1", "player 2"]


@pytest.mark.rule("RR-11")
def test_the_actions_are_to_move_to_pick_up_to_use_and_to_end() -> None:
    assert legal(race("...\n.A.\n...", moved="yes", actions=2, under1="*")) == MOVES | {"pick", "end"}
    assert legal(race("...\n.A.\n...", moved="yes", actions=2, carried="1 0")) == MOVES | {"use", "end"}
    for action in ("pick", "e"):
        after = play(race("...\n.A.\n...", under1="*"), action)
        assert told(after)["actions left"] == 2
    assert told(play(race(carried="1 0"), "use"))["actions left"] == 2


@pytest.mark.rule("RR-12")
@pytest.mark.parametrize(("actions", "ages"), [(1, [-1, 22, -1]), (2, [-1, -1, 22])])
def test_ending_the_turn_is_an_empty_action_for_each_left(actions: int, ages: list[int]) -> None:
    after = play(race("aA.\n...", moved="yes", actions=actions), "end")
    assert [after.state.trail[0, age] for age in range(3)] == ages
    assert (told(after)["to act"], told(after)["turn of"]) == ("board", 2)


@pytest.mark.rule("RR-13")
@pytest.mark.parametrize("given", [{}, {"actions": 1}, {"actions": 2, "moved": "yes"}])
@pytest.mark.parametrize("player", [1, 2])
def test_a_player_may_resign_instead_of_any_action_and_loses(player: int, given: dict[str, object]) -> None:
    after = play(race(player=player, **given), "resign")
    assert (told(after)["winner"], told(after)["ending"], told(after)["to act"]) == (3 - player, "resigned", "nobody")


@pytest.mark.rule("RR-13")
def test_nobody_resigns_in_the_others_turn() -> None:
    table = GAME.table({"layout": "open_field"})
    match = boardwalk.Match(table, 5, rules=table.interpreted)
    with pytest.raises(MoveError, match="Player 2 can't resign now"):
        match.event(1, "resign")
    match.event(0, "resign")
    assert match.scores == (-1, 1)


@pytest.mark.rule("RR-18")
def test_a_turn_may_not_end_where_it_began() -> None:
    assert "end" not in legal(race())
    assert "end" not in legal(play(race("...\n.A.\n...", under1="*"), "pick"))
    assert "end" in legal(play(race(), "n"))


@pytest.mark.rule("RR-18")
def test_with_one_action_left_a_player_who_has_not_moved_may_only_move() -> None:
    held = {"under1": "*", "carried": "3 0"}
    assert legal(race("...\n.A.\n...", actions=1, **held)) == MOVES
    assert legal(race("...\n.A.\n...", actions=1, carried="3 0")) == MOVES
    assert legal(race("...\n.A.\n...", actions=2, **held)) == MOVES | {"pick"}
    assert legal(race("...\n.A.\n...", actions=1, moved="yes", **held)) == MOVES | {"pick", "end"}
    assert legal(race("...\n.A.\n...", actions=1, moved="yes", carried="3 0")) == MOVES | {"use", "end"}


@pytest.mark.rule("RR-18")
def test_whether_one_has_moved_is_asked_anew_each_turn() -> None:
    position = play(race("...\n.A.\n..."), "e end board s end board")
    assert told(position)["has moved"] is False
    assert "end" not in legal(position)


@pytest.mark.rule("RR-19")
@pytest.mark.parametrize("under", ["o", "*", "."])
def test_entering_the_others_start_wins_before_any_effect_of_it(under: str) -> None:
    rest = ["." * 10] * 9
    ground, power = "\n".join(["........." + under, *rest]), "\n".join([".........3", *rest])
    after = play(race(ground, power, racers="2,9 5,5"), "ne")
    assert (told(after)["winner"], told(after)["ending"]) == (1, "finished")
    assert told(after)["racers"][0]["debt"] == 0
    assert not told(after)["exploded"]
    assert after.table.interpreted.scores(after) == (1, -1)


@pytest.mark.rule("RR-2", "RR-19")
def test_each_ones_finish_is_the_others_start() -> None:
    assert told(play(race(racers="5,5 9,2", player=2), "sw"))["winner"] == 2
    assert told(play(race(racers="9,2 5,5"), "sw"))["winner"] is None, "one's own start is no finish"


@pytest.mark.rule("RR-20")
@pytest.mark.parametrize("given", [{}, {"carried": "2 0"}, {"under1": "*"}])
def test_who_is_to_choose_and_can_not_move_is_trapped_and_loses(given: dict[str, object]) -> None:
    after = play(race(SHUT_IN, to_act="board", actions=0, **given), "board")
    assert (told(after)["winner"], told(after)["ending"], told(after)["to act"]) == (2, "trapped", "nobody")
    assert after.table.interpreted.scores(after) == (-1, 1)


@pytest.mark.rule("RR-20")
def test_the_test_comes_before_each_action_and_ending_the_turn_does_not_save() -> None:
    # The racer walks into a dead end with its own trail behind it.
    after = play(race("####\nA..#\n####"), "e e")
    assert (told(after)["winner"], told(after)["ending"]) == (2, "trapped")
    # With its last action it is not trapped yet.
    assert told(play(race("####\nA..#\n####", actions=2), "e e"))["winner"] is None


@pytest.mark.rule("RR-20")
def test_trails_and_the_other_racer_trap_too() -> None:
    # A wall or the chain is in every way but north-east, which the chain shuts, too.
    ajar = play(race("#####\n#X..#\n#A..#\n#####", to_act="board", actions=0), "board")
    assert told(ajar)["moves"] == ["ne", "e"]
    shut = play(race("#####\n#X..#\n#Ax.#\n#####", to_act="board", actions=0), "board")
    assert (told(shut)["winner"], told(shut)["ending"]) == (2, "trapped")


@pytest.mark.rule("RR-20")
def test_grenades_and_missing_power_never_make_a_move_impossible() -> None:
    assert legal(race("o*+\noAo\n*+*", "333\n333\n333")) == MOVES


@pytest.mark.rule("RR-20")
def test_nothing_is_tested_before_empty_actions() -> None:
    # Without power the turn ends in the dead end: the remaining actions are empty, so the racer is not trapped.
    after = play(race("####\nA..#\n####", "....\n.11."), "e")
    assert (told(after)["to act"], told(after)["winner"]) == ("board", None)
    # By ending the turn: the last of the empty actions would find the racer shut in.
    ended = play(race("####\n.A.#\n####", trail1="4,3 - -", moved="yes", actions=2), "end")
    assert told(ended)["winner"] is None


@pytest.mark.rule("RR-21")
def test_a_turn_lost_to_a_grenade_is_skipped_even_when_no_move_is_possible() -> None:
    skipped = play(race(SHUT_IN, to_act="board", actions=0, debt="3 0"), "board")
    assert (told(skipped)["to act"], told(skipped)["turn of"], told(skipped)["winner"]) == ("board", 2, None)
    later = play(skipped, "board s end board")
    assert (told(later)["winner"], told(later)["ending"]) == (2, "trapped"), "the next turn is there to be chosen"


@pytest.mark.rule("RR-36")
def test_the_limit_of_turns_makes_a_draw() -> None:
    position = play(race(limit=4, turn=2, to_act="board", actions=0), "board n end")
    assert told(position)["winner"] is None and told(position)["to act"] == "board"
    over = play(position, "board s end")
    assert (told(over)["ending"], told(over)["winner"], told(over)["to act"]) == ("time up", None, "nobody")
    assert over.table.interpreted.scores(over) == (0, 0)


@pytest.mark.rule("RR-36")
def test_skipped_turns_count_towards_the_limit_and_0_is_no_limit() -> None:
    assert told(play(race(limit=4, turn=3, to_act="board", actions=0, debt="3 0"), "board"))["ending"] == "time up"
    assert told(play(race(turn=100_000, to_act="board", actions=0, debt="3 0"), "board"))["ending"] == "under way"


@pytest.mark.rule("RR-36")
def test_a_win_in_the_last_turn_is_a_win() -> None:
    assert told(play(race(limit=4, turn=4, racers="2,9 5,5", actions=1), "ne"))["winner"] == 1
