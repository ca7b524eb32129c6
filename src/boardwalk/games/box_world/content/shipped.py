"""The packs that ship with Box World, for the map of levels."""

from __future__ import annotations

from functools import cache

from boardwalk.contract.levels import LevelPack, PackLevel
from boardwalk.games.box_world.files import read_pack
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


@cache
def packs() -> tuple[LevelPack, ...]:
    return tuple(_pack(name, title) for name, title in TITLES.items())


def _pack(name: str, title: str) -> LevelPack:
    levels = read_pack(PACKS.text(name))
    return LevelPack(
        name,
        title,
        tuple(
            PackLevel(level.title, level.key, {"pack": name, "level": number}, {"moves": level.fewest})
            for number, level in enumerate(levels, 1)
        ),
    )
