"""Rowdy Racers' greedy player: takes the shortest way that is lit, and leaves grenades in the other's."""

from boardwalk.core.random import below
from boardwalk.core.records import i16, record, u8
from boardwalk.core.rules import rule
from boardwalk.games.rowdy_racers.rules_power import is_dark
from boardwalk.games.rowdy_racers.rules_racer import END, NO_SQUARE, PICK, TRAIL, USE, act_and_rest, moves_of, options
from boardwalk.games.rowdy_racers.rules_setting import DIRECTIONS, INACTIVE, offset

FAR = 10_000  # moves, where there is no way
WANTED = 2  # grenades that it likes to carry
NOT_URGENT = 3  # moves that the other is away from its finish when there is time to pick one up
NOTHING = -1  # no action

# Prices, in thousandths of a move.
MOVE = 1000
CHANCE = 10  # ways whose prices differ by less are as good as each other
DARK, LOST_ACTION = 300, 800
NARROW = (40 * MOVE, 6 * MOVE, 2 * MOVE, MOVE // 2)  # a square from which so many ways lead on

OWN, OTHERS = 0, 1  # whose goal


@record
class Scratch:
    far: i16[2, "cells"]  # how many moves it is from each square to a goal
    queue: i16["cells"]
    closed: u8["cells"]


@rule
def measure(board, scratch, whose, goal):
    """How many moves it is from each square to the goal, round walls and closed squares."""
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
    """Close the squares that the seat can't enter now: trails (RR-16), and the other racer's (RR-14)."""
    for square in range(board.rows * board.cols):
        scratch.closed[square] = 0
    for owner in range(2):
        for age in range(TRAIL):
            if state.trail[owner, age] != NO_SQUARE:
                scratch.closed[state.trail[owner, age]] = 1
    scratch.closed[state.cell[1 - seat]] = 1


@rule
def find_way(board, state, seat, scratch):
    """Measure the way to the finish. Trails fade: where they shut it off it is better to wait near it."""
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
    """Use a grenade on a square that the other must nearly pass; pick one up when the race is not urgent."""
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
    """How bad a move is: the way left, actions lost where there is no power (RR-33), and how near it comes to a trap
    (RR-20)."""
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
    """The item worth using or picking up, else the move with the lowest price, else to end the turn."""
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
        return END  # all ways on are worse than staying
    return best
