"""The vector environment on a GPU: `gymnasium.make_vec("boardwalk/…", num_envs=…, device="cuda")`.

The games are those of the CPU's, to the byte. Observations, masks, rewards and ends stay on the card: they are
`DeviceArray`s, or what `convert` makes of them once. Each step writes them anew in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv

from boardwalk.adapters import seat_kernels, seat_kernels_cuda
from boardwalk.adapters.opponents import GREEDY, RANDOM
from boardwalk.adapters.vector import SELF, BoardwalkVectorEnv
from boardwalk.batch.cuda_batch import CudaBatch, given
from boardwalk.batch.device_array import DeviceArray, load_cuda
from boardwalk.core.errors import BoardwalkError
from boardwalk.core.game import Table


class CudaSeatBatch(CudaBatch):
    """A batch on the card in which one seat is played from outside; the rest is as in `seat_kernels`."""

    def __init__(
        self, table: Table, games: int, seed: int, *, seat: int, how: int, lose: bool, limit: int, step_reward: float
    ) -> None:
        super().__init__(table, games, seed)
        self.doing = DeviceArray.zeros((games,), np.uint8)
        self.waits = DeviceArray.zeros((games,), np.int32)
        self.last_masks = DeviceArray.zeros((games, table.actions), np.uint8, games_inside=True)
        self.last_planes = DeviceArray.zeros((games, *table.planes), np.uint8, games_inside=True)
        self.last_seats = DeviceArray.zeros((games,), np.int8)
        self.over, self.terminated, self.truncated = (DeviceArray.zeros((games,), np.bool_) for _ in range(3))
        self.gains = DeviceArray.zeros((games,), np.float32)
        written = (self.doing, self.to_act, self.masks, self.planes, self.rewards, self.ended, self.ages, self.waits)
        last = (self.others, self.last_masks, self.last_planes, self.last_seats)
        told = (self.over, self.gains, self.terminated, self.truncated)
        kernel = seat_kernels_cuda.bind(
            table.game.rules, self.states.dtype, self.boards.dtype, self._per_game, table.planes
        )
        scratches = self._asked(how)
        self._begin, self._act = (
            self._launch(
                kernel,
                *self._dealing,
                do,
                given(self._taken),
                *map(given, (*written, *last, *told)),
                *(seat, how, lose, limit, step_reward),
                scratches,
            )
            for do in (seat_kernels.BEGIN, seat_kernels.ACT)
        )
        self._begin()

    def _asked(self, how: int) -> Any:
        """What greedy reckons on; where it is not asked, any record will do."""
        layout = self.table.layout
        if how == seat_kernels.GREEDY:
            return self._records(self._scratches, type(layout.scratch))
        unasked = layout.state if layout.scratch is None else layout.scratch
        return self._records(DeviceArray.of(unasked.array), type(unasked))

    def step_games(self, actions: Any, *, checked: bool) -> None:
        """One action of the learner in each game, and all that follows until it is its turn again."""
        self._take(actions, checked=checked)
        self._act()


class CudaVectorEnv(BoardwalkVectorEnv):
    """`BoardwalkVectorEnv` with `device="cuda"`, which makes one."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        device: str = "cuda",
        copy: bool | None = None,
        convert: Callable[[DeviceArray], Any] | None = None,
        **more: Any,
    ) -> None:
        if copy:
            raise BoardwalkError("arrays on a card are written in place; copy them with your library")
        super().__init__(game, num_envs, copy=False, device=device, **more)
        if self._how == seat_kernels.FROM_OUTSIDE and self.opponent != SELF and len(self.table.seats) > 1:
            raise BoardwalkError(f"on a card the others are {RANDOM!r}, {GREEDY!r} or, by {SELF!r}, you")
        load_cuda()  # whoever has no card hears of it now
        self.convert = convert or (lambda array: array)
        self._results: tuple[Any, ...] = ()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        VectorEnv.reset(self, seed=seed)
        self._batch: Any = CudaSeatBatch(
            self.table,
            self.num_envs,
            self._first_seed(seed),
            seat=self.seat,
            how=self._how,
            lose=self.illegal == "lose",
            limit=self.limit,
            step_reward=self.step_reward,
        )
        told = (self._batch.planes, self._batch.gains, self._batch.terminated, self._batch.truncated)
        self._results = (*map(self.convert, told), self._told())
        return self._results[0], self._results[-1]

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """`actions`: an array of integers on the card, from any library, or on the host. With `illegal="raise"` the
        host waits for the card to know that they are legal."""
        batch: Any = self.batch
        batch.step_games(actions, checked=self.illegal == "raise")
        observations, rewards, terminated, truncated, infos = self._results
        return observations, rewards, terminated, truncated, dict(infos)

    def _told(self) -> dict[str, Any]:
        """As on the CPU, but what games were like at their end is always there: `_final_obs` says where."""
        batch, show = self._batch, self.convert
        everywhere = show(DeviceArray.of(np.ones(self.num_envs, np.bool_)))
        infos: dict[str, Any] = {
            "action_mask": show(batch.masks.as_kind(np.int8)),
            "_action_mask": everywhere,
            "seat": show(batch.to_act),
            "_seat": everywhere,
        }
        if self.seat == seat_kernels.ANYBODY:
            infos |= {"rewards": show(batch.rewards), "_rewards": everywhere}
        over = show(batch.over)
        last = {
            "action_mask": show(batch.last_masks.as_kind(np.int8)),
            "_action_mask": over,
            "seat": show(batch.last_seats),
            "_seat": over,
        }
        return infos | {
            "final_obs": show(batch.last_planes),
            "_final_obs": over,
            "final_info": last,
            "_final_info": over,
        }
