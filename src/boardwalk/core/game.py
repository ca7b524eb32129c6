"""The contract of a game, and a game made ready to play.

A `Game` is what a game's folder offers. A `Table` is a game with checked options and its board laid out; a `Position`
is one moment of a game at a table; a `Rules` runs the rule functions on positions, interpreted or compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from boardwalk.core import options as option_text
from boardwalk.core.options import Options
from boardwalk.core.random import streams
from boardwalk.core.records import Record
from boardwalk.core.rules import NOBODY, binding
from boardwalk.core.scene import Choice, Scene

RULE_NAMES = ("deal", "legal", "apply", "conceal", "imagine", "encode", "score")


@dataclass(frozen=True)
class Layout:
    """What a game lays out for its options: the board, an empty state, who sits there, the size of its planes.

    `per_game` says that `deal` writes to the board, so that each game of a batch needs one of its own. `notes` is for
    the game's own Python side: what people should read but rules need not know, such as titles. `scratch` is what the
    rule `greedy` reckons on, where the game has one. `tones` are the seats' colours, where a team shares one."""

    board: Record
    state: Record
    seats: tuple[str, ...]
    rows: int
    cols: int
    per_game: bool = False
    notes: Any = None
    scratch: Record | None = None
    tones: tuple[int, ...] = ()


@dataclass(frozen=True)
class FileKind:
    """A kind of file that a game reads. `read` raises a `TextError` for a text that is not one, and otherwise returns
    what is in it; `option` names the option that takes such a text (empty when none does); `look` draws one that may be
    looked at though it can't be played; `write` makes one of a game as it stands, of its position and its actions."""

    suffix: str
    name: str
    looks_like: Callable[[str], bool]
    read: Callable[[str], object]
    option: str = ""
    look: Callable[[str], Scene] | None = None
    write: Callable[[Position, Sequence[int]], str] | None = None


@dataclass(frozen=True)
class Result:
    """Something a player has achieved that is worth keeping, such as a finished level; fewer moves are better."""

    key: str
    title: str
    moves: int
    pushes: int


def _greedy_by_rule(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    return position.table.rules.greedy(position, seat, random.getrandbits(64))


@dataclass(frozen=True, eq=False)
class Game:
    """One game. Every field is a plain value or function; `presets` are good option sets by name, the best first;
    `simulation` are options under which random games end (limits set); `result` is a result worth keeping, if any;
    `prepare(table)` compiles what else people's play needs;
    `event_keys` are short words for events, such as r for restart;
    `idle` is the action of a player who does nothing, in games that can be played live against the clock;
    `ahead(position, seat, chosen)` is for choices that are secret and revealed together: the position as a seat has it
    that has `chosen` before its turn came (to_act is the seat while it may choose more), None where it must wait;
    `greedy(position, seat, legal, random)` chooses an action from a concealed position, by the rule of that name where
    nothing else is said. The rule functions are those of the module `rules`:

    `Board` and `State` (record types; State has `rng: u32[2]` and `to_act: i8`), `ACTIONS` (how many actions there
    are), `PLANES` (names of the encoded planes), `EVENTS` (names of what a seat may do besides acting), and

    - `deal(board, state)`: fill in a zeroed state (rng set) and whatever of the board is random;
    - `legal(board, state, mask) -> count`: which actions the seat to act may take, 1 or 0 for each;
    - `apply(board, state, action)`: one legal action, or the board's own step (any action), or an allowed event;
    - `conceal(board, state, seat)`: blank what the seat (or AUDIENCE) may not know, the rng too; nothing once over;
    - `imagine(board, state, seat)`: fill those blanks with a random guess that fits, from the state's rng;
    - `encode(board, state, seat, planes)`: fill u8[len(PLANES), rows, cols], from what conceal leaves alone;
    - `score(board, state, seat) -> int`: 1 for a win, 0 for a draw or no result, -1 for a loss;
    - `allowed(board, state, event) -> bool`, where there are EVENTS: may this event happen now? Event k of seat s is
      the action number ACTIONS + k * seats + s;
    - `pick(board, state, mask) -> action`, optional: a random legal action, where there is a faster way than by mask;
    - `greedy(board, state, seat, scratch) -> action`, optional: what the bot of that name does, so that it can play in
      batches too. The state is a copy that conceal has been over, and its rng the bot's own: both may be changed. What
      `scratch` (`Layout.scratch`) holds from before must not matter, unless there is
    - `study(board, state, scratch)`, optional: writes into scratch what `greedy` wants to know of a board, once for all
      games on it, with a state to try things out on; `greedy` reads scratch then and leaves it as it is.
    """

    name: str
    title: str
    summary: str
    players: str
    version: int
    rules: ModuleType
    options: type[Options]
    lay_out: Callable[[Any], Layout]
    describe: Callable[[Position], dict[str, Any]]
    write_position: Callable[[Position], str]
    read_position: Callable[[Table, str], Position]
    write_action: Callable[[Position, int], str]
    read_actions: Callable[[Position, str], list[int]]
    scene: Callable[[Position, int], Scene]
    choice: Callable[[Position, int], Choice]
    announce: Callable[[Position, Position, int], list[str]]
    files: tuple[FileKind, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"Standard": {}})
    simulation: Mapping[str, Any] = field(default_factory=dict)
    undo: bool = False
    prepare: Callable[[Table], None] = lambda table: None
    event_keys: Mapping[str, str] = field(default_factory=dict)
    idle: int | None = None
    result: Callable[[Position], Result | None] = lambda position: None
    ahead: Callable[[Position, int, Sequence[int]], Position | None] = lambda position, seat, chosen: None
    greedy: Callable[[Position, int, Sequence[int], Random], int] = _greedy_by_rule

    @classmethod
    def of(cls, *, rules: ModuleType, setup: ModuleType, notation: ModuleType, scene: ModuleType, **more: Any) -> Game:
        """The game of a folder whose modules have the usual names, and in them the usual functions."""
        parts: dict[str, Any] = {"rules": rules, "options": setup.Options, "lay_out": setup.lay_out}
        for module, names in (
            (notation, ("describe", "write_position", "read_position", "write_action", "read_actions")),
            (scene, ("scene", "choice", "announce")),
        ):
            parts |= {name: getattr(module, name) for name in names if name not in more}
        return cls(**parts | more)

    def table(self, values: Mapping[str, Any] | Options | None = None) -> Table:
        """The game with these options, made ready; an `OptionError` or `TextError` says what is wrong with them."""
        options = values if isinstance(values, Options) else self.options.of(values or {})
        return Table(self, options, self.lay_out(options))

    @property
    def events(self) -> tuple[str, ...]:
        return getattr(self.rules, "EVENTS", ())

    @property
    def studies(self) -> bool:
        """Whether `greedy` studies a board before it plays there."""
        return hasattr(self.rules, "study")


@dataclass(frozen=True, eq=False)
class Table:
    """A game with its options, laid out. Many matches can be played at one table."""

    game: Game
    options: Options
    layout: Layout = field(repr=False)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.layout.seats

    @property
    def tones(self) -> tuple[int, ...]:
        """The colour of each seat, as scenes number them."""
        return self.layout.tones or tuple(range(len(self.seats)))

    @property
    def actions(self) -> int:
        count: int = self.game.rules.ACTIONS
        return count

    @property
    def planes(self) -> tuple[int, int, int]:
        return len(self.game.rules.PLANES), self.layout.rows, self.layout.cols

    def __str__(self) -> str:
        return option_text.write_game_string(self.game.name, self.options)

    @cached_property
    def rules(self) -> Rules:
        """The rules compiled."""
        return Rules(self, compiled=True)

    @cached_property
    def interpreted(self) -> Rules:
        return Rules(self, compiled=False)

    def blank(self) -> Position:
        """The board as laid out and a state of zeros, to fill in."""
        return Position(self, self.layout.board.copy(), self.layout.state.copy())

    def deal(self, seed: int, rules: Rules | None = None) -> Position:
        """The first position of the game with this seed."""
        position = self.blank()
        position.state.array["rng"] = streams(seed)
        (rules or self.rules).deal(position)
        return position


@dataclass(frozen=True)
class Position:
    """One moment of a game: the table, its board, the state. Fields are read as `position.state.to_act`."""

    table: Table
    board: Record
    state: Record

    def copy(self) -> Position:
        """A copy with a state of its own. The board is shared: it never changes during a game."""
        return Position(self.table, self.board, self.state.copy())

    @property
    def to_act(self) -> int:
        seat: int = self.state.to_act
        return seat

    @property
    def over(self) -> bool:
        return self.to_act == NOBODY

    def event(self, name: str, seat: int) -> int:
        """The action number of an event of a seat."""
        table = self.table
        return table.actions + table.game.events.index(name) * len(table.seats) + seat


def _plain(argument: Any) -> Any:
    """An array as interpreted rules take it: elements are plain integers, indices are checked."""
    return argument.data if isinstance(argument, np.ndarray) else argument


class Rules:
    """A table's rule functions, to be called from Python on positions."""

    def __init__(self, table: Table, *, compiled: bool) -> None:
        self.table = table
        self.compiled = compiled
        self.bind = binding(table.game.rules, compiled=compiled)
        self._functions: dict[str, Callable[..., Any]] = {}

    def _call(self, name: str, position: Position, *more: Any) -> Any:
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self.bind(getattr(self.table.game.rules, name))
        if self.compiled:
            return function(position.board.row, position.state.row, *more)
        return function(position.board, position.state, *(_plain(argument) for argument in more))

    def deal(self, position: Position) -> None:
        self._call("deal", position)

    def legal_mask(self, position: Position) -> np.ndarray[Any, np.dtype[np.uint8]]:
        mask = np.zeros(self.table.actions, np.uint8)
        self._call("legal", position, mask)
        return mask

    def legal(self, position: Position) -> list[int]:
        """The actions that the seat to act may take; none when the board is to act or the game is over."""
        if position.to_act < 0:
            return []
        actions: list[int] = np.flatnonzero(self.legal_mask(position)).tolist()
        return actions

    def apply(self, position: Position, action: int) -> None:
        """One step, in place. The caller has checked that it is legal."""
        self._call("apply", position, action)

    def allowed(self, position: Position, event: int) -> bool:
        return bool(self._call("allowed", position, event))

    def concealed(self, position: Position, seat: int) -> Position:
        """A copy of the position in which all is blank that the seat, or the AUDIENCE, may not know."""
        seen = position.copy()
        self._call("conceal", seen, seat)
        return seen

    def imagined(self, seen: Position, seat: int, seed: int) -> Position:
        """A copy of a concealed position with the blanks filled in by a guess."""
        guess = seen.copy()
        guess.state.array["rng"] = streams(seed)
        self._call("imagine", guess, seat)
        return guess

    def encoded(self, position: Position, seat: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        planes = np.zeros(self.table.planes, np.uint8)
        self._call("encode", position, seat, planes)
        return planes

    @cached_property
    def scratch(self) -> Record:
        """A scratch for the rule `greedy`, where the game has that rule: what it has studied is on it."""
        assert self.table.layout.scratch is not None
        scratch = self.table.layout.scratch.copy()
        if self.table.game.studies:
            self._call("study", self.table.blank(), scratch.row if self.compiled else scratch)
        return scratch

    def greedy(self, seen: Position, seat: int, seed: int) -> int:
        """What the rule `greedy` does in a concealed position, where the game has that rule."""
        scratch = self.scratch if self.table.game.studies else self.scratch.copy()
        own = seen.copy()
        own.state.array["rng"] = streams(seed)
        return int(self._call("greedy", own, seat, scratch.row if self.compiled else scratch))

    def scores(self, position: Position) -> tuple[int, ...]:
        return tuple(int(self._call("score", position, seat)) for seat in range(len(self.table.seats)))
