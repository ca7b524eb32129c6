"""Boardwalk: a home for grid games.

>>> import boardwalk
>>> match = boardwalk.Match(boardwalk.table("box_world"), seed=1)
>>> match.view(0).choices[0].text
'd'
"""

import sys

import boardwalk.games as _games_folder  # noqa: F401 (loaded first, so that `boardwalk.games` is the function below)
from boardwalk.core.errors import (
    BoardwalkError,
    MoveError,
    OptionError,
    RecordError,
    TextError,
    UnknownGameError,
)
from boardwalk.core.game import Game, Position, Table
from boardwalk.core.registry import game, games, table
from boardwalk.core.rules import AUDIENCE, BOARD, NOBODY
from boardwalk.match import Match, View

if "IPython" in sys.modules:
    import boardwalk.draw  # noqa: F401 (pictures of matches in notebooks)

__version__ = "0.1.0"

__all__ = [
    "AUDIENCE",
    "BOARD",
    "NOBODY",
    "BoardwalkError",
    "Game",
    "Match",
    "MoveError",
    "OptionError",
    "Position",
    "RecordError",
    "Table",
    "TextError",
    "UnknownGameError",
    "View",
    "game",
    "games",
    "table",
]
