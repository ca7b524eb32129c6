"""Guides: how to play a game in pictures, from the file `content/guide.toml` in its package.

A guide has the goal of the game in one sentence; small boards, each a position and some moves that the engine plays;
and words for what is on the board. A game without that file has no guide."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import msgspec

from boardwalk.contract.errors import BoardwalkError, GameError
from boardwalk.contract.game import Game
from boardwalk.match import Match
from boardwalk.tutorial.data import Condition, Entry, Start, all_hold, facts_of, named, play_text, read_file

FILE = "content/guide.toml"


class Picture(Start, frozen=True, kw_only=True):
    """A small board: its moves in the game's notation, as seen by `seat`. `ends` are conditions checked at its end, so
    that the moves do show what the caption says."""

    title: str
    caption: str
    play: str
    seat: int = 0
    ends: tuple[Condition, ...] = ()


class GuideFile(Entry, frozen=True, kw_only=True):
    """`legend` explains tiles, shapes, overlays and edges, by their names in scenes, in the game's own words."""

    goal: str
    boards: tuple[Picture, ...]
    legend: dict[str, str] = msgspec.field(default_factory=dict)


@dataclass(frozen=True)
class Played:
    """A board that has been played; `first` is the number of its first step that is shown."""

    picture: Picture
    match: Match
    first: int


@dataclass(frozen=True)
class Guide:
    goal: str
    boards: tuple[Played, ...]
    legend: dict[str, str]


@cache
def guide_of(game: Game) -> Guide | None:
    """The guide of a game, if it has one; a `GameError` if there is a mistake in it."""
    file = game.file(FILE)
    if file is None:
        return None
    read = read_file(file, GuideFile)
    boards = []
    for number, picture in enumerate(read.boards, 1):
        try:
            boards.append(_played(game, picture))
        except BoardwalkError as error:
            raise named(f"{FILE}, board {number} ({picture.title})", error) from None
    return Guide(read.goal, tuple(boards), read.legend)


def _played(game: Game, picture: Picture) -> Played:
    match = picture.match(picture.table(game))
    match.check_seat(picture.seat)
    first = len(match.steps) - 1
    play_text(match, picture.play)
    if not all_hold(picture.ends, facts_of(match, match.position, picture.seat)):
        raise GameError("it does not end as `ends` says")
    return Played(picture, match, first)
