"""Views: a match as one seat may see it. Clients draw views and bots choose from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, TypeVar, overload

import msgspec

from boardwalk.contract.game import Position, Table
from boardwalk.contract.rules import Rules
from boardwalk.contract.scene import EVERYTHING, Choice, Scene
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import endings

T = TypeVar("T")


class Lazy(Generic[T]):
    """`functools.cached_property` without its lock, which before Python 3.12 costs as much as a view."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        self._function = function
        self._name = function.__name__
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Lazy[T] | T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._function(instance)
        return value


@dataclass(frozen=True)
class View:
    """A concealed position and the seat it is for, or AUDIENCE; or a full one, with EVERYTHING as its seat. `news` are
    the announcements of the last step; `action` is the number of that step's action, if this seat took it; `named` is
    the table with the players' names, where they differ from the seats' own (`Table.with_names`)."""

    seat: int
    position: Position
    rules: Rules = field(compare=False)
    news: tuple[str, ...] = ()
    action: int | None = None
    named: Table | None = None

    @classmethod
    def of(
        cls,
        rules: Rules,
        position: Position,
        seat: int,
        before: Position | None = None,
        action: int | None = None,
        named: Table | None = None,
    ) -> View:
        """The view of a full position; views are made nowhere else. `before` is the seat's concealed position one step
        earlier, from which the news follow. The board is read-only and the state a copy, so a view can't change the
        position. The caller has checked that the game is over where the seat is EVERYTHING."""
        seen = Position(
            position.table, position.board.frozen(), position.state.copy(), position.ready, position.endings
        )
        if seat != EVERYTHING:
            rules.conceal(seen, seat)
        news: Sequence[str] = ()
        if before is not None:
            news = announced(named, before, seen, seat)
        return cls(seat, seen, rules, tuple(news), action, named)

    def __repr__(self) -> str:
        whose = {AUDIENCE: "the audience", EVERYTHING: "everything"}.get(self.seat) or self.table.seats[self.seat]
        return f"<View of {whose}: {self.position!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return View, tuple(getattr(self, field.name) for field in fields(self))  # without lazily computed values

    @property
    def table(self) -> Table:
        return self.position.table

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def acting(self) -> bool:
        """Whether it is this seat's turn to act."""
        own: bool = self.position.state.to_act == self.seat
        return own

    @Lazy
    def legal(self) -> tuple[int, ...]:
        """The actions the seat may take now; empty when it is not its turn."""
        return tuple(self.rules.legal(self.position)) if self.acting else ()

    @Lazy
    def choices(self) -> tuple[Choice, ...]:
        """The legal actions, as choices for a person."""
        return tuple(self.table.game.play.choices(self.position, self.legal)) if self.legal else ()

    @Lazy
    def scene(self) -> Scene:
        position = at_named(self.named, self.position)
        status = endings.status(position)
        scene = self.table.game.scene.scene(endings.undecided(position), self.seat)
        return msgspec.structs.replace(scene, status=status, goal="", goal_cells=(), slots=0) if status else scene

    def in_turn(self) -> View:
        """The view as if it were the seat's turn, for live games, in which everybody may act at any time."""
        position = self.position.copy()
        position.state.to_act = self.seat
        return replace(self, position=position)


def announced(named: Table | None, before: Position, after: Position, seat: int) -> Sequence[str]:
    """The announcements to a seat that knew one position and then the other, with the players' names."""
    if after.endings != before.endings:
        return endings.news(at_named(named, after))
    return after.table.game.scene.announce(at_named(named, before), at_named(named, after), seat)


def at_named(named: Table | None, position: Position) -> Position:
    """The position at the table with the players' names."""
    if named is None or named is position.table:
        return position
    return Position(named, position.board, position.state, position.ready, position.endings)
