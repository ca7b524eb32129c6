"""Shared by guides and lessons: TOML files in a game's package, the positions they start from, and conditions."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from boardwalk.contract import positions
from boardwalk.contract.errors import BoardwalkError, GameError
from boardwalk.contract.game import Game, Position, Table
from boardwalk.contract.text import explained
from boardwalk.match import Match

SCORE = "score"  # a fact besides those that the game describes: 1 if the seat has won, -1 if it has lost, else 0

T = TypeVar("T")


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of everything read from these files."""


class Condition(Entry, frozen=True, kw_only=True, rename={"is_": "is"}):
    """A comparison of one fact of a position. `what` is the path of the fact in the game's description of the position,
    such as `racers.0.square` (or `score`); one of the other fields is the comparison. `has` and `lacks` are for lists
    and texts."""

    what: str
    is_: Any = UNSET
    is_not: Any = UNSET
    at_least: float | UnsetType = UNSET
    at_most: float | UnsetType = UNSET
    has: Any = UNSET
    lacks: Any = UNSET

    def __post_init__(self) -> None:
        if len(self._given()) != 1:
            raise ValueError(f"{self.what!r} needs one of {', '.join(COMPARISONS)}")

    def _given(self) -> list[str]:
        return [name for name in COMPARISONS if getattr(self, "is_" if name == "is" else name) is not UNSET]

    def holds(self, facts: dict[str, Any]) -> bool:
        """Whether it holds for these facts; a `GameError` if there is no such fact."""
        name = self._given()[0]
        found = fact(facts, self.what)
        value = getattr(self, "is_" if name == "is" else name)
        try:
            return bool(COMPARISONS[name](found, value))
        except TypeError:
            raise GameError(f"{self.what!r} is {found!r}, which can't be compared by {name!r}") from None


COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "is": lambda found, value: found == value,
    "is_not": lambda found, value: found != value,
    "at_least": lambda found, value: found >= value,
    "at_most": lambda found, value: found <= value,
    "has": lambda found, value: value in found,
    "lacks": lambda found, value: value not in found,
}


def fact(facts: dict[str, Any], path: str) -> Any:
    """The fact at a path: names of fields, and indices of lists and texts, separated by dots."""
    found: Any = facts
    for part in path.split("."):
        if isinstance(found, dict) and part in found:
            found = found[part]
        elif isinstance(found, list | str) and part.isdecimal() and int(part) < len(found):
            found = found[int(part)]
        else:
            raise GameError(f"there is no fact {path!r}: the description of the position has no {part!r} there")
    return found


def facts_of(match: Match, position: Position, seat: int) -> dict[str, Any]:
    """The game's description of a full position as JSON data, and the seat's score."""
    described = position.table.game.notation.describe(position)
    facts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(described))
    return facts | {SCORE: match.rules.scores(position)[seat]}


def all_hold(conditions: Sequence[Condition], facts: dict[str, Any]) -> bool:
    return all(condition.holds(facts) for condition in conditions)


class Start(Entry, frozen=True, kw_only=True):
    """A position to start from: options, and a seed that deals it or the position's own lines (as the game writes them,
    or a whole position text, which names the options itself); then `before`, moves of all seats in turn."""

    options: dict[str, Any] = msgspec.field(default_factory=dict)
    seed: int = 1
    position: str = ""
    before: str = ""

    def table(self, game: Game) -> Table:
        if self.position.startswith(positions.HEAD):
            return positions.read_position(self.position).table
        return game.table(self.options)

    def match(self, table: Table) -> Match:
        """A new match from here, with interpreted rules: these positions are small, and a page should not wait for a
        compiler."""
        rules = table.interpreted
        if not self.position:
            match = Match(table, self.seed, rules=rules)
        else:
            whole = self.position.startswith(positions.HEAD)
            position = (
                positions.read_position(self.position, table)
                if whole
                else table.game.notation.read_position(table, self.position)
            )
            match = Match(table, self.seed, rules=rules, position=position)
        play_text(match, self.before)
        return match


def play_text(match: Match, text: str) -> None:
    """Play moves in the game's notation, separated by blanks, each by the seat to act."""
    for word in text.split():
        for action in match.table.game.notation.read_actions(match.position, word):
            match.play(action)


def read_file(file: Traversable, kind: type[T]) -> T:
    """A file as an object of this type; a `GameError` that names the file, the entry and what was expected there."""
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise GameError(f"{file.name}: {explained(error)}") from None


def named(where: str, error: BoardwalkError) -> GameError:
    """An error of an entry, with the place of the entry."""
    return GameError(f"{where}: {error}")
