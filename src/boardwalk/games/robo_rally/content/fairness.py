"""The fairness of a board: the fewest slots that each robot needs alone, and its share of wins among equals."""

from __future__ import annotations

from boardwalk.contract import registry
from boardwalk.contract.game import Table
from boardwalk.engine.random import streams
from boardwalk.games.robo_rally import rules, search
from boardwalk.games.robo_rally.search.solver import fewest_slots, search_scratch

ROUNDS = 20  # a contest without a winner ends after these
FEW, GAMES = 10, 200  # most boards are dropped after a few games, as one robot wins them all
SLOTS_APART = 1
LIMITS = {2: (0.4, 0.6), 4: (0.1, 0.45)}  # by robots: the least and the most of all games that one should win


def table_of(board: str, robots: int) -> Table:
    return registry.game("robo_rally").table({"board": board, "robots": robots, "rounds": ROUNDS})


def wins(table: Table, games: int = GAMES, seed: int = 0) -> list[int]:
    """The wins of each robot in these games if all choose by the rule `greedy`."""
    counts = [0] * len(table.seats)
    contest = table.compiled.bind(search.contest)
    start, scratch = table.deal(0).state, search_scratch(table)
    for stream in streams(seed, games):
        state = start.copy()
        state.array["rng"] = stream
        winner = contest(table.layout.board.row, state.row, scratch.row)
        if winner != rules.NONE:
            counts[winner] += 1
    return counts


def is_fair(board: str) -> bool:
    """Whether two robots, and four, need the same fewest slots alone, or nearly, and none of them wins much more or
    less than its share of games between equals."""
    return all(_is_fair(table_of(board, robots), *limits) for robots, limits in LIMITS.items())


def _is_fair(table: Table, least: float, most: float) -> bool:
    slots = [fewest_slots(table, robot) for robot in range(len(table.seats))]
    reached = [number for number in slots if number is not None]
    if len(reached) < len(slots) or max(reached) - min(reached) > SLOTS_APART:
        return False
    few = wins(table, FEW)
    return max(few) < FEW and all(least * GAMES <= count <= most * GAMES for count in wins(table))
