"""Box World's options, and the layout of its levels."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from boardwalk.contract import options
from boardwalk.contract.errors import OptionError
from boardwalk.contract.level_files import LevelFiles
from boardwalk.contract.parts import Layout
from boardwalk.engine.records import Record
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.files import BIGGEST, MOST_LEVELS, Level, lay_symbols, read_pack

LEVEL_CELLS = (144, 400, 1156, (BIGGEST + 2) ** 2)  # capacities, border included: 10×10, 18×18, 32×32, 64×64
PACK_LEVELS = (1, 32, 256, MOST_LEVELS)
PACKS = LevelFiles(__package__, ".boxes", "pack")

PLAYERS = (1, 1)


class Options(options.Options, frozen=True, kw_only=True):
    """The options of Box World."""

    pack: Annotated[
        str,
        Meta(
            description="a pack that ships with the game, or the text of a file with one level or more",
            examples=PACKS.names(),
            extra_json_schema=options.FILE,
        ),
    ] = "first_steps"
    level: Annotated[int, Meta(ge=0, description="play only this level of the pack (0: all of them)")] = 0

    def check(self) -> None:
        count = len(levels_of(self.pack))
        if self.level > count:
            raise OptionError("level", f"level must be from 0 to {count}, the levels of this pack, not {self.level}")


@lru_cache(64)
def levels_of(pack: str) -> tuple[Level, ...]:
    """The levels of a pack given by name or as text."""
    return read_pack(PACKS.text(pack))


def lay_out(chosen: Options) -> Layout:
    levels = levels_of(chosen.pack)
    if chosen.level:
        levels = levels[chosen.level - 1 : chosen.level]
    rows = max(len(level.rows) for level in levels)
    cols = max(len(level.rows[0]) for level in levels)
    cells = next(size for size in LEVEL_CELLS if size >= max(area(level) for level in levels))
    room = next(size for size in PACK_LEVELS if size >= len(levels))
    board = rules.Board.new(levels=room, cells=room * cells)
    first = 0
    for number, level in enumerate(levels):
        lay_level(board, number, first, level)
        first += area(level)
    board.levels = len(levels)
    return Layout(board, rules.State.new(level_cells=cells), ("Player",), rows, cols, notes=levels)


def area(level: Level) -> int:
    """The number of cells of a level, border included."""
    return (len(level.rows) + 2) * (len(level.rows[0]) + 2)


def lay_level(board: Record, number: int, first: int, level: Level) -> None:
    width, height = len(level.rows[0]) + 2, len(level.rows) + 2
    board.first[number], board.width[number], board.height[number] = first, width, height
    lay_symbols(board.cell, first, width, list(level.rows))
    row, col = level.start
    board.start[number] = (row + 1) * width + col + 1
