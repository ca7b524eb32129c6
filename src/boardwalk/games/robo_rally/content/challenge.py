"""Today's challenge: a floor that one robot crosses alone, in as few slots as it can."""

from __future__ import annotations

from typing import Any

from boardwalk.contract.challenge_pool import pool
from boardwalk.contract.game import Challenge, Position
from boardwalk.games.robo_rally import rules
from boardwalk.games.robo_rally.files import LETTERS

ROUNDS = 40  # without all flags by then it is not solved


def slots(position: Position) -> int:
    """How many slots the robots have run, at the end of a game that was won."""
    return int(rules.SLOTS * (position.state.round - 1) + position.state.slot + 1)


def padded(letters: str) -> str:
    """With the last program filled up; no slot has the letter of the one before it (RB-3)."""
    while len(letters) % rules.SLOTS:
        letters += "L" if letters[-1] != "L" else "R"
    return letters


def challenge(day: int) -> Challenge:
    entries = pool(__package__)
    return challenge_of(entries[day % len(entries)])


def challenge_of(entry: dict[str, Any]) -> Challenge:
    return Challenge(
        title="Across the floor",
        task="You are alone on this floor. Touch all flags in order, in as few slots as you can.",
        options={"board": entry["board"], "robots": 1, "rounds": ROUNDS},
        counted="slots",
        count=slots,
        par=len(entry["letters"]),
        fewest=True,
        solution=tuple(LETTERS.index(letter) for letter in padded(entry["letters"])),
    )
