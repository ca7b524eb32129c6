"""SVG of the common tiles, centred on the origin, facing up."""

from __future__ import annotations

from collections.abc import Callable

from boardwalk.draw.palette import Paint
from boardwalk.draw.shapes import HALF, UNIT, box, disc, line, mark, number, path, ring, square

GAP = 1.4  # the width of the line between tiles
CORNER = 5
SOLID = ("wall",)  # never occupied, so the overlay "dark" is not drawn there


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


DRAWN: dict[str, Callable[[Paint, int], str]] = {
    "floor": floor,
    "wall": wall,
    "pit": pit,
    "start": start,
    "finish": finish,
}


def flat(kind: str, paint: Paint, tone: int) -> tuple[str, float]:
    """A tile as one colour and its opacity, for boards too big for drawings."""
    match kind:
        case "wall":
            return (paint("wall") if tone < 0 else paint.seat(tone)), 1
        case "start":
            return paint.seat(tone), 0.6
        case "finish":
            return (paint("ink") if tone < 0 else paint.seat(tone)), 0.9
        case _:
            return paint("pit_deep" if kind == "pit" else "floor"), 1
