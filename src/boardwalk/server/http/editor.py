"""The API of the editor: the kinds of file, checking files, and jobs: solving and generating."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import StreamingResponse

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, TextError
from boardwalk.contract.game import FileKind, Game
from boardwalk.contract.grid_files import Grid, GridFormat
from boardwalk.contract.level_files import LevelFiles
from boardwalk.contract.scene import Piece, Scene, Tile
from boardwalk.server.base.errors import BusyError
from boardwalk.server.base.limits import address_of
from boardwalk.server.base.responses import Encoded, cached, computed
from boardwalk.server.http.games import Seed
from boardwalk.server.http.routes import Body, Routes
from boardwalk.server.workers.messages import Job, JobReport, Progress, Started
from boardwalk.server.workers.pool import JobRequest, Pool, PoolError

routes = Routes("/api/editor")
log = logging.getLogger("boardwalk")

T = TypeVar("T")
Line = Annotated[str, Meta(max_length=1000, pattern=r"^[^\r\n]*$(?!\n)")]


class Events(StreamingResponse, Generic[T]):
    """Server-sent events, each of which has a `T` as its data; proxies and compression pass them on at once."""

    media_type = "text/event-stream"

    def __init__(self, data: AsyncIterator[T]) -> None:
        super().__init__(self._encoded(data), headers={"Cache-Control": "no-store"})

    async def _encoded(self, data: AsyncIterator[T]) -> AsyncIterator[bytes]:
        async for one in data:
            yield b"data: " + msgspec.json.encode(one) + b"\n\n"


# -- responses


class SymbolInfo(msgspec.Struct, kw_only=True):
    """What a character of a file stands for."""

    char: str
    name: str
    tile: Tile
    piece: Piece | None
    unique: bool


class GridInfo(msgspec.Struct, kw_only=True):
    """A format; `scene` is the picture of an empty grid, whose tiles are numbered as the symbols. `rows` and `cols` are
    the fewest and the most; `new` are grids to start from."""

    scene: Scene
    symbols: list[SymbolInfo]
    rows: tuple[int, int]
    cols: tuple[int, int]
    titled: bool
    several: bool
    new: tuple[Grid, ...]


class SolverInfo(msgspec.Struct, kw_only=True):
    """What the steps of a solution are called."""

    unit: str


class EditorKind(msgspec.Struct, kw_only=True):
    """A kind of file, and what its editor can do with it."""

    game: str
    title: str
    kind: str
    name: str
    suffix: str
    option: str
    grid: GridInfo | None
    shipped: list[str]
    difficulties: tuple[str, ...]
    solver: SolverInfo | None


class OpenedFile(msgspec.Struct, kw_only=True):
    """The text of a file, and its grids if it is one of grids."""

    text: str
    grids: tuple[Grid, ...] | UnsetType = UNSET


class WorkMistake(msgspec.Struct, kw_only=True):
    """A mistake and its place: grid, row and column, all from 0, or line and column of a text, both from 1."""

    what: str
    grid: int | UnsetType = UNSET
    row: int | UnsetType = UNSET
    col: int | UnsetType = UNSET
    line: int | UnsetType = UNSET
    column: int | UnsetType = UNSET


class Trial(msgspec.Struct, kw_only=True):
    """Options that a file can be played with, and the seats of that table."""

    options: dict[str, Any]
    seats: tuple[str, ...]


class CheckedWork(msgspec.Struct, kw_only=True):
    """The text of a file, its mistakes, and the options to try it with, or why it can't be played."""

    text: str
    mistakes: list[WorkMistake]
    trial: Trial | None = None
    refusal: str = ""


# -- requests


class GridText(Body, kw_only=True, frozen=True):
    """A grid of a file."""

    rows: Annotated[list[Line], Meta(min_length=1, max_length=1000)]
    title: Line = ""


class Work(Body, kw_only=True, frozen=True):
    """A file as its grids, or as its text if it has none."""

    grids: Annotated[list[GridText], Meta(min_length=1, max_length=2000)] | None = None
    text: str = ""


class FileToOpen(Body, kw_only=True, frozen=True):
    """A text, or the name of a file that ships with the game."""

    text: str = ""
    name: Annotated[str, Meta(max_length=200)] = ""


class Wish(Body, kw_only=True, frozen=True):
    """How difficult a generated file is to be."""

    difficulty: Annotated[str, Meta(max_length=100)] = ""
    seed: Seed | None = None


def find(game: str, word: str) -> tuple[Game, FileKind]:
    """A game and one of its kinds of file, by its suffix without the dot."""
    found = registry.game(game)
    kind = next((kind for kind in found.content.files if kind.word == word), None)
    if kind is None:
        raise HTTPException(404, f"{found.title} has no such kind of file")
    return found, kind


def shipped(game: Game, kind: FileKind) -> LevelFiles | None:
    """The files of this kind that ship with the game."""
    return LevelFiles(game.package, kind.suffix, kind.option) if kind.option else None


@routes.get("")
async def kinds(request: Request) -> Encoded[list[EditorKind]]:
    """Every kind of file that can be edited."""

    def listed() -> list[EditorKind]:
        return [describe(game, kind) for game in registry.games() for kind in game.content.files]

    return await cached(request, "editor", listed)


@routes.get("/{game}/{kind}")
async def one_kind(game: str, kind: str, request: Request) -> Encoded[EditorKind]:
    """What the editor of a kind of file needs to know."""
    return await cached(request, ("editor", game, kind), lambda: describe(*find(game, kind)))


def describe(game: Game, kind: FileKind) -> EditorKind:
    files = shipped(game, kind)
    return EditorKind(
        game=game.name,
        title=game.title,
        kind=kind.word,
        name=kind.name,
        suffix=kind.suffix,
        option=kind.option,
        grid=_grid_info(kind.grid, game.theme.name) if kind.grid else None,
        shipped=files.names() if files else [],
        difficulties=tuple(kind.generator.difficulties) if kind.generator else (),
        solver=SolverInfo(unit=game.content.solver.unit) if game.content.solver and kind.option else None,
    )


def _grid_info(grid: GridFormat, theme: str) -> GridInfo:
    palette = tuple(symbol.tile for symbol in grid.symbols)
    return GridInfo(
        scene=Scene(theme=theme, rows=0, cols=0, palette=palette, tiles=(), status=""),
        symbols=[
            SymbolInfo(char=one.char, name=one.name, tile=one.tile, piece=one.piece, unique=one.unique)
            for one in grid.symbols
        ],
        rows=grid.rows,
        cols=grid.cols,
        titled=grid.titled,
        several=grid.several,
        new=grid.read(grid.new),
    )


@routes.post("/{game}/{kind}/open")
async def open_file(game: str, kind: str, body: FileToOpen, request: Request) -> OpenedFile:
    """A text as grids, as far as it is one."""
    found, file_kind = find(game, kind)

    def opened() -> OpenedFile:
        files = shipped(found, file_kind)
        if body.name and not (files and body.name in files.names()):
            raise HTTPException(404, f"{found.title} has no {kind} called {body.name!r}")
        text = files.text(body.name) if files and body.name else body.text
        if not file_kind.grid:
            return OpenedFile(text=text)
        try:
            return OpenedFile(text=text, grids=file_kind.grid.read(text))
        except TextError:
            file_kind.read(text)  # its message is more precise
            raise

    return await computed(request, opened)


@routes.post("/{game}/{kind}/check")
async def check(game: str, kind: str, body: Work, request: Request) -> CheckedWork:
    """The text of a file, its mistakes, and the options to try it with, if it can be played."""
    found, file_kind = find(game, kind)
    return await computed(request, lambda: checked(found, file_kind, body))


def checked(game: Game, kind: FileKind, body: Work) -> CheckedWork:
    if kind.grid and body.grids is not None:
        grids = [Grid(tuple(grid.rows), grid.title) for grid in body.grids]
        found = kind.grid.mistakes(grids, kind.read)
        mistakes = [WorkMistake(what=one.what, grid=one.grid, row=one.row, col=one.col) for one in found]
        done = CheckedWork(text=kind.grid.write(grids), mistakes=mistakes)
    else:
        done = CheckedWork(text=body.text, mistakes=_text_mistakes(kind, body.text))
    if kind.option and not done.mistakes:
        _try(done, game, kind)
    return done


def _text_mistakes(kind: FileKind, text: str) -> list[WorkMistake]:
    try:
        kind.read(text)
    except TextError as error:
        found = sorted((error, *error.more), key=lambda one: (one.line, one.column))
        return [WorkMistake(line=one.line, column=one.column, what=one.what) for one in found]
    return []


def _try(done: CheckedWork, game: Game, kind: FileKind) -> None:
    """Add the first options of its kind with which a valid file can be played, or why there are none."""
    for trial in kind.grid.trials if kind.grid else ({},):
        options = {**trial, kind.option: done.text}
        try:
            table = game.table(options)
        except BoardwalkError as error:
            done.refusal = done.refusal or str(error)
        else:
            done.trial, done.refusal = Trial(options=options, seats=tuple(table.seats)), ""
            return


# -- jobs: a stream of events


@routes.post("/{game}/{kind}/solve")
async def solve(game: str, kind: str, body: Work, request: Request) -> Events[JobReport]:
    """Solve a file with the game's solver: progress and solutions as events. Closing the connection cancels it."""
    found, file_kind = find(game, kind)
    if not (found.content.solver and file_kind.option):
        raise HTTPException(404, f"there is no solver for a {file_kind.name}")
    done = await computed(request, lambda: checked(found, file_kind, body))
    if done.mistakes:
        raise HTTPException(422, done.mistakes[0].what)
    return _run(request, Job(game=found.name, option=file_kind.option, text=done.text))


@routes.post("/{game}/{kind}/generate")
async def generate(game: str, kind: str, body: Wish, request: Request) -> Events[JobReport]:
    """Generate a file: the last event but one has it. Closing the connection cancels it."""
    found, file_kind = find(game, kind)
    if not file_kind.generator:
        raise HTTPException(404, f"a {file_kind.name} can't be generated")
    difficulties = file_kind.generator.difficulties
    difficulty = body.difficulty or difficulties[0]
    if difficulty not in difficulties:
        raise HTTPException(422, f"the difficulty is one of {', '.join(difficulties)}, not {difficulty!r}")
    seed = secrets.randbits(32) if body.seed is None else body.seed
    job = Job(game=found.name, option=file_kind.option, difficulty=difficulty, seed=seed)
    return _run(request, job)


def _run(request: Request, job: Job) -> Events[JobReport]:
    pool: Pool = request.app.state.rooms.pool
    return Events(_reports(pool, JobRequest(address_of(request.scope), job)))


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
