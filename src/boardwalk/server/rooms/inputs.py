"""The inputs of people in a live game, which are carried out and acknowledged by the next ticks (CF-17)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardwalk.server.protocol.messages import Done, Refused

if TYPE_CHECKING:
    from boardwalk.server.protocol.connection import Connection

INPUT_TICKS = 3  # ticks for which an input stays valid


@dataclass
class PendingInput:
    """An input that has not been acknowledged yet. `ticks` counts the ticks since it came."""

    seat: int
    action: int
    connection: Connection
    message_id: int
    ticks: int = 0


class InputQueue:
    """The inputs of one room. `newest` has the newest of each seat, for the next tick; those that have not been
    acknowledged are pending."""

    def __init__(self) -> None:
        self.newest: dict[int, int] = {}
        self._pending: list[PendingInput] = []

    def add(self, seat: int, action: int, connection: Connection, message_id: int) -> None:
        """Queue an input, which replaces an earlier one of the same seat."""
        self.newest[seat] = action
        self._pending.append(PendingInput(seat, action, connection, message_id))

    def take(self) -> dict[int, int]:
        """The inputs for a tick; the next one begins without any."""
        taken, self.newest = self.newest, {}
        return taken

    def acknowledge(self, stored: Collection[tuple[int, int]], ticked: bool) -> None:
        """Acknowledge inputs among the stored pairs of seat and action, and refuse those that have expired."""
        pending = []
        for one in self._pending:
            one.ticks += ticked
            if (one.seat, one.action) in stored:
                one.connection.send(Done(id=one.message_id))
            elif one.ticks >= INPUT_TICKS:
                self._refuse(one)
            else:
                pending.append(one)
        self._pending = pending

    def clear(self) -> None:
        """Refuse what is pending, since the match has ended."""
        for one in self._pending:
            self._refuse(one)
        self.newest, self._pending = {}, []

    @staticmethod
    def _refuse(one: PendingInput) -> None:
        one.connection.send(Refused(id=one.message_id, why="that was not possible when your turn came"))
