"""The drawings of a theme, by group and name: those common to all themes, and those that a game declares."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from boardwalk.contract.look import Drawing, theme_of
from boardwalk.draw import overlays, pieces, tiles
from boardwalk.draw.palette import Paint

LANTERN = "lantern"  # a lamp that the theme of that name draws in some of its hedges
_COLOUR = re.compile(r"\{([a-z0-9_]+)\}")


@dataclass(frozen=True)
class Art:
    """How a tile, piece or overlay is drawn for a tone; the other fields are those of `contract.look.Drawing`."""

    draw: Callable[[Paint, int], str]
    turns: bool = False
    lies: bool = False
    badge: tuple[float, float, float] | None = None
    flat: str = ""  # the name of a colour, for tiles that a game declares


@cache
def drawings(theme: str) -> Mapping[str, Mapping[str, Art]]:
    """All drawings of a theme, in the groups "tile", "piece", "over" (overlays) and "sign" (marks of pieces)."""
    own = theme_of(theme)
    assert own is not None, "scenes are checked before they are drawn"
    common = {word: Art(draw, turns=word in tiles.TURNING) for word, draw in tiles.DRAWN.items()}
    shapes = {
        word: Art(draw, word in pieces.TURNING, word in pieces.LYING, pieces.BADGES.get(word))
        for word, draw in pieces.DRAWN.items()
    }
    lamps = {LANTERN: Art(tiles.lantern)} if own.base == LANTERN else {}
    return {
        "tile": {**common, **lamps, **{word: _declared(art) for word, art in own.tiles.items()}},
        "piece": {**shapes, **{word: _declared(art) for word, art in own.shapes.items()}},
        "over": {word: Art(draw) for word, draw in overlays.CELLS.items()},
        "sign": {word: Art(draw) for word, draw in pieces.SIGNS.items()},
    }


def _declared(given: Drawing) -> Art:
    """A drawing that a game declares, with the names of colours replaced by the paint's colours."""

    def draw(paint: Paint, tone: int) -> str:
        return _COLOUR.sub(lambda name: paint.seat(tone) if name[1] == "seat" else paint(name[1]), given.svg)

    return Art(draw, given.turns, given.lies, given.badge, given.flat)


def flat(paint: Paint, kind: str, tone: int) -> tuple[str, str]:
    """A tile as one colour and its opacity, for boards too big for drawings."""
    own = drawings(paint.theme)["tile"][kind].flat
    return (paint(own), "1") if own else tiles.flat(paint, kind, tone)
