"""Gymnasium's single environments: its own checks, and that they are the very games that matches are."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from adapter_games import ALL, GAMES, OPTIONS, SEVERAL, Chooser, first_legal
from copies import COPIES
from gymnasium.utils.env_checker import check_env, data_equivalence

import boardwalk
from boardwalk import draw
from boardwalk.bots import GreedyBot
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.learning import registration
from boardwalk.learning.episode import seed_of
from boardwalk.learning.gymnasium import BoardwalkEnv
from boardwalk.match import Match, View, read_record, write_record


def make(game: str, number: int = 0, **more: Any) -> BoardwalkEnv:
    """The environment as users make it, without its wrappers."""
    env = gymnasium.make(registration.environment_id(game), **OPTIONS[game][number], **more).unwrapped
    assert isinstance(env, BoardwalkEnv)
    return env


# -- Gymnasium's own checks


@pytest.mark.parametrize("illegal", ["random", "lose"])  # the checks take any action, and no heed of the mask
@pytest.mark.parametrize(("game", "options"), ALL)
def test_gymnasium_finds_nothing_wrong(game: str, options: dict[str, Any], illegal: str) -> None:
    seats = len(boardwalk.table(game, options).seats)
    seat = 0 if illegal == "random" else seats - 1
    env = gymnasium.make(registration.environment_id(game), seat=seat, illegal=illegal, render_size=120, **options)
    check_env(env.unwrapped, skip_render_check=illegal == "lose")


def test_every_game_is_registered_once() -> None:
    names = ("BoxWorld", "CaptureTheFlag", "ConnectFour", "FogQuoridor", "RoboRally", "RowdyRacers")
    ids = {f"boardwalk/{name}-v0" for name in names}
    registration.register_envs()  # again: a warning about a second one would fail
    assert {name for name in gymnasium.registry if name.startswith("boardwalk/")} == ids
    assert gymnasium.make("boardwalk.learning.gymnasium:boardwalk/BoxWorld-v0").unwrapped.table.game.name == "box_world"
    assert ids == set(map(registration.environment_id, boardwalk.game_names()))


# -- the same games as matches


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize(("game", "options"), ALL)
def test_an_episode_is_a_match(game: str, options: dict[str, Any], opponent: str) -> None:
    """Observations and masks are those of the seat's view in the match with the same seed and actions."""
    table = boardwalk.table(game, options)
    seat = len(table.seats) - 1
    env = BoardwalkEnv(game, seat=seat, opponent=opponent, **options)
    match, choose = Match(table, seed=5), Chooser(1)
    observation, info = env.reset(seed=5)
    ended = False
    for _ in range(60):
        match.play_on(env.record().actions[len(match.actions) :])
        seen = match.view(seat)
        assert match.position.state == env.episode.position.state
        assert match.position.board == env.episode.position.board
        assert (observation == table.rules.encoded(seen.position, seat)).all()
        assert np.flatnonzero(info["action_mask"]).tolist() == list(seen.legal)
        if ended:
            break
        assert match.to_act == seat
        observation, reward, ended, truncated, info = env.step(choose(info["action_mask"]))
        assert not truncated
        assert reward == (table.rules.scores(env.episode.position)[seat] if ended else 0)
    assert ended or game == "box_world", "the game was to be short enough to end"
    again = Match.from_record(read_record(write_record(env.record())))
    assert again.position.state == env.episode.position.state


@pytest.mark.parametrize("game", GAMES)
def test_episodes_follow_from_the_seed(game: str) -> None:
    env, table = make(game), boardwalk.table(game, OPTIONS[game][0])
    for seed in (3, 2**40):
        env.reset(seed=seed)
        for number in range(3):
            assert env.episode.position.state == Match(table, seed_of(seed, number)).position.state
            env.reset()
    unseeded = [make(game), make(game)]
    for one in unseeded:
        one.reset()
    assert unseeded[0].episode.seed != unseeded[1].episode.seed


@pytest.mark.parametrize(("game", "options"), ALL)
def test_what_is_hidden_is_not_observed(game: str, options: dict[str, Any]) -> None:
    """Whatever the hidden part may be, if it fits what the seat has seen the observation is the same."""
    env, choose = BoardwalkEnv(game, opponent="random", **options), Chooser(2)
    rules, fitting = env.table.rules, 0
    observation, info = env.reset(seed=8)
    for number in range(25):
        truth, seen = env.episode.position, env.episode.view(0).position
        for seed in range(3):
            guess = rules.determinized(seen, 0, 1000 * number + seed)
            if truth.over or rules.concealed(guess, 0).state != seen.state:
                continue
            fitting += 1
            env.episode.position = guess
            assert (env.episode.observe(0) == observation).all()
            assert (env.episode.mask(0) == info["action_mask"]).all()
        env.episode.position = truth
        if truth.over:
            break
        observation, _, _, _, info = env.step(choose(info["action_mask"]))
    assert fitting > 5


# -- copies


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("opponent", ["random", "greedy", first_legal])
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_goes_on_like_the_original(game: str, opponent: Any, way: str) -> None:
    env = gymnasium.make(registration.environment_id(game), opponent=opponent, **OPTIONS[game][0])
    _, info = env.reset(seed=4)
    choose = Chooser(3)
    for _ in range(3):
        _, _, _, _, info = env.step(choose(info["action_mask"]))
    env.action_space.seed(1)
    twin = COPIES[way](env.unwrapped if way == "copy" else env)  # a wrapper's copy wraps the same
    assert twin.action_space.sample() == env.action_space.sample()
    for _ in range(10):
        before = env.unwrapped.episode.position.state.to_bytes()
        action = choose(info["action_mask"])
        theirs = twin.step(action)
        assert env.unwrapped.episode.position.state.to_bytes() == before, "the copy is a game of its own"
        mine = env.step(action)
        assert data_equivalence(mine, theirs, exact=True)
        info = mine[4]
        if mine[2]:
            break
    assert data_equivalence(env.reset(), twin.reset(), exact=True)


# -- actions that are not legal, ends, opponents


def an_illegal_action(info: dict[str, Any]) -> int:
    return int(info["action_mask"].argmin())


def test_an_illegal_action_is_refused() -> None:
    env = make("box_world")
    _, info = env.reset(seed=1)
    before = env.episode.position.state.to_bytes()
    for action in (an_illegal_action(info), -1, 5):
        with pytest.raises(MoveError, match=f"^action {action} is not legal now; the action mask says which are$"):
            env.step(action)
    assert env.episode.position.state.to_bytes() == before


@pytest.mark.parametrize("action", [1.0, np.float32(1.7), True, np.bool_(True), "1", None, [1]])
def test_an_action_that_is_no_integer_is_refused(action: Any) -> None:
    env = make("box_world", illegal="random")
    env.reset(seed=1)
    with pytest.raises(MoveError, match="actions are integers, not "):
        env.step(action)
    careless = make("fog_quoridor", opponent=lambda observation, mask: float(mask.argmax()))
    with pytest.raises(MoveError, match="actions are integers, not "):
        careless.reset(seed=1)
        careless.step(int(careless.action_masks().argmax()))


def test_an_illegal_action_can_lose_or_be_replaced() -> None:
    env = make("fog_quoridor", illegal="lose")
    _, info = env.reset(seed=1)
    observation, reward, terminated, truncated, after = env.step(an_illegal_action(info))
    assert (reward, terminated, truncated) == (-1, True, False)
    assert (observation == env.episode.observe(0)).all() and (after["action_mask"] == info["action_mask"]).all()
    with pytest.raises(MoveError, match="the episode is over; call reset"):
        env.step(0)
    env = make("fog_quoridor", illegal="random")
    _, info = env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(an_illegal_action(info))
    assert (reward, terminated) == (0, False)
    assert info["action_mask"][env.record().actions[0]], "a legal action was taken in its place"


def test_a_replaced_action_is_any_legal_one() -> None:
    env = make("robo_rally", illegal="random")
    taken = set()
    for seed in range(60):
        env.reset(seed=seed)
        env.step(-1)
        taken.add(env.record().actions[0])
    assert taken == set(range(6))


def test_rewards_of_steps_and_of_the_end() -> None:
    env = BoardwalkEnv("box_world", pack="U-F\n", step_reward=-0.25)
    env.reset()
    assert env.step(1)[1:4] == (-0.25, False, False)
    _, reward, terminated, truncated, info = env.step(1)
    assert (reward, terminated, truncated) == (0.75, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(MoveError, match="the episode is over; call reset"):
        env.step(1)


def test_long_episodes_are_cut() -> None:
    env = gymnasium.make("boardwalk/BoxWorld-v0", max_episode_steps=3)
    _, info = env.reset()
    ends = []
    for _ in range(3):
        _, _, terminated, truncated, info = env.step(info["action_mask"].argmax())
        ends.append((terminated, truncated))
    assert ends == [(False, False), (False, False), (False, True)]
    assert gymnasium.spec("boardwalk/BoxWorld-v0").max_episode_steps == registration.LIMIT


def test_who_waits_too_long_is_cut() -> None:
    """A jailed player has no turn: with nobody to free it the episode would go on forever."""
    env = BoardwalkEnv("capture_the_flag", players=1, opponent=lambda observation, mask: 5)
    env.reset()
    env.episode.position.state.status[0] = 1
    _, reward, terminated, truncated, info = env.step(5)
    assert (reward, terminated, truncated) == (0, False, True) and not info["action_mask"].any()


@pytest.mark.parametrize("game", SEVERAL)
def test_opponents_can_be_bots_and_functions(game: str) -> None:
    shown: list[View] = []

    class Bot(GreedyBot):
        def choose(self, view: View) -> int:
            shown.append(view)
            return super().choose(view)

    env = make(game, opponent=Bot(1), seat=0)
    _, info = env.reset(seed=2)
    choose = Chooser(4)
    for _ in range(8):
        if info["action_mask"].any():
            _, _, _, _, info = env.step(choose(info["action_mask"]))
    assert shown and all(view.acting and view.seat != 0 and not any(view.position.state.rng) for view in shown)

    asked = []

    def policy(observation: np.ndarray, mask: np.ndarray) -> int:
        asked.append((observation, mask))
        return int(mask.argmax())

    env = make(game, opponent=policy, seat=1)
    env.reset(seed=2)
    assert asked, "the first seat begins"
    assert all(observation in env.observation_space and mask.any() for observation, mask in asked)


def test_masks_for_other_libraries() -> None:
    env = make("box_world")
    _, info = env.reset()
    assert env.action_masks().dtype == np.bool_ and (env.action_masks() == info["action_mask"]).all()
    for _ in range(20):
        assert info["action_mask"][env.action_space.sample(mask=info["action_mask"])]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seat": 2}, "seat must be from 0 to 1, not 2"),
        ({"illegal": "ignore"}, "illegal must be one of raise, lose, random, not 'ignore'"),
        ({"render_mode": "human"}, "render_mode must be one of ansi, rgb_array, svg, None, not 'human'"),
        ({"opponent": "grandmaster"}, "there is no bot 'grandmaster'"),
        ({"opponent": 3}, "opponent must be a bot's name, a bot, or a function of observation and mask, not 3"),
        ({"turns": 3}, "turns must be an even number"),
    ],
)
def test_wrong_arguments_are_told(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BoardwalkError) as error:
        BoardwalkEnv("fog_quoridor", **more)
    assert str(error.value).startswith(sentence)


def test_an_unknown_argument_is_told_in_the_words_that_other_libraries_look_for() -> None:
    """TorchRL tries `frameskip`, and goes on without it where the error is a `TypeError` with these words."""
    for make_one in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(TypeError, match=r"__init__\(\) got an unexpected keyword argument 'frameskip'; the"):
            make_one("boardwalk/FogQuoridor-v0", frameskip=4)


def test_nothing_goes_before_reset() -> None:
    env = make("box_world")
    for call in (lambda: env.step(0), env.record):
        with pytest.raises(MoveError, match="there is no game yet; call reset"):
            call()


# -- pictures


@pytest.mark.parametrize("game", GAMES)
def test_pictures(game: str) -> None:
    env = make(game, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    env.render_mode = "svg"
    picture = env.render()
    env.render_mode = "rgb_array"
    frame = env.render()
    assert text == draw.text(env.episode.view(0).scene) and picture.startswith("<svg ")
    assert frame.shape == (480, 480, 3) and frame.dtype == np.uint8 and len(np.unique(frame.reshape(-1, 3), axis=0)) > 5


def test_without_a_mode_there_is_no_picture() -> None:
    env = make("box_world")
    env.reset()
    with pytest.warns(UserWarning, match="needs a render_mode"):
        assert env.render() is None
