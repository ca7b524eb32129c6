"""A player of Fog Quoridor who takes the shortest way it knows, and walls in whoever it sees ahead of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from boardwalk.core.game import Position
from boardwalk.games.fog_quoridor import rules

Edges = tuple[int, int, int, int]
FAR = 99


def greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    state = position.state
    if state.turns < 0:
        return random.choice([column for column in legal if 2 <= column <= 6])
    edges: Edges = rules.edges(position.board, state, seat)
    goals = distances(edges, 8 - 8 * seat)
    steps = [action for action in legal if action < rules.FIRST_WALL]
    other = state.pawn[1 - seat]
    if other >= 0 and not state.last:
        ahead = distances(edges, 8 * seat)[other] - goals[state.pawn[seat]]
        # The player to act is half a turn ahead, so a tie is good enough; nobody at all can wait for a better wall.
        if ahead < 0 or not steps:
            wall = best_wall(position, seat, legal, edges, random)
            if wall >= 0:
                return wall
    if not steps:
        return random.choice(legal)
    around = distances(edges, 8 - 8 * seat, other)
    return min(
        steps,
        key=lambda step: (
            around[landing(position, seat, step)],
            goals[landing(position, seat, step)],
            random.random(),
        ),
    )


def landing(position: Position, seat: int, step: int) -> int:
    cell: int = rules.landing(position.board, position.state, seat, step - rules.FIRST_STEP)
    return cell


def best_wall(position: Position, seat: int, legal: Sequence[int], edges: Edges, random: Random) -> int:
    """The wall that lengthens the other's way most, less what it costs the own; -1 if none does the other harm."""
    mine, theirs = position.state.pawn[seat], position.state.pawn[1 - seat]
    before = distances(edges, 8 * seat)[theirs] - distances(edges, 8 - 8 * seat)[mine]
    best, most = -1, 0.0
    for action in legal:
        if action < rules.FIRST_WALL or not near(action - rules.FIRST_WALL, theirs):
            continue
        walled: Edges = rules.with_wall(*edges, action - rules.FIRST_WALL)
        gain = distances(walled, 8 * seat)[theirs] - distances(walled, 8 - 8 * seat)[mine] - before
        value = gain + random.random() / 2
        if gain > 0 and value > most:
            best, most = action, value
    return best


def near(place: int, cell: int) -> bool:
    """Walls farther away seldom do harm, and need not be looked at."""
    line, column = place % 64 // 8, place % 8
    return abs(line - cell // 9) <= 3 and abs(column - cell % 9) <= 3


def distances(edges: Edges, goal: int, taken: int = -1) -> list[int]:
    """Each cell's number of steps to a line past these walled edges, and round a cell that is taken."""
    up = edges[0] | edges[1] << 45
    right = edges[2] | edges[3] << 45
    found = [FAR] * 81
    ring = [cell for cell in range(goal * 9, goal * 9 + 9) if cell != taken]
    for cell in ring:
        found[cell] = 0
    steps = 0
    while ring:
        steps += 1
        beyond = []
        for cell in ring:
            column = cell % 9
            for to, open_ in (
                (cell + 9, cell < 72 and not up >> cell & 1),
                (cell - 9, cell >= 9 and not up >> (cell - 9) & 1),
                (cell + 1, column < 8 and not right >> cell & 1),
                (cell - 1, column > 0 and not right >> (cell - 1) & 1),
            ):
                if open_ and found[to] == FAR and to != taken:
                    found[to] = steps
                    beyond.append(to)
        ring = beyond
    return found
