"""Generation of mazes: the right half mirrors the left, so that neither team has an advantage.

A maze is made on a grid of odd size: rooms on odd rows and columns, and passages between them. For an even size the
middle row or column is doubled. Only `Random.random()` is used, whose sequence Python guarantees to be the same in all
versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, sqrt
from random import Random

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Generator
from boardwalk.games.capture_the_flag.mazes import BIGGEST, Maze, read_maze, write_maze

SMALLEST = 20
DEAD_ENDS = 0.7  # the share of dead ends that are opened, so that one can run around walls
WINDOWS = 0.1  # the share of other rooms with an additional exit, so that players can pass one another
SPARE = 2  # home and jail cells in excess of the players

KINDS = {"small": (20, 20, 3), "large": (30, 40, 6), "vast": (60, 80, 12)}  # rows, columns, players of a team
NUMBERS = 2**31

Cell = tuple[int, int]


def mazes(size: tuple[int, int] | None, kind: str, seed: int) -> Iterator[str]:
    """Mazes for the players of this kind, and of its size unless another is given; without end, no two alike."""
    rows, cols, players = *(size or KINDS[kind][:2]), KINDS[kind][2]
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


GENERATOR = Generator(mazes, tuple(KINDS))
