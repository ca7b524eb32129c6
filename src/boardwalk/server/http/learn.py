"""The API for learning a game: its guide in pictures, and its lessons. A request names all moves of a lesson."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.exceptions import HTTPException
from starlette.requests import Request

from boardwalk.contract import registry
from boardwalk.contract.game import Game
from boardwalk.contract.scene import Choice, Scene
from boardwalk.engine.rules import AUDIENCE, NOBODY
from boardwalk.match import Match
from boardwalk.server.base.responses import Encoded, cached
from boardwalk.server.http.routes import Routes
from boardwalk.server.protocol.messages import Frame, Frames
from boardwalk.server.rooms.frames import frames_between
from boardwalk.tutorial import Guide, Lesson, attempt, guide_of, lessons_of
from boardwalk.tutorial.lessons import LONGEST, OPEN, State

routes = Routes("/api/games/{game}")

Moves = Annotated[str, Meta(pattern=r"^([0-9]{1,6}(,[0-9]{1,6})*)?$", max_length=7 * LONGEST)]


class GuideBoard(msgspec.Struct, kw_only=True):
    """A small board, and the steps shown on it."""

    title: str
    caption: str
    frames: list[Frame]


class KeyHelp(msgspec.Struct, kw_only=True):
    """The keys that choose an action, by the label of that action."""

    label: str
    keys: tuple[str, ...]


class GuideInfo(msgspec.Struct, kw_only=True):
    """How a game is played; `legend` explains what is on the board. Only a game without a guide has its first `scene`
    here. `lessons` is how many there are."""

    title: str
    goal: str
    boards: list[GuideBoard]
    legend: Mapping[str, str]
    keys: list[KeyHelp]
    lessons: int
    scene: Scene | UnsetType = UNSET


class LessonInfo(msgspec.Struct, kw_only=True):
    """A lesson, with the scene that it starts with."""

    name: str
    title: str
    task: str
    scene: Scene


class LessonList(msgspec.Struct, kw_only=True):
    """The lessons of a game."""

    title: str
    lessons: list[LessonInfo]


class LessonSeat(msgspec.Struct, kw_only=True):
    """A seat in a lesson."""

    name: str
    tone: int


class LessonState(msgspec.Struct, kw_only=True):
    """A lesson after some moves: its text, whether it is solved, the moves that are left, and the player's view."""

    game: str
    game_title: str
    name: str
    title: str
    task: str
    hint: str
    left: int
    step: int
    state: State
    words: str
    frames: Frames
    seats: list[LessonSeat]
    lessons: int


class LessonPreview(msgspec.Struct, kw_only=True):
    """A preview of further choices, of which the first `taken` are possible."""

    scene: Scene
    taken: int
    choices: tuple[Choice, ...]


@routes.get("/guide")
async def show_guide(game: str, request: Request) -> Encoded[GuideInfo]:
    """How to play: the goal, small boards with the steps shown on them, a legend, and the keys. A game without a guide
    has its summary, its first scene and keys."""
    return await cached(request, ("guide", game), lambda: _guide(registry.game(game)))


def _guide(game: Game) -> GuideInfo:
    guide, lessons = guide_of(game), len(lessons_of(game))
    if guide is not None:
        return GuideInfo(
            title=game.title,
            goal=guide.goal,
            boards=_boards(guide),
            legend=guide.legend,
            keys=_keys([board.match for board in guide.boards]),
            lessons=lessons,
        )
    table = game.table(game.content.presets[0].options)
    match = Match(table, 1, rules=table.interpreted)
    return GuideInfo(
        title=game.title,
        goal=game.summary,
        boards=[],
        legend={},
        keys=_keys([match]),
        lessons=lessons,
        scene=match.view(AUDIENCE).scene,
    )


def _boards(guide: Guide) -> list[GuideBoard]:
    return [
        GuideBoard(
            title=board.picture.title,
            caption=board.picture.caption,
            frames=frames_between(board.match, board.picture.seat, board.first, len(board.match.steps) - 1),
        )
        for board in guide.boards
    ]


def _keys(matches: Sequence[Match]) -> list[KeyHelp]:
    """The choices of the seats of these matches that have a key, each once."""
    found: dict[str, tuple[str, ...]] = {}
    for match in matches:
        for step in range(len(match.steps)):
            seat = match.at(step).to_act
            if seat >= 0:
                found |= {choice.label: choice.keys for choice in match.view(seat, step).choices if choice.keys}
    return [KeyHelp(label=label, keys=keys) for label, keys in found.items()]


@routes.get("/lessons")
async def list_lessons(game: str, request: Request) -> Encoded[LessonList]:
    """The lessons of a game, with the scene that each starts with."""

    def told() -> LessonList:
        found = registry.game(game)
        return LessonList(title=found.title, lessons=[_lesson(lesson) for lesson in lessons_of(found)])

    return await cached(request, ("lessons", game), told)


def _lesson(lesson: Lesson) -> LessonInfo:
    file = lesson.file
    scene = lesson.start().view(file.seat).scene
    if file.cells is not None:
        scene = msgspec.structs.replace(scene, goal_cells=file.cells)
    return LessonInfo(name=lesson.name, title=file.title, task=file.task, scene=scene)


@routes.get("/lessons/{number}")
async def play_lesson(
    game: str, number: int, request: Request, actions: Moves = "", seen: Annotated[int, Meta(ge=-1)] = -1
) -> Encoded[LessonState]:
    """A lesson after these actions of the player: the frames since the step `seen` (-1: the newest, whole), what can be
    chosen now, and whether the goal is reached."""
    key = ("lesson", game, number, actions, seen)
    return await cached(request, key, lambda: _state(_numbered(game, number), _numbers(actions), seen))


@routes.get("/lessons/{number}/preview")
async def preview_lesson(
    game: str, number: int, request: Request, actions: Moves = "", more: Moves = ""
) -> Encoded[LessonPreview]:
    """A preview of further choices that are sent together, as in the answer to a `preview` message."""

    def told() -> LessonPreview:
        lesson = _numbered(game, number)
        match = attempt(lesson, _numbers(actions)).match
        view, possible = match.preview(lesson.file.seat, _numbers(more))
        return LessonPreview(scene=view.scene, taken=possible, choices=view.choices)

    return await cached(request, ("lesson preview", game, number, actions, more), told)


def _numbers(moves: str) -> list[int]:
    return [int(action) for action in moves.split(",") if action]


def _numbered(game: str, number: int) -> Lesson:
    lessons = lessons_of(registry.game(game))
    if not 1 <= number <= len(lessons):
        raise HTTPException(404, "there is no such lesson")
    return lessons[number - 1]


def _state(lesson: Lesson, taken: list[int], seen: int) -> LessonState:
    file = lesson.file
    tried = attempt(lesson, taken)
    match = tried.match
    return LessonState(
        game=lesson.game.name,
        game_title=lesson.game.title,
        name=lesson.name,
        title=file.title,
        task=file.task,
        hint=file.hint,
        left=file.limit - len(taken),
        step=tried.step,
        state=tried.state,
        words=tried.words,
        frames=_frames(lesson, match, tried.step, seen, is_open=tried.state == OPEN),
        seats=[
            LessonSeat(name=name, tone=tone) for name, tone in zip(match.table.seats, match.table.tones, strict=True)
        ],
        lessons=len(lessons_of(lesson.game)),
    )


def _frames(lesson: Lesson, match: Match, step: int, seen: int, *, is_open: bool) -> Frames:
    """The player's frames since the step `seen`, or the newest step whole."""
    file = lesson.file
    first = step if not 0 <= seen <= step else seen
    frames = frames_between(match, file.seat, first, step)
    if file.cells is not None:
        for frame in frames:
            frame.scene["goal_cells"] = file.cells
    return Frames(
        seat=file.seat,
        frames=frames[1:] if first == seen else frames,
        fresh=first != seen,
        to_act=match.to_act if is_open else NOBODY,
        acting=[file.seat] if is_open else [],
        choices=list(match.view(file.seat, step).choices) if is_open else [],
    )
