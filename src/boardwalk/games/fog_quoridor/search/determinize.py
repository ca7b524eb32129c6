"""Fog Quoridor's `determinize`: guess the opponent's unseen pawn and, with hidden walls, its walls.

First walls are placed so that they explain every edge learned from refusals; then they are moved one by one until the
player would see exactly the cells that it does see, or the bounded search ends. Meanwhile the opponent's `known` edges,
which are blank, store the list of guessed walls: seven bits each, eight to a word.
"""

from boardwalk.engine.random import below, draw
from boardwalk.engine.rules import NOBODY, rule
from boardwalk.games.fog_quoridor.rules.board import LOW, TRUTH, bit, edges, reaches
from boardwalk.games.fog_quoridor.rules.offers import available, may_stand
from boardwalk.games.fog_quoridor.rules.view import add_wall, lay_fog, lay_scores, look, sight

NODES = 400  # limit of the search for walls that explain the known edges
MOVES = 2000  # limit of the moves that fit walls to what is seen
ROUNDS = 5  # attempts to place and fit walls
PAIR = 162  # a need is the number axis * 81 + cell for an edge, 162 + axis * 81 + jumped cell for a refused jump


@rule
def determinize(board, state, seat):
    """Fill in what a seat does not see with a random guess that fits what it knows (FQ-12 to FQ-16), as well as the
    bounded search can find."""
    if state.to_act == NOBODY:
        return
    if state.turns < 0:
        lay_fog(board, state)
        if state.turns == -1 and seat == 1:
            state.pawn[0] = below(state, 9)
        return
    other = 1 - seat
    unseen = state.pawn[other] < 0
    lay_scores(state)
    for owner in range(2):
        for place in range(128):
            if has_wall(state, owner, place):
                add_wall(board, state, place, owner)
    if unseen:
        guess_pawn(board, state, seat)
    if board.open == 0:
        for number in range(ROUNDS):
            fit = guess_walls(board, state, seat, unseen)
            sound = state.to_act == seat or available(board, state)  # the player to act has a legal action (FQ-3)
            if sound and (fit or number == ROUNDS - 1):
                break
            for place in range(128):
                if has_wall(state, other, place):
                    turn_wall(state, other, place)
                    add_wall(board, state, place, seat)
    if board.fog:
        look(board, state)
    else:
        for word in range(2):
            for i in range(5):
                state.score[i, word] = 0


@rule
def guess_walls(board, state, seat, unseen):
    """Place the opponent's walls; returns whether they fit."""
    other = 1 - seat
    count = lay_walls(board, state, seat, cover(board, state, seat))
    if board.fog:
        fit_walls(board, state, seat, count, unseen)
    for word in range(2):
        for axis in range(2):
            state.known[other, axis, word] = 0
    wrong0, wrong1 = misfits(board, state, seat)
    return (wrong0 | wrong1) == 0 and first_need(board, state, seat) < 0


@rule
def has_wall(state, owner, place):
    """1 if the owner has a wall at a place, else 0."""
    cell = (place & 63) // 8 * 9 + place % 8
    return bit(state.wall[owner, place >> 6, 0], state.wall[owner, place >> 6, 1], cell)


@rule
def misfits(board, state, seat):
    """The cells, in two words, that are seen in the guess but not by the seat, or vice versa (FQ-12)."""
    if board.fog == 0:
        return 0, 0
    a = state.pawn[0]
    b = state.pawn[1]
    a0, b0 = sight(board, state, a, b, 0)
    a1, b1 = sight(board, state, a, b, 1)
    if seat == 0:
        return a0 ^ state.seen[0, 0], a1 ^ state.seen[0, 1]
    return b0 ^ state.seen[1, 0], b1 ^ state.seen[1, 1]


@rule
def count_bits(word0, word1):
    """The number of cells in a set."""
    count = 0
    while word0:
        word0 &= word0 - 1
        count += 1
    while word1:
        word1 &= word1 - 1
        count += 1
    return count


@rule
def pawn_fits(board, state, seat, cell):
    """Whether the opponent's unseen pawn may be on a cell: the cell is not seen (FQ-13), reachable by the steps taken,
    jumps included, on the goal line if and only if this is the last turn (FQ-18), and has a path to the goal."""
    other = 1 - seat
    if bit(state.seen[seat, 0], state.seen[seat, 1], cell):
        return False
    mine = state.pawn[seat]
    if bit(board.cross[mine, 0], board.cross[mine, 1], cell):
        return False
    turns_taken = (state.turns + 1 - other) // 2
    steps = turns_taken - (10 - state.left[other])
    line = cell // 9
    gone = line if other == 0 else 8 - line
    at_goal = other == 0 and state.last == 1
    if gone > 2 * steps or (gone == 8) != at_goal:
        return False
    n0, n1, e0, e1 = edges(board, state, TRUTH)
    return reaches(n0, n1, e0, e1, cell, other)


@rule
def guess_pawn(board, state, seat):
    """Put the opponent's pawn on a random one of the cells that fit best what is seen."""
    other = 1 - seat
    best = 82
    ties = 0
    chosen = 80 * other
    for cell in range(81):
        if pawn_fits(board, state, seat, cell):
            state.pawn[other] = cell
            wrong0, wrong1 = misfits(board, state, seat)
            wrong = count_bits(wrong0, wrong1)
            if wrong < best:
                best = wrong
                ties = 0
            if wrong == best:
                ties += 1
                if below(state, ties) == 0:
                    chosen = cell
    state.pawn[other] = chosen


@rule
def listed(state, other, number):
    """The place of wall `number` in the list."""
    return (state.known[other, number >> 3, 0] >> (number & 7) * 7) & 127


@rule
def put(board, state, other, number, place):
    """Place wall `number` of the list."""
    shift = (number & 7) * 7
    state.known[other, number >> 3, 0] &= ~(127 << shift)
    state.known[other, number >> 3, 0] |= place << shift
    turn_wall(state, other, place)
    add_wall(board, state, place, other)


@rule
def take(board, state, other, number):
    """Remove wall `number` of the list from the board; returns its place."""
    place = listed(state, other, number)
    turn_wall(state, other, place)
    add_wall(board, state, place, 1 - other)
    return place


@rule
def turn_wall(state, other, place):
    """Toggle a wall of the opponent: place it, or remove it if it is there."""
    cell = (place & 63) // 8 * 9 + place % 8
    word = 0 if cell < LOW else 1
    state.wall[other, place >> 6, word] ^= 1 << (cell - LOW * word)


@rule
def lowest(word0, word1):
    """The first cell of a set that is not empty."""
    cell = 0
    while bit(word0, word1, cell) == 0:
        cell += 1
    return cell


@rule
def first_need(board, state, seat):
    """The first edge, or pair of edges at a refused jump, that the seat knows of (FQ-16) and no guessed wall explains;
    -1 if there is none."""
    other = 1 - seat
    h0, h1 = state.wall[other, 0, 0], state.wall[other, 0, 1]
    v0, v1 = state.wall[other, 1, 0], state.wall[other, 1, 1]
    n0, n1 = h0 | (h0 << 1), h1 | (h1 << 1)
    e0, e1 = v0 | (v0 << 9), v1 | (v1 << 9) | (v0 >> 36)
    missing0, missing1 = state.known[seat, 0, 0] & ~n0, state.known[seat, 0, 1] & ~n1
    if missing0 | missing1:
        return lowest(missing0, missing1)
    missing0, missing1 = state.known[seat, 1, 0] & ~e0, state.known[seat, 1, 1] & ~e1
    if missing0 | missing1:
        return 81 + lowest(missing0, missing1)
    for axis in range(2):
        for lane in range(9):
            if state.jump[seat, axis, lane]:
                cell = open_jump(state.jump[seat, axis, lane], axis, lane, n0, n1, e0, e1)
                if cell >= 0:
                    return PAIR + axis * 81 + cell
    return -1


@rule
def open_jump(refused, axis, lane, n0, n1, e0, e1):
    """The first cell of a column or line over which a jump was refused and these edges would allow it; or -1."""
    for along in range(1, 8):
        if (refused >> (along - 1)) & 1:
            if axis == 0:
                cell = along * 9 + lane
                met = bit(n0, n1, cell) | bit(n0, n1, cell - 9)
            else:
                cell = lane * 9 + along
                met = bit(e0, e1, cell) | bit(e0, e1, cell - 1)
            if met == 0:
                return cell
    return -1


@rule
def answer(need, option):
    """One of up to four walls that would explain a need; -1 if it would not be on the board."""
    edge = need % PAIR
    axis = edge // 81
    cell = edge % 81
    if need >= PAIR:
        if option >= 2:
            cell -= 9 if axis == 0 else 1
    elif option >= 2:
        return -1
    if option & 1:
        if axis == 0:
            cell = cell - 1 if cell % 9 else -1
        else:
            cell -= 9
    line = cell // 9
    column = cell % 9
    if cell < 0 or line > 7 or column > 7:
        return -1
    return axis * 64 + line * 8 + column


@rule
def goes_on(state, seat, need):
    """Whether the next edge is known too, so that one wall probably explains both."""
    if need >= PAIR:
        return False
    axis = need // 81
    cell = need % 81 + (1 if axis == 0 else 9)
    return cell < 81 and bit(state.known[seat, axis, 0], state.known[seat, axis, 1], cell) == 1


@rule
def cover(board, state, seat):
    """Place walls that explain all that the seat learned from refusals, by bounded backtracking search. Returns the
    number of walls placed: 0 if the search fails."""
    other = 1 - seat
    gone = 10 - state.left[other]
    flips = draw(state)
    seldom = flips & draw(state) & draw(state)
    depth = 0
    option = 0
    for _ in range(NODES):
        need = first_need(board, state, seat)
        if need < 0:
            return depth
        place = -1
        order = seldom if goes_on(state, seat, need) else flips
        while place < 0 and option < 4 and depth < gone:
            place = answer(need, option ^ ((order >> 2 * depth) & 3))
            option += 1
            if place >= 0 and not may_stand(board, state, TRUTH, place):
                place = -1
        if place >= 0:
            put(board, state, other, depth, place)
            shift = (depth & 7) * 7
            state.known[other, depth >> 3, 1] &= ~(127 << shift)
            state.known[other, depth >> 3, 1] |= option << shift
            depth += 1
            option = 0
        elif depth > 0:
            depth -= 1
            take(board, state, other, depth)
            option = (state.known[other, depth >> 3, 1] >> (depth & 7) * 7) & 127
        else:
            return 0
    while depth > 0:
        depth -= 1
        take(board, state, other, depth)
    return 0


@rule
def lay_walls(board, state, seat, count):
    """Place the remaining walls of those that the opponent has used at random. Returns the number of walls placed."""
    other = 1 - seat
    while count < 10 - state.left[other]:
        place = below(state, 128)
        tries = 0
        while tries < 128 and not may_stand(board, state, TRUTH, place):
            place = (place + 37) & 127
            tries += 1
        if tries == 128:
            return count
        put(board, state, other, count, place)
        count += 1
    return count


@rule
def random_cell(state, word0, word1):
    """A random cell of a set that is not empty."""
    cell = below(state, 81)
    while bit(word0, word1, cell) == 0:
        cell = cell + 1 if cell < 80 else 0
    return cell


@rule
def near(state, cell):
    """A random wall that changes the score of a cell, or -1 for one that is off the board."""
    line = cell // 9 - 2 + below(state, 4)
    column = cell % 9 - 2 + below(state, 4)
    if line < 0 or line > 7 or column < 0 or column > 7:
        return -1
    return below(state, 2) * 64 + line * 8 + column


@rule
def slide(place, by):
    """The wall shifted by one cell along its own direction; -1 if that is off the board."""
    along = place % 8 if place < 64 else (place & 63) // 8
    if along + by < 0 or along + by > 7:
        return -1
    return place + by if place < 64 else place + 8 * by


@rule
def number_near(board, state, other, count, cell):
    """The number of a random wall, if possible one that changes the score of this cell."""
    number = below(state, count)
    for _ in range(count):
        middle = listed(state, other, number) & 63
        if bit(board.block[middle, 0] | board.ring[middle, 0], board.block[middle, 1] | board.ring[middle, 1], cell):
            return number
        number = number + 1 if number < count - 1 else 0
    return number


@rule
def fit_walls(board, state, seat, count, unseen):
    """Local search: move guessed walls, and the pawn if it is not seen, until the guess fits. Moves that make it worse
    are undone, except at random with probability 1/24."""
    other = 1 - seat
    wrong0, wrong1 = misfits(board, state, seat)
    cost = count_bits(wrong0, wrong1)
    for _ in range(MOVES if count > 0 else 0):
        if cost == 0:
            return
        pawn = state.pawn[other]
        number = -1
        place = -1
        old = -1
        if unseen and below(state, count + 4) == 0:
            cell = below(state, 81)
            if pawn_fits(board, state, seat, cell):
                state.pawn[other] = cell
        else:
            # Cells that should be seen but are not have too many of the opponent's walls near them.
            dim0, dim1 = wrong0 & state.seen[seat, 0], wrong1 & state.seen[seat, 1]
            lit0, lit1 = wrong0 & ~dim0, wrong1 & ~dim1
            number = below(state, count)
            if dim0 | dim1:
                number = number_near(board, state, other, count, random_cell(state, dim0, dim1))
            place = near(state, random_cell(state, lit0, lit1)) if lit0 | lit1 else below(state, 128)
            old = take(board, state, other, number)
            if below(state, 4) == 0:
                place = slide(old, 1 - 2 * below(state, 2))
            if place < 0 or not may_stand(board, state, TRUTH, place):
                place = old
            put(board, state, other, number, place)
        fits_known = place == old or first_need(board, state, seat) < 0
        wrong0, wrong1 = misfits(board, state, seat)
        now = count_bits(wrong0, wrong1)
        if fits_known and (now <= cost or below(state, 24) == 0):
            cost = now
        else:
            state.pawn[other] = pawn
            if number >= 0:
                take(board, state, other, number)
                put(board, state, other, number, old)
            wrong0, wrong1 = misfits(board, state, seat)
