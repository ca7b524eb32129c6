"""The games in OpenSpiel: its own simulation test, loading, playing, copies and pickles."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from random import Random
from types import SimpleNamespace
from typing import Any, Literal

import cloudpickle
import pyspiel
import pytest
from openspiel_play import GAMES, HIDING, TWO_WAYS, begin, load, play, state_bytes

import boardwalk
from boardwalk.contract.errors import MoveError, OptionError
from boardwalk.learning import openspiel
from boardwalk.learning.openspiel_history import OUTCOMES
from boardwalk.match import Match

# -- OpenSpiel's own test


@pytest.mark.parametrize("text", GAMES)
def test_openspiels_simulation(text: str) -> None:
    pyspiel.random_sim_test(load(text), num_sims=2, serialize=True, verbose=False)


# -- loading


def test_all_games_are_registered() -> None:
    registered = {name for name in pyspiel.registered_names() if name.startswith(openspiel.PREFIX)}
    assert registered == {openspiel.PREFIX + name for name in boardwalk.game_names()}


def test_parameters_are_the_games_options() -> None:
    game = load("fog_quoridor(walls=open,turns=20)")
    assert str(game.setting.table) == "fog_quoridor(walls=open,turns=20)"
    assert str(game) == "python_boardwalk_fog_quoridor(turns=20,walls=open)"
    assert str(load("rowdy_racers", {"failures": 2.5}).setting.table) == "rowdy_racers(failures=2.5)"
    assert load("fog_quoridor", {"walls": "hidden"}).get_parameters() == {}


def test_parameters_have_the_type_of_the_options_values() -> None:
    class Options(boardwalk.Options, frozen=True, kw_only=True):
        size: Literal[6, 8] = 8
        first: Literal["red", "blue"] = "red"
        quick: bool = True
        sides: tuple[int, int] = (3, 4)

    told = openspiel.parameters(SimpleNamespace(setup=SimpleNamespace(Options=Options)))  # type: ignore[arg-type]
    assert told == {"size": 8, "first": "red", "quick": True, "sides": "[3,4]", "max_steps": 1000}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fog_quoridor(walls=up)", "walls must be one of hidden, open, not 'up'"),
        ("fog_quoridor(turns=3)", "turns must be an even number, both players' turns together, not '3'"),
        ("box_world(max_steps=0)", "max_steps must be a whole number, at least 1, not '0'"),
    ],
)
def test_wrong_parameters(text: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        load(text)
    assert str(error.value) == message


def test_an_unknown_parameter() -> None:
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'rounds'"):
        load("box_world(rounds=3)")


@pytest.mark.parametrize(
    ("text", "players", "actions", "random", "hides", "zero_sum"),
    [
        ("box_world", 1, 5, False, False, False),
        ("capture_the_flag", 6, 6, False, False, False),
        ("capture_the_flag(players=1)", 2, 6, False, False, True),
        ("connect_four", 2, 9, False, False, True),
        ("fog_quoridor", 2, 141, False, True, True),
        ("robo_rally(board=roundabout,robots=3)", 3, 6, False, True, False),
        ("robo_rally", 2, 6, False, True, True),
        ("rowdy_racers", 2, 11, True, True, True),
    ],
)
def test_what_a_game_says_of_itself(
    text: str, players: int, actions: int, random: bool, hides: bool, zero_sum: bool
) -> None:
    game = load(text)
    kind = game.get_type()
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (players, actions, 1000)
    assert game.max_chance_outcomes() == (OUTCOMES if random else 0)
    assert (game.max_chance_nodes_in_history() > 0) is random
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) is random
    assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) is hides
    assert (kind.utility == pyspiel.GameType.Utility.ZERO_SUM) is zero_sum
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    assert game.observation_tensor_shape() == list(game.setting.table.planes)


def test_python_shuts_down_cleanly() -> None:
    """OpenSpiel frees what is registered with it after the interpreter is gone."""
    program = "import pyspiel, boardwalk.learning.openspiel; pyspiel.load_game('python_boardwalk_box_world')"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0


# -- play


@pytest.mark.parametrize("text", ["box_world(max_steps=60)", "capture_the_flag(ticks=5)", *HIDING[:2]])
def test_games_without_chance_are_those_of_a_match(text: str) -> None:
    game = load(text)
    state = game.new_initial_state()
    actions = play(state, Random(5))
    match = Match(game.setting.table, seed=0)
    match.play_on(actions)
    assert state_bytes(state) == match.position.state.to_bytes()
    assert state.returns() == [float(score) for score in match.scores]


@pytest.mark.rule("C4-2", "C4-3", "C4-4", "C4-5", "C4-7")
@pytest.mark.parametrize(("rows", "cols", "connect"), [(6, 7, 4), (4, 5, 3), (9, 9, 5), (4, 9, 6), (9, 4, 6)])
def test_connect_four_is_that_of_openspiel(rows: int, cols: int, connect: int) -> None:
    """OpenSpiel has a Connect Four of its own, written in C++: random games go the same way in both."""
    ours = load(f"connect_four(rows={rows},cols={cols},connect={connect})")
    theirs = pyspiel.load_game(f"connect_four(rows={rows},columns={cols},x_in_row={connect})")
    for seed in range(60):
        random, mine, other = Random(seed), ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert mine.current_player() == other.current_player() and mine.legal_actions() == other.legal_actions()
            action = random.choice(other.legal_actions())
            mine.apply_action(action)
            other.apply_action(action)
        assert mine.is_terminal() and mine.returns() == other.returns()


def test_a_deal_is_that_of_its_seed() -> None:
    game = load("rowdy_racers")
    state = game.new_initial_state()
    assert str(state) == "not dealt yet"
    for digit in (7, 0, 1):
        state.apply_action(digit)
        assert state.is_chance_node()
    assert str(state) == "not dealt yet 7 0 1"
    state.apply_action(0)
    assert state.node.position.board == game.setting.table.deal(7 + OUTCOMES**2).board


def test_an_outcome_decides_what_the_board_does() -> None:
    state = load("rowdy_racers(layout=twin_gates)").new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == 1
    after = []
    for outcome in range(OUTCOMES):
        once, again = state.child(outcome), state.child(outcome)
        assert state_bytes(once) == state_bytes(again)
        after.append(bytes(once.node.position.state.dark))
    assert len(set(after)) > OUTCOMES * 0.9


def test_equal_outcomes_at_different_times_decide_differently() -> None:
    state = load("rowdy_racers(layout=twin_gates)").new_initial_state()
    dark = set()
    for _ in range(4):
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        state.apply_action(9)
        dark.add(tuple(state.node.position.state.dark[0, word] for word in range(3)))
    assert len(dark) == 4


def test_without_failures_there_is_no_chance() -> None:
    state = load("rowdy_racers(layout=twin_gates,failures=0.0,turns=30)").new_initial_state()
    random = Random(2)
    while not state.is_terminal():
        assert not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))


@pytest.mark.parametrize("text", GAMES)
def test_a_history_leads_to_the_same_state(text: str) -> None:
    game = load(text)
    state, again = game.new_initial_state(), game.new_initial_state()
    play(state, Random(3), 60)
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state) and state_bytes(again) == state_bytes(state)


def test_a_game_is_cut_at_max_steps() -> None:
    state = load("box_world(max_steps=3)").new_initial_state()
    for _ in range(3):
        assert not state.is_terminal() and state.returns() == [0]
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.returns() == [0] and state.legal_actions() == []
    with pytest.raises(MoveError, match="the game is over"):
        state.apply_action(0)


def test_an_illegal_action_changes_nothing() -> None:
    state = load("fog_quoridor").new_initial_state()
    before = state_bytes(state)
    with pytest.raises(MoveError, match="action 100 is not possible now"):
        state.apply_action(100)
    assert state_bytes(state) == before


def test_actions_as_text() -> None:
    state = begin(load("rowdy_racers"), Random(1))
    game, position = state.get_game().setting.table.game, state.node.position
    for action in state.legal_actions():
        assert state.action_to_string(action) == game.notation.write_action(position, action)
    chance = load("rowdy_racers").new_initial_state()
    assert chance.action_to_string(12) == "chance 12"


# -- copies and pickles


@pytest.mark.parametrize("text", GAMES)
def test_copies_go_their_own_way(text: str) -> None:
    state = begin(load(text), Random(4))
    play(state, Random(4), 7)
    before, twin = str(state), state.clone()
    play(twin, Random(1))
    assert str(state) == before and twin.is_terminal()


@pytest.mark.parametrize("text", GAMES)
def test_pickles_bring_all_back(text: str) -> None:
    game = load(text)
    state = begin(game, Random(6))
    play(state, Random(6), 25)
    loaded, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(loaded) == str(game) and again.history() == state.history()
    assert state_bytes(again) == state_bytes(state)
    assert again.node.position.board == state.node.position.board
    for seat in range(game.num_players()):
        assert again.information_state_string(seat) == state.information_state_string(seat)
    assert play(again, Random(9)) == play(state, Random(9))
    assert again.returns() == state.returns()


COPIES: list[Callable[[Any], Any]] = [
    copy,
    deepcopy,
    lambda one: pickle.loads(pickle.dumps(one)),
    lambda one: pickle.loads(cloudpickle.dumps(one)),
]


@pytest.mark.parametrize("make", COPIES)
@pytest.mark.parametrize("params", [None, {"pack": "; (a, b) = c\n" + TWO_WAYS}])
def test_games_and_states_can_be_copied_and_pickled(params: dict[str, Any] | None, make: Callable[[Any], Any]) -> None:
    """Also with a file's text as a parameter, which OpenSpiel can't write in a game string."""
    game = load("box_world", params) if params else load("rowdy_racers(turns=8)")
    state = begin(game, Random(6))
    play(state, Random(6), 3)
    twin, again = make(game), make(state)
    assert type(twin) is type(game) and type(again) is type(state)
    assert twin.get_parameters() == game.get_parameters() and twin.setting is game.setting
    assert (str(again), again.history()) == (str(state), state.history()) and again is not state
    assert play(again, Random(9)) == play(state, Random(9))
    assert again.returns() == state.returns() and state_bytes(again) == state_bytes(state)


def test_pickles_of_games_import_what_registers_them() -> None:
    """And don't hold the game's class, which would then be another than the one that is registered."""
    for dump in (pickle.dumps, cloudpickle.dumps):
        assert {b"boardwalk.learning.openspiel", b"_load"} <= set(re.findall(rb"[\w.]+", dump(load("box_world"))))
