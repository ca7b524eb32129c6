"""The drawings of a theme as one SVG file of symbols, for pages that draw scenes themselves.

A symbol's id is `bw-THEME-tile-KIND-TONE`, `…-piece-SHAPE-TONE` or `…-over-KIND-TONE`. Tone `n` is nobody's; where a
drawing has the same look for every tone there is only that one. Colours are left to the page's style sheet
(`palette.css()`), so that one file serves light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from boardwalk.draw import overlays, pieces, tiles
from boardwalk.draw.palette import THEMES, TONES, Paint

Drawing = Callable[[Paint, int], str]

GROUPS: dict[str, dict[str, Drawing]] = {
    "tile": tiles.DRAWN | {"lantern": tiles.lantern},
    "piece": pieces.DRAWN,
    "over": overlays.CELLS,
}


def symbol_id(theme: str, group: str, word: str, tone: int) -> str:
    return f"bw-{theme}-{group}-{word}-{tone % TONES if tone >= 0 else 'n'}"


@cache
def sprite(theme: str) -> str:
    """All symbols of a theme. Each has its origin in the middle of its cell."""
    if theme not in THEMES:
        raise KeyError(theme)
    paint = Paint(theme, "page")
    drawn = "\n".join(
        f'<symbol id="{symbol_id(theme, group, word, tone)}" overflow="visible">{art}</symbol>'
        for group, drawings in GROUPS.items()
        for word, drawing in drawings.items()
        for tone, art in _distinct(paint, drawing)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">\n{drawn}\n</svg>\n'


def _distinct(paint: Paint, drawing: Drawing) -> Iterator[tuple[int, str]]:
    """Nobody's drawing, and those of the seats where they differ from it."""
    plain = drawing(paint, -1)
    yield -1, plain
    for tone in range(TONES):
        art = drawing(paint, tone)
        if art != plain:
            yield tone, art
