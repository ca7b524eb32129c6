"""Escapes in Capture the Flag's mazes: positions in which a player with the enemy's flag gets home whatever the pursuer
does, but not by running straight.

The pursuit alone is solved exactly, by backward induction over the cells of both; that the pursuer could steal the
other flag meanwhile is left out, and has to be checked by games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from boardwalk import View
from boardwalk.games.capture_the_flag import rules
from boardwalk.games.capture_the_flag.files import Maze, distances

TURNS = (0, 1, 1, 0)  # who acts, the player or the pursuer: each tick begins with the other one (CF-17)
PLIES = 72
LEAST = 20  # plies of a win
DETOUR = 2  # plies beyond the shortest way, at least
NEVER = 999
ACTIONS = rules.STAY, rules.UP, rules.RIGHT, rules.DOWN, rules.LEFT  # as `Pursuit.near` has them

Place = tuple[int, int]
Bools = NDArray[np.bool_]


class Pursuit:
    """Who wins from which cells of a maze. Arrays are indexed by the cell of the player and that of the pursuer."""

    def __init__(self, maze: Maze) -> None:
        self.width, text = len(maze.rows[0]), "".join(maze.rows)
        self.cells: list[int] = [cell for cell, symbol in enumerate(text) if symbol != "#"]
        self.number = number = {cell: index for index, cell in enumerate(self.cells)}
        steps = (0, -self.width, 1, self.width, -1)
        self.near = np.array([[number.get(cell + step, number[cell]) for step in steps] for cell in self.cells])
        self.met = np.eye(len(self.cells), dtype=bool)
        self.beside = self.met[self.near].any(axis=1) & ~self.met
        column = np.array(self.cells) % self.width
        self.in_own_half = column >= self.width - self.width // 2  # of the pursuer
        self.floor = np.array([text[cell] == " " for cell in self.cells])
        home = tuple(cell for cell, symbol in enumerate(text) if symbol == "h")
        self.to_home = np.array(distances(maze.rows, home))[self.cells]
        self.can_catch = self.beside & ~self.in_own_half  # CF-12
        self.plies = self._plies()

    def _plies(self) -> list[NDArray[np.int64]]:
        """For each of the `TURNS`, in how many plies the player forces a win; NEVER if not within `PLIES`."""
        won = [(self.to_home == 0)[:, None] & ~self.met] * len(TURNS)
        plies = [np.where(one, 0, NEVER) for one in won]
        for ply in range(1, PLIES):
            won = [self._before(won[(turn + 1) % 4], who) | won[turn] for turn, who in enumerate(TURNS)]
            for turn, one in enumerate(won):
                plies[turn][one & (plies[turn] == NEVER)] = ply
        return plies

    def _before(self, won: Bools, who: int) -> Bools:
        """Where it is won for the player before an action, given where it is won after that."""
        if who == 0:
            return (self.can_catch | won[self.near].any(axis=1)) & ~self.met
        return won[:, self.near].all(axis=2) & ~self.beside & ~self.met

    def escapes(self, random: Random) -> Iterator[tuple[Place, Place]]:
        """The cells of the player, in the pursuer's half, and of the pursuer, in random order; from 1."""
        plies = self.plies[0]
        wanted = (plies >= LEAST) & (plies < NEVER) & (plies >= 2 * self.to_home[:, None] + DETOUR)
        wanted &= (self.floor & self.in_own_half)[:, None] & self.floor
        found = np.argwhere(wanted).tolist()
        random.shuffle(found)
        return ((self._place(player), self._place(pursuer)) for player, pursuer in found)

    def _place(self, number: int) -> Place:
        row, col = divmod(self.cells[number], self.width)
        return row + 1, col + 1


class Runner:
    """A player that escapes as the solved pursuit says, and where that says nothing, acts as the easy bot does."""

    def __init__(self, pursuit: Pursuit) -> None:
        self.pursuit = pursuit

    def choose(self, view: View) -> int:
        state, pursuit = view.position.state, self.pursuit
        best = NEVER, rules.STAY
        if not state.status[1] and state.carrier[1] == 0:
            turn = 3 if state.tick % 2 else 0
            player, pursuer = (pursuit.number[cell] for cell in state.cell[:2].tolist())
            after = pursuit.plies[(turn + 1) % 4]
            for step, action in enumerate(ACTIONS):
                there = pursuit.near[player, step]
                if there == pursuer:
                    plies = 1 if pursuit.can_catch[player, pursuer] else NEVER
                else:
                    plies = int(after[there, pursuer])
                if action in view.legal:
                    best = min(best, (plies, action))
        if best[0] < NEVER:
            return int(best[1])
        return view.table.game.play.greedy(view.position, view.seat, view.legal, Random(0))
