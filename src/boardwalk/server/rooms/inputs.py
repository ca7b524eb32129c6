"""The inputs of people in a live game, which are carried out and acknowledged by the next ticks (CF-17)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from boardwalk.server.protocol.connection import Connection

INPUT_TICKS = 3  # ticks for which an input stays valid


class Input(NamedTuple):
    """An input that has not been answered yet. `ticks` counts the ticks since it came."""

    seat: int
    action: int
    connection: Connection
    message_id: int
    ticks: int = 0


class Settled(NamedTuple):
    """The remaining inputs, and those to be answered now: as done, or as expired."""

    inputs: Inputs
    done: list[Input]
    expired: list[Input]


class Inputs(NamedTuple):
    """The inputs of one room. `newest` has the newest of each seat, for the next tick; those in `pending` have not been
    answered."""

    newest: Mapping[int, int] = {}
    pending: tuple[Input, ...] = ()

    def added(self, one: Input) -> Inputs:
        """With an input that replaces an earlier one of the same seat."""
        return Inputs({**self.newest, one.seat: one.action}, (*self.pending, one))

    def taken(self) -> Inputs:
        """Without the inputs that a tick has taken: the next tick starts with none."""
        return self._replace(newest={})

    def settled(self, stored: Collection[tuple[int, int]], *, ticked: bool, over: bool) -> Settled:
        """After these pairs of seat and action were stored, by a tick or not. All others expire if the match is
        `over`."""
        done, expired, pending = [], [], []
        for one in self.pending:
            now = one._replace(ticks=one.ticks + ticked)
            if (one.seat, one.action) in stored:
                done.append(now)
            elif over or now.ticks >= INPUT_TICKS:
                expired.append(now)
            else:
                pending.append(now)
        return Settled(Inputs({} if over else self.newest, tuple(pending)), done, expired)
