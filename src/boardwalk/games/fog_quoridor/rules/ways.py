"""Which walls leave a player of Fog Quoridor a path to its goal (FQ-7), computed for all walls at once.

A pawn is cut off from its goal line if and only if walls, or walls and the border, form a ring that every path crosses.
Take the straight ray from the pawn to its goal line, ignoring walls: a ring cuts the pawn off if and only if it crosses
the ray an odd number of times. So follow the walls from the border, corner by corner, and record the parity of the
number of crossings of the ray. While there is a path no corner has both parities; a wall that joins an even corner with
an odd one blocks the path. The border at the goal line is not part of a ring, since a pawn there has arrived.

A set of corners is a set of cells, as for the middles of walls: each stands for its upper right corner. The edge above
a cell joins its corner with the one to the left, the edge right of a cell joins it with the one below.
"""

from boardwalk.engine.rules import rule
from boardwalk.games.fog_quoridor.rules.board import BELOW_TOP, FULL0, LAST_COLUMN0, LAST_COLUMN1, LINE, LOW, reaches

COLUMN0, COLUMN1 = LAST_COLUMN0 >> 8, LAST_COLUMN1 >> 8  # the first column
SIDES0, SIDES1 = COLUMN0 | LAST_COLUMN0, COLUMN1 | LAST_COLUMN1
CORNERS0, CORNERS1 = FULL0 & ~LAST_COLUMN0, BELOW_TOP & ~LAST_COLUMN1  # those inside the board
TOP_CORNERS = LINE << 18  # the corners one edge below the upper border, in the second word


@rule
def cells_before(cell):
    """The cells with lower numbers."""
    if cell < LOW:
        return (1 << cell) - 1, 0
    return FULL0, (1 << (cell - LOW)) - 1


@rule
def line_of(cell):
    """The cells of the same line."""
    first = cell // 9 * 9
    if cell < LOW:
        return LINE << first, 0
    return 0, LINE << (first - LOW)


@rule
def beside(edges):
    """A word of the corners that these edges join with the left or the right border."""
    return (edges & COLUMN0) | ((edges & LAST_COLUMN0) >> 1)


@rule
def along(same, opposite, plain, cross):
    """A word of corners of one parity, extended by one edge to the left and right; an edge on the ray leads from
    corners of the opposite parity."""
    by_plain = ((same << 1) & plain) | ((same & plain) >> 1)
    return same | by_plain | ((opposite << 1) & cross) | ((opposite & cross) >> 1)


@rule
def upright(word0, word1, up0, up1):
    """A set of corners, extended by one edge up and down."""
    next0 = word0 | ((word0 << 9) & up0) | ((word0 & up0) >> 9) | ((word1 & up1 & LINE) << 36)
    return next0, word1 | ((word1 << 9) & up1) | ((word1 & up1) >> 9) | ((word0 >> 36) & up1)


@rule
def follow(n0, n1, e0, e1, ray0, ray1, seat):
    """The corners that walls join with the border: those with an even number of crossings of the ray and those with an
    odd number, each in two words."""
    even0, odd0 = beside(n0 & ~ray0), beside(n0 & ray0)
    even1, odd1 = beside(n1 & ~ray1), beside(n1 & ray1)
    if seat == 0:
        even0 |= e0 & LINE
    else:
        even1 |= (e1 >> 9) & TOP_CORNERS
    plain0, plain1 = n0 & ~(SIDES0 | ray0), n1 & ~(SIDES1 | ray1)
    cross0, cross1 = n0 & ray0 & ~SIDES0, n1 & ray1 & ~SIDES1
    up0, up1 = e0 & ~LINE, e1 & BELOW_TOP
    while True:
        a0, a1 = along(even0, odd0, plain0, cross0), along(even1, odd1, plain1, cross1)
        b0, b1 = along(odd0, even0, plain0, cross0), along(odd1, even1, plain1, cross1)
        c0, c1 = upright(a0, a1, up0, up1)
        d0, d1 = upright(b0, b1, up0, up1)
        if c0 == even0 and c1 == even1 and d0 == odd0 and d1 == odd1:
            return even0, even1, odd0, odd1
        even0, even1, odd0, odd1 = c0, c1, d0, d1


@rule
def lying(even, odd, ray, first_column):
    """A word of the horizontal walls that join an even corner with an odd one. Parities are relative to the middle: an
    edge on the ray inverts the parity of the end."""
    left_even, left_odd = (even << 1) | first_column, odd << 1
    right_even, right_odd = (even >> 1) | (first_column << 7), odd >> 1
    beyond = ray >> 1
    meets_even = even | (left_even & ~ray) | (left_odd & ray) | (right_even & ~beyond) | (right_odd & beyond)
    meets_odd = odd | (left_odd & ~ray) | (left_even & ray) | (right_odd & ~beyond) | (right_even & beyond)
    return meets_even & meets_odd


@rule
def around(word0, word1):
    """The middles of the vertical walls that meet one of these corners."""
    near0 = word0 | (word0 << 9) | (word0 >> 9) | ((word1 & LINE) << 36)
    return near0, word1 | (word1 << 9) | (word1 >> 9) | (word0 >> 36)


@rule
def keeping_way(n0, n1, e0, e1, h0, h1, v0, v1, cell, seat):
    """Those of the walls h and v that leave a path from the cell to the seat's goal line (FQ-7); one must exist."""
    before0, before1 = cells_before(cell)
    column0, column1 = COLUMN0 << cell % 9, COLUMN1 << cell % 9
    ray0, ray1 = column0 & ~before0, column1 & ~before1
    if seat == 1:
        ray0, ray1 = column0 & before0, column1 & before1
    even0, even1, odd0, odd1 = follow(n0, n1, e0, e1, ray0, ray1, seat)
    h0 &= ~lying(even0, odd0, ray0, COLUMN0)
    h1 &= ~lying(even1, odd1, ray1, COLUMN1)
    a0, a1 = around(even0, even1)
    b0, b1 = around(odd0, odd1)
    if seat == 0:
        a0 |= LINE
    else:
        a1 |= TOP_CORNERS
    v0 &= ~(a0 & b0)  # vertical walls do not cross the ray
    v1 &= ~(a1 & b1)
    # What remains are rings around the pawn that touch no border.
    loose0 = (n0 | (n0 >> 1) | e0 | (e0 >> 9) | ((e1 & LINE) << 36)) & CORNERS0 & ~(even0 | odd0)
    loose1 = (n1 | (n1 >> 1) | e1 | (e1 >> 9)) & CORNERS1 & ~(even1 | odd1)
    if sides_walled(n0 & loose0, n1 & loose1, e0 & loose0, e1 & loose1, cell) >= 3:
        return outside_rings(n0, n1, e0, e1, h0, h1, v0, v1, loose0, loose1, cell, seat)
    return h0, h1, v0, v1


@rule
def some(word0, word1):
    """1 if a set is not empty, else 0."""
    return 1 if word0 | word1 else 0


@rule
def sides_walled(n0, n1, e0, e1, cell):
    """On how many of its four sides a cell has one of these edges at any distance. A new wall can close one side."""
    before0, before1 = cells_before(cell)
    line0, line1 = line_of(cell)
    n0 &= COLUMN0 << cell % 9
    n1 &= COLUMN1 << cell % 9
    e0 &= line0
    e1 &= line1
    below, above = some(n0 & before0, n1 & before1), some(n0 & ~before0, n1 & ~before1)
    left, right = some(e0 & before0, e1 & before1), some(e0 & ~before0, e1 & ~before1)
    return below + above + left + right


@rule
def outside_rings(n0, n1, e0, e1, h0, h1, v0, v1, loose0, loose1, cell, seat):
    """Those of the walls h and v that leave a path (FQ-7). Walls that meet two loose corners are tested one by one."""
    left0, left1, right0, right1 = loose0 << 1, loose1 << 1, loose0 >> 1, loose1 >> 1
    x0, x1 = h0 & two_of(left0, loose0, right0), h1 & two_of(left1, loose1, right1)
    below0, below1 = loose0 << 9, (loose1 << 9) | (loose0 >> 36)
    above0, above1 = (loose0 >> 9) | ((loose1 & LINE) << 36), loose1 >> 9
    y0, y1 = v0 & two_of(below0, loose0, above0), v1 & two_of(below1, loose1, above1)
    while x0 | x1 | y0 | y1:
        lie0, lie1, stand0, stand1 = x0 & -x0, 0, 0, 0
        if x0 == 0:
            lie1 = x1 & -x1
            if x1 == 0:
                stand0 = y0 & -y0
                if y0 == 0:
                    stand1 = y1 & -y1
        x0 ^= lie0
        x1 ^= lie1
        y0 ^= stand0
        y1 ^= stand1
        above = e0 | stand0 | ((stand0 << 9) & FULL0)
        beyond = e1 | stand1 | (stand1 << 9) | (stand0 >> 36)
        if not reaches(n0 | lie0 | (lie0 << 1), n1 | lie1 | (lie1 << 1), above, beyond, cell, seat):
            h0 ^= lie0
            h1 ^= lie1
            v0 ^= stand0
            v1 ^= stand1
    return h0, h1, v0, v1


@rule
def two_of(a, b, c):
    """The bits that are set in at least two of three words."""
    return (a & b) | (a & c) | (b & c)
