"""The clock of a room: how long the seat to act has left. `Clock` gives each turn the same time; `Banks` give each seat
a time for the whole match, and a bonus for each of its moves.

A seat's bank is stored with its actions: after them its log has an entry that is no action, but says how much is left.
So reading the log restores the banks. Time of a decision that was under way is given back then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from boardwalk.contract.game import Position
from boardwalk.contract.rules import Rules
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match
from boardwalk.match.endings import Ending, ending_number
from boardwalk.match.match import Change

SHORTEST = 0.01  # seconds reported for a clock that has run out
LONGEST_BANK = 86400.0  # seconds that a bank can hold
TIME_LEFT = -10  # an entry of a log: a seat has no time left; one lower, a millisecond
SHARE = 30  # a bot decides within such a part of its bank


class Clock(NamedTuple):
    """Gives each turn `seconds`, and runs only while somebody is connected to the room. At the time `at` it had `left`
    seconds; 0 before it was first started."""

    seconds: float
    left: float = 0.0
    at: float = 0.0
    running: bool = False

    def remaining(self, now: float) -> float:
        """Seconds left, at least a little; 0 if the clock does not run."""
        return max(self.left - (now - self.at), SHORTEST) if self.running and self.left else 0.0

    def is_up(self, now: float) -> bool:
        return self.running and 0 < self.left <= now - self.at

    def started(self, now: float) -> Clock:
        """The first client has connected: the clock runs on."""
        return self._replace(at=now, running=True)

    def stopped(self, now: float) -> Clock:
        """The last client has disconnected: the clock stops."""
        return self._replace(left=self.remaining(now), at=now, running=False) if self.running else self

    def restarted(self, now: float) -> Clock:
        """A new turn, or any other public change, has begun."""
        return self._replace(left=self.seconds, at=now)


class Banks(NamedTuple):
    """The time of each seat, which runs while the seat may act and somebody is connected to the room. At the time `at`
    the seats had `left` seconds, and those in `acting` could act. `bonus` is added for each move."""

    bonus: float
    left: tuple[float, ...]
    acting: frozenset[int] = frozenset()
    at: float = 0.0
    running: bool = False

    def of(self, seat: int, now: float) -> float:
        """The seconds that a seat has left; at least a little, until it has lost on time."""
        left = self.left[seat]
        return max(left - (now - self.at), SHORTEST) if left and self.running and seat in self.acting else left

    def remaining(self, now: float) -> float:
        """The seconds until the next seat has used its time up, at least a little; 0 if no time runs."""
        return min((self.of(seat, now) for seat in self.acting if self.left[seat] and self.running), default=0.0)

    def up(self, now: float) -> tuple[int, ...]:
        """The seats that have used up their time."""
        spent = now - self.at
        return tuple(seat for seat in sorted(self.acting) if self.running and 0 < self.left[seat] <= spent)

    def started(self, now: float) -> Banks:
        """The first client has connected: time runs on."""
        return self._replace(at=now, running=True)

    def stopped(self, now: float) -> Banks:
        """The last client has disconnected: time stops."""
        left = tuple(self.of(seat, now) for seat in range(len(self.left)))
        return self._replace(left=left, at=now, running=False)

    def changed(self, now: float, acting: Iterable[int], *, moved: Iterable[int], out: Iterable[int]) -> Banks:
        """After a change: those seats may act, these have made a move, and some have lost on time."""
        left = [self.of(seat, now) for seat in range(len(self.left))]
        for seat in moved:
            left[seat] = min(left[seat] + self.bonus, LONGEST_BANK) if left[seat] else 0.0
        for seat in out:
            left[seat] = 0.0
        return self._replace(left=tuple(left), acting=frozenset(acting), at=now)

    def share(self, seat: int) -> float:
        """The seconds in which a bot should decide now, so that it does not lose on time."""
        return self.left[seat] / SHARE + self.bonus / 2 if self.left[seat] else 0.0


def time_entry(seat: int, left: float) -> tuple[int, int]:
    """The entry of a log that says how many seconds a seat has left."""
    return seat, TIME_LEFT - round(left * 1000)


def time_left(action: int) -> float | None:
    """The seconds that such an entry tells; None if it is another."""
    return (TIME_LEFT - action) / 1000 if action <= TIME_LEFT else None


def lost_on_time(match: Match, seat: int) -> tuple[int, int]:
    """The entry of a log by which a seat has lost on time."""
    return seat, ending_number(match.table, Ending.FLAG, seat)


def may_act(position: Position, ahead: Mapping[int, Sequence[int]]) -> frozenset[int]:
    """The seats that may act in a position: the one in turn and, where others choose ahead and have made these choices,
    those as well."""
    if position.over:
        return frozenset()
    game, found = position.table.game, {position.to_act}
    for seat in range(len(position.table.seats)):
        own = game.chosen_ahead(position, seat, ahead.get(seat, ())) if seat not in found else None
        if own is not None and own.to_act == seat:
            found.add(seat)
    return frozenset(found)


def is_public(change: Change, rules: Rules) -> bool:
    """Whether any step of a change shows in the AUDIENCE's view, `to_act` included. An attempt that was refused in
    secret does not (FQ-17), and restarts no clock: the deadline must not reveal it, and its player must not gain
    time."""
    after, before = change.after, change.before
    if after.undos != before.undos or after.position.endings != before.position.endings:
        return True
    position = before.position.copy()
    seen = rules.concealed(position, AUDIENCE).state
    for action in after.steps.actions:
        rules.apply(position, action)
        if rules.concealed(position, AUDIENCE).state != seen:
            return True
    return False
