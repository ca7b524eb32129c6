"""What a robot would do if it were alone on the floor: for the greedy player, and to show a program's way.

The rules themselves answer each question, on a copy of the board with one robot; answers are remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from boardwalk.core.game import Position
from boardwalk.core.records import Record
from boardwalk.core.rules import BOARD
from boardwalk.games.robo_rally import rules

FAR = 1000  # slots, where there is no way
FREE = rules.ACTIONS  # in the place of the letter before: there is none


class Spot(NamedTuple):
    """Where a robot stands and which way it faces."""

    square: int
    facing: int


class Planner:
    """One robot's ways over one board."""

    def __init__(self, board: Record, robot: int) -> None:
        self.board = board.copy()
        self.board.robots, self.board.rounds = 1, 0
        for place in range(rules.ROBOTS):
            self.board.back[0, place] = board.back[robot, place]
        self.state = rules.State.new()
        self._after: dict[tuple[Spot, int], Spot] = {}
        self._slots: dict[int, dict[tuple[Spot, int], int]] = {}

    def after(self, spot: Spot, letter: int) -> Spot:
        """Where a slot with this action leads, activation included."""
        key = spot, letter
        if key not in self._after:
            state = self.state
            state.square[0], state.facing[0] = spot
            state.flags[0] = rules.PIT  # more than any board has, so that no flag is touched and nobody wins
            state.round, state.slot, state.stage, state.to_act = 1, 0, 0, BOARD
            state.winner = rules.NONE
            state.program[0, 0] = letter + 1
            while state.slot == 0:
                rules.apply(self.board, state, 0)
            self._after[key] = Spot(state.square[0], state.facing[0])
        return self._after[key]

    def touches(self, before: Spot, after: Spot, flags: int) -> bool:
        """Whether a robot with so many flags touches its next one in the slot between these spots.

        Flags lie on no belt, so whoever enters a flag's square is there when the slot ends."""
        return before.square != after.square and self.board.kind[after.square] == flags + 1

    def way(self, spot: Spot, letters: Sequence[int]) -> Iterator[Spot]:
        """The spots after each of these actions."""
        for letter in letters:
            spot = self.after(spot, letter)
            yield spot

    def slots_to(self, flag: int, spot: Spot, last: int = FREE) -> int:
        """How many slots it takes to touch this flag, after the letter `last`; FAR if there is no way."""
        if flag not in self._slots:
            self._slots[flag] = self._search(flag)
        return self._slots[flag].get((spot, last), FAR)

    def _search(self, flag: int) -> dict[tuple[Spot, int], int]:
        """The slots to a flag from everywhere, backwards from where it is touched."""
        leads_here: dict[Spot, list[tuple[Spot, int]]] = {}
        frontier: list[tuple[Spot, int]] = []  # a spot, and the action to take there
        for square in range(rules.SQUARES):
            if self.board.kind[square] in (rules.PIT, rules.OFF):
                continue
            for facing in range(4):
                spot = Spot(square, facing)
                for letter in range(rules.ACTIONS):
                    after = self.after(spot, letter)
                    leads_here.setdefault(after, []).append((spot, letter))
                    if self.touches(spot, after, flag - 1):
                        frontier.append((spot, letter))
        slots: dict[tuple[Spot, int], int] = {}
        count = 0
        while frontier:
            count += 1
            reached = []
            for spot, letter in frontier:
                for last in range(rules.ACTIONS + 1):
                    if last != letter and (spot, last) not in slots:
                        slots[spot, last] = count
                        reached.append((spot, last))
            # Whoever comes to a spot by the letter `last` stands there with just that letter before.
            frontier = [
                (before, last)
                for spot, last in reached
                for before, letter in leads_here.get(spot, ())
                if letter == last
            ]
        return slots


@lru_cache(maxsize=64)
def _planner(board: bytes, robot: int) -> Planner:
    record = rules.Board.new()
    record.set_bytes(board)
    return Planner(record, robot)


def planner_of(position: Position, robot: int) -> Planner:
    """The planner for a robot at a table; the same one for the same board."""
    return _planner(position.board.to_bytes(), robot)


def chosen_way(position: Position, robot: int) -> list[Spot]:
    """Where the robot stands, and where its program as chosen so far would lead it if it were alone."""
    state = position.state
    spot = Spot(state.square[robot], state.facing[robot])
    letters = [state.program[robot, slot] - 1 for slot in range(state.slot)]
    return [spot, *planner_of(position, robot).way(spot, letters)]
