"""Capture the Flag's options, the generation of its mazes, and their layout.

The right half of a generated maze mirrors the left, so that neither team has an advantage. It is made on a grid of odd
size: rooms on odd rows and columns, and passages between them. For an even size the middle row or column is doubled.
Only `Random.random()` is used, whose sequence Python guarantees to be the same in all versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import ceil, sqrt
from random import Random
from typing import Annotated

from msgspec import Meta

from boardwalk.contract import options
from boardwalk.contract.errors import BoardwalkError, OptionError
from boardwalk.contract.level_files import LevelFiles
from boardwalk.contract.parts import Generator, Layout
from boardwalk.engine.records import Record
from boardwalk.games.capture_the_flag import rules, search
from boardwalk.games.capture_the_flag.files import BIGGEST, Maze, read_maze, write_maze

KIND_OF = {
    " ": rules.FLOOR,
    "#": rules.WALL,
    "h": rules.HOME,
    "H": rules.HOME + 1,
    "j": rules.JAIL,
    "J": rules.JAIL + 1,
}
LETTERS = ("abcdegiklmnopqrstuvw", "ABCDEGIKLMNOPQRSTUVW")  # the players of each team, without the symbols of mazes
MOST = len(LETTERS[0])

# capacities
CELLS = (400, 1600, 10000, BIGGEST * BIGGEST)
BASES = (16, 64, 512, BIGGEST * BIGGEST)
CHARTED = 1600  # the largest capacity with distances between any two cells
SEAT_CAPACITIES = (6, 16, 2 * MOST)
MAZES = LevelFiles(__package__, ".maze", "maze")

# new mazes
SMALLEST = 20
DEAD_ENDS = 0.7  # the share of dead ends that are opened, so that one can run around walls
WINDOWS = 0.1  # the share of other rooms with an additional exit, so that players can pass one another
SPARE = 2  # home and jail cells in excess of the players

SIZES = {"small": (20, 20, 3), "large": (30, 40, 6), "vast": (60, 80, 12)}  # rows, columns, players of a team
NUMBERS = 2**31

Cell = tuple[int, int]

PLAYERS = (2, 40)


class Options(options.Options, frozen=True, kw_only=True):
    """The options of Capture the Flag."""

    maze: Annotated[
        str,
        Meta(
            description="a maze that ships with the game, or a maze file's text (empty: a new one is made)",
            examples=MAZES.names(),
            extra_json_schema=options.FILE,
        ),
    ] = ""
    rows: Annotated[int, Meta(ge=SMALLEST, le=BIGGEST, description="rows of a new maze")] = 20
    cols: Annotated[int, Meta(ge=SMALLEST, le=BIGGEST, title="Columns", description="columns of a new maze")] = 20
    maze_seed: Annotated[
        int, Meta(ge=0, le=2**31 - 1, title="Maze number", description="which of the new mazes of this size")
    ] = 1
    players: Annotated[
        int, Meta(ge=1, le=MOST, title="Players a team", description="of team 1, and of team 2 as well")
    ] = 3
    players_2: Annotated[int, Meta(ge=0, le=MOST, title="Players of team 2", description="0: as many as team 1")] = 0
    ticks: Annotated[
        int, Meta(ge=0, le=10**6, title="Longest game", description="ticks until it is a draw (0: no limit)")
    ] = 0

    @property
    def sizes(self) -> tuple[int, int]:
        """The players of each team."""
        return self.players, self.players_2 or self.players

    def check(self) -> None:
        default = Options()
        for name in ("rows", "cols", "maze_seed"):
            if self.maze and getattr(self, name) != getattr(default, name):
                raise OptionError(name, f"{name} is for new mazes and does not go with the option maze")
        maze = maze_of(self)
        for team, option in enumerate(("players", "players_2" if self.players_2 else "players")):
            homes, jails = len(maze.cells("hH"[team])), len(maze.cells("Jj"[team]))
            if self.sizes[team] > min(homes, jails):
                raise OptionError(
                    option,
                    f"{option} must be from 1 to {min(homes, jails)} in this maze, not {self.sizes[team]}: team "
                    f"{team + 1} has {homes} home cells and team {2 - team} has {jails} jail cells",
                )


@lru_cache(64)
def named_maze(name: str) -> Maze:
    """A maze given by name or as text."""
    return read_maze(MAZES.text(name))


def maze_of(chosen: Options) -> Maze:
    """The maze that these options select or generate."""
    if chosen.maze:
        return named_maze(chosen.maze)
    return generate(chosen.rows, chosen.cols, max(chosen.sizes), chosen.maze_seed)


def lay_out(chosen: Options) -> Layout:
    maze = maze_of(chosen)
    board = _board(maze).copy()
    board.limit = chosen.ticks
    board.size[0], board.size[1] = chosen.sizes
    board.seats = sum(chosen.sizes)
    state = rules.State.new(players=next(size for size in SEAT_CAPACITIES if size >= board.seats))
    names = tuple(
        f"Team {team + 1} player {letter}" for team in (0, 1) for letter in LETTERS[team][: chosen.sizes[team]]
    )
    cells = len(board.kind)
    return Layout(
        board,
        state,
        names,
        board.rows,
        board.cols,
        notes=maze,
        scratch=search.Scratch.new(cells=cells),
        search_memory=partial(search.SearchScratch.new, cells=cells, charted=cells if cells <= CHARTED else 1),
        tones=(0,) * chosen.sizes[0] + (1,) * chosen.sizes[1],
    )


@lru_cache(64)
def _board(maze: Maze) -> Record:
    """A board with the maze, to be copied and completed."""
    rows, cols, text = len(maze.rows), len(maze.rows[0]), "".join(maze.rows)
    bases = {symbol: maze.cells(symbol) for symbol in "hHjJ"}
    board: Record = rules.Board.new(
        cells=next(size for size in CELLS if size >= len(text)),
        bases=next(size for size in BASES if size >= max(map(len, bases.values()))),
    )
    board.rows, board.cols, board.half = rows, cols, cols // 2
    for direction, step in enumerate((-cols, 1, cols, -1)):
        board.step[direction] = step
    for team in (0, 1):
        home, jail = bases["hH"[team]], bases["jJ"[team]]
        board.homes[team], board.jails[team] = len(home), len(jail)
        board.stand[team] = home[len(home) // 2]
        for i, cell in enumerate(home):
            board.home[team, i] = cell
        for i, cell in enumerate(jail):
            board.jail[team, i] = cell
    for cell, char in enumerate(text):
        board.kind[cell] = KIND_OF[char]
        if char != "#":
            board.exits[cell] = sum(
                1 << direction for direction, step in enumerate(board.step) if text[cell + step] != "#"
            )
    return board


def mazes(size: tuple[int, int] | None, kind: str, seed: int) -> Iterator[str]:
    """Mazes for the players of this kind, and of its size unless another is given; without end, no two alike."""
    rows, cols, players = *(size or SIZES[kind][:2]), SIZES[kind][2]
    if not (SMALLEST <= rows <= BIGGEST and SMALLEST <= cols <= BIGGEST):
        raise BoardwalkError(f"a generated maze has {SMALLEST} to {BIGGEST} rows and columns, not {rows}x{cols}")
    return _different(rows, cols, players, Random(seed))


def _different(rows: int, cols: int, players: int, random: Random) -> Iterator[str]:
    seen = set()
    while True:
        text = write_maze(generate(rows, cols, players, int(random.random() * NUMBERS)))
        if text not in seen:
            seen.add(text)
            yield text


@lru_cache(64)
def generate(height: int, width: int, players: int, seed: int) -> Maze:
    """A maze of this size for this many players per team, the same for the same arguments."""
    rows, cols = height - 1 + height % 2, width - 1 + width % 2
    half = cols // 2
    passages = _carve(Random(seed), rows, half)
    middle = rows // 2 | 1
    sources = [*range(middle), *[middle] * (1 + height - rows), *range(middle + 1, rows)]
    left = [[" " if (row, col) in passages else "#" for col in range(half + 1)] for row in sources]
    across = ceil(sqrt(players + SPARE))
    down = ceil((players + SPARE) / across)
    _fill(left, "h", (height - down) // 2, 1, down, across)
    _fill(left, "j", 1, (half - across) // 2, down, across)
    mirrored = str.maketrans("hj", "HJ")
    full = []
    for line in left:
        outer = "".join(line[:half])
        full.append(outer + line[half] * (1 + width - cols) + outer[::-1].translate(mirrored))
    return read_maze("\n".join(full))


def _fill(left: list[list[str]], symbol: str, top: int, first: int, down: int, across: int) -> None:
    """Add a block of home or jail cells. At least 2 × 2 cells, it always contains a room, which has an exit."""
    for row in range(top, top + down):
        left[row][first : first + across] = symbol * across


def _carve(random: Random, rows: int, half: int) -> set[Cell]:
    """The open cells of the left half and the middle column: all rooms are connected, many by more than one path."""
    opened = {(1, 1)}
    trail = [(1, 1)]
    while trail:
        row, col = trail[-1]
        ways = [way for way in _ways(row, col, rows, half) if way[1] not in opened]
        if ways:
            between, room = _one_of(random, ways)
            opened |= {between, room}
            trail.append(room)
        else:
            trail.pop()
    for row in range(1, rows, 2):
        for col in range(1, half + 1, 2):
            ways = _ways(row, col, rows, half)
            closed = [way for way in ways if way[0] not in opened]
            chance = DEAD_ENDS if len(closed) == len(ways) - 1 else WINDOWS
            if closed and random.random() < chance:
                opened.add(_one_of(random, closed)[0])
    if half % 2 == 0:  # the middle column would be a wall: open gates in it, one for about four rows
        gates = list(range(1, rows, 2))
        for _ in range(rows // 4):
            opened.add((gates.pop(int(random.random() * len(gates))), half))
    return opened


def _ways(row: int, col: int, rows: int, half: int) -> list[tuple[Cell, Cell]]:
    """The neighbouring rooms of a room, as pairs of the cell between and the room."""
    return [
        ((row + down, col + right), (row + 2 * down, col + 2 * right))
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
        if 0 < row + 2 * down < rows and 0 < col + 2 * right <= half
    ]


def _one_of(random: Random, ways: list[tuple[Cell, Cell]]) -> tuple[Cell, Cell]:
    return ways[int(random.random() * len(ways))]


GENERATOR = Generator(mazes, tuple(SIZES))
