"""Charts of the report as SVG: curves with their intervals, shares with theirs, and histograms.

Colours are the CSS variables of the page (`boardwalk.draw.palette`). The same numbers give the same text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10

from boardwalk.arena.ratings import Rating
from boardwalk.draw.shapes import number as figure
from boardwalk.draw.shapes import words

WIDTH, HEIGHT = 640.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 16.0, 12.0, 36.0
BAR = 26.0
NAMES = 150.0
DASHES = ("none", "7 4", "2 3", "9 3 2 3")  # distinguishes curves without their colours
COLOURS = 4


def colour(place: int) -> str:
    return f"var(--bw-seat{place % COLOURS})"


def curves(named: Sequence[tuple[str, Sequence[tuple[float, Rating]]]], *, across: str, what: str) -> str:
    """Curves over a number of games, each with its interval as a band."""
    points = [point for _, curve in named for point in curve]
    if not points:
        return ""
    low = min(min(rating.value for _, rating in points), *(curve[-1][1].low for _, curve in named if curve))
    high = max(max(rating.value for _, rating in points), *(curve[-1][1].high for _, curve in named if curve))
    ticks = _ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    last = max(x for x, _ in points) or 1.0

    def at(x: float, y: float) -> str:
        y = min(max(y, low), high)  # the first intervals are far wider than the last
        return (
            f"{figure(LEFT + x / last * (WIDTH - LEFT - RIGHT))},"
            f"{figure(TOP + (high - y) / (high - low) * (HEIGHT - TOP - BOTTOM))}"
        )

    parts = [_grid(ticks, [tick for tick in _ticks(0, last) if tick <= last], at, across)]
    for place, (name, curve) in enumerate(named):
        if not curve:
            continue
        band = [at(x, rating.high) for x, rating in curve] + [at(x, rating.low) for x, rating in reversed(curve)]
        line = " ".join(at(x, rating.value) for x, rating in curve)
        dash = DASHES[place // COLOURS % len(DASHES)]
        parts.append(f'<polygon points="{" ".join(band)}" fill="{colour(place)}" opacity=".14"/>')
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour(place)}" stroke-width="2" '
            f'stroke-dasharray="{dash}"><title>{words(name)}</title></polyline>'
        )
    return _svg(WIDTH, HEIGHT, what, parts)


def _grid(ups: Sequence[float], acrosses: Sequence[float], at: Callable[[float, float], str], across: str) -> str:
    lines = []
    bottom = HEIGHT - BOTTOM
    for tick in ups:
        y = at(0, tick).split(",")[1]
        lines.append(f'<path d="M{figure(LEFT)} {y}H{figure(WIDTH - RIGHT)}" class="grid"/>')
        lines.append(f'<text x="{figure(LEFT - 6)}" y="{y}" dy=".35em" text-anchor="end">{figure(tick)}</text>')
    for tick in acrosses:
        x = at(tick, ups[0]).split(",")[0]
        lines.append(f'<text x="{x}" y="{figure(bottom + 16)}" text-anchor="middle">{figure(tick)}</text>')
    lines.append(f'<text x="{figure(WIDTH - RIGHT)}" y="{figure(HEIGHT - 4)}" text-anchor="end">{words(across)}</text>')
    return "".join(lines)


def shares(rows: Sequence[tuple[str, Rating]], *, what: str, even: float) -> str:
    """A bar from 0 to 100 % for each row, with its interval; a line marks the share that is even."""
    height = BAR * len(rows) + 24
    span = WIDTH - NAMES - 150

    def x(share: float) -> str:
        return figure(NAMES + share * span)

    parts = []
    for place, (name, share) in enumerate(rows):
        top = place * BAR + 4
        middle = figure(top + BAR / 2 - 3)
        parts.append(f'<text x="{figure(NAMES - 8)}" y="{middle}" dy=".35em" text-anchor="end">{words(name)}</text>')
        parts.append(
            f'<rect x="{x(0)}" y="{figure(top)}" width="{figure(share.value * span)}" height="{figure(BAR - 6)}" '
            f'rx="3" fill="{colour(place)}"/>'
        )
        parts.append(f'<path d="M{x(share.low)} {middle}H{x(share.high)}" class="interval"/>')
        parts.append(f'<text x="{figure(NAMES + span + 8)}" y="{middle}" dy=".35em">{percent(share)}</text>')
    bottom = figure(height - 20)
    parts.append(f'<path d="M{x(even)} 0V{bottom}" class="even"/>')
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<text x="{x(tick)}" y="{figure(height - 4)}" text-anchor="middle">{figure(100 * tick)} %</text>')
    return _svg(WIDTH, height, what, parts)


def histogram(values: Sequence[int], *, across: str, what: str, bins: int = 30) -> str:
    """A histogram with at most `bins` bins of equal width."""
    if not values:
        return ""
    low, high = min(values), max(values)
    width = max(1, ceil((high - low + 1) / bins))
    counts = [0] * ((high - low) // width + 1)
    for value in values:
        counts[(value - low) // width] += 1
    ticks = _ticks(0, max(counts))
    top = max(max(counts), ticks[-1])
    each = (WIDTH - LEFT - RIGHT) / len(counts)

    def y(count: float) -> float:
        return TOP + (top - count) / top * (HEIGHT - TOP - BOTTOM)

    parts = []
    for tick in ticks:
        parts.append(f'<path d="M{figure(LEFT)} {figure(y(tick))}H{figure(WIDTH - RIGHT)}" class="grid"/>')
        parts.append(
            f'<text x="{figure(LEFT - 6)}" y="{figure(y(tick))}" dy=".35em" text-anchor="end">{figure(tick)}</text>'
        )
    for place, count in enumerate(counts):
        first = low + place * width
        span = str(first) if width == 1 else f"{first}–{first + width - 1}"
        parts.append(
            f'<rect x="{figure(LEFT + place * each + 1)}" y="{figure(y(count))}" width="{figure(max(1.0, each - 2))}" '
            f'height="{figure(y(0) - y(count))}" fill="var(--bw-seat1)"><title>{span}: {count}</title></rect>'
        )
    for value in (low, (low + high) // 2, high):
        x = LEFT + ((value - low) / width + 0.5) * each
        parts.append(f'<text x="{figure(x)}" y="{figure(HEIGHT - BOTTOM + 16)}" text-anchor="middle">{value}</text>')
    parts.append(f'<text x="{figure(WIDTH - RIGHT)}" y="{figure(HEIGHT - 4)}" text-anchor="end">{words(across)}</text>')
    return _svg(WIDTH, HEIGHT, what, parts)


def percent(share: Rating) -> str:
    """`62.0 % [55.1, 68.4]`."""
    return f"{100 * share.value:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def _ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from at most `low` to at least `high`."""
    span = (high - low) or 1.0
    power = 10 ** floor(log10(span / about))
    step = next(factor * power for factor in (1, 2, 5, 10) if span / (factor * power) <= about)
    return [round(place * step, 9) for place in range(floor(low / step), ceil(high / step) + 1)]


def _svg(width: float, height: float, what: str, parts: Sequence[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {figure(width)} {figure(height)}" role="img" aria-label="{words(what)}">'
        f"{''.join(parts)}</svg>"
    )
