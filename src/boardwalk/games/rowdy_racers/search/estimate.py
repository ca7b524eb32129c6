"""What searching bots know about Rowdy Racers besides its rules: how good a position is."""

from boardwalk.engine.random import draw
from boardwalk.engine.rules import rule
from boardwalk.games.rowdy_racers.rules.power import is_dark
from boardwalk.games.rowdy_racers.rules.racer import PICK, USE, options
from boardwalk.games.rowdy_racers.rules.setting import ACTIVE, DIRECTIONS, offset
from boardwalk.games.rowdy_racers.search.greedy import OWN, measure


@rule
def prepare_search(board, state, scratch):
    """Compute each seat's distances to its finish, around walls only: trails fade before they matter."""
    cells = board.rows * board.cols
    for square in range(cells):
        scratch.closed[square] = 0
    for seat in range(2):
        measure(board, scratch, OWN, board.start[1 - seat])
        for square in range(cells):
            scratch.to_finish[seat, square] = scratch.far[OWN, square]


@rule
def ahead(state, seat, scratch):
    """How well a racer is placed, in moves: the way left, debts, carried grenades, power and the turn count."""
    here = state.cell[seat]
    moves = 0.4 * state.carried[seat] - 1.0 * state.debt[seat] - 1.0 * scratch.to_finish[seat, here]
    if is_dark(state, here):
        moves -= 0.7
    if state.player == seat:
        moves += 0.5 * state.actions if state.to_act >= 0 else 1.5
    return moves


@rule
def estimate(board, state, seat, scratch):
    """How far ahead of the other a racer is."""
    other = 1 - seat
    lead = ahead(state, seat, scratch) - ahead(state, other, scratch)
    return 0.9 * lead / (4.0 + abs(lead))


@rule
def between(board, one, other):
    """The distance of two squares in moves, if no wall were in between."""
    cols = board.cols
    down = abs(one // cols - other // cols)
    across = abs(one % cols - other % cols)
    return max(down, across)


@rule
def is_on_way(board, state, seat, square, scratch):
    """Whether a square lies on a shortest way of a racer to its finish, as far as walls are known not to matter."""
    here = state.cell[seat]
    return between(board, here, square) + scratch.to_finish[seat, square] <= scratch.to_finish[seat, here]


@rule
def rollout(board, state, seat, scratch):
    """A quick sensible action for playouts."""
    bits = options(board, state)
    here = state.cell[seat]
    random = draw(state)
    best = 0
    least = 1 << 20
    lost = 6 * (state.actions - 1) + 3
    best_dark = 0
    for direction in range(DIRECTIONS):
        if (bits >> direction) & 1:
            there = here + offset(board, direction)
            dark = is_dark(state, there)
            price = 8 * scratch.to_finish[seat, there] + lost * dark + ((random >> (3 * direction)) & 7)
            if there == board.start[1 - seat]:
                return direction
            if state.grenade[there] == ACTIVE:
                price += 24
            if price < least:
                least = price
                best = direction
                best_dark = dark
    if state.actions > 1 and bits >> PICK:
        if (bits >> USE) & 1 and (best_dark or random >> 30 == 0) and is_on_way(board, state, 1 - seat, here, scratch):
            return USE
        if (bits >> PICK) & 1 and best_dark:
            return PICK
    return best
