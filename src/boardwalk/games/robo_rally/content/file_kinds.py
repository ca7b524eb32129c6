"""RoboRally's kinds of file, and how its boards are drawn."""

from __future__ import annotations

from boardwalk.contract.game import FileKind
from boardwalk.contract.grid_files import GridFormat, Symbol
from boardwalk.contract.scene import Piece
from boardwalk.games.robo_rally import notation, report, scene
from boardwalk.games.robo_rally.content.generate import GENERATOR
from boardwalk.games.robo_rally.files import (
    COLS,
    FLAGS,
    HEADER,
    ROWS,
    STARTS,
    looks_like_board,
    looks_like_program,
    read_board,
    read_program,
)
from boardwalk.games.robo_rally.scene import PALETTE, SYMBOLS

FLOOR = PALETTE[SYMBOLS.index(".")]
NEW = f"""\
{HEADER}
.....1......
............
..>>>v......
.....v..x...
............
...+....2...
............
..A..C.D..B.
"""


def _symbol(char: str) -> Symbol:
    if char in FLAGS:
        return Symbol(char, FLOOR, Piece("", "flag", 0, 0, char, f"flag {char}", label=char), unique=True)
    return Symbol(char, PALETTE[SYMBOLS.index(char)], unique=char in STARTS)


GRID = GridFormat(
    symbols=tuple(map(_symbol, f".{STARTS}{FLAGS}x^>v<NESWnesw+-")),
    rows=(1, ROWS),
    cols=(1, COLS),
    header=HEADER,
    new=NEW,
    aliases={"ˆ": "^"},
    trials=({}, {"robots": 1}),
)
FILES = (
    FileKind(
        ".brd",
        "RoboRally board",
        looks_like_board,
        read_board,
        "board",
        look=scene.look,
        generator=GENERATOR,
        grid=GRID,
    ),
    FileKind(
        ".prg",
        "RoboRally program",
        looks_like_program,
        read_program,
        write=notation.write_rounds,
        script=report.script,
    ),
)
