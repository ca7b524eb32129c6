"""Items: RR-22 to RR-28."""

from __future__ import annotations

import pytest
from rowdy_racers_positions import GAME, legal, play, race, told

from boardwalk.engine.rules import AUDIENCE

MIDDLE = "...\n.A.\n..."


@pytest.mark.rule("RR-22")
def test_pick_up_takes_the_inactive_grenade_on_ones_own_square() -> None:
    position = race(MIDDLE.replace("...", "***", 1), under1="*")
    assert "pick" in legal(position)
    after = told(play(position, "pick"))
    assert after["racers"][0]["carries"] == 1
    assert after["inactive"] == [(3, 3), (3, 4), (3, 5)]
    assert "pick" not in legal(play(position, "pick")), "grenades beside are out of reach"


@pytest.mark.rule("RR-22")
def test_a_player_carries_at_most_six() -> None:
    assert "pick" in legal(race(MIDDLE, under1="*", carried="5 0"))
    assert "pick" not in legal(race(MIDDLE, under1="*", carried="6 0"))
    assert "pick" in legal(race(MIDDLE, under1="*", carried="0 6")), "each for itself"
    assert "pick" not in legal(race(".X.", under2="*", carried="0 6", player=2))


@pytest.mark.rule("RR-23")
def test_a_used_grenade_is_inactive_until_its_user_leaves() -> None:
    used = play(race(MIDDLE, carried="2 0"), "use")
    assert told(used)["racers"][0]["carries"] == 1
    assert told(used)["inactive"] == [(4, 4)] and told(used)["active"] == []
    again = play(used, "pick")
    assert told(again)["racers"][0]["carries"] == 2 and told(again)["inactive"] == []
    left = play(used, "e")
    assert told(left)["active"] == [(4, 4)] and told(left)["inactive"] == []


@pytest.mark.rule("RR-23")
def test_it_waits_through_the_others_turn() -> None:
    position = play(race(MIDDLE, carried="1 0", moved="yes", actions=1), "use board s end board")
    assert told(position)["inactive"] == [(4, 4)]
    assert "pick" in legal(position)
    assert told(play(position, "n"))["active"] == [(4, 4)]


@pytest.mark.rule("RR-23")
def test_a_grenade_that_nobody_used_stays_inactive_when_one_leaves_it() -> None:
    assert told(play(race(MIDDLE, under1="*"), "e"))["inactive"] == [(4, 4)]
    picked_again = play(race(MIDDLE, under1="*"), "pick e")
    assert told(picked_again)["active"] == told(picked_again)["inactive"] == []


@pytest.mark.rule("RR-24")
@pytest.mark.parametrize("under", "*!o+")
def test_no_grenade_is_used_where_one_lies(under: str) -> None:
    assert "use" not in legal(race(MIDDLE, under1=under, carried="3 0"))
    assert "use" in legal(race(MIDDLE, carried="3 0"))


@pytest.mark.rule("RR-24")
def test_who_carries_nothing_can_use_nothing() -> None:
    assert "use" not in legal(race(MIDDLE, carried="0 3"))


@pytest.mark.rule("RR-25")
def test_an_active_grenade_is_seen_by_nobody() -> None:
    position = race("o..\n.A.\n*!+")
    rules = position.table.interpreted
    for seat in (0, 1, AUDIENCE):
        seen = rules.concealed(position, seat)
        assert told(seen)["active"] == []
        assert len(told(seen)["inactive"]) == 2 and len(told(seen)["exploded"]) == 1
        assert "grenade22" not in {piece.id for piece in GAME.scene.scene(seen, seat).pieces}
        assert "o" not in "".join(GAME.notation.write_position(seen).splitlines()[-10:])
        assert rules.legal(seen) == rules.legal(position)


@pytest.mark.rule("RR-25")
def test_an_active_grenade_can_not_be_picked_up() -> None:
    assert "pick" not in legal(race(MIDDLE, under1="o"))


@pytest.mark.rule("RR-25")
def test_once_the_race_is_over_all_is_shown() -> None:
    over = play(race("o..\n.A.\n..."), "resign")
    seen = over.table.interpreted.concealed(over, 1)
    assert told(seen)["active"] == [(3, 3)]


@pytest.mark.rule("RR-26")
@pytest.mark.parametrize(("power", "debt"), [("", 1), ("...\n..1", 2)])
def test_who_enters_an_active_grenade_loses_three_actions_or_four_without_power(power: str, debt: int) -> None:
    after = told(play(race("...\n.Ao\n...", power), "e"))
    assert after["exploded"] == [(4, 5)] and after["active"] == []
    assert after["racers"][0]["debt"] == debt, "two of them are paid with what is left of the turn"
    assert after["racers"][1]["debt"] == 0
    assert (after["to act"], after["turn of"]) == ("board", 2)


@pytest.mark.rule("RR-26")
def test_its_owner_sets_it_off_too() -> None:
    # laid, left, and entered again when the trail is gone
    position = play(race("....\n.A..\n....", carried="1 0"), "use e e board s end board n nw sw board s end board")
    assert told(position)["active"] == [(4, 4)]
    position = play(position, "s")
    assert told(position)["exploded"] == [(4, 4)] and told(position)["active"] == []
    assert told(position)["racers"][0]["debt"] == 1


@pytest.mark.rule("RR-27")
def test_an_exploded_grenade_is_spent_and_stays_visible() -> None:
    position = race("...\n.A+\n...")
    entered = play(position, "e")
    assert told(entered)["racers"][0]["debt"] == 0 and told(entered)["actions left"] == 2
    assert not {"pick", "use"} & legal(entered)
    assert told(play(entered, "e"))["exploded"] == [(4, 5)]
    assert told(position.table.interpreted.concealed(position, 0))["exploded"] == [(4, 5)]


@pytest.mark.rule("RR-28")
@pytest.mark.parametrize(
    ("actions", "power", "left"),
    [(3, "", 1), (2, "", 2), (1, "", 3), (3, "...\n..2", 2), (2, "...\n..2", 3), (1, "...\n..2", 4)],
)
def test_the_actions_left_pay_first(actions: int, power: str, left: int) -> None:
    after = told(play(race("...\n.Ao\n...", power, actions=actions), "e"))
    assert after["racers"][0]["debt"] == left
    assert after["turn of"] == 2


@pytest.mark.rule("RR-28", "RR-32")
@pytest.mark.parametrize(
    ("debt", "power", "actions", "rest"),
    [
        (0, "", 3, 0),
        (1, "", 2, 0),
        (2, "", 1, 0),
        (3, "", 0, 0),
        (4, "", 0, 1),
        (0, "...\n.2.", 2, 0),
        (1, "...\n.2.", 1, 0),
        (2, "...\n.2.", 0, 0),
        (3, "...\n.2.", 0, 1),
        (4, "...\n.2.", 0, 2),
    ],
)
def test_the_next_turns_budget_pays_the_rest(debt: int, power: str, actions: int, rest: int) -> None:
    after = told(play(race(MIDDLE, power, to_act="board", actions=0, debt=f"{debt} 0"), "board"))
    assert after["racers"][0]["debt"] == rest
    assert after["actions left"] == actions
    assert after["turn of"] == (1 if actions else 2), "a turn whose whole budget goes to the debt is skipped"


@pytest.mark.rule("RR-28")
def test_a_debt_of_four_on_the_last_action_takes_a_turn_and_a_third() -> None:
    position = play(race("...\n.Ao\n...", "...\n..3", actions=1), "e board s end board")
    assert told(position)["turn of"] == 2 and told(position)["racers"][0]["debt"] == 2, "two: it stands without power"
    position = play(position, "board s end board")
    assert (told(position)["turn of"], told(position)["actions left"]) == (1, 1)
    assert told(position)["racers"][0]["debt"] == 0
