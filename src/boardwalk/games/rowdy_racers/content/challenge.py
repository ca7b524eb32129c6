"""Today's challenge: a race against the hard bot. The seed lays walls and grenades, and lets the power fail."""

from __future__ import annotations

from typing import Any

from boardwalk.contract.challenge_pool import pool, read_actions
from boardwalk.contract.game import Challenge, Position

OPTIONS = {"failures": 1.0, "turns": 200}
SEAT = 0


def turns(position: Position) -> int:
    """The turns of the first player so far."""
    return (int(position.state.turns) + 1) // 2


def challenge(day: int) -> Challenge:
    entries = pool(__package__)
    return challenge_of(entries[day % len(entries)])


def challenge_of(entry: dict[str, Any]) -> Challenge:
    return Challenge(
        title="Race the champion",
        task="Reach the hard bot's start before it reaches yours. Walls, grenades and power failures are the same for "
        "everybody today.",
        options=OPTIONS,
        seed=entry["seed"],
        seat=SEAT,
        bot="hard",
        counted="turns",
        count=turns,
        par=entry["par"],
        solution=read_actions(entry["game"]),
        bot_seed=entry["bot"],
    )
