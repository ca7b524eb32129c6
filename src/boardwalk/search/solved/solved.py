"""All successors of a position, with their results and the likelihood of an error of the opponent."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np

from boardwalk.contract.game import Table
from boardwalk.contract.search import Solved
from boardwalk.search.solved import kernels
from boardwalk.search.worlds import Worlds

Array = np.ndarray[Any, Any]

# The opponent is taken to be one of several players, each as likely as the others. They look this many plies ahead, one
# ply after the other, and judge what they see there by `estimate`.
DEPTHS = (2, 3, 4)
DISCOUNT = 0.98  # a win is worth less for each ply until the opponent goes wrong
EXACT = 1e-3  # the largest change that ends the computation of probabilities
SWEEPS = 400  # the most times that each is computed
# The share of its hope that a drawing action may lose at random. Without that, the same bait would be held out forever
# to an opponent who never takes it.
VARIETY = 0.05
HOPEFUL = 0.9  # the value of a draw that the opponent is sure to lose
LINE = 12  # actions of the expected course


class TooManyError(Exception):
    """There are more positions than a table may hold."""


class SolvedPositions(NamedTuple):
    """Arrays with a row for each position, by its number; position 0 is the one that all others follow."""

    successors: Array  # by action, see `kernels.Graph`
    movers: Array
    results: Array
    plies: Array
    keys: Array  # that identify the positions, see `kernels.Found`
    slots: Array
    likely: Array  # what the opponent is likeliest to do in a drawn position
    hopes: Array  # [seat, position]: the probability that a seat wins

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self.keys)

    def ranked(self, here: int, seat: int, random: Random) -> list[tuple[int, float]]:
        """The actions of a position with their values, the best first: the shortest win, then the most hopeful draw,
        then the longest defence. The order of equal ones is drawn."""
        hopes, sign = self.hopes[seat], 1 if seat == 0 else -1
        keys = []
        for action, there in enumerate(self.successors[here].tolist()):
            if there >= 0:
                result = sign * int(self.results[there])
                hope = float(hopes[there]) * (1.0 - VARIETY * random.random())
                merit = -result * float(self.plies[there]) if result else hope
                keys.append((result, merit, random.random(), action))
        keys.sort(reverse=True)
        return [(action, float(result) or HOPEFUL * merit) for result, merit, _, action in keys]

    def line(self, here: int, action: int, seat: int, random: Random) -> list[int]:
        """The expected course from an action on: in a draw the opponent does what is likeliest."""
        line = [action]
        while len(line) < LINE:
            here = int(self.successors[here, line[-1]])
            mover = int(self.movers[here])
            if mover < 0:
                break
            best = mover == seat or self.results[here] != 0
            line.append(self.ranked(here, mover, random)[0][0] if best else int(self.likely[here]))
        return line


def solve(table: Table, method: Solved, worlds: Worlds, root: Array) -> SolvedPositions:
    """Solve all positions that can follow a state. Raises a `TooManyError` if they are more than `positions`."""
    bind, most, actions = table.compiled.bind, method.positions, table.actions
    # arrays that are not filled take no memory, since the system provides it page by page
    states = np.empty(most, root.dtype)
    states[0] = root[0]
    found = kernels.Found(
        states=states,
        words=states.view(np.uint32).reshape(most, -1),
        keys=np.empty(most, np.int64),
        slots=_slots_for(most),
        mask=np.zeros(actions, np.uint8),
        counts=np.zeros(2, np.int64),
    )
    room = kernels.Graph(
        successors=np.empty((most, actions), np.int32),
        movers=np.empty(most, np.int8),
        results=np.empty(most, np.int8),
        plies=np.empty(most, np.int32),
    )
    if not bind(kernels.enumerate_all)(worlds.boards, found, room):
        raise TooManyError
    count = int(found.counts[kernels.FOUND])
    graph = kernels.Graph(*(array[:count].copy() for array in room))
    keys, slots = found.keys[:count].copy(), _slots_for(count)
    bind(kernels.index)(keys, slots)
    _find_results(table, graph)
    chances = _expected(table, worlds, states, graph, float(method.random_share))
    hopes = np.stack([_hopes(table, graph, chances, seat) for seat in range(2)])
    arrays = graph.successors, graph.movers, graph.results, graph.plies
    return SolvedPositions(*arrays, keys, slots, chances.argmax(1).astype(np.uint16), hopes)


def _slots_for(count: int) -> Array:
    """An empty hash table for this many positions, see `kernels.seek`."""
    return np.zeros(1 << (2 * count - 1).bit_length(), np.int32)


def _find_results(table: Table, graph: kernels.Graph) -> None:
    count = len(graph.movers)
    first, left, queue = (np.empty(size, np.int32) for size in (count + 1, count, count))
    before = np.empty(int((graph.successors >= 0).sum()), np.int32)
    table.compiled.bind(kernels.link)(graph, first, before, left)
    table.compiled.bind(kernels.solve)(graph, first, before, left, queue)


def _expected(table: Table, worlds: Worlds, states: Array, graph: kernels.Graph, random_share: float) -> Array:
    """The probability of each action in drawn positions."""
    bind, count = table.compiled.bind, len(graph.movers)
    chances = np.zeros(graph.successors.shape, np.float32)
    choices = np.zeros(count, np.uint32)
    worth, deeper = np.empty(count), np.empty(count)
    bind(kernels.judge)(worlds.boards, states, worlds.scratches, graph, worth)
    for depth in range(max(DEPTHS) + 1):
        bind(kernels.choose)(graph, worth, choices)
        if depth in DEPTHS:
            bind(kernels.expect)(graph, worth, choices, chances, 1 / len(DEPTHS), random_share)
        bind(kernels.look_deeper)(graph, worth, deeper)
        worth, deeper = deeper, worth
    return chances


def _hopes(table: Table, graph: kernels.Graph, chances: Array, seat: int) -> Array:
    """The probability that a seat wins, by position."""
    hopes: Array = (graph.results == (1 if seat == 0 else -1)).astype(np.float64)
    hope = table.compiled.bind(kernels.hope)
    for sweep in range(SWEEPS):
        if hope(graph, chances, hopes, seat, DISCOUNT, sweep % 2 == 1) < EXACT:
            break
    return hopes
