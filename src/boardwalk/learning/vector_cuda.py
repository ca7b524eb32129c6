"""The vector environment on a GPU: `gymnasium.make_vec("boardwalk/…", num_envs=…, device="cuda")`.

The games are those of the CPU's, byte for byte. Observations, masks, rewards and ends stay on the GPU: they are
`DeviceArray`s, or these converted once by `convert`. Each step overwrites them in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv

from boardwalk.batch.gpu.batch import CudaBatch, kernel_array, kernel_records
from boardwalk.batch.gpu.device_array import DeviceArray, load_cuda
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table
from boardwalk.learning import seat_kernels, seat_kernels_cuda
from boardwalk.learning.opponents import EASY, RANDOM
from boardwalk.learning.seat_kernels import Ends, Learner, Turns
from boardwalk.learning.seat_kernels_cuda import Report
from boardwalk.learning.vector import SELF, BoardwalkVectorEnv


class CudaSeatBatch(CudaBatch):
    """A batch on a GPU in which one seat is played from outside; the rest is as in `seat_kernels`."""

    def __init__(
        self, table: Table, games: int, seed: int, *, learner: Learner, limit: int, step_reward: float
    ) -> None:
        super().__init__(table, games, seed, limit=limit)
        self.last_masks = DeviceArray.zeros((games, table.actions), np.uint8, games_innermost=True)
        self.last_planes = DeviceArray.zeros((games, *table.planes), np.uint8, games_innermost=True)
        self.last_seats = DeviceArray.zeros((games,), np.int8)
        self.over, self.terminated, self.truncated = (DeviceArray.zeros((games,), np.bool_) for _ in range(3))
        self.gains = DeviceArray.zeros((games,), np.float32)
        doing, waits = DeviceArray.zeros((games,), np.uint8), DeviceArray.zeros((games,), np.int32)
        turns = Turns(*map(kernel_array, (doing, self._accepted, waits)))
        ends = Ends(*map(kernel_array, (self.last_masks, self.last_planes, self.last_seats)))
        over, gains, terminated, truncated = map(kernel_array, (self.over, self.gains, self.terminated, self.truncated))
        report = Report(over, gains, terminated, truncated, step_reward)
        to_act, streams = kernel_array(self.to_act), kernel_array(self.others)
        records = self._boards, self._state_words, self._blank
        shared = to_act, self._shown, self._outcome, learner, self._scratches_for(learner), streams
        kernel = seat_kernels_cuda.bind(
            table.game.rules, self.states.dtype, self.boards.dtype, self._per_game, table.planes
        )
        self._begin, self._act = (
            self._launch(kernel, *records, do, turns, *shared, ends, report)
            for do in (seat_kernels.BEGIN, seat_kernels.ACT)
        )
        self._begin()

    def _scratches_for(self, learner: Learner) -> Any:
        """The scratch records of greedy. Where greedy is not called any record of the right type will do."""
        layout = self.table.layout
        if learner.others == seat_kernels.GREEDY:
            return kernel_records(self._scratches, layout.scratch)
        unused = layout.scratch or layout.state
        return kernel_records(DeviceArray.of(unused.array), unused)

    def step_games(self, actions: Any, *, checked: bool) -> None:
        """One action of the learner in each game, and all steps until its next turn."""
        self._accept(actions, checked=checked)
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
            raise BoardwalkError("arrays on a GPU are overwritten in place; copy them with your library")
        super().__init__(game, num_envs, copy=False, device=device, **more)
        from_outside = self._learner.others == seat_kernels.FROM_OUTSIDE
        if from_outside and self.opponent != SELF and len(self.table.seats) > 1:
            raise BoardwalkError(f"on a GPU opponent must be {RANDOM!r}, {EASY!r} or {SELF!r}")
        load_cuda()  # fails here, not in the first reset, where there is no GPU
        self.convert = convert or (lambda array: array)
        self._results: tuple[Any, ...] = ()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        VectorEnv.reset(self, seed=seed)
        self._batch: Any = CudaSeatBatch(
            self.table,
            self.num_envs,
            self._first_seed(seed),
            learner=self._learner,
            limit=self.limit,
            step_reward=self.step_reward,
        )
        report = (self._batch.planes, self._batch.gains, self._batch.terminated, self._batch.truncated)
        self._results = (*map(self.convert, report), self._converted_infos())
        return self._results[0], self._results[-1]

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """`actions`: an array of integers on the GPU, from any library, or on the host. With `illegal="raise"` the
        host waits for the GPU to check that they are legal."""
        batch: Any = self.batch
        batch.step_games(actions, checked=self.illegal == "raise")
        observations, rewards, terminated, truncated, infos = self._results
        return observations, rewards, terminated, truncated, dict(infos)

    def _converted_infos(self) -> dict[str, Any]:
        """As on the CPU, but the arrays of games that have ended are always there: `_final_obs` says which have."""
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
