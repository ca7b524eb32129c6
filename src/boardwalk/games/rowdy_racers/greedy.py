"""A player of Rowdy Racers who takes the shortest way that is lit, and leaves grenades in the other's."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from boardwalk.core.game import Position
from boardwalk.games.rowdy_racers import rules
from boardwalk.games.rowdy_racers.notation import trail_of

FAR = 10_000
WANTED = 2  # grenades that it likes to carry


def distances(position: Position, goal: int, closed: set[int]) -> list[int]:
    """How many moves it is from each square to the goal round walls and closed squares; FAR where there is no way."""
    board = position.board
    steps = [rules.offset(board, way) for way in range(rules.DIRECTIONS)]
    far = [FAR] * (board.rows * board.cols)
    far[goal] = 0
    edge = [goal]
    for square in edge:
        ways = board.ways[square]
        for way, step in enumerate(steps):
            there = square + step
            if ways >> way & 1 and far[there] == FAR and there not in closed:
                far[there] = far[square] + 1
                edge.append(there)
    return far


def greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    board, state = position.board, position.state
    other = 1 - seat
    trails = {*trail_of(position, seat), *trail_of(position, other)}
    goal = board.start[other]
    far = distances(position, goal, trails | {state.cell[other]})
    if all(far[state.cell[seat] + rules.offset(board, way)] == FAR for way in legal if way < rules.DIRECTIONS):
        far = distances(position, goal, set())  # trails fade: better to wait near the way than to give it up
    item = item_worth_it(position, seat, legal, far)
    if item is not None:
        return item
    choices = [action for action in legal if action < rules.DIRECTIONS]
    costs = {action: cost(position, seat, action, far) + random.random() / 100 for action in choices}
    best: int = min(choices, key=lambda action: costs[action])
    here = state.cell[seat]
    if rules.END in legal and costs[best] > far[here] + 2:  # all ways on are worse than staying
        best = rules.END
    return best


def item_worth_it(position: Position, seat: int, legal: Sequence[int], far: list[int]) -> int | None:
    """Pick up when the race is not urgent; use a grenade on a square that the other must nearly pass."""
    board, state = position.board, position.state
    other, here = 1 - seat, state.cell[seat]
    if far[here] <= state.actions:
        return None
    theirs = distances(position, board.start[seat], set())
    if rules.USE in legal:
        ahead = distances(position, state.cell[other], set())[here]
        if 0 < ahead < FAR and ahead + theirs[here] <= theirs[state.cell[other]]:
            use: int = rules.USE
            return use
    pick = rules.PICK in legal and state.carried[seat] < WANTED and state.grenade[here] == rules.INACTIVE
    pick_up: int = rules.PICK
    return pick_up if pick and theirs[state.cell[other]] > rules.BUDGET else None


def cost(position: Position, seat: int, way: int, far: list[int]) -> float:
    """How bad it is to move this way: the distance left, actions lost in the dark, and how near it comes to a trap."""
    after = position.copy()
    rules.apply(after.board, after.state, way)
    state = after.state
    if state.winner == seat:
        return -FAR
    if state.winner == 1 - seat:
        return FAR * 2
    here = state.cell[seat]
    price = float(far[here])
    if rules.turns_dark(state, here):
        price += (position.state.actions - 1) * 0.8 + 0.3
    ways_on = rules.moves_of(after.board, state, seat).bit_count()
    return price + (40, 6, 2, 0.5)[ways_on] if ways_on < 4 else price
