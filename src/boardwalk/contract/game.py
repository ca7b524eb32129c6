"""The `Game` contract. A game's package declares a `Game`; `boardwalk.contract.table` has the classes that run it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from boardwalk.contract.challenge import Challenge
from boardwalk.contract.declaration import check_declaration, check_mind
from boardwalk.contract.errors import GameError
from boardwalk.contract.game_parts import (
    Event,
    FileKind,
    Generator,
    Layout,
    Meaning,
    Mind,
    NoScratch,
    Result,
    Script,
    Solution,
    Solver,
)
from boardwalk.contract.levels import LevelPack
from boardwalk.contract.look import Theme
from boardwalk.contract.options import Options
from boardwalk.contract.scene import Choice, Scene
from boardwalk.contract.table import Position, Rules, Table
from boardwalk.engine.rules import RuleModules

if TYPE_CHECKING:
    from boardwalk.contract.analysis import Analysis

__all__ = [
    "Challenge",
    "Event",
    "FileKind",
    "Game",
    "Generator",
    "Layout",
    "Meaning",
    "Mind",
    "Position",
    "Result",
    "Rules",
    "Script",
    "Solution",
    "Solver",
    "Table",
]


def _greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    """Choose by the rule `greedy`, or at random in a game without that rule."""
    if position.table.layout.scratch is None:
        return random.choice(legal)
    return position.table.rules.greedy(position, seat, random.getrandbits(64))


def _each_choice(position: Position, actions: Sequence[int]) -> Sequence[Choice]:
    choice = position.table.game.choice
    return [choice(position, action) for action in actions]


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """The declaration of one game: every field is a plain value or function. A mistake in it raises a `GameError`.

    Properties:

    - `players`: the fewest and the most; `version`: of its rules, from 1, incremented whenever they change;
    - `hidden`: whether anything is hidden from a seat; `chance`: whether the deal or a step draws random numbers;
      `simultaneous`: whether seats choose at the same time, in secret from each other or live against the clock;
    - `events`: what a seat may do besides acting; `undo`: whether moves can be taken back;
    - `theme`: how it looks; `rulebook`: a Markdown file in its package; `files`: the kinds of file it reads;
    - `presets`: option sets to offer by name, the recommended one first; `preset_notes`: what each is like, in a few
      words for players, by its name; `simulation`: options under which random games
      end.

    `scene(position, seat)` and `announce(before, after, seat)` get positions as `conceal` leaves them. Once the game is
    over they also get the full positions of all steps, with EVERYTHING as the seat: then they show everything.

    Python functions and values used in play, all optional:

    - `choices(position, actions)`: the choices of several actions, if that is faster than calling `choice` for each;
    - `result(position)`: the `Result` that this position has reached, if any;
    - `idle`: the action of a player who does nothing, in games that can be played live against the clock;
    - `ahead(position, seat, chosen)`, for choices that are secret and revealed together: the position as seen by a seat
      that has already made the choices `chosen` before its turn (`to_act` is the seat while it may choose more), or
      None if it must wait for its turn;
    - `greedy(position, seat, legal, random)`: an action chosen from a concealed position; by default the rule of that
      name, or a random action if there is no such rule;
    - `prepare(table)`: compiles functions that play needs besides the rules;
    - `mind`: how bots and analysis search the game;
    - `analyse(position, seat, simulations)`: an `Analysis` of a concealed position, in games that have a solver; it
      replaces the search;
    - `solver`: solves positions of a game for one player, for `boardwalk solve` and hints;
    - `levels()`: the packs of levels that ship with the game, for a map of them (`boardwalk.contract.levels`);
    - `challenge(day)`: the `Challenge` of the day with this number (`date.toordinal`), made from the number alone.

    The modules of `rules` together have the record types `Board` and `State` (State has the fields `rng: u32[2]` and
    `to_act: i8`), `ACTIONS` (the number of actions), `PLANES` (the names of the encoded planes), and the rule functions

    - `deal(board, state)`: fill in a state that is zero except for `rng`, and those parts of the board that are random;
    - `legal(board, state, mask) -> count`: set the mask to 1 for each action that the seat to act may take, else 0;
    - `apply(board, state, action)`: one legal action, or the board's own step (any action), or an allowed event;
    - `conceal(board, state, seat)`: clear what the seat (or AUDIENCE) may not know, `rng` too; once the game is
      over it may leave everything;
    - `imagine(board, state, seat)`: fill in what `conceal` cleared by a consistent random guess, from the state's rng;
    - `encode(board, state, seat, planes)`: fill u8[len(PLANES), rows, cols], using only what `conceal` does not clear;
    - `score(board, state, seat) -> int`: 1 for a win, 0 for a draw or no result, -1 for a loss;
    - `allowed(board, state, event) -> bool`, if there are events: whether this event (an action number) may happen now;
    - `pick(board, state, mask) -> action`, optional: a random legal action, if that is faster than filling the mask;
    - `greedy(board, state, seat, scratch) -> action`, optional: the move of the bot `greedy`, as a rule so that it also
      plays in batches. The state is a concealed copy with a random stream of the bot's own; the rule may change it.
      `scratch` (`Layout.scratch`, if any) is uninitialised working memory, unless the game has
    - `study(board, state, scratch)`, optional: precompute in `scratch` what `greedy` needs to know of a board, once for
      all games on it; the state is a blank one to work with. `greedy` then only reads `scratch`.

    Optional rules that make bots stronger. They are given full positions in which a seat is to act:

    - `survey(board, state, scratch)`: precompute in `scratch` what the next rules need to know of a board, once
      before a search, after `study`. The state is a blank one to work with. `greedy` must leave that part of `scratch`
      alone;
    - `estimate(board, state, seat, scratch) -> float`: what the position is worth to a seat, between -1 and 1;
    - `outlook(board, state, seat, scratch) -> float`, for the search method "turns": what a position in which the seat
      has just ended its turn is worth to it, between -1 and 1. Chance may have the next step. It is only asked at
      tables that are searched so;
    - `narrow(board, state, mask, scratch) -> count`: clear in a mask of legal actions those that are not worth a look;
      one at least remains;
    - `rollout(board, state, seat, scratch) -> action`: a quick, sensible action of the seat to act for playouts and for
      seats outside the search tree, instead of that of `greedy`; it may draw random numbers, and change nothing else;
    - `guess(board, state, seat, scratch)`: improve a world that `imagine` has filled in for a seat, with random numbers
      from the state's rng; what the seat sees of it must stay the same;
    - `likely(board, state, mask, chances, scratch)`: write the relative probability of each legal action of the seat to
      act, from 0, for beliefs. By default the action of `greedy` is likelier than the others;
    - `fold(board, state)`, for the search method "table": change a state, also that of a game that is over, to the one
      that stands for all that play on in the same way, such as those that differ in the number of turns so far. What
      is legal, who is to act and what an action leads to must stay the same.

    Rules that the search method "programs" needs, in games whose seats choose equally long programs in secret. Which
    programs are legal may depend on their actions only:

    - `rewind(board, state)`: from a position in which programs are chosen, go back to where nobody has chosen yet;
    - `written(board, state, seat, place) -> action`: what a seat has chosen for a place of its program, -1 if nothing;
    - `rewrite(board, state, seat, place, action)`: replace one action of a program while the round runs;
    - `running(board, state) -> int`: which place of the programs the board's next step runs.

    What the search method "tasks" needs, in games of teams:

    - `TASKS`: the number of tasks that a seat can have, such as to attack or to guard;
    - `pursue(board, state, seat, task, scratch) -> action`: an action of the seat to act that serves a task; it may
      draw random numbers, and change nothing else.
    """

    name: str
    title: str
    summary: str
    players: tuple[int, int]
    version: int
    hidden: bool
    chance: bool
    simultaneous: bool = False
    rules: RuleModules
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
    theme: Theme
    rulebook: str = ""
    events: tuple[Event, ...] = ()
    files: tuple[FileKind, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: {"Standard": {}})
    preset_notes: Mapping[str, str] = field(default_factory=dict)
    simulation: Mapping[str, Any] = field(default_factory=dict)
    undo: bool = False
    prepare: Callable[[Table], None] | None = None
    idle: int | None = None
    choices: Callable[[Position, Sequence[int]], Sequence[Choice]] = _each_choice
    result: Callable[[Position], Result | None] = lambda position: None
    ahead: Callable[[Position, int, Sequence[int]], Position | None] | None = None
    greedy: Callable[[Position, int, Sequence[int], Random], int] = _greedy
    mind: Mind = field(default_factory=Mind)
    analyse: Callable[[Position, int, int], Analysis] | None = None
    solver: Solver | None = None
    levels: Callable[[], Sequence[LevelPack]] | None = None
    challenge: Callable[[int], Challenge] | None = None

    def __post_init__(self) -> None:
        check_declaration(self)

    def __repr__(self) -> str:
        return f"<Game {self.name}, version {self.version}>"

    def __reduce__(self) -> tuple[Any, ...]:
        from boardwalk.contract import registry  # deferred: it imports this module

        if self.name not in registry.game_names() or registry.game(self.name) is not self:
            raise TypeError(
                f"the game {self.name!r} can't be pickled: it is not one of the games that `boardwalk` finds by name"
            )
        return _unpickled_game, (self.name, self.version)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self  # nothing in a declaration changes

    @classmethod
    def of(
        cls,
        *,
        rules: ModuleType,
        search: ModuleType | None = None,
        setup: ModuleType,
        notation: ModuleType,
        scene: ModuleType,
        **more: Any,
    ) -> Game:
        """A game whose modules have the usual functions under their usual names; `more` are further fields. Rules that
        only make bots stronger may stand in a module of their own, `search`."""
        modules = RuleModules(*filter(None, (rules, search)))
        parts: dict[str, Any] = {"rules": modules, "options": setup.Options, "lay_out": setup.lay_out}
        for module, names in (
            (notation, ("describe", "write_position", "read_position", "write_action", "read_actions")),
            (scene, ("scene", "choice", "announce")),
        ):
            parts |= {name: getattr(module, name, None) for name in names if name not in more}
            missing = [name for name in names if parts.get(name) is None and name not in more]
            if missing:
                raise GameError(f"{module.__name__} has no function {missing[0]!r}")
        return cls(**parts | more)

    def table(self, values: Mapping[str, Any] | Options | None = None) -> Table:
        """The game laid out with these options; an `OptionError` or `TextError` if they are not valid."""
        options = values if isinstance(values, Options) else self.options.of(values or {})
        layout = self.lay_out(options)
        if layout.scratch is None and hasattr(self.rules, "greedy"):
            layout = replace(layout, scratch=NoScratch.new())
        fewest, most = self.players
        if not fewest <= len(layout.seats) <= most:
            seats = len(layout.seats)
            raise GameError(f"the game {self.name!r} is declared for {self.players_text} players and laid out {seats}")
        if layout.mind:
            check_mind(self, layout.mind)
        return Table(self, options, layout)

    @property
    def package(self) -> str:
        """The package of the game, which holds its rules, its rulebook and its content."""
        return self.rules.__name__.rpartition(".")[0] or self.rules.__name__

    @property
    def players_text(self) -> str:
        """The number of players as text: `2` or `2–4`."""
        fewest, most = self.players
        return str(fewest) if fewest == most else f"{fewest}–{most}"

    @property
    def environment_version(self) -> int:
        """The number after `-v` or `_v` in environment names: version 1 of the rules is v0."""
        return self.version - 1

    def event(self, name: str) -> Event | None:
        """The event of that name."""
        return next((event for event in self.events if event.name == name), None)

    def event_for(self, meaning: Meaning) -> Event | None:
        """The event that means this, if the game has one."""
        return next((event for event in self.events if event.meaning is meaning), None)

    def rulebook_text(self) -> str:
        """The players' rulebook as Markdown; a `GameError` if the game has none."""
        if not self.rulebook:
            raise GameError(f"{self.title} has no rulebook")
        return (resources.files(self.package) / self.rulebook).read_text(encoding="utf-8")

    def chosen_ahead(self, position: Position, seat: int, chosen: Sequence[int]) -> Position | None:
        """The result of `ahead`; None in a game without simultaneous choices."""
        return self.ahead(position, seat, chosen) if self.ahead else None

    @property
    def studies(self) -> bool:
        """Whether the game has the rule `study`, which `greedy` depends on."""
        return self.has_rule("study")

    def has_rule(self, name: str) -> bool:
        """Whether the game has this optional rule."""
        return hasattr(self.rules, name)


def _unpickled_game(name: str, version: int) -> Game:
    from boardwalk.contract import registry  # deferred: it imports this module

    game = registry.game(name)
    if game.version != version:
        raise GameError(
            f"the pickle is of version {version} of {game.title}'s rules; this program plays version {game.version}"
        )
    return game
