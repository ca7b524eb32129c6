"""`Game` and its parts, and the `Table`s and `Position`s that its functions take.

A game's package declares one `Game`. Its rules are compiled functions (`boardwalk.contract.rule_table` lists them); all
else are plain Python values and functions, typed here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, Protocol

from boardwalk.contract.adaptive import AdaptiveRules
from boardwalk.contract.errors import GameError
from boardwalk.contract.grid_files import GridFormat
from boardwalk.contract.levels import LevelPack
from boardwalk.contract.look import Theme
from boardwalk.contract.options import Options, write_game_string
from boardwalk.contract.parts import Event, Generator, Layout, Meaning, NoScratch, Result, Solution
from boardwalk.contract.rule_table import RULES
from boardwalk.contract.rules import Rules
from boardwalk.contract.scene import Choice, Scene
from boardwalk.contract.search import Search, mistakes_in
from boardwalk.contract.seeds import checked_seed
from boardwalk.engine import background
from boardwalk.engine.random import streams
from boardwalk.engine.records import Record
from boardwalk.engine.rules import BOARD, NOBODY, RuleModules

BRIEF = 80  # how many characters of a game string are shown by `repr`
RULEBOOK = "rulebook.md"


@dataclass(frozen=True)
class Position:
    """A board and a state at a table. Record fields are attributes: `position.state.to_act`.

    While seats may choose before their turn, `ready` of a view has the seats that have chosen. The choices are secret
    and so not in the state; that they are made is public. `endings` are the events outside the rules that have happened
    in the match (`boardwalk.match.endings`)."""

    table: Table
    board: Record
    state: Record
    ready: frozenset[int] | None = None
    endings: tuple[int, ...] = ()

    def __repr__(self) -> str:
        acting = {NOBODY: "over", BOARD: "the board to act"}.get(self.to_act)
        return f"<Position {self.table.brief}: {acting or f'{self.table.seats[self.to_act]} to act'}>"

    def copy(self) -> Position:
        """A copy of the state; the board is shared, since it never changes during a game."""
        return Position(self.table, self.board, self.state.copy(), self.ready, self.endings)

    __copy__ = copy

    def with_ready(self, ready: frozenset[int] | None) -> Position:
        """The same position with these seats as `ready`."""
        return self if ready == self.ready else Position(self.table, self.board, self.state, ready, self.endings)

    @property
    def to_act(self) -> int:
        seat: int = self.state.to_act
        return seat

    @property
    def over(self) -> bool:
        return self.to_act == NOBODY

    def event(self, event: Event, seat: int) -> int:
        """The action number of this event for this seat."""
        table = self.table
        return table.actions + table.game.play.events.index(event) * len(table.seats) + seat


@dataclass(frozen=True, eq=False)
class Table:
    """A game with its options and its board laid out. Many matches can be played at one table.

    Tables of one game string are equal, if their seats have the same names. One is pickled as its game string."""

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
    def search(self) -> Search:
        """How bots search at this table."""
        search = self.layout.search or self.game.search
        return search.two_players if search.two_players and len(self.seats) == 2 else search

    @cached_property
    def actions(self) -> int:
        count: int = self.game.rules.ACTIONS
        return count

    @property
    def planes(self) -> tuple[int, int, int]:
        return len(self.game.rules.PLANES), self.layout.rows, self.layout.cols

    def __str__(self) -> str:
        return self._string

    def __repr__(self) -> str:
        return f"<Table {self.brief}>"

    @property
    def brief(self) -> str:
        """The game string in one short line: an option may be a whole file."""
        text = self._string
        return text if len(text) <= BRIEF else f"{text[:BRIEF]}…"

    @cached_property
    def _string(self) -> str:
        return write_game_string(self.game.name, self.options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self is other or (
            self.game is other.game and self._string == other._string and self.seats == other.seats
        )

    def __hash__(self) -> int:
        return hash((self._string, self.seats))

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, memo: object) -> Table:
        return self  # nothing in a table changes

    def with_names(self, names: tuple[str, ...]) -> Table:
        """The table for scenes and announcements: its seats have the players' names."""
        return self if names == self.seats else replace(self, layout=replace(self.layout, seats=names))

    @cached_property
    def rules(self) -> Rules:
        """The rules as they are played: interpreted until their machine code is in the cache, then compiled. The states
        are the same, byte by byte. With `BOARDWALK_COMPILE=first` they are compiled from the start."""
        return self.compiled if background.mode() == background.FIRST else AdaptiveRules(self)

    @cached_property
    def compiled(self) -> Rules:
        """The rules compiled by Numba: each function, unless it is in the cache, when it is first called."""
        return Rules(self, compiled=True)

    @cached_property
    def interpreted(self) -> Rules:
        return Rules(self, compiled=False)

    def start_compiled(self) -> Table:
        """This table, with rules that are compiled before the first step: for what measures time or plays long."""
        vars(self)["rules"] = self.compiled
        return self

    def blank(self) -> Position:
        """A copy of the board as laid out, with a zeroed state."""
        return Position(self, self.layout.board.copy(), self.layout.state.copy())

    def deal(self, seed: int, rules: Rules | None = None) -> Position:
        """The first position of the game with this seed; a `RecordError` for a seed that no record can have."""
        position = self.blank()
        position.state.array["rng"] = streams(checked_seed(seed))
        (rules or self.rules).deal(position)
        return position


# -- the modules of a game


class Setup(Protocol):
    """The module `setup`: the options, the fewest and the most players, and the layout for a set of options."""

    PLAYERS: tuple[int, int]

    @property
    def Options(self) -> type[Options]: ...  # noqa: N802

    def lay_out(self, options: Any, /) -> Layout: ...


class Notation(Protocol):
    """The module `notation`: positions and actions as text. `describe` gives data for JSON. `write_action` names any
    action, also one that is not legal; `read_actions` parses a line of actions."""

    def describe(self, position: Position, /) -> dict[str, Any]: ...
    def write_position(self, position: Position, /) -> str: ...
    def read_position(self, table: Table, text: str, /) -> Position: ...
    def write_action(self, position: Position, action: int, /) -> str: ...
    def read_actions(self, position: Position, text: str, /) -> list[int]: ...


class Scenes(Protocol):
    """The module `scene`: how a position looks to a seat, how a legal action is chosen, and what a step announces to a
    seat. Positions are concealed. Once the game is over the functions also take full ones, with EVERYTHING as the seat,
    and show everything."""

    def scene(self, position: Position, seat: int, /) -> Scene: ...
    def choice(self, position: Position, action: int, /) -> Choice: ...
    def announce(self, before: Position, after: Position, seat: int, /) -> list[str]: ...


# -- the records of a declaration


def _greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    """Choose by the rule `greedy`, or at random in a game without it."""
    if position.table.layout.scratch is None:
        return random.choice(legal)
    return position.table.rules.greedy(position, seat, random.getrandbits(64))


def _each_choice(position: Position, actions: Sequence[int]) -> Sequence[Choice]:
    choice = position.table.game.scene.choice
    return [choice(position, action) for action in actions]


def _no_result(position: Position) -> Result | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Play:
    """How a game is played.

    `events`: what a seat may do besides acting. `undo`: whether moves can be taken back. `chance`: whether deals or
    steps draw random numbers. `simultaneous`: whether seats choose at the same time, in secret from each other or live
    against the clock. `idle`: the action of a player who sends none, in games that can be played live.

    `ahead(position, seat, chosen)`, for choices that are secret and revealed together: the position as seen by a seat
    that has made the choices `chosen` before its turn (`to_act` is the seat while it may choose more), or None if it
    must wait. `result(position)`: the `Result` that is reached, if any. `greedy(position, seat, legal, random)`: the
    action of the bot `easy`, by default that of the rule `greedy`. `choices(position, actions)`: those of several
    actions, if that is faster than `scene.choice` for each."""

    events: tuple[Event, ...] = ()
    undo: bool = False
    chance: bool = False
    simultaneous: bool = False
    idle: int | None = None
    ahead: Callable[[Position, int, Sequence[int]], Position | None] | None = None
    result: Callable[[Position], Result | None] = _no_result
    greedy: Callable[[Position, int, Sequence[int], Random], int] = _greedy
    choices: Callable[[Position, Sequence[int]], Sequence[Choice]] = _each_choice


@dataclass(frozen=True, init=False)
class Preset:
    """Options to offer to players under a title, with a note on how they change the game."""

    title: str
    note: str
    options: Mapping[str, Any]

    def __init__(self, title: str, note: str = "", /, **options: Any) -> None:
        for name, value in (("title", title), ("note", note), ("options", options)):
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Script:
    """A parsed file of moves: options to add to those of the board it runs on, and the actions in order. `trace`
    describes one step in words, `summary` and `data` the end of the run as text and as JSON data."""

    options: Mapping[str, Any]
    actions: Sequence[int]
    trace: Callable[[Position, Position], list[str]]
    summary: Callable[[Position], list[str]]
    data: Callable[[Position], dict[str, Any]]


@dataclass(frozen=True)
class FileKind:
    """A kind of file that a game reads. `read` parses a text, or raises a `TextError`; `option` names the option that
    takes such a text (empty if none does); `look` makes a scene of a text that can be shown but not played; `write`
    makes such a text from a position and the actions so far; `script` parses one that the command `run` plays;
    `generator` makes new ones; `grid` says how it is a grid of symbols, so that it can be painted."""

    suffix: str
    name: str
    looks_like: Callable[[str], bool]
    read: Callable[[str], object]
    option: str = ""
    look: Callable[[str], Scene] | None = None
    write: Callable[[Position, Sequence[int]], str] | None = None
    script: Callable[[str], Script] | None = None
    generator: Generator | None = None
    grid: GridFormat | None = None

    @property
    def word(self) -> str:
        """The name of this kind in addresses: its suffix without the dot."""
        return self.suffix.removeprefix(".")


@dataclass(frozen=True)
class Judged:
    """One action: its value to the seat, from -1 (lost) to 1 (won), and its share of the simulations."""

    action: int
    value: float
    share: float = 0.0


@dataclass(frozen=True)
class World:
    """A full position that fits the seat's views, and its probability."""

    share: float
    position: Position = field(repr=False)


@dataclass(frozen=True)
class Analysis:
    """The result of a search for a decision. `actions` are those that were considered, the best first; `line` is the
    expected course, the best action first, with the actions of all seats in order; `worlds` are the likeliest worlds in
    a game with secrets; `note` is a sentence for a person, where there is something to say."""

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


def _no_explanation(position: Position, solution: Solution) -> str:
    return ""


@dataclass(frozen=True)
class Solver:
    """Solves positions of a game for one player, for `boardwalk solve` and hints.

    `problems(table)`: the positions to solve, such as the starts of levels, with their titles. `solve(position,
    memory)` yields its best solution so far every few hundredths of a second, until that is proven or `memory` bytes
    are used. `lost(positions)`: in the positions of a match in order, the index of the one after which the last can't
    be solved any more; None if it can, or that is not known. `options`: those of the table for a file. `unit`: the word
    for an action. `explain(position, solution)`: a sentence about the solution, which may be empty. `analyse(position,
    seat, simulations)` replaces the search of a concealed position. `prepare(table)` compiles everything needed."""

    problems: Callable[[Table], Sequence[tuple[str, Position]]]
    solve: Callable[[Position, int], Iterator[Solution]]
    lost: Callable[[Sequence[Position]], int | None]
    options: Mapping[str, Any] = field(default_factory=dict)
    unit: str = "move"
    explain: Callable[[Position, Solution], str] = _no_explanation
    analyse: Callable[[Position, int, int], Analysis] | None = None
    prepare: Callable[[Table], None] | None = None


@dataclass(frozen=True, kw_only=True)
class Challenge:
    """A game to win on one day, alone or against a bot.

    `title` and `task` are words for players. `options` and `seed` make the match; `start`, if there is one, is the text
    of the position that it starts from, as the game writes it. The player has `seat`; the bot named `bot` plays all
    others. `count(position)` rates a won game by its last position: how many of what `counted` names it took, lower is
    better. `par` is a good count, the fewest possible if `fewest`. `solution` is a won game with that count: the
    actions of all seats in order. If there is a `bot_seed`, the bot makes its moves of the solution with this seed and
    its full budget."""

    title: str
    task: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    start: str = ""
    seat: int = 0
    bot: str = ""
    counted: str
    count: Callable[[Position], int] = field(compare=False)
    par: int
    fewest: bool = False
    solution: tuple[int, ...] = ()
    bot_seed: int | None = None

    def result(self, position: Position) -> int | None:
        """The count of a finished game that the player has won; None if it is not over, or not won."""
        if not position.over or position.table.rules.scores(position)[self.seat] <= 0:
            return None
        return self.count(position)


@dataclass(frozen=True, kw_only=True)
class Content:
    """The content of a game.

    `presets`: the recommended one first. `simulation`: options under which random games end. `files`: the kinds of file
    it reads. `levels()`: the packs of levels that ship with it, for a map of them. `challenge(day)`: that of the day
    with this number (`date.toordinal`), made from the number alone. `solver`: in games for one player."""

    presets: tuple[Preset, ...] = (Preset("Standard"),)
    simulation: Mapping[str, Any] = field(default_factory=dict)
    files: tuple[FileKind, ...] = ()
    levels: Callable[[], Sequence[LevelPack]] | None = None
    challenge: Callable[[int], Challenge] | None = None
    solver: Solver | None = None

    @property
    def analyse(self) -> Callable[[Position, int, int], Analysis] | None:
        """The analysis by the solver that replaces the search, if there is one."""
        return self.solver.analyse if self.solver else None

    def preset(self, title: str) -> Preset | None:
        """The preset of that title, ignoring case."""
        return next((preset for preset in self.presets if preset.title.lower() == title.lower()), None)


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """The declaration of one game: its names, its modules, and three records: how it is played, its content, and how
    bots search it. `version` is that of its rules, from 1, incremented whenever they change."""

    name: str
    title: str
    summary: str
    version: int
    rules: RuleModules
    setup: Setup
    notation: Notation
    scene: Scenes
    theme: Theme = field(default_factory=lambda: Theme("steel"))
    play: Play = field(default_factory=Play)
    content: Content = field(default_factory=Content)
    search: Search = field(default_factory=Search)

    def __repr__(self) -> str:
        return f"<Game {self.name}, version {self.version}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self  # nothing in a declaration changes

    def table(self, values: Mapping[str, Any] | Options | None = None) -> Table:
        """The game laid out with these options; an `OptionError` or `TextError` if they are not valid."""
        options = values if isinstance(values, Options) else self.setup.Options.of(values or {})
        layout = self.setup.lay_out(options)
        if layout.scratch is None and self.has_rule("greedy"):
            layout = replace(layout, scratch=NoScratch.new())
        fewest, most = self.players
        if not fewest <= len(layout.seats) <= most:
            seats = len(layout.seats)
            raise GameError(f"the game {self.name!r} is declared for {self.players_text} players and laid out {seats}")
        for sentence in mistakes_in(layout.search, self.rules) if layout.search else ():
            raise GameError(f"the game {self.name!r}: {sentence}")
        return Table(self, options, layout)

    @property
    def package(self) -> str:
        """The package of the game, which holds its rulebook and levels."""
        module: Any = self.setup
        return module.__package__ or str(module.__name__)

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players."""
        return self.setup.PLAYERS

    @property
    def players_text(self) -> str:
        """The number of players as text: `2` or `2–4`."""
        fewest, most = self.players
        return str(fewest) if fewest == most else f"{fewest}–{most}"

    @property
    def hidden(self) -> bool:
        """Whether anything is hidden from a seat."""
        return self.has_rule("conceal")

    @property
    def environment_version(self) -> int:
        """The number after `-v` or `_v` in environment names: version 1 of the rules is v0."""
        return self.version - 1

    def event(self, name: str) -> Event | None:
        """The event of that name."""
        return next((event for event in self.play.events if event.name == name), None)

    def event_for(self, meaning: Meaning) -> Event | None:
        """The event that means this, if the game has one."""
        return next((event for event in self.play.events if event.meaning is meaning), None)

    def file(self, path: str) -> Traversable | None:
        """A file or folder of the game's package, if it is there; a game that is one module has none."""
        if not hasattr(import_module(self.package), "__path__"):
            return None
        found = resources.files(self.package) / path
        return found if found.is_file() or found.is_dir() else None

    @cached_property
    def has_rulebook(self) -> bool:
        """Whether there is a players' rulebook in the game's package."""
        return self.file(RULEBOOK) is not None

    def rulebook_text(self) -> str:
        """The players' rulebook as Markdown; a `GameError` if the game has none."""
        book = self.file(RULEBOOK)
        if book is None:
            raise GameError(f"{self.title} has no rulebook")
        return book.read_text(encoding="utf-8")

    def chosen_ahead(self, position: Position, seat: int, chosen: Sequence[int]) -> Position | None:
        """The result of `ahead`; None in a game without simultaneous choices."""
        return self.play.ahead(position, seat, chosen) if self.play.ahead else None

    @cached_property
    def _own_rules(self) -> frozenset[str]:
        return frozenset(name for name in RULES if hasattr(self.rules, name))

    def has_rule(self, name: str) -> bool:
        """Whether the game has this rule of its own, and not the default."""
        return name in self._own_rules
