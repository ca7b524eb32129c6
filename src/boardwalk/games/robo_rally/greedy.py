"""A player of RoboRally who plans the quickest way to its flags, as if nobody else were there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from boardwalk.core.game import Position
from boardwalk.games.robo_rally import rules
from boardwalk.games.robo_rally.planner import FAR, FREE, Planner, Spot, chosen_way, planner_of


def greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    """The first letter of a best rest of the program; one of them by chance if there are several."""
    state = position.state
    planner = planner_of(position, seat)
    way = chosen_way(position, seat)
    flags = state.flags[seat]
    for before, after in pairwise(way):
        flags += planner.touches(before, after, flags)
    if flags >= position.board.flags:
        return random.choice(legal)
    left = rules.SLOTS - state.slot
    costs = {letter: cost(planner, way[-1], flags, letter, left, {}) for letter in legal}
    best = min(costs.values())
    return random.choice([letter for letter in legal if costs[letter] == best])


def cost(
    planner: Planner,
    spot: Spot,
    flags: int,
    letter: int,
    left: int,
    known: dict[tuple[Spot, int, int, int], int],
) -> int:
    """What a program costs at best that goes on with this letter and has `left` slots left: the slots to the last flag
    if it gets there, else those to the next flag and FAR for each flag beyond it."""
    key = spot, flags, letter, left
    if key in known:
        return known[key]
    after = planner.after(spot, letter)
    flags += planner.touches(spot, after, flags)
    missing = planner.board.flags - flags
    if missing == 0:
        result = 1
    elif left == 1:
        result = 1 + planner.slots_to(flags + 1, after, FREE) + (missing - 1) * FAR
    else:
        others = (other for other in range(rules.ACTIONS) if other != letter)
        result = 1 + min(cost(planner, after, flags, other, left - 1, known) for other in others)
    known[key] = result
    return result
