"""Bots of every strength as opponents, and bots with a memory: they are shown every step of the game they play."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import Any

import gymnasium
import pytest
from adapter_games import Chooser
from gymnasium.utils.env_checker import data_equivalence

import boardwalk.learning.gymnasium  # noqa: F401
from boardwalk.contract.errors import BoardwalkError
from boardwalk.learning import opponents
from boardwalk.learning.gymnasium import BoardwalkEnv, BoardwalkVectorEnv
from boardwalk.match import Match, View


class Watcher:
    """Takes the first legal action, and keeps what it was shown in each game."""

    def __init__(self, seed: int | None = None) -> None:
        self.games: list[list[View]] = []

    def forget(self) -> None:
        self.games.append([])

    def watch(self, view: View) -> None:
        self.games[-1].append(view)

    def choose(self, view: View) -> int:
        assert self.games[-1][-1].position.state == view.position.state, "the newest view was watched too"
        return view.legal[0]


def check_watched(match: Match, seat: int, watched: list[View]) -> None:
    assert watched
    for number, view in enumerate(watched):
        expected = match.view(seat, number)
        assert view.position.state == expected.position.state and view.action == expected.action


@pytest.mark.parametrize("opponent", ["beginner", "medium", "hard"])
@pytest.mark.parametrize("game", ["rowdy_racers", "fog_quoridor"])
def test_bots_of_every_strength_are_opponents(game: str, opponent: str) -> None:
    choose = Chooser(1)
    env = BoardwalkEnv(game, opponent=opponent)
    _, info = env.reset(seed=5)
    envs = BoardwalkVectorEnv(game, num_envs=2, opponent=opponent)
    _, infos = envs.reset(seed=5)
    for _ in range(3):
        _, _, _, _, info = env.step(choose(info["action_mask"]))
        _, _, _, _, infos = envs.step(choose.many(infos["action_mask"]))
    assert Match.from_record(env.record()).position.state == env.episode.position.state


def test_a_copy_of_a_game_against_a_bot_that_searches_goes_on_like_the_original() -> None:
    for game in ("rowdy_racers", "fog_quoridor"):
        env = gymnasium.make(f"boardwalk/{game.title().replace('_', '')}-v0", opponent="beginner")
        _, info = env.reset(seed=4)
        choose = Chooser(3)
        for _ in range(2):
            _, _, _, _, info = env.step(choose(info["action_mask"]))
        twin = deepcopy(env)
        for _ in range(3):
            action = choose(info["action_mask"])
            mine, theirs = env.step(action), twin.step(action)
            assert data_equivalence(mine, theirs, exact=True)
            info = mine[4]


@pytest.mark.parametrize("game", ["rowdy_racers", "robo_rally", "fog_quoridor"])
def test_a_bot_with_a_memory_is_shown_every_step(game: str) -> None:
    watcher, choose = Watcher(), Chooser(2)
    env = BoardwalkEnv(game, seat=0, opponent=watcher)
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        for _ in range(6):
            _, _, _, _, info = env.step(choose(info["action_mask"]))
        check_watched(Match.from_record(env.record()), 1, watcher.games[-1])


def test_in_a_vector_each_game_has_its_own_bot_with_a_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Watcher] = []

    def make(name: str, seed: int | None = None) -> Watcher:
        made.append(Watcher(seed))
        return made[-1]

    monkeypatch.setattr(opponents, "make_bot", make)
    monkeypatch.setattr("boardwalk.learning.vector.make_bot", make)
    envs = BoardwalkVectorEnv("fog_quoridor", num_envs=3, seat=0, opponent="hard", turns=6)
    choose = Chooser(4)
    _, infos = envs.reset(seed=9)
    for _ in range(12):  # three games of each environment, and more
        _, _, _, _, infos = envs.step(choose.many(infos["action_mask"]))
    shown = [game for watcher in made for game in watcher.games]
    assert len(shown) > 6
    for views in shown:
        assert {view.seat for view in views} == {1}
        assert views[0].action is None and views[0].position.to_act >= 0
        for before, after in pairwise(views):
            taken = before.position.to_act == 1
            assert (after.action is not None) == taken, "no step is left out"


def test_one_bot_with_a_memory_does_not_play_several_games_or_seats() -> None:
    envs = BoardwalkVectorEnv("rowdy_racers", num_envs=2, opponent=Watcher())
    env = BoardwalkEnv("robo_rally", opponent=Watcher(), robots=3)
    for one in (envs, env):
        with pytest.raises(BoardwalkError, match="plays one seat of one game; give it by name"):
            _: Any = one.reset(seed=1)
