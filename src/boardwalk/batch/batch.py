"""Many games at once, in arrays: on all cores, or on a GPU."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any, ClassVar, Self

import numpy as np

from boardwalk.batch.checks import actions_on_host, check_count, check_tables
from boardwalk.batch.cpu import kernels
from boardwalk.batch.cpu.threads import PerThread, ThreadedKernel
from boardwalk.batch.groups import Blank, Boards, Outcome, Shown, States
from boardwalk.contract.compiling import announced
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.engine.random import OTHERS, streams
from boardwalk.engine.threads import cores
from boardwalk.engine.words import words_of

Array = np.ndarray[Any, Any]
KEPT = ("boards", "states", "others", "masks", "planes", "rewards", "ended", "ages")


@dataclass(frozen=True)
class Playouts:
    """Counts of a run of random play. `actions` are those of the seats, `board_steps` the board's own."""

    actions: int
    board_steps: int
    finished: int
    cut: int
    seat_0_wins: int
    seconds: float


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

    With `device="cuda"` the games are played on a GPU and all arrays stay there: see `boardwalk.batch.gpu.batch`.
    The same seeds and actions make the same games on every device.
    """

    device = "cpu"
    _kept: ClassVar[tuple[str, ...]] = KEPT  # the arrays of which a copy has its own, with what is in them

    def __new__(cls, *_: Any, device: str = "cpu", **__: Any) -> Self:
        if device not in ("cpu", "cuda"):
            raise BoardwalkError(f"a batch runs on the device cpu or cuda, not {device!r}")
        if device == "cuda" and cls is Batch:
            from boardwalk.batch.gpu.batch import CudaBatch

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
        self.boards, self.board_of, self.states = self._make_records(seed)
        self.others = streams(seed + OTHERS, games)
        self.to_act = self.states["to_act"]
        self.masks = np.zeros((games, self.table.actions), np.uint8)
        self.planes = np.zeros((games if planes else 1, *self.table.planes), np.uint8)
        self.rewards = np.zeros((games, len(self.table.seats)), np.int8)
        self.ended = np.zeros(games, np.uint8)
        self.ages = np.zeros(games, np.int32)
        self._accepted = np.zeros(games, np.int64)
        layout = self.table.layout
        self._boards = Boards(self.boards, words_of(self.boards), self.board_of)
        self._states = States(self.states, words_of(self.states))
        self._blank = Blank(words_of(layout.board.array)[0], words_of(layout.state.array)[0], self._per_game)
        self._shown = Shown(self.masks, self.planes, self.with_planes)
        self._outcome = Outcome(self.rewards, self.ended, self.ages, self.limit)
        with announced(self.table, "the batches", kernels.__name__):
            self._over_games(kernels.begin_all, self._boards, self._states, self._blank)()
            self.look()

    def _set_up(
        self, tables: Table | Sequence[Table], games: int, *, planes: bool, limit: int, threads: int | None
    ) -> None:
        """Check and store the arguments that batches on all devices share."""
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

    def _make_records(self, seed: int) -> tuple[Array, Array, Array]:
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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied by its arguments and its arrays: many of them share memory, which copies of the attributes
        would not."""
        return _restored, (type(self), self._arguments(), {name: getattr(self, name) for name in self._kept})

    def _arguments(self) -> dict[str, Any]:
        """The arguments of another batch of these games."""
        more = {"planes": self.with_planes, "limit": max(self.limit, 0), "threads": self.threads}
        return {"tables": self._tables, "games": self.games, **more}

    def look(self) -> None:
        """Update masks and planes. Only needed after states were changed directly."""
        self._look()

    @cached_property
    def _look(self) -> Any:
        return self._over_games(kernels.look_all, self._boards, self._states, self._shown)

    def step(self, actions: Any, *, checked: bool = True) -> None:
        """Step each game by one action. If one is not legal a `MoveError` names its game and nothing has changed;
        unchecked, a game whose action is not legal does not change."""
        given = actions_on_host(actions, self.games)
        chosen = np.ascontiguousarray(given, np.int64)
        bad = self.table.compiled.bind(kernels.accept)(chosen, self.masks, self._accepted)
        if checked and bad >= 0:
            raise MoveError(f"game {bad} of the batch: action {given[bad]} is not legal")
        self._step()

    @cached_property
    def _step(self) -> Any:
        records = self._boards, self._states, self._blank
        return self._over_games(kernels.step_all, *records, self._accepted, self._shown, self._outcome)

    def greedy(self) -> Any:
        """The actions of the bot `greedy` in each game for the seat to act, as actions for `step`, given that seat's
        view. Each call overwrites the array of the last one. A `BoardwalkError` where the game's rules have no such
        bot."""
        self._advise()
        return self._advice

    @cached_property
    def _advise(self) -> Any:
        seen = PerThread(np.repeat(self.states[:1], self.threads).reshape(self.threads, 1))
        bots = seen, self._thread_scratches, self.others
        return self._over_games(kernels.advise_all, self._boards, self._states, *bots, self._advice)

    @cached_property
    def _advice(self) -> Any:
        return np.zeros(self.games, np.int64)

    @cached_property
    def _thread_scratches(self) -> PerThread:
        """The bot's scratch records for each thread: one, or one for each board where they are prepared for it."""
        scratches = self._new_scratches(self.threads)
        if self.table.game.has_rule("prepare_greedy"):
            return PerThread([scratches] * self.threads)
        return PerThread(scratches.reshape(self.threads, 1))

    def _new_scratches(self, count: int, *, compiled: bool = True) -> Array:
        if self.table.layout.scratch is None:
            raise BoardwalkError(f"the bot greedy of {self.table.game.title} can't play in a batch")
        if self.table.game.has_rule("prepare_greedy"):
            every = [table.compiled if compiled else table.interpreted for table in self._tables]
            return np.concatenate([rules.scratch.array for rules in every])
        return np.repeat(self.table.layout.scratch.array, count)

    def play(self, steps: int) -> Playouts:
        """Play every game at random for `steps` actions. Masks and planes are not kept up to date: see `look`."""
        check_count("steps", steps, least=0)
        counts, play = self._counts, self._play
        counts[:] = 0
        started = perf_counter()
        play(steps)
        seconds = perf_counter() - started
        return self._played(counts.sum(axis=0), seconds)

    @cached_property
    def _play(self) -> Any:
        records = self._boards, self._states, self._blank
        masks = PerThread(np.zeros((self.threads, self.table.actions), np.uint8))
        return self._over_games(kernels.play_all, *records, masks, self.limit, PerThread(self._counts))

    @cached_property
    def _counts(self) -> Any:
        """The counters of playouts for each thread, far enough apart to share no cache line."""
        return np.zeros((self.threads, 8), np.int64)

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

    def _over_games(self, kernel: Callable[..., Any], *arguments: Any) -> ThreadedKernel:
        """A kernel that runs over all games when called."""
        return ThreadedKernel(self.table.compiled.bind(kernel), self.games, self.threads, *arguments)


def _restored(kind: type[Batch], arguments: dict[str, Any], arrays: dict[str, Array]) -> Batch:
    batch = kind(**arguments)
    for name, array in arrays.items():
        getattr(batch, name)[...] = array
    return batch


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
