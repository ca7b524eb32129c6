"""Generation of solvable levels that can't be solved by walking alone.

A level is two rooms with a wall between them, the player in one and the finish in the other. Every door in the wall is
blocked by a hole or a box. Walls and boxes are placed at random; levels are drawn until the solver proves one solvable
with a number of moves in the requested range. Only `Random.random()` is used, whose sequence Python guarantees to be
the same in all versions.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from boardwalk.core.errors import BoardwalkError
from boardwalk.games.box_world.notation import BIGGEST, BOXES, Level, lay_symbols
from boardwalk.games.box_world.solver import Problem, solve

SMALLEST = 3  # rows or columns: one on each side of the wall
DRAWS = 2000  # levels to try before giving up
POSITIONS = 20_000  # limit of the solver for one level: some milliseconds
HOLES = 0.7  # the share of doors that are holes

Cell = tuple[int, int]


@lru_cache(1024)
def generate(
    rows: int,
    cols: int,
    seed: int,
    *,
    boxes: int = 2,
    ice: int = 1,
    doors: int = 2,
    walls: float = 0.1,
    moves: tuple[int, int] = (4, 30),
) -> Level:
    """A level of this size, the same for the same arguments.

    `boxes` and `ice`: how many boxes of each kind are in the player's room besides those in doors. `walls`: the share
    of the floor that becomes wall. `moves`: the range of the fewest moves that solve it. Raises a `BoardwalkError` if
    no such level was found."""
    for name, size in (("rows", rows), ("cols", cols)):
        if not SMALLEST <= size <= BIGGEST:
            raise BoardwalkError(f"a generated level has from {SMALLEST} to {BIGGEST} {name}, not {size}")
    random = Random(seed)
    for _ in range(DRAWS):
        drawn = _draw(random, rows, cols, boxes * "B" + ice * "I", doors, walls)
        if drawn and _fewest(drawn) in range(moves[0], moves[1] + 1):
            return Level(drawn, f"Level {seed}")
    raise BoardwalkError(
        f"no level of {rows} × {cols} was found that takes {moves[0]} to {moves[1]} moves; ask for something else"
    )


def _draw(random: Random, rows: int, cols: int, boxes: str, doors: int, walls: float) -> tuple[str, ...] | None:
    """A random level, solvable or not; None if the boxes do not fit."""
    upright = random.random() < 0.5
    length, width = (rows, cols) if upright else (cols, rows)  # along the wall, and across it
    grid = [["W" if random.random() < walls else "-" for _ in range(width)] for _ in range(length)]
    wall = 1 + int(random.random() * (width - 2))
    for line in grid:
        line[wall] = "W"
    for row, col in _some(random, [(row, wall) for row in range(length)], doors):
        grid[row][col] = "H" if random.random() < HOLES else BOXES[int(random.random() * 2)]
        grid[row][col - 1] = grid[row][col + 1] = "-"
    across = (range(wall), range(wall + 1, width))
    sides = [[(r, c) for r in range(length) for c in side if grid[r][c] == "-"] for side in across]
    if random.random() < 0.5:
        sides.reverse()
    near, far = _some(random, sides[0], 1 + len(boxes)), _some(random, sides[1], 1)
    if len(near) < 1 + len(boxes) or not far:
        return None
    for (row, col), symbol in zip([*near, *far], "U" + boxes + "F", strict=True):
        grid[row][col] = symbol
    turned = grid if upright else list(zip(*grid, strict=True))
    return tuple("".join(line) for line in turned)


def _some(random: Random, cells: list[Cell], count: int) -> list[Cell]:
    """A random sample of this many cells, or all if there are fewer."""
    left = list(cells)
    return [left.pop(int(random.random() * len(left))) for _ in range(min(count, len(left)))]


def _fewest(rows: tuple[str, ...]) -> int | None:
    """The fewest moves that solve a level; None if it can't be solved or the solver gave up."""
    width, height = len(rows[0]) + 2, len(rows) + 2
    cells = bytearray(width * height)
    lay_symbols(cells, 0, width, list(rows), [0] * (width * height))
    row, col = Level(rows).start
    path = solve(Problem(bytes(cells), width, (row + 1) * width + col + 1), POSITIONS).path
    return None if path is None else len(path)
