"""The drawings of a theme, by group and name: those common to all themes, and those that a game declares."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

from boardwalk.contract.look import Drawing, theme_of
from boardwalk.contract.scene import Scene
from boardwalk.draw import overlays, pieces, tiles
from boardwalk.draw.palette import Paint

_COLOUR = re.compile(r"\{([a-z0-9_]+)\}")


@dataclass(frozen=True)
class Art:
    """How a tile, piece, overlay or sign is drawn for a tone, and as a tile in one colour with its opacity; the other
    fields are those of `contract.look.Drawing`."""

    draw: Callable[[Paint, int], str]
    flat: Callable[[Paint, int], tuple[str, float]] = lambda paint, tone: ("", 1)
    turns: bool = False
    lies: bool = False
    badge: tuple[float, float, float] | None = None
    behind: bool = False
    solid: bool = False
    accent: str = ""


@cache
def drawings(theme: str) -> Mapping[str, Mapping[str, Art]]:
    """All drawings of a theme, in the groups "tile", "piece", "over" (overlays) and "sign" (marks of pieces)."""
    own = theme_of(theme)
    assert own is not None, "scenes are checked before they are drawn"
    ground = {
        word: Art(draw, partial(tiles.flat, word), solid=word in tiles.SOLID) for word, draw in tiles.DRAWN.items()
    }
    shapes = {
        word: Art(draw, lies=word in pieces.LYING, badge=pieces.BADGES[word]) for word, draw in pieces.DRAWN.items()
    }
    signs = {word: Art(draw, behind=True) for word, draw in pieces.SIGNS.items()}
    return {
        "tile": {**ground, **{word: _own_tile(art) for word, art in own.tiles.items()}},
        "piece": {**shapes, **{word: _own(art) for word, art in own.shapes.items()}},
        "over": {word: Art(draw) for word, draw in overlays.CELLS.items()},
        "sign": {**signs, **{word: _own(art) for word, art in own.signs.items()}},
    }


def _own(given: Drawing) -> Art:
    """A drawing that a game declares, with the names of colours replaced by the paint's colours."""

    def draw(paint: Paint, tone: int) -> str:
        return _COLOUR.sub(lambda name: _colour(paint, name[1], tone), given.svg)

    return Art(draw, turns=given.turns, lies=given.lies, badge=given.badge, behind=given.behind)


def _own_tile(given: Drawing) -> Art:
    def flat(paint: Paint, tone: int) -> tuple[str, float]:
        return _colour(paint, given.flat, tone), given.flat_opacity

    return replace(_own(given), flat=flat, solid=given.solid, accent=given.accent)


def _colour(paint: Paint, name: str, tone: int) -> str:
    return paint.seat(tone) if name == "seat" else paint(name)


def has_accent(row: int, col: int) -> bool:
    """Whether this is one of the few cells on which a tile's accent is drawn."""
    return (row * 5 + col * 13) % 23 == 0


def is_solid(scene: Scene, row: int, col: int) -> bool:
    """Whether the tile of a cell is solid."""
    return drawings(scene.theme)["tile"][scene.tile(row, col).kind].solid
