"""Boardwalk: a home for grid games.

>>> import boardwalk
>>> match = boardwalk.Match(boardwalk.table("box_world"), seed=1)
>>> match.view(0).choices[0].text
'd'

This module exports what authors of games and bots need. A name that is in no module's `__all__` is private.
"""

import sys

import boardwalk.contract.pickling
from boardwalk.bots import Bot, Seated, bot_names, make_bot, play
from boardwalk.contract.errors import (
    BoardwalkError,
    GameError,
    MoveError,
    OptionError,
    RecordError,
    SceneError,
    TextError,
    UnknownBotError,
    UnknownGameError,
)
from boardwalk.contract.game import (
    Analysis,
    Challenge,
    Content,
    FileKind,
    Game,
    Judged,
    Play,
    Position,
    Preset,
    Script,
    Solver,
    Table,
    World,
)
from boardwalk.contract.grid_files import Grid, GridFormat, Mistake, Symbol
from boardwalk.contract.level_files import LevelFiles
from boardwalk.contract.levels import LevelPack, PackLevel
from boardwalk.contract.look import Drawing, Theme
from boardwalk.contract.options import FILE, Options
from boardwalk.contract.parts import Event, Generator, Layout, Meaning, Result, Solution
from boardwalk.contract.positions import read_position, write_position
from boardwalk.contract.registry import game, game_names, table
from boardwalk.contract.rules import Rules
from boardwalk.contract.scene import EVERYTHING, NO_TONE, Choice, Edge, Fact, Overlay, Piece, Scene, Tile
from boardwalk.contract.search import (
    AlphaBeta,
    Beginner,
    Belief,
    Budgets,
    Programs,
    Search,
    Solved,
    Tasks,
    Tree,
    Turns,
)
from boardwalk.contract.text import Fields, Mistakes, lines_of, read_fields
from boardwalk.engine.random import below
from boardwalk.engine.records import Record, i8, i16, i32, i64, record, u8, u16, u32
from boardwalk.engine.rules import AUDIENCE, BOARD, NOBODY, RuleModules, rule, slot, template
from boardwalk.match import Match, MatchRecord, View, read_record, write_record
from boardwalk.search import Thinker

if "IPython" in sys.modules:
    import boardwalk.draw  # noqa: F401 (pictures of matches in notebooks)

__version__ = "0.2.0"

__all__ = [
    "AUDIENCE",
    "BOARD",
    "EVERYTHING",
    "FILE",
    "NOBODY",
    "NO_TONE",
    "AlphaBeta",
    "Analysis",
    "Beginner",
    "Belief",
    "BoardwalkError",
    "Bot",
    "Budgets",
    "Challenge",
    "Choice",
    "Content",
    "Drawing",
    "Edge",
    "Event",
    "Fact",
    "Fields",
    "FileKind",
    "Game",
    "GameError",
    "Generator",
    "Grid",
    "GridFormat",
    "Judged",
    "Layout",
    "LevelFiles",
    "LevelPack",
    "Match",
    "MatchRecord",
    "Meaning",
    "Mistake",
    "Mistakes",
    "MoveError",
    "OptionError",
    "Options",
    "Overlay",
    "PackLevel",
    "Piece",
    "Play",
    "Position",
    "Preset",
    "Programs",
    "Record",
    "RecordError",
    "Result",
    "RuleModules",
    "Rules",
    "Scene",
    "SceneError",
    "Script",
    "Search",
    "Seated",
    "Solution",
    "Solved",
    "Solver",
    "Symbol",
    "Table",
    "Tasks",
    "TextError",
    "Theme",
    "Thinker",
    "Tile",
    "Tree",
    "Turns",
    "UnknownBotError",
    "UnknownGameError",
    "View",
    "World",
    "below",
    "bot_names",
    "game",
    "game_names",
    "i8",
    "i16",
    "i32",
    "i64",
    "lines_of",
    "make_bot",
    "play",
    "read_fields",
    "read_position",
    "read_record",
    "record",
    "rule",
    "slot",
    "table",
    "template",
    "u8",
    "u16",
    "u32",
    "write_position",
    "write_record",
]
