"""Many games at once on a GPU, by Numba's CUDA compiler (extra `gpu`).

`Batch(table, games, seed, device="cuda")` makes one. It offers what every batch offers; its arrays are `DeviceArray`s.
Boards, states and rewards lie as they do on the CPU; `to_act` is an array of its own. Masks and planes have the CPU's
shapes too, but neighbours in memory are the same entry of neighbouring games: that is how threads write them at full
speed. Libraries see it in the strides; one that wants rows in order makes its own copy
(`torch.as_tensor(batch.planes).contiguous()`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np

from boardwalk.batch import cuda_kernels
from boardwalk.batch.batch import Array, Batch, Playouts, word_size
from boardwalk.batch.checks import actions_on_host, check_actions
from boardwalk.batch.device_array import DEFAULT_STREAM, DeviceArray, load_cuda, simulated
from boardwalk.batch.launch import Launch
from boardwalk.core.errors import MoveError
from boardwalk.core.game import Position, Table
from boardwalk.core.random import OTHERS, streams

DEALT_AT_ONCE = 32  # of so many games one can be dealt anew at the same time


def given(array: DeviceArray) -> Any:
    """An array as kernels are given it."""
    return cuda_kernels.Rows(array.memory) if simulated() else array.memory


class CudaBatch(Batch):
    """The batch on the card. Kernels run on CUDA's default stream, one after the other."""

    device = "cuda"

    def __init__(
        self,
        tables: Table | Sequence[Table],
        games: int,
        seed: int = 0,
        *,
        planes: bool = True,
        limit: int = 0,
        threads: int | None = None,
        device: str = "cuda",
    ) -> None:
        self._set_up(tables, games, planes=planes, limit=limit, threads=threads)
        self._cuda = load_cuda()
        table, rules, layout = self.table, self.table.game.rules, self.table.layout
        boards, board_of, states = self._deal_out(seed)
        self._kernels: Any = cuda_kernels.bind(
            rules, states.dtype, boards.dtype, self._per_game, table.planes if planes else None
        )
        self.boards: Any = DeviceArray.of(boards)
        self.board_of: Any = DeviceArray.of(board_of)
        self.states: Any = DeviceArray.of(states)
        self.others: Any = DeviceArray.of(streams(seed + OTHERS, games))
        self.to_act: Any = DeviceArray.zeros((games,), np.int8)
        self.masks: Any = DeviceArray.zeros((games, table.actions), np.uint8, games_inside=True)
        self.planes: Any = DeviceArray.zeros((games if planes else 1, *table.planes), np.uint8, games_inside=True)
        self.rewards: Any = DeviceArray.zeros((games, len(table.seats)), np.int8)
        self.ended: Any = DeviceArray.zeros((games,), np.uint8)
        self.ages: Any = DeviceArray.zeros((games,), np.int32)
        self._taken: Any = DeviceArray.zeros((games,), np.int32)
        self._refused, self._unasked = (DeviceArray.of(np.array([games], np.int64)) for _ in range(2))
        size = word_size(states.dtype, boards.dtype)
        blanks = (DeviceArray.of(blank.array).words(size) for blank in (layout.board, layout.state))
        self._at = self._records(self.boards, type(layout.board)), given(self.board_of)
        self._state_words = given(self.states.words(size))
        self._dealing = *self._at, given(self.boards.words(size)), self._state_words, *map(given, blanks)
        self._takes: dict[Any, Launch] = {}
        self._plays: dict[int, Launch] = {}
        self._launch(self._kernels.begin, *self._dealing)()
        self.look()

    def look(self) -> None:
        """Write masks and planes anew. Only needed after states were changed by hand."""
        self._look()

    @cached_property
    def _look(self) -> Launch:
        return self._launch(self._kernels.look, *self._dealing[:4], *self._shown, given(self._over))

    @cached_property
    def _steps(self) -> tuple[Launch, ...]:
        """What makes a step, once actions are taken over."""
        told = given(self.rewards), given(self.ended), given(self.ages), self.limit
        if not self._per_game:
            return (self._launch(self._kernels.step, *self._dealing, given(self._taken), *self._shown, *told),)
        # Games that lay out boards of their own take long to deal: those that are over are dealt by themselves.
        over, dealing = given(self._over), cuda_kernels.SPREAD * -(-self.games // DEALT_AT_ONCE)
        return (
            self._launch(self._kernels.act, *self._at, self._state_words, given(self._taken), *told, over),
            self._launch(self._kernels.deal, *self._dealing, over, threads=dealing),
            self._look,
        )

    @cached_property
    def _shown(self) -> tuple[Any, ...]:
        return given(self.to_act), given(self.masks), given(self.planes)

    @cached_property
    def _over(self) -> Any:
        return DeviceArray.zeros((1 + self.games,), np.int32)

    def step(self, actions: Any, *, checked: bool = True) -> None:
        """One action in each game: an array of integers on the card, from any library, or on the host.

        If one is not legal a `MoveError` names its game and nothing has changed. To know that, the host waits for the
        card; unchecked it does not, and a game whose action is not legal is left as it was."""
        self._take(actions, checked=checked)
        for launch in self._steps:
            launch()

    def greedy(self) -> Any:
        """As on the CPU; the actions stay on the card."""
        self._advise()
        return self._advice

    @cached_property
    def _advise(self) -> Launch:
        scratches = self._records(self._scratches, type(self.table.layout.scratch))
        written = given(self.others), given(self._advice)
        return self._launch(self._kernels.advise, *self._at, self._state_words, scratches, *written)

    @cached_property
    def _advice(self) -> Any:
        return DeviceArray.zeros((self.games,), np.int64)

    @cached_property
    def _scratches(self) -> Any:
        return DeviceArray.of(self._new_scratches(self.games, compiled=not simulated()))

    def play(self, steps: int) -> Playouts:
        """Play every game at random for `steps` actions. Masks and planes are not kept up to date: see `look`."""
        if steps not in self._plays:
            drawn = given(self.to_act), given(self._drawn), steps, self.limit, given(self._counts)
            self._plays[steps] = self._launch(self._kernels.play, *self._dealing, *drawn)
        self._counts.copy_from_host(np.zeros(cuda_kernels.COUNTS, np.int64))
        self._cuda.synchronize()
        started = perf_counter()
        self._plays[steps]()
        self._cuda.synchronize()
        seconds = perf_counter() - started
        return self._played(self._counts.copy_to_host(), seconds)

    @cached_property
    def _counts(self) -> Any:
        return DeviceArray.zeros((cuda_kernels.COUNTS,), np.int64)

    @cached_property
    def _drawn(self) -> Any:
        """Where a game has no way of its own to pick at random, playouts need a mask for each game."""
        own_way = hasattr(self.table.game.rules, "pick")
        return DeviceArray.zeros((1 if own_way else self.games, self.table.actions), np.uint8)

    def position(self, game: int) -> Position:
        """A copy of one game of the batch as a position."""
        self._check_game(game)
        at = int(self.board_of.memory[game])
        board, state = (
            np.asarray(part if simulated() else part.copy_to_host()).copy()
            for part in (self.boards.memory[at : at + 1], self.states.memory[game : game + 1])
        )
        return self._position(at, board, state)

    def _take(self, actions: Any, *, checked: bool) -> None:
        """Take over the actions, wherever they are; -1 in the place of one that is not legal, or a `MoveError`."""
        self._take_launch(actions, checked=checked)
        bad = int(self._refused.copy_to_host()[0]) if checked else self.games
        if bad < self.games:
            self._refused.copy_from_host(np.array([self.games], np.int64))
            action = int(self._on_host(actions)[bad])
            raise MoveError(f"game {bad} of the batch: action {action} is not legal")

    @cached_property
    def _handed(self) -> Any:
        """Where actions from the host are put."""
        return DeviceArray.zeros((self.games,), np.int64)

    def _take_launch(self, actions: Any, *, checked: bool) -> None:
        if isinstance(actions, DeviceArray):
            actions = actions.memory
        on_card = None if simulated() else getattr(actions, "__cuda_array_interface__", None)
        if on_card is None:
            self._handed.copy_from_host(actions_on_host(actions, self.games))
            actions, kind, pointer = given(self._handed), None, None
        else:
            check_actions(tuple(on_card["shape"]), np.dtype(on_card["typestr"]), self.games)
            stream = on_card.get("stream")
            if stream not in (None, DEFAULT_STREAM):
                self._cuda.external_stream(stream).synchronize()
            kind, pointer = (on_card["typestr"], on_card.get("strides")), on_card["data"][0]
        take = self._takes.get((kind, checked))
        if take is None:
            array = actions if on_card is None else self._cuda.as_cuda_array(actions)
            refused = given(self._refused if checked else self._unasked)
            take = self._launch(self._kernels.take, array, given(self.masks), given(self._taken), refused)
            self._takes[kind, checked] = take
        take(pointer)

    def _on_host(self, actions: Any) -> Array:
        if hasattr(actions, "__cuda_array_interface__") and not simulated():
            actions = self._cuda.as_cuda_array(actions).copy_to_host()
        return np.asarray(actions)

    def _launch(self, kernel: Any, *arguments: Any, threads: int = 0) -> Launch:
        """One thread a game, or so many."""
        return Launch(kernel, threads or self.games, self._kernels.block, *arguments)

    @staticmethod
    def _records(array: DeviceArray, kind: Any) -> Any:
        """Records as a kernel takes them; `kind` is their class, which the simulator makes."""
        return cuda_kernels.Records(kind, array.memory) if simulated() else array.memory


__all__ = ["Array", "CudaBatch"]
