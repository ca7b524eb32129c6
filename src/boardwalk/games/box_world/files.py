"""Box World's kind of file, and what can be generated."""

from __future__ import annotations

from boardwalk.core.game import FileKind, Generator
from boardwalk.games.box_world import graded
from boardwalk.games.box_world.notation import looks_like_pack, read_pack, write_played

FILES = (
    FileKind(
        ".boxes",
        "Box World pack",
        looks_like_pack,
        read_pack,
        "pack",
        write=write_played,
        generator=Generator(graded.texts, tuple(graded.DIFFICULTIES), joined=True),
    ),
)
