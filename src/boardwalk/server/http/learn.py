"""The HTTP API for learning a game: its guide in pictures, and its lessons. A request names all moves of a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import Response

from boardwalk.contract import registry
from boardwalk.contract.game import Game
from boardwalk.engine.rules import AUDIENCE, NOBODY
from boardwalk.match import Match
from boardwalk.server.http.rooms import kept_json
from boardwalk.server.protocol.messages import Frames
from boardwalk.server.rooms.frame_diffs import frames_between
from boardwalk.tutorial import Lesson, attempt, guide_of, lessons_of
from boardwalk.tutorial.lessons import LONGEST, OPEN

router = APIRouter(prefix="/api/games/{game}")
Moves = Annotated[str, Query(pattern=r"^(\d{1,6}(,\d{1,6})*)?$", max_length=7 * LONGEST)]


@router.get("/guide")
async def show_guide(game: str, request: Request) -> Response:
    """How to play: the goal, small boards with what happens on them, words for what is on the board, and the keys. A
    game without a guide has its summary, its first scene and keys."""
    return await kept_json(request, ("guide", game), lambda: _guide(registry.game(game)))


def _guide(game: Game) -> dict[str, Any]:
    guide = guide_of(game)
    if guide is None:
        table = game.table(next(iter(game.presets.values())))
        match = Match(table, 1, rules=table.interpreted)
        scene = match.view(AUDIENCE).scene
        told = {"goal": game.summary, "boards": [], "legend": {}, "keys": _keys([match]), "scene": scene}
    else:
        told = {
            "goal": guide.goal,
            "boards": [
                {
                    "title": board.picture.title,
                    "caption": board.picture.caption,
                    "frames": frames_between(board.match, board.picture.seat, board.first, len(board.match.steps) - 1),
                }
                for board in guide.boards
            ],
            "legend": guide.legend,
            "keys": _keys([board.match for board in guide.boards]),
        }
    return told | {"title": game.title, "lessons": len(lessons_of(game))}


def _keys(matches: Sequence[Match]) -> list[dict[str, Any]]:
    """What the seats of these matches could choose by a key, each once."""
    found: dict[str, tuple[str, ...]] = {}
    for match in matches:
        for step in range(len(match.steps)):
            seat = match.at(step).to_act
            if seat >= 0:
                found |= {choice.label: choice.keys for choice in match.view(seat, step).choices if choice.keys}
    return [{"label": label, "keys": keys} for label, keys in found.items()]


@router.get("/lessons")
async def list_lessons(game: str, request: Request) -> Response:
    """The lessons of a game, with the scene that each starts with."""

    def told() -> dict[str, Any]:
        found = registry.game(game)
        return {"title": found.title, "lessons": [_lesson(lesson) for lesson in lessons_of(found)]}

    return await kept_json(request, ("lessons", game), told)


def _lesson(lesson: Lesson) -> dict[str, Any]:
    file = lesson.file
    scene = lesson.start().view(file.seat).scene
    if file.cells is not None:
        scene = msgspec.structs.replace(scene, goal_cells=file.cells)
    return {"name": lesson.name, "title": file.title, "task": file.task, "scene": scene}


@router.get("/lessons/{number}")
async def play_lesson(
    game: str, number: int, request: Request, actions: Moves = "", seen: Annotated[int, Query(ge=-1)] = -1
) -> Response:
    """A lesson after these actions of the player: the frames since the step `seen` (-1: the newest, whole), what can be
    chosen now, and whether the goal is reached."""
    taken = [int(action) for action in actions.split(",") if action]

    def told() -> dict[str, Any]:
        lesson = _numbered(game, number)
        return _position(lesson, taken, seen) | {"lessons": len(lessons_of(lesson.game))}

    return await kept_json(request, ("lesson", game, number, actions, seen), told)


@router.get("/lessons/{number}/preview")
async def preview_lesson(game: str, number: int, request: Request, actions: Moves = "", more: Moves = "") -> Response:
    """What further choices that are sent together would look like: the answer to a `preview` message."""
    taken, chosen = ([int(action) for action in text.split(",") if action] for text in (actions, more))

    def told() -> dict[str, Any]:
        lesson = _numbered(game, number)
        view, possible = attempt(lesson, taken).match.preview(lesson.file.seat, chosen)
        return {"scene": view.scene, "taken": possible, "choices": view.choices}

    return await kept_json(request, ("lesson preview", game, number, actions, more), told)


def _numbered(game: str, number: int) -> Lesson:
    lessons = lessons_of(registry.game(game))
    if not 1 <= number <= len(lessons):
        raise HTTPException(404, "there is no such lesson")
    return lessons[number - 1]


def _position(lesson: Lesson, taken: list[int], seen: int) -> dict[str, Any]:
    file = lesson.file
    tried = attempt(lesson, taken)
    match, step = tried.match, tried.step
    first = step if not 0 <= seen <= step else seen
    view = match.view(file.seat, step)
    open_ = tried.state == OPEN
    frames = frames_between(match, file.seat, first, step)
    if file.cells is not None:
        for frame in frames:
            frame.scene["goal_cells"] = file.cells
    message = Frames(
        seat=file.seat,
        frames=frames[1:] if first == seen else frames,
        fresh=first != seen,
        to_act=match.to_act if open_ else NOBODY,
        acting=[file.seat] if open_ else [],
        choices=list(view.choices) if open_ else [],
    )
    return {
        "game": lesson.game.name,
        "game_title": lesson.game.title,
        "name": lesson.name,
        "title": file.title,
        "task": file.task,
        "hint": file.hint,
        "left": file.limit - len(taken),
        "step": step,
        "state": tried.state,
        "words": tried.words,
        "frames": message,
        "seats": [
            {"name": name, "tone": tone} for name, tone in zip(match.table.seats, match.table.tones, strict=True)
        ],
    }
