# mypy: ignore-errors
"""All positions of a game for two as a template over any game without secrets whose actions draw no random numbers.

They are enumerated breadth-first and solved by retrograde analysis. Draws are then judged by how likely an opponent who
sees only a few plies ahead is to go wrong. Positions are numbered as they are found. Each is one in which a seat is to
act, or the end of a game, and stands for all that `canonicalize` makes the same.
"""

from typing import Any, NamedTuple

from boardwalk.engine.default_rules import itself, no_estimate
from boardwalk.engine.rules import NOBODY, no_refcount, rule, slot, template
from boardwalk.search.alpha_beta.kernels import BIG, END, SOONER, hash_of
from boardwalk.search.world_kernels import run_board

legal = slot()
apply = slot()
score = slot()
estimate = slot(no_estimate)
canonicalize = slot(itself)

DONE, FOUND = 0, 1  # counters: positions whose successors are known, and positions
NOT_LEGAL = -1


class Graph(NamedTuple):
    """The positions. Arrays have a row for each."""

    successors: Any  # by action: the number of the position after it, or NOT_LEGAL
    movers: Any  # the seat to act, or NOBODY
    results: Any  # 1 if the first seat wins, -1 if the second does, 0 for a draw
    plies: Any  # to the end, if there is a winner


class Found(NamedTuple):
    """The memory of an enumeration."""

    states: Any
    words: Any  # the same memory as words of 32 bits
    keys: Any  # that identify the states
    slots: Any  # a hash table of 1 + the numbers of positions; 0 is free
    mask: Any
    counts: Any


@rule
def seek(keys, slots, key):
    """The slot that holds a key, or the free one where it belongs. The number of slots is a power of two."""
    last = len(slots) - 1
    at = key & last
    while slots[at] != 0 and keys[slots[at] - 1] != key:
        at = (at + 1) & last
    return at


@rule
def index(keys, slots):
    """Fill an empty hash table with the numbers of all keys, each of which is there once."""
    for number in range(len(keys)):
        slots[seek(keys, slots, keys[number])] = number + 1


@template
def simplify(board, state):
    """Clear what makes no difference to how the game goes on."""
    state.rng[0] = 0
    state.rng[1] = 0
    canonicalize(board, state)


@template
def number_of(boards, states, words, keys, slots):
    """The number of the position `states[0]`, or -1; simplifies the state."""
    simplify(boards[0], states[0])
    return int(slots[seek(keys, slots, hash_of(words[0]))]) - 1


@template
def enter(board, found):
    """Simplify the state after the last one found, and keep it if it is new. Returns its number."""
    count = found.counts[FOUND]
    simplify(board, found.states[count])
    key = hash_of(found.words[count])
    at = seek(found.keys, found.slots, key)
    if found.slots[at] == 0:
        found.keys[count] = key
        found.slots[at] = count + 1
        found.counts[FOUND] = count + 1
    return int(found.slots[at]) - 1


@template
def enumerate_all(boards, found, graph):
    """Find all positions that can follow `states[0]`. Returns whether there was room for them."""
    boards, found, graph = no_refcount((boards, found, graph))
    board = boards[0]
    actions = len(found.mask)
    enter(board, found)
    while found.counts[DONE] < found.counts[FOUND]:
        if found.counts[FOUND] + actions > len(found.states):
            return False
        here = int(found.counts[DONE])
        found.counts[DONE] = here + 1
        state = found.states[here]
        graph.movers[here] = state.to_act
        graph.results[here] = 0
        for action in range(actions):
            graph.successors[here, action] = NOT_LEGAL
        if state.to_act == NOBODY:
            graph.results[here] = score(board, state, 0)
            continue
        legal(board, state, found.mask)
        for action in range(actions):
            if found.mask[action]:
                count = int(found.counts[FOUND])
                found.states[count] = state
                apply(board, found.states[count], action)
                run_board(board, found.states[count])
                graph.successors[here, action] = enter(board, found)
    return True


@rule
def link(graph, first, before, left):
    """List the positions before each one: `before[first[n]:first[n + 1]]`, once for each action; `left[n]` is the
    number of actions of a position."""
    graph, first, before, left = no_refcount((graph, first, before, left))
    count = len(graph.movers)
    actions = len(graph.successors[0])
    for here in range(count + 1):
        first[here] = 0
    for here in range(count):
        left[here] = 0
        for action in range(actions):
            there = graph.successors[here, action]
            if there >= 0:
                first[there] += 1
                left[here] += 1
    for here in range(count):  # where each list ends
        first[here + 1] += first[here]
    for here in range(count):  # filled from its end, after which `first` is where it begins
        for action in range(actions):
            there = graph.successors[here, action]
            if there >= 0:
                first[there] -= 1
                before[first[there]] = here


@rule
def solve(graph, first, before, left, queue):
    """Find the result of every position, and the plies to it, backwards from the ends of games. A position is won as
    soon as one action wins, and lost when no other is `left`; positions come up in the order of their plies, so these
    are the fewest for the winner and the most for the loser."""
    graph, first, before, left, queue = no_refcount((graph, first, before, left, queue))
    last = 0
    for here in range(len(graph.movers)):
        graph.plies[here] = 0
        if graph.results[here] != 0:
            queue[last] = here
            last += 1
    at = 0
    while at < last:
        there = queue[at]
        at += 1
        winner = 0 if graph.results[there] > 0 else 1
        for k in range(first[there], first[there + 1]):
            here = before[k]
            if graph.results[here] == 0:
                left[here] -= 1
                if graph.movers[here] == winner or left[here] == 0:
                    graph.results[here] = graph.results[there]
                    graph.plies[here] = graph.plies[there] + 1
                    queue[last] = here
                    last += 1


@template
def judge(boards, states, scratches, graph, worth):
    """What each position seems to be worth to the first seat without looking ahead."""
    boards, states, scratches, graph, worth = no_refcount((boards, states, scratches, graph, worth))
    board = boards[0]
    for here in range(len(worth)):
        if graph.movers[here] == NOBODY:
            worth[here] = graph.results[here] * END
        else:
            worth[here] = estimate(board, states[here], 0, scratches[0])


@rule
def later(value):
    """A result is worth a little less a ply before it."""
    if value > 1.0:
        return value - SOONER
    if value < -1.0:
        return value + SOONER
    return value


@rule
def look_deeper(graph, worth, deeper):
    """What each position seems to be worth one ply deeper than in `worth`."""
    graph, worth, deeper = no_refcount((graph, worth, deeper))
    for here in range(len(worth)):
        mover = graph.movers[here]
        if mover == NOBODY:
            deeper[here] = worth[here]
            continue
        sign = 1.0 if mover == 0 else -1.0
        best = -BIG
        for action in range(len(graph.successors[here])):
            there = graph.successors[here, action]
            if there >= 0:
                best = max(best, sign * later(worth[there]))
        deeper[here] = sign * best


@rule
def choose(graph, worth, choices):
    """The action of each drawn position that leads to what seems to be worth most; among equal ones the one that was
    chosen before, as a search that deepens step by step does."""
    graph, worth, choices = no_refcount((graph, worth, choices))
    for here in range(len(worth)):
        mover = graph.movers[here]
        if mover == NOBODY or graph.results[here] != 0:
            continue
        sign = 1.0 if mover == 0 else -1.0
        before = graph.successors[here, choices[here]]
        best = sign * worth[before] if before >= 0 else -BIG
        for action in range(len(graph.successors[here])):
            there = graph.successors[here, action]
            if there >= 0 and sign * worth[there] > best:
                best = sign * worth[there]
                choices[here] = action


@rule
def expect(graph, worth, choices, chances, share, bold):
    """Add to the chances of each action those of a share of all players, to whom positions seem to be worth this: they
    take their choices, but with probability `bold` any action that does not seem lost."""
    graph, worth, choices, chances = no_refcount((graph, worth, choices, chances))
    for here in range(len(worth)):
        mover = graph.movers[here]
        if mover == NOBODY or graph.results[here] != 0:
            continue
        sign = 1.0 if mover == 0 else -1.0
        safe = 0
        for action in range(len(graph.successors[here])):
            there = graph.successors[here, action]
            if there >= 0 and sign * worth[there] >= -1.0:
                safe += 1
        chances[here, choices[here]] += share * (1.0 - bold if safe else 1.0)
        for action in range(len(graph.successors[here])):
            there = graph.successors[here, action]
            if there >= 0 and sign * worth[there] >= -1.0:
                chances[here, action] += share * bold / safe


@rule
def hope(graph, chances, hopes, seat, discount, backwards):
    """Compute the probability of winning of each drawn position once more from those of its successors: a seat takes
    the best action, and its opponent acts by `chances`. Returns the largest change."""
    graph, chances, hopes = no_refcount((graph, chances, hopes))
    largest = 0.0
    count = len(hopes)
    for k in range(count):
        here = count - 1 - k if backwards else k
        mover = graph.movers[here]
        if mover == NOBODY or graph.results[here] != 0:
            continue
        value = 0.0
        for action in range(len(graph.successors[here])):
            there = graph.successors[here, action]
            if there >= 0:
                if mover == seat:
                    value = max(value, hopes[there])
                else:
                    value += chances[here, action] * hopes[there]
        value *= discount
        largest = max(largest, abs(value - hopes[here]))
        hopes[here] = value
    return largest
