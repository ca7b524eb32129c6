"""Alpha-beta as a template over any game whose actions draw no random numbers.

A decision is a list of root actions and a few worlds; each action is searched in each world, and its value is the mean
over the worlds. Values are the searching seat's; all other seats play against it. Templates can't call themselves, so
the search keeps its own stack, which also lets it pause after any number of nodes and resume.
"""

from typing import Any, NamedTuple

from boardwalk.engine.default_rules import all_actions, no_estimate
from boardwalk.engine.records import Field, i8, i16, i32, i64, record
from boardwalk.engine.rules import NOBODY, no_refcount, rule, slot, template
from boardwalk.search.world_kernels import run_board

legal = slot()
apply = slot()
score = slot()
estimate = slot(no_estimate)
prune = slot(all_actions)

BIG = 10.0
END, SOONER = 1.5, 0.005  # what a win is worth, and how much less for each action before it; estimates are below 1
# Counters: nodes so far, positions judged at the horizon, the root action and world in work, the current ply (-1: the
# next world begins), and whether the root action is searched again.
NODES, HORIZON, ACTION, WORLD, PLY, AGAIN = 0, 1, 2, 3, 4, 5
NULL = 1e-6  # the width of a null window
# How the action in work is searched: as a whole, with a null window, also one ply less deep, or once more as a whole.
WHOLE, SCOUTED, REDUCED, ONCE_MORE = 0, 1, 2, 3
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
FIRST, SECOND = -40.0, -20.0  # sort keys: the best action of an earlier search, actions that refuted siblings
KILLERS = 2
NO_ACTION = -1
A, B, LOW = 0x5BD1E995, 0x1B873593, 0xFFFFFFFF


@record
class Entry:
    """What an earlier search found out about a position."""

    key: i64
    value: Field("d")
    search: i32  # the number of the decision it belongs to
    action: i32
    left: i16  # the depth below the position
    bound: i8


class Search(NamedTuple):
    """The memory of a search. Arrays with a row for each ply start with the position after the root action."""

    worlds: Any
    shares: Any
    roots: Any  # the root actions
    values: Any  # of the root actions
    states: Any  # by ply
    words: Any  # the same memory as words of 32 bits
    scratches: Any
    mask: Any
    actions: Any  # by ply: the ordered actions,
    keys: Any  # what they are ordered by,
    count: Any  # how many there are,
    at: Any  # how many were searched,
    how: Any  # how the one in work is searched,
    left: Any  # and how many plies are to be searched
    best_action: Any
    hashes: Any
    low: Any  # alpha and beta
    high: Any
    entered: Any  # alpha on entering; beta is `high` unless the seat to act minimises
    best: Any
    killers: Any
    table: Any
    counts: Any


class Setting(NamedTuple):
    seat: int
    number: int  # of the decision
    draw: float  # what a draw is worth to the seat
    late: int  # from this number on, actions are first searched one ply less deep
    margin: float  # root actions that are worse than the best by no more than this get exact values


@rule
def hash_of(words):
    """63 bits that identify a state."""
    a = 1
    b = 2
    for i in range(len(words)):
        word = int(words[i])
        mixed = (a ^ word) * A
        a = (mixed ^ (mixed >> 32)) & LOW
        mixed = (b ^ word) * B
        b = (mixed ^ (mixed >> 31)) & LOW
    return (a << 31) ^ b


@template
def worth_of(board, state, search, setting, ply):
    """What a position is worth that is not searched further."""
    if state.to_act == NOBODY:
        result = score(board, state, setting.seat)
        if result == 0:
            return setting.draw
        return result * (END - SOONER * ply)
    search.counts[HORIZON] += 1
    return estimate(board, state, setting.seat, search.scratches[0])


@rule
def from_root(value, ply):
    """A stored value counts the actions to an end from its own position; here they are counted from the root."""
    if value > 1.0:
        return value - SOONER * ply
    if value < -1.0:
        return value + SOONER * ply
    return value


@template
def probe(search, setting, ply, left):
    """Look the position up: narrows alpha and beta, or settles the value. Returns the best action known."""
    key = hash_of(search.words[ply])
    search.hashes[ply] = key
    entry = search.table[key % len(search.table)]
    if entry.key != key or entry.search != setting.number:
        return NO_ACTION
    if entry.left >= left:
        value = from_root(entry.value, ply)
        if entry.bound == EXACT:
            search.low[ply] = value
            search.high[ply] = value
            search.best[ply] = value
        elif entry.bound == AT_LEAST and value >= search.high[ply]:
            search.low[ply] = value
            search.best[ply] = value
        elif entry.bound == AT_MOST and value <= search.low[ply]:
            search.high[ply] = value
            search.best[ply] = value
    return int(entry.action)


@template
def store(search, setting, ply, left):
    """Keep what was found out about a position, unless the table has something deeper in its place."""
    key = search.hashes[ply]
    entry = search.table[key % len(search.table)]
    if entry.search == setting.number and entry.left > left and entry.key != key:
        return
    value = search.best[ply]
    if value <= search.entered[ply, 0]:
        entry.bound = AT_MOST
    elif value >= search.entered[ply, 1]:
        entry.bound = AT_LEAST
    else:
        entry.bound = EXACT
    entry.key = key
    entry.search = setting.number
    entry.left = left
    entry.action = search.best_action[ply]
    entry.value = from_root(value, -ply)


@template
def insert(search, ply, n, action, key):
    """Insert an action into the ordered actions of a ply."""
    i = n
    while i > 0 and search.keys[ply, i - 1] > key:
        search.keys[ply, i] = search.keys[ply, i - 1]
        search.actions[ply, i] = search.actions[ply, i - 1]
        i -= 1
    search.keys[ply, i] = key
    search.actions[ply, i] = action


@template
def open_node(board, search, setting, ply, left):
    """Begin the position at a ply, with `left` plies to search: order its actions by what they lead to. At the last ply
    that is the whole search. Returns whether the value is known already."""
    search.left[ply] = left
    search.how[ply] = WHOLE
    state = search.states[ply]
    child = search.states[ply + 1]
    search.best_action[ply] = NO_ACTION
    known = NO_ACTION
    if left > 1:
        known = probe(search, setting, ply, left)
        if search.low[ply] >= search.high[ply]:
            return True
    search.entered[ply, 0] = search.low[ply]
    search.entered[ply, 1] = search.high[ply]
    maximises = state.to_act == setting.seat
    best = -BIG if maximises else BIG
    legal(board, state, search.mask)
    prune(board, state, search.mask, search.scratches[0])
    n = 0
    for action in range(len(search.mask)):
        if search.mask[action]:
            search.states[ply + 1] = state
            apply(board, child, action)
            run_board(board, child)
            search.counts[NODES] += 1
            value = worth_of(board, child, search, setting, ply + 2)
            if left == 1:
                if (maximises and value > best) or (not maximises and value < best):
                    best = value
                if (maximises and best >= search.high[ply]) or (not maximises and best <= search.low[ply]):
                    break
            else:
                key = -value if maximises else value
                if action == known:
                    key = FIRST
                elif action == search.killers[ply, 0] or action == search.killers[ply, 1]:
                    key += SECOND
                insert(search, ply, n, action, key)
                n += 1
    search.count[ply] = n
    search.at[ply] = 0
    search.best[ply] = best
    return left == 1


@template
def fold(search, setting, ply, value):
    """Take the value of the action in work into account."""
    action = search.actions[ply, search.at[ply] - 1]
    if search.states[ply].to_act == setting.seat:
        if value > search.best[ply]:
            search.best[ply] = value
            search.best_action[ply] = action
        search.low[ply] = max(search.low[ply], value)
    else:
        if value < search.best[ply]:
            search.best[ply] = value
            search.best_action[ply] = action
        search.high[ply] = min(search.high[ply], value)
    if search.low[ply] >= search.high[ply] and search.killers[ply, 0] != action:
        search.killers[ply, 1] = search.killers[ply, 0]
        search.killers[ply, 0] = action


@template
def settle(search, setting, ply, value):
    """The action in work is worth this: take it into account, or search it again if it is better than expected."""
    how = search.how[ply]
    if how in (SCOUTED, REDUCED):
        if search.states[ply].to_act == setting.seat:
            better = value > search.low[ply]
            refutes = value >= search.high[ply]
        else:
            better = value < search.high[ply]
            refutes = value <= search.low[ply]
        if better and (how == REDUCED or not refutes):
            search.how[ply] = ONCE_MORE
            return
    search.how[ply] = WHOLE
    fold(search, setting, ply, value)


@template
def try_action(board, search, setting, ply):
    """Search the action in work. All but the first are expected to be worse: a null window proves it (principal
    variation search), and late ones are first searched less deep."""
    child = search.states[ply + 1]
    search.states[ply + 1] = search.states[ply]
    apply(board, child, search.actions[ply, search.at[ply] - 1])
    run_board(board, child)
    if child.to_act == NOBODY:
        search.how[ply] = WHOLE
        settle(search, setting, ply, worth_of(board, child, search, setting, ply + 2))
        return
    left = search.left[ply] - 1
    low = search.low[ply]
    high = search.high[ply]
    if search.how[ply] == ONCE_MORE or search.at[ply] == 1:
        search.how[ply] = WHOLE
    else:
        search.how[ply] = SCOUTED
        if search.at[ply] > setting.late and left > 1:
            search.how[ply] = REDUCED
            left -= 1
        if search.states[ply].to_act == setting.seat:
            high = min(high, low + NULL)
        else:
            low = max(low, high - NULL)
    search.low[ply + 1] = low
    search.high[ply + 1] = high
    if open_node(board, search, setting, ply + 1, left):
        settle(search, setting, ply, search.best[ply + 1])
    else:
        search.counts[PLY] = ply + 1


@template
def best_so_far(search, action):
    """The value of the best root action before this one, with a single world."""
    best = -BIG
    if len(search.worlds) == 1:
        for earlier in range(action):
            best = max(best, search.values[earlier])
    return best


@template
def finish(search, setting, value):
    """The root action in work is worth this in the world in work; go on to the next world, or search the action again
    as a whole if it is better than expected."""
    action = search.counts[ACTION]
    search.counts[PLY] = -1
    best = best_so_far(search, action)
    if best > -BIG and value > best and setting.margin == 0.0 and search.counts[AGAIN] == 0:
        search.counts[AGAIN] = 1
        return
    search.counts[AGAIN] = 0
    search.values[action] += search.shares[search.counts[WORLD]] * value
    search.counts[WORLD] += 1
    if search.counts[WORLD] == len(search.worlds):
        search.counts[WORLD] = 0
        search.counts[ACTION] += 1


@template
def begin(board, search, setting, depth):
    """Begin the next root action in the next world. With a single world, actions that are worse than the best so far
    only get an upper bound."""
    action = search.counts[ACTION]
    world = search.counts[WORLD]
    if world == 0:
        search.values[action] = 0.0
    state = search.states[0]
    search.states[0] = search.worlds[world]
    apply(board, state, search.roots[action])
    run_board(board, state)
    search.counts[NODES] += 1
    best = best_so_far(search, action)
    search.low[0] = best - setting.margin
    search.high[0] = BIG
    if best > -BIG and setting.margin == 0.0 and search.counts[AGAIN] == 0:
        search.high[0] = best + NULL
    if state.to_act == NOBODY or depth == 0:
        search.counts[AGAIN] = 1  # the value is exact
        finish(search, setting, worth_of(board, state, search, setting, 1))
    elif open_node(board, search, setting, 0, depth):
        finish(search, setting, search.best[0])
    else:
        search.counts[PLY] = 0


@template
def search_on(boards, search, setting, depth, field, until):
    """Search the first `field` root actions to a depth, until it has `until` nodes. Returns whether it is done."""
    boards, search = no_refcount((boards, search))
    board = boards[0]
    while search.counts[NODES] < until:
        ply = int(search.counts[PLY])
        if ply < 0:
            if search.counts[ACTION] >= field:
                return True
            begin(board, search, setting, depth)
        elif search.how[ply] == ONCE_MORE:
            try_action(board, search, setting, ply)
        elif search.at[ply] == search.count[ply] or search.low[ply] >= search.high[ply]:
            store(search, setting, ply, search.left[ply])
            if ply == 0:
                finish(search, setting, search.best[0])
            else:
                search.counts[PLY] = ply - 1
                settle(search, setting, ply - 1, search.best[ply])
        else:
            search.at[ply] += 1
            try_action(board, search, setting, ply)
    return search.counts[PLY] < 0 and search.counts[ACTION] >= field


@template
def vote(boards, search, votes):
    """Count for each action in how many worlds it is legal and worth a look."""
    for k in range(len(search.worlds)):
        search.states[0] = search.worlds[k]
        legal(boards[0], search.states[0], search.mask)
        prune(boards[0], search.states[0], search.mask, search.scratches[0])
        for action in range(len(votes)):
            votes[action] += 1 if search.mask[action] else 0


@template
def follow(boards, search, setting, action, line):
    """Write the expected course of the first world after an action into `line`; returns its length."""
    board = boards[0]
    state = search.states[0]
    search.states[0] = search.worlds[0]
    length = 0
    while length < len(line) and action >= 0:
        line[length] = action
        length += 1
        apply(board, state, action)
        run_board(board, state)
        if state.to_act == NOBODY:
            break
        key = hash_of(search.words[0])
        entry = search.table[key % len(search.table)]
        known = entry.key == key and entry.search == setting.number
        action = int(entry.action) if known else NO_ACTION
    return length
