"""`Stepper`: the only class that changes the position of a game being played.

A `Match` also stores who took each step, an environment's episode only the actions."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Self

from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.rules import Rules
from boardwalk.contract.text import shown
from boardwalk.engine.rules import AUDIENCE, BOARD, NOBODY
from boardwalk.match import endings
from boardwalk.match.endings import Ending
from boardwalk.match.record import checked_names
from boardwalk.match.view import View

BOARD_STEP = 0  # the action number that stands for the board's own step
A_NUMBER = "an action is a whole number or a text"


def _whole(value: int, expected: str) -> int:
    """A number of any integer type as Python's; a `MoveError` for anything else."""
    if type(value) is int:
        return value
    try:
        return operator.index(value)
    except TypeError:
        raise MoveError(f"{expected}, not {shown(value)}") from None


class Stepper:
    """Checks that it is a seat's turn and its action legal, applies it, and takes the board's steps that follow."""

    def __init__(self, table: Table, position: Position, rules: Rules) -> None:
        self.table = table
        self.rules = rules
        self.position = position
        self.names = table.seats
        self._ahead: dict[int, list[int]] = {}  # actions that seats have chosen before their turn
        self._run_board()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by default those of the seats. Scenes and announcements use them. They are printable
        text, one for each seat; a `RecordError` for others."""
        return self._names

    @names.setter
    def names(self, names: Sequence[str]) -> None:
        self._names = checked_names(names, len(self.table.seats)) or self.table.seats
        self.named = self.table.with_names(self._names)

    def _stepped(self, seat: int, action: int) -> None:
        """Hook: called after each step, of a seat or of the BOARD."""

    # -- reading

    @property
    def to_act(self) -> int:
        """The seat to act, or NOBODY when the game is over."""
        seat: int = self.position.state.to_act
        return seat

    @property
    def over(self) -> bool:
        return self.to_act == NOBODY

    @property
    def scores(self) -> tuple[int, ...]:
        """1, 0 or -1 for each seat."""
        return endings.scores(self.rules, self.position)

    def check_seat(self, seat: int) -> None:
        """Raise a `MoveError` unless there is such a seat."""
        _whole(seat, "a seat is a whole number")
        if not 0 <= seat < len(self.table.seats):
            raise MoveError(f"there is no seat {seat}")

    def own(self, seat: int) -> Position:
        """The full position, including this seat's choices before its turn. Nothing is concealed yet."""
        return self._chosen_ahead(seat) or self.position

    def view(self, seat: int) -> View:
        """The current view of a seat, or the AUDIENCE."""
        if seat != AUDIENCE:
            self.check_seat(seat)
        return View.of(self.rules, self.own(seat).with_ready(self.ready), seat, named=self.named)

    def preview(self, seat: int, actions: Sequence[int]) -> tuple[View, int]:
        """The view of a seat if it made these of the choices that belong together (`Scene.slots`), as far as they are
        possible, and how many of them are. Made from the seat's concealed position; nothing changes."""
        self.check_seat(seat)
        rules, game = self.rules, self.table.game
        seen = rules.concealed(self.position, seat)
        queued = self._ahead.get(seat, [])
        now = game.chosen_ahead(seen, seat, queued)
        if now is None or now.to_act != seat:
            return self.view(seat), 0
        slots = View.of(rules, now, seat).scene.slots
        taken = 0
        for action in actions[:slots]:
            if now is None or now.to_act != seat or action not in rules.legal(now):
                break
            taken += 1
            now = game.chosen_ahead(seen, seat, [*queued, *actions[:taken]])
        position = game.chosen_ahead(seen, seat, [*queued, *actions[:taken]])
        assert position is not None
        return View.of(rules, position, seat, named=self.named), taken

    def queued(self, seat: int) -> int:
        """How many actions a seat has chosen before its turn that have not been applied yet."""
        return len(self._ahead.get(seat, ()))

    @property
    def ready(self) -> frozenset[int] | None:
        """The seats that have nothing left to choose, while others than the seat to act may choose; else None."""
        if self.table.game.play.ahead is None:
            return None
        chosen = {seat: self._chosen_ahead(seat) for seat in range(len(self.table.seats)) if seat != self.to_act}
        if not any(chosen.values()):
            return None
        return frozenset(seat for seat, own in chosen.items() if own is None or own.to_act != seat)

    # -- changing

    def act(self, seat: int, action: int | str) -> None:
        """Apply an action of a seat, and the board's steps that follow; a `MoveError` if it is not legal, and then
        nothing has changed. An action is a number of `View.legal`, or its text as the seat would type it.

        >>> from boardwalk import Match
        >>> match = Match("fog_quoridor", seed=1)
        >>> match.act(0, 4)
        >>> match.act(1, "e")
        >>> match.actions
        [4, 4]

        In games with simultaneous choices a seat need not wait for its turn: earlier choices are queued and applied in
        its turn."""
        to_act = self.to_act
        if to_act == NOBODY:
            raise MoveError("the game is over")
        self.check_seat(seat)
        own = self.position if seat == to_act else self._chosen_ahead(seat)
        if own is None or own.to_act != seat:
            raise MoveError(f"it is {self.names[to_act]}'s turn to act")
        number = self._number(own, seat, action)
        self._check(own, number)
        if seat == to_act:
            self._step(seat, number)
            self._go_on()
        else:
            self._ahead.setdefault(seat, []).append(number)

    def event(self, seat: int, name: str) -> None:
        """Apply an event of a seat, such as resigning; a `MoveError` if it is not allowed."""
        event = self.table.game.event(name)
        if event is None:
            raise MoveError(f"{self.table.game.title} has no {name!r}")
        self.check_seat(seat)
        number = self.position.event(event, seat)
        if self.over or not self.rules.allowed(self.position, number):
            raise MoveError(f"{self.names[seat]} can't {name} now")
        self._step(seat, number)
        self._go_on()

    def end(self, seat: int, ending: Ending) -> None:
        """End a seat's part in the match outside the rules, such as by its time; the match is over once one side is
        left. A `MoveError` if that is not possible."""
        self.check_seat(seat)
        if self.over or seat in endings.ended_seats(self.position):
            raise MoveError(f"the game is over for {self.names[seat]}")
        self._step(seat, endings.ending_number(self.table, ending, seat))
        self._go_on()

    def play(self, action: int | str, seat: int | None = None) -> None:
        """Play one action number of a log, which may be an event or an ending, or the text of an action. The seat
        defaults to the seat to act."""
        if isinstance(action, str) or _whole(action, A_NUMBER) < self.table.actions:
            self.act(self.to_act if seat is None else seat, action)
            return
        kind, by = divmod(action - self.table.actions, len(self.table.seats))
        events, ending = self.table.game.play.events, endings.ending_of(self.table, action)
        if seat not in (None, by) or (kind >= len(events) and ending is None):
            raise MoveError(f"there is no action {action}")
        if ending is not None:
            self.end(by, ending)
        else:
            self.event(by, events[kind].name)

    def _number(self, own: Position, seat: int, action: int | str) -> int:
        """The number of an action, which may be given as text; the game reads it in the seat's concealed position."""
        if not isinstance(action, str):
            return _whole(action, A_NUMBER)
        found = self.table.game.notation.read_actions(self.rules.concealed(own, seat), action)
        if len(found) != 1:
            raise MoveError(f"expected the text of one action, not of {len(found)}: {shown(action)}")
        return found[0]

    def _check(self, position: Position, action: int) -> None:
        if not 0 <= action < self.table.actions or not self.rules.legal_mask(position)[action]:
            raise self._illegal(action)

    def _illegal(self, action: int) -> MoveError:
        known = 0 <= action < self.table.actions
        text = self.table.game.notation.write_action(self.position, action) if known else f"action {shown(action)}"
        return MoveError(f"{text} is not possible now")

    def _chosen_ahead(self, seat: int) -> Position | None:
        """The position for a seat that may choose before its turn, with its choices so far; else None."""
        if seat == self.to_act or seat < 0 or self.over:
            return None
        return self.table.game.chosen_ahead(self.position, seat, self._ahead.get(seat, ()))

    def _go_on(self) -> None:
        """Take the board's steps and the queued choices of seats whose turn has come."""
        self._run_board()
        while self._ahead and (chosen := self._ahead.get(self.to_act)):
            self._step(self.to_act, chosen.pop(0))
            self._run_board()

    def _step(self, seat: int, action: int) -> None:
        self.position = endings.applied(self.rules, self.position, action)
        self._stepped(seat, action)

    def _run_board(self) -> None:
        while self.to_act == BOARD:
            self._step(BOARD, BOARD_STEP)

    # -- copied

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        twin.position = self.position.copy()
        twin._ahead = self._copy_ahead()
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def _copy_ahead(self) -> dict[int, list[int]]:
        return {seat: list(chosen) for seat, chosen in self._ahead.items()}
