"""Information-set tree search as a template over any game's rules.

Every simulation starts from one of several full worlds that fit what the seat knows. Nodes are sequences of actions
(open loop): the board's own steps are taken anew in each simulation and are not nodes. An action that is not legal in
the current world is skipped, and a child's exploration term counts the visits in which it was legal (as in ISMCTS).
Each seat maximises its own result.
"""

import math
from typing import Any, NamedTuple

from boardwalk.engine.default_rules import all_actions, no_estimate, no_rollout, pick_by_mask
from boardwalk.engine.random import below
from boardwalk.engine.records import Field, i8, i16, i32, record
from boardwalk.engine.rules import NOBODY, no_refcount, slot, template
from boardwalk.search.world_kernels import advise, run_board, split

legal = slot()
apply = slot()
score = slot()
pick = slot(pick_by_mask)
estimate = slot(no_estimate)
prune = slot(all_actions)
rollout = slot(no_rollout)

USED, DONE = 0, 1  # counters: the last node in use, simulations so far
NONE = 0  # no node: the root is nobody's child
UNKNOWN = -2  # the result of a node that is not proven
ALWAYS = 256  # of 256: shares are compared with a random byte
LATER = 0.0005  # how much less an end is worth for each action before it
UNJUDGED = 9.0


@record
class Node:
    value: Field("d")  # the sum of the results for `mover`
    visits: i32
    available: i32  # how often it could have been visited
    first: i32  # the newest child
    next: i32  # the next older sibling
    action: i32
    legal: i32  # how many actions are legal afterwards (only where results are proven)
    plies: i16  # the length of the proof
    mover: i8  # the seat whose action it is
    result: i8  # proven result for `mover`, or UNKNOWN


class Search(NamedTuple):
    """The memory of a search."""

    worlds: Any
    work: Any  # the state of the current simulation, and one to ask `greedy` with
    scratches: Any
    nodes: Any
    mask: Any
    path: Any
    worth: Any  # by seat
    counts: Any


class Setting(NamedTuple):
    """The parameters of a search. Shares are of 256."""

    seat: int
    playout: int
    random_share: int
    greedy_share: int
    exploration: float
    widening: float
    draw: float
    hidden: bool
    rolls: bool  # the game has the rule `rollout`
    proves: bool  # the game has two seats, no secrets and no chance, so that nodes can be proven


@template
def sensible(board, state, search, setting):
    """An action by the rule `rollout`, or else by `greedy`."""
    if setting.rolls:
        return int(rollout(board, state, int(state.to_act), search.scratches[0]))
    search.work[1] = state
    return int(advise(board, state, search.work[1], search.scratches[0], setting.hidden))


@template
def choose_in_playout(board, state, search, setting):
    if setting.random_share >= ALWAYS or below(state, ALWAYS) < setting.random_share:
        return pick(board, state, search.mask)
    return sensible(board, state, search, setting)


@template
def child_of(search, parent, action):
    """The child of that action, or NONE."""
    child = search.nodes[parent].first
    while child != NONE and search.nodes[child].action != action:
        child = search.nodes[child].next
    return child


@template
def add_child(search, parent, action, mover):
    search.counts[USED] += 1
    number = search.counts[USED]
    node = search.nodes[number]
    node.value = 0.0
    node.visits = 0
    node.available = 1
    node.first = NONE
    node.next = search.nodes[parent].first
    node.action = action
    node.legal = 0
    node.plies = 0
    node.mover = mover
    node.result = UNKNOWN
    search.nodes[parent].first = number
    return number


@template
def best_child(search, parent, setting):
    """The legal child with the highest upper bound, or NONE; its action is marked with 2 in the mask. Returns that
    child and the number of legal children."""
    nodes = search.nodes
    mask = search.mask
    best = NONE
    most = -1e30
    known = 0
    child = nodes[parent].first
    while child != NONE:
        node = nodes[child]
        if mask[node.action]:
            mask[node.action] = 2
            known += 1
            node.available += 1
            if node.result != UNKNOWN:
                bound = 10.0 * node.result  # a proven draw is chosen only if nothing else is left to explore
                if node.result == 0:
                    bound = 0.0
            else:
                spread = math.sqrt(math.log(node.available) / node.visits)
                bound = node.value / node.visits + setting.exploration * spread
            if bound > most:
                most = bound
                best = child
        child = node.next
    return best, known


@template
def new_action(board, state, search, setting, known, count):
    """An action without a node: first a sensible one, then at random. Such actions have 1 in the mask."""
    mask = search.mask
    if known == 0 and setting.random_share < ALWAYS:
        action = sensible(board, state, search, setting)
        if mask[action] == 1:
            return action
    left = below(state, count - known)
    for action in range(len(mask)):
        if mask[action] == 1:
            if left == 0:
                return action
            left -= 1
    return 0


@template
def follow(board, state, search, setting, node, greedily):
    """The child of a node by which a simulation goes on, NONE if there is none and the tree is full; and whether the
    child is new."""
    count = legal(board, state, search.mask)
    search.nodes[node].legal = count
    room = search.counts[USED] + 1 < len(search.nodes)
    mover = int(state.to_act)
    if greedily:
        search.work[1] = state
        action = int(advise(board, state, search.work[1], search.scratches[0], setting.hidden))
        child = child_of(search, node, action)
        if child == NONE and room:
            return add_child(search, node, action, mover), True
        return child, False
    count = prune(board, state, search.mask, search.scratches[0])
    child, known = best_child(search, node, setting)
    wide = setting.widening <= 0.0 or known < 2.0 + setting.widening * math.sqrt(search.nodes[node].visits)
    wide = wide or known == 0 or search.nodes[child].result == -1
    if known < count and room and wide and (known == 0 or search.nodes[child].result != 1):
        return add_child(search, node, new_action(board, state, search, setting, known, count), mover), True
    return child, False


@template
def descend(board, state, search, setting):
    """Follow the tree from the root, add a node, and play on from there. Returns the number of nodes on the path and
    the number of actions."""
    nodes = search.nodes
    path = search.path
    node = 0
    length = 0
    actions = 0
    playing = -1  # actions of the playout; -1: still in the tree
    naive = setting.greedy_share > 0 and below(state, ALWAYS) < setting.greedy_share
    while True:
        run_board(board, state)
        if state.to_act == NOBODY or length >= len(path):
            break
        if playing >= setting.playout:
            break
        if playing >= 0:
            playing += 1
            actions += 1
            apply(board, state, choose_in_playout(board, state, search, setting))
            continue
        greedily = naive and state.to_act != setting.seat
        if greedily and setting.greedy_share >= ALWAYS:
            actions += 1
            apply(board, state, choose_in_playout(board, state, search, setting))
            continue
        child, is_new = follow(board, state, search, setting, node, greedily)
        if is_new or child == NONE:  # without a child the tree is full
            playing = 0
        if child == NONE:
            continue
        path[length] = child
        length += 1
        actions += 1
        apply(board, state, nodes[child].action)
        node = child
        if nodes[node].result != UNKNOWN:
            break
    return length, actions


@template
def judge(board, state, search, setting, node, actions):
    """Fill in `worth` for the seat whose action the node is, if it is not known yet."""
    mover = int(search.nodes[node].mover)
    if search.worth[mover] == UNJUDGED:
        if state.to_act == NOBODY:
            search.worth[mover] = score(board, state, mover) * (1.0 - LATER * min(actions, 1000))
            if search.worth[mover] == 0.0 and mover == setting.seat:
                search.worth[mover] = setting.draw
        else:
            search.worth[mover] = estimate(board, state, mover, search.scratches[0])
    return search.worth[mover]


@template
def prove(search, parent):
    """Set the result of a node if it follows from its children: one wins for the seat to act, or all are proven."""
    nodes = search.nodes
    best = UNKNOWN
    plies = 0
    proven = 0
    mover = -1
    child = nodes[parent].first
    while child != NONE:
        node = nodes[child]
        mover = node.mover
        if node.result != UNKNOWN:
            proven += 1
            sooner = node.plies < plies if node.result == 1 else node.plies > plies
            if node.result > best or (node.result == best and sooner):
                best = node.result
                plies = node.plies
        child = node.next
    if best == 1 or (proven > 0 and proven == nodes[parent].legal):
        nodes[parent].result = best if mover == nodes[parent].mover else -best
        nodes[parent].plies = plies + 1
        return True
    return False


@template
def back_up(board, state, search, setting, length, actions):
    """Add the result of a simulation to the nodes on its path, and prove what can be proven."""
    nodes = search.nodes
    path = search.path
    worth = search.worth
    for seat in range(len(worth)):
        worth[seat] = UNJUDGED
    last = path[length - 1]
    proving = setting.proves and length > 0
    if proving and nodes[last].result == UNKNOWN and state.to_act == NOBODY and actions == length:
        nodes[last].result = score(board, state, int(nodes[last].mover))
    if proving and nodes[last].result != UNKNOWN:
        mover = int(nodes[last].mover)
        worth[mover] = nodes[last].result * (1.0 - LATER * (length + nodes[last].plies))
        worth[1 - mover] = -worth[mover]
    proving = proving and nodes[last].result != UNKNOWN
    nodes[0].visits += 1
    for i in range(length - 1, -1, -1):
        node = nodes[path[i]]
        node.visits += 1
        node.value += judge(board, state, search, setting, path[i], actions)
        if proving:
            proving = prove(search, path[i - 1] if i > 0 else 0)
    search.counts[DONE] += 1


@template
def plant(search, seat):
    """An empty tree."""
    search.counts[USED] = 0
    search.counts[DONE] = 0
    root = search.nodes[0]
    root.value = 0.0
    root.visits = 0
    root.available = 0
    root.first = NONE
    root.next = NONE
    root.action = -1
    root.legal = 0
    root.plies = 0
    root.mover = seat
    root.result = UNKNOWN


@template
def simulate(boards, dice, search, setting, simulations):
    """Run simulations, fewer if the root is proven. `dice`: a state with the random stream of the search."""
    boards, dice, search = no_refcount((boards, dice, search))
    board = boards[0]
    state = search.work[0]
    for _ in range(simulations):
        if search.nodes[0].result != UNKNOWN:
            break
        search.work[0] = search.worlds[below(dice[0], len(search.worlds))]
        split(dice[0], state)
        length, actions = descend(board, state, search, setting)
        back_up(board, state, search, setting, length, actions)
