"""`Analysis`: what a search found out about a decision, for bots, hints and reviews of finished matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardwalk.contract.game import Position


@dataclass(frozen=True)
class Judged:
    """One action: what it is worth to the seat, from -1 (lost) to 1 (won), and its share of the simulations."""

    action: int
    value: float
    share: float = 0.0


@dataclass(frozen=True)
class World:
    """A full position that the seat thinks possible, and its probability."""

    share: float
    position: Position = field(repr=False)


@dataclass(frozen=True)
class Analysis:
    """A decision of a seat. `actions` are the actions that were considered, the best first; `line` is the expected
    course of the game, the best action first, with the actions of all seats in order; `worlds` are the likeliest worlds
    in a game with secrets; `note` is a sentence for a person, where there is something to say."""

    seat: int
    actions: tuple[Judged, ...]
    line: tuple[int, ...]
    simulations: int
    worlds: tuple[World, ...] = ()
    note: str = ""

    @property
    def best(self) -> int:
        """The best action."""
        return self.actions[0].action
