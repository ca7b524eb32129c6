"""Many games as one Gymnasium vector environment: the batch itself, stepped by one compiled pass over its arrays."""

from __future__ import annotations

from copy import deepcopy
from functools import cached_property
from typing import Any, Self

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from boardwalk.batch import Batch
from boardwalk.batch.batch import KEPT
from boardwalk.batch.checks import actions_on_host, check_count
from boardwalk.batch.cpu.kernels import CUT
from boardwalk.batch.cpu.threads import PerThread
from boardwalk.bots import Bot, make_bot, needs_views
from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Table
from boardwalk.engine.words import words_of
from boardwalk.learning import pictures, seat_kernels
from boardwalk.learning.episode import ILLEGAL, Array, check_choice, check_seat, table_of
from boardwalk.learning.opponents import EASY, GREEDY, RANDOM, Followed, Opponent, check_memory, check_opponent
from boardwalk.learning.seat_kernels import Bots, Ends, Learner, Turns
from boardwalk.match import View

SELF = "self"  # instead of an opponent: the learner plays every seat


class SeatBatch(Batch):
    """A batch in which some games rest while others step, until it is the learner's turn in all of them."""

    _kept = (*KEPT, "doing", "actions", "waits", "last_masks", "last_planes", "last_seats")

    def __init__(self, table: Table, games: int, seed: int, threads: int | None, learner: Learner, limit: int) -> None:
        super().__init__(table, games, seed, limit=limit, threads=threads)
        self.doing = np.full(games, seat_kernels.BEGIN, np.uint8)
        self.actions = np.zeros(games, np.int64)
        self.waits = np.zeros(games, np.int32)
        self.last_masks = np.zeros_like(self.masks)
        self.last_planes = np.zeros_like(self.planes)
        self.last_seats = np.zeros(games, np.int8)
        self._learner = learner

    def _arguments(self) -> dict[str, Any]:
        more = {"threads": self.threads, "learner": self._learner, "limit": max(self.limit, 0)}
        return {"table": self.table, "games": self.games, "seed": 0, **more}

    def step_games(self) -> None:
        """Step each game according to `doing`, with the action in `actions`."""
        self._step_games()

    @cached_property
    def _step_games(self) -> Any:
        records = self._boards, self._states, self._blank
        turns = Turns(self.doing, self.actions, self.waits)
        ends = Ends(self.last_masks, self.last_planes, self.last_seats)
        shown, outcome = self._shown, self._outcome
        return self._over_games(
            seat_kernels.step_games, *records, turns, shown, outcome, self._learner, self._bots(), ends
        )

    def _bots(self) -> PerThread:
        """The working data of the others' bots on each thread."""
        if self._learner.others == seat_kernels.GREEDY:
            scratches: list[Array] = self._thread_scratches
        else:  # unused, so it need not be prepared: any record of the right type will do
            scratches = [(self.table.layout.scratch or self.table.layout.state).array] * self.threads
        seen = np.repeat(self.states[:1], self.threads).reshape(self.threads, 1)
        return PerThread(
            Bots(self.others, one, words_of(one), scratch) for one, scratch in zip(seen, scratches, strict=True)
        )


def _others(opponent: Opponent, table: Table) -> Any:
    """How kernels play an opponent's seats: by themselves, or not at all if the actions come from outside."""
    if opponent == RANDOM:
        return seat_kernels.AT_RANDOM
    if opponent in (EASY, GREEDY) and table.layout.scratch is not None:
        return seat_kernels.GREEDY
    return seat_kernels.FROM_OUTSIDE


class BoardwalkVectorEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` games at once. A game that ends is followed by the next in the same step (SAME_STEP).

    >>> import gymnasium
    >>> envs = gymnasium.make_vec("boardwalk/FogQuoridor-v0", num_envs=8, opponent="random")
    >>> observations, infos = envs.reset(seed=7)
    >>> infos["action_mask"].shape
    (8, 141)

    `opponent` is as in the single environment, but a function takes the observations and masks of all games in which an
    opponent is to act, and returns an action for each. With `opponent="self"` each step is an action of the seat to
    act, which `infos["seat"]` gives, and the reward is that of the seat that has acted.

    With `device="cuda"` the games are played on a GPU, and all arrays stay there: see `learning.vector_cuda`."""

    def __new__(cls, *_: Any, device: str = "cpu", **__: Any) -> Self:
        check_choice("device", device, ("cpu", "cuda"))
        if device == "cuda" and cls is BoardwalkVectorEnv:
            from boardwalk.learning.vector_cuda import CudaVectorEnv

            made: Any = CudaVectorEnv
            return object.__new__(made)  # type: ignore[no-any-return]
        return object.__new__(cls)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int = 0,
        opponent: Opponent = RANDOM,
        illegal: str = "raise",
        step_reward: float = 0.0,
        max_episode_steps: int | None = None,
        copy: bool | None = None,
        threads: int | None = None,
        device: str = "cpu",
        render_mode: str | None = None,
        render_size: int = pictures.SIZE,
        **options: Any,
    ) -> None:
        self.table = table = table_of(game, options, type(self))
        check_seat(table, seat)
        check_choice("illegal", illegal, ILLEGAL)
        check_choice("render_mode", render_mode, (*pictures.MODES, None))
        if opponent != SELF:
            check_opponent(opponent, table.game.name)
        check_count("num_envs", num_envs)
        if threads is not None:
            check_count("threads", threads)
        self.num_envs = num_envs
        self.seat = seat_kernels.ANYBODY if opponent == SELF else seat
        self.opponent = opponent
        self.illegal = illegal
        self.step_reward = step_reward
        self.limit = max(max_episode_steps or 0, 0)
        self.copy = copy is not False
        self.threads = threads
        self.render_mode = render_mode
        self.render_size = render_size
        self._declare_spaces()
        self._numbers = np.arange(num_envs)
        self._batch: SeatBatch | None = None
        self._learner = Learner(self.seat, _others(opponent, table), illegal == "lose")
        self._bot: Bot | None = None
        self._followed: Followed | None = None  # if the bot needs every view of each game

    def _declare_spaces(self) -> None:
        """Set the attributes that Gymnasium requires of a vector environment."""
        self.metadata = {
            "render_modes": pictures.MODES,
            "render_fps": pictures.FRAMES_A_SECOND,
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        self.single_observation_space = spaces.Box(0, 255, self.table.planes, np.uint8)
        self.single_action_space = spaces.Discrete(self.table.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    __copy__ = deepcopy  # a copy shares nothing that changes

    @property
    def batch(self) -> SeatBatch:
        """The games themselves, hidden information included: not for the learner."""
        if self._batch is None:
            raise MoveError("there are no games yet; call reset()")
        return self._batch

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal all games anew. With a seed game i is that of `boardwalk.learning.episode.seed_of(seed, i)`."""
        super().reset(seed=seed)
        first = self._first_seed(seed)
        self._batch = SeatBatch(self.table, self.num_envs, first, self.threads, self._learner, self.limit)
        from_outside = self._learner.others == seat_kernels.FROM_OUTSIDE
        if isinstance(self.opponent, str) and self.opponent != SELF and from_outside:
            self._bot = make_bot(self.opponent, first)
        elif hasattr(self.opponent, "choose"):
            self._bot = self.opponent
        self._followed = None
        if self._bot is not None and needs_views(self._bot, self.table):
            check_memory(self.opponent, self.table, self.num_envs)
            self._followed = Followed(self.table, self.opponent, self.num_envs, first)
        self._advance()
        return self._copied(self.batch.planes), self._infos()

    def _first_seed(self, seed: int | None) -> int:
        return int(self.np_random.integers(2**63)) if seed is None else seed

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        batch = self.batch
        chosen = actions_on_host(actions, self.num_envs)
        if self.illegal == "raise":
            self._check(self._numbers, chosen)
        batch.actions[:] = chosen
        acting = batch.to_act.copy() if self.seat == seat_kernels.ANYBODY else self.seat
        batch.ended[:] = 0
        batch.rewards[:] = 0
        batch.doing[:] = seat_kernels.ACT
        self._advance()
        rewards = batch.rewards[self._numbers, acting].astype(np.float64) + self.step_reward
        cut = batch.ended == CUT
        return self._copied(batch.planes), rewards, (batch.ended != 0) & ~cut, cut, self._infos()

    def _advance(self) -> None:
        """Step each game, then let the others act until it is the learner's turn in all games."""
        batch = self.batch
        self._step_games()
        while (rows := np.flatnonzero(batch.doing)).size:
            chosen = actions_on_host(self._others_choose(rows), len(rows))
            self._check(rows, chosen)
            batch.actions[rows] = chosen
            self._step_games()

    def _step_games(self) -> None:
        batch, followed = self.batch, self._followed
        if followed is None:
            batch.step_games()
            return
        doing = batch.doing.tolist()
        batch.step_games()
        for row, what in enumerate(doing):
            if what == seat_kernels.ACT:
                followed.stepped(row, int(batch.actions[row]), batch.position(row))
            elif what == seat_kernels.BEGIN:
                followed.begin(row, batch.position(row))

    def _others_choose(self, rows: Array) -> Any:
        batch = self.batch
        if self._bot is None:
            assert callable(self.opponent)
            return self.opponent(batch.planes[rows], batch.masks[rows].view(np.int8))
        if self._followed is not None:
            return [self._followed.choose(row) for row in rows.tolist()]
        rules = self.table.rules
        seats = batch.to_act[rows].tolist()
        games = [batch.position(row) for row in rows.tolist()]
        views = [View.of(rules, game, seat) for seat, game in zip(seats, games, strict=True)]
        return [self._bot.choose(view) for view in views]

    def _check(self, rows: Array, actions: Array) -> None:
        within = (actions >= 0) & (actions < self.table.actions)
        fine = within & (self.batch.masks[rows, np.where(within, actions, 0)] == 1)
        if not fine.all():
            bad = int(np.argmin(fine))
            raise MoveError(f"game {rows[bad]}: action {actions[bad]} is not legal; the action mask says which are")

    def _copied(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        """Masks and seats, and the final observations of the games that have just ended."""
        batch = self.batch
        everywhere = np.ones(self.num_envs, np.bool_)
        infos: dict[str, Any] = {
            "action_mask": self._copied(batch.masks.view(np.int8)),
            "_action_mask": everywhere,
            "seat": batch.to_act.copy(),
            "_seat": everywhere,
        }
        if self.seat == seat_kernels.ANYBODY:
            infos |= {"rewards": batch.rewards.astype(np.float64), "_rewards": everywhere}
        ended = batch.ended != 0
        if ended.any():
            last = {
                "action_mask": _only(batch.last_masks.view(np.int8), ended),
                "_action_mask": ended,
                "seat": _only(batch.last_seats, ended),
                "_seat": ended,
            }
            infos |= {"final_obs": _only(batch.last_planes, ended), "_final_obs": ended}
            infos |= {"final_info": last, "_final_info": ended}
        return infos

    def render(self) -> tuple[Any, ...] | None:
        """Each game in order, as the view of its seat to act."""
        if self.render_mode is None:
            return None
        frames = []
        for number in range(self.num_envs):
            position = self.batch.position(number)
            seat = max(position.to_act, 0) if self.seat == seat_kernels.ANYBODY else self.seat
            scene = View.of(self.table.rules, position, seat).scene
            frames.append(pictures.render(scene, self.render_mode, self.render_size))
        return tuple(frames)


def _only(array: Array, where: Array) -> Array:
    """A new array with these rows, and zeros elsewhere."""
    kept = np.zeros_like(array)
    kept[where] = array[where]
    return kept
