"""The games in OpenSpiel: its own simulation test, searches and evaluation, and what each seat is told."""

from __future__ import annotations

import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

import boardwalk
from boardwalk.adapters import openspiel
from boardwalk.adapters.openspiel_moments import OUTCOMES
from boardwalk.core.errors import MoveError, OptionError
from boardwalk.match import Match

GAMES = [
    "box_world(max_steps=150)",
    "box_world(pack=night_shift,level=5,max_steps=100)",
    "capture_the_flag(players=1,ticks=40)",
    "capture_the_flag(players=2,players_2=3,ticks=10)",
    "capture_the_flag(max_steps=90)",
    "fog_quoridor(turns=40)",
    "fog_quoridor(walls=open,turns=40)",
    "fog_quoridor(fog=off,turns=40)",
    "robo_rally(rounds=5)",
    "robo_rally(board=roundabout,robots=3,max_steps=100)",
    "robo_rally(board=crossroads,robots=1,rounds=10)",
    "rowdy_racers(max_steps=120)",
    "rowdy_racers(failures=1.0,turns=40)",
    "rowdy_racers(layout=twin_gates,turns=40)",
    "rowdy_racers(layout=twin_gates,failures=0.0,turns=40)",
]
SHORT = [
    "box_world(max_steps=12)",
    "capture_the_flag(players=1,ticks=6)",
    "fog_quoridor(turns=8)",
    "robo_rally(rounds=1)",
    "rowdy_racers(failures=1.0,turns=6)",
]
HIDING = ["fog_quoridor(turns=12)", "robo_rally(rounds=2)", "rowdy_racers(turns=8)"]
TWO_WAYS = "; Two ways\nWWWWW\nW---W\nWU-FW\nW---W\nWWWWW\n"
FORWARD, TURN_LEFT, TURN_RIGHT, WAIT = 0, 2, 3, 5  # letters of RoboRally


def load(text: str, params: dict[str, Any] | None = None) -> Any:
    name = openspiel.PREFIX + text
    return pyspiel.load_game(name, params) if params else pyspiel.load_game(name)


def begin(game: Any, random: Random) -> Any:
    """A new state, dealt."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.randrange(OUTCOMES))
    return state


def play(state: Any, random: Random, steps: int = 10_000) -> list[int]:
    """Random actions, of chance as well, until the game is over or so many are taken."""
    actions = []
    while not state.is_terminal() and len(actions) < steps:
        actions.append(random.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return actions


def state_bytes(state: Any) -> bytes:
    return bytes(state.moment.position.state.to_bytes())


# -- OpenSpiel's own test


@pytest.mark.parametrize("text", GAMES)
def test_openspiels_simulation(text: str) -> None:
    pyspiel.random_sim_test(load(text), num_sims=2, serialize=True, verbose=False)


# -- loading


def test_all_games_are_registered() -> None:
    registered = {name for name in pyspiel.registered_names() if name.startswith(openspiel.PREFIX)}
    assert registered == {openspiel.PREFIX + name for name in boardwalk.games()}


def test_parameters_are_the_games_options() -> None:
    game = load("fog_quoridor(walls=open,turns=20)")
    assert str(game.setting.table) == "fog_quoridor(walls=open,turns=20)"
    assert str(game) == "python_boardwalk_fog_quoridor(turns=20,walls=open)"
    assert str(load("rowdy_racers", {"failures": 2.5}).setting.table) == "rowdy_racers(failures=2.5)"
    assert load("fog_quoridor", {"walls": "hidden"}).get_parameters() == {}


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
    program = "import pyspiel, boardwalk.adapters.openspiel; pyspiel.load_game('python_boardwalk_box_world')"
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


def test_a_deal_is_that_of_its_seed() -> None:
    game = load("rowdy_racers")
    state = game.new_initial_state()
    assert str(state) == "not dealt yet"
    for digit in (7, 0, 1):
        state.apply_action(digit)
        assert state.is_chance_node()
    assert str(state) == "not dealt yet 7 0 1"
    state.apply_action(0)
    assert state.moment.position.board == game.setting.table.deal(7 + OUTCOMES**2).board


def test_an_outcome_decides_what_the_board_does() -> None:
    state = load("rowdy_racers(layout=twin_gates)").new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == 1
    after = []
    for outcome in range(OUTCOMES):
        once, again = state.child(outcome), state.child(outcome)
        assert state_bytes(once) == state_bytes(again)
        after.append(bytes(once.moment.position.state.dark))
    assert len(set(after)) > OUTCOMES * 0.9


def test_equal_outcomes_at_different_times_decide_differently() -> None:
    state = load("rowdy_racers(layout=twin_gates)").new_initial_state()
    dark = set()
    for _ in range(4):
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        state.apply_action(9)
        dark.add(tuple(state.moment.position.state.dark[0, word] for word in range(3)))
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
    game, position = state.get_game().setting.table.game, state.moment.position
    for action in state.legal_actions():
        assert state.action_to_string(action) == game.write_action(position, action)
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
    assert again.moment.position.board == state.moment.position.board
    for seat in range(game.num_players()):
        assert again.information_state_string(seat) == state.information_state_string(seat)
    assert play(again, Random(9)) == play(state, Random(9))
    assert again.returns() == state.returns()
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


# -- what seats are told


@pytest.mark.parametrize("text", GAMES)
def test_observations_are_what_a_seat_may_know(text: str) -> None:
    game = load(text)
    rules, write = game.setting.table.rules, game.setting.table.game.write_position
    state, random = begin(game, Random(8)), Random(8)
    observation = make_observation(game)
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    for _ in range(30):
        if state.is_terminal():
            break
        position = state.moment.position
        for seat in range(game.num_players()):
            observation.set_from(state, seat)
            assert (observation.dict["planes"] == rules.encoded(position, seat)).all()
            assert state.observation_tensor(seat) == observation.tensor.tolist()
            assert state.observation_string(seat) == f"seat {seat}\n{write(rules.concealed(position, seat))}"
            assert state.information_state_string(seat).endswith(write(rules.concealed(position, seat)))
        assert public.string_from(state, 0) == f"everybody\n{write(rules.concealed(position, boardwalk.AUDIENCE))}"
        play(state, random, 1)


def test_nothing_is_observed_before_the_deal() -> None:
    state = load("rowdy_racers").new_initial_state()
    assert state.information_state_string(0) == state.observation_string(1) == "not dealt yet"
    assert not any(state.observation_tensor(0))


def test_a_hidden_choice_is_in_the_own_information_state_only() -> None:
    """The columns that A starts in are told by its own information state, and not by B's."""
    first = load("fog_quoridor").new_initial_state()
    left, right = first.child(0), first.child(8)
    assert left.information_state_string(0) != right.information_state_string(0)
    assert left.information_state_string(1) == right.information_state_string(1)


def test_information_states_remember_what_was_seen() -> None:
    """B's two programs lead to the same position; A has seen which of them ran."""
    told = []
    for program in ([TURN_LEFT, TURN_RIGHT] * 2, [TURN_RIGHT, TURN_LEFT] * 2):
        state = load("robo_rally").new_initial_state()
        for letter in (WAIT, TURN_LEFT, WAIT, TURN_LEFT, WAIT, *program, WAIT):
            state.apply_action(letter)
        told.append((state.observation_string(0), state.information_state_string(0)))
    assert told[0][0] == told[1][0]
    assert told[0][1] != told[1][1]


def test_information_states_remember_own_actions() -> None:
    """Of two equal positions the player who came there knows the way it took."""
    up, right, down = 0, 1, 2
    states = []
    for way in ((up, right, down), (down, right, up)):
        state = load("box_world", {"pack": TWO_WAYS}).new_initial_state()
        for action in way:
            state.apply_action(action)
        states.append(state)
    assert states[0].observation_string(0) == states[1].observation_string(0)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


def test_information_states_tell_own_actions_apart() -> None:
    """To run into a teammate changes nothing, as to stay; yet the player knows which it did."""
    stay = 5
    state = load("capture_the_flag").new_initial_state()
    stayed = state.child(stay)
    same = [state.child(action) for action in state.legal_actions() if action != stay]
    same = [other for other in same if state_bytes(other) == state_bytes(stayed)]
    assert same
    for other in same:
        assert other.information_state_string(0) != stayed.information_state_string(0)
        assert other.information_state_string(1) == stayed.information_state_string(1)


def test_information_states_leave_out_what_was_not_seen() -> None:
    """A is refused a step by a wall of B's that it can't see, and takes another. B does not know of it."""
    column, up, left, wall_above_d = 4, 9, 11, 16
    state = load("fog_quoridor").new_initial_state()
    for action in (column, column, left, wall_above_d):
        state.apply_action(action)
    refused = state.child(up)
    assert refused.current_player() == 0
    tried, direct = refused.child(left), state.child(left)
    assert tried.information_state_string(0) != direct.information_state_string(0)
    assert tried.information_state_string(1) == direct.information_state_string(1)


def test_observers_that_there_are_not() -> None:
    game = load("fog_quoridor")
    with pytest.raises(ValueError, match="what one player knows, or what all know"):
        make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )
    with pytest.raises(ValueError, match="no parameters, not colour"):
        make_observation(game, None, {"colour": "red"})
    told = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    with pytest.raises(ValueError, match="text only"):
        told.set_from(game.new_initial_state(), 0)


@pytest.mark.parametrize("text", [*HIDING[:2], "rowdy_racers(turns=80)"])
def test_guesses_can_not_be_told_from_the_truth(text: str) -> None:
    random, others = Random(11), set()
    state = begin(load(text), random)
    while not state.is_terminal():
        if not state.is_chance_node():
            seat = state.current_player()
            guess = state.resample_from_infostate(seat, random.random)
            assert guess.information_state_string(seat) == state.information_state_string(seat)
            assert guess.observation_tensor(seat) == state.observation_tensor(seat)
            assert guess.legal_actions() == state.legal_actions()
            others.add(state_bytes(guess)[8:] == state_bytes(state)[8:])  # but for the random stream
            stored = pickle.loads(pickle.dumps(guess))
            assert str(stored) == str(guess)
            assert stored.information_state_string(seat) == state.information_state_string(seat)
            play(guess, random, 5)
        play(state, random, 1)
    assert False in others


# -- OpenSpiel's searches and evaluation


@pytest.mark.parametrize("text", SHORT)
def test_mcts_plays_and_is_evaluated(text: str) -> None:
    game, random = load(text), np.random.RandomState(1)
    searcher = mcts.MCTSBot(game, 1.4, 6, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    others = [uniform_random.UniformRandomBot(seat, random) for seat in range(1, game.num_players())]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), [searcher, *others], random)
    assert len(returns) == game.num_players() and all(-1 <= result <= 1 for result in returns)


def test_mcts_finds_the_way() -> None:
    state = load("box_world", {"pack": TWO_WAYS, "max_steps": 6}).new_initial_state()
    random = np.random.RandomState(1)
    searcher = mcts.MCTSBot(
        state.get_game(), 1.4, 200, mcts.RandomRolloutEvaluator(1, random), random_state=random, solve=True
    )
    while not state.is_terminal():
        state.apply_action(searcher.step(state))
    assert state.returns() == [1]


def test_the_search_in_c_runs_too() -> None:
    state = begin(load("rowdy_racers(turns=10)"), Random(1))
    searcher = pyspiel.MCTSBot(state.get_game(), pyspiel.RandomRolloutEvaluator(1, 7), 2.0, 20, 100, False, 7, False)
    assert searcher.mcts_search(state).best_child().action in state.legal_actions()


@pytest.mark.parametrize("text", HIDING)
def test_the_search_for_hidden_information_plays(text: str) -> None:
    game, random = load(text), np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.4,
        max_simulations=6,
        evaluator=mcts.RandomRolloutEvaluator(1, random),
        random_state=random,
    )
    state = begin(game, Random(1))
    for _ in range(8):
        if not state.is_terminal() and not state.is_chance_node():
            state.apply_action(int(searcher.step(state)))
        elif state.is_chance_node():
            state.apply_action(1)
    assert state.move_number() >= 8


@pytest.mark.parametrize("text", SHORT)
def test_its_learning_environment_steps(text: str) -> None:
    environment = rl_environment.Environment(load(text))
    environment.seed(1)
    moment, random = environment.reset(), Random(1)
    while not moment.last():
        seat = moment.observations["current_player"]
        assert len(moment.observations["info_state"][seat]) == environment.observation_spec()["info_state"][0]
        moment = environment.step([random.choice(moment.observations["legal_actions"][seat])])
    assert len(moment.rewards) == environment.num_players
