"""The clock of a room: how long the seat to act has left."""

from __future__ import annotations

from typing import NamedTuple

from boardwalk.contract.rules import Rules
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match.match import Change

SHORTEST = 0.01  # seconds reported for a clock that has run out


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


def is_public(change: Change, rules: Rules) -> bool:
    """Whether any step of a change shows in the AUDIENCE's view, `to_act` included. An attempt that was refused in
    secret does not (FQ-17), and restarts no clock: the deadline must not reveal it, and its player must not gain
    time."""
    if change.after.undos != change.before.undos:
        return True
    position = change.before.position.copy()
    seen = rules.concealed(position, AUDIENCE).state
    for action in change.after.steps.actions:
        rules.apply(position, action)
        if rules.concealed(position, AUDIENCE).state != seen:
            return True
    return False
