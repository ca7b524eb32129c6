"""The games in OpenSpiel: what each seat is told, and the searches, learners and evaluation that go by it."""

from __future__ import annotations

import pickle
import re
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, generate_playthrough, ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation
from openspiel_play import GAMES, HIDING, SHORT, TWO_WAYS, begin, load, play, state_bytes

import boardwalk
from boardwalk.learning import openspiel

TURN_LEFT, TURN_RIGHT, WAIT = 2, 3, 5  # letters of RoboRally

# -- what seats are told


@pytest.mark.parametrize("text", GAMES)
def test_observations_are_what_a_seat_may_know(text: str) -> None:
    game = load(text)
    rules, write = game.setting.table.rules, game.setting.table.game.notation.write_position
    state, random = begin(game, Random(8)), Random(8)
    observation = make_observation(game)
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    for _ in range(30):
        if state.is_terminal():
            break
        position = state.node.position
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


@pytest.mark.parametrize("text", HIDING[:2])
def test_public_and_private_information_make_up_what_a_seat_observes(text: str) -> None:
    game, kinds = load(text), pyspiel.PrivateInfoType
    own, public, private, everybody, nothing = (
        make_observation(game, pyspiel.IIGObservationType(public_info=shown, perfect_recall=False, private_info=whose))
        for shown, whose in (
            (True, kinds.SINGLE_PLAYER),
            (True, kinds.NONE),
            (False, kinds.SINGLE_PLAYER),
            (True, kinds.ALL_PLAYERS),
            (False, kinds.NONE),
        )
    )
    state, random, seats, secrets = begin(game, Random(5)), Random(5), range(game.num_players()), 0
    while not state.is_terminal():
        for seat in seats:
            lines = public.string_from(state, seat).split("\n")
            who, *more = private.string_from(state, seat).split("\n")
            lines[0] = who
            for line in more:
                number, _, own_line = line.partition(": ")
                lines[int(number)] = own_line
            assert "\n".join(lines) == own.string_from(state, seat)
            secrets += bool(more)
        assert everybody.string_from(state, 0) == "\n".join(own.string_from(state, seat) for seat in seats)
        assert nothing.string_from(state, 0) == ""
        play(state, random, 1)
    assert secrets


@pytest.mark.parametrize("text", SHORT)
def test_openspiels_playthroughs(text: str) -> None:
    """Its records of a game with all that is known of each state, from which it plays the game again."""
    first = generate_playthrough.playthrough(openspiel.PREFIX + text, [], seed=3)
    actions = [int(action) for action in re.findall("^action: (.*)$", first, re.MULTILINE)]
    assert actions and generate_playthrough.playthrough(openspiel.PREFIX + text, actions) == first
    hidden = boardwalk.game(text.partition("(")[0]).hidden
    assert ("PublicObservationString" in first) is ("PrivateObservationString(1)" in first) is hidden


def test_observers_that_there_are_not() -> None:
    game = load("fog_quoridor")
    with pytest.raises(ValueError, match="observers of private information alone remember nothing"):
        make_observation(game, pyspiel.IIGObservationType(public_info=False, perfect_recall=True))
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
    node, random = environment.reset(), Random(1)
    while not node.last():
        seat = node.observations["current_player"]
        assert len(node.observations["info_state"][seat]) == environment.observation_spec()["info_state"][0]
        node = environment.step([random.choice(node.observations["legal_actions"][seat])])
    assert len(node.rewards) == environment.num_players
