"""One game as an environment steps it: observations and masks of each seat, and its whole state as bytes.

It steps as a `Match` does but keeps only the actions, so that copies are cheap however long the game is."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

import msgspec
import numpy as np

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.options import fields, read_game_string
from boardwalk.engine.random import OTHERS, streams
from boardwalk.match import MatchRecord
from boardwalk.match.stepper import Stepper

Array = np.ndarray[Any, Any]

ILLEGAL = ("raise", "lose", "random")  # how illegal actions are treated
APART = 0x9E3779B97F4A7C15  # between the seeds of one batch's games, as in engine.random.streams


def table_of(game: str, options: Mapping[str, Any], environment: type) -> Table:
    """The table for a game's name, or a game string, and the further arguments of an environment that is being made. An
    unknown option is a `TypeError` in Python's usual words, which other libraries catch and parse."""
    name, given = read_game_string(game)
    known = fields(registry.game(name).setup.Options)
    for option in options:
        if option not in known:
            raise TypeError(
                f"{environment.__name__}.__init__() got an unexpected keyword argument {option!r}; "
                f"the options of {name} are {', '.join(known)}"
            )
    return registry.table(name, {**given, **options})


def seed_of(seed: int, number: int) -> int:
    """The seed of game `number` in the sequence from one seed: of a batch, or of one environment's episodes."""
    return (seed + number * APART) % 2**64


def action_number(action: object) -> int:
    """The action of a learner or an opponent as an integer; a `MoveError` for anything else."""
    if not isinstance(action, bool | np.bool_):
        with suppress(TypeError):
            return operator.index(action)  # type: ignore[arg-type]
    raise MoveError(f"actions are integers, not {action!r}")


def check_choice(name: str, value: object, allowed: tuple[str | None, ...]) -> None:
    """A `BoardwalkError` unless the value is one of these."""
    if value not in allowed:
        raise BoardwalkError(f"{name} must be one of {', '.join(map(str, allowed))}, not {value!r}")


def check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise BoardwalkError(f"seat must be from 0 to {len(table.seats) - 1}, not {seat}")


class SavedEpisode(msgspec.Struct, frozen=True):
    """An episode as it is stored. The board is omitted where it follows from the options."""

    game: str
    version: int
    options: dict[str, Any]
    seed: int
    actions: list[int]
    ahead: dict[int, list[int]]
    state: bytes
    board: bytes
    others: tuple[int, int]


class Episode(Stepper):
    """A game under way at a table. `others` is the random stream of random players, separate from the game's own, so
    that the game's random numbers do not depend on its players. With `together` all seats may choose at any time: in
    secret where the game reveals their choices together, else as if it were their turn."""

    def __init__(self, table: Table, seed: int, *, together: bool = False) -> None:
        self.seed = seed % 2**64
        self.together = together
        self.actions: list[int] = []
        self.others: Array = streams(self.seed + OTHERS)[0]
        super().__init__(table, table.deal(self.seed), table.rules)

    def _stepped(self, seat: int, action: int) -> None:
        if seat >= 0:
            self.actions.append(action)

    # -- views

    def own(self, seat: int) -> Position:
        """The position for a seat: with its choices before its turn, or as if it were its turn."""
        if not self.together or self.over or seat == self.to_act or seat < 0:
            return self.position
        if self.table.game.play.idle is None:
            return super().own(seat)
        own = self.position.copy()
        own.state.to_act = seat
        return own

    def observe(self, seat: int) -> Array:
        """The seat's observation: u8[planes, rows, cols]. The position need not be concealed: `encode` reads nothing
        that `conceal` clears."""
        return self.rules.encoded(self.own(seat), seat)

    def mask(self, seat: int) -> Array:
        """1 for each action that the seat may take now, in the type that Gymnasium's `sample` takes; else zeros.
        `legal` too depends only on what is visible to the seat."""
        own = self.own(seat)
        if own.to_act != seat:
            return np.zeros(self.table.actions, np.int8)
        return self.rules.legal_mask(own).view(np.int8)

    def is_legal(self, seat: int, action: int) -> bool:
        return 0 <= action < self.table.actions and bool(self.mask(seat)[action])

    # -- steps

    def act(self, seat: int, action: int | str) -> None:
        if self.over:
            raise MoveError("the game is over; call reset()")
        super().act(seat, action)

    def _illegal(self, action: int) -> MoveError:
        return MoveError(f"action {action} is not legal now; the action mask says which are")

    def act_at_random(self) -> None:
        """A random legal action of the seat to act."""
        self._step(self.to_act, self.random_action(self.to_act))
        self._run_board()

    def random_action(self, seat: int) -> int:
        """A legal action of the seat, each with the same chance, from the stream of `others`."""
        position = self.own(seat)
        stream = position.state.rng
        own = stream.tolist()
        stream[0], stream[1] = self.others.tolist()  # the game's own draws stay those of its seed
        action = int(self.rules.call("pick", position, np.zeros(self.table.actions, np.uint8)))
        self.others[:] = stream.tolist()
        stream[0], stream[1] = own
        return action

    # -- saving and copying

    def record(self) -> MatchRecord:
        """The game so far as a record, which `Match.from_record` replays."""
        game = self.table.game
        options = self.table.options.changed()
        return MatchRecord(
            game=game.name, version=game.version, options=options, seed=self.seed, actions=list(self.actions)
        )

    def copy(self) -> Self:
        twin = super().copy()
        twin.actions = list(self.actions)
        twin.others = self.others.copy()
        return twin

    def save(self) -> SavedEpisode:
        record, own_board = self.record(), self.table.layout.per_game
        low, carry = self.others.tolist()
        return SavedEpisode(
            game=record.game,
            version=record.version,
            options=record.options,
            seed=record.seed,
            actions=record.actions,
            ahead=self._ahead,
            state=self.position.state.to_bytes(),
            board=self.position.board.to_bytes() if own_board else b"",
            others=(low, carry),
        )

    @classmethod
    def restored(cls, table: Table, saved: SavedEpisode, *, together: bool = False) -> Episode:
        """The episode that was saved; a `BoardwalkError` if it was saved at another table."""
        of = table.game
        if (saved.game, saved.version, saved.options) != (of.name, of.version, table.options.changed()):
            raise BoardwalkError(f"the state is of another game, version or options than {table} {of.version}")
        board = len(table.layout.board.to_bytes()) if table.layout.per_game else 0
        if (len(saved.state), len(saved.board)) != (len(table.layout.state.to_bytes()), board):
            raise BoardwalkError("the state is damaged: its parts are not of the right length")
        episode = cls.__new__(cls)
        episode.table, episode.rules, episode.names = table, table.rules, table.seats
        episode.together, episode.seed = together, saved.seed
        episode.position = table.blank()
        episode.position.state.set_bytes(saved.state)
        if saved.board:
            episode.position.board.set_bytes(saved.board)
        episode.actions = list(saved.actions)
        episode.others = np.array(saved.others, np.uint32)
        episode._ahead = {seat: list(chosen) for seat, chosen in saved.ahead.items()}
        return episode
