"""Generation of layouts: the walls and grenades of races that the game deals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from boardwalk.contract import registry
from boardwalk.contract.game import Table
from boardwalk.contract.parts import Generator
from boardwalk.games.rowdy_racers.files import layout_in, write_layout

SIZES = {"small": (10, 10), "large": (16, 24), "vast": (32, 48)}


def layouts(size: tuple[int, int] | None, kind: str, seed: int) -> Iterator[str]:
    """Layouts of this size, without end, no two alike."""
    rows, cols = size or SIZES[kind]
    return _different(registry.game("rowdy_racers").table({"rows": rows, "cols": cols}), seed)


def _different(table: Table, seed: int) -> Iterator[str]:
    seen = set()
    for number in count(seed):
        text = write_layout(layout_in(table.deal(number, table.interpreted)))
        if text not in seen:
            seen.add(text)
            yield text


GENERATOR = Generator(layouts, tuple(SIZES))
