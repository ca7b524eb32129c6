"""What makes Fog Quoridor's bots strong: the worth of a position, the walls worth a look, and a model of the opponent.

All work on full positions. The margin of a race is how many turns one player would arrive before the other if both only
walked: A wins with a margin above 0, and with 0 the game is a draw, since B has one more turn after A (FQ-18).
"""

from boardwalk.engine.rules import rule
from boardwalk.games.fog_quoridor.rules.board import (
    BELOW_TOP,
    FIRST_STEP,
    FIRST_WALL,
    FULL0,
    FULL1,
    HORIZONTAL,
    LAST_COLUMN0,
    LAST_COLUMN1,
    LINE,
    TRUTH,
    VERTICAL,
    WALLS,
    bit,
    cell_set,
    edges,
    sees_pawn,
    walls,
    with_wall,
)
from boardwalk.games.fog_quoridor.rules.offers import landing, steps
from boardwalk.games.fog_quoridor.search.greedy import FAR, NO_CELL, lead, way_length

ANY_WALL, EACH_WALL, FEWER = 2.0, 2.2, 0.06  # the worth of walls left (`wall_worth`), found by play against itself
SURE = 0.9  # the worth of a race that the opponent has no walls to change

# The model of the opponent (`action_prior`): the share of one that plays like `greedy`; the rest searches.
PLAIN = 0.5
SEARCHER_WALL, SEARCHER_WALL_UNSEEN = 0.35, 0.12  # how often the latter places a wall, seeing the other pawn or not
ANYWHERE = 0.12  # the share of walls that are placed regardless of what they gain at once
PLAIN_SHARP, SEARCHER_SHARP = 8.0, 1.8  # how much likelier a wall is that gains one step more
DETOUR = 0.08  # how likely a step is that is one longer than the best


@rule
def estimate(board, state, seat, scratch):
    """The worth of the race to a seat, by its margin (FQ-18, FQ-19) and the walls left."""
    if state.turns < 0:
        return 0.0
    n0, n1, e0, e1 = edges(board, state, TRUTH)
    mine = way_length(n0, n1, e0, e1, state.pawn[seat], seat, NO_CELL)
    theirs = way_length(n0, n1, e0, e1, state.pawn[1 - seat], 1 - seat, NO_CELL)
    margin = float(theirs - mine)
    if state.to_act == 1:  # A has taken its turn of this round, B has not
        margin += 1.0 if seat == 1 else -1.0
    own = int(state.left[seat])
    other = int(state.left[1 - seat])
    if own == 0 and other == 0:
        return SURE * margin / (0.25 + abs(margin))
    margin += wall_worth(own) - wall_worth(other)
    return SURE * margin / (3.0 + abs(margin))


@rule
def wall_worth(left):
    """How many turns the walls left are worth: each one less than the one before."""
    return ANY_WALL + EACH_WALL * left - FEWER * left * (left - 1) if left > 0 else 0.0


@rule
def grown(f0, f1, up0, up1, right0, right1):
    """A set of cells with all cells one step away."""
    rising = f0 & up0
    h0 = f0 | ((f0 & right0) << 1) | ((f0 >> 1) & right0)
    h0 |= ((rising << 9) & FULL0) | (((f0 >> 9) | ((f1 & LINE) << 36)) & up0)
    h1 = f1 | ((f1 & right1) << 1) | ((f1 >> 1) & right1)
    h1 |= ((f1 & up1) << 9) | (rising >> 36) | ((f1 >> 9) & up1)
    return h0, h1


@rule
def cutting_walls(n0, n1, e0, e1, cell, seat):
    """The middles of the walls that cut an edge of one of the shortest ways from a cell to the seat's goal line: the
    horizontal ones and the vertical ones, each in two words. No other wall lengthens the way."""
    up0 = FULL0 & ~n0
    up1 = BELOW_TOP & ~n1
    right0 = FULL0 & ~(LAST_COLUMN0 | e0)
    right1 = FULL1 & ~(LAST_COLUMN1 | e1)
    far = way_length(n0, n1, e0, e1, cell, seat, NO_CELL)
    s0, s1 = cell_set(cell)  # the cells of shortest ways that are i steps from the start
    before0, before1 = s0, s1
    a0, a1, b0, b1 = 0, 0, 0, 0  # the edges between them: above cells, right of cells
    for i in range(far):
        g0, g1 = (0, FULL1 & ~BELOW_TOP) if seat == 0 else (LINE, 0)
        for _ in range(far - i - 1):
            g0, g1 = grown(g0, g1, up0, up1, right0, right1)
        h0, h1 = grown(s0, s1, up0, up1, right0, right1)
        t0 = h0 & g0 & ~before0
        t1 = h1 & g1 & ~before1
        before0 |= t0
        before1 |= t1
        d0, d1 = (t0 >> 9) | ((t1 & LINE) << 36), t1 >> 9
        c0, c1 = (s0 >> 9) | ((s1 & LINE) << 36), s1 >> 9
        a0 |= ((s0 & d0) | (t0 & c0)) & up0
        a1 |= ((s1 & d1) | (t1 & c1)) & up1
        b0 |= ((s0 & (t0 >> 1)) | (t0 & (s0 >> 1))) & right0
        b1 |= ((s1 & (t1 >> 1)) | (t1 & (s1 >> 1))) & right1
        s0, s1 = t0, t1
    return a0 | (a0 >> 1), a1 | (a1 >> 1), b0 | (b0 >> 9) | ((b1 & LINE) << 36), b1 | (b1 >> 9)


@rule
def is_in(h0, h1, v0, v1, place):
    """1 if a wall is in these sets of middles, else 0."""
    cell = (place & 63) // 8 * 9 + place % 8
    return bit(h0, h1, cell) if place < 64 else bit(v0, v1, cell)


@rule
def prune(board, state, mask, scratch):
    """The steps, and the walls that cut the opponent's shortest ways; with hidden walls not those actions that would be
    refused (FQ-16), unless nothing else is left. At the start, the columns that are not at a side."""
    if state.turns < 0:
        return narrow_columns(mask)
    seat = int(state.to_act)
    n0, n1, e0, e1 = edges(board, state, TRUTH)
    count = 0
    ways = 15 if board.open else steps(board, state, TRUTH, n0, n1, e0, e1)
    for way in range(4):
        count += mask[FIRST_STEP + way] & (ways >> way)
    if count == 0:
        return all_left(mask)
    for way in range(4):
        mask[FIRST_STEP + way] &= ways >> way
    h0, h1, v0, v1 = 0, 0, 0, 0
    if state.left[seat] > 0 and state.last == 0:
        h0, h1, v0, v1 = cutting_walls(n0, n1, e0, e1, state.pawn[1 - seat], 1 - seat)
        if board.open == 0:
            lie0, lie1 = walls(board, state, TRUTH, HORIZONTAL)
            stand0, stand1 = walls(board, state, TRUTH, VERTICAL)
            h0 &= ~(n0 | (n0 >> 1) | stand0)
            h1 &= ~(n1 | (n1 >> 1) | stand1)
            v0 &= ~(e0 | (e0 >> 9) | ((e1 & LINE) << 36) | lie0)
            v1 &= ~(e1 | (e1 >> 9) | lie1)
    for place in range(WALLS):
        mask[FIRST_WALL + place] &= is_in(h0, h1, v0, v1, place)
        count += mask[FIRST_WALL + place]
    return count


@rule
def narrow_columns(mask):
    count = 0
    for column in range(FIRST_STEP):
        mask[column] &= 1 if 2 <= column <= 6 else 0
        count += mask[column]
    return count


@rule
def all_left(mask):
    """How many actions a mask has."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    return count


@rule
def power(base, exponent):
    """A power by multiplication, the same interpreted and compiled."""
    value = 1.0
    for _ in range(exponent):
        value *= base
    return value


@rule
def likely_columns(chances):
    """Players rarely start at a side, where there are fewer paths."""
    for column in range(FIRST_STEP):
        chances[column] = 0.1
    for column in range(2, 7):
        chances[column] = 1.0
    chances[4] = 1.5


@rule
def likely_steps(board, state, chances, n0, n1, e0, e1, viewer, share):
    """Add to the chances of the steps: `share` in all, nearly all of it to those that shorten the way as far as the
    viewer knows."""
    seat = int(state.to_act)
    ways = steps(board, state, viewer, n0, n1, e0, e1)
    least = FAR
    for way in range(4):
        if (ways >> way) & 1:
            cell = landing(board, state, viewer, way)
            least = min(least, way_length(n0, n1, e0, e1, cell, seat, NO_CELL))
    total = 0.0
    for way in range(4):
        if (ways >> way) & 1:
            cell = landing(board, state, viewer, way)
            total += power(DETOUR, min(way_length(n0, n1, e0, e1, cell, seat, NO_CELL) - least, 4))
    for way in range(4):
        if (ways >> way) & 1:
            cell = landing(board, state, viewer, way)
            far = way_length(n0, n1, e0, e1, cell, seat, NO_CELL)
            chances[FIRST_STEP + way] += share * power(DETOUR, min(far - least, 4)) / total


@rule
def likely_walls(state, mask, chances, scratch, n0, n1, e0, e1, share, sharpness):
    """Add to the chances of the walls: `share` in all, most of it to those that gain, the more the likelier, as far as
    these edges tell. Returns whether any wall gains."""
    seat = int(state.to_act)
    mine = state.pawn[seat]
    theirs = state.pawn[1 - seat]
    before = lead(n0, n1, e0, e1, mine, theirs, seat)
    h0, h1, v0, v1 = cutting_walls(n0, n1, e0, e1, theirs, 1 - seat)
    total = 0.0
    count = 0
    for place in range(WALLS):
        scratch.gain[place] = 0
        if mask[FIRST_WALL + place]:
            count += 1
            if is_in(h0, h1, v0, v1, place):
                w0, w1, w2, w3 = with_wall(n0, n1, e0, e1, place)
                gain = min(lead(w0, w1, w2, w3, mine, theirs, seat) - before, 8)
                if gain > 0:
                    scratch.gain[place] = gain
                    total += power(sharpness, gain)
    anywhere = share * (ANYWHERE if total > 0.0 else 1.0) / max(count, 1)
    gainful = share * (1.0 - ANYWHERE) / max(total, 1.0)
    for place in range(WALLS):
        if mask[FIRST_WALL + place]:
            chances[FIRST_WALL + place] += anywhere
            if scratch.gain[place]:
                chances[FIRST_WALL + place] += gainful * power(sharpness, scratch.gain[place])
    return total > 0.0


@rule
def action_prior(board, state, mask, chances, scratch):
    """The chances of the actions of the player to act. Half the model is a player like `greedy`, who relies on what it
    knows for sure; the other half searches, and has inferred most of the walls that it can't see."""
    if state.turns < 0:
        likely_columns(chances)
        return
    seat = int(state.to_act)
    for action in range(len(chances)):
        chances[action] = 0.0
    n0, n1, e0, e1 = edges(board, state, seat)
    t0, t1, t2, t3 = edges(board, state, TRUTH)
    plain = 0.0
    searching = 0.0
    if state.left[seat] > 0:
        sees = sees_pawn(board, state, seat)
        searching = (1.0 - PLAIN) * (SEARCHER_WALL if sees else SEARCHER_WALL_UNSEEN)
        likely_walls(state, mask, chances, scratch, t0, t1, t2, t3, searching, SEARCHER_SHARP)
        if sees and lead(n0, n1, e0, e1, state.pawn[seat], state.pawn[1 - seat], seat) < 0 and state.last == 0:
            plain = 0.95 * PLAIN
            if not likely_walls(state, mask, chances, scratch, n0, n1, e0, e1, plain, PLAIN_SHARP):
                plain = 0.0
    likely_steps(board, state, chances, n0, n1, e0, e1, seat, PLAIN - plain)
    likely_steps(board, state, chances, t0, t1, t2, t3, TRUTH, 1.0 - PLAIN - searching)
