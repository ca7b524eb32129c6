"""Fog Quoridor's greedy bot: takes the shortest path it knows, and places walls against an opponent seen to lead."""

from boardwalk.engine.random import below
from boardwalk.engine.records import record, u8
from boardwalk.engine.rules import rule
from boardwalk.games.fog_quoridor.rules.board import (
    BELOW_TOP,
    FIRST_STEP,
    FIRST_WALL,
    FULL0,
    FULL1,
    LAST_COLUMN0,
    LAST_COLUMN1,
    LINE,
    WALLS,
    cell_set,
    edges,
    with_wall,
)
from boardwalk.games.fog_quoridor.rules.offers import landing, legal, pick, steps

FAR = 99  # the length of a path that does not exist
NO_CELL = -1
NO_WALL = -1
NEAR = 3  # lines and columns; walls farther from the opponent are not considered, since they rarely help
CHANCES = 1024


@record
class Scratch:
    mask: u8[141]  # the legal actions
    gain: u8[128]  # by wall, for `action_prior`


@rule
def way_length(n0, n1, e0, e1, start, seat, taken):
    """The length of the shortest path from a cell to the seat's goal line, around walls and a taken cell: a
    breadth-first search on bit sets."""
    up0 = FULL0 & ~n0
    up1 = BELOW_TOP & ~n1
    right0 = FULL0 & ~(LAST_COLUMN0 | e0)
    right1 = FULL1 & ~(LAST_COLUMN1 | e1)
    taken0, taken1 = cell_set(taken)
    f0, f1 = cell_set(start)
    for length in range(FAR):
        if (f1 >> 27 if seat == 0 else f0 & LINE) != 0:
            return length
        rising = f0 & up0
        h0 = f0 | ((f0 & right0) << 1) | ((f0 >> 1) & right0)
        h0 |= ((rising << 9) & FULL0) | (((f0 >> 9) | ((f1 & LINE) << 36)) & up0)
        h1 = f1 | ((f1 & right1) << 1) | ((f1 >> 1) & right1)
        h1 |= ((f1 & up1) << 9) | (rising >> 36) | ((f1 >> 9) & up1)
        h0 &= ~taken0
        h1 &= ~taken1
        if h0 == f0 and h1 == f1:
            return FAR
        f0 = h0
        f1 = h1
    return FAR


@rule
def lead(n0, n1, e0, e1, mine, theirs, seat):
    """How many steps longer the opponent's path is than the player's own."""
    other = way_length(n0, n1, e0, e1, theirs, 1 - seat, NO_CELL)
    return other - way_length(n0, n1, e0, e1, mine, seat, NO_CELL)


@rule
def best_wall(board, state, seat, scratch, n0, n1, e0, e1):
    """The wall that increases the lead most; NO_WALL if none increases it."""
    mine = state.pawn[seat]
    theirs = state.pawn[1 - seat]
    before = lead(n0, n1, e0, e1, mine, theirs, seat)
    best = NO_WALL
    most = 0
    legal(board, state, scratch.mask)
    for place in range(WALLS):
        line = (place & 63) // 8
        column = place % 8
        if scratch.mask[FIRST_WALL + place] and abs(line - theirs // 9) <= NEAR and abs(column - theirs % 9) <= NEAR:
            w0, w1, w2, w3 = with_wall(n0, n1, e0, e1, place)
            gain = lead(w0, w1, w2, w3, mine, theirs, seat) - before
            value = 2 * CHANCES * gain + below(state, CHANCES)
            if gain > 0 and value > most:
                best = place
                most = value
    return best


@rule
def best_step(board, state, seat, ways, n0, n1, e0, e1):
    """The step with the shortest remaining path around the opponent; ties are broken by the path that ignores it."""
    best = 0
    least = -1
    for way in range(4):
        if (ways >> way) & 1:
            cell = landing(board, state, seat, way)
            around = way_length(n0, n1, e0, e1, cell, seat, state.pawn[1 - seat])
            through = way_length(n0, n1, e0, e1, cell, seat, NO_CELL)
            value = (around * (FAR + 1) + through) * CHANCES + below(state, CHANCES)
            if least < 0 or value < least:
                best = way
                least = value
    return best


@rule
def greedy(board, state, seat, scratch):
    """A step along the shortest known path; a wall, while the opponent is seen and ahead."""
    if state.turns < 0:
        return 2 + below(state, 5)  # not at the side, where there are fewer paths
    n0, n1, e0, e1 = edges(board, state, seat)
    ways = steps(board, state, seat, n0, n1, e0, e1)
    other = state.pawn[1 - seat]
    if other >= 0 and state.last == 0:
        # The player to act is half a turn ahead, so equal paths are good enough. Without a step it must place a wall.
        if ways == 0 or lead(n0, n1, e0, e1, state.pawn[seat], other, seat) < 0:
            wall = best_wall(board, state, seat, scratch, n0, n1, e0, e1)
            if wall != NO_WALL:
                return FIRST_WALL + wall
    if ways == 0:
        return pick(board, state, scratch.mask)
    return FIRST_STEP + best_step(board, state, seat, ways, n0, n1, e0, e1)
