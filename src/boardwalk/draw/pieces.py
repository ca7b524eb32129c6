"""SVG of the common pieces and of the marks on pieces, centred on the origin."""

from __future__ import annotations

from collections.abc import Callable

from boardwalk.draw.palette import Paint
from boardwalk.draw.shapes import box, disc, ground_shadow, line, path, ring, square

LYING = ("flag",)  # drawn aside when another piece stands on their cell
# The place of a piece's label or, without one, of its seat's mark: x, y, size.
BADGES = {
    "disc": (0.0, 0.0, 12.0),
    "block": (0.0, -1.4, 12.0),
    "pawn": (0.0, 7.0, 10.0),
    "flag": (3.2, -8.2, 11.0),
}


def counter(paint: Paint, tone: int) -> str:
    """A flat disc, as in games with stones."""
    rim = f'stroke="{paint("shade")}" stroke-opacity=".25" stroke-width="1.5"'
    return disc(0, 0, 16.5, paint.seat(tone)) + disc(0, 0, 11.5, "none", rim)


def block(paint: Paint, tone: int) -> str:
    """A cube seen from above, with a lit top."""
    drawn = box(-14, -11.6, 29, 28, 5, paint("shade"), 'fill-opacity=".18"') + square(29, 5, paint.seat(tone))
    drawn += square(29, 5, "none", f'stroke="{paint("shade")}" stroke-width="1.4" stroke-opacity=".3"')
    return drawn + box(-11, -11, 22, 19, 3.5, paint("ice_shine"), 'fill-opacity=".22"')


def pawn(paint: Paint, tone: int) -> str:
    colour = paint.seat(tone)
    body = "M-4.4 -6C-4 1 -7 5 -10.4 9.4Q-12 14 -8.6 14.6H8.6Q12 14 10.4 9.4C7 5 4 1 4.4 -6Z"
    drawn = ground_shadow(paint("shade"), 13.6, 12) + path(body, colour) + box(-7.4, -6.2, 14.8, 3.6, 1.8, colour)
    drawn += box(-7.4, -4.2, 14.8, 1.6, 0.8, paint("on_seat"), 'fill-opacity=".22"')
    return drawn + disc(0, -10.4, 7, colour) + disc(-2.4, -12.8, 1.8, paint("ice_shine"), 'fill-opacity=".7"')


def flag(paint: Paint, tone: int) -> str:
    """A banner on a pole; without a tone it has the lamp colour."""
    colour = paint.seat(tone) if tone >= 0 else paint("glow")
    drawn = ground_shadow(paint("shade"), 14.6, 7)
    drawn += line("M-9 -16V14", paint("metal"), 2.6) + disc(-9, -16.4, 2.2, paint("lamp"))
    banner = "M-7.8 -15.2C-3 -18 2 -12.6 7 -14.8Q11 -16.6 13.8 -15.2V-1.8Q11 -3.2 7 -1.4C2 .8 -3 -4.6 -7.8 -1.8Z"
    drawn += path(banner, colour, f'stroke="{paint("on_seat")}" stroke-opacity=".22" stroke-width="1"')
    return drawn + box(-13, 13, 8, 3, 1.5, paint("metal"))


def own(paint: Paint, tone: int) -> str:
    """The ring around a piece of the seat that sees the scene, with a pointer above."""
    drawn = ring(0, 0, 18.4, paint("page"), 4.6, 'stroke-opacity=".85"') + ring(0, 0, 18.4, paint("ink"), 2.2)
    pointer = f'stroke="{paint("page")}" stroke-width="1.4" stroke-linejoin="round"'
    return drawn + path("M-5.4 -24.4H5.4L0 -17Z", paint("ink"), pointer)


def carrying(paint: Paint, tone: int) -> str:
    """A halo behind a piece that has something which matters."""
    drawn = disc(0, 0, 19.5, paint("glow"), 'fill-opacity=".55"')
    return drawn + ring(0, 0, 19, paint("lamp"), 2.4, 'stroke-dasharray="5 3"')


def ghost(paint: Paint, tone: int) -> str:
    """The ground under a piece that is not there yet, which is drawn translucent."""
    drawn = disc(0, 0, 19, paint("page"), 'fill-opacity=".75"')
    return drawn + ring(0, 0, 18.6, paint("ink"), 1.8, 'stroke-dasharray="3 3"')


GHOST = 0.62  # the opacity of a piece with that sign
SIGNS: dict[str, Callable[[Paint, int], str]] = {"own": own, "carrying": carrying, "ghost": ghost}  # behind the piece

DRAWN: dict[str, Callable[[Paint, int], str]] = {"disc": counter, "block": block, "pawn": pawn, "flag": flag}
