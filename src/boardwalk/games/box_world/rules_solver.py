# mypy: ignore-errors
"""The search for the fewest moves that solve a level (BW-15). `solver.py` is its Python side.

It is an A* search over the positions right after a push: what lies between two pushes is walking, and that is measured
by one flood of the floor. A position takes at least as many moves as the finish is steps away with all boxes and holes
out of the way; that bound never sinks by more than the moves made, so the first finish taken up is the nearest.

The caller allocates all memory, as plain arrays and not records: one compiled search serves levels of every size.

- `cell`, `width`: the level as rules hold it, with all boxes numbered 0; overwritten with the position in hand;
- `place`: for each cell that can hold a box or a hole its number, else -1; `where` is the reverse;
- `bound`, `reach`, `line`: for each cell its steps to a finish, its steps from the player, and the flood's queue;
- `words`: for each position two bits for each of those cells, so many to a word; `node`: the rest of it, see below;
- `slot`: the hash table, its length a power of two; `bucket`: the positions that wait, by their least total of moves;
- `tally`: how many positions are known, and how many of them wait.
"""

from boardwalk.core.rules import rule
from boardwalk.games.box_world.rules import BOX, FINISH, FLOOR, HOLE, WALL, landing, step

A_WORD = 31  # cells in a word
AT, MOVES, PARENT, DIRECTION, NEXT, BEFORE = 0, 1, 2, 3, 4, 5  # columns of `node`; rows count from 1, 0 is none
NODE_COLUMNS = 6
KNOWN, WAITING = 0, 1  # entries of `tally`

UNSOLVABLE, GAVE_UP = 0, -1


@rule
def search(cell, width, player, place, where, bound, reach, line, words, node, slot, bucket, tally):
    """The row of the finish that the fewest moves reach (BW-15); or UNSOLVABLE; or GAVE_UP when memory is used up."""
    measure(cell, width, bound, line)
    if bound[player] < 0:
        return UNSOLVABLE
    pack(cell, where, words)
    tally[KNOWN] = 0
    tally[WAITING] = 0
    reach_node(player, 0, 0, 0, bound, words, node, slot, bucket, tally)
    total = bound[player]
    while tally[WAITING] > 0:
        k = bucket[total % len(bucket)]
        if k == 0:
            total += 1
            continue
        take_out(k, total, node, bucket, tally)
        if cell[node[k, AT]] == FINISH:
            return k
        if not expand(k, cell, width, place, where, bound, reach, line, words, node, slot, bucket, tally):
            return GAVE_UP
    return UNSOLVABLE


@rule
def measure(cell, width, bound, line):
    """How many steps each cell is from the nearest finish if only walls stood in the way; -1 where there is none."""
    end = 0
    for i in range(len(cell)):
        bound[i] = -1
        if cell[i] == FINISH:
            bound[i] = 0
            line[end] = i
            end += 1
    head = 0
    while head < end:
        at = line[head]
        head += 1
        for direction in range(4):
            to = at + step(direction, width)
            if cell[to] != WALL and bound[to] < 0:
                bound[to] = bound[at] + 1
                line[end] = to
                end += 1


@rule
def flood(cell, width, player, reach, line):
    """How many steps each cell is from the player over empty floor, else -1. `line` lists those cells, nearest first;
    how many there are is returned."""
    for i in range(len(cell)):
        reach[i] = -1
    reach[player] = 0
    line[0] = player
    head = 0
    end = 1
    while head < end:
        at = line[head]
        head += 1
        for direction in range(4):
            to = at + step(direction, width)
            if cell[to] == FLOOR and reach[to] < 0:
                reach[to] = reach[at] + 1
                line[end] = to
                end += 1
    return end


@rule
def pack(cell, where, words):
    """The cells' contents as the first row of words: 0 floor, 1 hole, 2 box, 3 ice box."""
    for word in range(words.shape[1]):
        words[1, word] = 0
    for i in range(len(where)):
        write(words, 1, i, cell[where[i]])


@rule
def unpack(words, k, cell, where):
    """Fill the cells from row k, the reverse of `pack`."""
    for i in range(len(where)):
        two = (words[k, i // A_WORD] >> (2 * (i % A_WORD))) & 3
        cell[where[i]] = two if two < 2 else two - 2 + BOX


@rule
def write(words, k, i, code):
    """Put what cell number i holds into row k."""
    two = code if code < BOX else code - BOX + 2
    shift = 2 * (i % A_WORD)
    words[k, i // A_WORD] = (words[k, i // A_WORD] & ~(3 << shift)) | (two << shift)


@rule
def expand(k, cell, width, place, where, bound, reach, line, words, node, slot, bucket, tally):
    """Reach all positions one push away (BW-7 to BW-11), and the nearest finish; False when memory is used up."""
    unpack(words, k, cell, where)
    finished = False
    for n in range(flood(cell, width, node[k, AT], reach, line)):
        at = line[n]
        moves = node[k, MOVES] + reach[at] + 1
        for direction in range(4):
            ahead = step(direction, width)
            there = at + ahead
            box = cell[there]
            if box < BOX and (box != FINISH or finished):
                continue
            if box >= BOX and cell[there + ahead] > HOLE:
                continue
            child = tally[KNOWN] + 1
            if child == len(node):
                return False
            for word in range(words.shape[1]):
                words[child, word] = words[k, word]
            if box == FINISH:
                finished = True
            else:
                to = landing(cell, there, ahead)
                write(words, child, place[there], FLOOR)
                write(words, child, place[to], FLOOR if cell[to] == HOLE else box)
            reach_node(there, moves, k, direction, bound, words, node, slot, bucket, tally)
    return True


@rule
def reach_node(at, moves, parent, direction, bound, words, node, slot, bucket, tally):
    """The position in the first free row of words, with the player on cell `at`, can be reached in so many moves."""
    k = tally[KNOWN] + 1
    node[k, AT] = at
    place = find(k, words, node, slot)
    if slot[place] == 0:
        slot[place] = k
        tally[KNOWN] = k
    else:
        k = slot[place]
        if node[k, MOVES] <= moves:
            return
        take_out(k, node[k, MOVES] + bound[at], node, bucket, tally)
    node[k, MOVES] = moves
    node[k, PARENT] = parent
    node[k, DIRECTION] = direction
    total = (moves + bound[at]) % len(bucket)
    first = bucket[total]
    node[k, NEXT] = first
    node[k, BEFORE] = 0
    node[first, BEFORE] = k
    bucket[total] = k
    tally[WAITING] += 1


@rule
def take_out(k, total, node, bucket, tally):
    """Position k no longer waits in the bucket of this total."""
    before = node[k, BEFORE]
    after = node[k, NEXT]
    if before:
        node[before, NEXT] = after
    else:
        bucket[total % len(bucket)] = after
    node[after, BEFORE] = before
    tally[WAITING] -= 1


@rule
def find(k, words, node, slot):
    """The entry of the hash table that holds the same position as row k, or the empty one where it belongs."""
    mixed = node[k, AT]
    for word in range(words.shape[1]):
        mixed = mix(mixed ^ (words[k, word] & 0x7FFFFFFF))
        mixed = mix(mixed ^ (words[k, word] >> 31))
    place = mixed & (len(slot) - 1)
    while slot[place] != 0 and not same(k, slot[place], words, node):
        place = (place + 1) & (len(slot) - 1)
    return place


@rule
def mix(bits):
    """31 bits from 31 bits, so that no product leaves 62."""
    product = bits * 0x5BD1E995 + 0x2545F491
    return (product ^ (product >> 31)) & 0x7FFFFFFF


@rule
def same(a, b, words, node):
    """Whether rows a and b hold the same position."""
    differs = node[a, AT] ^ node[b, AT]
    for word in range(words.shape[1]):
        differs |= words[a, word] ^ words[b, word]
    return differs == 0


@rule
def trace(k, cell, width, where, reach, line, words, node, path):
    """Write the moves that lead to position k."""
    while node[k, PARENT] != 0:
        parent = node[k, PARENT]
        path[node[k, MOVES] - 1] = node[k, DIRECTION]
        at = node[k, AT] - step(node[k, DIRECTION], width)
        unpack(words, parent, cell, where)
        flood(cell, width, node[parent, AT], reach, line)
        for left in range(reach[at], 0, -1):
            for direction in range(4):
                if reach[at - step(direction, width)] == left - 1:
                    path[node[parent, MOVES] + left - 1] = direction
                    at -= step(direction, width)
                    break
        k = parent
