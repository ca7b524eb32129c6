"""The packs that ship with Box World, for the map of levels."""

from __future__ import annotations

import re
from functools import cache

from boardwalk.contract.levels import LevelPack, PackLevel
from boardwalk.games.box_world.files import BLANKS, read_pack
from boardwalk.games.box_world.setup import PACKS

# by name, the easiest first
TITLES = {
    "first_steps": "First steps",
    "gentle": "Gentle",
    "night_shift": "Night shift",
    "tricky": "Tricky",
    "hard": "Hard",
    "great_maze": "The great maze",
    "fiendish": "Fiendish",
}
FEWEST = re.compile(r"^; fewest moves (\d+)", re.MULTILINE)  # the remark above a level's title


@cache
def packs() -> tuple[LevelPack, ...]:
    return tuple(_pack(name, title) for name, title in TITLES.items())


def _pack(name: str, title: str) -> LevelPack:
    levels = read_pack(PACKS.text(name))
    fewest = fewest_moves(PACKS.text(name))
    return LevelPack(
        name,
        title,
        tuple(
            PackLevel(level.title, level.key, {"pack": name, "level": number}, {"moves": least} if least else {})
            for number, (level, least) in enumerate(zip(levels, fewest, strict=True), 1)
        ),
    )


def fewest_moves(text: str) -> list[int]:
    """The fewest moves of each level of a pack, from the remarks in its text; 0 where there is none."""
    found = []
    for part in re.split(rf"\n[{BLANKS}]*\n", text):
        if any(line.strip(BLANKS) and not line.startswith(";") for line in part.splitlines()):
            remark = FEWEST.search(part)
            found.append(int(remark[1]) if remark else 0)
    return found
