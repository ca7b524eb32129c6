"""Today's challenge: a level of the graded packs, turned or in a mirror, harder from day to day until Sunday.

The packs tell each level's fewest moves, which a symmetry does not change. In 420 days no level comes twice in the same
orientation."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from boardwalk.contract.game import Challenge, Position
from boardwalk.games.box_world.files import Level, read_pack, write_pack
from boardwalk.games.box_world.notation import MOVES
from boardwalk.games.box_world.setup import PACKS

WEEK = ("fiendish", "gentle", "gentle", "tricky", "tricky", "hard", "hard")  # from Sunday on
STRIDE = 37  # through a pack, so that its levels do not come in the order of their grades
REMARK = re.compile(r"; fewest moves \d+, grade \d+: ([wasd]+)")


@lru_cache(8)
def graded(pack: str) -> tuple[tuple[Level, str], ...]:
    """The levels of a pack with their shortest solutions."""
    text = PACKS.text(pack)
    return tuple(zip(read_pack(text), REMARK.findall(text), strict=True))


def turned(level: Level, moves: str, turns: int, mirror: bool) -> tuple[Level, str]:
    """A level and its solution after this many quarter turns clockwise, and then mirrored."""
    rows = level.rows
    for _ in range(turns):
        rows = tuple("".join(line) for line in zip(*rows[::-1], strict=True))
    moves = "".join(MOVES[(MOVES.index(move) + turns) % 4] for move in moves)
    if mirror:
        rows, moves = tuple(row[::-1] for row in rows), moves.translate(str.maketrans("da", "ad"))
    return replace(level, rows=rows), moves


def challenge(day: int) -> Challenge:
    week, weekday = divmod(day, len(WEEK))
    difficulty = WEEK[weekday]
    number = week * WEEK.count(difficulty) + WEEK[:weekday].count(difficulty)
    levels = graded(difficulty)
    again, place = divmod(number, len(levels))
    level, moves = levels[place * STRIDE % len(levels)]
    orientation = 1 + (5 * place + 3 * again) % 7  # any but that of the pack
    level, moves = turned(level, moves, orientation % 4, orientation > 3)
    return Challenge(
        title=level.title,
        task=f"A {difficulty} level: reach the finish in as few moves as you can.",
        options={"pack": write_pack((level,))},
        counted="moves",
        count=_moves,
        par=len(moves),
        fewest=True,
        solution=tuple(MOVES.index(move) for move in moves),
    )


def _moves(position: Position) -> int:
    return int(position.state.moves)
