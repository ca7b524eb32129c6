"""What one seat may know of a match, and nothing more: what clients draw and bots think about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from boardwalk.core.game import Position, Rules, Table
from boardwalk.core.scene import Choice, Scene


@dataclass(frozen=True)
class View:
    """A concealed position and the seat it is for (or AUDIENCE). `news` is what the last step announced to it."""

    seat: int
    position: Position
    rules: Rules
    news: tuple[str, ...] = ()

    @property
    def table(self) -> Table:
        return self.position.table

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def acting(self) -> bool:
        """Whether it is this seat's turn to act."""
        return self.position.to_act == self.seat

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The actions the seat may take now; none when it is not its turn."""
        return tuple(self.rules.legal(self.position)) if self.acting else ()

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal actions as they are offered to a person."""
        return tuple(self.table.game.choice(self.position, action) for action in self.legal)

    @cached_property
    def scene(self) -> Scene:
        return self.table.game.scene(self.position, self.seat)
