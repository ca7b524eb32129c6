"""Lessons: small positions that each teach one thing by doing it, each a file in the folder `content/lessons` of a
game's package.

The files are sorted by the number that their names begin with: `3_slide_the_ice.toml`. `docs/write_a_lesson.md`
explains their fields."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import cycle
from typing import TYPE_CHECKING, Literal

from boardwalk.bots import Bot, Seated, make_bot
from boardwalk.contract.errors import BoardwalkError, GameError, MoveError
from boardwalk.contract.game import Game, Table
from boardwalk.engine.rules import NOBODY
from boardwalk.match import Match, View
from boardwalk.tutorial.data import Condition, Entry, Start, all_hold, facts_of, named, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOLDER = "content/lessons"
FILE = re.compile(r"(\d+)_(\w+)\.toml")
LONGEST = 60  # moves
State = Literal["open", "solved", "failed"]
OPEN: State = "open"
SOLVED: State = "solved"
FAILED: State = "failed"


class Mistake(Entry, frozen=True, kw_only=True):
    """Conditions under which the lesson has failed, and the text that explains why."""

    when: tuple[Condition, ...]
    say: str


class Other(Entry, frozen=True, kw_only=True):
    """Another seat: it plays the moves of `plays` over and over (in place of one that is not possible, the first that
    is), or a bot chooses them."""

    seat: int
    plays: str = ""
    bot: str = ""


class LessonFile(Start, frozen=True, kw_only=True):
    """`goal`: conditions that must hold together after some step, within `limit` moves of the player at `seat`.
    `solution`: moves of the player that reach it. `cells`: the cells to light on the board, as rows and columns from 0,
    instead of those that the game's scenes light."""

    title: str
    task: str
    hint: str
    success: str
    goal: tuple[Condition, ...]
    limit: int
    solution: str
    seat: int = 0
    cells: tuple[tuple[int, int], ...] | None = None
    others: tuple[Other, ...] = ()
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson; `name` identifies it among those of its game."""

    game: Game
    name: str
    file: LessonFile

    @cached_property
    def table(self) -> Table:
        return self.file.table(self.game)

    def start(self) -> Match:
        """A new match at the lesson's start."""
        match = self.file.match(self.table)
        _answer(match, self.file.seat, _others(self.file))
        return match


@dataclass(frozen=True)
class Attempt:
    """The result of some moves: the match, the number of the step at which the lesson was `solved` or `failed` (of the
    newest step if it is still `open`), and the words for that."""

    match: Match
    step: int
    state: State
    words: str = ""


@cache
def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; a `GameError` if there is a mistake in one."""
    folder = game.file(FOLDER)
    if folder is None:
        return ()
    found = [(name, file) for file in folder.iterdir() if (name := FILE.fullmatch(file.name))]
    lessons = []
    for name, file in sorted(found, key=lambda one: int(one[0][1])):
        lesson = Lesson(game, name[2], read_file(file, LessonFile))
        try:
            _check(lesson)
        except BoardwalkError as error:
            raise named(file.name, error) from None
        lessons.append(lesson)
    return tuple(lessons)


def _check(lesson: Lesson) -> None:
    file = lesson.file
    if not 1 <= file.limit <= LONGEST:
        raise GameError(f"limit must be from 1 to {LONGEST}, not {file.limit}")
    match = lesson.start()
    match.check_seat(file.seat)
    if match.to_act != file.seat:
        raise GameError(f"seat {file.seat} must be to act at the start")
    scene = match.view(file.seat).scene
    for row, col in file.cells or ():
        if not (0 <= row < scene.rows and 0 <= col < scene.cols):
            raise GameError(f"the cell {row}, {col} of `cells` is not on a board of {scene.rows} × {scene.cols}")
    facts = facts_of(match, match.position, file.seat)
    if all_hold(file.goal, facts):
        raise GameError("the goal is reached at the start already")
    for mistake in file.mistakes:
        if all_hold(mistake.when, facts):
            raise GameError(f"the mistake {mistake.say!r} is made at the start already")


def attempt(lesson: Lesson, actions: Sequence[int]) -> Attempt:
    """Replay a lesson with these actions of the player; a `MoveError` if one is not possible, or the lesson was over
    before."""
    file = lesson.file
    match = file.match(lesson.table)
    others = _others(file)
    _answer(match, file.seat, others)
    for number, action in enumerate(actions, 1):
        first = len(match.steps)
        match.act(file.seat, action)
        _answer(match, file.seat, others)
        ended = _outcome(file, match, first) or _left_over(file, match, number)
        if ended and number < len(actions):
            raise MoveError("the lesson is over")
        if ended:
            return ended
    return Attempt(match, len(match.steps) - 1, OPEN)


def _outcome(file: LessonFile, match: Match, first: int) -> Attempt | None:
    """The first step from `first` on that reaches the goal or makes a mistake."""
    for step in range(first, len(match.steps)):
        facts = facts_of(match, match.at(step), file.seat)
        if all_hold(file.goal, facts):
            return Attempt(match, step, SOLVED, file.success)
        for mistake in file.mistakes:
            if all_hold(mistake.when, facts):
                return Attempt(match, step, FAILED, mistake.say)
    return None


def _left_over(file: LessonFile, match: Match, moves: int) -> Attempt | None:
    """The outcome without the goal: the game is over, or no move is left."""
    last = len(match.steps) - 1
    if match.over:
        return Attempt(match, last, FAILED, "The game is over, and this was not the goal.")
    if moves == file.limit:
        return Attempt(match, last, FAILED, f"That was {moves} moves; it can be done in no more.")
    return None


class _Script:
    """A bot that plays the same moves over and over."""

    def __init__(self, text: str) -> None:
        self._words = cycle(text.split())
        self._next: Iterator[int] = iter(())

    def choose(self, view: View) -> int:
        action = next(self._next, None)
        if action is None:
            self._next = iter(view.table.game.notation.read_actions(view.position, next(self._words)))
            action = next(self._next)
        return action if action in view.legal else view.legal[0]


def _others(file: LessonFile) -> dict[int, Seated]:
    def bot(other: Other) -> Bot:
        if bool(other.plays.split()) == bool(other.bot):
            raise GameError(f"the other seat {other.seat} needs either `plays` or `bot`")
        return make_bot(other.bot, 1) if other.bot else _Script(other.plays)

    return {other.seat: Seated(bot(other), other.seat) for other in file.others}


def _answer(match: Match, seat: int, others: dict[int, Seated]) -> None:
    """The others' moves, until it is the player's turn or the game is over."""
    while match.to_act not in (seat, NOBODY):
        if match.to_act not in others:
            raise GameError(f"nobody plays seat {match.to_act}; `others` must have an entry for it")
        match.act(match.to_act, others[match.to_act].choose(match))
