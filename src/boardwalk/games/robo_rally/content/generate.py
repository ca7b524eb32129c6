"""Random boards that are fair: all starts need the same fewest slots or nearly, and robots of equal skill win about as
often from each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.parts import Generator
from boardwalk.games.robo_rally.content.fairness import is_fair
from boardwalk.games.robo_rally.files import COLS, FLAGS, ROWS, BoardFile, write_board

SMALLEST = 5, 7
# What each symbol becomes in a mirror: belts to the right go left, what turns clockwise turns the other way.
MIRROR = str.maketrans("><+-NESWnesw", "<>-+nwseNWSE")
Grid = list[list[str]]


@dataclass(frozen=True)
class Style:
    """What boards of a difficulty have: flags, and in each half pits, gears and lines of belts."""

    flags: int
    pits: int
    gears: int
    belts: int


STYLES = {"calm": Style(2, 0, 1, 2), "busy": Style(3, 1, 1, 3), "wild": Style(4, 3, 2, 4)}


def mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    """The board as in a mirror; starts and flags keep their letters."""
    return tuple(line[::-1].translate(MIRROR) for line in rows)


def fair_boards(size: tuple[int, int] | None, difficulty: str, seed: int) -> Iterator[str]:
    """Fair boards for two to four robots, without end, no two alike."""
    rows, cols = size or (8, 11)
    random = Random(f"{rows}x{cols} {difficulty} {seed}")
    texts = map(write_board, random_boards(rows, cols, STYLES[difficulty], random))
    return filter(is_fair, texts)


def random_boards(rows: int, cols: int, style: Style, random: Random) -> Iterator[BoardFile]:
    """Boards for four robots, without end, no two alike; they need not be fair."""
    if not (SMALLEST[0] <= rows <= ROWS and SMALLEST[1] <= cols <= COLS):
        limits = f"{SMALLEST[0]} to {ROWS} rows and {SMALLEST[1]} to {COLS} columns"
        raise BoardwalkError(f"a generated board has {limits}, not {rows}x{cols}")
    return _different(lambda: _draw(rows, cols, style, random))


def _different(draw: Callable[[], BoardFile | None]) -> Iterator[BoardFile]:
    seen = set()
    while True:
        board = draw()
        if board and board.rows not in seen:
            seen |= {board.rows, mirrored(board.rows)}
            yield board


def _draw(rows: int, cols: int, style: Style, random: Random) -> BoardFile | None:
    """A board whose right half mirrors its left half, but for flags beside the middle; None if there is no room."""
    grid = [["."] * cols for _ in range(rows)]
    half = cols // 2
    for _ in range(style.belts):
        _lay_belt(grid, half, random)
    inner = [(row, col) for row in range(rows - 1) for col in range(half)]
    for row, col in random.sample(inner, style.pits + style.gears):
        grid[row][col] = "x"
    for row, col in random.sample([(row, col) for row, col in inner if grid[row][col] == "x"], style.gears):
        grid[row][col] = random.choice("+-")
    for line in grid:
        line[cols - half :] = "".join(line[:half])[::-1].translate(MIRROR)
    for start, mirror_start, col in zip("AC", "BD", random.sample(range(half), 2), strict=True):
        grid[-1][col], grid[-1][cols - 1 - col] = start, mirror_start
    free = [(row, col) for row in range(rows - 1) for col in range(cols) if grid[row][col] == "."]
    middle = [(row, col) for row, col in free if col == cols - 1 - col]
    for flag in FLAGS[: style.flags]:
        places = middle if middle and random.random() < 0.6 else free
        if not places:
            return None
        place = random.choice(places)
        grid[place[0]][place[1]] = flag
        free, middle = [one for one in free if one != place], [one for one in middle if one != place]
    return BoardFile(tuple("".join(line) for line in grid))


def _lay_belt(grid: Grid, half: int, random: Random) -> None:
    """A line of belts in the left half that may turn a corner; it replaces the tiles that were there."""
    row, col, way = random.randrange(len(grid) - 1), random.randrange(half), random.randrange(4)
    for _ in range(random.randint(2, 6)):
        turn = random.choice((0, 0, 0, 1, 3))
        way = (way + turn) % 4
        grid[row][col] = {0: "^>v<", 1: "NESW", 3: "nesw"}[turn][way]
        row, col = row + (-1, 0, 1, 0)[way], col + (0, 1, 0, -1)[way]
        if not (0 <= row < len(grid) - 1 and 0 <= col < half):
            return


GENERATOR = Generator(fair_boards, tuple(STYLES))
