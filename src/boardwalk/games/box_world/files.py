"""Box World's kind of file, and what can be generated."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from boardwalk.core.game import FileKind, Generator
from boardwalk.games.box_world.generate import generate
from boardwalk.games.box_world.notation import looks_like_pack, read_pack, write_pack, write_played

MOVES = {"gentle": (4, 12), "tricky": (13, 24), "hard": (25, 39), "fiendish": (40, 99)}  # the fewest of each difficulty


def levels(size: tuple[int, int] | None, difficulty: str, seed: int) -> Iterator[str]:
    """Levels of this difficulty, without end, each as the text of a pack."""
    rows, cols = size or (8, 8)
    for number in count():
        yield write_pack((generate(rows, cols, 1000 * seed + number, moves=MOVES[difficulty]),))


GENERATOR = Generator(levels, tuple(MOVES), joined=True)
FILES = (
    FileKind(".boxes", "Box World pack", looks_like_pack, read_pack, "pack", write=write_played, generator=GENERATOR),
)
