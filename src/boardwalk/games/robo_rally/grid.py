"""How RoboRally's boards are drawn as files."""

from __future__ import annotations

from boardwalk.contract.grid_files import GridFormat, Symbol
from boardwalk.contract.scene import Piece
from boardwalk.games.robo_rally.files import COLS, FLAGS, HEADER, ROWS, STARTS
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
