"""The API of the games: their descriptions for forms and pages, first scenes, demonstrations, levels, and files."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import Request

from boardwalk.bots import bot_names, make_bot, play
from boardwalk.bots.names import EASY
from boardwalk.contract import registry
from boardwalk.contract.game import Game, Preset
from boardwalk.contract.levels import LevelPack, PackLevel
from boardwalk.contract.options import Option, fields
from boardwalk.contract.parts import Event
from boardwalk.contract.scene import Scene
from boardwalk.engine.rules import AUDIENCE
from boardwalk.files import find_kind
from boardwalk.match import Match
from boardwalk.server.base.responses import Encoded, cached, computed
from boardwalk.server.http.routes import Body, Routes
from boardwalk.server.people import start_of
from boardwalk.server.protocol.messages import Frame
from boardwalk.server.rooms.frames import frames_between

routes = Routes("/api")
DEMO_ACTIONS = 60
DEMO_FRAMES = 120
SEED = 3  # of previews and demonstrations

OptionValue = str | int | float | bool | None
Seed = Annotated[int, Meta(ge=0, lt=2**53)]


# -- responses


class OptionInfo(msgspec.Struct, kw_only=True):
    """An option of a game, as a form shows it: `expected` says in words which values are allowed."""

    name: str
    title: str
    kind: Literal["whole", "number", "switch", "choice", "file", "text"]
    description: str
    expected: str
    default: OptionValue
    low: int | float | None
    high: int | float | None
    choices: list[OptionValue] | None


class PresetInfo(msgspec.Struct, kw_only=True):
    """Options that go together, under a name, and the seats of that table."""

    name: str
    note: str
    options: dict[str, Any]
    seats: list[str]
    tones: list[int]


class EventInfo(msgspec.Struct, kw_only=True):
    """What a seat may do besides acting: a label for its button, a key, and what to ask first."""

    name: str
    meaning: str
    label: str
    key: str
    question: str


class FileKindInfo(msgspec.Struct, kw_only=True):
    """A kind of file of a game; its text is the value of `option`."""

    suffix: str
    name: str
    option: str


class GameInfo(msgspec.Struct, kw_only=True):
    """A game, with everything that clients need to offer it. `version` is that of its rules."""

    name: str
    title: str
    summary: str
    players: str
    version: int
    undo: bool
    bots: list[str]
    hidden: bool
    chance: bool
    simultaneous: bool
    theme: str
    events: list[EventInfo]
    live: bool
    levels: bool
    options: list[OptionInfo]
    presets: list[PresetInfo]
    files: list[FileKindInfo]


class CheckedOptions(msgspec.Struct, kw_only=True):
    """The seats of a table with these options, and the table as a game string."""

    ok: bool = True
    seats: tuple[str, ...]
    tones: tuple[int, ...]
    table: str


class FirstScene(msgspec.Struct, kw_only=True):
    """How a game looks before its first action."""

    scene: Scene


class Rulebook(msgspec.Struct, kw_only=True):
    """The rules, as Markdown."""

    title: str
    text: str


class Packs(msgspec.Struct, kw_only=True):
    """The levels that ship with a game."""

    packs: tuple[LevelPack, ...]


class PackScenes(msgspec.Struct, kw_only=True):
    """The first scene of each level of a pack."""

    scenes: list[Scene]


class CheckedFile(msgspec.Struct, kw_only=True):
    """What kind of file a text is."""

    ok: bool = True
    game: str
    option: str
    kind: str


# -- requests


class GameOptions(Body, kw_only=True, frozen=True):
    """Options of a game; the base of the bodies that have them."""

    options: dict[str, Any] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            msgspec.json.encode(self.options)
        except (OverflowError, RecursionError):
            raise ValueError("options: too large a number, or nested too deeply") from None


class NewMatch(GameOptions, kw_only=True, frozen=True):
    """Options, and the seed of the first scene."""

    seed: Seed = 0


class FileText(Body, kw_only=True, frozen=True):
    """A file, whose kind its name and its text tell."""

    name: Annotated[str, Meta(max_length=200)] = ""
    text: str


# -- the games


@routes.get("/games")
async def list_games(request: Request) -> Encoded[list[GameInfo]]:
    """The games, with their options, presets and kinds of files."""
    return await cached(request, "games", lambda: [describe(game) for game in registry.games()])


@cache
def describe(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        players=game.players_text,
        version=game.version,
        undo=game.play.undo,
        bots=list(bot_names(game.name)),
        hidden=game.hidden,
        chance=game.play.chance,
        simultaneous=game.play.simultaneous,
        theme=game.theme.name,
        events=[event_info(event) for event in game.play.events],
        live=game.play.idle is not None,
        levels=game.content.levels is not None,
        options=[option_info(option) for option in fields(game.setup.Options).values()],
        presets=[_preset_info(game, preset) for preset in game.content.presets],
        files=[FileKindInfo(suffix=kind.suffix, name=kind.name, option=kind.option) for kind in game.content.files],
    )


def event_info(event: Event) -> EventInfo:
    meaning, question = event.meaning.value, event.question
    return EventInfo(name=event.name, meaning=meaning, label=event.title, key=event.key, question=question)


def option_info(option: Option) -> OptionInfo:
    kind: Any = "text" if option.kind == "data" else option.kind
    return OptionInfo(
        name=option.name,
        title=option.meta.title or "",
        kind=kind,
        description=option.meta.description or "",
        expected=option.expected,
        default=option.write() if option.kind == "data" else msgspec.to_builtins(option.default),
        low=option.meta.ge,
        high=option.meta.le,
        choices=option.choices or option.meta.examples,
    )


def _preset_info(game: Game, preset: Preset) -> PresetInfo:
    table = game.table(preset.options)
    return PresetInfo(
        name=preset.title,
        note=preset.note,
        options=msgspec.to_builtins(dict(preset.options)),
        seats=list(table.seats),
        tones=list(table.tones),
    )


@routes.post("/games/{game}/check")
async def check_options(game: str, body: NewMatch, request: Request) -> CheckedOptions:
    """Check that these options go together, and list the seats of that table."""

    def check() -> CheckedOptions:
        table = registry.game(game).table(body.options)
        return CheckedOptions(seats=tuple(table.seats), tones=tuple(table.tones), table=str(table))

    return await computed(request, check)


@routes.post("/games/{game}/preview")
async def preview(game: str, body: NewMatch, request: Request) -> Encoded[FirstScene]:
    """The first scene of a game with these options, as the first player sees it."""

    def first() -> FirstScene:
        table = registry.game(game).table(body.options)
        return FirstScene(scene=Match(table, body.seed, rules=table.interpreted).view(0).scene)

    options = hashlib.blake2b(msgspec.json.encode(body.options, order="sorted")).digest()  # they may be long
    return await cached(request, ("preview", game, options, body.seed), first)


@routes.get("/games/{game}/rules")
async def rules(game: str, request: Request) -> Encoded[Rulebook]:
    """The rulebook, as Markdown."""

    def book() -> Rulebook:
        found = registry.game(game)
        return Rulebook(title=found.title, text=found.rulebook_text())

    return await cached(request, ("rules", game), book)


@routes.get("/previews")
async def previews(request: Request) -> Encoded[dict[str, Scene]]:
    """The first scene of every game, with the options of its first preset."""
    return await cached(request, "previews", lambda: {game.name: _first_scene(game) for game in registry.games()})


def _first_scene(game: Game) -> Scene:
    table = game.table(game.content.presets[0].options)
    return Match(table, SEED, rules=table.interpreted).view(0).scene


@routes.get("/demos")
async def demos(request: Request) -> Encoded[dict[str, list[Frame]]]:
    """The frames of a short game between bots, of every game."""
    return await cached(request, "demos", lambda: {game.name: demo(game) for game in registry.games()})


def demo(game: Game) -> list[Frame]:
    """The frames of a short game between bots, as the first seat sees it; where bots need a solver, of a challenge and
    its solution. A page should not wait for a compiler."""
    one = game.content.challenge(SEED) if game.content.solver and game.content.challenge else None
    table = game.table(one.options if one else game.content.simulation)
    match = Match(table, SEED, rules=table.interpreted, position=start_of(one, table) if one else None)
    if one:
        match.play_on(one.solution[:DEMO_ACTIONS])
    else:
        play(match, {seat: make_bot(EASY, seat) for seat in range(len(table.seats))}, DEMO_ACTIONS)
    return frames_between(match, 0, 0, min(len(match.steps), DEMO_FRAMES) - 1)


# -- levels and files


@routes.get("/games/{game}/levels")
async def list_packs(game: str, request: Request) -> Encoded[Packs]:
    """The packs of levels that ship with a game, each level with the options to play it and the counts to rate
    results."""
    _, packs = _packs(game)
    return await cached(request, ("levels", game), lambda: Packs(packs=packs))


@routes.get("/games/{game}/levels/{pack}")
async def show_pack(game: str, pack: str, request: Request) -> Encoded[PackScenes]:
    """The first scene of each level of a pack."""
    found, packs = _packs(game)
    chosen = next((one for one in packs if one.name == pack), None)
    if chosen is None:
        raise HTTPException(404, "there is no such pack")

    def scenes() -> PackScenes:
        return PackScenes(scenes=[_level_scene(found, level) for level in chosen.levels])

    return await cached(request, ("levels", game, pack), scenes)


def _packs(game: str) -> tuple[Game, tuple[LevelPack, ...]]:
    found = registry.game(game)
    if found.content.levels is None:
        raise HTTPException(404, f"{found.title} has no levels")
    return found, tuple(found.content.levels())


def _level_scene(game: Game, level: PackLevel) -> Scene:
    table = game.table(level.options)
    return Match(table, 0, rules=table.interpreted).view(AUDIENCE).scene


@routes.post("/files/check")
async def check_file(body: FileText, request: Request) -> CheckedFile:
    """The kind of file that a text is, or the mistake in it."""

    def read() -> CheckedFile:
        game, kind = find_kind(body.name, body.text)
        kind.read(body.text)
        return CheckedFile(game=game.name, option=kind.option, kind=kind.name)

    return await computed(request, read)
