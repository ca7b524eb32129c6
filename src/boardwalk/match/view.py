"""What one seat may know of a match, and nothing more: what clients draw and bots think about."""

from __future__ import annotations

from dataclasses import dataclass, replace
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

    @classmethod
    def of(cls, rules: Rules, position: Position, seat: int, before: Position | None = None) -> View:
        """The one way to make a view of a full position. `before` is what the seat knew one step earlier, to tell what
        is news. The board is a read-only copy: nothing that is done with a view reaches the position."""
        seen = rules.concealed(position, seat)
        news = position.table.game.announce(before, seen, seat) if before else []
        return cls(seat, replace(seen, board=position.board.frozen()), rules, tuple(news))

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

    def in_turn(self) -> View:
        """The view as if it were the seat's turn: in a live game everybody may act at any time."""
        position = self.position.copy()
        position.state.to_act = self.seat
        return replace(self, position=position)
