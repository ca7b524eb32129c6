# mypy: ignore-errors
"""The search for the fewest moves that solve a level (BW-15); called through `solver.py`.

An A* search over the positions right after a push. The player walks between two pushes; the lengths of all walks come
from one breadth-first search over the floor. The heuristic is the distance to the nearest finish with all boxes and
holes removed. It is consistent, so the first finish that is expanded is reached in the fewest moves.

The caller allocates all memory, as plain arrays rather than records, so that one compiled search serves all sizes:

- `cell`, `width`: the level as in State, with all boxes numbered 0; overwritten with the position being expanded;
- `place`: for each cell that can hold a box or a hole its number, else -1; `where` is the inverse;
- `bound`, `reach`, `line`: for each cell its distance to a finish and from the player, and the queue of these searches;
- `words`: the position as two bits for each numbered cell, A_WORD of them in a word; `node`: its other data, see below;
- `slot`: the hash table, its length a power of two; `bucket`: the open positions, as linked lists by lower bound;
- `tally`: the number of known positions, and of open ones.
"""

from boardwalk.core.rules import rule
from boardwalk.games.box_world.rules import BOX, FINISH, FLOOR, HOLE, WALL, landing, step

A_WORD = 31  # cells per word
AT, MOVES, PARENT, DIRECTION, NEXT, BEFORE = 0, 1, 2, 3, 4, 5  # columns of `node`; rows count from 1, 0 means none
NODE_COLUMNS = 6
KNOWN, WAITING = 0, 1  # entries of `tally`

UNSOLVABLE, GAVE_UP = 0, -1


@rule
def search(cell, width, player, place, where, bound, reach, line, words, node, slot, bucket, tally):
    """The row of the node at a finish after the fewest moves (BW-15); or UNSOLVABLE; or GAVE_UP if out of memory."""
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
    """The distance of each cell to the nearest finish with only walls as obstacles; -1 if unreachable."""
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
    """The distance of each cell from the player over empty floor, or -1. Lists the reached cells in `line`, nearest
    first, and returns their number."""
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
    """Pack the contents of the cells into row 1 of words: 0 floor, 1 hole, 2 box, 3 ice box."""
    for word in range(words.shape[1]):
        words[1, word] = 0
    for i in range(len(where)):
        write(words, 1, i, cell[where[i]])


@rule
def unpack(words, k, cell, where):
    """Set the cells from row k, the inverse of `pack`."""
    for i in range(len(where)):
        two = (words[k, i // A_WORD] >> (2 * (i % A_WORD))) & 3
        cell[where[i]] = two if two < 2 else two - 2 + BOX


@rule
def write(words, k, i, code):
    """Set the contents of numbered cell i in row k."""
    two = code if code < BOX else code - BOX + 2
    shift = 2 * (i % A_WORD)
    words[k, i // A_WORD] = (words[k, i // A_WORD] & ~(3 << shift)) | (two << shift)


@rule
def expand(k, cell, width, place, where, bound, reach, line, words, node, slot, bucket, tally):
    """Add all positions one push away (BW-7 to BW-11), and the nearest finish; False if out of memory."""
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
    """Add the position in the first free row of words, with the player on cell `at`, reached in this many moves; or
    update the known one if this is fewer."""
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
    """Remove position k from the bucket of this lower bound."""
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
    """The index in the hash table of the position in row k, or of the empty entry where it belongs."""
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
    """Hash 31 bits to 31 bits; intermediate products stay within 62 bits."""
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
    """Write the moves that lead to position k to `path`."""
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
