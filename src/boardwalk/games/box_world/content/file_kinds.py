"""Box World's kind of file: how it is drawn, and what can be generated."""

from __future__ import annotations

from boardwalk.contract.game import FileKind
from boardwalk.contract.grid_files import GridFormat, Symbol
from boardwalk.contract.parts import Generator
from boardwalk.contract.scene import Piece
from boardwalk.games.box_world.content import graded
from boardwalk.games.box_world.files import BIGGEST, BOXES, GROUND, looks_like_pack, read_pack
from boardwalk.games.box_world.notation import write_played
from boardwalk.games.box_world.scene import NAME_OF, PALETTE, SHAPE_OF

FLOOR = PALETTE[0]
GRID = GridFormat(
    symbols=(
        Symbol(GROUND[0], FLOOR),
        Symbol("W", PALETTE[3]),
        Symbol("U", FLOOR, Piece("", "walker", 0, 0, "@", "player", tone=0), unique=True),
        Symbol("F", PALETTE[2]),
        *(Symbol(char, FLOOR, Piece("", SHAPE_OF[n], 0, 0, char, NAME_OF[n])) for n, char in enumerate(BOXES)),
        Symbol("H", PALETTE[1]),
    ),
    rows=(1, BIGGEST),
    cols=(1, BIGGEST),
    titled=True,
    several=True,
    new="; A new level\nWWWWWWWW\nW------W\nW-U-B-HF\nW------W\nWWWWWWWW\n",
)
FILES = (
    FileKind(
        ".boxes",
        "Box World pack",
        looks_like_pack,
        read_pack,
        "pack",
        write=write_played,
        generator=Generator(graded.texts, tuple(graded.DIFFICULTIES), joined=True),
        grid=GRID,
    ),
)
