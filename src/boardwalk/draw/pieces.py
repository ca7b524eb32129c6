"""SVG of pieces, centred on the origin. Only a robot is rotated by its facing."""

from __future__ import annotations

from collections.abc import Callable

from boardwalk.draw.palette import Paint
from boardwalk.draw.shapes import box, disc, ground_shadow, line, number, path, polygon, ring, square

TURNING = ("robot",)
LYING = ("flag", "grenade", "spent")  # drawn aside when another piece stands on their cell
# The place of a piece's label or, without one, of its seat's mark: x, y, size. Pieces not listed have neither.
BADGES = {
    "racer": (0.0, 2.2, 12.5),
    "robot": (0.0, 4.2, 13.0),
    "pawn": (0.0, 7.0, 10.0),
    "runner": (0.0, 4.6, 12.0),
    "walker": (0.0, 5.5, 9.0),
    "flag": (3.2, -8.2, 11.0),
}


def racer(paint: Paint, tone: int) -> str:
    """A light cycle from the side, with a rider and a number plate."""
    colour, dark = paint.seat(tone), paint("metal_dark")
    drawn = disc(0, 2, 18, colour, 'fill-opacity=".16"') + ground_shadow(paint("shade"), 15.6, 15)
    for x in (-10.5, 10.5):
        drawn += disc(x, 8, 7.6, dark) + ring(x, 8, 5.4, colour, 2.4) + disc(x, 8, 1.6, paint("ice_shine"))
    drawn += path("M-6.4 -5L-3.4 -12.4Q0 -15 3.6 -11.6L5.4 -5Z", dark) + disc(1.6, -13.2, 4.6, dark)
    drawn += line("M2.6 -13.6L6 -12.8", paint("glow"), 2.2)
    drawn += path("M-18.4 3.4C-17 -4.4 -10 -7.4 -2 -7.4H6C12.6 -7 17 -3 18.6 3.4L11 1H8V9.6H-8V1H-11Z", colour)
    return drawn + line("M-12.6 -2.6C-9 -5 -5 -5.4 -1 -5.4", paint("ice_shine"), 1.8, 'stroke-opacity=".85"')


def robot(paint: Paint, tone: int) -> str:
    """Facing up: tracks at its sides, eyes and a nose in front."""
    colour, dark, track = paint.seat(tone), paint("metal_dark"), paint("track")
    drawn = box(-15.5, -12, 31, 28, 8, paint("shade"), 'fill-opacity=".16"')
    drawn += box(-16, -11, 7, 24, 3, track) + box(9, -11, 7, 24, 3, track)
    drawn += line("M-16 -5h4M-16 1h4M-16 7h4M12 -5h4M12 1h4M12 7h4", paint("metal"), 1.2)
    drawn += path("M-6 -13L0 -19.4L6 -13Z", colour, f'stroke="{colour}" stroke-width="2" stroke-linejoin="round"')
    drawn += box(-12, -14, 24, 28, 7, colour)
    drawn += box(-9.5, -12, 19, 7.4, 3.7, dark)
    return drawn + disc(-4.6, -8.3, 2.3, paint("glow")) + disc(4.6, -8.3, 2.3, paint("glow"))


def pawn(paint: Paint, tone: int) -> str:
    colour = paint.seat(tone)
    body = "M-4.4 -6C-4 1 -7 5 -10.4 9.4Q-12 14 -8.6 14.6H8.6Q12 14 10.4 9.4C7 5 4 1 4.4 -6Z"
    drawn = ground_shadow(paint("shade"), 13.6, 12) + path(body, colour) + box(-7.4, -6.2, 14.8, 3.6, 1.8, colour)
    drawn += box(-7.4, -4.2, 14.8, 1.6, 0.8, paint("on_seat"), 'fill-opacity=".22"')
    return drawn + disc(0, -10.4, 7, colour) + disc(-2.4, -12.8, 1.8, paint("ice_shine"), 'fill-opacity=".7"')


def runner(paint: Paint, tone: int) -> str:
    """A vest with room for a number, a head above it, legs in stride."""
    colour, dark = paint.seat(tone), paint("metal_dark")
    drawn = ground_shadow(paint("shade"), 15.4, 11)
    drawn += line("M-3.5 10L-8 15.6M4 10L7 13L10.5 12.6", paint("track"), 3.4)
    drawn += line("M-9.5 0L-14 5M9.5 0L14.4 -3.6", paint("skin"), 3)
    drawn += box(-10.5, -5, 21, 17.6, 5.5, colour) + disc(0, -11.4, 6, paint("skin"))
    return drawn + path("M-6.2 -11.6A6.2 6.2 0 0 1 6.2 -11.6Z", colour) + box(-6.6, -12.7, 13.2, 2.4, 1.2, dark)


def walker(paint: Paint, tone: int) -> str:
    """A person in a helmet, hands ready to push."""
    colour, dark = paint.seat(tone), paint("metal_dark")
    drawn = ground_shadow(paint("shade"), 15.4, 10) + line("M-4 9V14.6M4 9V14.6", paint("track"), 4.2)
    drawn += line("M-8 1L-13.4 -3.4M8 1L13.4 -3.4", colour, 4)
    drawn += disc(-14, -4.6, 2.6, paint("skin")) + disc(14, -4.6, 2.6, paint("skin"))
    drawn += box(-8.6, -3.4, 17.2, 15, 5, colour) + disc(0, -8.6, 6.4, paint("skin"))
    drawn += disc(-2.4, -7.4, 0.95, dark) + disc(2.4, -7.4, 0.95, dark)
    drawn += path("M-7.6 -10.4A7.6 7.6 0 0 1 7.6 -10.4Z", paint("glow"))
    return drawn + box(-9.4, -11.6, 18.8, 2.6, 1.3, paint("glow")) + box(-1.2, -17.8, 2.4, 6, 1.2, paint("lamp"))


def crate(paint: Paint, tone: int) -> str:
    wood, dark, light = paint("wood"), paint("wood_dark"), paint("wood_light")
    drawn = box(-15, -12.6, 31, 30, 4, paint("shade"), 'fill-opacity=".18"') + square(31, 4, dark)
    drawn += square(28, 2.6, wood) + line("M-13 -4.6H13M-13 4.6H13", dark, 1.1, 'stroke-opacity=".6"')
    drawn += line("M-10 10L10 -10", dark, 7.6) + line("M-10 10L10 -10", light, 5)
    frame = f'stroke="{light}" stroke-width="4.4"'
    drawn += square(25.6, 2, "none", frame) + square(20.6, 1.4, "none", f'stroke="{dark}" stroke-width="1.1"')
    nails = ((-12.8, -12.8), (12.8, -12.8), (-12.8, 12.8), (12.8, 12.8))
    return drawn + "".join(disc(x, y, 1.1, dark) for x, y in nails)


def ice(paint: Paint, tone: int) -> str:
    edge, shine = paint("ice_edge"), paint("ice_shine")
    drawn = box(-15, -12.6, 31, 30, 6, paint("shade"), 'fill-opacity=".14"')
    drawn += square(31, 6, paint("ice"), f'stroke="{edge}" stroke-width="1.6" fill-opacity=".94"')
    drawn += path("M-14.6 4L4 -14.6H11L-14.6 11Z", shine, 'fill-opacity=".55"')
    drawn += path("M-9 14.6L14.6 -9V-5.4L-5.4 14.6Z", shine, 'fill-opacity=".4"')
    drawn += line("M3 11L7 6L12 5.6M7 6L6.2 2", edge, 1.4, 'stroke-opacity=".75"')
    return drawn + line("M-12 -7A6 6 0 0 1 -7 -12", shine, 2)


def flag(paint: Paint, tone: int) -> str:
    """A banner on a pole; without a tone it has the lamp colour."""
    colour = paint.seat(tone) if tone >= 0 else paint("glow")
    drawn = ground_shadow(paint("shade"), 14.6, 7)
    drawn += line("M-9 -16V14", paint("metal"), 2.6) + disc(-9, -16.4, 2.2, paint("lamp"))
    banner = "M-7.8 -15.2C-3 -18 2 -12.6 7 -14.8Q11 -16.6 13.8 -15.2V-1.8Q11 -3.2 7 -1.4C2 .8 -3 -4.6 -7.8 -1.8Z"
    drawn += path(banner, colour, f'stroke="{paint("on_seat")}" stroke-opacity=".22" stroke-width="1"')
    return drawn + box(-13, 13, 8, 3, 1.5, paint("metal"))


def grenade(paint: Paint, tone: int) -> str:
    """A ball of light with a pin."""
    metal, glow = paint("metal"), paint("glow")
    drawn = ground_shadow(paint("shade"), 12.4, 8) + disc(0, 3, 12.4, glow, 'fill-opacity=".28"')
    drawn += disc(0, 3, 9.4, paint("metal_dark") if tone < 0 else paint.seat(tone)) + disc(0, 3, 5.4, glow)
    drawn += disc(-1.8, 1.2, 1.7, paint("ice_shine")) + box(-3.6, -10.4, 7.2, 5.4, 1.6, metal)
    return drawn + ring(7, -10.6, 3.4, paint("lamp"), 1.8) + line("M3.4 -8.6L8.6 -3", metal, 2.2)


def spent(paint: Paint, tone: int) -> str:
    """An exploded grenade: a scorched star and a broken shell."""
    ash = paint("ash")
    burst = "M0 -13L3 -6.4L9.4 -9.4L6.6 -2.6L13 1L6 3.4L8.4 10L1.6 6.6L-2.4 12.6L-4.4 5.6L-12 7L-7 1L-12 -5H-5Z"
    drawn = path(burst, ash, 'fill-opacity=".38" stroke-linejoin="round"')
    shell = f'stroke-dasharray="{number(11.2)} {number(4.5)}" transform="rotate(24)"'
    return drawn + ring(0, 0.4, 5.6, paint("metal"), 2.8, shell) + path(polygon(0, 0.4, 4, 45, 1, 1.8), ash)


def own(paint: Paint, tone: int) -> str:
    """The ring around a piece of the seat that sees the scene, with a pointer above."""
    drawn = ring(0, 0, 18.4, paint("page"), 4.6, 'stroke-opacity=".85"') + ring(0, 0, 18.4, paint("ink"), 2.2)
    pointer = f'stroke="{paint("page")}" stroke-width="1.4" stroke-linejoin="round"'
    return drawn + path("M-5.4 -24.4H5.4L0 -17Z", paint("ink"), pointer)


def jailed(paint: Paint, tone: int) -> str:
    """Bars in front of a piece."""
    bars = "M-13 -16V16M-6 -16V16M6 -16V16M13 -16V16M-15 -16H15M-15 16H15"
    return line(bars, paint("page"), 4.4, 'stroke-opacity=".8"') + line(bars, paint("metal_dark"), 2.4)


def carrying(paint: Paint, tone: int) -> str:
    """A halo behind a piece that has something which matters."""
    drawn = disc(0, 0, 19.5, paint("glow"), 'fill-opacity=".55"')
    return drawn + ring(0, 0, 19, paint("lamp"), 2.4, 'stroke-dasharray="5 3"')


def ghost(paint: Paint, tone: int) -> str:
    """The ground under a piece that is not there yet, which is drawn translucent."""
    drawn = disc(0, 0, 19, paint("page"), 'fill-opacity=".75"')
    return drawn + ring(0, 0, 18.6, paint("ink"), 1.8, 'stroke-dasharray="3 3"')


GHOST = 0.62  # the opacity of a piece with that sign
SIGNS: dict[str, Callable[[Paint, int], str]] = {"own": own, "jailed": jailed, "carrying": carrying, "ghost": ghost}
BEHIND = ("own", "carrying", "ghost")  # drawn behind the piece; the other signs in front of it

DRAWN: dict[str, Callable[[Paint, int], str]] = {
    "racer": racer,
    "robot": robot,
    "pawn": pawn,
    "runner": runner,
    "walker": walker,
    "box": crate,
    "ice": ice,
    "flag": flag,
    "grenade": grenade,
    "spent": spent,
}
