"""Gymnasium environments: `gymnasium.make("boardwalk/BoxWorld-v0")`, and `gymnasium.make_vec` for many at once.

The learner plays one seat and the others are played by `opponent`: "random", the name of a bot ("easy", "hard", …), a
bot, or any function from an observation and its action mask to an action. docs/learning.md explains observations,
actions and rewards. Importing this module registers the environments. It needs the package gymnasium, which the extra
`gymnasium` installs."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, SupportsFloat, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces

from boardwalk.contract.errors import MoveError
from boardwalk.learning import pictures
from boardwalk.learning.episode import (
    ILLEGAL,
    Array,
    Episode,
    action_number,
    check_choice,
    check_seat,
    seed_of,
    table_of,
)
from boardwalk.learning.opponents import RANDOM, Opponent, Others
from boardwalk.learning.registration import register_envs
from boardwalk.learning.seat_kernels import PATIENCE
from boardwalk.learning.vector import BoardwalkVectorEnv
from boardwalk.match import MatchRecord

__all__ = ["BoardwalkEnv", "BoardwalkVectorEnv", "register_envs"]

register_envs()


class BoardwalkEnv(gymnasium.Env[Array, SupportsInt]):
    """One game in which one seat learns. `game` and the further options are those of `boardwalk.table`.

    >>> env = gymnasium.make("boardwalk/RowdyRacers-v0", opponent="easy", failures=1.0)
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape, info["action_mask"].shape
    ((16, 10, 10), (11,))
    """

    metadata: dict[str, Any] = {"render_modes": pictures.MODES, "render_fps": pictures.FRAMES_A_SECOND}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponent: Opponent = RANDOM,
        illegal: str = "raise",
        step_reward: float = 0.0,
        render_mode: str | None = None,
        render_size: int = pictures.SIZE,
        **options: Any,
    ) -> None:
        self.table = table = table_of(game, options, type(self))
        check_seat(table, seat)
        check_choice("illegal", illegal, ILLEGAL)
        check_choice("render_mode", render_mode, (*pictures.MODES, None))
        self.seat = seat
        self.illegal = illegal
        self.step_reward = step_reward
        self.render_mode = render_mode
        self.render_size = render_size
        self.observation_space = spaces.Box(0, 255, table.planes, np.uint8)
        self.action_space: Any = spaces.Discrete(table.actions)
        self._others = Others(opponent, table)
        self._episode: Episode | None = None
        self._ended = True
        self._first_seed = 0  # of the episodes since the last seeded reset
        self._dealt = 0  # the number of them

    @property
    def episode(self) -> Episode:
        """The game itself, hidden information included: not for the learner."""
        if self._episode is None:
            raise MoveError("there is no game yet; call reset()")
        return self._episode

    def record(self) -> MatchRecord:
        """The game so far: `Match.from_record` replays it, `match.write_record` makes a file of it."""
        return self.episode.record()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal a new game: with a seed, the same as `Match(table, seed)`; without, the next in the sequence."""
        super().reset(seed=seed)
        if seed is not None or self._episode is None:
            self._first_seed = int(self.np_random.integers(2**63)) if seed is None else seed
            self._dealt = 0
        self._ended = True
        while self._ended:  # a game that ends before the learner's first turn is skipped
            self._episode = Episode(self.table, seed_of(self._first_seed, self._dealt))
            self._dealt += 1
            self._others.sit_down(self._episode)
            self._ended = not self._until_own_turn()
        return self._observe()

    def step(self, action: SupportsInt) -> tuple[Array, SupportsFloat, bool, bool, dict[str, Any]]:
        """One action of the learner, then those of the others and the board until its next turn."""
        episode, chosen = self.episode, action_number(action)
        if self._ended:
            raise MoveError("the episode is over; call reset()")
        reward = self.step_reward
        if self.illegal != "raise" and not episode.is_legal(self.seat, chosen):
            if self.illegal == "lose":
                self._ended = True
                observation, info = self._observe()
                return observation, reward - 1, True, False, info
            chosen = episode.random_action(self.seat)
        episode.act(self.seat, chosen)
        self._ended = not self._until_own_turn()
        if episode.over:
            reward += episode.scores[self.seat]
        observation, info = self._observe()
        return observation, reward, episode.over, self._ended and not episode.over, info

    def _until_own_turn(self) -> bool:
        """Let the others act until it is the learner's turn; False if the game ends or is cut before."""
        episode = self.episode
        for _ in range(PATIENCE):
            if episode.over or episode.to_act == self.seat:
                break
            self._others.act(episode)
        return episode.to_act == self.seat

    def _observe(self) -> tuple[Array, dict[str, Any]]:
        return self.episode.observe(self.seat), {"action_mask": self.episode.mask(self.seat)}

    def action_masks(self) -> Array:
        """The action mask as booleans, under the name that Stable-Baselines' MaskablePPO uses."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The learner's view, according to `render_mode`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: give one to gymnasium.make()")
            return None
        return pictures.render(self.episode.view(self.seat).scene, self.render_mode, self.render_size)

    def __deepcopy__(self, memo: dict[int, Any]) -> BoardwalkEnv:
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        memo[id(self)] = twin
        twin._episode = self._episode and self._episode.copy()
        twin._others = self._others.copy()
        for name in ("observation_space", "action_space", "_np_random"):
            setattr(twin, name, deepcopy(getattr(self, name), memo))
        return twin

    __copy__ = deepcopy  # a copy shares nothing that changes
