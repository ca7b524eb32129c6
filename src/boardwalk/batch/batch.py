"""Many games at once, in arrays: on all cores, or on a GPU."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from time import perf_counter
from typing import Any, Self

import numpy as np

from boardwalk.batch import kernels
from boardwalk.batch.checks import actions_on_host, check_count, check_tables
from boardwalk.core.errors import BoardwalkError, MoveError
from boardwalk.core.game import Position, Table
from boardwalk.core.random import OTHERS, streams

Array = np.ndarray[Any, Any]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="boardwalk-batch")


@dataclass(frozen=True)
class Playouts:
    """What a run of random play did. `actions` are those of the seats, `board_steps` the board's own."""

    actions: int
    board_steps: int
    finished: int
    cut: int
    seat_0_wins: int
    seconds: float


def word_size(*records: np.dtype[Any]) -> int:
    """The bytes of the widest words that all of these records divide into."""
    return next(size for size in (8, 4, 2, 1) if all(record.itemsize % size == 0 for record in records))


def words_of(records: Array) -> Array:
    """An array of records as rows of words, which share its memory."""
    size = word_size(records.dtype)
    return records.view(f"u{size}").reshape(len(records), records.itemsize // size)


class Batch:
    """`games` games of one table, stepped together; the arrays are written in place and may be kept and read freely.

    - `states`: the games, an array of records; `boards` and `board_of`: their boards, shared where games share one;
    - `to_act`: the seat to act in each game (a view of the states);
    - `masks[game, action]`: 1 where that seat may take the action;
    - `planes[game]`: what that seat sees, as `encode` writes it (only with `planes=True`);
    - `rewards[game, seat]`: the scores of a game that ended with the last step, else 0;
    - `ended[game]`: 1 when the last step finished the game, 2 when it was cut at `limit` actions; it is a new one now;
    - `others[game]`: the random stream of the bots in that game, apart from the game's own.

    Several tables may be given (a pack of levels), of one game, with boards of one size and as many seats: game i is
    played at table i modulo their number.

    With `device="cuda"` the games are played on a GPU and all arrays stay there: see `boardwalk.batch.cuda_batch`.
    The same seeds and actions make the same games on every device.
    """

    device = "cpu"

    def __new__(cls, *_: Any, device: str = "cpu", **__: Any) -> Self:
        if device not in ("cpu", "cuda"):
            raise BoardwalkError(f"a batch runs on the device cpu or cuda, not {device!r}")
        if device == "cuda" and cls is Batch:
            from boardwalk.batch.cuda_batch import CudaBatch

            made: Any = CudaBatch
            return object.__new__(made)  # type: ignore[no-any-return]
        return object.__new__(cls)

    def __init__(
        self,
        tables: Table | Sequence[Table],
        games: int,
        seed: int = 0,
        *,
        planes: bool = True,
        limit: int = 0,
        threads: int | None = None,
        device: str = "cpu",
    ) -> None:
        self._set_up(tables, games, planes=planes, limit=limit, threads=threads)
        self.threads = min(threads or cores(), games)
        self.boards, self.board_of, self.states = self._deal_out(seed)
        self.others = streams(seed + OTHERS, games)
        self.to_act = self.states["to_act"]
        self.masks = np.zeros((games, self.table.actions), np.uint8)
        self.planes = np.zeros((games if planes else 1, *self.table.planes), np.uint8)
        self.rewards = np.zeros((games, len(self.table.seats)), np.int8)
        self.ended = np.zeros(games, np.uint8)
        self.ages = np.zeros(games, np.int32)
        self._taken = np.zeros(games, np.int64)
        layout = self.table.layout
        words = words_of(self.boards), words_of(self.states)
        blanks = words_of(layout.board.array)[0], words_of(layout.state.array)[0]
        self._dealing = (self.boards, self.board_of, self.states, *words, *blanks, self._per_game)
        self._over_games(kernels.begin_all, *self._dealing)
        self.look()

    def _set_up(
        self, tables: Table | Sequence[Table], games: int, *, planes: bool, limit: int, threads: int | None
    ) -> None:
        """Check and store what every batch is made with, whatever device it runs on."""
        check_count("games", games)
        check_count("limit", limit, least=0)
        if threads is not None:
            check_count("threads", threads)
        self._tables = [tables] if isinstance(tables, Table) else list(tables)
        check_tables(self._tables)
        self.table = self._tables[0]
        self.games = games
        self.limit = limit or -1
        self.with_planes = planes
        self._per_game = self.table.layout.per_game

    def _deal_out(self, seed: int) -> tuple[Array, Array, Array]:
        """The boards, the number of each game's board, and states with nothing in them but their random streams."""
        if self._per_game:
            boards = np.repeat(self.table.layout.board.array, self.games)
            board_of = np.arange(self.games, dtype=np.int32)
        else:
            boards = np.concatenate([one.layout.board.array for one in self._tables])
            board_of = np.arange(self.games, dtype=np.int32) % np.int32(len(self._tables))
        states = np.repeat(self.table.layout.state.array, self.games)
        states["rng"] = streams(seed, self.games)
        return boards, board_of, states

    def look(self) -> None:
        """Write masks and planes anew. Only needed after states were changed by hand."""
        self._over_games(
            kernels.look_all, self.boards, self.board_of, self.states, self.masks, self.planes, self.with_planes
        )

    def step(self, actions: Any, *, checked: bool = True) -> None:
        """One action in each game. If one is not legal a `MoveError` names its game and nothing has changed; unchecked,
        a game whose action is not legal is left as it was."""
        given = actions_on_host(actions, self.games)
        chosen = np.ascontiguousarray(given, np.int64)
        bad = self.table.rules.bind(kernels.take)(chosen, self.masks, self._taken)
        if checked and bad >= 0:
            raise MoveError(f"game {bad} of the batch: action {given[bad]} is not legal")
        self._over_games(
            kernels.step_all,
            *self._dealing,
            self._taken,
            self.masks,
            self.planes,
            self.with_planes,
            self.rewards,
            self.ended,
            self.ages,
            self.limit,
        )

    def greedy(self) -> Any:
        """What the bot `greedy` would do in each game for the seat to act, as actions for `step`, from what that seat
        may know. Each call writes them anew. A `BoardwalkError` where the game's rules have no such bot."""
        advice = self._advice
        seen = np.repeat(self.states[:1], self.threads)
        self._over_games(
            kernels.advise_all,
            self.boards,
            self.board_of,
            self.states,
            each=lambda thread, given: (*given, seen[thread:], self._scratches_of(thread), self.others, advice),
        )
        return advice

    @cached_property
    def _advice(self) -> Any:
        return np.zeros(self.games, np.int64)

    @cached_property
    def _scratches(self) -> Any:
        """The bot's scratch records: one for each thread or, where it has studied the boards, one for each of them."""
        return self._new_scratches(self.threads)

    def _scratches_of(self, thread: int) -> Any:
        return self._scratches if self.table.game.studies else self._scratches[thread : thread + 1]

    def _new_scratches(self, count: int, *, compiled: bool = True) -> Array:
        if self.table.layout.scratch is None:
            raise BoardwalkError(f"the bot greedy of {self.table.game.title} can't play in a batch")
        if self.table.game.studies:
            students = [table.rules if compiled else table.interpreted for table in self._tables]
            return np.concatenate([rules.scratch.array for rules in students])
        return np.repeat(self.table.layout.scratch.array, count)

    def play(self, steps: int) -> Playouts:
        """Play every game at random for `steps` actions. Masks and planes are not kept up to date: see `look`."""
        counts = np.zeros((self.threads, 8), np.int64)
        masks = np.zeros((self.threads, 1, self.table.actions), np.uint8)
        started = perf_counter()
        self._over_games(
            kernels.play_all,
            *self._dealing,
            masks,
            steps,
            self.limit,
            counts,
            each=lambda thread, arguments: (*arguments[:8], masks[thread], *arguments[9:11], counts[thread]),
        )
        seconds = perf_counter() - started
        return self._played(counts.sum(axis=0), seconds)

    @staticmethod
    def _played(counts: Array, seconds: float) -> Playouts:
        actions, board_steps, finished, cut, wins = counts.tolist()[:5]
        return Playouts(actions, board_steps, finished, cut, wins, seconds)

    def position(self, game: int) -> Position:
        """One game of the batch as a position that shares its memory."""
        self._check_game(game)
        at = int(self.board_of[game])
        return self._position(at, self.boards[at : at + 1], self.states[game : game + 1])

    def _check_game(self, game: int) -> None:
        if not 0 <= game < self.games:
            raise BoardwalkError(f"the batch has {self.games} games, numbered from 0: there is no game {game}")

    def _position(self, at: int, board: Array, state: Array) -> Position:
        """A position on board number `at`."""
        table = self.table if self._per_game else self._tables[at]
        return Position(table, table.game.rules.Board.wrap(board), table.game.rules.State.wrap(state))

    def _over_games(
        self,
        kernel: Callable[..., Any],
        *arguments: Any,
        each: Callable[[int, tuple[Any, ...]], tuple[Any, ...]] | None = None,
    ) -> list[Any]:
        """Run a kernel over all games, one stretch of them on each thread, the caller's among them."""
        function = self.table.rules.bind(kernel)
        cuts = [self.games * thread // self.threads for thread in range(self.threads + 1)]
        calls = [
            (*(each(thread, arguments) if each else arguments), cuts[thread], cuts[thread + 1])
            for thread in range(self.threads)
        ]
        if len(calls) == 1:
            return [function(*calls[0])]
        others = [_pool(self.threads - 1).submit(function, *call) for call in calls[1:]]
        return [function(*calls[0]), *(other.result() for other in others)]


def playouts(
    table: Table,
    games: int = 64,
    steps: int = 10_000,
    seed: int = 0,
    *,
    limit: int = 0,
    threads: int | None = None,
    device: str = "cpu",
) -> Playouts:
    """Random play for measuring: `games` games at once, `steps` actions in each."""
    batch = Batch(table, games, seed, planes=False, limit=limit, threads=threads, device=device)
    batch.play(1)
    return batch.play(steps)
