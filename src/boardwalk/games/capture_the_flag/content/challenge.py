"""Today's challenge: bring the hard bot's flag home through a new maze, with the bot in pursuit.

From the start of a game a duel between good players is a draw, since nobody need leave home. So a challenge begins with
the flag in the player's hand, where one can escape, but not by the shortest way. The second half of the days has the
same mazes upside down."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from boardwalk.contract.challenge_pool import pool, read_actions
from boardwalk.contract.game import Challenge, Position
from boardwalk.games.capture_the_flag import rules
from boardwalk.games.capture_the_flag.setup import SMALLEST, generate

SEAT = 0
TICKS = 60  # until it is a draw
FOR_PLAYERS = 7  # a maze for this many has 3 × 3 home cells a team, with the stand in the middle
UPSIDE_DOWN = {rules.UP: rules.DOWN, rules.DOWN: rules.UP}

Place = tuple[int, int]


@lru_cache(8)
def maze(number: int, upside_down: bool = False) -> str:
    rows = generate(SMALLEST, SMALLEST, FOR_PLAYERS, number).rows
    return "\n".join(rows[::-1] if upside_down else rows) + "\n"


def position_text(player: Place, bot: Place) -> str:
    """The first position, as `notation.write_position` has it; rows and columns count from 1."""
    fields = {"tick": 0, "to_act": "a", "winner": 0, "flags": "stand a", "rng": "0 0"}
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"{head}\na free {player[0]} {player[1]}\nA free {bot[0]} {bot[1]}\n"


def ticks(position: Position) -> int:
    """The ticks so far."""
    return int(position.state.tick)


def challenge(day: int) -> Challenge:
    entries = pool(__package__)
    again, number = divmod(day % (2 * len(entries)), len(entries))
    return challenge_of(entries[number], bool(again))


def challenge_of(entry: dict[str, Any], upside_down: bool = False) -> Challenge:
    cells, solution = entry["cells"], read_actions(entry["game"])
    if upside_down:
        cells = [(SMALLEST + 1 - row, col) for row, col in cells]
        solution = tuple(UPSIDE_DOWN.get(action, action) for action in solution)
    return Challenge(
        title="Maze duel",
        task="You have the hard bot's flag, and it is after you. Bring it home without being caught. Running straight "
        "won't do: you move turn by turn, so take your time.",
        options={"maze": maze(entry["maze"], upside_down), "players": 1, "ticks": TICKS},
        start=position_text(*cells),
        seat=SEAT,
        bot="hard",
        counted="ticks",
        count=ticks,
        par=entry["par"],
        solution=solution,
        bot_seed=None if upside_down else entry["bot"],
    )
