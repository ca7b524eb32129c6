"""What search knows of RoboRally: the slots a robot alone needs to its last flag, and how programs are replaced.

`prepare_search` computes the slots exactly, by the rule that no letter comes twice in a row within a program (RB-3):
unlike `greedy.measure`, which rates programs one flag at a time and lets no letter repeat across rounds either.
"""

from boardwalk.engine.random import below
from boardwalk.engine.rules import rule
from boardwalk.games.robo_rally.rules.board import ACTIONS, NONE, ROBOTS, SLOTS, SQUARES
from boardwalk.games.robo_rally.search.greedy import FAR, can_stand, greedy, spot_of, touches

ALMOST = 0.95  # the estimate of a position that is as good as won
# How much smaller a robot's chance gets with each slot that it needs more than another: much at the end, less before.
NEAR, FURTHER, FAR_OFF = 0.12, 0.022, 22.0


@rule
def prepare_search(board, state, scratch):
    """Compute for each robot, number of flags and spot how many slots it needs alone, from the start of a round."""
    for robot in range(board.robots):
        for flags in range(board.flags - 1, -1, -1):
            for spot in range(4 * SQUARES):
                scratch.togo[robot, flags, spot] = FAR
            while improve(board, scratch, robot, flags):
                pass


@rule
def improve(board, scratch, robot, flags):
    """Let each spot's best program continue with the slots known so far; returns whether any spot got fewer."""
    improved = False
    for left in range(1, SLOTS + 1):
        for spot in range(4 * SQUARES):
            if can_stand(board, spot):
                for letter in range(ACTIONS):
                    need = slots_with(board, scratch, robot, left, flags, spot, letter)
                    scratch.rest[robot, left - 1, flags, spot, letter] = need
                    if left == SLOTS and need < scratch.togo[robot, flags, spot]:
                        scratch.togo[robot, flags, spot] = need
                        improved = True
    return improved


@rule
def slots_with(board, scratch, robot, left, flags, spot, letter):
    """The slots to the last flag with this letter next and `left` slots left in the round, this one included."""
    there = scratch.after[robot, spot, letter]
    flags += touches(board, spot, there, flags)
    if flags == board.flags:
        return 1
    if left == 1:
        return min(1 + scratch.togo[robot, flags, there], FAR)
    least = FAR
    for other in range(ACTIONS):
        if other != letter:
            least = min(least, 1 + scratch.rest[robot, left - 2, flags, there, other])
    return least


@rule
def to_go(board, state, scratch, robot):
    """The slots that a robot needs alone to its last flag, from the start of a round; up to half a slot
    more if it would act late in the last of them (RB-9)."""
    slots = int(scratch.togo[robot, state.flags[robot], spot_of(state.square[robot], state.facing[robot])])
    place = (robot - state.token - (slots - 1)) % board.robots
    return slots + 0.5 * place / board.robots


@rule
def estimate(board, state, seat, scratch):
    """Each robot's chance to be the first at its last flag falls with the slots it needs more than the fastest one. A
    robot that needs more slots than the limit of rounds leaves counts for nothing (RB-23)."""
    mine = to_go(board, state, scratch, seat)
    if board.robots == 1:
        return ALMOST * (1.0 - mine / (2 * FAR))
    fastest = mine
    for robot in range(board.robots):
        fastest = min(fastest, to_go(board, state, scratch, robot))
    left = float(FAR) if board.rounds == 0 else float(SLOTS * (board.rounds - state.round + 1))
    own = 0.0
    all_chances = 0.0
    for robot in range(board.robots):
        slots = to_go(board, state, scratch, robot)
        chance = (NEAR + FURTHER * min(fastest, FAR_OFF)) ** (slots - fastest)
        all_chances += chance
        if slots > left + 1.0:
            chance = 0.0
        if robot == seat:
            own += chance
        else:
            own -= chance
    return ALMOST * own / all_chances


@rule
def guess(board, state, seat, scratch):
    """Let the others have chosen what the rule `greedy` would have, seven times in eight."""
    if state.to_act < 0:
        return
    to_act = int(state.to_act)
    slot = int(state.slot)
    for robot in range(to_act + 1):
        if robot != seat and below(state, 8) > 0:
            state.to_act = robot
            for at in range(SLOTS if robot < to_act else slot):
                state.slot = at
                state.program[robot, at] = greedy(board, state, robot, scratch) + 1
    state.to_act = to_act
    state.slot = slot


@rule
def rewind(board, state):
    """Back to the start of the round's choices: nobody has chosen anything."""
    for robot in range(ROBOTS):
        for slot in range(SLOTS):
            state.program[robot, slot] = 0
    state.slot = 0
    state.to_act = 0
    state.destroyed = NONE


@rule
def rewrite(board, state, seat, place, action):
    """Replace one action of a program in a round that runs."""
    state.program[seat, place] = action + 1


@rule
def written(board, state, seat, place):
    """The action that a seat has chosen for a place of its program, NONE if it has not yet."""
    return state.program[seat, place] - 1


@rule
def running(board, state):
    """The slot that runs."""
    return state.slot
