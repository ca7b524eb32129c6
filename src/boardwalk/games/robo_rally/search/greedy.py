"""RoboRally's greedy bot: plans the fastest path to its flags, ignoring the other robots.

What a robot can do alone depends only on the board, so `prepare_greedy` precomputes it once a board: where each action
leads from each spot, the distance to each flag, and the cost of the best program. A spot is a square and a facing.
"""

from boardwalk.engine.random import below
from boardwalk.engine.records import i16, record
from boardwalk.engine.rules import BOARD, NOBODY, rule
from boardwalk.games.robo_rally.rules.board import ACTIONS, NONE, OFF, PIT, SLOTS, SQUARES, WAIT
from boardwalk.games.robo_rally.rules.play import choose
from boardwalk.games.robo_rally.rules.round import run

FAR = 1000  # the distance in slots to an unreachable flag
NOWHERE = 0  # a corner of the border, which no robot enters: the place of the other robots
ALL_FLAGS = PIT  # more flags than any board has


@record
class Scratch:
    after: i16[4, 560, 6]  # [robot, spot, action]: the spot after the slot
    far: i16[4, 4, 560]  # [robot, flags it has, spot]: slots to the next flag
    first: i16[560, 6]  # [spot, first action]: the same for one robot and one flag; 0 if unreachable
    cost: i16[4, 5, 4, 560, 6]  # [robot, slots left - 1, flags it has, spot, action]: see `program_cost`
    togo: i16[
        4, 4, 560
    ]  # [robot, flags it has, spot]: slots to the last flag, from a round's start; by `prepare_search`
    rest: i16[4, 5, 4, 560, 6]  # [robot, slots left - 1, flags, spot, action]: the same within a round


@rule
def spot_of(square, facing):
    """The number of a spot: a square and a facing."""
    return (square << 2) + facing


@rule
def slot_alone(board, state, robot, spot, letter):
    """The spot of a robot alone on the board after a slot with this action, activation included."""
    for other in range(board.robots):
        state.square[other] = NOWHERE
        state.program[other, 0] = WAIT + 1
    state.square[robot] = spot >> 2
    state.facing[robot] = spot & 3
    state.flags[robot] = ALL_FLAGS  # so that no flag is touched and nobody wins
    state.program[robot, 0] = letter + 1
    state.winner = NONE
    state.to_act = BOARD
    state.token = robot
    state.stage = 0
    state.slot = 0
    while state.slot == 0:
        run(board, state)
    return spot_of(state.square[robot], state.facing[robot])


@rule
def touches(board, before, after, flags):
    """1 if a robot with this many flags touches its next one in the slot between these spots, else 0.

    Flags are never on belts, so a robot that enters a flag's square is still there at the end of the slot."""
    return 1 if before >> 2 != after >> 2 and board.kind[after >> 2] == flags + 1 else 0


@rule
def can_stand(board, spot):
    """Whether a robot can be on a spot when a slot ends: not off the board, not on a pit (RB-12)."""
    kind = board.kind[spot >> 2]
    return kind != PIT and kind != OFF


@rule
def prepare_greedy(board, state, scratch):
    """Precompute what a robot alone can do on this board. Programs are rated backwards, from one slot left to five."""
    for robot in range(board.robots):
        follow(board, state, scratch, robot)
        for flags in range(board.flags):
            measure(board, scratch, robot, flags)
        for left in range(1, SLOTS + 1):
            for flags in range(board.flags):
                price(board, scratch, robot, left, flags)


@rule
def follow(board, state, scratch, robot):
    """Compute where each action leads from each spot."""
    for spot in range(4 * SQUARES):
        if can_stand(board, spot):
            for letter in range(ACTIONS):
                scratch.after[robot, spot, letter] = slot_alone(board, state, robot, spot, letter)


@rule
def measure(board, scratch, robot, flags):
    """Compute the distance in slots from each spot to the next flag: breadth-first search backwards from the flag."""
    for spot in range(4 * SQUARES):
        for letter in range(ACTIONS):
            scratch.first[spot, letter] = 0
            if can_stand(board, spot):
                scratch.first[spot, letter] = touches(board, spot, scratch.after[robot, spot, letter], flags)
    slots = 1
    while go_back(board, scratch, robot, slots):
        slots += 1
    for spot in range(4 * SQUARES):
        scratch.far[robot, flags, spot] = FAR
        for letter in range(ACTIONS):
            if 0 < scratch.first[spot, letter] < scratch.far[robot, flags, spot]:
                scratch.far[robot, flags, spot] = scratch.first[spot, letter]


@rule
def go_back(board, scratch, robot, slots):
    """Find the spots and actions whose distance to the flag is `slots` + 1; returns whether there are any."""
    found = False
    for spot in range(4 * SQUARES):
        if can_stand(board, spot):
            for letter in range(ACTIONS):
                there = scratch.after[robot, spot, letter]
                if scratch.first[spot, letter] == 0 and leads_on(scratch, there, letter, slots):
                    scratch.first[spot, letter] = slots + 1
                    found = True
    return found


@rule
def leads_on(scratch, spot, last, slots):
    """Whether the flag is this many slots away from a spot that was reached by the action `last` (RB-3)."""
    for letter in range(ACTIONS):
        if letter != last and scratch.first[spot, letter] == slots:
            return True
    return False


@rule
def price(board, scratch, robot, left, flags):
    """Compute the cost of the best rest of a program, for each spot and next letter."""
    for spot in range(4 * SQUARES):
        if can_stand(board, spot):
            for letter in range(ACTIONS):
                cost = program_cost(board, scratch, robot, left, flags, spot, letter)
                scratch.cost[robot, left - 1, flags, spot, letter] = cost


@rule
def program_cost(board, scratch, robot, left, flags, spot, letter):
    """The least cost of a program that continues with this letter and has `left` slots left: the slots to the last flag
    if it gets there, else those to the next flag plus FAR for each further flag."""
    there = scratch.after[robot, spot, letter]
    flags += touches(board, spot, there, flags)
    missing = board.flags - flags
    if missing == 0:
        return 1
    if left == 1:
        return 1 + scratch.far[robot, flags, there] + (missing - 1) * FAR
    least = FAR * (1 + board.flags)
    for other in range(ACTIONS):
        if other != letter:
            least = min(least, scratch.cost[robot, left - 2, flags, there, other])
    return 1 + least


@rule
def greedy(board, state, seat, scratch):
    """The next letter of a best program; a random one if there are several."""
    spot = spot_of(state.square[seat], state.facing[seat])
    flags = int(state.flags[seat])
    last = NONE
    for slot in range(state.slot):
        last = state.program[seat, slot] - 1
        there = scratch.after[seat, spot, last]
        flags += touches(board, spot, there, flags)
        spot = there
    best = NONE
    least = 0
    equals = 0
    for letter in range(ACTIONS):
        if letter != last:
            cost = int(scratch.cost[seat, SLOTS - 1 - state.slot, flags, spot, letter]) if flags < board.flags else 0
            if best == NONE or cost < least:
                best = letter
                least = cost
                equals = 0
            if cost == least:
                equals += 1
                if below(state, equals) == 0:
                    best = letter
    return best


@rule
def contest(board, state, scratch):
    """Play a dealt game to its end with all programs chosen by `greedy`. Returns the winner."""
    while state.to_act != NOBODY:
        if state.to_act == BOARD:
            run(board, state)
        else:
            choose(board, state, greedy(board, state, state.to_act, scratch))
    return state.winner
