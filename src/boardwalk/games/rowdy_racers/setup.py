"""Rowdy Racers' options, and the layout of its grid."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from math import isfinite
from typing import Annotated

from msgspec import Meta

from boardwalk.contract import options
from boardwalk.contract.errors import OptionError
from boardwalk.contract.level_files import LevelFiles
from boardwalk.contract.parts import Layout
from boardwalk.engine.records import Record
from boardwalk.games.rowdy_racers import rules, search
from boardwalk.games.rowdy_racers.files import LARGEST, SMALLEST, SUFFIX, Race, read_layout, within_reach
from boardwalk.games.rowdy_racers.search import settings

CAPACITIES = (100, 256, 1024, LARGEST * LARGEST)  # squares
SEATS = ("Player 1", "Player 2")
LAYOUTS = LevelFiles(__package__, SUFFIX, "layout")

PLAYERS = (2, 2)


class Options(options.Options, frozen=True, kw_only=True):
    """The options of Rowdy Racers."""

    rows: Annotated[int, Meta(ge=SMALLEST, le=LARGEST, description="rows of the grid")] = SMALLEST
    cols: Annotated[int, Meta(ge=SMALLEST, le=LARGEST, title="Columns", description="columns of the grid")] = SMALLEST
    failures: Annotated[
        float,
        Meta(
            ge=0,
            le=100,
            title="Power failures",
            description="around how many of 100 squares the power fails in a turn, on average",
        ),
    ] = 5.0
    turns: Annotated[
        int,
        Meta(
            ge=0,
            le=999_999,
            title="Longest race",
            description="turns after which the race is a draw (0: it goes on to its end)",
        ),
    ] = 0
    layout: Annotated[
        str,
        Meta(
            description="a layout that ships with the game, or a layout file's text (empty: walls at random)",
            examples=LAYOUTS.names(),
            extra_json_schema=options.FILE,
        ),
    ] = ""

    def check(self) -> None:
        if not isfinite(self.failures):  # "nan" is neither below 0 nor above 100
            raise options.fields(Options)["failures"].error(self.failures)
        if not self.layout:
            return
        race = layout_of(self.layout)
        for name, chosen, size in (("rows", self.rows, race.rows), ("cols", self.cols, race.cols)):
            if chosen not in (SMALLEST, size):
                raise OptionError(name, f"{name} can't be {chosen}: the layout has {size}; leave {name} out")


@lru_cache(64)
def layout_of(layout: str) -> Race:
    """A layout given by name or as text."""
    return read_layout(LAYOUTS.text(layout))


def chance_of(percent: float) -> int:
    """A probability in percent as the rules use it: times 2**32, rounded."""
    certain: int = rules.CERTAIN
    return round(Fraction(str(percent)) * certain / 100)


def lay_out(chosen: Options) -> Layout:
    race = layout_of(chosen.layout) if chosen.layout else None
    rows, cols = (race.rows, race.cols) if race else (chosen.rows, chosen.cols)
    cells = next(size for size in CAPACITIES if size >= rows * cols)
    words = -(-cells // 32)
    board = rules.Board.new(cells=cells, words=words)
    board.rows, board.cols, board.limit, board.chance = rows, cols, chosen.turns, chance_of(chosen.failures)
    board.start[0], board.start[1] = (rows - 1) * cols, cols - 1
    board.generated = 0 if race else 1
    if race:
        lay_race(board, race)
    mark_columns(board)
    state = rules.State.new(cells=cells, words=words)
    scratch = search.Scratch.new(cells=cells)
    layout = Layout(
        board, state, SEATS, rows, cols, per_game=race is None, notes=race.title if race else "", scratch=scratch
    )
    if board.chance < settings.OFTEN or cells > CAPACITIES[0]:
        return layout
    return replace(layout, search=settings.WHERE_POWER_FAILS_OFTEN, search_memory=partial(settings.learned, cells))


def mark_columns(board: Record) -> None:
    """Set the bit sets of the first and last column, which power failures do not cross."""
    for row in range(board.rows):
        for side, square in ((board.west, row * board.cols), (board.east, (row + 1) * board.cols - 1)):
            side[square // 32] |= 1 << square % 32
    board.last = (1 << ((board.rows * board.cols - 1) % 32 + 1)) - 1


def lay_race(board: Record, race: Race) -> None:
    """Write a layout's walls and grenades to the board."""
    symbols = "".join(race.lines)
    reached = within_reach(race.lines)
    for square, symbol in enumerate(symbols):
        open_floor = rules.FLOOR if divmod(square, race.cols) in reached else rules.CLOSED
        board.square[square] = rules.WALL if symbol == "#" else open_floor
        board.item[square] = 1 if symbol == "*" else 0
    board.grenades = symbols.count("*")
    rules.find_ways(board)
