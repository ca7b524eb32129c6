"""Many games at once on a GPU, by Numba's CUDA compiler (extra `gpu`).

`Batch(table, games, seed, device="cuda")` makes one. It offers what every batch offers; its arrays are `CardArray`s.
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
from boardwalk.batch.batch import Array, Batch, Playouts
from boardwalk.batch.card import CardArray, load_cuda, simulated
from boardwalk.core.errors import MoveError
from boardwalk.core.game import Position, Table
from boardwalk.core.random import OTHERS, streams

BLOCK = 256  # threads in a block
DEALT_SIDE_BY_SIDE = 32  # of so many games one is dealt by each thread, at first


def _given(array: CardArray) -> Any:
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
        self._seat(tables, games, planes=planes, limit=limit)
        self._cuda = load_cuda()
        table, rules = self.table, self.table.game.rules
        boards, board_of, states = self._deal_out(seed)
        self._kernels: Any = cuda_kernels.bind(rules, states.dtype, self._per_game, table.planes if planes else None)
        self.boards: Any = CardArray.of(boards)
        self.board_of: Any = CardArray.of(board_of)
        self.states: Any = CardArray.of(states)
        self.others: Any = CardArray.of(streams(seed + OTHERS, games))
        self.to_act: Any = CardArray.zeros((games,), np.int8)
        self.masks: Any = CardArray.zeros((games, table.actions), np.uint8, games_inside=True)
        self.planes: Any = CardArray.zeros((games if planes else 1, *table.planes), np.uint8, games_inside=True)
        self.rewards: Any = CardArray.zeros((games, len(table.seats)), np.int8)
        self.ended: Any = CardArray.zeros((games,), np.uint8)
        self.ages: Any = CardArray.zeros((games,), np.int32)
        self._taken: Any = CardArray.zeros((games,), np.int32)
        self._over = CardArray.zeros((1 + games,), np.int32)
        self._refused = CardArray.of(np.array([games], np.int64))
        # Where a game has no way of its own to pick at random, playouts need a mask for each game.
        self._drawn = CardArray.zeros((1 if hasattr(rules, "pick") else games, table.actions), np.uint8)
        self._at = self._records(self.boards, type(table.layout.board)), _given(self.board_of)
        words = _given(self.boards.words()), _given(self.states.words())
        self._dealing = (*self._at, *words, *(_given(CardArray.of(blank)) for blank in self._blanks()))
        self._state_words = words[1]
        self._launch(self._kernels.begin, *self._dealing)
        self.look()

    def look(self) -> None:
        """Write masks and planes anew. Only needed after states were changed by hand."""
        self._launch(
            self._kernels.look,
            *self._at,
            self._state_words,
            _given(self.to_act),
            _given(self.masks),
            _given(self.planes),
            _given(self._over),
        )

    def step(self, actions: Any, *, checked: bool = True) -> None:
        """One action in each game: an array of integers on the card, from any library, or on the host.

        If one is not legal a `MoveError` names its game and nothing has changed. To know that, the host waits for the
        card; unchecked it does not, and a game whose action is not legal is left as it was."""
        chosen = self._chosen(actions)
        if checked:
            self._refused.copy_from_host(np.array([self.games], np.int64))
        self._launch(self._kernels.take, chosen, _given(self.masks), _given(self._taken), _given(self._refused))
        if checked:
            bad = int(self._refused.copy_to_host()[0])
            if bad < self.games:
                action = int(np.asarray(chosen.copy_to_host() if hasattr(chosen, "copy_to_host") else chosen)[bad])
                raise MoveError(f"game {bad} of the batch: action {action} is not legal")
        told = _given(self.rewards), _given(self.ended), _given(self.ages), self.limit
        if not self._per_game:
            shown = _given(self.to_act), _given(self.masks), _given(self.planes)
            self._launch(self._kernels.step, *self._dealing, _given(self._taken), *shown, *told)
            return
        # Games that lay out boards of their own take long to deal: those that are over are dealt by themselves.
        over = _given(self._over)
        self._launch(self._kernels.act, *self._at, self._state_words, _given(self._taken), *told, over)
        self._launch(self._kernels.deal, *self._dealing, over, threads=-(-self.games // DEALT_SIDE_BY_SIDE))
        self.look()

    def greedy(self) -> Any:
        """As on the CPU; the actions stay on the card."""
        slates = self._records(self._slates, type(self.table.layout.slate))
        given = slates, _given(self.others), _given(self._advice)
        self._launch(self._kernels.advise, *self._at, self._state_words, *given)
        return self._advice

    @cached_property
    def _advice(self) -> Any:
        return CardArray.zeros((self.games,), np.int64)

    @cached_property
    def _slates(self) -> Any:
        return CardArray.of(self._new_slates(self.games, compiled=not simulated()))

    def play(self, steps: int) -> Playouts:
        """Play every game at random for `steps` actions. Masks and planes are not kept up to date: see `look`."""
        counts = CardArray.zeros((cuda_kernels.COUNTS,), np.int64)
        self._cuda.synchronize()
        started = perf_counter()
        self._launch(
            self._kernels.play,
            *self._dealing,
            _given(self.to_act),
            _given(self._drawn),
            steps,
            self.limit,
            _given(counts),
        )
        self._cuda.synchronize()
        seconds = perf_counter() - started
        return self._played(counts.copy_to_host(), seconds)

    def position(self, game: int) -> Position:
        """A copy of one game of the batch as a position."""
        rules = self.table.game.rules
        at = int(self.board_of.memory[game])
        board, state = (
            np.asarray(part if simulated() else part.copy_to_host()).copy()
            for part in (self.boards.memory[at : at + 1], self.states.memory[game : game + 1])
        )
        return Position(self.table, rules.Board.wrap(board), rules.State.wrap(state))

    def _chosen(self, actions: Any) -> Any:
        """The actions as a kernel takes them."""
        shape: tuple[int, ...]
        if isinstance(actions, CardArray):
            actions = actions.memory
        if hasattr(actions, "__cuda_array_interface__") and not simulated():
            actions = self._cuda.as_cuda_array(actions)
            kind, shape = actions.dtype, tuple(actions.shape)
        else:
            actions = np.asarray(actions)
            kind, shape = actions.dtype, actions.shape
            if not simulated():
                actions = self._cuda.to_device(np.ascontiguousarray(actions))
        if shape != (self.games,):
            raise MoveError(f"the batch has {self.games} games; expected as many actions, not {shape}")
        if kind.kind not in "iu":
            raise MoveError(f"actions are whole numbers, not of the type {kind}")
        return actions

    def _launch(self, kernel: Any, *arguments: Any, threads: int = 0) -> None:
        """One thread a game, or so many."""
        threads = threads or self.games
        block = min(threads, 4 if simulated() else BLOCK)
        kernel[-(-threads // block), block](*arguments)

    @staticmethod
    def _records(array: CardArray, kind: Any) -> Any:
        """Records as a kernel takes them; `kind` is their class, which the simulator makes."""
        return cuda_kernels.Records(kind, array.memory) if simulated() else array.memory


__all__ = ["Array", "CudaBatch"]
