"""What a game's declaration is made of: its layout, events, files and results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from boardwalk.core.records import Record, RecordType, i64
from boardwalk.core.scene import Scene

if TYPE_CHECKING:
    from boardwalk.core.game import Position


@dataclass(frozen=True)
class Layout:
    """What a game lays out for its options: the board, an empty state, who sits there, the size of its planes.

    `per_game` says that `deal` writes to the board, so that each game of a batch needs a board of its own. `notes` is
    for the game's own Python side: what people should read but rules need not know, such as titles. `scratch` is the
    working memory of the rule `greedy`, where that needs some. `tones` are the seats' colours, where a team shares
    one."""

    board: Record
    state: Record
    seats: tuple[str, ...]
    rows: int
    cols: int
    per_game: bool = False
    notes: Any = None
    scratch: Record | None = None
    tones: tuple[int, ...] = ()


# The scratch of a rule `greedy` that needs none: kernels pass it a record in any case.
NoScratch = RecordType("NoScratch", {"unused": i64})


class Meaning(Enum):
    """What an event means to clients and servers, whatever the game calls it."""

    RESIGN = "resign"  # the seat gives the game up
    LEAVE = "leave"  # the seat's player goes away and the game goes on without
    RETURN = "return"  # a player who left is back
    RESTART = "restart"  # begin again from a place that the game knows
    OTHER = "other"


@dataclass(frozen=True)
class Event:
    """Something a seat may do besides acting. `label` is what its button says and `key` the key or short word for it;
    an event with a `question` is asked about before it happens. Event k of seat s is the action number
    ACTIONS + k * seats + s; the rule `allowed` says whether it may happen now."""

    name: str
    meaning: Meaning = Meaning.OTHER
    label: str = ""
    key: str = ""
    question: str = ""

    @property
    def title(self) -> str:
        return self.label or self.name.replace("_", " ").capitalize()


@dataclass(frozen=True)
class Script:
    """What a file of moves asks for: options besides those of the board it is run on, and actions in order. `trace`
    tells one step in words, `summary` and `data` how the run ended."""

    options: Mapping[str, Any]
    actions: Sequence[int]
    trace: Callable[[Position, Position], list[str]]
    summary: Callable[[Position], list[str]]
    data: Callable[[Position], dict[str, Any]]


@dataclass(frozen=True)
class FileKind:
    """A kind of file that a game reads. `read` raises a `TextError` for a text that is not one, and otherwise returns
    what is in it; `option` names the option that takes such a text (empty when none does); `look` draws one that may be
    looked at though it can't be played; `write` makes one of a game as it stands, from its position and its actions;
    `script` reads one that the command `run` plays."""

    suffix: str
    name: str
    looks_like: Callable[[str], bool]
    read: Callable[[str], object]
    option: str = ""
    look: Callable[[str], Scene] | None = None
    write: Callable[[Position, Sequence[int]], str] | None = None
    script: Callable[[str], Script] | None = None


@dataclass(frozen=True)
class Result:
    """Something a player has achieved that is worth keeping, such as a finished level. `counts` says how well, the most
    important count first; less is better. Results with the same key are compared."""

    key: str
    title: str
    counts: Mapping[str, int] = field(default_factory=dict)
