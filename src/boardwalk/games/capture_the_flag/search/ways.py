"""Safe ways in Capture the Flag: where a player can walk so that nobody can capture it, whatever the opponents do.

A way is safe if at each of its cells the player is gone again before any opponent could run into it there (CF-11), or
can't be captured there (CF-12). The order of turns changes from tick to tick (CF-17), so moves are counted exactly.
The test is conservative: each opponent is assumed to go straight for the cell in question, whichever it is, so some
ways that would succeed count as unsafe. A safe way stays safe unless somebody is freed from jail or blocks it.
"""

from boardwalk.engine.rules import rule
from boardwalk.games.capture_the_flag.rules.players import team_of, territory_of
from boardwalk.games.capture_the_flag.search.maps import distance, is_free, new_marking, togo

CLOSED = 7  # a mark; others are directions
NO_WAY = 9999
CHECKS = (
    4000  # of cells against opponents, after which a way counts as too long: large mazes must not take all the time
)


@rule
def has_acted(board, state, seat):
    """1 if a seat has had its turn in this tick (CF-17), else 0."""
    return 1 if (seat - state.tick) % board.seats < state.turn else 0


@rule
def moves_before(board, state, other, seat, steps):
    """How many moves another player has before a player has taken `steps` of its own and is to act again."""
    late = has_acted(board, state, seat)
    tick = state.tick + steps + late
    first = 1 if (other - tick) % board.seats < (seat - tick) % board.seats else 0
    return steps + late - has_acted(board, state, other) + first


@rule
def is_safe(board, state, seat, cell, steps, scratch):
    """Whether no opponent can capture a player who is on this cell after so many steps, before it moves on."""
    team = team_of(board, seat)
    if state.carrier[1 - team] != seat and territory_of(board, cell) == team:
        return True
    first = (1 - team) * board.size[0]
    for one in range(first, first + board.size[1 - team]):
        if is_free(state, one):
            if distance(board, scratch, state.cell[one], cell) <= moves_before(board, state, one, seat, steps):
                return False
    return True


@rule
def safe_way(board, state, seat, goal, near, turn, scratch):
    """The length and the first step of a shortest safe way to where the goal is `near`; NO_WAY and -1 if there is none,
    or if it is too long. `turn`: the direction that is looked at first."""
    here = state.cell[seat]
    most = CHECKS // max(1, board.size[1 - team_of(board, seat)])
    base = new_marking(board, scratch) << 3
    for other in range(board.seats):
        scratch.mark[state.cell[other]] = base | CLOSED
    scratch.queue[0] = here
    first = 0
    last = 1
    level = 1  # where the next level of the search begins in the queue
    steps = 1
    while first < min(last, most):
        if first == level:
            level = last
            steps += 1
        cell = scratch.queue[first]
        way = scratch.mark[cell] & 7
        for k in range(4):
            direction = (k + turn) & 3
            there = cell + board.step[direction]
            if (board.exits[cell] >> direction) & 1 and scratch.mark[there] < base:
                if first == 0:
                    way = direction
                scratch.mark[there] = base | way
                if is_safe(board, state, seat, there, steps, scratch):
                    if togo(board, scratch, goal, there) <= near:
                        return steps, way
                    scratch.queue[last] = there
                    last += 1
        first += 1
    return NO_WAY, -1
