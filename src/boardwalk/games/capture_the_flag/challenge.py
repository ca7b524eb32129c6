"""Today's challenge: a duel with the hard bot in a new maze."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from boardwalk.core.challenge import Challenge, pool
from boardwalk.core.game import Position
from boardwalk.games.capture_the_flag.generate import SMALLEST, generate

SEAT = 0
TICKS = 150  # until it is a draw
FOR_PLAYERS = 7  # a maze for so many has 3 × 3 home cells a team, with the stand in the middle: no team has it nearer


def options(number: int) -> dict[str, Any]:
    return {"maze": maze(number), "players": 1, "ticks": TICKS}


@lru_cache(8)
def maze(number: int) -> str:
    return "\n".join(generate(SMALLEST, SMALLEST, FOR_PLAYERS, number).rows) + "\n"


def rounds(position: Position) -> int:
    """The ticks so far."""
    return int(position.state.tick)


def challenge(day: int) -> Challenge:
    entries = pool(__package__)
    entry = entries[day % len(entries)]
    return Challenge(
        title="Maze duel",
        task=f"One against one, turn by turn: bring the hard bot's flag home within {TICKS} ticks, and keep yours.",
        options=options(entry["maze"]),
        seat=SEAT,
        bot="hard",
        counted="ticks",
        count=rounds,
        par=entry["par"],
    )
