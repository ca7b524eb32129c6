"""`History`: the steps of a match, with snapshots of the state from which the others are recomputed."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, overload

from boardwalk.contract.game import Position
from boardwalk.contract.rules import Rules
from boardwalk.contract.text import counted
from boardwalk.match import endings
from boardwalk.match.stepper import BOARD_STEP

START = -4  # the `seat` of the first step, which is the deal
INTERVAL = 64  # steps between two snapshots: 200,000 steps of the largest state (5.7 KB) take 19 MB


class Step(NamedTuple):
    """One step of a match: its actor (a seat, BOARD or START) and the action."""

    seat: int
    action: int


class Tail(NamedTuple):
    """The steps of a history from number `first` on, with their snapshots."""

    first: int
    seats: array[int]
    actions: array[int]
    kept: list[int]
    snapshots: list[bytes]


class History(Sequence[Step]):
    """The steps of a match so far. `at` returns the position after any of them: a step follows from the state before
    it and its action alone (random numbers are drawn from the state), so applying the actions since the last snapshot
    gives the same bytes. Reading forwards, each position takes one application of the rules."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules = rules
        self._blank = position.copy()  # its board is shared by all positions; its state is never read
        self._seats = array("b", [START])
        self._actions = array("i", [BOARD_STEP])
        self._first_ending = endings.first_ending(position.table)
        self._endings: tuple[tuple[int, int], ...] = ()  # the steps that are endings: number and action
        self._kept: list[int] = []  # the numbers of the steps whose states are kept, ascending, and
        self._snapshots: list[bytes] = []  # those states
        self._last_read = -1, b""  # the number and state that `at` last returned
        self.keep(position)

    def add(self, seat: int, action: int, position: Position) -> None:
        """Append a step that led to this position."""
        self._seats.append(seat)
        self._actions.append(action)
        if action >= self._first_ending:
            self._endings += ((len(self._seats) - 1, action),)
        if len(self._seats) > self._kept[-1] + INTERVAL:
            self.keep(position)

    def keep(self, position: Position) -> None:
        """Keep the state after the newest step as a snapshot."""
        self._kept.append(len(self._seats) - 1)
        self._snapshots.append(position.state.to_bytes())

    def cut(self, length: int) -> None:
        """Remove all steps but the first `length`; the deal must remain."""
        del self._seats[length:], self._actions[length:]
        kept = bisect_left(self._kept, length)
        del self._kept[kept:], self._snapshots[kept:]
        self._endings = tuple(one for one in self._endings if one[0] < length)
        if self._last_read[0] >= length:
            self._last_read = -1, b""

    def tail(self, first: int) -> Tail:
        """A copy of the steps from number `first` on."""
        kept = bisect_left(self._kept, first)
        return Tail(first, self._seats[first:], self._actions[first:], self._kept[kept:], self._snapshots[kept:])

    def replace_tail(self, tail: Tail) -> None:
        """Replace the steps from number `tail.first` on."""
        self.cut(tail.first)
        found = enumerate(tail.actions, tail.first)
        self._endings += tuple((number, action) for number, action in found if action >= self._first_ending)
        self._seats += tail.seats
        self._actions += tail.actions
        self._kept += tail.kept
        self._snapshots += tail.snapshots

    def at(self, number: int) -> Position:
        """A copy of the position after step `number` (0 is the deal, -1 the newest step)."""
        number = range(len(self))[number]
        near = bisect_right(self._kept, number) - 1
        start, state = self._kept[near], self._snapshots[near]
        if start < self._last_read[0] <= number:
            start, state = self._last_read
        blank = self._blank
        before = tuple(action for step, action in self._endings if step <= start)
        position = Position(blank.table, blank.board, blank.state.with_bytes(state), endings=before)
        if start < number:
            for action in self._actions[start + 1 : number + 1]:
                position = endings.applied(self._rules, position, action)
            state = position.state.to_bytes()
        self._last_read = number, state
        return position

    def copy(self) -> History:
        twin = copy(self)
        twin._seats, twin._actions = self._seats[:], self._actions[:]
        twin._kept, twin._snapshots = self._kept[:], self._snapshots[:]
        return twin

    def last_action(self, end: int) -> int:
        """The number of the newest step before number `end` that a seat took; 0 if there is none."""
        number = end - 1
        while number > 0 > self._seats[number]:
            number -= 1
        return number

    def taken_by(self, seat: int) -> int:
        """How many of the steps this seat has taken."""
        return self._seats.count(seat)

    @property
    def actions(self) -> list[int]:
        """The actions of all seats in order, events included."""
        return [action for seat, action in zip(self._seats, self._actions, strict=True) if seat >= 0]

    def __len__(self) -> int:
        return len(self._seats)

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> list[Step]: ...
    def __getitem__(self, number: int | slice) -> Step | list[Step]:
        if isinstance(number, slice):
            return [self[one] for one in range(len(self))[number]]
        return Step(self._seats[number], self._actions[number])

    def __eq__(self, other: object) -> bool:
        """Whether all steps are the same and led to the same states."""
        if not isinstance(other, History):
            return NotImplemented
        same_steps = self._seats == other._seats and self._actions == other._actions
        return same_steps and self._snapshots[0] == other._snapshots[0] and self.at(-1).state == other.at(-1).state

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<History of {counted(len(self), 'step')}>"
