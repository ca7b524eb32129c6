"""Capture the Flag's kind of file: how it is drawn, and what can be generated."""

from __future__ import annotations

from boardwalk.contract.game import FileKind
from boardwalk.contract.grid_files import GridFormat, Symbol
from boardwalk.games.capture_the_flag.files import BIGGEST, SYMBOLS, looks_like_maze, read_maze
from boardwalk.games.capture_the_flag.notation import write_played
from boardwalk.games.capture_the_flag.scene import PALETTE, TILE_OF
from boardwalk.games.capture_the_flag.setup import GENERATOR

NEW = """\
#####################
# jj             JJ #
# jj ###  #  ### JJ #
#      #  #  #      #
# ###  #     #  ### #
#hh       #       HH#
#hh  ###  #  ###  HH#
#hh       #       HH#
# ###  #     #  ### #
#      #  #  #      #
#####################
"""
GRID = GridFormat(
    symbols=tuple(
        Symbol(char, PALETTE[TILE_OF[char]]) for char in sorted(SYMBOLS, key=lambda char: (char != " ", char != "#"))
    ),
    rows=(3, BIGGEST),
    cols=(4, BIGGEST),
    new=NEW,
    trials=({}, {"players": 2}, {"players": 1}),
)
FILES = (
    FileKind(
        ".maze",
        "Capture the Flag maze",
        looks_like_maze,
        read_maze,
        "maze",
        write=write_played,
        generator=GENERATOR,
        grid=GRID,
    ),
)
