"""A learned judgement of Rowdy Racers: how good a position is for a racer whose turn has just ended.

It is a small neural network whose weights `examples/train_outlook.py` has learned from millions of races. Its inputs
are features of the position, each of which is there or not; their numbers are the order of the weights, so a change
here needs new ones. All arithmetic is in integers, so that interpreted and compiled rules agree.
"""

import math

from boardwalk.engine.records import i16, i32, record, u8
from boardwalk.engine.rules import rule
from boardwalk.games.rowdy_racers.rules.power import turns_dark
from boardwalk.games.rowdy_racers.rules.racer import NO_SQUARE, TRAIL, moves_of
from boardwalk.games.rowdy_racers.rules.setting import ACTIVE, INACTIVE, USED
from boardwalk.games.rowdy_racers.search.estimate import between

# Features of each square that is at most REACH away from a racer: by its gain (how many moves nearer to the finish it
# is), by its turns without power (RR-31), and whether there is a trail, the other racer, an active or another grenade.
REACH = 3
SIDE = 2 * REACH + 1
DARK, TRAILS, RIVAL, MINE, LYING = SIDE - 1, SIDE + 3, SIDE + 4, SIDE + 5, SIDE + 6
KINDS = SIDE + 7
AROUND = SIDE * SIDE * KINDS  # features of one racer's surroundings

# Features of the squares in the corner around a racer's start: a trail by its age, or a racer. They keep others out.
CORNER = 3
CLOSERS = TRAIL + 1
GATE = CORNER * CORNER * CLOSERS

# Numbers have a feature for each value below these, the largest standing for all larger ones: of moves, of steps
# between two squares, of grenades carried, of debt, and of grenades on the ways.
MOVES, STEPS, CARRY, DEBT, FEW = 25, 12, 4, 6, 4

# Where each group begins; all but the last three have a part for the seat itself and one for the other.
GATES = 2 * AROUND
DISTANCE = GATES + 2 * GATE  # to the finish
CARRIED = DISTANCE + 2 * MOVES
DEBTS = CARRIED + 2 * CARRY
ON_WAY = DEBTS + 2 * DEBT  # active grenades on a shortest way to the finish,
NEAR_WAY = ON_WAY + 2 * FEW  # on a way that is longer by one,
AT_FINISH = NEAR_WAY + 2 * FEW  # and beside the finish
TO_PICK = AT_FINISH + 2 * FEW  # inactive grenades on a shortest way
FROM_START = TO_PICK + 2 * FEW  # the distance from the own start
APART = FROM_START + 2 * STEPS  # the distance between the racers
FAILURES = APART + STEPS  # how often the power fails:
CHANCES = (1, 32_000_000, 64_000_000, 150_000_000, 320_000_000)  # the least `Board.chance` of each level above 0
ALWAYS = FAILURES + len(CHANCES) + 1  # a feature of every position
FEATURES = ALWAYS + 1
MOST_FEATURES = 2 * SIDE * SIDE * 3 + 96  # more than a position has at the same time

FIRST, SECOND = 64, 32  # neurons of the two hidden layers
UNIT, PART = 1024, 256  # the value of 1 in the weights of the first layer, and of the others
ALMOST = 0.999  # the best value: nothing is certain
FEWEST_ACTIONS = 2  # of a turn (RR-32), before a debt is paid


@record
class SearchScratch:
    """The fields of greedy's Scratch, the weights, and what `outlook` works with."""

    found: i16[MOST_FEATURES]  # the features of a position
    first: i32[FIRST]  # the sums of the first layer, times UNIT
    second: i32[SECOND]  # the sums of the second layer, times PART * PART
    first_weights: i16[FEATURES, FIRST]
    second_weights: i16[FIRST, SECOND]
    second_bias: i32[SECOND]
    last_weights: i16[SECOND]
    last_bias: i32
    far: i16[2, "cells"]
    queue: i16["cells"]
    closed: u8["cells"]
    to_finish: i16[2, "cells"]


@rule
def look_around(board, state, seat, whose, scratch, found, count):
    """Add what is around a racer to the features found. Seen from player 2 the grid is turned by half, so that both
    finishes are in the same corner."""
    rows = board.rows
    cols = board.cols
    here = state.cell[whose]
    row = here // cols
    col = here % cols
    turned = seat == 1
    first = AROUND if whose != seat else 0
    far = scratch.to_finish[whose, here]
    for r in range(max(0, row - REACH), min(rows, row + REACH + 1)):
        for c in range(max(0, col - REACH), min(cols, col + REACH + 1)):
            square = r * cols + c
            if board.ways[square] == 0:
                continue
            place = (r - row + REACH) * SIDE + c - col + REACH
            if turned:
                place = SIDE * SIDE - 1 - place
            base = first + place * KINDS
            gain = far - scratch.to_finish[whose, square]
            found[count] = base + max(-REACH, min(REACH, gain)) + REACH
            count += 1
            dark = turns_dark(state, square)
            if dark:
                found[count] = base + DARK + dark
                count += 1
            grenade = state.grenade[square]
            if grenade:
                if grenade == ACTIVE:
                    found[count] = base + MINE
                    count += 1
                elif grenade == INACTIVE or grenade == USED:
                    found[count] = base + LYING
                    count += 1
    for owner in range(2):
        for age in range(TRAIL):
            square = state.trail[owner, age]
            if square != NO_SQUARE:
                place = place_of(cols, square, row, col, turned)
                if place >= 0:
                    found[count] = first + place * KINDS + TRAILS
                    count += 1
    place = place_of(cols, state.cell[1 - whose], row, col, turned)
    if place >= 0:
        found[count] = first + place * KINDS + RIVAL
        count += 1
    return count


@rule
def place_of(cols, square, row, col, turned):
    """The number of a square within the surroundings of another one, or -1 if it is farther away."""
    down = square // cols - row
    across = square % cols - col
    if max(abs(down), abs(across)) > REACH:
        return -1
    place = (down + REACH) * SIDE + across + REACH
    return SIDE * SIDE - 1 - place if turned else place


@rule
def at_gate(board, state, seat, whose, found, count):
    """Add what closes the squares around a racer's start (RR-14, RR-16)."""
    cols = board.cols
    start = board.start[whose]
    row = start // cols
    col = start % cols
    first = GATES + (GATE if whose != seat else 0)
    for owner in range(2):
        for age in range(TRAIL + 1):
            square = state.trail[owner, age] if age < TRAIL else state.cell[owner]  # the last one is the racer
            if square != NO_SQUARE:
                down = abs(square // cols - row)
                across = abs(square % cols - col)
                if down < CORNER and across < CORNER:
                    found[count] = first + (down * CORNER + across) * CLOSERS + age
                    count += 1
    return count


@rule
def count_grenades(board, state, seat, whose, scratch, found, count):
    """Add how many grenades lie on a racer's ways to the features found."""
    here = state.cell[whose]
    far = scratch.to_finish[whose, here]
    on_way = 0
    near_way = 0
    at_finish = 0
    to_pick = 0
    for square in range(board.rows * board.cols):
        grenade = state.grenade[square]
        if grenade == ACTIVE or grenade == INACTIVE:
            left = scratch.to_finish[whose, square]
            detour = between(board, here, square) + left - far
            if grenade == INACTIVE:
                to_pick += 1 if detour <= 0 else 0
            else:
                on_way += 1 if detour <= 0 else 0
                near_way += 1 if detour == 1 else 0
                at_finish += 1 if left == 1 else 0
    other = 1 if whose != seat else 0
    found[count] = ON_WAY + other * FEW + min(on_way, FEW - 1)
    found[count + 1] = NEAR_WAY + other * FEW + min(near_way, FEW - 1)
    found[count + 2] = AT_FINISH + other * FEW + min(at_finish, FEW - 1)
    found[count + 3] = TO_PICK + other * FEW + min(to_pick, FEW - 1)
    return count + 4


@rule
def find_features(board, state, seat, scratch, found):
    """Write the numbers of the features that a position has for a seat; returns how many there are."""
    count = 0
    for other in range(2):
        whose = 1 - seat if other else seat
        here = state.cell[whose]
        count = look_around(board, state, seat, whose, scratch, found, count)
        count = at_gate(board, state, seat, whose, found, count)
        count = count_grenades(board, state, seat, whose, scratch, found, count)
        found[count] = DISTANCE + other * MOVES + min(scratch.to_finish[whose, here], MOVES - 1)
        found[count + 1] = CARRIED + other * CARRY + min(state.carried[whose], CARRY - 1)
        found[count + 2] = DEBTS + other * DEBT + min(state.debt[whose], DEBT - 1)
        found[count + 3] = FROM_START + other * STEPS + min(between(board, here, board.start[whose]), STEPS - 1)
        count += 4
    found[count] = APART + min(between(board, state.cell[0], state.cell[1]), STEPS - 1)
    level = 0
    for least in CHANCES:
        level += 1 if board.chance >= least else 0
    found[count + 1] = FAILURES + level
    found[count + 2] = ALWAYS
    return count + 3


@rule
def outlook(board, state, seat, scratch):
    """How good a position is for a racer who has just ended its turn, from -1 to 1. Whoever begins a turn trapped loses
    (RR-20), unless all its actions are lost (RR-21)."""
    if state.player != seat and state.debt[1 - seat] < FEWEST_ACTIONS and moves_of(board, state, 1 - seat) == 0:
        return ALMOST
    count = find_features(board, state, seat, scratch, scratch.found)
    for j in range(FIRST):
        scratch.first[j] = 0
    for i in range(count):
        feature = scratch.found[i]
        for j in range(FIRST):
            scratch.first[j] += scratch.first_weights[feature, j]
    for k in range(SECOND):
        scratch.second[k] = scratch.second_bias[k]
    for j in range(FIRST):
        value = scratch.first[j] // (UNIT // PART)
        if value > 0:
            for k in range(SECOND):
                scratch.second[k] += value * scratch.second_weights[j, k]
    total = scratch.last_bias * PART * PART
    for k in range(SECOND):
        if scratch.second[k] > 0:
            total += scratch.second[k] * scratch.last_weights[k]
    return ALMOST * math.tanh(total / (PART * PART * PART))
