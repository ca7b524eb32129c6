"""Many games at once on a GPU, by Numba's CUDA compiler (extra `gpu`).

`Batch(table, games, seed, device="cuda")` makes one. It offers what every batch offers; its arrays are `DeviceArray`s.
Boards, states and rewards have the CPU's memory layout; `to_act` is an array of its own. Masks and planes have the
CPU's shapes, but their first axis is the innermost in memory: the same entry of neighbouring games is adjacent, so that
the writes of neighbouring threads coalesce. Libraries see this in the strides; one that wants contiguous rows makes its
own copy (`torch.as_tensor(batch.planes).contiguous()`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np

from boardwalk.batch.batch import Array, Batch, Playouts
from boardwalk.batch.checks import actions_on_host, check_actions, check_count
from boardwalk.batch.gpu import kernels as cuda_kernels
from boardwalk.batch.gpu.device_array import DEFAULT_STREAM, DeviceArray, load_cuda, simulated
from boardwalk.batch.gpu.launch import Launch
from boardwalk.batch.groups import Blank, Boards, Outcome, Shown
from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.engine.random import OTHERS, streams
from boardwalk.engine.words import word_size

GAMES_PER_DEALER = 32  # games for which one thread deals


def kernel_array(array: DeviceArray) -> Any:
    """An array as kernels take it."""
    return cuda_kernels.Rows(array.memory) if simulated() else array.memory


def kernel_records(array: DeviceArray, record: Any) -> Any:
    """An array of records as kernels take it; `record` is one of its type."""
    return cuda_kernels.Records(type(record), array.memory) if simulated() else array.memory


class CudaBatch(Batch):
    """The batch on a GPU. Kernels run on CUDA's default stream, one after the other."""

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
        boards, board_of, states = self._make_records(seed)
        self._kernels: Any = cuda_kernels.bind(rules, states.dtype, boards.dtype, self._per_game, table.planes)
        self.boards: Any = DeviceArray.of(boards)
        self.board_of: Any = DeviceArray.of(board_of)
        self.states: Any = DeviceArray.of(states)
        self.others: Any = DeviceArray.of(streams(seed + OTHERS, games))
        self.to_act: Any = DeviceArray.zeros((games,), np.int8)
        self.masks: Any = DeviceArray.zeros((games, table.actions), np.uint8, games_innermost=True)
        self.planes: Any = DeviceArray.zeros((games if planes else 1, *table.planes), np.uint8, games_innermost=True)
        self.rewards: Any = DeviceArray.zeros((games, len(table.seats)), np.int8)
        self.ended: Any = DeviceArray.zeros((games,), np.uint8)
        self.ages: Any = DeviceArray.zeros((games,), np.int32)
        self._accepted: Any = DeviceArray.zeros((games,), np.int32)
        # The first game with an illegal action, or `games`: for steps that are checked, and for those that are not.
        self._first_illegal, self._not_checked = (DeviceArray.of(np.array([games], np.int64)) for _ in range(2))
        self._accepts: dict[Any, Launch] = {}  # by the type and strides of the actions
        self._plays: dict[int, Launch] = {}  # by the number of actions
        size = word_size(states.dtype, boards.dtype)
        board_words, self._state_words = (kernel_array(array.words(size)) for array in (self.boards, self.states))
        blank_board, blank_state = (
            kernel_array(DeviceArray.of(record.array).words(size)) for record in (layout.board, layout.state)
        )
        self._boards = Boards(kernel_records(self.boards, layout.board), board_words, kernel_array(self.board_of))
        self._blank = Blank(blank_board, blank_state, self._per_game)
        self._shown = Shown(kernel_array(self.masks), kernel_array(self.planes), planes)
        rewards, ended, ages = map(kernel_array, (self.rewards, self.ended, self.ages))
        self._outcome = Outcome(rewards, ended, ages, self.limit)
        self._launch(self._kernels.begin, self._boards, self._state_words, self._blank)()
        self.look()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a batch on a GPU can't be pickled or copied: its arrays stay there; one with device='cpu' can")

    def look(self) -> None:
        """Update masks and planes. Only needed after states were changed directly."""
        self._look()

    @cached_property
    def _look(self) -> Launch:
        to_act, over = kernel_array(self.to_act), kernel_array(self._over)
        return self._launch(self._kernels.look, self._boards, self._state_words, to_act, self._shown, over)

    @cached_property
    def _step(self) -> Callable[[], None]:
        """Takes the accepted actions."""
        boards, words, blank, outcome = self._boards, self._state_words, self._blank, self._outcome
        accepted, to_act, over = map(kernel_array, (self._accepted, self.to_act, self._over))
        if not self._per_game:
            return self._launch(self._kernels.step, boards, words, blank, accepted, to_act, self._shown, outcome)
        # Laying out a board takes long: games that are over are dealt anew by a kernel of its own.
        act = self._launch(self._kernels.act, boards, words, accepted, outcome, over)
        dealers = cuda_kernels.SPREAD * -(-self.games // GAMES_PER_DEALER)
        deal = self._launch(self._kernels.deal, boards, words, blank, over, threads=dealers)

        def step() -> None:
            act()
            deal()
            self._look()

        return step

    @cached_property
    def _over(self) -> Any:
        """The number of games that have ended in this step, then their numbers."""
        return DeviceArray.zeros((1 + self.games,), np.int32)

    def step(self, actions: Any, *, checked: bool = True) -> None:
        """One action in each game: an array of integers on the GPU, from any library, or on the host.

        If one is not legal a `MoveError` names its game and nothing has changed. For that check the host waits for the
        GPU; unchecked it does not, and a game whose action is not legal does not change."""
        self._accept(actions, checked=checked)
        self._step()

    def greedy(self) -> Any:
        """As on the CPU; the actions stay on the GPU."""
        self._advise()
        return self._advice

    @cached_property
    def _advise(self) -> Launch:
        streams, advice = kernel_array(self.others), kernel_array(self._advice)
        scratches = kernel_records(self._scratches, self.table.layout.scratch)
        return self._launch(self._kernels.advise, self._boards, self._state_words, scratches, streams, advice)

    @cached_property
    def _advice(self) -> Any:
        return DeviceArray.zeros((self.games,), np.int64)

    @cached_property
    def _scratches(self) -> Any:
        return DeviceArray.of(self._new_scratches(self.games, compiled=not simulated()))

    def play(self, steps: int) -> Playouts:
        """Play every game at random for `steps` actions. Masks and planes are not kept up to date: see `look`."""
        check_count("steps", steps, least=0)
        if steps not in self._plays:
            records = self._boards, self._state_words, self._blank
            to_act, masks, counts = map(kernel_array, (self.to_act, self._play_masks, self._counts))
            self._plays[steps] = self._launch(self._kernels.play, *records, to_act, masks, steps, self.limit, counts)
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
    def _play_masks(self) -> Any:
        """Playouts need a mask for each game, unless the game's rules can pick at random without one."""
        has_pick = self.table.game.has_rule("pick")
        return DeviceArray.zeros((1 if has_pick else self.games, self.table.actions), np.uint8)

    def position(self, game: int) -> Position:
        """A copy of one game of the batch as a position."""
        self._check_game(game)
        at = int(self.board_of.memory[game])
        board, state = (
            np.asarray(part if simulated() else part.copy_to_host()).copy()
            for part in (self.boards.memory[at : at + 1], self.states.memory[game : game + 1])
        )
        return self._position(at, board, state)

    def _accept(self, actions: Any, *, checked: bool) -> None:
        """Copy the actions from wherever they are into `_accepted`, with -1 for those that are not legal, or raise a
        `MoveError`."""
        self._launch_accept(actions, checked=checked)
        bad = int(self._first_illegal.copy_to_host()[0]) if checked else self.games
        if bad < self.games:
            self._first_illegal.copy_from_host(np.array([self.games], np.int64))
            action = int(self._on_host(actions)[bad])
            raise MoveError(f"game {bad} of the batch: action {action} is not legal")

    @cached_property
    def _host_actions(self) -> Any:
        """Actions from the host are copied here."""
        return DeviceArray.zeros((self.games,), np.int64)

    def _launch_accept(self, actions: Any, *, checked: bool) -> None:
        if isinstance(actions, DeviceArray):
            actions = actions.memory
        interface = None if simulated() else getattr(actions, "__cuda_array_interface__", None)
        if interface is None:
            self._host_actions.copy_from_host(actions_on_host(actions, self.games))
            actions, kind, pointer = kernel_array(self._host_actions), None, None
        else:
            check_actions(tuple(interface["shape"]), np.dtype(interface["typestr"]), self.games)
            stream = interface.get("stream")
            if stream not in (None, DEFAULT_STREAM):
                self._cuda.external_stream(stream).synchronize()
            kind, pointer = (interface["typestr"], interface.get("strides")), interface["data"][0]
        accept = self._accepts.get((kind, checked))
        if accept is None:
            array = actions if interface is None else self._cuda.as_cuda_array(actions)
            first_illegal = kernel_array(self._first_illegal if checked else self._not_checked)
            masks, accepted = kernel_array(self.masks), kernel_array(self._accepted)
            accept = self._launch(self._kernels.accept, array, masks, accepted, first_illegal)
            self._accepts[kind, checked] = accept
        accept(pointer)

    def _on_host(self, actions: Any) -> Array:
        if hasattr(actions, "__cuda_array_interface__") and not simulated():
            actions = self._cuda.as_cuda_array(actions).copy_to_host()
        return np.asarray(actions)

    def _launch(self, kernel: Any, *arguments: Any, threads: int = 0) -> Launch:
        """A kernel that runs when called, with one thread for each game or with this number of `threads`."""
        return Launch(kernel, threads or self.games, self._kernels.block, *arguments)


__all__ = ["Array", "CudaBatch"]
