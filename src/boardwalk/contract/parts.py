"""Parts of a declaration that do not depend on positions: layouts, events, results, generators and solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from boardwalk.contract.search import Search
from boardwalk.engine.records import Record, RecordType, i64


@dataclass(frozen=True)
class Layout:
    """What `lay_out` returns for a set of options: the board, a zeroed state, the seats' names, the size of the planes.

    `per_game`: `deal` writes to the board, so each game of a batch needs its own copy. `notes`: data for the game's own
    Python functions that rules do not need, such as titles. `scratch`: the working memory of the rule `greedy`, if it
    needs any. `search_memory`: makes the working memory of searches, if they need more than `scratch`: a record with
    all fields of it and others. `search`: the search settings of this table, if they differ from the game's. `tones`:
    the seats' colours, if teams share one."""

    board: Record
    state: Record
    seats: tuple[str, ...]
    rows: int
    cols: int
    per_game: bool = False
    notes: Any = None
    scratch: Record | None = None
    search_memory: Callable[[], Record] | None = None
    search: Search | None = None
    tones: tuple[int, ...] = ()


# The scratch of a rule `greedy` that needs none, since kernels always pass a record.
NoScratch = RecordType("NoScratch", {"unused": i64})


class Meaning(Enum):
    """The meaning of an event to clients and servers, independent of the name that a game gives it."""

    RESIGN = "resign"  # the seat gives up the game
    LEAVE = "leave"  # the player leaves and the game goes on without them
    RETURN = "return"  # a player who left comes back
    RESTART = "restart"  # start again from a point that the game defines
    OTHER = "other"


@dataclass(frozen=True)
class Event:
    """An event that a seat may cause besides acting. `label` is the text of its button and `key` its key or short
    command; `question` asks the player to confirm it first. Event k of seat s is the action number ACTIONS + k * seats
    + s; the rule `allowed` says whether it may happen now."""

    name: str
    meaning: Meaning = Meaning.OTHER
    label: str = ""
    key: str = ""
    question: str = ""

    @property
    def title(self) -> str:
        return self.label or self.name.replace("_", " ").capitalize()


@dataclass(frozen=True)
class Generator:
    """Generates files of one kind. `texts(size, difficulty, seed)` yields them without end, no two alike, the same for
    the same arguments; `size` is rows and columns, or None for what suits the difficulty. `difficulties` are names, the
    easiest or smallest first. `joined`: several texts with a blank line between them are one file. `texts` raises a
    `BoardwalkError` if it can't make what was asked for."""

    texts: Callable[[tuple[int, int] | None, str, int], Iterator[str]]
    difficulties: tuple[str, ...]
    joined: bool = False


@dataclass(frozen=True)
class Solution:
    """The state of a solver: the actions of the best solution so far, or None; a lower bound on the number of actions;
    whether the result is proven, so that the actions are the fewest or there is no solution."""

    actions: tuple[int, ...] | None
    bound: int
    proven: bool

    def verdict(self, unit: str = "move") -> str:
        """The state in a sentence; `unit` is the word for an action."""
        if self.actions is None:
            return "can't be solved" if self.proven else f"no solution found; one has at least {self.bound} {unit}s"
        known = "the fewest possible" if self.proven else f"the best known; at least {self.bound} are needed"
        return f"{self.length(unit)}: {known}"

    def length(self, unit: str = "move") -> str:
        """The number of actions, such as `1 move` or `12 moves`."""
        count = len(self.actions or ())
        return f"{count} {unit}{'s' * (count != 1)}"


@dataclass(frozen=True)
class Result:
    """An achievement to store as a best result, such as a finished level. `counts` rate it, the most important first;
    lower is better. Results with the same key are compared."""

    key: str
    title: str
    counts: Mapping[str, int] = field(default_factory=dict)
