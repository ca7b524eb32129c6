"""The parts of a game's declaration: layout, events, file kinds, results, and how bots search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

from boardwalk.contract.grid_files import GridFormat
from boardwalk.contract.scene import Scene
from boardwalk.engine.records import Record, RecordType, i64

if TYPE_CHECKING:
    from boardwalk.contract.game import Position, Table


@dataclass(frozen=True)
class Layout:
    """What `lay_out` returns for a set of options: the board, a zeroed state, the seats' names, the size of the planes.

    `per_game`: `deal` writes to the board, so each game of a batch needs its own copy. `notes`: data for the game's own
    Python functions that rules do not need, such as titles. `scratch`: the working memory of the rule `greedy`, if it
    needs any. `thinking`: makes the working memory of searches, if they need more than `scratch`: a record with all
    fields of it and others. `mind`: how bots search at such a table, if otherwise than the game's own `mind`. `tones`:
    the seats' colours, if teams share one."""

    board: Record
    state: Record
    seats: tuple[str, ...]
    rows: int
    cols: int
    per_game: bool = False
    notes: Any = None
    scratch: Record | None = None
    thinking: Callable[[], Record] | None = None
    mind: Mind | None = None
    tones: tuple[int, ...] = ()


# The scratch of a rule `greedy` that needs none, since kernels always pass a record.
NoScratch = RecordType("NoScratch", {"unused": i64})


class Meaning(Enum):
    """What an event means to clients and servers, independent of the name a game gives it."""

    RESIGN = "resign"  # the seat gives up the game
    LEAVE = "leave"  # the player leaves and the game goes on without them
    RETURN = "return"  # a player who left comes back
    RESTART = "restart"  # start again from a point that the game defines
    OTHER = "other"


@dataclass(frozen=True)
class Event:
    """Something a seat may do besides acting. `label` is the text of its button and `key` its key or short command;
    `question` asks the player to confirm it first. Event k of seat s is the action number ACTIONS + k * seats + s; the
    rule `allowed` says whether it may happen now."""

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
    """A parsed file of moves: options to add to those of the board it runs on, and the actions in order. `trace`
    describes one step in words, `summary` and `data` the end of the run as text and as JSON data."""

    options: Mapping[str, Any]
    actions: Sequence[int]
    trace: Callable[[Position, Position], list[str]]
    summary: Callable[[Position], list[str]]
    data: Callable[[Position], dict[str, Any]]


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
class FileKind:
    """A kind of file that a game reads. `read` parses a text, or raises a `TextError`; `option` names the option that
    takes such a text (empty if none does); `look` makes a scene of a text that can be shown although it can't be
    played; `write` makes such a text from a position and the actions so far; `script` parses one that the command `run`
    plays; `generator` makes new ones; `grid` says how it is a grid of symbols, so that it can be painted."""

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
class Solution:
    """What a solver knows so far: the actions of the best solution, or None; a number of actions that every solution
    has at least; whether that is proven to be all, so that the actions are the fewest or there is no solution."""

    actions: tuple[int, ...] | None
    bound: int
    proven: bool

    def verdict(self, unit: str = "move") -> str:
        """What is known, in a sentence; `unit` is the word for an action."""
        if self.actions is None:
            return "can't be solved" if self.proven else f"no solution found; one has at least {self.bound} {unit}s"
        known = "the fewest possible" if self.proven else f"the best known; at least {self.bound} are needed"
        return f"{self.length(unit)}: {known}"

    def length(self, unit: str = "move") -> str:
        """The number of actions, such as `1 move` or `12 moves`."""
        count = len(self.actions or ())
        return f"{count} {unit}{'s' * (count != 1)}"


@dataclass(frozen=True)
class Solver:
    """Solves positions of a game for one player. `problems(table)` are the positions to solve at a table, such as the
    starts of its levels, with their titles. `solve(position, memory)` yields what it knows every few hundredths of a
    second, until that is proven or so many bytes of memory are used up. `lost(positions)` is, for the positions of a
    match in order, the index of the one after which the last can't be solved any more: the action taken there lost it;
    None if the last one can be solved, or that is not known. `options` are those of the table for a file. `unit` is
    the word for an action. `explain(position, solution)` says more about what was found, in a sentence or none."""

    problems: Callable[[Table], Sequence[tuple[str, Position]]]
    solve: Callable[[Position, int], Iterator[Solution]]
    lost: Callable[[Sequence[Position]], int | None]
    options: Mapping[str, Any] = field(default_factory=dict)
    unit: str = "move"
    explain: Callable[[Position, Solution], str] = lambda position, solution: ""


@dataclass(frozen=True)
class Result:
    """An achievement to store as a best result, such as a finished level. `counts` rate it, the most important first;
    lower is better. Results with the same key are compared."""

    key: str
    title: str
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Mind:
    """How bots and analysis search this game (`boardwalk.search`).

    - `method`: "tree" (information-set tree search), "alpha_beta" (for actions that draw no random numbers),
      "programs" (a planner for programs chosen in secret), "tasks" (for teams, which share out tasks), "turns" (whole
      turns in a game of chance for two, with the rule `outlook`) or "table" (all positions of a small game for two
      without secrets and chance, solved; alpha-beta where `hard` is not asked);
    - `memory`: keep a belief, the worlds that fit all views so far, instead of imagining worlds anew for each decision;
    - `beginner`, `medium`, `hard`: the simulations (alpha-beta: nodes) of a decision of these strengths; `hard` should
      take at most 150 ms on one core;
    - `worlds`: how many worlds a decision considers if anything is hidden; `believed`: how many worlds a belief holds;
    - `minor`: fields of State that do not count when the likeliest worlds are chosen, such as what only others know.

    For the tree:

    - `playout`: how many actions of each seat a leaf is played on before it is judged by `estimate`; None: none in a
      game with that rule, else to the end of the game;
    - `bold`: the share of random actions in playouts; the rule `rollout` or else `greedy` chooses the others;
    - `explore`: the weight of exploration in UCT;
    - `width`: progressive widening: at most 2 + width * sqrt(visits) actions of a node are tried; 0 tries all;
    - `others`: the share of simulations in which all other seats act as `greedy` does, instead of what the tree finds
      best for them; 1: they always act as in playouts, and only the seat's own actions are nodes of the tree, unless
      there are just two seats: then the other's actions are nodes as well.

    For programs: `others`, the share of programs that the rule `greedy` is taken to have chosen instead of a best
    reply, and `bold`, the share of random actions in those.

    For turns: `others`, the share of samples in which the other seat acts as `greedy` does, instead of what `outlook`
    finds best for it.

    For tasks: `playout`, how many actions of each seat a simulation has, and `explore`, in UCB.

    For the table: `positions`, the most that it holds; alpha-beta searches games with more. `bold`, the share of random
    actions of the imperfect opponent that it hopes for.

    For alpha-beta: `plies`, the greatest depth, and `margin`: actions that are worse than the best by no more than this
    get exact values, others only upper bounds. For all: `draw`, what a draw is worth; below 0, a bot takes risks to
    avoid one; `duel`, how a table for two is searched instead; `weaker`, how `medium` and `beginner` search instead.
    For a beginner: `blur`, the standard deviation of its errors in judging actions, as a multiple of how much these
    differ, and `habit`, the share of its decisions that it makes as `easy` does, without looking ahead."""

    method: Literal["tree", "alpha_beta", "programs", "tasks", "turns", "table"] = "tree"
    memory: bool = False
    beginner: int = 40
    medium: int = 600
    hard: int = 6_000
    worlds: int = 32
    believed: int = 400
    minor: tuple[str, ...] = ()
    playout: int | None = None
    bold: float = 0.25
    explore: float = 0.7
    width: float = 0.0
    others: float = 0.0
    plies: int = 40
    positions: int = 1_500_000
    margin: float = 0.0
    draw: float = 0.0
    blur: float = 0.6
    habit: float = 0.0
    duel: Mind | None = None
    weaker: Mind | None = None

    def of(self, strength: str) -> Mind:
        """The mind of a strength: "beginner", "medium" or "hard"."""
        return self.weaker if self.weaker and strength != "hard" else self
