"""The panel under a board: the status sentence, the goal and what is hidden, then the facts. Text widths are generous
estimates, since no font is available to measure them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from boardwalk.contract.scene import NO_SEAT, Fact, Scene
from boardwalk.draw.palette import Paint
from boardwalk.draw.shapes import box, mark, number, words

LETTER, BOLD = 0.56, 0.63  # the width of a letter, in font sizes
STATUS, FACT = 17.0, 13.5
LINE, CHIP, GAP = 23.0, 26.0, 7.0
INNER = 11.0  # padding at both ends of a chip
TONE = 15.0  # width of a seat's mark


def panel(paint: Paint, scene: Scene, width: float) -> tuple[str, float]:
    """The panel's drawing, from its top left corner, and its height."""
    lines = wrap(scene.status, max(int(width / (STATUS * 0.6)), 8)) if scene.status else []
    drawn, y = [], 0.0
    for text in lines:
        drawn.append(_text(text, 0, y + 16, STATUS, paint("ink"), "600"))
        y += LINE
    for sentence in filter(None, (scene.goal and f"Goal: {scene.goal}", scene.hidden)):
        for text in wrap(sentence, max(int(width / (FACT * 0.58)), 8)):
            drawn.append(_text(text, 0, y + 14, FACT, paint("muted"), "400"))
            y += LINE - 4
    x, y = 0.0, y + (GAP if drawn else 0)
    for fact in joined(scene.panel):
        label, value = _fitting(fact, width)
        wide = min(_width(label, value, fact.tone), width)
        if x and x + wide > width:
            x, y = 0.0, y + CHIP + GAP
        drawn.append(f'<g transform="translate({number(x)} {number(y)})">{_chip(paint, fact, label, value, wide)}</g>')
        x += wide + GAP
    return "".join(drawn), y + (CHIP if scene.panel else 0)


def joined(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, with those about one player in one."""
    result: list[Fact] = []
    for fact in facts:
        last = result[-1] if result else None
        if last is not None and fact.seat != NO_SEAT and last.seat == fact.seat and last.label == fact.label:
            result[-1] = Fact(fact.label, f"{last.value}, {fact.value}", fact.tone, fact.seat)
        else:
            result.append(fact)
    return result


def _chip(paint: Paint, fact: Fact, label: str, value: str, wide: float) -> str:
    colour = paint.seat(fact.tone) if fact.tone >= 0 else paint("hair")
    drawn = box(0, 0, wide, CHIP, CHIP / 2, colour, f'fill-opacity="{".16" if fact.tone >= 0 else ".5"}"')
    x = INNER
    if fact.tone >= 0:
        drawn += mark(fact.tone, x + 4, CHIP / 2, 4.4, colour)
        x += TONE
    parts = []
    if label:
        parts.append(f'<tspan fill="{paint("muted")}">{words(label)}</tspan>')
    if value:
        shift = ' dx="6"' if label else ""
        parts.append(f'<tspan{shift} fill="{paint("ink")}" font-weight="600">{words(value)}</tspan>')
    where = f'x="{number(x)}" y="{number(CHIP / 2 + FACT * 0.355)}" font-size="{FACT}"'
    return f"<title>{words(f'{fact.label} {fact.value}'.strip())}</title>{drawn}<text {where}>{''.join(parts)}</text>"


def _width(label: str, value: str, tone: int) -> float:
    between = 6 if label and value else 0
    return (len(label) * LETTER + len(value) * BOLD) * FACT + between + 2 * INNER + (TONE if tone >= 0 else 0)


def _fitting(fact: Fact, width: float) -> tuple[str, str]:
    """The label and value of a fact; a value wider than the panel is truncated, its tooltip has all of it."""
    label, value = fact.label, fact.value
    over = _width(label, value, fact.tone) - width
    if over > 0:
        keep = max(len(value) - int(over / (FACT * BOLD)) - 2, 1)
        value = value[:keep] + "…"
    return label, value


def _text(text: str, x: float, y: float, size: float, fill: str, weight: str) -> str:
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}" font-weight="{weight}"'
    return f'<text {place} fill="{fill}">{words(text)}</text>'
