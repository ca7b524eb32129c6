"""The HTTP API of the editor: what can be painted, whether it is right, and jobs that take long."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, TextError
from boardwalk.contract.game import FileKind, Game
from boardwalk.contract.grid_files import Grid, GridFormat, Symbol
from boardwalk.contract.level_files import LevelFiles
from boardwalk.contract.scene import Scene
from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.limits import address_of
from boardwalk.server.base.response_cache import ResponseCache
from boardwalk.server.base.responses import answer
from boardwalk.server.http.rooms import Strict, computed, kept_json
from boardwalk.server.workers.messages import Job, JobReport, Progress, Started
from boardwalk.server.workers.pool import JobRequest, Pool, PoolError

router = APIRouter(prefix="/api/editor")
log = logging.getLogger("boardwalk")

SOLVE_SECONDS, GENERATE_SECONDS = 20.0, 60.0  # while nobody else waits
Line = Annotated[str, Field(max_length=1000, pattern=r"^[^\r\n]*$")]


class GridBody(Strict):
    rows: Annotated[list[Line], Field(min_length=1, max_length=1000)]
    title: Line = ""


class FileBody(Strict):
    """A file as its grids, or as its text if it has none."""

    grids: Annotated[list[GridBody], Field(min_length=1, max_length=2000)] | None = None
    text: str = ""


class OpenBody(Strict):
    """A text, or the name of a file that ships with the game."""

    text: str = ""
    name: Annotated[str, Field(max_length=200)] = ""


class GenerateBody(Strict):
    difficulty: Annotated[str, Field(max_length=100)] = ""
    seed: Annotated[int | None, Field(ge=0, lt=2**53)] = None


def find(game: str, word: str) -> tuple[Game, FileKind]:
    """A game and one of its kinds of file, by its suffix without the dot."""
    found = registry.game(game)
    kind = next((kind for kind in found.files if kind.word == word), None)
    if kind is None:
        raise HTTPException(404, f"{found.title} has no such kind of file")
    return found, kind


def shipped(game: Game, kind: FileKind) -> LevelFiles | None:
    """The files of this kind that ship with the game."""
    return LevelFiles(game.package, kind.suffix, kind.option) if kind.option else None


@router.get("")
async def kinds(request: Request) -> Response:
    """Every kind of file that can be edited."""

    def listed() -> list[dict[str, Any]]:
        return [describe(game, kind) for game in registry.games() for kind in game.files]

    return await kept_json(request, "editor", listed)


@router.get("/{game}/{kind}")
async def one_kind(game: str, kind: str, request: Request) -> Response:
    """What the editor of a kind of file needs to know."""
    return await kept_json(request, ("editor", game, kind), lambda: describe(*find(game, kind)))


def describe(game: Game, kind: FileKind) -> dict[str, Any]:
    files = shipped(game, kind)
    return {
        "game": game.name,
        "title": game.title,
        "kind": kind.word,
        "name": kind.name,
        "suffix": kind.suffix,
        "option": kind.option,
        "grid": _grid_data(kind.grid, game.theme.name) if kind.grid else None,
        "shipped": files.names() if files else [],
        "difficulties": kind.generator.difficulties if kind.generator else (),
        "solver": {"unit": game.solver.unit} if game.solver and kind.option else None,
    }


def _grid_data(grid: GridFormat, theme: str) -> dict[str, Any]:
    """A format; `scene` is the picture of an empty grid, whose tiles are numbered as the symbols."""
    palette = tuple(symbol.tile for symbol in grid.symbols)
    return {
        "scene": Scene(theme=theme, rows=0, cols=0, palette=palette, tiles=(), status=""),
        "symbols": [_symbol_data(symbol) for symbol in grid.symbols],
        "rows": grid.rows,
        "cols": grid.cols,
        "titled": grid.titled,
        "several": grid.several,
        "new": grid.read(grid.new),
    }


def _symbol_data(symbol: Symbol) -> dict[str, Any]:
    return {
        "char": symbol.char,
        "name": symbol.name,
        "tile": symbol.tile,
        "piece": symbol.piece,
        "unique": symbol.unique,
    }


@router.post("/{game}/{kind}/open")
async def open_file(game: str, kind: str, body: OpenBody, request: Request) -> Response:
    """A text as grids, as far as it is one."""
    found, file_kind = find(game, kind)

    def opened() -> dict[str, Any]:
        files = shipped(found, file_kind)
        if body.name and not (files and body.name in files.names()):
            raise HTTPException(404, f"{found.title} has no {kind} called {body.name!r}")
        text = files.text(body.name) if files and body.name else body.text
        if not file_kind.grid:
            return {"text": text}
        try:
            return {"text": text, "grids": file_kind.grid.read(text)}
        except TextError:
            file_kind.read(text)  # says better what is wrong
            raise

    return await computed(request, opened)


@router.post("/{game}/{kind}/check")
async def check(game: str, kind: str, body: FileBody, request: Request) -> Response:
    """The text of a file, its mistakes, and the options to try it with, if it can be played."""
    found, file_kind = find(game, kind)
    return await computed(request, lambda: checked(found, file_kind, body))


def checked(game: Game, kind: FileKind, body: FileBody) -> dict[str, Any]:
    text, mistakes = body.text, []
    if kind.grid and body.grids is not None:
        grids = [Grid(tuple(grid.rows), grid.title) for grid in body.grids]
        text = kind.grid.write(grids)
        mistakes = msgspec.to_builtins(kind.grid.mistakes(grids, kind.read))
    else:
        try:
            kind.read(text)
        except TextError as error:
            found = sorted((error, *error.more), key=lambda one: (one.line, one.column))
            mistakes = [{"line": one.line, "column": one.column, "what": one.what} for one in found]
    said: dict[str, Any] = {"text": text, "mistakes": mistakes, "trial": None, "refusal": ""}
    if kind.option and not mistakes:
        said |= _trial(game, kind, text)
    return said


def _trial(game: Game, kind: FileKind, text: str) -> dict[str, Any]:
    """The first options of its kind that a valid file can be played with, or why there are none."""
    refusal = ""
    for options in kind.grid.trials if kind.grid else ({},):
        try:
            table = game.table({**options, kind.option: text})
        except BoardwalkError as error:
            refusal = refusal or str(error)
        else:
            return {"trial": {"options": {**options, kind.option: text}, "seats": table.seats}}
    return {"refusal": refusal}


# -- what takes long: a stream of events


@router.post("/{game}/{kind}/solve")
async def solve(game: str, kind: str, body: FileBody, request: Request) -> Response:
    """What the game's solver says of a file, as events; closing the connection ends it."""
    found, file_kind = find(game, kind)
    if not (found.solver and file_kind.option):
        raise HTTPException(404, f"there is no solver for a {file_kind.name}")
    cache: ResponseCache = request.app.state.cache
    answered = await cache.compute(address_of(request.scope), lambda: checked(found, file_kind, body))
    if answered["mistakes"]:
        return answer({"error": answered["mistakes"][0]["what"]}, 422)
    return _events(
        request,
        Job(game=found.name, option=file_kind.option, text=answered["text"], seconds=SOLVE_SECONDS),
    )


@router.post("/{game}/{kind}/generate")
async def generate(game: str, kind: str, body: GenerateBody, request: Request) -> Response:
    """A new file, as the last event but one; closing the connection ends it."""
    found, file_kind = find(game, kind)
    if not file_kind.generator:
        raise HTTPException(404, f"a {file_kind.name} can't be generated")
    difficulties = file_kind.generator.difficulties
    difficulty = body.difficulty or difficulties[0]
    if difficulty not in difficulties:
        return answer({"error": f"the difficulty is one of {', '.join(difficulties)}, not {difficulty!r}"}, 422)
    seed = secrets.randbits(32) if body.seed is None else body.seed
    job = Job(game=found.name, option=file_kind.option, difficulty=difficulty, seed=seed, seconds=GENERATE_SECONDS)
    return _events(request, job)


def _events(request: Request, job: Job) -> Response:
    """The reports on a job as server-sent events, which proxies and compression pass on at once."""
    pool: Pool = request.app.state.rooms.pool

    async def events() -> AsyncIterator[bytes]:
        async for report in _reports(pool, JobRequest(address_of(request.scope), job)):
            yield b"data: " + msgspec.json.encode(report) + b"\n\n"

    return StreamingResponse(events(), headers={"Cache-Control": "no-store"}, media_type="text/event-stream")


async def _reports(pool: Pool, request: JobRequest) -> AsyncIterator[JobReport]:
    """The reports on a job; the first says only that it has begun, the last that it is done."""
    try:
        async with aclosing(pool.replies(request)) as replies:
            async for reply in replies:
                if isinstance(reply, Started):
                    yield JobReport()
                elif isinstance(reply, Progress):
                    yield reply.report
    except PoolError as error:
        log.error("a job of the editor failed: %s", error)
        yield JobReport(error="it failed, or took too long and was stopped")
    except BusyError as error:
        yield JobReport(error=str(error))
    yield JobReport(done=True)
