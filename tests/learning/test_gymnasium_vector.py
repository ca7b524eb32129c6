"""Gymnasium's vector environments on the batch: they do what as many single ones do, and the batch by itself."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from adapter_games import ALL, GAMES, OPTIONS, SEVERAL, Chooser, first_legal
from copies import COPIES
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import boardwalk
from boardwalk.batch import Batch
from boardwalk.bots import RandomBot
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.learning.episode import seed_of
from boardwalk.learning.gymnasium import BoardwalkVectorEnv
from boardwalk.learning.registration import environment_id
from boardwalk.match import View

GAMES_AT_ONCE = 6


def make(game: str, options: dict[str, Any] | None = None, **more: Any) -> BoardwalkVectorEnv:
    """The environment as users make it."""
    options = OPTIONS[game][0] if options is None else options
    envs = gymnasium.make_vec(environment_id(game), **{"num_envs": GAMES_AT_ONCE, **options, **more})
    assert isinstance(envs, BoardwalkVectorEnv)
    return envs


def one_by_one(game: str, options: dict[str, Any], limit: int, **more: Any) -> SyncVectorEnv:
    """As many single environments, in Gymnasium's own loop."""

    def one() -> gymnasium.Env[Any, Any]:
        return gymnasium.make(environment_id(game), max_episode_steps=limit, **options, **more)

    return SyncVectorEnv([one] * GAMES_AT_ONCE, autoreset_mode=AutoresetMode.SAME_STEP)


@pytest.mark.parametrize("illegal", ["raise", "random", "lose"])
@pytest.mark.parametrize("opponent", ["random", first_legal])
@pytest.mark.parametrize(("game", "options"), ALL)
def test_a_vector_does_what_single_environments_do(
    game: str, options: dict[str, Any], opponent: Any, illegal: str
) -> None:
    """From the same seeds by the same actions, until each game's end; with some actions not legal where that goes."""
    limit, seed = 14, 21
    seat = len(boardwalk.table(game, options).seats) - 1 if illegal != "raise" else 0
    more = {"opponent": opponent, "seat": seat, "illegal": illegal, "step_reward": -0.125}
    mine, theirs = make(game, options, max_episode_steps=limit, **more), one_by_one(game, options, limit, **more)
    my_observations, my_infos = mine.reset(seed=seed)
    their_observations, their_infos = theirs.reset(seed=[seed_of(seed, number) for number in range(GAMES_AT_ONCE)])
    first = np.ones(GAMES_AT_ONCE, np.bool_)  # the games that have not ended yet
    choose, others = Chooser(5), Chooser(6)
    for step in range(limit):
        assert (my_observations[first] == their_observations[first]).all()
        assert (my_infos["action_mask"][first] == their_infos["action_mask"][first]).all()
        actions = choose.many(my_infos["action_mask"])
        if illegal != "raise" and step in (2, 5):
            actions[step % GAMES_AT_ONCE] = my_infos["action_mask"][step % GAMES_AT_ONCE].argmin()
        my_observations, *mine_is, my_infos = mine.step(actions)
        actions = np.where(first, actions, others.many(their_infos["action_mask"]))
        their_observations, *theirs_is, their_infos = theirs.step(actions)
        theirs_is[2] &= ~theirs_is[1]  # TimeLimit says so of games too that end with the last step by themselves
        for my_value, their_value in zip(mine_is, theirs_is, strict=True):
            assert my_value.dtype == their_value.dtype and (my_value[first] == their_value[first]).all()
        ended = first & (theirs_is[1] | theirs_is[2])
        for game_number in np.flatnonzero(ended):
            assert my_infos["_final_obs"][game_number] and my_infos["final_info"]["_action_mask"][game_number]
            assert (my_infos["final_obs"][game_number] == their_infos["final_obs"][game_number]).all()
            their_mask = their_infos["final_info"]["action_mask"][game_number]
            assert (my_infos["final_info"]["action_mask"][game_number] == their_mask).all()
        first &= ~ended
        if not first.any():
            break
    assert not first.any()


@pytest.mark.parametrize(("game", "options"), ALL)
def test_self_play_is_the_batch(game: str, options: dict[str, Any]) -> None:
    """Every seat played from outside: byte for byte what `Batch.step` does, from game to game."""
    envs = make(game, options, opponent="self", max_episode_steps=30)
    observations, infos = envs.reset(seed=9)
    batch, choose, ends = Batch(envs.table, GAMES_AT_ONCE, 9, limit=30), Chooser(7), 0
    for _ in range(45):
        assert (observations == batch.planes).all() and (infos["action_mask"] == batch.masks).all()
        assert (infos["seat"] == batch.to_act).all()
        actions, acting = choose.many(infos["action_mask"]), batch.to_act.copy()
        batch.step(actions)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert (infos["rewards"] == batch.rewards).all()
        assert (rewards == batch.rewards[np.arange(GAMES_AT_ONCE), acting]).all()
        assert (terminated == (batch.ended == 1)).all() and (truncated == (batch.ended == 2)).all()
        assert envs.batch.states.tobytes() == batch.states.tobytes()
        for number in np.flatnonzero(terminated | truncated):
            ends += 1
            seat = infos["final_info"]["seat"][number]
            assert truncated[number] or seat == acting[number]
            assert truncated[number] == infos["final_info"]["action_mask"][number].any()
        assert ("final_obs" in infos) == bool((terminated | truncated).any())
    assert ends >= GAMES_AT_ONCE


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_within_the_spaces_and_up_to_date(game: str) -> None:
    """New games too: what is observed is what the learner's seat may know of the games as they are now."""
    envs = make(game, seat=0, max_episode_steps=9)
    rules, choose = envs.table.rules, Chooser(8)
    observations, infos = envs.reset(seed=3)
    for _ in range(30):
        assert observations in envs.observation_space
        for number in range(GAMES_AT_ONCE):
            position = envs.batch.position(number)
            assert position.to_act == infos["seat"][number] == 0
            seen = rules.concealed(position, 0)
            assert (observations[number] == rules.encoded(seen, 0)).all()
            assert (infos["action_mask"][number] == rules.legal_mask(seen)).all()
        actions = choose.many(infos["action_mask"])
        assert actions in envs.action_space
        observations, _, _, _, infos = envs.step(actions)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_on_any_number_of_threads(game: str) -> None:
    seen = []
    for threads in (1, 2):
        envs, choose = make(game, threads=threads, max_episode_steps=7), Chooser(9)
        _, infos = envs.reset(seed=4)
        for _ in range(20):
            _, _, _, _, infos = envs.step(choose.many(infos["action_mask"]))
        seen.append(envs.batch.states.tobytes())
    assert seen[0] == seen[1]


@pytest.mark.parametrize("opponent", ["greedy", RandomBot(1)])
@pytest.mark.parametrize("game", SEVERAL)
def test_bots_can_be_opponents(game: str, opponent: Any) -> None:
    envs, choose = make(game, opponent=opponent, seat=1), Chooser(10)
    _, infos = envs.reset(seed=5)
    for _ in range(6):
        assert (infos["seat"] == 1).all()
        _, _, _, _, infos = envs.step(choose.many(infos["action_mask"]))


def test_the_greedy_bot_of_the_rules_plays_every_seat_but_the_learners() -> None:
    """Step by step as a batch does it when the bot's actions are given to it."""
    envs, choose = make("rowdy_racers", opponent="greedy", seat=1), Chooser(3)
    batch = Batch(envs.table, GAMES_AT_ONCE, 5)
    observations, infos = envs.reset(seed=5)
    rewards = np.zeros(GAMES_AT_ONCE)
    for _ in range(60):
        waiting = batch.to_act != 1
        while waiting.any():
            kept = batch.others.copy()
            batch.step(np.where(waiting, batch.greedy(), -1), checked=False)
            batch.others[~waiting] = kept[~waiting]
            rewards += np.where(waiting, batch.rewards[:, 1], 0)
            waiting &= batch.to_act != 1
        assert envs.batch.states.tobytes() == batch.states.tobytes()
        assert (observations == batch.planes).all() and (infos["action_mask"] == batch.masks).all()
        actions = choose.many(infos["action_mask"])
        observations, told, _, _, infos = envs.step(actions)
        batch.step(actions)
        rewards += batch.rewards[:, 1] - told
    assert np.abs(rewards).max() <= 1, "what the last step told is not in the batch yet, and nothing more"


def test_bots_see_what_their_seat_may_know() -> None:
    shown: list[View] = []

    class Bot(RandomBot):
        def choose(self, view: View) -> int:
            shown.append(view)
            return super().choose(view)

    envs = make("fog_quoridor", opponent=Bot(2), seat=0)
    _, infos = envs.reset(seed=5)
    for _ in range(4):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert shown and all(view.seat == 1 and view.acting for view in shown)
    for view in shown:
        assert view.rules.concealed(view.position, 1).state == view.position.state


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("opponent", ["random", "greedy", "self", "medium", first_legal])
def test_a_copy_goes_on_like_the_original(opponent: Any, way: str) -> None:
    envs = BoardwalkVectorEnv("connect_four", 3, opponent=opponent, max_episode_steps=9)
    fresh = COPIES[way](envs)
    _, infos = envs.reset(seed=4)
    assert np.array_equal(fresh.reset(seed=4)[1]["action_mask"], infos["action_mask"])
    choose = Chooser(3)
    for _ in range(3):
        *_, infos = envs.step(choose.many(infos["action_mask"]))
    twin = COPIES[way](envs)
    for _ in range(9):
        before, actions = envs.batch.states.tobytes(), choose.many(infos["action_mask"])
        theirs = twin.step(actions)
        assert envs.batch.states.tobytes() == before, "the copy has games of its own"
        mine = envs.step(actions)
        assert data_equivalence(mine, theirs, exact=True)
        infos = mine[-1]


def test_a_seed_makes_the_same_games_and_none_makes_others() -> None:
    envs = make("rowdy_racers")
    starts = [envs.reset(seed=seed)[0] for seed in (1, 1, 2, None, None)]
    same = [(one == other).all() for one, other in pairwise(starts)]
    assert same == [True, False, False, False]


def test_illegal_actions_are_refused_and_nothing_moves() -> None:
    envs = make("box_world")
    _, infos = envs.reset(seed=1)
    before = envs.batch.states.tobytes()
    for wrong in (infos["action_mask"][2].argmin(), -1, 5):
        actions = infos["action_mask"].argmax(axis=1)
        actions[2] = wrong
        with pytest.raises(MoveError, match=f"^game 2: action {wrong} is not legal; the action mask says which are$"):
            envs.step(actions)
    assert envs.batch.states.tobytes() == before


@pytest.mark.parametrize("illegal", ["raise", "random", "lose"])
def test_actions_are_one_integer_for_each_game(illegal: str) -> None:
    envs = make("box_world", illegal=illegal)
    envs.reset(seed=1)
    before = envs.batch.states.tobytes()
    for wrong, sentence in (
        (np.zeros(6), "actions are integers, not of type float64"),
        (np.zeros(6, np.bool_), "actions are integers, not of type bool"),
        (np.zeros(5, np.int64), "expected 6 actions, one for each game, not an array of shape (5,)"),
        (np.zeros((6, 1), np.int64), "expected 6 actions, one for each game, not an array of shape (6, 1)"),
    ):
        with pytest.raises(MoveError) as caught:
            envs.step(wrong)
        assert str(caught.value) == sentence
    assert envs.batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda masks: masks.argmax(), "one for each game, not an array of shape ()"),
        (lambda masks: masks.argmax(axis=1) + 0.5, "actions are integers, not of type float64"),
    ],
)
def test_an_opponents_actions_are_one_integer_for_each_game(answer: Any, sentence: str) -> None:
    envs = make("fog_quoridor", opponent=lambda observations, masks: answer(masks))
    _, infos = envs.reset(seed=1)
    with pytest.raises(MoveError, match=re.escape(sentence)):
        envs.step(infos["action_mask"].argmax(axis=1))


@pytest.mark.parametrize("wish", [{"num_envs": 0}, {"num_envs": -1}, {"threads": 0}])
def test_numbers_that_make_no_environment_are_refused(wish: dict[str, int]) -> None:
    (name, number), *_ = wish.items()
    with pytest.raises(BoardwalkError, match=f"^{name} must be an integer of at least 1, not {number}$"):
        make("box_world", **wish)


def test_an_opponent_that_breaks_the_rules_is_told() -> None:
    envs = make("fog_quoridor", opponent=lambda observations, masks: masks.argmin(axis=1))
    _, infos = envs.reset(seed=1)
    with pytest.raises(MoveError, match="is not legal"):
        envs.step(infos["action_mask"].argmax(axis=1))


def test_arrays_are_new_unless_asked_otherwise() -> None:
    kept, shared = make("box_world"), make("box_world", copy=False)
    for envs, same in ((kept, False), (shared, True)):
        before, infos = envs.reset(seed=1)
        after, _, _, _, later = envs.step(infos["action_mask"].argmax(axis=1))
        assert np.shares_memory(before, after) is same
        assert np.shares_memory(infos["action_mask"], later["action_mask"]) is same


def all_stay(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return np.full(len(masks), 5)


@pytest.mark.parametrize(("opponent", "seat"), [("random", 0), (all_stay, 1)])
def test_who_waits_too_long_is_cut(opponent: Any, seat: int) -> None:
    """A jailed player has no turn: with nobody to free it the episode would go on forever. The next game is not cut,
    also if others act first in it."""
    envs = make("capture_the_flag", {"players": 1}, opponent=opponent, seat=seat, num_envs=3)
    envs.reset(seed=1)
    envs.batch.states["status"][:, seat] = 1
    _, _, terminated, truncated, infos = envs.step(np.full(3, 5))
    assert (terminated | truncated).all() and truncated.any()
    assert not infos["final_info"]["action_mask"].any() and (infos["seat"] == seat).all()
    _, _, terminated, truncated, _ = envs.step(np.full(3, 5))
    assert not (terminated | truncated).any()


def test_gymnasiums_wrappers_take_it() -> None:
    envs = RecordEpisodeStatistics(make("rowdy_racers", max_episode_steps=5))
    _, infos = envs.reset(seed=1)
    lengths = []
    for _ in range(5):
        _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert max(lengths) == 5 and len(lengths) >= GAMES_AT_ONCE


def test_metadata_and_pictures() -> None:
    envs = make("box_world", render_mode="ansi", num_envs=2)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.spec is not None and envs.spec.id == "boardwalk/BoxWorld-v0"
    with pytest.raises(MoveError, match="there are no games yet; call reset"):
        envs.render()
    envs.reset(seed=1)
    pictures = envs.render()
    assert pictures is not None and len(pictures) == 2 and all("#" in picture for picture in pictures)
    assert make("box_world").render() is None


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seat": 1}, "seat must be from 0 to 0, not 1"),
        ({"illegal": "ignore"}, "illegal must be one of raise, lose, random, not 'ignore'"),
        ({"opponent": "grandmaster"}, "there is no bot 'grandmaster'"),
    ],
)
def test_wrong_arguments_are_told(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BoardwalkError) as error:
        make("box_world", **more)
    assert str(error.value).startswith(sentence)
