"""`Worlds`: the full positions that a search of one decision starts from."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol

import numpy as np

from boardwalk.contract.game import Position, Table, World
from boardwalk.contract.search import Search
from boardwalk.engine.random import streams
from boardwalk.engine.records import Record
from boardwalk.match import View
from boardwalk.search import world_kernels as kernels

Array = np.ndarray[Any, Any]

SHOWN = 8  # worlds listed in an analysis


class Memory(Protocol):
    """The part of a belief that a search needs: `worlds[:count]` are full states; their weights need not add up to
    1."""

    worlds: Array
    weights: Array
    count: int


def seed_of(seed: int, view: View) -> int:
    """A seed for a decision, derived from the bot's own seed and the view."""
    digest = hashlib.blake2b(view.position.state.to_bytes(), digest_size=8).digest()
    return seed + int.from_bytes(digest, "little")


class Worlds:
    """Fills an array of states with worlds that fit a view. All memory is allocated once."""

    def __init__(self, table: Table, search: Search) -> None:
        self.table = table
        self.ignored = ("rng", *(search.belief.ignore if search.belief else ()))
        self.states = np.repeat(table.layout.state.array, search.worlds if table.game.hidden else 1)
        self.shares = np.full(len(self.states), 1.0 / len(self.states))
        self.dice = np.repeat(table.layout.state.array, 1)  # the random stream of the search, in its field rng
        self.boards = np.repeat(table.layout.board.array, 1)
        self.scratches: Array = table.compiled.search_scratch(table.layout.board).array
        self._board: Record | None = None
        self._determinize = table.compiled.bind(kernels.determinize_worlds)

    def fill(self, view: View, seed: int, memory: Memory | None = None) -> None:
        """Worlds for a view, from a belief if there is one, else guessed by `determinize`."""
        self._begin(view, seed)
        if memory is not None and memory.count:
            random = np.random.default_rng(seed_of(seed, view) % 2**63)
            weights = memory.weights[: memory.count]
            chosen = random.choice(memory.count, len(self.states), p=weights / weights.sum())
            self.states[:] = memory.worlds[chosen]
        else:
            self._determinize(self.boards, self.dice, self.states, view.seat, self.scratches)

    def _begin(self, view: View, seed: int) -> None:
        self._prepare(view.position.board)
        self.dice[:] = view.position.state.array
        self.dice["rng"][0] = streams(seed_of(seed, view))[0]

    def gather(self, view: View, seed: int, memory: Memory | None = None) -> int:
        """Put the likeliest distinct worlds first, with their shares; returns how many there are."""
        if memory is not None and memory.count:
            self._begin(view, seed)
            states, weights = memory.worlds[: memory.count], memory.weights[: memory.count]
        else:
            self.fill(view, seed)
            states, weights = self.states.copy(), np.ones(len(self.states))
        plain = states.copy()
        for field in self.ignored:
            plain[field] = 0
        total: dict[bytes, float] = {}
        where: dict[bytes, int] = {}
        for k in range(len(plain)):
            state = plain[k].tobytes()
            total[state] = total.get(state, 0.0) + float(weights[k])
            where.setdefault(state, k)
        ranked = sorted(total, key=lambda state: -total[state])[: len(self.states)]
        self.states[: len(ranked)] = states[[where[state] for state in ranked]]
        shares = np.array([total[state] for state in ranked])
        self.shares[: len(ranked)] = shares / shares.sum()
        return len(ranked)

    def _prepare(self, board: Record) -> None:
        if self._board is not board:
            if self._board is None or self._board != board:
                rules = self.table.compiled
                self.boards[:] = board.array
                self.scratches[:] = rules.search_scratch(self.table.game.rules.Board.wrap(self.boards)).array
            self._board = board

    def likeliest(self, view: View, count: int) -> tuple[World, ...]:
        """The most probable of the first `count` worlds, for display; none if nothing is hidden."""
        if not self.table.game.hidden:
            return ()
        shown = self.states[:count].copy()
        shown["rng"] = 0
        total: dict[bytes, float] = {}
        for k in range(count):
            state = shown[k].tobytes()
            total[state] = total.get(state, 0.0) + float(self.shares[k])
        ranked = sorted(total.items(), key=lambda item: -item[1])[:SHOWN]
        empty = view.position
        return tuple(
            World(share, Position(self.table, empty.board, empty.state.with_bytes(state))) for state, share in ranked
        )
