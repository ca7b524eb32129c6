"""Templates that keep a belief: distinct worlds with weights that agree with every view of a seat so far.

A world is a full state. For one step between two views each world takes every action that may have been that step, and
the results that look to the seat exactly like the new view are kept. Equal results are merged by a hash table, so a
belief of few worlds costs little and stays exact; beyond its size it is thinned by systematic resampling.

Worlds are compared with their random streams cleared; each world that is kept gets a stream of its own.
"""

from typing import Any, NamedTuple

from boardwalk.engine.default_rules import as_greedy, no_guess, nothing_hidden, only_the_stream
from boardwalk.engine.random import draw
from boardwalk.engine.rules import BOARD, NOBODY, no_refcount, rule, slot, template
from boardwalk.search.world_kernels import split

legal = slot()
apply = slot()
conceal = slot(only_the_stream)
determinize = slot(nothing_hidden)

NEXT, SEEN, DICE = 0, 1, 2  # rows of `Work.records`: the next world, what the seat sees of it, the belief's own stream
FOLLOW, GRAFT, REFILL = 0, 1, 2  # values of `Fill.how`
KIDS, QUEUED, DROPPED, TRIED = 0, 1, 2, 3  # entries of `Work.counts`
MIX = 0x2545F4914F6CDD1D
UNIFORM = 0.05  # share of the model in which every legal action is equally likely
FULL_TRIALS = 24  # worlds in which every legal action is tried, before those that never fitted are only
RARELY = 8  # tried in one world of this many
LEAST = 1e-7  # worlds of less weight are not followed through steps that the seat does not notice


action_prior = slot(as_greedy)
guess = slot(no_guess)


class Worlds(NamedTuple):
    """Weighted worlds, all distinct, and a hash table of their numbers (-1: free)."""

    records: Any
    words: Any
    weights: Any
    slots: Any


class Fill(NamedTuple):
    """How to get worlds. For REFILL: `tries` worlds are imagined until there are `wanted` distinct ones, which get
    `share` of the weight together; if `strict`, only those that look like the view."""

    how: int
    tries: int = 0
    wanted: int = 0
    share: float = 0.0
    strict: bool = True


class Shown(NamedTuple):
    """The words of the new view (`now`) and of the one before; `action`: the seat's own action between them, or -1."""

    now: Any
    before: Any
    action: int
    seat: int


class Work(NamedTuple):
    """Memory to work in. `tried` and `fitted` count, for each action, in how many worlds."""

    records: Any
    words: Any
    bytes: Any
    mask: Any
    chances: Any
    tried: Any
    fitted: Any
    counts: Any
    streams: int  # how many random streams are tried for a step that may draw random numbers


@rule
def unit(state):
    """A random number from 0 to 1."""
    return draw(state) / 4294967296.0


@rule
def clear_stream(state):
    state.rng[0] = 0
    state.rng[1] = 0


@rule
def copy_row(target, to, source, row):
    for word in range(source.shape[1]):
        target[to, word] = source[row, word]


@rule
def equals(words, row, shown):
    word = 0
    while word < len(shown) and words[row, word] == shown[word]:
        word += 1
    return word == len(shown)


@rule
def same_rows(words, row, others, other):
    word = 0
    while word < words.shape[1] and words[row, word] == others[other, word]:
        word += 1
    return word == words.shape[1]


@rule
def hashed(words, row):
    code = 0
    for word in range(words.shape[1]):
        code = (code ^ words[row, word]) * MIX
        code ^= code >> 29
    return code


@rule
def clear_slots(store):
    for i in range(len(store.slots)):
        store.slots[i] = -1


@rule
def find_slot(store, words, row):
    """The entry of the hash table for a world: that of its equal, or a free one."""
    last = len(store.slots) - 1
    at = hashed(words, row) & last
    while store.slots[at] >= 0 and not same_rows(store.words, store.slots[at], words, row):
        at = (at + 1) & last
    return at


@rule
def thin(store, count, goal, dice):
    """Draw about `goal` worlds by weight at even distances (systematic resampling); returns how many are left."""
    if count <= goal:
        return count
    total = 0.0
    for k in range(count):
        total += store.weights[k]
    share = total / goal
    at = unit(dice) * share
    reach = 0.0
    kept = 0
    for k in range(count):
        reach += store.weights[k]
        copies = 0
        while at < reach and copies <= goal:
            copies += 1
            at += share
        if copies:
            if kept != k:
                copy_row(store.words, kept, store.words, k)
            store.weights[kept] = copies * share
            kept += 1
    clear_slots(store)
    for k in range(kept):
        store.slots[find_slot(store, store.words, k)] = k
    return kept


@rule
def add(store, count, work, weight):
    """Add the next world, or its weight to its equal; returns how many worlds there are."""
    at = find_slot(store, work.words, NEXT)
    if store.slots[at] >= 0:
        store.weights[store.slots[at]] += weight
        return count
    if count == len(store.weights):
        work.counts[DROPPED] += 1
        count = thin(store, count, count // 2, work.records[DICE])
        at = find_slot(store, work.words, NEXT)
    copy_row(store.words, count, work.words, NEXT)
    store.weights[count] = weight
    store.slots[at] = count
    return count + 1


@template
def look(board, work, seat):
    """Conceal a copy of the next world for the seat."""
    copy_row(work.words, SEEN, work.words, NEXT)
    conceal(board, work.records[SEEN], seat)


@template
def attempt(board, queue, k, action, weight, kids, shown, work):
    """Take one step in a copy of a world; keep the result if it looks like the new view, or like the one before it,
    in which case the step may not have been the last. Returns whether it was kept."""
    work.counts[TRIED] += 1
    copy_row(work.words, NEXT, queue.words, k)
    following = work.records[NEXT]
    split(work.records[DICE], following)
    apply(board, following, action)
    clear_stream(following)
    look(board, work, shown.seat)
    if equals(work.words, SEEN, shown.now):
        work.counts[KIDS] = add(kids, work.counts[KIDS], work, weight)
        return True
    if shown.action < 0 and weight > LEAST and equals(work.words, SEEN, shown.before):
        if work.counts[QUEUED] < len(queue.weights):
            work.counts[QUEUED] = add(queue, work.counts[QUEUED], work, weight)
            return True
        work.counts[DROPPED] += 1
    return False


@template
def weigh(board, world, work, scratch):
    """The chances of the legal actions of the seat to act, as the model of the others has them. The world is a copy."""
    count = legal(board, world, work.mask)
    action_prior(board, world, work.mask, work.chances, scratch)
    total = 0.0
    for action in range(len(work.mask)):
        if work.mask[action]:
            total += work.chances[action]
    for action in range(len(work.mask)):
        work.chances[action] = (1.0 - UNIFORM) * work.chances[action] / total + UNIFORM / count


@template
def branch(board, queue, k, kids, shown, work, scratch):
    """Try every step that may follow in world k of the queue."""
    world = queue.records[k]
    weight = queue.weights[k]
    to_act = int(world.to_act)
    if to_act == NOBODY or (to_act == shown.seat) != (shown.action >= 0):
        return
    certain = to_act == BOARD or to_act == shown.seat
    least = 1.0 / len(kids.weights)
    if not certain:
        copy_row(work.words, SEEN, queue.words, k)
        split(work.records[DICE], work.records[SEEN])
        weigh(board, work.records[SEEN], work, scratch)
    for i in range(work.streams if certain else len(work.mask)):
        action = max(shown.action, 0) if certain else i
        share = weight / work.streams
        if not certain:
            if work.mask[action] == 0:
                continue
            share = weight * work.chances[action]
            if work.fitted[action] == 0 and work.tried[action] >= FULL_TRIALS:
                if draw(work.records[DICE]) % RARELY:
                    continue
                share *= RARELY
            if work.counts[DROPPED] and share < least:  # too many fit: try a sample of the unlikely ones
                if unit(work.records[DICE]) * least >= share:
                    continue
                share = least
        work.tried[action] += 1
        if attempt(board, queue, k, action, share, kids, shown, work):
            work.fitted[action] += 1


@template
def keep(worlds, kids, work, size):
    """Replace the worlds by the new ones, with weights that add up to 1; returns how many there are."""
    if work.counts[KIDS] > size:
        work.counts[DROPPED] += 1
    count = thin(kids, work.counts[KIDS], size, work.records[DICE])
    total = 0.0
    for k in range(count):
        total += kids.weights[k]
    for k in range(count):
        copy_row(worlds.words, k, kids.words, k)
        split(work.records[DICE], worlds.records[k])
        worlds.weights[k] = kids.weights[k] / total
    return count


@template
def start(kids, work):
    clear_slots(kids)
    for i in range(len(work.counts)):
        work.counts[i] = 0


@template
def follow(board, worlds, count, kids, queue, shown, work, scratch, size):
    """Take the worlds through the step, or steps that the seat did not notice and one it did. Returns how many worlds
    there are then; with 0 they stay as they were."""
    start(kids, work)
    clear_slots(queue)
    for action in range(len(work.tried)):
        work.tried[action] = 0
        work.fitted[action] = 0
    for k in range(count):  # not in the hash table: worlds after an unnoticed step are not merged with these
        copy_row(queue.words, k, worlds.words, k)
        queue.weights[k] = worlds.weights[k]
    work.counts[QUEUED] = count
    k = 0
    while k < work.counts[QUEUED]:  # it grows: several attempts of another seat may have been refused
        branch(board, queue, k, kids, shown, work, scratch)
        k += 1
    if work.counts[KIDS] == 0:
        return 0
    return keep(worlds, kids, work, size)


@template
def graft(board, worlds, count, kids, shown, work, size):
    """For a step of the board whose random numbers none of the tried streams met: take what a world hides from the
    seat over into the new view. Right if the step did not change what is hidden. Returns how many worlds there are."""
    start(kids, work)
    for k in range(count):
        copy_row(work.words, NEXT, worlds.words, k)
        clear_stream(work.records[NEXT])
        look(board, work, shown.seat)
        for word in range(len(shown.now)):  # then the row SEEN becomes a mask of the bytes that were hidden
            work.words[SEEN, word] ^= work.words[NEXT, word]
        for byte in range(work.bytes.shape[1]):
            if work.bytes[SEEN, byte]:
                work.bytes[SEEN, byte] = 255
        for word in range(len(shown.now)):
            mask = work.words[SEEN, word]
            work.words[NEXT, word] = (work.words[NEXT, word] & mask) | (shown.now[word] & ~mask)
        look(board, work, shown.seat)
        if equals(work.words, SEEN, shown.now):
            work.counts[KIDS] = add(kids, work.counts[KIDS], work, worlds.weights[k])
    if work.counts[KIDS] == 0:
        return 0
    return keep(worlds, kids, work, size)


@template
def refill(board, worlds, count, kids, shown, work, scratch, size, fill):
    """Add worlds imagined for this view alone. Returns how many worlds there are then."""
    start(kids, work)
    found = 0
    for _ in range(fill.tries):
        if work.counts[KIDS] >= fill.wanted:
            break
        for word in range(len(shown.now)):
            work.words[NEXT, word] = shown.now[word]
        world = work.records[NEXT]
        split(work.records[DICE], world)
        determinize(board, world, shown.seat)
        guess(board, world, shown.seat, scratch)
        clear_stream(world)
        look(board, work, shown.seat)
        if not fill.strict or equals(work.words, SEEN, shown.now):
            work.counts[KIDS] = add(kids, work.counts[KIDS], work, 1.0)
            found += 1
    if found == 0:
        return count
    for k in range(work.counts[KIDS]):
        kids.weights[k] *= fill.share / found
    for k in range(count):
        copy_row(work.words, NEXT, worlds.words, k)
        clear_stream(work.records[NEXT])
        work.counts[KIDS] = add(kids, work.counts[KIDS], work, (1.0 - fill.share) * worlds.weights[k])
    return keep(worlds, kids, work, size)


@template
def update(boards, worlds, count, kids, queue, shown, work, scratches, size, fill):
    """One of the three ways to get worlds for a new view, by `fill.how`: one entry, so that the rules are compiled into
    one function. Returns how many worlds there are then."""
    worlds, kids, queue, shown, work = no_refcount((worlds, kids, queue, shown, work))
    if fill.how == FOLLOW:
        return follow(boards[0], worlds, count, kids, queue, shown, work, scratches[0], size)
    if fill.how == GRAFT:
        return graft(boards[0], worlds, count, kids, shown, work, size)
    return refill(boards[0], worlds, count, kids, shown, work, scratches[0], size, fill)
