"""Generation of levels of a chosen difficulty, each with its fewest moves and its grade.

A level is drawn at random until it can be solved, then changed cell by cell while that makes it more difficult, and at
last cleared of irrelevant parts. Of levels that are equal up to rotation, reflection and the player's steps before the
first push only one is generated. Only `Random.random()` is used, whose sequence Python guarantees to be the same in all
versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random

from boardwalk.contract.errors import BoardwalkError, TextError
from boardwalk.games.box_world.content.grading import Measures, measure, problem_of
from boardwalk.games.box_world.files import BIGGEST, Level, read_pack, write_pack
from boardwalk.games.box_world.notation import MOVES

Grid = list[list[str]]
Rows = tuple[str, ...]

SMALLEST = 5  # rows or columns, walls around the level included
SYMBOLS = "-----WWWBBHHI"  # contents that a change puts on a cell, with repetitions as weights
FIRST_SYMBOLS = "-----------WWWWBBHI"  # the contents of drawn levels, likewise
STARTS = 2000  # levels to draw before giving up
TRIES = 60  # levels to change before giving up
TITLES = 1000  # titles to try before one is used again
ADJECTIVES = (
    "Amber Blue Brass Broad Busy Calm Chalk Cold Copper Crooked Dim Distant Dusty Early Eastern Empty Far Foggy Frozen "
    "Green Grey Hidden High Hollow Idle Iron Last Late Little Long Lost Low Lower Misty Narrow New Noisy North Odd Old "
    "Outer Painted Paper Plain Quiet Rainy Red Rusty Salt Sandy Second Shallow Short Silent Slow Small South Spare "
    "Stone Sunny Tall Tidal Tin Upper Western White Wide Windy Winter Wooden Yellow"
)
NOUNS = (
    "aisle alley annex arch attic balcony barge basin bay bench berth bridge cabin canal cellar chamber corner counter "
    "court crane crossing depot ditch dock door ferry floor gallery gangway garage gate hall harbour hatch hoist jetty "
    "keep kiosk ladder landing lane ledge lift loft lock locker lodge market mill office passage pier platform port "
    "quay ramp rope shed shelf shop siding silo sluice stack station store storeroom tower track vault wharf yard"
)


@dataclass(frozen=True)
class Difficulty:
    """The range of grades of a difficulty; the usual rows and columns; the limit of positions for the proof of the
    fewest moves; how many changes to try; and up to which grade, without traps, a level is changed."""

    grades: tuple[int, int]
    size: tuple[int, int]
    positions: int
    changes: int
    climb: tuple[int, int]


DIFFICULTIES = {
    "gentle": Difficulty((18, 38), (7, 7), 500, 100, (8, 22)),
    "tricky": Difficulty((39, 56), (8, 8), 2_000, 200, (22, 34)),
    "hard": Difficulty((57, 72), (9, 9), 3_000, 400, (34, 44)),
    "fiendish": Difficulty((73, 120), (9, 10), 5_000, 600, (42, 54)),
}


@dataclass(frozen=True)
class Graded:
    """A level with its measures."""

    level: Level
    measures: Measures

    def __str__(self) -> str:
        """The level as the text of a pack, with a remark above its title: fewest moves, grade and solution."""
        path = self.measures.path
        remark = f"; fewest moves {len(path)}, grade {self.measures.grade}: {''.join(MOVES[move] for move in path)}\n"
        return remark + write_pack((self.level,))


def graded_levels(size: tuple[int, int] | None, difficulty: str, seed: int) -> Iterator[Graded]:
    """Levels of this difficulty, without end, no two alike; of exactly this size, or about the usual one."""
    wanted = DIFFICULTIES[difficulty]
    rows, cols = size or wanted.size
    for name, length in (("rows", rows), ("columns", cols)):
        if not SMALLEST <= length <= BIGGEST:
            raise BoardwalkError(f"a generated level has from {SMALLEST} to {BIGGEST} {name}, not {length}")
    random = Random(4 * seed + list(DIFFICULTIES).index(difficulty))
    seen: set[Rows] = set()
    titles: set[str] = set()
    while True:
        found = next((one for _ in range(TRIES) if (one := _attempt(random, rows, cols, wanted, seen))), None)
        if not found:
            raise BoardwalkError(f"no {difficulty} level of {rows} × {cols} was found; ask for another size")
        grid, measures = found
        seen.add(canonical(grid))
        yield Graded(Level(grid if size else cropped(grid), _title(random, titles)), measures)


def _title(random: Random, taken: set[str]) -> str:
    """A title that is not taken yet, if there is one."""
    title = ""
    for _ in range(TITLES):
        title = f"{_one(random, ADJECTIVES.split())} {_one(random, NOUNS.split())}"
        if title not in taken:
            break
    taken.add(title)
    return title


def _one(random: Random, of: list[str] | str) -> str:
    return of[int(random.random() * len(of))]


def _attempt(random: Random, rows: int, cols: int, wanted: Difficulty, seen: set[Rows]) -> tuple[Rows, Measures] | None:
    """Draw and change one level; None if it misses the difficulty."""
    grid = _start(random, rows, cols, wanted)
    if not grid:
        return None
    low, high = wanted.climb
    grid = _climb(random, grid, wanted, low + random.random() * (high - low))
    grid = _cleared(random, grid, wanted)
    measures = measure(problem_of(grid), wanted.positions)
    first, last = wanted.grades
    fits = measures is not None and first <= measures.grade <= last
    return (grid, measures) if fits and measures and canonical(grid) not in seen else None


def _measured(grid: Rows, wanted: Difficulty) -> Measures | None:
    """The measures without traps of a level that can be played and needs a push; else None."""
    try:
        read_pack("\n".join(grid))
    except TextError:
        return None  # the player can't move
    measures = measure(problem_of(grid), wanted.positions, traps=False)
    return measures if measures and measures.states > 1 else None


def _start(random: Random, rows: int, cols: int, wanted: Difficulty) -> Rows | None:
    """A random level that can be solved, but not by walking alone."""
    for _ in range(STARTS):
        grid: Grid = [["W"] * cols for _ in range(rows)]
        for row in range(1, rows - 1):
            for col in range(1, cols - 1):
                grid[row][col] = _one(random, FIRST_SYMBOLS)
        for symbol in "UF":
            row, col = _cell(random, grid)
            grid[row][col] = symbol
        drawn = _frozen(grid)
        if "U" in "".join(drawn) and _measured(drawn, wanted):
            return drawn
    return None


def _cell(random: Random, grid: Grid) -> tuple[int, int]:
    """A random cell inside the walls around the level."""
    return 1 + int(random.random() * (len(grid) - 2)), 1 + int(random.random() * (len(grid[0]) - 2))


def _frozen(grid: Grid) -> Rows:
    return tuple("".join(line) for line in grid)


def _climb(random: Random, grid: Rows, wanted: Difficulty, goal: float) -> Rows:
    """Change a level for the more difficult until its grade, without traps, reaches the goal."""
    best = _measured(grid, wanted)
    assert best
    for _ in range(wanted.changes):
        if best.grade >= goal:
            break
        changed = _changed(random, grid)
        measures = _measured(changed, wanted)
        if measures and measures.grade >= best.grade:
            grid, best = changed, measures
    return grid


def _changed(random: Random, rows: Rows) -> Rows:
    """The same level with one to three cells changed; the player and the finish change places with another cell."""
    grid = [list(row) for row in rows]
    for _ in range(1 + int(random.random() * 3)):
        (row, col), (down, right) = _cell(random, grid), _cell(random, grid)
        if grid[row][col] in "UF" or random.random() < 0.3:
            grid[row][col], grid[down][right] = grid[down][right], grid[row][col]
        else:
            grid[row][col] = _one(random, SYMBOLS)
    return _frozen(grid)


def _cleared(random: Random, rows: Rows, wanted: Difficulty) -> Rows:
    """The level without irrelevant boxes, holes and floor: the fewest moves are the same, and the grade is almost the
    same."""
    known = _measured(rows, wanted)
    assert known
    grid = [list(row) for row in rows]
    cells = [(row, col) for row in range(1, len(rows) - 1) for col in range(1, len(rows[0]) - 1)]
    lowest = known.grade - 2
    for symbol, others in (("-", "BI"), ("W", "-BIH")):
        for row, col in cells:
            before = grid[row][col]
            if before not in others:
                continue
            grid[row][col] = symbol
            now = _measured(_frozen(grid), wanted)
            if not now or len(now.path) != len(known.path) or now.grade < lowest:
                grid[row][col] = before
    return _frozen(grid)


def cropped(rows: Rows) -> Rows:
    """A level with only one line of walls on each side."""
    inside = [number for number, row in enumerate(rows) if set(row) != {"W"}]
    across = [col for col in range(len(rows[0])) if any(row[col] != "W" for row in rows)]
    lines = rows[inside[0] - 1 : inside[-1] + 2]
    return tuple(line[across[0] - 1 : across[-1] + 2] for line in lines)


def canonical(rows: Rows) -> Rows:
    """The same for all levels that are alike up to rotation and reflection, walls around them, and where the player
    stands before the first push."""
    grid = _walked([list(row) for row in cropped(_walled(rows))])
    turned = [grid]
    for _ in range(3):
        turned.append(_turned(turned[-1]))
    return min(chain(turned, (tuple(row[::-1] for row in one) for one in turned)))


def _walled(rows: Rows) -> Rows:
    """A level with a line of walls added on each side."""
    around = "W" * (len(rows[0]) + 2)
    return (around, *(f"W{row}W" for row in rows), around)


def _turned(rows: Rows) -> Rows:
    return tuple("".join(line) for line in zip(*rows[::-1], strict=True))


def _walked(grid: Grid) -> Rows:
    """The level with the player on every cell that can be reached by walking."""
    waiting = [(row, col) for row, line in enumerate(grid) for col, symbol in enumerate(line) if symbol == "U"]
    for row, col in waiting:
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if grid[row + down][col + right] == "-":
                grid[row + down][col + right] = "U"
                waiting.append((row + down, col + right))
    return _frozen(grid)


def texts(size: tuple[int, int] | None, difficulty: str, seed: int) -> Iterator[str]:
    """Levels of this difficulty, each as the text of a pack."""
    return map(str, graded_levels(size, difficulty, seed))
