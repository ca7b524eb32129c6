"""Proofs of forced wins by exhaustive search in games without hidden information and chance."""

from __future__ import annotations

import numpy as np

from boardwalk.contract.game import Position, Table
from boardwalk.search.proof import kernels

NODES = 2_000_000  # positions that one proof may visit


class Prover:
    """Proves forced wins at one table. Its memory is allocated once."""

    def __init__(self, table: Table, plies: int) -> None:
        self._plies = plies
        self._states = np.repeat(table.layout.state.array, plies + 1)
        self._masks = np.zeros((plies + 1, table.actions), np.uint8)
        self._at = np.zeros(plies + 1, np.int64)
        self._boards = np.repeat(table.layout.board.array, 1)
        self._forces = table.compiled.bind(kernels.forces)

    def plies_to_win(self, position: Position, seat: int, nodes: int = NODES) -> int | None:
        """The fewest actions of all seats within which a seat can force a win; None if there is no proof within the
        limits."""
        for plies in range(self._plies + 1):
            self._boards[:], self._states[0] = position.board.array, position.state.array
            memory = self._boards, self._states, self._masks, self._at
            found = self._forces(*memory, seat, plies, nodes)
            if found != 0:
                return plies if found == 1 else None
        return None

    def after(self, position: Position, action: int) -> Position:
        """The position after an action."""
        then = position.copy()
        position.table.rules.apply(then, action)
        return then

    def winning(self, position: Position) -> dict[int, int]:
        """The actions with which the seat to act forces a win, each with the number of actions until then."""
        seat, wins = position.to_act, {}
        for action in position.table.rules.legal(position):
            plies = self.plies_to_win(self.after(position, action), seat)
            if plies is not None:
                wins[action] = plies
        return wins
