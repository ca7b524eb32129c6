"""SVG elements from which tiles, pieces and panels are built. A cell is `UNIT` wide; drawings of one cell have their
origin in its middle."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from xml.sax.saxutils import escape, quoteattr

UNIT = 40
HALF = UNIT / 2
FONT = "ui-rounded,Nunito,'Segoe UI',system-ui,'Noto Sans','DejaVu Sans','Liberation Sans',Arial,sans-serif"

MARKS = "●▲■◆"  # the seats' marks as characters; `mark` draws the same ones


def number(value: float) -> str:
    """A coordinate in its shortest form."""
    return f"{round(value, 2):g}"


def attribute(value: str) -> str:
    """An attribute value, escaped and quoted."""
    return quoteattr(_sayable(value))


def words(text: str) -> str:
    """Text content, escaped."""
    return escape(_sayable(text))


def _sayable(text: str) -> str:
    """The text without characters that XML does not allow."""
    return "".join(c for c in text if c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")


def box(x: float, y: float, w: float, h: float, r: float, fill: str, more: str = "") -> str:
    size = f'width="{number(w)}" height="{number(h)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size} rx="{number(r)}" fill="{fill}"{_more(more)}/>'


def square(side: float, r: float, fill: str, more: str = "") -> str:
    """A rounded square in the middle of the cell."""
    return box(-side / 2, -side / 2, side, side, r, fill, more)


def disc(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"{_more(more)}/>'


def ring(x: float, y: float, r: float, stroke: str, width: float, more: str = "") -> str:
    return disc(x, y, r, "none", f'stroke="{stroke}" stroke-width="{number(width)}"{_more(more)}')


def path(d: str, fill: str, more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}"{_more(more)}/>'


def line(d: str, stroke: str, width: float, more: str = "") -> str:
    style = f'stroke="{stroke}" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" fill="none" {style}{_more(more)}/>'


def ground_shadow(colour: str, y: float = 13, width: float = 11) -> str:
    """The soft shadow under a standing piece."""
    outer = f'<ellipse cx="0" cy="{number(y)}" rx="{number(width + 2)}" ry="4.4" fill="{colour}" fill-opacity=".12"/>'
    return outer + f'<ellipse cx="0" cy="{number(y)}" rx="{number(width)}" ry="3" fill="{colour}" fill-opacity=".22"/>'


def label(text: str, x: float, y: float, size: float, fill: str, more: str = "") -> str:
    """Text centred on a point."""
    place = f'x="{number(x)}" y="{number(y + size * 0.355)}" font-size="{number(size)}"'
    return f'<text {place} fill="{fill}" text-anchor="middle"{_more(more)}>{words(text)}</text>'


def mark(tone: int, x: float, y: float, r: float, fill: str, more: str = "") -> str:
    """The mark of a seat, in addition to its colour: circle, triangle, square, diamond; a ring for no seat."""
    if tone < 0:
        return ring(x, y, r * 0.8, fill, r * 0.4, more)
    kind = tone % len(MARKS)
    if kind == 0:
        return disc(x, y, r, fill, more)
    corners = ((3, -90, 1.3), (4, 45, 1.25), (4, 0, 1.3))[kind - 1]
    return path(polygon(x, y + (r * 0.25 if kind == 1 else 0), *corners, r), fill, more)


def polygon(x: float, y: float, corners: int, first: float, stretch: float, r: float) -> str:
    angles = [(first + 360 * corner / corners) * pi / 180 for corner in range(corners)]
    return outline((x + cos(a) * r * stretch, y + sin(a) * r * stretch) for a in angles)


def outline(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _more(more: str) -> str:
    return f" {more}" if more else ""
