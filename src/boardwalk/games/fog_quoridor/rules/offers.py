"""Fog Quoridor's legal actions: steps and walls, from what the player knows (FQ-3 to FQ-7, FQ-16).

They are called "offered", since something that the player does not see may still forbid them (FQ-16)."""

from boardwalk.engine.random import below
from boardwalk.engine.rules import rule
from boardwalk.games.fog_quoridor.rules.board import (
    ACTIONS,
    DOWN,
    FIRST_STEP,
    FIRST_WALL,
    HORIZONTAL,
    LAST_COLUMN0,
    LEFT,
    LINE,
    LOW,
    RIGHT,
    TRUTH,
    UP,
    VERTICAL,
    WALLS,
    edges,
    fits,
    leaves_ways,
    sees_pawn,
    walled,
    walls,
)
from boardwalk.games.fog_quoridor.rules.ways import CORNERS0, CORNERS1, keeping_way


@rule
def edge_ahead(cell, way):
    """The cell whose upper or right edge a step crosses (FQ-4); -1 at the border."""
    if way == UP:
        return cell if cell < 72 else -1
    if way == DOWN:
        return cell - 9 if cell >= 9 else -1
    if way == LEFT:
        return cell - 1 if cell % 9 != 0 else -1
    return cell if cell % 9 != 8 else -1


@rule
def ahead(cell, way):
    """The next cell in a direction; the caller has checked that it is on the board."""
    by = 9 if way < LEFT else -1
    return cell + by * (1 - 2 * (way & 1))


@rule
def passable(board, state, viewer, cell, way):
    """Whether a step from a cell crosses neither a wall that the viewer knows of nor the border (FQ-4)."""
    edge = edge_ahead(cell, way)
    if edge < 0:
        return False
    return walled(board, state, viewer, 0 if way < LEFT else 1, edge) == 0


@rule
def jump_bit(state, seat, cell, way):
    """Whether the player has learned from a refusal that this cell can't be jumped along this axis (FQ-16)."""
    if way < LEFT:
        return (state.jump[seat, 0, cell % 9] >> (cell // 9 - 1)) & 1
    return (state.jump[seat, 1, cell // 9] >> (cell % 9 - 1)) & 1


@rule
def landing(board, state, viewer, way):
    """Where a step of the player to act leads, as far as the viewer knows; -1 if it is not possible (FQ-4, FQ-5)."""
    seat = state.to_act
    cell = state.pawn[seat]
    if not passable(board, state, viewer, cell, way):
        return -1
    to = ahead(cell, way)
    if to != state.pawn[1 - seat]:
        return to
    if not passable(board, state, viewer, to, way):
        return -1
    if viewer != TRUTH and jump_bit(state, seat, to, way):
        return -1
    return ahead(to, way)


@rule
def steps(board, state, viewer, n0, n1, e0, e1):
    """The steps that `landing` finds possible (FQ-4, FQ-5), a bit for each direction, given the viewer's edges. All are
    computed together with few branches, since most actions of a random game are steps."""
    seat = state.to_act
    cell = state.pawn[seat]
    # Edges and borders, shifted: above lines from one line below the word on, right of cells from one before it on.
    if cell < LOW:
        n = (n0 << 9) | LINE
        e = e0
        at = cell
    else:
        n = (n1 << 9) | (n0 >> 36) | (LINE << 36)
        e = e1
        at = cell - LOW
    n >>= at
    e = (((e | LAST_COLUMN0) << 1) | 1) >> at
    free = 15 & ~(((n >> 9) & 1) | ((n & 1) << 1) | ((e & 3) << 2))
    by = state.pawn[1 - seat] - cell
    if by == 1 or by == -1 or by == 9 or by == -9:
        way = UP if by == 9 else DOWN if by == -9 else LEFT if by == -1 else RIGHT
        if landing(board, state, viewer, way) < 0:
            free &= ~(1 << way)
    return free


@rule
def one_of(state, ways):
    """A random direction of a non-empty bit set of four."""
    pairs = ways - ((ways >> 1) & 5)
    skip = below(state, (pairs & 3) + (pairs >> 2))
    for i in range(3):
        ways &= ways - 1 if skip > i else ways
    first = ways & -ways
    return (first >> 1) - (first >> 3)


@rule
def may_stand(board, state, viewer, place):
    """Whether a wall may be placed, as far as the viewer knows (FQ-6, FQ-7)."""
    n0, n1, e0, e1 = edges(board, state, viewer)
    return fits(board, state, viewer, n0, n1, e0, e1, place) and leaves_ways(
        board, state, viewer, n0, n1, e0, e1, place
    )


@rule
def offered(board, state, action):
    """Whether the player to act is offered this step or, if it has one left, this wall (FQ-16)."""
    seat = state.to_act
    if action < FIRST_WALL:
        return landing(board, state, seat, action - FIRST_STEP) >= 0
    place = action - FIRST_WALL
    if (state.refused[place >> 5] >> (place & 31)) & 1:
        return False
    return may_stand(board, state, seat, place)


@rule
def offers_until(state):
    """The end of the range of actions that may be offered: without walls once all ten are placed (FQ-2)."""
    return ACTIONS if state.left[state.to_act] > 0 else FIRST_WALL


@rule
def walls_offered(board, state, n0, n1, e0, e1):
    """`may_stand` for all walls at once (FQ-6, FQ-7, FQ-16), for the player to act: the sets of horizontal and of
    vertical walls."""
    seat = state.to_act
    lie0, lie1 = walls(board, state, seat, HORIZONTAL)
    stand0, stand1 = walls(board, state, seat, VERTICAL)
    h0 = CORNERS0 & ~(n0 | (n0 >> 1) | stand0)
    h1 = CORNERS1 & ~(n1 | (n1 >> 1) | stand1)
    v0 = CORNERS0 & ~(e0 | (e0 >> 9) | ((e1 & LINE) << 36) | lie0)
    v1 = CORNERS1 & ~(e1 | (e1 >> 9) | lie1)
    h0, h1, v0, v1 = keeping_way(n0, n1, e0, e1, h0, h1, v0, v1, state.pawn[seat], seat)
    if sees_pawn(board, state, seat):
        other = 1 - seat
        h0, h1, v0, v1 = keeping_way(n0, n1, e0, e1, h0, h1, v0, v1, state.pawn[other], other)
    return h0, h1, v0, v1


@rule
def by_place(lines):
    """Repack four lines of middles from nine bits per line to eight, the order of the walls' numbers."""
    return (lines & 255) | ((lines >> 1) & 255 << 8) | ((lines >> 2) & 255 << 16) | ((lines >> 3) & 255 << 24)


@rule
def legal(board, state, mask):
    """The columns to choose from (FQ-1), then the steps and walls that the player is offered (FQ-3, FQ-16).

    All words are computed first; then every entry is written in order, without branches."""
    seat = state.to_act
    choosing = 1 if state.turns < 0 else 0
    ways = 0
    h0, h1, v0, v1 = 0, 0, 0, 0
    if choosing == 0:
        n0, n1, e0, e1 = edges(board, state, seat)
        ways = steps(board, state, seat, n0, n1, e0, e1)
        if state.left[seat] > 0:
            h0, h1, v0, v1 = walls_offered(board, state, n0, n1, e0, e1)
    # Thirty-two walls in each word, as in `state.refused`.
    lie0 = by_place(h0) & ~state.refused[0]
    lie1 = by_place((h0 >> 36) | (h1 << 9)) & ~state.refused[1]
    stand0 = by_place(v0) & ~state.refused[2]
    stand1 = by_place((v0 >> 36) | (v1 << 9)) & ~state.refused[3]
    count = 0
    for column in range(FIRST_STEP):
        mask[column] = choosing
        count += choosing
    for way in range(4):
        offer = (ways >> way) & 1
        mask[FIRST_STEP + way] = offer
        count += offer
    for place in range(64):
        offer = ((lie0 >> place) if place < 32 else (lie1 >> (place - 32))) & 1
        mask[FIRST_WALL + place] = offer
        count += offer
    for place in range(64):
        offer = ((stand0 >> place) if place < 32 else (stand1 >> (place - 32))) & 1
        mask[FIRST_WALL + 64 + place] = offer
        count += offer
    return count


@rule
def pick(board, state, mask):
    """A random offered action (FQ-16), each equally likely: with walls left, by rejection sampling."""
    if state.turns < 0:
        return below(state, 9)
    seat = state.to_act
    n0, n1, e0, e1 = edges(board, state, seat)
    ways = steps(board, state, seat, n0, n1, e0, e1)
    if state.left[seat] == 0:
        return FIRST_STEP + one_of(state, ways)
    while True:
        place = below(state, 4 + WALLS) - 4
        if place < 0:
            if (ways >> (place + 4)) & 1:
                return FIRST_WALL + place
        elif (state.refused[place >> 5] >> (place & 31)) & 1 == 0:
            if fits(board, state, seat, n0, n1, e0, e1, place):
                if leaves_ways(board, state, seat, n0, n1, e0, e1, place):
                    return FIRST_WALL + place


@rule
def available(board, state):
    """Whether the player to act is offered anything (FQ-3)."""
    n0, n1, e0, e1 = edges(board, state, state.to_act)
    if steps(board, state, state.to_act, n0, n1, e0, e1):
        return True
    action = FIRST_WALL
    until = offers_until(state)
    while action < until and not offered(board, state, action):
        action += 1
    return action < until
