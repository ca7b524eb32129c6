"""Batches: many games in arrays do exactly what single matches do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import boardwalk
from boardwalk.batch import Batch
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.contract.game import Table
from boardwalk.engine.random import OTHERS, streams
from boardwalk.engine.rules import BOARD


def simulation(name: str) -> Table:
    game = boardwalk.game(name)
    return game.table(game.content.simulation)


def run_board(table: Table, position: boardwalk.Position) -> None:
    while position.to_act == BOARD:
        table.rules.apply(position, 0)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", boardwalk.game_names())
def test_a_batch_agrees_with_single_games(name: str, threads: int) -> None:
    table, games, seed = simulation(name), 6, 11
    batch = Batch(table, games, seed, threads=threads)
    singles = []
    for stream in streams(seed, games):
        position = table.blank()
        position.state.array["rng"] = stream
        table.rules.deal(position)
        run_board(table, position)
        singles.append(position)
    choice = np.random.default_rng(1)
    for _ in range(60):
        actions = np.array([choice.choice(np.flatnonzero(mask)) for mask in batch.masks])
        batch.step(actions)
        for game, position in enumerate(singles):
            assert not batch.ended[game] or position is not None
            table.rules.apply(position, int(actions[game]))
            run_board(table, position)
            if position.over:
                assert batch.ended[game] == 1 and tuple(batch.rewards[game]) == table.rules.scores(position)
                fresh = table.blank()
                fresh.state.array["rng"] = position.state.array["rng"]
                table.rules.deal(fresh)
                run_board(table, fresh)
                position = singles[game] = fresh
            else:
                assert batch.ended[game] == 0 and not batch.rewards[game].any()
            mine = batch.position(game)
            assert mine.state == position.state and mine.board == position.board
            assert (batch.masks[game] == table.rules.legal_mask(position)).all()
            assert (batch.planes[game] == table.rules.encoded(position, position.to_act)).all()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
@pytest.mark.parametrize("name", ["connect_four", "capture_the_flag"])
def test_a_copy_has_games_of_its_own_that_go_on_alike(name: str, way: Callable[[Batch], Batch]) -> None:
    batch = Batch([simulation(name)] * 2, games=5, seed=3, limit=7)
    for _ in range(3):
        batch.step(batch.masks.argmax(axis=1))
    twin = way(batch)
    for _ in range(9):
        before, actions = batch.states.tobytes(), batch.masks.argmax(axis=1)
        twin.step(actions)
        assert batch.states.tobytes() == before
        batch.step(actions)
        for array in ("boards", "board_of", "states", "to_act", "masks", "planes", "rewards", "ended", "others"):
            assert np.array_equal(getattr(twin, array), getattr(batch, array)), array


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_random_play_is_the_same_on_any_number_of_threads(name: str) -> None:
    table = simulation(name)
    batches = [Batch(table, 5, 3, planes=False, limit=40, threads=threads) for threads in (1, 2)]
    counts = [batch.play(200) for batch in batches]
    assert counts[0].actions == counts[1].actions == 1000
    assert (counts[0].finished, counts[0].cut, counts[0].board_steps) == (
        counts[1].finished,
        counts[1].cut,
        counts[1].board_steps,
    )
    assert batches[0].states.tobytes() == batches[1].states.tobytes()


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_pick_takes_every_legal_action_with_the_same_chance(name: str) -> None:
    from boardwalk.engine.default_rules import pick_by_mask

    table = simulation(name)
    rules = table.rules
    pick = rules.bind(getattr(table.game.rules, "pick", pick_by_mask))
    batch = Batch(table, 1, 8, threads=1)
    for _ in range(4):
        position = batch.position(0)
        legal = rules.legal(position)
        counts = dict.fromkeys(legal, 0)
        mask = np.zeros(table.actions, np.uint8)
        draws = 400 * len(legal)
        for _ in range(draws):
            counts[pick(position.board.row, position.state.row, mask)] += 1
        assert sum((count - 400) ** 2 / 400 for count in counts.values()) < len(legal) + 6 * (2 * len(legal)) ** 0.5, (
            counts
        )
        batch.play(7)


def test_an_illegal_action_is_refused_and_nothing_moves() -> None:
    batch = Batch(simulation("box_world"), 3, threads=1)
    before = batch.states.tobytes()
    for actions in ([0, 0, 4], [0, 0, 99], [0, 0, -1]):
        legal = batch.masks.argmax(axis=1)
        legal[2] = actions[2]
        with pytest.raises(MoveError, match=f"game 2 of the batch: action {actions[2]} is not legal"):
            batch.step(legal)
    assert batch.states.tobytes() == before


BAD_ACTIONS: list[tuple[Any, str]] = [
    (np.zeros(3), "actions are integers, not of type float64"),
    ([0, 0, 0.5], "actions are integers, not of type float64"),
    ([False, False, True], "actions are integers, not of type bool"),
    (["0", "0", "0"], "actions are integers, not of type <U1"),
    ([None, 0, 0], "actions are integers, not of type object"),
    ([0, 0], "expected 3 actions, one for each game, not an array of shape (2,)"),
    ([[0, 0, 0]], "expected 3 actions, one for each game, not an array of shape (1, 3)"),
    (0, "expected 3 actions, one for each game, not an array of shape ()"),
    ([[0], [0, 0], 0], "expected an array of 3 actions, one for each game"),
]


@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize(("actions", "sentence"), BAD_ACTIONS)
def test_actions_are_one_integer_for_each_game(actions: Any, sentence: str, checked: bool) -> None:
    batch = Batch(simulation("box_world"), 3, threads=1)
    before = batch.states.tobytes()
    with pytest.raises(MoveError) as caught:
        batch.step(actions, checked=checked)
    assert str(caught.value) == sentence and batch.states.tobytes() == before


def test_an_action_that_fits_no_signed_integer_is_named_as_it_was_given() -> None:
    batch = Batch(simulation("box_world"), 1)
    with pytest.raises(MoveError, match="game 0 of the batch: action 9223372036854775808 is not legal"):
        batch.step(np.array([2**63], np.uint64))


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({"games": 0}, "games must be an integer of at least 1, not 0"),
        ({"games": -2}, "games must be an integer of at least 1, not -2"),
        ({"games": 2.0}, "games must be an integer of at least 1, not 2.0"),
        ({"games": True}, "games must be an integer of at least 1, not True"),
        ({"threads": 0}, "threads must be an integer of at least 1, not 0"),
        ({"threads": -1}, "threads must be an integer of at least 1, not -1"),
        ({"limit": -1}, "limit must be an integer of at least 0, not -1"),
    ],
)
def test_numbers_that_make_no_batch_are_refused(numbers: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BoardwalkError) as caught:
        Batch(simulation("box_world"), **{"games": 2, **numbers})
    assert str(caught.value) == sentence


@pytest.mark.parametrize("steps", [-1, 1.5])
def test_playouts_take_a_whole_number_of_actions(steps: Any) -> None:
    with pytest.raises(BoardwalkError, match=f"steps must be an integer of at least 0, not {steps}"):
        Batch(simulation("box_world"), 2).play(steps)


def box_world(level: str) -> Table:
    return boardwalk.game("box_world").table({"pack": level})


SMALL, WIDE = "U-F\n---\n", "U--F\n----\n"
RACES, RALLY = boardwalk.game("rowdy_racers"), boardwalk.game("robo_rally")


@pytest.mark.parametrize(
    ("tables", "what"),
    [
        ([], "a batch needs at least one table"),
        ([box_world(SMALL), simulation("fog_quoridor")], "must have the same game; tables 0 and 1 do not"),
        ([box_world(SMALL), box_world(SMALL), box_world(WIDE)], "must have the same board size; tables 0 and 2 do not"),
        (
            [RALLY.table({"robots": robots}) for robots in (2, 3)],
            "must have the same number of seats; tables 0 and 1 do not",
        ),
        (
            [RACES.table({"rows": 13, "cols": 14, "layout": layout}) for layout in ("", "twin_gates")],
            "must have the same kind of board",
        ),
        ([RACES.table({"turns": turns}) for turns in (10, 20)], "Rowdy Racers lays out a new board for each game"),
    ],
)
def test_tables_that_can_not_share_a_batch_are_refused(tables: list[Table], what: str) -> None:
    with pytest.raises(BoardwalkError, match=what):
        Batch(tables, 4)


def test_unchecked_a_game_with_an_illegal_action_is_left_alone() -> None:
    batch = Batch(simulation("box_world"), 3, threads=1)
    before = batch.states.copy()
    batch.step([batch.masks[0].argmax(), 77, -1], checked=False)
    assert [batch.states[game].tobytes() == before[game].tobytes() for game in range(3)] == [False, True, True]


WITH_GREEDY = {name: [simulation(name)] for name in boardwalk.game_names() if simulation(name).layout.scratch}
FLOORS = [boardwalk.game("robo_rally").table({"board": board}) for board in ("crossroads", "maelstrom")]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("tables", [*WITH_GREEDY.values(), FLOORS], ids=[*WITH_GREEDY, "two floors of robo_rally"])
def test_the_greedy_bot_plays_in_batches_by_what_its_seat_may_know(tables: list[Table], threads: int) -> None:
    games, seed = 5, 13
    batch, own = Batch(tables, games, seed, threads=threads), streams(seed + OTHERS, games)
    for _ in range(40):
        chosen = []
        for game in range(games):
            table, seat = tables[game % len(tables)], batch.to_act[game]
            seen = table.rules.concealed(batch.position(game), seat)
            seen.state.array["rng"] = own[game]
            scratch = table.rules.scratch.copy()
            if not table.game.has_rule("prepare_greedy"):
                scratch.set_bytes(bytes([game]) * len(scratch.to_bytes()))  # old contents must not matter
            rule = table.rules.bind(table.game.rules.greedy)
            chosen.append(rule(seen.board.row, seen.state.row, seat, scratch.row))
            own[game] = seen.state.array["rng"]
        advice = batch.greedy()
        assert advice.tolist() == chosen
        batch.step(advice)


def test_the_greedy_bot_knows_the_board_its_game_is_played_on() -> None:
    """Also for games that were assigned other boards than those they started with."""
    batch = Batch(FLOORS, 4, 13, threads=1)
    batch.board_of[:] = 1
    batch.play(500)
    batch.look()
    other = Batch(FLOORS[1], 4, threads=1)
    other.states[:], other.others[:] = batch.states, batch.others
    assert batch.greedy().tolist() == other.greedy().tolist()


def test_a_bot_that_is_no_part_of_the_rules_is_refused() -> None:
    batch = Batch(simulation("box_world"), 2, threads=1)
    with pytest.raises(BoardwalkError, match="the bot greedy of Box World can't play in a batch"):
        batch.greedy()


def test_a_limit_cuts_games_and_starts_new_ones() -> None:
    batch = Batch(simulation("rowdy_racers"), 4, limit=2, threads=1)
    batch.step(batch.masks.argmax(axis=1))
    assert not batch.ended.any()
    batch.step(batch.masks.argmax(axis=1))
    assert (batch.ended == 2).all() and not batch.rewards.any() and not batch.ages.any()


def test_levels_of_a_pack_are_shared_out_over_the_games() -> None:
    game = boardwalk.game("box_world")
    tables = [game.table({"pack": text}) for text in ("U-F\n---\n", "F-U\n---\n")]
    batch = Batch(tables, 5, threads=1)
    assert [batch.position(number).state.player for number in range(5)] == [6, 8, 6, 8, 6]
    assert len(batch.boards) == 2


def test_a_position_names_the_table_its_game_is_played_at() -> None:
    tables = [box_world(text) for text in ("U-F\n---\n", "F-U\n---\n")]
    batch = Batch(tables, 5)
    assert [batch.position(number).table for number in range(5)] == [tables[i] for i in (0, 1, 0, 1, 0)]
    batch.board_of[0] = 1  # the level that this game plays next
    assert batch.position(0).table is tables[1]


@pytest.mark.parametrize("game", [-1, 3])
def test_a_position_of_no_game_is_refused(game: int) -> None:
    with pytest.raises(BoardwalkError, match=f"the batch has 3 games, numbered from 0: there is no game {game}"):
        Batch(simulation("box_world"), 3).position(game)
