"""The one authority over a game: it checks, applies, logs, and hands out views."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from copy import copy
from pathlib import Path
from typing import NamedTuple

from boardwalk.core import registry
from boardwalk.core.errors import BoardwalkError, MoveError, RecordError, from_file
from boardwalk.core.game import Position, Rules, Table
from boardwalk.core.rules import BOARD, NOBODY
from boardwalk.match.record import MatchRecord, read_record, write_record
from boardwalk.match.view import View

START = -4  # in the place of a seat: the frame that was dealt
BOARD_STEP = 0  # the action number that stands for the board's own step


class Step(NamedTuple):
    """One step of a match: who took it (a seat, BOARD or START), which action, and the state after it."""

    seat: int
    action: int
    state: bytes


class Match:
    """One game being played. The board's own steps are taken as soon as they are due, each as a frame of its own.

    >>> import boardwalk
    >>> match = boardwalk.Match(boardwalk.table("box_world"), seed=7)
    >>> match.to_act, len(match.steps)
    (0, 1)
    """

    def __init__(
        self, table: Table, seed: int | None = None, *, names: Sequence[str] = (), rules: Rules | None = None
    ) -> None:
        self.table = table
        self.seed = secrets.randbits(53) if seed is None else seed
        self.names = tuple(names) or table.seats
        self.rules = rules or table.rules
        self.position = table.deal(self.seed, self.rules)
        self.steps = [Step(START, BOARD_STEP, self.position.state.to_bytes())]
        self._undone: list[int] = []
        self._ahead: dict[int, list[int]] = {}  # what seats have chosen before their turn
        self._shown: dict[int, tuple[Step, Position]] = {}  # what each seat was last shown: the next view begins there
        self._run_board()

    # -- what it is like now

    @property
    def to_act(self) -> int:
        """The seat to act, or NOBODY when the game is over."""
        return self.position.to_act

    @property
    def over(self) -> bool:
        return self.to_act == NOBODY

    @property
    def scores(self) -> tuple[int, ...]:
        """1, 0 or -1 for each seat."""
        return self.rules.scores(self.position)

    @property
    def actions(self) -> list[int]:
        """What the seats did, events included, in order."""
        return [frame.action for frame in self.steps if frame.seat >= 0]

    def at(self, number: int) -> Position:
        """The full position after frame `number` (0 is as dealt, -1 the newest)."""
        position = self.position.copy()
        position.state.set_bytes(self.steps[number].state)
        return position

    def view(self, seat: int, number: int = -1) -> View:
        """What a seat, or the AUDIENCE, may know after frame `number`."""
        number = number % len(self.steps)
        newest = number == len(self.steps) - 1
        ahead = self._chosen_ahead(seat) if newest else None
        seen = self.rules.concealed(ahead or self.at(number), seat)
        news: list[str] = []
        if number:
            frame, before = self._shown.get(seat, (None, seen))
            if frame is not self.steps[number - 1]:
                before = self.rules.concealed(self.at(number - 1), seat)
            news = self.table.game.announce(before, seen, seat)
        if not ahead:
            self._shown[seat] = self.steps[number], seen
        return View(seat, seen, self.rules, tuple(news))

    def copy(self) -> Match:
        """A match of its own that stands where this one does: to try something out before it counts."""
        twin = copy(self)
        twin.position = self.position.copy()
        twin.steps = list(self.steps)
        twin._undone = list(self._undone)
        twin._ahead = {seat: list(chosen) for seat, chosen in self._ahead.items()}
        twin._shown = dict(self._shown)
        return twin

    # -- what changes it

    def act(self, seat: int, action: int) -> None:
        """One action of a seat, and the board's steps that follow from it; a `MoveError` if it may not.

        Where choices are secret and revealed together, a seat need not wait for the others: what it chooses before its
        turn is kept and taken when the turn comes."""
        if self.over:
            raise MoveError("the game is over")
        if seat == self.to_act:
            self._check(self.position, action)
            self._undone.clear()
            self._step(seat, action)
            self._go_on()
        else:
            ahead = self._chosen_ahead(seat)
            if ahead is None or ahead.to_act != seat:
                raise MoveError(f"it is {self.names[self.to_act]}'s turn to act")
            self._check(ahead, action)
            self._ahead.setdefault(seat, []).append(action)

    def _check(self, position: Position, action: int) -> None:
        if not 0 <= action < self.table.actions or not self.rules.legal_mask(position)[action]:
            raise MoveError(f"{self._text(action)} is not possible now")

    def _chosen_ahead(self, seat: int) -> Position | None:
        """The position as a seat has it that may choose before its turn, with what it has chosen so far."""
        if seat == self.to_act or not 0 <= seat < len(self.table.seats) or self.over:
            return None
        return self.table.game.ahead(self.position, seat, self._ahead.get(seat, ()))

    def _go_on(self) -> None:
        """The board's steps, and what seats have chosen ahead, as far as they are due."""
        self._run_board()
        while chosen := self._ahead.get(self.to_act):
            self._step(self.to_act, chosen.pop(0))
            self._run_board()

    def event(self, seat: int, name: str) -> None:
        """Something a seat may do besides acting, such as resigning; a `MoveError` if it may not."""
        if name not in self.table.game.events:
            raise MoveError(f"{self.table.game.title} has no {name!r}")
        if not 0 <= seat < len(self.table.seats):
            raise MoveError(f"there is no seat {seat}")
        number = self.position.event(name, seat)
        if self.over or not self.rules.allowed(self.position, number):
            raise MoveError(f"{self.names[seat]} can't {name} now")
        self._undone.clear()
        self._step(seat, number)
        self._go_on()

    def undo(self) -> None:
        """Take the last action back, with the board's steps after it; a `MoveError` where that is not allowed."""
        if not self.table.game.undo:
            raise MoveError(f"nothing can be undone in {self.table.game.title}")
        last = max((n for n, frame in enumerate(self.steps) if frame.seat >= 0), default=0)
        if not last:
            raise MoveError("there is nothing to undo")
        self._undone.append(self.steps[last].action)
        del self.steps[last:]
        self.position.state.set_bytes(self.steps[-1].state)

    def redo(self) -> None:
        """Take the last undone action again."""
        if not self._undone:
            raise MoveError("there is nothing to redo")
        self._step(max(self.to_act, 0), self._undone.pop())
        self._run_board()

    def _text(self, action: int) -> str:
        if not 0 <= action < self.table.actions:
            return f"action {action}"
        return self.table.game.write_action(self.position, action)

    def _step(self, seat: int, action: int) -> None:
        self.rules.apply(self.position, action)
        self.steps.append(Step(seat, action, self.position.state.to_bytes()))

    def _run_board(self) -> None:
        while self.to_act == BOARD:
            self._step(BOARD, BOARD_STEP)

    # -- as a record

    def record(self) -> MatchRecord:
        game = self.table.game
        return MatchRecord(
            game=game.name,
            version=game.version,
            options=self.table.options.changed(),
            seed=self.seed,
            actions=self.actions,
            names=list(self.names) if self.names != self.table.seats else [],
        )

    @classmethod
    def from_record(cls, record: MatchRecord, *, rules: Rules | None = None) -> Match:
        """The match that a record tells, played again and checked step by step."""
        game = registry.game(record.game)
        if record.version != game.version:
            raise RecordError(
                f"the record is of version {record.version} of {game.title}'s rules; "
                f"this program plays version {game.version}"
            )
        table = rules.table if rules else game.table(record.options)
        if len(record.names) not in (0, len(table.seats)):
            raise RecordError(f"the record names {len(record.names)} players; there are {len(table.seats)} seats")
        match = cls(table, record.seed, names=record.names, rules=rules)
        match.play_on(record.actions)
        return match

    def play_on(self, actions: Iterable[int]) -> None:
        """Play a record's actions, events included; a `RecordError` names the first that is not possible."""
        seats, first_event = len(self.table.seats), self.table.actions
        for number, action in enumerate(actions, 1):
            try:
                if action < first_event:
                    self.act(self.to_act, action)
                else:
                    kind, seat = divmod(action - first_event, seats)
                    if kind >= len(self.table.game.events):
                        raise MoveError(f"there is no action {action}")
                    self.event(seat, self.table.game.events[kind])
            except BoardwalkError as error:
                raise RecordError(f"action {number} of the record: {error}") from None

    def save(self, path: Path | str) -> None:
        Path(path).write_text(write_record(self.record()), encoding="utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Match:
        with from_file(str(path)):
            return cls.from_record(read_record(Path(path).read_text(encoding="utf-8")))
