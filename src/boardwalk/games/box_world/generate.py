"""New levels that can be solved, and not by walking alone.

A level is two rooms with a wall between them, the player in one and the finish in the other. Whatever doors the wall
has are filled: by a hole, or by a box that stands in it. Floor, walls and boxes are strewn about at random, and the
solver proves that the level can be solved in a number of moves that is asked for; otherwise another is drawn. Of the
random numbers only `random()` is used, which Python promises to keep the same from version to version.
"""

from __future__ import annotations

from functools import cache
from random import Random

from boardwalk.core.errors import BoardwalkError
from boardwalk.games.box_world.notation import BIGGEST, BOXES, Level, lay_symbols
from boardwalk.games.box_world.solver import Problem, solve

SMALLEST = 3  # rows or columns: a room of one on each side of the wall
DRAWS = 2000  # levels that are tried before giving up
POSITIONS = 20_000  # that the solver may look at for one of them: some milliseconds
HOLES = 0.7  # how many of the doors are holes

Cell = tuple[int, int]


@cache
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
    """A level of this size, the same for the same numbers.

    `boxes` and `ice` say how many boxes of each kind stand in the player's room besides those in doors, `walls` which
    share of the floor is wall, `moves` between which numbers the fewest moves lie. A `BoardwalkError` says that no such
    level was found."""
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
    """A level, solvable or not; None where things do not fit."""
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
    """So many of the cells, or all where there are no more."""
    left = list(cells)
    return [left.pop(int(random.random() * len(left))) for _ in range(min(count, len(left)))]


def _fewest(rows: tuple[str, ...]) -> int | None:
    """The fewest moves that solve a level; None if it can't be solved, or not found to be."""
    width, height = len(rows[0]) + 2, len(rows) + 2
    cells = bytearray(width * height)
    lay_symbols(cells, 0, width, list(rows), [0] * (width * height))
    row, col = Level(rows).start
    path = solve(Problem(bytes(cells), width, (row + 1) * width + col + 1), POSITIONS).path
    return None if path is None else len(path)
