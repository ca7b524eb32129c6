"""Levels that ship with a game, in packs, as a map of them shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class PackLevel:
    """A level of a pack. `options` are those of a game of this level alone; `key` is that of its `Result`; `fewest` are
    the lowest counts that are possible, named as in the `Result`, as far as they are known."""

    title: str
    key: str
    options: Mapping[str, Any]
    fewest: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class LevelPack:
    """Levels to be played in order, the easiest first. `name` is unique in the game."""

    name: str
    title: str
    levels: tuple[PackLevel, ...]
