"""Fingers on a phone's screen: real touch events, as the browser gets them from a touch screen."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from person import PHONE, Person
from playwright.sync_api import CDPSession

PHONE_ON_ITS_SIDE = {"width": PHONE["height"], "height": PHONE["width"]}
HANDHELD: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LEAST = 40  # CSS pixels of whatever is tapped
MOVES = 6  # events of one movement
REST = 0.3  # seconds that a finger rests before it is lifted, so that nothing rolls on
PACE = 0.02  # seconds from one event to the next, as the page is told: a busy machine does not make a stroke slow

# Everything that can be tapped and is smaller than the least size, with its size. A field inside a label is as large as
# the label; walls of a board are aimed at and not tapped.
TOO_SMALL = """(least) => {
  const kinds = "a, button, input, select, summary, textarea, [role=button], [role=tab]";
  const targets = [...document.querySelectorAll(kinds)];
  const touched = (node) => getComputedStyle(node).pointerEvents !== "none" && node.getBoundingClientRect().right > 0;
  const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && touched(node);
  const sized = (node) => (node.matches("[type=radio], [type=checkbox]") && node.closest("label")) || node;
  return targets
    .filter((node) => seen(node) && !node.matches(".wall-choice"))
    .map((node) => [node, sized(node).getBoundingClientRect()])
    .filter(([, box]) => box.width < least || box.height < least)
    .map(([node, box]) => `${node.ariaLabel || node.textContent.trim() || node.id}: ${box.width} x ${box.height}`);
}"""


def too_small(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(TOO_SMALL, LEAST)
    return found


@contextmanager
def touching(person: Person) -> Iterator[CDPSession]:
    session = person.context.new_cdp_session(person.page)
    yield session
    session.detach()


def touch(session: CDPSession, when: float, kind: str, *points: tuple[float, float]) -> None:
    at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at, "timestamp": when})


def middle(person: Person, selector: str = ".stage") -> tuple[float, float]:
    box = person.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def swipe(person: Person, dx: float, dy: float) -> None:
    """A quick stroke over the board."""
    drag(person, dx, dy, rest=0.0)


def drag(person: Person, dx: float, dy: float, *, rest: float = REST) -> None:
    """One finger, which rests on the board, moves by so many pixels, rests and is lifted."""
    x, y = middle(person)
    start = time.time() - 2 * rest - (MOVES + 1) * PACE  # so that no event is later than now
    with touching(person) as session:
        touch(session, start, "touchStart", (x, y))
        for step in range(1, MOVES + 1):
            touch(session, start + rest + step * PACE, "touchMove", (x + dx * step / MOVES, y + dy * step / MOVES))
        touch(session, start + 2 * rest + (MOVES + 1) * PACE, "touchEnd")


def pinch(person: Person, before: float, after: float) -> None:
    """Two fingers on the board, so many pixels apart before and after."""
    x, y = middle(person)
    start = time.time() - REST - (MOVES + 1) * PACE
    with touching(person) as session:
        touch(session, start, "touchStart", (x - before / 2, y))
        touch(session, start, "touchStart", (x - before / 2, y), (x + before / 2, y))
        for step in range(1, MOVES + 1):
            apart = before + (after - before) * step / MOVES
            touch(session, start + step * PACE, "touchMove", (x - apart / 2, y), (x + apart / 2, y))
        touch(session, start + REST + (MOVES + 1) * PACE, "touchEnd")
