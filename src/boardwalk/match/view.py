"""Views: what one seat may know of a match. Clients draw views and bots choose from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from boardwalk.core.game import Position, Rules, Table
from boardwalk.core.scene import Choice, Scene


@dataclass(frozen=True)
class View:
    """A concealed position and the seat it is for (or AUDIENCE). `news` are the announcements of the last step."""

    seat: int
    position: Position
    rules: Rules
    news: tuple[str, ...] = ()

    @classmethod
    def of(cls, rules: Rules, position: Position, seat: int, before: Position | None = None) -> View:
        """The view of a full position; views are made nowhere else. `before` is what the seat knew one step earlier,
        from which the news follow. The board is read-only and the state a copy, so a view can't change the position."""
        seen = rules.concealed(position, seat)
        news = position.table.game.announce(before, seen, seat) if before else []
        return cls(seat, Position(seen.table, position.board.frozen(), seen.state), rules, tuple(news))

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
        """The actions the seat may take now; empty when it is not its turn."""
        return tuple(self.rules.legal(self.position)) if self.acting else ()

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal actions as they are offered to a person."""
        choice, position = self.table.game.choice, self.position
        return tuple([choice(position, action) for action in self.legal])

    @cached_property
    def scene(self) -> Scene:
        return self.table.game.scene(self.position, self.seat)

    def in_turn(self) -> View:
        """The view as if it were the seat's turn, for live games, in which everybody may act at any time."""
        position = self.position.copy()
        position.state.to_act = self.seat
        return replace(self, position=position)
