# mypy: ignore-errors
"""The positions that a search of the solver knows: stored once, found by their contents, listed while they are open.

A position is the contents of the cells right after a push, and the player's cell. Positions that differ only in the
player's cell share a row of `words`. A position is dropped if it is dead, if its lower bound is not below the fewest
moves known, or if it is *dominated*: another with the same cells is known from which the player walks here in no more
moves in all.

The caller allocates all memory. Besides `level`, `work` and `count` (see `rules_solver_bounds.py`) there are

- `cell`, `width`: the level as in State, with all boxes numbered 0; overwritten with the position being expanded;
- `words`: contents of cells as two bits for each cell of WHERE, A_WORD of them in a word;
- `first`: for each row of `words`, the first of the positions that share it;
- `node`: the positions, see the columns below; rows count from 1, 0 means none;
- `slot`: the hash table of the rows of `words`, its length a power of two;
- `bucket`: the open positions, as linked lists by moves (beam) or lower bound (A*); its length limits solutions;
- `tally`: the state of the search, see the entries below.
"""

from boardwalk.engine.rules import rule
from boardwalk.games.box_world.rules.board import BOX, FLOOR, step
from boardwalk.games.box_world.search.bounds import DEAD, GUESS, INNER, LINE_AFTER, REACH_AFTER, WHERE, evaluate

A_WORD = 31  # cells per word
# Columns of `node`: the player's cell; the moves so far and the push that led here; the lower bound of the moves left
# (or DEAD) and the guess; the row of `words` and the next position that shares it; the list of `bucket` it is in.
AT, MOVES, PARENT, DIRECTION, LEAST, RANK, CELLS, SIBLING, NEXT, BEFORE, OPEN = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
NODE_COLUMNS = 12  # one to spare keeps rows within cache lines
# Entries of `tally`. KNOWN and KNOWN_CELLS: rows used in `node` and `words`. WAITING: positions in `bucket`, FRONT: the
# list to go on with, BEAM: whether lists are by moves. FEWEST: moves of the best solution known, which LAST_PARENT,
# LAST_AT and LAST_DIRECTION end. BOUND: no solution has fewer moves. SKIPPED: whether positions were
# left out, by a beam or because they take too many moves for `bucket`.
KNOWN, KNOWN_CELLS, WAITING, FRONT, BEAM, FEWEST, LAST_PARENT, LAST_AT, LAST_DIRECTION, BOUND, SKIPPED, EXPANDED = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
)  # fmt: skip
TALLIES = 12


@rule
def begin(cell, width, player, level, work, count, words, first, node, slot, bucket, tally, beam):
    """Forget all positions except the first, which is open if it is not dead. FEWEST stays, and so does BOUND."""
    for i in range(len(slot)):
        slot[i] = 0
    for i in range(len(bucket)):
        bucket[i] = 0
    for entry in (KNOWN, KNOWN_CELLS, WAITING, FRONT, SKIPPED, EXPANDED):
        tally[entry] = 0
    tally[BEAM] = beam
    for word in range(words.shape[1]):
        words[1, word] = 0
    for n in range(count[INNER]):
        write(words, 1, n, cell[level[WHERE, n]])
    slot[find(1, words, slot)] = 1
    tally[KNOWN_CELLS] = 1
    first[1] = 0
    least = evaluate(cell, width, player, level, work, count, beam)
    tally[BOUND] = max(tally[BOUND], least)
    add_node(1, player, 0, 0, 0, least, count[GUESS], first, node, bucket, tally)


@rule
def reach_node(at, moves, parent, direction, cell, width, level, work, count, words, first, node, slot, bucket, tally):
    """Add the position whose cells are in the first free row of `words`, with the player on cell `at`; or update the
    known one if these are fewer moves."""
    row = tally[KNOWN_CELLS] + 1
    place = find(row, words, slot)
    if slot[place] == 0:
        slot[place] = row
        first[row] = 0
        tally[KNOWN_CELLS] = row
    else:
        row = slot[place]
        k = first[row]
        while k and node[k, AT] != at:
            k = node[k, SIBLING]
        if k:
            if moves < node[k, MOVES] and node[k, LEAST] != DEAD:
                improve(k, moves, parent, direction, node, bucket, tally)
            return
        flood(cell, width, at, work, REACH_AFTER, LINE_AFTER)
        if is_dominated(row, moves, first, node, work, REACH_AFTER):
            return
    least = evaluate(cell, width, at, level, work, count, tally[BEAM])
    add_node(row, at, moves, parent, direction, least, count[GUESS], first, node, bucket, tally)


@rule
def improve(k, moves, parent, direction, node, bucket, tally):
    """Note a shorter way to a known position, and open it again."""
    if node[k, OPEN]:
        take_out(k, node, bucket, tally)
    node[k, MOVES] = moves
    node[k, PARENT] = parent
    node[k, DIRECTION] = direction
    open_node(k, node, bucket, tally)


@rule
def add_node(row, at, moves, parent, direction, least, rank, first, node, bucket, tally):
    """Add a position, and open it if it is not dead."""
    k = tally[KNOWN] + 1
    tally[KNOWN] = k
    node[k, AT] = at
    node[k, MOVES] = moves
    node[k, PARENT] = parent
    node[k, DIRECTION] = direction
    node[k, LEAST] = least
    node[k, RANK] = rank
    node[k, CELLS] = row
    node[k, SIBLING] = first[row]
    node[k, OPEN] = 0
    first[row] = k
    if least != DEAD:
        open_node(k, node, bucket, tally)


@rule
def open_node(k, node, bucket, tally):
    """Put a position into its list, unless it can't lead to a better solution."""
    total = node[k, MOVES] + node[k, LEAST]
    if total >= tally[FEWEST]:
        if total >= len(bucket):
            tally[SKIPPED] = 1
        return
    entry = node[k, MOVES] if tally[BEAM] else total
    after = bucket[entry]
    node[k, NEXT] = after
    node[k, BEFORE] = 0
    node[k, OPEN] = 1
    node[after, BEFORE] = k
    bucket[entry] = k
    tally[WAITING] += 1
    if entry < tally[FRONT]:
        tally[FRONT] = entry


@rule
def take_out(k, node, bucket, tally):
    """Take a position out of its list."""
    before = node[k, BEFORE]
    after = node[k, NEXT]
    if before:
        node[before, NEXT] = after
    else:
        bucket[node[k, MOVES] if tally[BEAM] else node[k, MOVES] + node[k, LEAST]] = after
    node[after, BEFORE] = before
    node[k, OPEN] = 0
    tally[WAITING] -= 1


@rule
def is_dominated(row, moves, first, node, work, reach):
    """Whether another position with these cells is known from which the player, whose distances are in row `reach`,
    walks to the cell they were measured from in no more moves in all."""
    k = first[row]
    while k:
        walk = work[reach, node[k, AT]]
        if walk > 0 and node[k, MOVES] + walk <= moves:
            return True
        k = node[k, SIBLING]
    return False


@rule
def flood(cell, width, player, work, reach, line):
    """The distance of each cell from the player over empty floor, or -1, in row `reach` of `work`. Lists the reached
    cells in row `line`, nearest first, and returns their number."""
    for i in range(len(cell)):
        work[reach, i] = -1
    work[reach, player] = 0
    work[line, 0] = player
    head = 0
    end = 1
    while head < end:
        at = work[line, head]
        head += 1
        for direction in range(4):
            to = at + step(direction, width)
            if cell[to] == FLOOR and work[reach, to] < 0:
                work[reach, to] = work[reach, at] + 1
                work[line, end] = to
                end += 1
    return end


@rule
def unpack(words, row, cell, level, count):
    """Set the cells from a row of words: 0 floor, 1 hole, 2 box, 3 ice box."""
    for n in range(count[INNER]):
        two = (words[row, n // A_WORD] >> (2 * (n % A_WORD))) & 3
        cell[level[WHERE, n]] = two if two < 2 else two - 2 + BOX


@rule
def write(words, row, n, code):
    """Set the contents of cell n of WHERE in a row of words."""
    two = code if code < BOX else code - BOX + 2
    shift = 2 * (n % A_WORD)
    words[row, n // A_WORD] = (words[row, n // A_WORD] & ~(3 << shift)) | (two << shift)


@rule
def copy_row(words, row, to):
    for word in range(words.shape[1]):
        words[to, word] = words[row, word]


@rule
def find(row, words, slot):
    """The index in the hash table of cells as in this row, or of the empty entry where they belong."""
    mixed = 0
    for word in range(words.shape[1]):
        mixed = mix(mixed ^ (words[row, word] & 0x7FFFFFFF))
        mixed = mix(mixed ^ (words[row, word] >> 31))
    place = mixed & (len(slot) - 1)
    while slot[place] != 0 and not same(row, slot[place], words):
        place = (place + 1) & (len(slot) - 1)
    return place


@rule
def mix(bits):
    """Hash 31 bits to 31 bits; intermediate products stay within 62 bits."""
    product = bits * 0x5BD1E995 + 0x2545F491
    return (product ^ (product >> 31)) & 0x7FFFFFFF


@rule
def same(a, b, words):
    """Whether two rows of words hold the same."""
    differs = 0
    for word in range(words.shape[1]):
        differs |= words[a, word] ^ words[b, word]
    return differs == 0
