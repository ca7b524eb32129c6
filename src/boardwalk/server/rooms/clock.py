"""The clock of a room: how long the seat to act has left."""

from __future__ import annotations

import time

from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match

Mark = tuple[int, int]  # see `Match.mark`


def last_public_step(match: Match) -> Mark:
    """The mark of the newest step that changed what the AUDIENCE may know, `to_act` included; the deal's if there is
    none."""
    undos, number = match.mark
    seen = match.rules.concealed(match.at(number), AUDIENCE).state
    while number and match.rules.concealed(match.at(number - 1), AUDIENCE).state == seen:
        number -= 1
    return undos, number


class TurnClock:
    """Runs only while somebody is connected to the room, from `run` to `stop`. Without `seconds` there is no limit."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running = False
        self._deadline = 0.0  # while it runs
        self._left = 0.0  # while it stands still
        self._step: Mark | None = None  # the step for which it was last started

    def run(self) -> None:
        self._running = True
        self._set(self._left)

    def stop(self) -> None:
        self._left, self._running = self.left, False

    def new_match(self) -> None:
        self._step = None

    def follow(self, match: Match) -> None:
        """Start again if anything public has changed since it was started. An attempt that was refused in secret does
        not (FQ-17): the deadline must not tell others of it, and it must not win its player time."""
        if self._seconds and self._step != (step := last_public_step(match)):
            self._step = step
            self._set(self._seconds)

    def _set(self, seconds: float) -> None:
        self._left, self._deadline = seconds, time.monotonic() + seconds if seconds else 0.0

    @property
    def left(self) -> float:
        """Seconds left, at least a little; 0 if the clock does not run."""
        return max(self._deadline - time.monotonic(), 0.01) if self._running and self._deadline else 0.0

    @property
    def is_up(self) -> bool:
        return self._running and 0 < self._deadline <= time.monotonic()
