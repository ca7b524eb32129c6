"""Today's challenge: a position without secrets in which one move wins and every other one loses.

The pool has a proof of each: the winning move with the longest defence against it. The second half of the days has the
same positions in a mirror."""

from __future__ import annotations

import re
from typing import Any

from boardwalk.contract.challenge_pool import pool
from boardwalk.contract.game import Challenge, Position
from boardwalk.games.fog_quoridor import rules
from boardwalk.games.fog_quoridor.notation import COLUMNS, KINDS, PLAYERS, STEPS

OPTIONS = {"walls": "open", "fog": "off"}
_SIDES = {"left": "right", "right": "left"}


def mirrored(words: str) -> str:
    """Cells, walls and steps with left and right exchanged."""

    def swap(found: re.Match[str]) -> str:
        column, line, kind = found.groups()
        last = 7 if kind else 8  # a wall's cell is the left one of two
        return f"{COLUMNS[last - COLUMNS.index(column)]}{line}{kind}"

    there = re.sub(r"\b([a-i])([1-9])([hv]?)\b", swap, words)
    return " ".join(_SIDES.get(word, word) for word in there.split(" "))


def position_text(entry: dict[str, Any]) -> str:
    """The position of an entry, as `notation.write_position` has it."""
    turns, (pawns, left, walls_a, walls_b) = entry["turns"], entry["board"]
    fields = {
        "turns": turns,
        "to_act": PLAYERS[turns % 2],
        "last": "no",
        "result": "none",
        "pawns": pawns,
        "left": left,
        "walls_a": walls_a,
        "walls_b": walls_b,
        **dict.fromkeys(("known_a", "known_b", "jumps_a", "jumps_b", "refused"), ""),
        "scores": "hidden",
        "rng": "0 0",
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def action_of(word: str) -> int:
    """The number of a step or a wall."""
    if word in STEPS:
        return int(rules.FIRST_STEP) + STEPS.index(word)
    return int(rules.FIRST_WALL) + KINDS.index(word[2]) * 64 + (int(word[1]) - 1) * 8 + COLUMNS.index(word[0])


def challenge(day: int) -> Challenge:
    entries = pool(__package__)
    again, number = divmod(day % (2 * len(entries)), len(entries))
    entry = entries[number]
    return challenge_of(mirrored_entry(entry) if again else entry)


def mirrored_entry(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "board": [mirrored(words) for words in entry["board"]], "line": mirrored(entry["line"])}


def challenge_of(entry: dict[str, Any]) -> Challenge:
    turns: int = entry["turns"]
    line = entry["line"].split()
    seat = turns % 2
    goal = (9, 1)[seat]

    def own_turns(position: Position) -> int:
        return (int(position.state.turns) - turns + 1) // 2

    return Challenge(
        title="One move wins",
        task=f"You are {PLAYERS[seat]} and want to reach line {goal}. Nothing is hidden. One move wins and every other "
        "one loses: find it, and bring it home.",
        options=OPTIONS,
        start=position_text(entry),
        seat=seat,
        bot="hard",
        counted="turns",
        count=own_turns,
        par=(len(line) + 1) // 2,
        solution=tuple(action_of(word) for word in line),
    )
