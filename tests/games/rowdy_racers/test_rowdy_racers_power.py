"""Power failures: RR-29 to RR-35."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rowdy_racers_positions import GAME, legal, play, race, told

from boardwalk.contract.game import Position
from boardwalk.engine.random import draw, streams
from boardwalk.games.rowdy_racers import rules
from boardwalk.games.rowdy_racers.rules import power
from boardwalk.games.rowdy_racers.setup import chance_of


def dark(position) -> dict[str, int]:  # type: ignore[no-untyped-def]
    return told(position)["no power"]


def fail(position: Position, square: int) -> None:
    """A power failure on this square."""
    words = -(-position.board.rows * position.board.cols // 32)
    position.state.dark[0, square // 32] |= 1 << square % 32
    power.darken(position.board, position.state, words)


@pytest.mark.rule("RR-29")
@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32), st.integers(1, 32))
def test_a_square_fails_if_a_number_drawn_for_it_is_below_the_chance(seed: int, chance: int, count: int) -> None:
    position = GAME.table({}).blank()
    board, state = position.board, position.state
    board.chance = chance
    state.array["rng"] = streams(seed)
    again = position.copy()
    failing = power.draw_failing(board, state, count)
    drawn = [draw(again.state) for _ in range(32)]  # the first has the top bits of all squares' numbers
    numbers = [sum((bits >> square & 1) << 31 - i for i, bits in enumerate(drawn)) for square in range(count)]
    assert failing == sum((number < chance) << square for square, number in enumerate(numbers))


@pytest.mark.rule("RR-29")
def test_the_chance_is_an_option_and_5_percent_unless_chosen() -> None:
    assert chance_of(0) == 0
    assert chance_of(100) == 2**32
    assert chance_of(0.1) == 4294967
    assert GAME.table({}).layout.board.chance == chance_of(5) == 214748365
    assert GAME.table({"failures": "12.5"}).layout.board.chance == 2**29


@pytest.mark.rule("RR-29")
def test_one_square_in_twenty_fails() -> None:
    position = GAME.table({}).blank()
    position.state.array["rng"] = streams(7)
    failing = sum(power.draw_failing(position.board, position.state, 32).bit_count() for _ in range(10_000))
    assert abs(failing / 320_000 - 0.05) < 0.002


@pytest.mark.rule("RR-29")
def test_failures_occur_at_the_start_of_every_turn_also_the_first_and_skipped_ones() -> None:
    everywhere = {f"{row},{col}": 3 for row in range(1, 11) for col in range(1, 11)}
    first = GAME.table({"failures": 100, "layout": "open_field"})
    position = first.deal(1, first.interpreted)
    assert dark(position) == {}
    assert dark(play(position, "board")) == everywhere
    skipped = play(race(failures=100, to_act="board", actions=0, debt="4 0"), "board")
    assert told(skipped)["turn of"] == 2
    assert dark(skipped) == everywhere
    assert dark(play(race(to_act="board", actions=0), "board")) == {}


@pytest.mark.rule("RR-29")
def test_every_square_can_fail_by_itself() -> None:
    table = GAME.table({"failures": 1, "rows": 13, "cols": 17})
    position = table.deal(2, table.interpreted)
    failed = set()
    for _ in range(200):
        power.fail_power(position.board, position.state)
        failed |= {square for square, turns in dark(position).items() if turns == 3}
    assert len(failed) == 13 * 17


@pytest.mark.rule("RR-30")
@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (11, 33), (64, 64)])
def test_a_failure_takes_its_neighbours_with_it_and_no_more(rows: int, cols: int) -> None:
    table = GAME.table({"rows": rows, "cols": cols})
    for row in range(1, rows + 1, 1 if rows < 20 else 9):
        for col in (1, 2, cols // 2, cols - 1, cols, *(31, 32, 33)[: 3 * (cols > 33)]):
            position = table.blank()
            fail(position, (row - 1) * cols + col - 1)
            covered = {(r, c) for r in (row - 1, row, row + 1) for c in (col - 1, col, col + 1)}
            expected = {f"{r},{c}": 3 for r, c in covered if 1 <= r <= rows and 1 <= c <= cols}
            bits = sum(word.bit_count() for word in position.state.dark.tolist()[0])
            assert bits == len(expected)
            assert all(
                rules.turns_dark(position.state, (r - 1) * cols + c - 1) == 3
                for r, c in covered
                if 1 <= r <= rows and 1 <= c <= cols
            )


@pytest.mark.rule("RR-29", "RR-30")
@pytest.mark.parametrize(("rows", "cols"), [(10, 10), (10, 11), (13, 17)])
def test_the_squares_of_the_grid_and_no_others_are_drawn(rows: int, cols: int) -> None:
    table = GAME.table({"failures": 4, "rows": rows, "cols": cols})
    position = table.deal(2, table.interpreted)
    for _ in range(40):
        again = position.copy()
        counts = [min(32, rows * cols - first) for first in range(0, rows * cols, 32)]
        words = [power.draw_failing(again.board, again.state, count) for count in counts]
        failing = [divmod(square, cols) for square in range(rows * cols) if words[square // 32] >> square % 32 & 1]
        power.fail_power(position.board, position.state)
        covered = {(row + down, col + right) for row, col in failing for down in (0, 1, 2) for right in (0, 1, 2)}
        expected = {f"{row},{col}" for row, col in covered if 1 <= row <= rows and 1 <= col <= cols}
        assert {square for square, turns in dark(position).items() if turns == 3} == expected


@pytest.mark.rule("RR-31")
def test_a_failure_lasts_three_turns_the_one_in_which_it_occurs_included() -> None:
    position = race("...", "3", to_act="player 1")  # it occurs in this turn, the first
    seen = [dark(position)]
    for _ in range(3):
        position = play(position, sorted(legal(position))[0] + " end board")
        seen.append(dark(position))
    assert seen == [{"3,3": 3}, {"3,3": 2}, {"3,3": 1}, {}]


@pytest.mark.rule("RR-31")
def test_failures_do_not_add_up_and_the_newest_counts() -> None:
    position = race("...", "12", failures=100, to_act="board", actions=0)
    assert set(dark(play(position, "board")).values()) == {3}
    again = play(play(position, "board"), "n board")
    assert set(dark(again).values()) == {3}
    # without new ones it ends with the newest
    table = GAME.table({"failures": 0})
    once = table.deal(3, table.interpreted)
    for _ in range(2):
        fail(once, 55)
        assert dark(once)["6,6"] == 3
        power.fail_power(once.board, once.state)
        assert dark(once)["6,6"] == 2


@pytest.mark.rule("RR-31", "RR-32")
def test_expiry_comes_before_the_budget() -> None:
    last = race("...\n.A.\n...", "...\n.1.", to_act="board", actions=0)
    assert told(play(last, "board"))["actions left"] == 3
    yet_one = race("...\n.A.\n...", "...\n.2.", to_act="board", actions=0)
    assert told(play(yet_one, "board"))["actions left"] == 2


@pytest.mark.rule("RR-32")
@pytest.mark.parametrize(("debt", "actions", "rest"), [(0, 2, 0), (1, 1, 0), (2, 0, 0), (3, 0, 1)])
def test_new_failures_come_before_the_budget_and_the_debt_after(debt: int, actions: int, rest: int) -> None:
    after = play(race(failures=100, to_act="board", actions=0, debt=f"{debt} 0"), "board")
    assert (told(after)["actions left"], told(after)["racers"][0]["debt"]) == (actions, rest)


@pytest.mark.rule("RR-32")
def test_only_where_the_player_itself_stands_matters() -> None:
    position = race("A.X", "..3", to_act="board", actions=0)
    assert told(play(position, "board"))["actions left"] == 3


@pytest.mark.rule("RR-33")
def test_entering_a_square_without_power_ends_the_turn() -> None:
    after = play(race("...\n.A.\n...", "...\n..1"), "e")
    assert (told(after)["to act"], told(after)["turn of"]) == ("board", 2)
    assert told(after)["racers"][0]["debt"] == 0
    assert [after.state.trail[0, age] for age in range(3)] == [-1, -1, 33], "the actions left are empty actions"
    second = play(race("...\n.A.\n...", "...\n..1", actions=2), "e")
    assert [second.state.trail[0, age] for age in range(3)] == [-1, 33, -1]


@pytest.mark.rule("RR-33")
@pytest.mark.parametrize("there", ".*+")
def test_only_an_active_grenade_changes_that(there: str) -> None:
    after = play(race(f"...\n.A{there}\n...", "...\n..1"), "e")
    assert told(after)["turn of"] == 2 and told(after)["racers"][0]["debt"] == 0


@pytest.mark.rule("RR-33")
def test_leaving_a_square_without_power_costs_nothing_more() -> None:
    assert told(play(race("...\n.A.\n...", "...\n.2."), "e"))["actions left"] == 2


@pytest.mark.rule("RR-34")
def test_a_grenade_without_power_takes_four_actions_in_place_of_the_rest_of_the_turn() -> None:
    after = play(race("...\n.Ao\n...", "...\n..1"), "e")
    assert told(after)["racers"][0]["debt"] == 2, "four, two of them paid at once"
    assert told(after)["exploded"] == [(4, 5)]
    assert [after.state.trail[0, age] for age in range(3)] == [33, -1, -1], "lost actions, not empty ones"


@pytest.mark.rule("RR-35")
def test_failures_touch_neither_trails_nor_grenades() -> None:
    start = race("aA.\nb.*\nc.+\no..", failures=100, to_act="board", actions=0, carried="2 1")
    after = play(start, "board")
    for name in ("inactive", "active", "exploded"):
        assert told(after)[name] == told(start)[name] != []
    assert [racer["trail"] for racer in told(after)["racers"]] == [racer["trail"] for racer in told(start)["racers"]]
    assert [racer["carries"] for racer in told(after)["racers"]] == [2, 1]


@pytest.mark.rule("RR-35")
def test_failures_are_visible_to_both() -> None:
    position = race("...\n.A.\n...", "123")
    for seat in (0, 1):
        seen = position.table.interpreted.concealed(position, seat)
        assert dark(seen) == {"3,3": 1, "3,4": 2, "3,5": 3}
        shown = [over for over in GAME.scene.scene(seen, seat).overlays if over.kind == "dark"]
        assert [(over.row, over.col, over.strength) for over in shown] == [(2, 2, 1), (2, 3, 2), (2, 4, 3)]
