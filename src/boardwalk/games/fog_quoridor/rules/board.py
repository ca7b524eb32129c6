"""Fog Quoridor's records, and the rules of walls: edges, paths, where a wall can be placed (FQ-4 to FQ-7, FQ-16).

A cell is line * 9 + column, both from 0. A set of cells is a bit set in two words: lines 1 to 5 (45 bits) and 6 to 9
(36 bits). A wall's middle is the upper right corner of a cell, and a set of walls is the set of these cells. A wall has
the number kind * 64 + line * 8 + column. The walled edges are above cells (axis 0, by horizontal walls) or right of
cells (axis 1). In the names n0, n1, e0, e1, n stands for edges above (north), e for edges to the right (east).

A `viewer` is a seat, which knows its own walls and the edges it has learned from refusals, or TRUTH, which knows all.
"""

from boardwalk.engine.records import i8, i16, i64, record, u8, u32
from boardwalk.engine.rules import rule

TRUTH = 2

UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
HORIZONTAL, VERTICAL = 0, 1
FIRST_STEP = 9
FIRST_WALL = 13
WALLS = 128
ACTIONS = FIRST_WALL + WALLS

LOW = 45  # cells in the first word
FULL0, FULL1 = (1 << 45) - 1, (1 << 36) - 1
LINE = (1 << 9) - 1
LAST_COLUMN0, LAST_COLUMN1 = 0x100804020100, 0x804020100
BELOW_TOP = (1 << 27) - 1  # lines 6 to 8, in the second word


@record
class Board:
    cross: i64[81, 2]  # a cell and its neighbours (FQ-9)
    block: i64[64, 2]  # the four cells that a wall touches, by the place of its middle (FQ-10)
    ring: i64[64, 2]  # the cells one step from those
    limit: i16  # turns of both players together (FQ-20)
    open: i8  # 1 if walls are open (FQ-15)
    fog: i8  # 1 if there is fog (FQ-21)


@record
class State:
    score: i64[5, 2]  # scores without the pawns (FQ-8, FQ-10): bit i of each cell's 5-bit two's complement, as bit sets
    seen: i64[2, 2]  # the cells that each player sees (FQ-12)
    wall: i64[2, 2, 2]  # middles of walls by owner, kind, word
    known: i64[2, 2, 2]  # edges learned from refusals, by player, axis, word (FQ-16)
    rng: u32[2]
    refused: u32[4]  # walls refused in this turn, 32 in each (FQ-16)
    pawn: i16[2]  # cell, or -1: not chosen yet, or not shown
    turns: i16  # taken by both players; -2 while A and -1 while B chooses a column (FQ-1)
    to_act: i8
    last: i8  # 1 if A is on line 9 and B has the last turn (FQ-18)
    result: i8  # 1: A has won, -1: B has won, 0: a draw or no result
    left: i8[2]  # walls left
    jump: u8[2, 2, 9]  # refused jumps, by player, axis, column or line; bit i: over cell i + 1 of that column or line


@rule
def bit(word0, word1, cell):
    """1 if a set contains this cell, else 0."""
    if cell < LOW:
        return (word0 >> cell) & 1
    return (word1 >> (cell - LOW)) & 1


@rule
def cell_set(cell):
    """The set of one cell; the empty set for -1."""
    if cell < 0:
        return 0, 0
    return (1 << cell, 0) if cell < LOW else (0, 1 << (cell - LOW))


@rule
def walls(board, state, viewer, kind):
    """The middles of the walls of a kind that the viewer knows as walls (FQ-15)."""
    if board.open or viewer == TRUTH:
        return state.wall[0, kind, 0] | state.wall[1, kind, 0], state.wall[0, kind, 1] | state.wall[1, kind, 1]
    return state.wall[viewer, kind, 0], state.wall[viewer, kind, 1]


@rule
def edges(board, state, viewer):
    """The edges above cells and right of cells that the viewer knows to be walled, each in two words (FQ-15, FQ-16)."""
    h0, h1 = walls(board, state, viewer, HORIZONTAL)
    v0, v1 = walls(board, state, viewer, VERTICAL)
    n0 = h0 | (h0 << 1)
    n1 = h1 | (h1 << 1)
    e0 = v0 | ((v0 << 9) & FULL0)
    e1 = v1 | (v1 << 9) | (v0 >> 36)
    if viewer != TRUTH:
        n0 |= state.known[viewer, 0, 0]
        n1 |= state.known[viewer, 0, 1]
        e0 |= state.known[viewer, 1, 0]
        e1 |= state.known[viewer, 1, 1]
    return n0, n1, e0, e1


@rule
def walled(board, state, viewer, axis, cell):
    """1 if an edge is in the sets of `edges`, else 0: faster for a single edge (FQ-4)."""
    word = 0 if cell < LOW else 1
    if board.open or viewer == TRUTH:
        middles = state.wall[0, axis, word] | state.wall[1, axis, word]
        below = state.wall[0, axis, 0] | state.wall[1, axis, 0]
    else:
        middles = state.wall[viewer, axis, word]
        below = state.wall[viewer, axis, 0]
    if axis == 0:
        middles |= middles << 1
    else:
        middles |= middles << 9
        if word == 1:
            middles |= below >> 36
    if viewer != TRUTH:
        middles |= state.known[viewer, axis, word]
    return (middles >> (cell - LOW * word)) & 1


@rule
def with_wall(n0, n1, e0, e1, place):
    """These edges together with the two edges of one more wall (FQ-6)."""
    cell = (place & 63) // 8 * 9 + place % 8
    if place < 64:
        if cell < LOW:
            n0 |= 3 << cell
        else:
            n1 |= 3 << (cell - LOW)
    elif cell < LOW:
        e0 |= (513 << cell) & FULL0
        if cell >= 36:
            e1 |= 1 << (cell - 36)
    else:
        e1 |= 513 << (cell - LOW)
    return n0, n1, e0, e1


@rule
def reaches(n0, n1, e0, e1, start, seat):
    """Whether there is a path from a cell to the seat's goal line, ignoring pawns (FQ-7): a flood fill on bit sets."""
    up0 = FULL0 & ~n0
    up1 = BELOW_TOP & ~n1
    right0 = FULL0 & ~(LAST_COLUMN0 | e0)
    right1 = FULL1 & ~(LAST_COLUMN1 | e1)
    f0, f1 = cell_set(start)
    while True:
        g0 = f0 | ((f0 & right0) << 1) | ((f0 >> 1) & right0)
        g1 = f1 | ((f1 & right1) << 1) | ((f1 >> 1) & right1)
        rising = g0 & up0
        h1 = g1 | ((g1 & up1) << 9) | (rising >> 36) | ((g1 >> 9) & up1)
        h0 = g0 | ((rising << 9) & FULL0) | (((g0 >> 9) | ((g1 & LINE) << 36)) & up0)
        if seat == 0:
            if h1 >> 27:
                return True
        elif h0 & LINE:
            return True
        if h0 == f0 and h1 == f1:
            return False
        f0 = h0
        f1 = h1


@rule
def touches(n0, n1, e0, e1, place):
    """At how many of its three points (ends and middle) a new wall meets other walls or the border. With fewer than two
    it can't block a path (FQ-7): that takes a closed ring of walls, which passes through two of these points."""
    p0 = n0 | (n0 >> 1) | e0 | (e0 >> 9) | ((e1 & LINE) << 36)
    p1 = n1 | (n1 >> 1) | e1 | (e1 >> 9)
    line = (place & 63) // 8
    column = place % 8
    cell = line * 9 + column
    count = bit(p0, p1, cell)
    along = column if place < 64 else line
    ahead = 1 if place < 64 else 9
    count += 1 if along == 0 else bit(p0, p1, cell - ahead)
    count += 1 if along == 7 else bit(p0, p1, cell + ahead)
    return count


@rule
def fits(board, state, viewer, n0, n1, e0, e1, place):
    """Whether a wall neither overlaps nor crosses what the viewer knows (FQ-6)."""
    cell = (place & 63) // 8 * 9 + place % 8
    if place < 64:
        if bit(n0, n1, cell) or bit(n0, n1, cell + 1):
            return False
        m0, m1 = walls(board, state, viewer, VERTICAL)
    else:
        if bit(e0, e1, cell) or bit(e0, e1, cell + 9):
            return False
        m0, m1 = walls(board, state, viewer, HORIZONTAL)
    return bit(m0, m1, cell) == 0


@rule
def sees_pawn(board, state, seat):
    """Whether a player sees the other's pawn (FQ-13)."""
    mine = state.pawn[seat]
    theirs = state.pawn[1 - seat]
    if mine < 0 or theirs < 0:
        return False
    if bit(state.seen[seat, 0], state.seen[seat, 1], theirs):
        return True
    return bit(board.cross[mine, 0], board.cross[mine, 1], theirs) == 1


@rule
def leaves_ways(board, state, viewer, n0, n1, e0, e1, place):
    """Whether both players keep a path with one more wall, as far as the viewer can know (FQ-7, FQ-16)."""
    if touches(n0, n1, e0, e1, place) < 2:
        return True
    n0, n1, e0, e1 = with_wall(n0, n1, e0, e1, place)
    for seat in range(2):
        if viewer == TRUTH or viewer == seat or sees_pawn(board, state, viewer):
            if not reaches(n0, n1, e0, e1, state.pawn[seat], seat):
                return False
    return True
