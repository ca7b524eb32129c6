"""Helpers for Capture the Flag's tests: a small maze with players placed by the test, played by interpreted rules."""

from __future__ import annotations

from typing import Any

import boardwalk
from boardwalk.contract.game import Position
from boardwalk.games.capture_the_flag import notation

GAME = boardwalk.game("capture_the_flag")

# Eleven columns: 0 to 4 are team 1's territory, 6 to 10 team 2's, 5 is nobody's. The stands are (2, 1) and (2, 8).
MAZE = """\
###########
#hh  #  HH#
#hh     HH#
#    #    #
#jj     JJ#
###########
"""

Place = tuple[int, int]


class Stage:
    """A position in the middle of a game. Places are (row, column), from 0."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.rules = position.table.interpreted
        self.news: list[str] = []

    @property
    def facts(self) -> dict[str, Any]:
        return GAME.notation.describe(self.position)

    @property
    def to_act(self) -> str | None:
        return self.facts["to act"]

    @property
    def flags(self) -> list[str]:
        return self.facts["flags"]

    @property
    def winner(self) -> int | None:
        return self.facts["winner"]

    @property
    def over(self) -> bool:
        return self.facts["over"]

    def at(self, letter: str) -> Place | None:
        return self.facts["players"][letter]["at"]

    def status(self, letter: str) -> str:
        return self.facts["players"][letter]["status"]

    def seat(self, letter: str) -> int:
        return list(self.facts["players"]).index(letter)

    def legal(self) -> list[str]:
        return [notation.MOVES[action] for action in self.rules.legal(self.position)]

    def act(self, *words: str) -> Stage:
        """Play these actions, each by the player to act; all are checked to be legal."""
        for word in words:
            (action,) = GAME.notation.read_actions(self.position, word)
            assert word in self.legal(), f"{word} is not legal for {self.to_act}"
            self._apply(action)
        return self

    def event(self, name: str, letter: str) -> Stage:
        event = GAME.event(name)
        assert event
        number = self.position.event(event, self.seat(letter))
        assert self.rules.allowed(self.position, number), f"{letter} can't {name}"
        self._apply(number)
        return self

    def _apply(self, number: int) -> None:
        before = self.position.copy()
        self.rules.apply(self.position, number)
        self.news = GAME.scene.announce(before, self.position, boardwalk.AUDIENCE)


def stage(
    maze: str = MAZE,
    *,
    free: dict[str, Place],
    jailed: dict[str, Place] | None = None,
    off: dict[str, str] | None = None,
    flags: str = "stand stand",
    to_act: str = "a",
    tick: int = 0,
    ticks: int = 0,
) -> Stage:
    """Players by letter: free and jailed ones with their places, others with their status."""
    lines = {letter: f"{letter} free {row + 1} {col + 1}" for letter, (row, col) in free.items()}
    lines |= {letter: f"{letter} jailed {row + 1} {col + 1}" for letter, (row, col) in (jailed or {}).items()}
    lines |= {letter: f"{letter} {status}" for letter, status in (off or {}).items()}
    small, big = sorted(filter(str.islower, lines)), sorted(filter(str.isupper, lines))
    table = GAME.table({"maze": maze, "players": len(small), "players_2": len(big), "ticks": ticks})
    head = f"tick: {tick}\nto_act: {to_act}\nwinner: 0\nflags: {flags}\nrng: 1 1\n\n"
    return Stage(GAME.notation.read_position(table, head + "\n".join(lines[letter] for letter in small + big)))
