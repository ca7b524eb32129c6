"""Rowdy Racers' greedy bot: takes the shortest path, preferably with power, and leaves grenades in the other's path."""

from boardwalk.engine.random import below
from boardwalk.engine.records import i16, record, u8
from boardwalk.engine.rules import rule
from boardwalk.games.rowdy_racers.rules.power import is_dark
from boardwalk.games.rowdy_racers.rules.racer import END, NO_SQUARE, PICK, TRAIL, USE, act_and_rest, moves_of, options
from boardwalk.games.rowdy_racers.rules.setting import DIRECTIONS, INACTIVE, offset

FAR = 10_000  # the distance of an unreachable square
WANTED = 2  # picks up grenades until it carries this many
NOT_URGENT = 3  # picks up grenades only while the other is more moves than this from its finish
NOTHING = -1  # no action

# Costs, in thousandths of a move.
MOVE = 1000
CHANCE = 10  # costs that differ by less count as equal
DARK, LOST_ACTION = 300, 800
NARROW = (40 * MOVE, 6 * MOVE, 2 * MOVE, MOVE // 2)  # by the number of moves possible from the square

OWN, OTHERS = 0, 1  # whose distances


@record
class Scratch:
    far: i16[2, "cells"]  # the distance in moves from each square to a goal
    queue: i16["cells"]
    closed: u8["cells"]
    to_finish: i16[2, "cells"]  # by seat: the distance from each square to its finish, around walls (`prepare_search`)


@rule
def measure(board, scratch, whose, goal):
    """Compute the distance from each square to the goal, around walls and closed squares."""
    for square in range(board.rows * board.cols):
        scratch.far[whose, square] = FAR
    scratch.far[whose, goal] = 0
    scratch.queue[0] = goal
    first = 0
    last = 1
    while first < last:
        square = scratch.queue[first]
        first += 1
        ways = board.ways[square]
        for direction in range(DIRECTIONS):
            if (ways >> direction) & 1:
                there = square + offset(board, direction)
                if scratch.far[whose, there] == FAR and scratch.closed[there] == 0:
                    scratch.far[whose, there] = scratch.far[whose, square] + 1
                    scratch.queue[last] = there
                    last += 1


@rule
def close(board, state, seat, scratch):
    """Close the squares that the seat can't enter now: trails (RR-16), and the square of the other racer (RR-14)."""
    for square in range(board.rows * board.cols):
        scratch.closed[square] = 0
    for owner in range(2):
        for age in range(TRAIL):
            if state.trail[owner, age] != NO_SQUARE:
                scratch.closed[state.trail[owner, age]] = 1
    scratch.closed[state.cell[1 - seat]] = 1


@rule
def find_way(board, state, seat, scratch):
    """Compute the distances to the finish. If trails block all paths, ignore them, since they fade soon."""
    close(board, state, seat, scratch)
    measure(board, scratch, OWN, board.start[1 - seat])
    for square in range(board.rows * board.cols):
        scratch.closed[square] = 0
    for direction in range(DIRECTIONS):
        if (state.moves >> direction) & 1:
            if scratch.far[OWN, state.cell[seat] + offset(board, direction)] < FAR:
                return
    measure(board, scratch, OWN, board.start[1 - seat])


@rule
def item_worth_it(board, state, seat, scratch, bits):
    """Use a grenade on a shortest path of the other; pick one up if there is time; else NOTHING."""
    other = 1 - seat
    here = state.cell[seat]
    if (bits >> PICK) & 1 == 0 and (bits >> USE) & 1 == 0:
        return NOTHING
    measure(board, scratch, OTHERS, board.start[seat])
    from_here = scratch.far[OTHERS, here]
    from_there = scratch.far[OTHERS, state.cell[other]]
    if (bits >> USE) & 1:
        measure(board, scratch, OTHERS, state.cell[other])
        between = scratch.far[OTHERS, here]
        if between < FAR and between + from_here <= from_there:
            return USE
    if (bits >> PICK) & 1 and state.carried[seat] < WANTED and state.grenade[here] == INACTIVE:
        if from_there > NOT_URGENT:
            return PICK
    return NOTHING


@rule
def price_of(board, state, seat, direction, scratch):
    """The cost of a move: the remaining distance, actions lost on squares without power (RR-33), and the risk of being
    trapped (RR-20)."""
    left = state.cell[seat]
    there = left + offset(board, direction)
    if there == board.start[1 - seat]:
        return -FAR * MOVE
    actions = state.actions
    trail = (state.trail[seat, 0], state.trail[seat, 1], state.trail[seat, 2])
    dark = is_dark(state, there)
    act_and_rest(state, left, (actions - 1) * dark)
    state.cell[seat] = there
    moves = moves_of(board, state, seat)
    trapped = state.actions > 0 and moves == 0
    state.cell[seat] = left
    state.actions = actions
    for age in range(TRAIL):
        state.trail[seat, age] = trail[age]
    if trapped:
        return 2 * FAR * MOVE
    price = scratch.far[OWN, there] * MOVE
    if dark:
        price += (actions - 1) * LOST_ACTION + DARK
    ways_on = 0
    while moves:
        moves &= moves - 1
        ways_on += 1
    if ways_on < len(NARROW):
        price += NARROW[ways_on]
    return price


@rule
def greedy(board, state, seat, scratch):
    """Use or pick up a grenade if worthwhile, else take the move with the lowest cost, else end the turn."""
    bits = options(board, state)
    here = state.cell[seat]
    find_way(board, state, seat, scratch)
    if scratch.far[OWN, here] > state.actions:
        item = item_worth_it(board, state, seat, scratch, bits)
        if item != NOTHING:
            return item
    best = NOTHING
    least = 0
    for direction in range(DIRECTIONS):
        if (bits >> direction) & 1:
            price = price_of(board, state, seat, direction, scratch) + below(state, CHANCE)
            if best == NOTHING or price < least:
                best = direction
                least = price
    if (bits >> END) & 1 and least > (scratch.far[OWN, here] + 2) * MOVE:
        return END  # all moves are worse than staying
    return best
