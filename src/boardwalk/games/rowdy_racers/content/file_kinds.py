"""Rowdy Racers' kind of file: how it is drawn, and what can be generated."""

from __future__ import annotations

from boardwalk.contract.game import FileKind
from boardwalk.contract.grid_files import GridFormat, Symbol
from boardwalk.games.rowdy_racers import rules
from boardwalk.games.rowdy_racers.content.generate import GENERATOR
from boardwalk.games.rowdy_racers.files import LARGEST, SMALLEST, SUFFIX, looks_like_layout, read_layout, write_race
from boardwalk.games.rowdy_racers.scene import PALETTE, grenade

FLOOR, WALL, START_1, START_2 = PALETTE
NEW = """\
; A new layout
...#.....2
...#......
...#..*...
..........
.*....#...
...#....*.
..........
...*..#...
......#...
1.....#...
"""
GRID = GridFormat(
    symbols=(
        Symbol(".", FLOOR),
        Symbol("#", WALL),
        Symbol("*", FLOOR, grenade(0, rules.INACTIVE, 1)),
        Symbol("1", START_1, unique=True),
        Symbol("2", START_2, unique=True),
    ),
    rows=(SMALLEST, LARGEST),
    cols=(SMALLEST, LARGEST),
    titled=True,
    new=NEW,
)
FILES = (
    FileKind(
        SUFFIX,
        "Rowdy Racers layout",
        looks_like_layout,
        read_layout,
        "layout",
        write=write_race,
        generator=GENERATOR,
        grid=GRID,
    ),
)
