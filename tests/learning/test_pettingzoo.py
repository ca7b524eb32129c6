"""PettingZoo's environments: its own suites, matches with the same actions, and states that are kept and restored."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest
from adapter_games import ALL, GAMES, OPTIONS, Chooser
from copies import COPIES
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo import test as suites
from pettingzoo.utils import wrappers

import boardwalk
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.learning import pettingzoo as adapter
from boardwalk.learning.episode import seed_of
from boardwalk.learning.pettingzoo import BoardwalkAEC, BoardwalkParallel, aec, parallel
from boardwalk.match import Match

AT_ONCE = [(name, options) for name, options in ALL if boardwalk.game(name).play.simultaneous]


@pytest.fixture
def dictionaries() -> Iterator[None]:
    """PettingZoo knows environments whose observations are dictionaries by a list of its own environments' names, and
    warns of all others. An observation with an action mask has to be one."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be gymnasium.spaces.box")
        yield


# -- PettingZoo's own suites


@pytest.mark.usefixtures("dictionaries")
@pytest.mark.parametrize(("game", "options"), ALL)
def test_api(game: str, options: dict[str, Any]) -> None:
    suites.api_test(aec(game, **options), num_cycles=40)
    suites.api_test(aec(game, max_cycles=3, **options), num_cycles=20)


@pytest.mark.parametrize(("game", "options"), ALL)
def test_seeds(game: str, options: dict[str, Any]) -> None:
    suites.seed_test(partial(aec, game, **options), num_cycles=20)


@pytest.mark.parametrize("game", GAMES)
def test_rendering(game: str) -> None:
    tests = {"svg": lambda picture: picture.startswith("<svg "), "rgb_array": lambda frame: frame.shape[:2] == (90, 90)}
    suites.render_test(partial(aec, game, render_size=90, **OPTIONS[game][0]), tests)


@pytest.mark.parametrize(("game", "options"), AT_ONCE)
def test_parallel_api(game: str, options: dict[str, Any]) -> None:
    suites.parallel_api_test(parallel(game, **options), num_cycles=40)


@pytest.mark.parametrize(("game", "options"), AT_ONCE)
def test_parallel_seeds(game: str, options: dict[str, Any]) -> None:
    """This suite takes any actions and no heed of the mask."""
    suites.parallel_seed_test(partial(parallel, game, illegal="random", **options), num_cycles=20)


@pytest.mark.parametrize(("game", "options"), AT_ONCE)
def test_max_cycles(game: str, options: dict[str, Any]) -> None:
    """Everybody acts once in a cycle. The suite takes any actions and no heed of the mask."""
    at_once = partial(parallel, game, illegal="random", **options)
    in_turns = partial(aec, game, illegal="random", **options)
    suites.max_cycles_test(SimpleNamespace(parallel_env=at_once, env=in_turns))


@pytest.mark.parametrize(("game", "options"), AT_ONCE)
def test_global_states(game: str, options: dict[str, Any]) -> None:
    suites.state_test(aec(game, illegal="random", **options), parallel(game, **options))


def test_modules_like_pettingzoos() -> None:
    for name in GAMES:
        module = getattr(adapter, f"{name}_v0")
        assert str(module.env()) == str(module.raw_env()) == f"{name}_v0"
        assert hasattr(module, "parallel_env") == (boardwalk.game(name).play.simultaneous)
    assert isinstance(adapter.robo_rally_v0.parallel_env(), BoardwalkParallel)


# -- the same games as matches


def check_views(env: BoardwalkAEC | BoardwalkParallel, match: Match) -> None:
    """Each agent observes what the match's view for its seat shows, and may do what that offers."""
    for seat, agent in enumerate(env.possible_agents):
        view, observed = match.view(seat), env.observe(agent)
        assert (observed["observation"] == match.rules.encoded(view.position, seat)).all()
        if isinstance(env, BoardwalkAEC):
            legal = list(view.legal) if agent == env.agent_selection else []
            assert np.flatnonzero(observed["action_mask"]).tolist() == legal


@pytest.mark.parametrize(("game", "options"), ALL)
def test_an_aec_episode_is_a_match(game: str, options: dict[str, Any]) -> None:
    env, match, choose = aec(game, **options), Match(boardwalk.table(game, options), seed=6), Chooser(1)
    env.reset(seed=6)
    for number, agent in enumerate(env.agent_iter(60)):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated:
            assert match.over and not truncated
            assert reward == match.scores[env.possible_agents.index(agent)]
            env.step(None)
            continue
        assert reward == 0
        if game != "robo_rally":
            assert agent == f"player_{match.to_act}"
        if number % 4 == 0 and game != "fog_quoridor":  # whose B may choose ahead in a match, and not here
            check_views(env, match)
        action = choose(observation["action_mask"])
        match.act(env.possible_agents.index(agent), action)
        env.step(action)
        assert env.episode.position.state == match.position.state
    assert env.record() == match.record()


def test_letters_of_programs_are_chosen_in_turn() -> None:
    """One letter each, round after round, whoever acts first in the round; nobody is told what the others chose."""
    env, choose, order = aec("robo_rally", board="roundabout", robots=3, rounds=2), Chooser(2), ""
    env.reset(seed=6)
    while not env.episode.over:
        order += env.agent_selection[-1]
        others = [agent for agent in env.agents if agent != env.agent_selection]
        before = [env.observe(agent) for agent in others]
        assert not any(observed["action_mask"].any() for observed in before)
        env.step(choose(env.observe(env.agent_selection)["action_mask"]))
        if len(order) % 15:
            observed = [env.observe(agent)["observation"] for agent in others]
            assert all((one == two["observation"]).all() for one, two in zip(observed, before, strict=True))
    assert order == "012" * 10


@pytest.mark.parametrize("options", OPTIONS["fog_quoridor"])
def test_agents_wait_for_their_turn_where_matches_need_not(options: dict[str, Any]) -> None:
    """Observations are what the seat's own rules leave to it, choices ahead of the turn aside."""
    env, choose = aec("fog_quoridor", **options), Chooser(2)
    env.reset(seed=6)
    rules = env.table.rules
    while not env.episode.over:
        for seat, agent in enumerate(env.possible_agents):
            seen, observed = rules.concealed(env.episode.position, seat), env.observe(agent)
            assert (observed["observation"] == rules.encoded(seen, seat)).all()
            assert observed["action_mask"].any() == (env.agent_selection == agent)
        env.step(choose(env.observe(env.agent_selection)["action_mask"]))
    assert Match.from_record(env.record()).position.state == env.episode.position.state


@pytest.mark.parametrize("options", OPTIONS["robo_rally"])
def test_programs_are_chosen_together_and_in_secret(options: dict[str, Any]) -> None:
    env, match, choose = parallel("robo_rally", **options), Match(boardwalk.table("robo_rally", options), 3), Chooser(3)
    observations, _ = env.reset(seed=3)
    while env.agents:
        check_views(env, match)
        actions = {agent: choose(observed["action_mask"]) for agent, observed in observations.items()}
        for seat, action in enumerate(actions.values()):
            match.act(seat, action)
        observations, rewards, terminated, _, _ = env.step(actions)
        assert env.episode.position.state == match.position.state
    assert match.over and all(terminated.values()) and tuple(rewards.values()) == match.scores
    assert env.record() == match.record()


@pytest.mark.parametrize("options", OPTIONS["capture_the_flag"])
def test_a_tick_is_everybodys_action_in_the_order_of_turns(options: dict[str, Any]) -> None:
    table = boardwalk.table("capture_the_flag", options)
    env, match, choose = parallel("capture_the_flag", **options), Match(table, seed=4), Chooser(4)
    observations, _ = env.reset(seed=4)
    tick = 0
    while env.agents:
        check_views(env, match)
        actions = {agent: choose(observed["action_mask"]) for agent, observed in observations.items()}
        waiting = dict(enumerate(actions.values()))
        while match.to_act in waiting:
            seat = match.to_act
            action = waiting.pop(seat)
            match.act(seat, action if action in match.view(seat).legal else 5)
        observations, *_ = env.step(actions)
        tick += 1
        assert env.episode.position.state == match.position.state
    assert tick == options["ticks"], "nobody was jailed: each step was one tick"


def test_an_action_that_has_become_impossible_is_a_stay() -> None:
    """A player that was freed before its turn is not where it chose to go on from; one that is jailed does not act."""
    env = parallel("capture_the_flag", players=1)
    env.reset()
    state = env.episode.position.state
    before = list(state.cell)
    state.status[1] = 1
    env.step({"player_0": 5, "player_1": int(env.observe("player_1")["action_mask"].argmax())})
    assert list(state.cell) == before and env.record().actions == [5]
    env.reset()
    blocked = int(env.observe("player_0")["action_mask"].argmin())
    env._act({0: blocked, 1: 5})
    assert env.record().actions == [5, 5]


@pytest.mark.parametrize("game", GAMES)
def test_episodes_follow_from_the_seed(game: str) -> None:
    env, table = aec(game, **OPTIONS[game][0]), boardwalk.table(game, OPTIONS[game][0])
    env.reset(seed=11)
    for number in range(3):
        assert env.episode.position.state == Match(table, seed_of(11, number)).position.state
        env.reset()
    fresh = [aec(game), aec(game)]
    for one in fresh:
        one.reset()
    assert fresh[0].episode.seed != fresh[1].episode.seed


@pytest.mark.parametrize(("game", "options"), ALL)
def test_what_is_hidden_is_not_observed(game: str, options: dict[str, Any]) -> None:
    """By no agent, at any time: whatever fits what its seat has seen gives the same observation."""
    env, choose, fitting = aec(game, **options), Chooser(5), 0
    env.reset(seed=8)
    rules = env.table.rules
    for number in range(20):
        truth = env.episode.position
        for seat, agent in enumerate(env.possible_agents):
            observed, seen = env.observe(agent), env.episode.view(seat).position
            guess = rules.determinized(seen, seat, number)
            if rules.concealed(guess, seat).state == seen.state:
                fitting += 1
                env.episode.position = guess
                assert data_equivalence(env.observe(agent), observed, exact=True)
                env.episode.position = truth
        if not env.episode.over:
            env.step(choose(env.observe(env.agent_selection)["action_mask"]))
    assert fitting > 10


# -- kept, restored, copied


def told(env: BoardwalkAEC) -> Any:
    return env.agents, env.agent_selection if env.agents else "", env.last() if env.agents else None, env.rewards


def play_on(env: BoardwalkAEC, steps: int, seed: int) -> list[Any]:
    """Step on with random actions, also over the end, and tell all that is seen on the way."""
    choose, story = Chooser(seed), []
    for _ in range(steps):
        if not env.agents:
            env.reset()
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else choose(observation["action_mask"]))
        story.append(deepcopy(told(env)))
    return story


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_is_an_environment_of_its_own(game: str, way: str) -> None:
    env = aec(game, max_cycles=9, **OPTIONS[game][0])
    env.reset(seed=2)
    play_on(env, 3, 1)
    twin, before = COPIES[way](env), env.get_state()
    expected = play_on(twin, 12, 5)
    assert env.get_state() == before
    assert data_equivalence(play_on(env, 12, 5), expected, exact=True)
    if game == "robo_rally":
        together = COPIES[way](parallel(game))
        assert together.reset(seed=1)[0].keys() == parallel(game).reset(seed=1)[0].keys()


@pytest.mark.parametrize(("game", "options"), ALL)
def test_a_kept_state_goes_on_exactly(game: str, options: dict[str, Any]) -> None:
    """From any moment, those included at which agents are being told that it is over; and into the next episode."""
    env, other = aec(game, max_cycles=9, **options), aec(game, max_cycles=9, **options)
    env.reset(seed=2)
    over = 0
    for number in range(15):
        play_on(env, 2, number)
        over += any(env.terminations.values()) or any(env.truncations.values())
        kept, twin = env.get_state(), deepcopy(env)
        expected = play_on(env, 12, number)
        after = env.get_state()
        other.set_state(kept)
        assert other.get_state() == kept
        assert data_equivalence(play_on(other, 12, number), expected, exact=True)
        assert twin.get_state() == kept, "a copy is an environment of its own"
        assert data_equivalence(play_on(twin, 12, number), expected, exact=True)
        assert other.get_state() == twin.get_state() == after
    assert over or game == "box_world"


@pytest.mark.parametrize(("game", "options"), AT_ONCE)
def test_a_kept_state_of_a_parallel_environment_goes_on_exactly(game: str, options: dict[str, Any]) -> None:
    env = parallel(game, **options)
    env.reset(seed=2)
    for number in range(12):
        kept, twin, other = env.get_state(), deepcopy(env), parallel(game, **options)
        other.set_state(kept)
        assert other.get_state() == kept
        choose = Chooser(number)
        actions = {agent: choose(env.observe(agent)["action_mask"]) for agent in env.agents}
        expected = env.step(actions)
        assert twin.get_state() == kept
        assert data_equivalence(other.step(actions), expected, exact=True)
        assert data_equivalence(twin.step(actions), expected, exact=True)
        assert other.get_state() == twin.get_state() == env.get_state()
        if not env.agents:
            env.reset()


def test_other_states_are_refused() -> None:
    env = aec("fog_quoridor")
    env.reset()
    before = env.get_state()
    walls, race, at_once = aec("fog_quoridor", walls="open"), aec("rowdy_racers"), parallel("robo_rally")
    for other in (walls, race, at_once):
        other.reset()
    for state in (walls.get_state(), race.get_state()):
        with pytest.raises(
            BoardwalkError, match="the state is of another game, version or options than fog_quoridor 1"
        ):
            env.set_state(state)
    with pytest.raises(BoardwalkError, match="the state is of a Parallel environment; this one is AEC"):
        env.set_state(at_once.get_state())
    with pytest.raises(BoardwalkError, match="the state is of an AEC environment; this one is Parallel"):
        at_once.set_state(before)
    for broken in (b"", b"hello", before[:-3]):
        with pytest.raises(BoardwalkError, match="these bytes are no state of an environment"):
            env.set_state(broken)
    saved = msgspec.msgpack.decode(before, type=adapter.Saved)
    damaged = msgspec.structs.replace(saved, episode=msgspec.structs.replace(saved.episode, state=b"x"))
    with pytest.raises(BoardwalkError, match="the state is damaged: its parts are not of the right length"):
        env.set_state(msgspec.msgpack.encode(damaged))
    assert env.get_state() == before


# -- actions that are not legal, ends, arguments


def test_an_illegal_action_is_refused() -> None:
    env = aec("fog_quoridor")
    env.reset(seed=1)
    before = env.get_state()
    for action in (9, -1, 141):
        with pytest.raises(MoveError, match=f"^action {action} is not legal now; the action mask says which are$"):
            env.step(action)
    with pytest.raises(MoveError, match="player_0 is to act: None is for agents whose episode has ended"):
        env.step(None)
    assert env.get_state() == before
    at_once = parallel("robo_rally")
    at_once.reset(seed=1)
    at_once.step({"player_0": 0, "player_1": 1})
    before = at_once.get_state()
    with pytest.raises(MoveError, match=r"^action 1 of player_1 is not legal; the action mask says which are$"):
        at_once.step({"player_0": 1, "player_1": 1})
    with pytest.raises(MoveError, match=r"^expected an action of each of player_0, player_1$"):
        at_once.step({"player_0": 1})
    assert at_once.get_state() == before


def test_an_illegal_action_can_lose() -> None:
    env = aec("fog_quoridor", illegal="lose")
    env.reset(seed=1)
    env.step(0)
    env.step(9)
    assert env.rewards == {"player_0": 0, "player_1": -1} and all(env.terminations.values())
    for _ in range(2):
        env.step(None)
    with pytest.raises(MoveError, match="the episode is over; call reset"):
        env.step(0)
    at_once = parallel("robo_rally", illegal="lose")
    at_once.reset(seed=1)
    _, rewards, terminated, truncated, _ = at_once.step({"player_0": 7, "player_1": 0})
    assert rewards == {"player_0": -1, "player_1": 0} and all(terminated.values()) and not any(truncated.values())
    with pytest.raises(MoveError, match="the episode is over; call reset"):
        at_once.step({})


def test_an_illegal_action_can_be_replaced() -> None:
    env = aec("fog_quoridor", illegal="random")
    env.reset(seed=1)
    env.step(140)
    assert 0 <= env.record().actions[0] < 9 and env.agent_selection == "player_1"


def test_pettingzoos_wrapper_for_illegal_actions_works() -> None:
    env = wrappers.TerminateIllegalWrapper(aec("fog_quoridor"), illegal_reward=-1)
    env.reset(seed=1)
    env.step(140)
    assert env.terminations == {"player_0": True, "player_1": True} and env.rewards["player_0"] == -1


@pytest.mark.parametrize("game", GAMES)
def test_long_episodes_are_cut(game: str) -> None:
    env, choose = aec(game, max_cycles=2), Chooser(6)
    env.reset(seed=1)
    for _ in range(2 * len(env.possible_agents)):
        assert not any(env.truncations.values())
        env.step(choose(env.observe(env.agent_selection)["action_mask"]))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_pictures_are_of_what_a_seat_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec("fog_quoridor", render_mode="ansi")
    env.reset(seed=1)
    env.step(4)
    env.render_seat = 0
    own = env.render()
    env.render_seat = None
    assert env.render() != own, "B is to act, and does not see where A stands"
    assert aec("fog_quoridor").render() is None
    env = aec("fog_quoridor", render_mode="human")
    env.reset(seed=1)
    env.step(4)
    assert "Choose the column" in capsys.readouterr().out
    at_once = parallel("robo_rally", render_mode="human")
    at_once.reset(seed=1)
    at_once.step({"player_0": 0, "player_1": 0})
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: parallel("fog_quoridor"), "Fog Quoridor is played in turns: there is no Parallel environment of it"),
        (lambda: aec("chess"), "there is no game 'chess'"),
        (lambda: aec("box_world", illegal="ignore"), "illegal must be one of raise, lose, random, not 'ignore'"),
        (
            lambda: aec("box_world", render_mode="film"),
            "render_mode must be one of human, ansi, rgb_array, svg, None, not 'film'",
        ),
        (lambda: aec("box_world", render_seat=1), "seat must be from 0 to 0, not 1"),
        (lambda: aec("box_world").observe("player_0"), "there is no game yet; call reset()"),
    ],
)
def test_wrong_arguments_are_told(call: Any, sentence: str) -> None:
    with pytest.raises(BoardwalkError) as error:
        call()
    assert str(error.value).startswith(sentence)


def test_an_unknown_argument_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"__init__\(\) got an unexpected keyword argument 'colour'; the options"):
        aec("fog_quoridor(walls=open)", colour="red")
