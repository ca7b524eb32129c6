"""SVG of tiles, centred on the origin, facing up."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from boardwalk.draw.palette import Paint
from boardwalk.draw.shapes import HALF, UNIT, box, disc, line, mark, number, outline, path, ring, square

GAP = 1.4  # the width of the line between tiles
CORNER = 5
SOLID = ("wall", "hedge")  # never occupied, so the overlay "dark" is not drawn there
TURNING = ("belt", "belt_cw", "belt_ccw")  # tiles rotated by their `turn`; the others look the same from all sides


def floor(paint: Paint, tone: int) -> str:
    base = square(UNIT - GAP, CORNER, paint("floor"))
    return base + FLOOR_MARKS[paint.base](paint)


def _grid_mark(paint: Paint) -> str:
    return path("M-3 0H3M0 -3V3", "none", f'stroke="{paint("mark")}" stroke-width="1.6" stroke-linecap="round"')


def _plate_mark(paint: Paint) -> str:
    rivets = ((-14, -14), (14, -14), (-14, 14), (14, 14))
    return "".join(disc(x, y, 1.5, paint("mark")) for x, y in rivets)


def _lawn_mark(paint: Paint) -> str:
    return line("M-7 6v-4M-4 6v-6M-1 6v-3M6 -6v-3M9 -6v-5", paint("mark"), 1.6)


def _stone_mark(paint: Paint) -> str:
    return line("M-13 -6H-2M-2 -13V-6M4 5H14M4 5V13M-10 8H-4", paint("mark"), 1.6)


def _plank_mark(paint: Paint) -> str:
    return line("M-19 -6.5H19M-19 6.5H19M-8 -19V-6.5M7 -6.5V6.5M-4 6.5V19", paint("mark"), 1.2)


FLOOR_MARKS: dict[str, Callable[[Paint], str]] = {
    "neon": _grid_mark,
    "steel": _plate_mark,
    "hedge": _lawn_mark,
    "lantern": _stone_mark,
    "warehouse": _plank_mark,
}


def wall(paint: Paint, tone: int) -> str:
    side, top = (paint("wall"), paint("wall_top")) if tone < 0 else (paint.seat(tone), paint.seat(tone))
    block = square(UNIT - GAP, CORNER, side) + box(-HALF + GAP / 2, -HALF + GAP / 2, UNIT - GAP, 33, CORNER, top)
    return block + WALL_MARKS.get(paint.base, _panel_mark)(paint)


def _panel_mark(paint: Paint) -> str:
    return box(-13.5, -13.5, 27, 21, 3, "none", f'stroke="{paint("wall_mark")}" stroke-width="1.2"')


def _neon_mark(paint: Paint) -> str:
    return box(-16, -16, 32, 26, 3.5, "none", f'stroke="{paint("wall_mark")}" stroke-width="1.8" stroke-opacity=".75"')


def _brick_mark(paint: Paint) -> str:
    joints = "M-18 -8.7H18M-18 2.3H18M-6 -18V-8.7M10 -18V-8.7M2 -8.7V2.3M-13 -8.7V2.3M-6 2.3V13M10 2.3V13"
    return line(joints, paint("wall_mark"), 1.2, 'stroke-opacity=".8"')


WALL_MARKS: dict[str, Callable[[Paint], str]] = {"neon": _neon_mark, "warehouse": _brick_mark}


def hedge(paint: Paint, tone: int) -> str:
    """Fills the cell to its edges, so that adjacent hedges join; leaves in three sizes."""
    leaves = ((-11, -11, 7.5), (5, -12, 6.5), (14, -3, 5.5), (-4, 0, 7), (-14, 6, 5), (8, 9, 7.5), (-7, 14, 5))
    drawn = square(UNIT + 0.7, 0, paint("hedge"))
    drawn += "".join(disc(x, y, r, paint("leaf"), 'fill-opacity=".55"') for x, y, r in leaves)
    return drawn + "".join(disc(x - r / 4, y - r / 4, r / 2.6, paint("leaf")) for x, y, r in leaves)


def lantern(paint: Paint, tone: int) -> str:
    """A lamp in a hedge."""
    drawn = disc(0, 0, 15, paint("glow"), 'fill-opacity=".1"') + disc(0, 0, 10, paint("glow"), 'fill-opacity=".2"')
    drawn += box(-4.4, -5, 8.8, 11, 3.4, paint("glow")) + box(-3.2, -7.6, 6.4, 3, 1.2, paint("metal_dark"))
    return drawn + box(-3.2, 5.4, 6.4, 2.4, 1.2, paint("metal_dark")) + disc(0, 0.6, 2.2, paint("ice_shine"))


def pit(paint: Paint, tone: int) -> str:
    """A rim, a lit far wall, and the dark bottom."""
    drawn = square(UNIT - GAP, CORNER, paint("floor")) + square(33.5, 8, paint("mark")) + square(30, 7, paint("pit"))
    return drawn + path("M-15 -1V8A7 7 0 0 0 -8 15H8A7 7 0 0 0 15 8V-1Q0 -13 -15 -1Z", paint("pit_deep"))


def start(paint: Paint, tone: int) -> str:
    colour = paint.seat(tone)
    drawn = square(UNIT - GAP, CORNER, paint("floor")) + disc(0, 0, 14.5, colour, 'fill-opacity=".2"')
    drawn += ring(0, 0, 14.5, colour, 2.4, 'stroke-dasharray="6.4 2.7"')
    return drawn + mark(tone, 0, 0, 5, colour)


def finish(paint: Paint, tone: int) -> str:
    """A chequered square in the colour of the seat whose goal it is."""
    colour = paint.seat(tone) if tone >= 0 else paint("ink")
    side = 7.0
    squares = (
        (col * side - 2 * side, row * side - 2 * side) for row in range(4) for col in range(4) if (row + col) % 2 == 0
    )
    chequers = "".join(f"M{number(x)} {number(y)}h7v7h-7z" for x, y in squares)
    drawn = square(UNIT - GAP, CORNER, paint("floor")) + square(31, 4, colour, 'fill-opacity=".16"')
    drawn += path(chequers, colour, f'fill-opacity="{".42" if tone >= 0 else ".78"}"')
    return drawn + square(31, 4, "none", f'stroke="{colour}" stroke-width="1.6" stroke-opacity=".8"')


def home(paint: Paint, tone: int) -> str:
    """The team's ground, with a roof."""
    colour = paint.seat(tone)
    drawn = square(UNIT - GAP, CORNER, paint("floor")) + square(UNIT - GAP, CORNER, colour, 'fill-opacity=".34"')
    return drawn + line("M-10 1L0 -8L10 1M-7 0V9H7V0", colour, 2.2, 'stroke-opacity=".6"')


def jail(paint: Paint, tone: int) -> str:
    """The team's ground behind bars."""
    colour = paint.seat(tone)
    drawn = square(UNIT - GAP, CORNER, paint("floor")) + square(UNIT - GAP, CORNER, colour, 'fill-opacity=".16"')
    drawn += line("M-12 -14V14M-4 -14V14M4 -14V14M12 -14V14", paint("metal"), 2.4, 'stroke-opacity=".55"')
    return drawn + line("M-16 -14H16M-16 14H16", colour, 3.4)


def belt(paint: Paint, tone: int) -> str:
    drawn = square(UNIT - GAP, CORNER, paint("floor")) + box(-15, -HALF, 30, UNIT, 0, paint("belt_rail"))
    drawn += box(-12, -HALF, 24, UNIT, 0, paint("belt"))
    return drawn + _arrow(paint, "M-6.5 -3L0 -9.5L6.5 -3") + _arrow(paint, "M-6.5 10L0 3.5L6.5 10", ".55")


def belt_cw(paint: Paint, tone: int) -> str:
    """Enters from the right and leaves upwards: a right turn."""
    return square(UNIT - GAP, CORNER, paint("floor")) + _curve(paint)


def belt_ccw(paint: Paint, tone: int) -> str:
    """Enters from the left and leaves upwards: a left turn."""
    return square(UNIT - GAP, CORNER, paint("floor")) + f'<g transform="scale(-1 1)">{_curve(paint)}</g>'


def _curve(paint: Paint) -> str:
    """A quarter of a ring around the top right corner, with arrows along it."""
    drawn = path("M20 15A35 35 0 0 1 -15 -20H15A5 5 0 0 0 20 -15Z", paint("belt_rail"))
    drawn += path("M20 12A32 32 0 0 1 -12 -20H12A8 8 0 0 0 20 -12Z", paint("belt"))
    return drawn + _arrow_on_curve(paint, 24, "1") + _arrow_on_curve(paint, 64, ".55")


def _arrow_on_curve(paint: Paint, degrees: float, opacity: str) -> str:
    """An arrow on the curve's centre line, this many degrees before its upper end."""
    angle = degrees * pi / 180
    x, y = HALF - HALF * cos(angle), -HALF + HALF * sin(angle)
    place = f'transform="translate({number(x)} {number(y)}) rotate({number(-degrees)})"'
    return f"<g {place}>{_arrow(paint, 'M-6 3L0 -3L6 3', opacity)}</g>"


def _arrow(paint: Paint, d: str, opacity: str = "1") -> str:
    return line(d, paint("belt_arrow"), 3, "" if opacity == "1" else f'stroke-opacity="{opacity}"')


def gear_cw(paint: Paint, tone: int) -> str:
    return _gear(paint, paint("gear_cw"))


def gear_ccw(paint: Paint, tone: int) -> str:
    return _gear(paint, paint("gear_ccw"), 'transform="scale(-1 1)"')


def _gear(paint: Paint, colour: str, flip: str = "") -> str:
    teeth = []
    for tooth in range(8):
        for offset, r in ((-13, 13.0), (-8, 17.5), (8, 17.5), (13, 13.0)):
            angle = (tooth * 45 + offset) * pi / 180
            teeth.append((cos(angle) * r, sin(angle) * r))
    drawn = square(UNIT - GAP, CORNER, paint("floor"))
    drawn += path(outline(teeth), paint("gear"), f'stroke="{paint("gear")}" stroke-width="1.6" stroke-linejoin="round"')
    drawn += disc(0, 0, 11.2, paint("gear_hub"))
    arrow = line("M-4 5.6A6.9 6.9 0 1 1 6.2 3", colour, 2.6) + path("M1.6 2.6L9.9 .6L7.2 8.2Z", colour)
    return drawn + f"<g{' ' + flip if flip else ''}>{arrow}</g>"


DRAWN: dict[str, Callable[[Paint, int], str]] = {
    "floor": floor,
    "wall": wall,
    "hedge": hedge,
    "pit": pit,
    "start": start,
    "finish": finish,
    "home": home,
    "jail": jail,
    "belt": belt,
    "belt_cw": belt_cw,
    "belt_ccw": belt_ccw,
    "gear_cw": gear_cw,
    "gear_ccw": gear_ccw,
}


def flat(paint: Paint, kind: str, tone: int) -> tuple[str, str]:
    """A tile as one colour and its opacity, for boards too big for drawings."""
    if kind == "hedge":
        return paint("leaf"), "1"
    if kind == "wall":
        return (paint("wall") if tone < 0 else paint.seat(tone)), "1"
    if kind in ("home", "jail", "start", "finish"):
        colour = paint("ink") if kind == "finish" and tone < 0 else paint.seat(tone)
        return colour, {"home": ".45", "jail": ".8", "start": ".6", "finish": ".9"}[kind]
    return paint({"floor": "floor", "pit": "pit_deep"}.get(kind, "belt" if kind.startswith("belt") else "gear")), "1"
