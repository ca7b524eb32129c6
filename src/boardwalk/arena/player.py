"""The interface of a player in the arena: a bot of this process, or an external program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from boardwalk.contract.game import Table
from boardwalk.match import Match


class ForfeitError(Exception):
    """A player can't or may not continue: it loses the game for this reason."""


class Player(Protocol):
    """Plays one seat of one game."""

    def choose(self, match: Match) -> int:
        """The action to take now. A `ForfeitError`, or any other error, loses the game."""
        ...

    def close(self, scores: Sequence[int] | None) -> str:
        """Called after the game with the scores by side (None if the game was aborted). Returns the player's standard
        error."""
        ...


MakePlayer = Callable[[Table, int, int], Player]  # given the table, the seat and a seed
