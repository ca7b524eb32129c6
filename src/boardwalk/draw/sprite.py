"""The drawings of a theme as one SVG file of symbols, for pages that draw scenes themselves.

A symbol's id is `bw-THEME-tile-KIND-TONE`, `…-piece-SHAPE-TONE`, `…-over-KIND-TONE`, `…-sign-SIGN-TONE` or, for icons
of the theme's own, which have the colour of what they stand in, `…-icon-NAME-n`. Tone `n` is no seat; a drawing that is
the same for every tone has only that one. `data-turns`, `data-lies`, `data-badge`, `data-behind` and `data-accent` are
fields of `contract.look.Drawing`; `data-flat` is the colour of a tile in that tone, and `data-flat-opacity` its
opacity, where there is no room for the drawing. Colours come from the page's style sheet (`palette.css()`), so that one
file serves light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from boardwalk.contract.look import theme_of
from boardwalk.draw.drawings import Art, drawings
from boardwalk.draw.palette import TONES, Paint


def symbol_id(theme: str, group: str, word: str, tone: int) -> str:
    return f"bw-{theme}-{group}-{word}-{tone % TONES if tone >= 0 else 'n'}"


@cache
def sprite(theme: str) -> str:
    """All symbols of a theme; a `KeyError` if there is no such theme. Each has its origin in the middle of its cell."""
    own = theme_of(theme)
    if own is None:
        raise KeyError(theme)
    paint = Paint(theme, "page")
    drawn = "\n".join(
        f'<symbol id="{symbol_id(theme, group, word, tone)}" overflow="visible"{_data(art, paint, tone)}>'
        f"{drawing}</symbol>"
        for group, words in drawings(theme).items()
        for word, art in words.items()
        for tone, drawing in _distinct(paint, art)
    )
    icons = "\n".join(
        f'<symbol id="{symbol_id(theme, "icon", name, -1)}" overflow="visible"><path d="{way}"/></symbol>'
        for name, way in own.icons.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">\n{drawn}\n{icons}\n</svg>\n'


def _data(art: Art, paint: Paint, tone: int) -> str:
    """The data attributes of a drawing, for pages that place and rotate it."""
    flat, opacity = art.flat(paint, tone)
    said = {
        "turns": "1" if art.turns else "",
        "lies": "1" if art.lies else "",
        "badge": " ".join(f"{number:g}" for number in art.badge or ()),
        "behind": "1" if art.behind else "",
        "flat": flat.removeprefix("var(").removesuffix(")"),
        "flat-opacity": f"{opacity:g}" if opacity != 1 else "",
        "accent": art.accent,
    }
    return "".join(f' data-{name}="{value}"' for name, value in said.items() if value)


def _distinct(paint: Paint, art: Art) -> Iterator[tuple[int, str]]:
    """The drawing without a tone, and those of the tones that differ from it."""
    plain = art.draw(paint, -1)
    yield -1, plain
    for tone in range(TONES):
        drawing = art.draw(paint, tone)
        if drawing != plain:
            yield tone, drawing
