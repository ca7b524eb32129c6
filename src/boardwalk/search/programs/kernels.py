"""Templates that plan programs: sequences of actions that all seats choose in secret, reveal together and run.

A round of such a game is one simultaneous choice of whole programs. Fictitious play approximates an equilibrium of it:
in each iteration every seat takes the program that is best against all that the others took in earlier iterations, or
what the rule `greedy` would choose. `try_all` runs every program of a seat against one choice of the others. Programs
share the run of their common prefix, and prefixes that lead to the same state share all that follows.

A program is numbered by its actions as the digits of a number in base ACTIONS. Prefixes of all lengths are numbered
one length after the other: the prefix p continued by the action a is p * ACTIONS + 1 + a, and 0 is the empty one.
"""

from typing import Any, NamedTuple

from boardwalk.engine.default_rules import no_estimate, pick_by_mask
from boardwalk.engine.random import below
from boardwalk.engine.rules import BOARD, NOBODY, no_refcount, rule, slot, template
from boardwalk.search.world_kernels import advise, run_board, split

legal = slot()
apply = slot()
score = slot()
rewind = slot()
rewrite = slot()
running = slot()
pick = slot(pick_by_mask)
estimate = slot(no_estimate)

NEVER = -1  # instead of the place at which the game ended
LATER = 0.001  # an end is worth this much less for each place before it


class Plans(NamedTuple):
    """The memory of a planner. Nodes are the different states that prefixes lead to in one `try_all`."""

    first: Any  # [length]: the number of the first prefix of this length; one more than the length of a program
    mask: Any  # [action]
    work: Any  # two states to work on
    ready: Any  # one state: the round begins to run with the programs chosen
    choosing: Any  # [seat]: the state in which it begins to choose
    legal: Any  # [seat, prefix]
    ranks: Any  # [seat, program]: random numbers far smaller than any worth, to choose among equals
    sums: Any  # [seat, program]: its worth against the others' programs so far, weighted
    weights: Any  # [seat, program]: the weight of the iterations in which it was chosen
    played: Any  # [seat]: the worth of the programs chosen against each other, weighted
    chosen: Any  # [iteration, seat]: programs
    worths: Any  # [program]: what the last `try_all` has found
    nodes: Any  # [node]: states
    words: Any  # [node, word]: the same memory as integers
    values: Any  # [node]
    ended: Any  # [node]: the place at which the game ended, or NEVER
    after: Any  # [node, action]: the node that follows, -1 if it is not known yet
    node_of: Any  # [prefix]
    table: Any  # [hash, 2]: a stamp and a node; entries with an old stamp are free
    stamp: Any  # [0]: the stamp of the current place


class Habits(NamedTuple):
    """How seats are taken to choose: in the first iteration, and later in `share` of 100, by the rule `greedy`, with
    one action in `noise` at random."""

    share: int
    noise: int
    hidden: bool


@template
def mark_legal(board, plans, base):
    """Mark the prefixes that each seat may choose. `base` is a state in which programs are chosen, as in all that
    follows: an array of one."""
    plans = no_refcount(plans)
    begin_round(board, plans, base)
    actions = len(plans.mask)
    for seat in range(len(plans.sums)):
        plans.legal[seat, 0] = 1
        plans.nodes[0] = plans.choosing[seat]
        for prefix in range(plans.first[len(plans.first) - 1]):
            if plans.legal[seat, prefix]:
                legal(board[0], plans.nodes[prefix], plans.mask)
                for action in range(actions):
                    if plans.mask[action]:
                        longer = prefix * actions + 1 + action
                        plans.legal[seat, longer] = 1
                        plans.nodes[longer] = plans.nodes[prefix]
                        apply(board[0], plans.nodes[longer], action)


@template
def begin_round(board, plans, base):
    """Go back to the start of the round's choices, and forget earlier iterations."""
    plans = no_refcount(plans)
    plans.work[0] = base[0]
    state = plans.work[0]
    rewind(board[0], state)
    for seat in range(len(plans.sums)):
        plans.choosing[seat] = plans.work[0]
        plans.played[seat] = 0.0
        for program in range(len(plans.worths)):
            plans.sums[seat, program] = plans.ranks[seat, program]
            plans.weights[seat, program] = 0.0
        while state.to_act == seat:
            apply(board[0], state, pick(board[0], state, plans.mask))
    plans.ready[0] = plans.work[0]


@template
def iterate(board, plans, dice, scratches, habits, done, iterations):
    """Some iterations of fictitious play; `done` is how many there were before. Each counts more than the one before:
    the first best replies answer programs that nobody would choose."""
    plans = no_refcount(plans)
    for number in range(done, done + iterations):
        for seat in range(len(plans.sums)):
            if number == 0 or below(dice[0], 100) < habits.share:
                program = sensible_program(board, plans, dice, scratches, habits, seat)
            else:
                program = best_reply(plans, seat)
            plans.chosen[number, seat] = program
            plans.weights[seat, program] += number + 1.0
        split(dice[0], plans.ready[0])
        for seat in range(len(plans.sums)):
            write_program(board, plans, seat, plans.chosen[number, seat])
        for seat in range(len(plans.sums)):
            try_all(board, plans, scratches, seat)
            for program in range(len(plans.worths)):
                plans.sums[seat, program] += (number + 1.0) * plans.worths[program]
            plans.played[seat] += (number + 1.0) * plans.worths[plans.chosen[number, seat]]


@rule
def best_reply(plans, seat):
    """The legal program with the highest sum."""
    begin = plans.first[len(plans.first) - 1]
    best = -1
    for program in range(len(plans.worths)):
        if plans.legal[seat, begin + program] and (best < 0 or plans.sums[seat, program] > plans.sums[seat, best]):
            best = program
    return best


@template
def sensible_program(board, plans, dice, scratches, habits, seat):
    """A program by the rule `greedy`, but for random actions."""
    plans.work[0] = plans.choosing[seat]
    state = plans.work[0]
    split(dice[0], state)
    program = 0
    for _ in range(len(plans.first) - 1):
        if below(state, habits.noise) == 0:
            action = pick(board[0], state, plans.mask)
        else:
            plans.work[1] = plans.work[0]
            action = advise(board[0], state, plans.work[1], scratches[0], habits.hidden)
        apply(board[0], state, action)
        program = program * len(plans.mask) + action
    return program


@template
def write_program(board, plans, seat, program):
    """Put a program into the round that begins to run."""
    length = len(plans.first) - 1
    for back in range(length):
        rewrite(board[0], plans.ready[0], seat, length - 1 - back, program % len(plans.mask))
        program //= len(plans.mask)


@template
def try_all(board, plans, scratches, seat):
    """Write to `worths` what each legal program of a seat is worth to it, against the others' programs in `ready`."""
    length = len(plans.first) - 1
    plans.nodes[0] = plans.ready[0]
    for ply in range(length):
        rewrite(board[0], plans.nodes[0], seat, ply, 0)
    plans.node_of[0] = 0
    plans.ended[0] = NEVER
    begin = 0
    end = 1
    for ply in range(length):
        begin, end = run_ply(board, plans, seat, ply, begin, end)
    for node in range(begin, end):
        plans.values[node] = worth(board, plans.nodes[node], scratches, seat, plans.ended[node])
    last = plans.first[length]
    for program in range(len(plans.worths)):
        if plans.legal[seat, last + program]:
            plans.worths[program] = plans.values[plans.node_of[last + program]]


@template
def worth(board, state, scratches, seat, ended):
    """What the state after a round is worth to a seat. An early end counts more, be it a win or a loss."""
    if ended == NEVER:
        return estimate(board[0], state, seat, scratches[0])
    return (1.0 - LATER * ended) * score(board[0], state, seat)


@template
def run_ply(board, plans, seat, ply, begin, end):
    """Run one place of all prefixes. The nodes from `begin` to `end` are the states before it; returns the range of
    those after it."""
    actions = len(plans.mask)
    for node in range(begin, end):
        for action in range(actions):
            plans.after[node, action] = -1
    plans.stamp[0] += 1
    new = end
    for prefix in range(plans.first[ply], plans.first[ply + 1]):
        if plans.legal[seat, prefix]:
            node = plans.node_of[prefix]
            for action in range(actions):
                longer = prefix * actions + 1 + action
                if plans.legal[seat, longer]:
                    if plans.after[node, action] < 0:
                        run_place(board, plans, seat, ply, node, action, new)
                        plans.after[node, action] = find_or_add(plans, new)
                        new = max(new, plans.after[node, action] + 1)
                    plans.node_of[longer] = plans.after[node, action]
    return end, new


@template
def run_place(board, plans, seat, ply, node, action, new):
    """Fill the node `new` with the state after one more place, with this action."""
    plans.nodes[new] = plans.nodes[node]
    plans.ended[new] = plans.ended[node]
    if plans.ended[node] != NEVER:
        return
    state = plans.nodes[new]
    rewrite(board[0], state, seat, ply, action)
    while state.to_act == BOARD and running(board[0], state) == ply:
        apply(board[0], state, 0)
    if state.to_act == NOBODY:
        plans.ended[new] = ply
    elif state.to_act == BOARD:
        rewrite(board[0], state, seat, ply, 0)  # states that differ only in actions that have run become equal


@rule
def find_or_add(plans, new):
    """The node of this place whose state equals that of the node `new`; `new` itself if there is none."""
    key = plans.ended[new] + 1
    for word in range(plans.words.shape[1]):
        key = ((key ^ plans.words[new, word]) * 0x01000193) & 0xFFFFFFFFFFF
        key ^= key >> 15
    at = key & (len(plans.table) - 1)
    while plans.table[at, 0] == plans.stamp[0]:
        if is_same(plans, plans.table[at, 1], new):
            return plans.table[at, 1]
        at = (at + 1) & (len(plans.table) - 1)
    plans.table[at, 0] = plans.stamp[0]
    plans.table[at, 1] = new
    return new


@rule
def is_same(plans, left, right):
    same = plans.ended[left] == plans.ended[right]
    for word in range(plans.words.shape[1]):
        same &= plans.words[left, word] == plans.words[right, word]
    return same


@template
def deepen(board, plans, inner, dice, scratches, habits, seat, program, others, iterations, values):
    """Values of a seat's program against several choices of the others (`others`: [choice, seat]), each found by
    planning the round after this one with the memory `inner`."""
    plans, inner = no_refcount((plans, inner))
    for choice in range(len(others)):
        split(dice[0], plans.ready[0])
        for other in range(len(plans.sums)):
            write_program(board, plans, other, program if other == seat else others[choice, other])
        plans.work[0] = plans.ready[0]
        run_board(board[0], plans.work[0])
        if plans.work[0].to_act == NOBODY:
            values[choice] = worth(board, plans.work[0], scratches, seat, 0)
        else:
            begin_round(board, inner, plans.work)
            iterate(board, inner, dice, scratches, habits, 0, iterations)
            values[choice] = value_of_round(inner, seat, iterations)


@rule
def value_of_round(plans, seat, iterations):
    """What a round is worth to a seat: its best reply to the others, less what best replies gain on average over
    what was played. In a game of two whose values add up to 0 this is the middle of both players' bounds."""
    gain = 0.0
    for one in range(len(plans.sums)):
        gain += plans.sums[one, best_reply(plans, one)] - plans.played[one]
    total = 0.5 * iterations * (iterations + 1)
    return (plans.sums[seat, best_reply(plans, seat)] - gain / len(plans.sums)) / total
