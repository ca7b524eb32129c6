"""Fog Quoridor's fog: scores, what each player sees, and what each may know (FQ-8 to FQ-17).

Scores are kept bit by bit: word w of plane i holds bit i of the scores of many cells, so that a wall is added to all
its cells at once. Pawns are not in them, they only shift a score by one; so a step needs no bookkeeping at all.
"""

from boardwalk.core.rules import NOBODY, rule
from boardwalk.games.fog_quoridor.rules_board import FULL0, FULL1, LINE, LOW, cell_set, edges, sees_pawn

PLANES = (
    "own pawn",
    "other pawn, while seen",
    "seen",
    "own goal",
    "own horizontal walls",
    "own vertical walls",
    "other horizontal walls, if open",
    "other vertical walls, if open",
    "known to be walled above",
    "known to be walled on the right",
    "own walls left",
    "other walls left",
    "turns left",
    "last turn",
)
COUNT_PLANES = 10  # the first of the planes that hold a number; the others are sets of cells


@rule
def lay_scores(state):
    """Lines 1 to 4 have +1, line 5 has 0, lines 6 to 9 have -1 (FQ-8)."""
    for i in range(5):
        state.score[i, 0] = 0
        state.score[i, 1] = FULL1
    state.score[0, 0] = FULL1


@rule
def add_score(state, first, word, cells, less):
    """Add 2 ** first to the scores of cells, or subtract it if `less` (FQ-11): the carry ripples through the planes."""
    carry = cells
    for i in range(first, 5):
        old = state.score[i, word]
        state.score[i, word] = old ^ carry
        carry &= ~old if less else old


@rule
def add_wall(board, state, place, less):
    """A wall counts 2 on the four cells it touches and 1 on those one step away (FQ-10)."""
    middle = place & 63
    for word in range(2):
        add_score(state, 1, word, board.block[middle, word], less)
        add_score(state, 0, word, board.ring[middle, word], less)


@rule
def sight(board, state, a, b, word):
    """A word of the cells that A sees and one of those that B sees, with the pawns on cells a and b (FQ-9, FQ-12)."""
    low, two, four, eight = state.score[0, word], state.score[1, word], state.score[2, word], state.score[3, word]
    minus = state.score[4, word]
    near_a, near_b = board.cross[a, word], board.cross[b, word]
    more = near_a & ~near_b
    fewer = near_b & ~near_a
    high = two | four | eight
    zero = ~(minus | low | high)
    # A sees from 0 on: where the pawns add one that is -1 too, where they take one away not 0.
    seen_a = (~minus & ~(fewer & zero)) | (more & low & two & four & eight)
    # B sees up to 0: there, not 0 any more, and 1 too.
    seen_b = (minus | zero | (fewer & ~high)) & ~(more & zero)
    full = FULL0 if word == 0 else FULL1
    return (seen_a & full) | own_cell(a, word), (seen_b & full) | own_cell(b, word)


@rule
def own_cell(cell, word):
    """The cell as a set of cells: a player always sees where the own pawn is (FQ-12)."""
    if word == 0:
        return 1 << cell if cell < LOW else 0
    return 1 << (cell - LOW) if cell >= LOW else 0


@rule
def look(board, state):
    """Update what both players see (FQ-12); without fog that never changes (FQ-21)."""
    if board.fog == 0:
        return
    a = state.pawn[0]
    b = state.pawn[1]
    a0, b0 = sight(board, state, a, b, 0)
    a1, b1 = sight(board, state, a, b, 1)
    state.seen[0, 0] = a0
    state.seen[0, 1] = a1
    state.seen[1, 0] = b0
    state.seen[1, 1] = b1


@rule
def lay_fog(board, state):
    """What is seen until both have chosen (FQ-1): each player the own half and line 5; without fog, everything."""
    for seat in range(2):
        state.seen[seat, 0] = FULL0
        state.seen[seat, 1] = FULL1
    if board.fog:
        lay_scores(state)
        state.seen[0, 1] = 0
        state.seen[1, 0] = FULL0 & ~FULL1


@rule
def conceal(board, state, seat):
    """Leave what the seat may know; for the AUDIENCE, what is public (FQ-17)."""
    if state.to_act == NOBODY:
        return
    shows_pawn = board.fog == 0
    if seat >= 0 and board.fog:
        shows_pawn = sees_pawn(board, state, seat)
    if state.turns < 0:
        shows_pawn = False
    state.rng[0] = 0
    state.rng[1] = 0
    for word in range(2):
        for i in range(5):
            state.score[i, word] = 0
    for other in range(2):
        if other != seat:
            conceal_player(board, state, other, shows_pawn)
    if state.to_act != seat:
        for i in range(4):
            state.refused[i] = 0


@rule
def conceal_player(board, state, other, shows_pawn):
    """Blank what only that player knows: all but the open walls and a pawn that is seen (FQ-13, FQ-15 to FQ-17)."""
    if not shows_pawn:
        state.pawn[other] = -1
    for word in range(2):
        if board.fog:
            state.seen[other, word] = 0
        for axis in range(2):
            state.known[other, axis, word] = 0
            if board.open == 0:
                state.wall[other, axis, word] = 0
    for axis in range(2):
        for lane in range(9):
            state.jump[other, axis, lane] = 0


@rule
def encode(board, state, seat, planes):
    """What a seat knows (FQ-12 to FQ-17) as planes, line 1 first; a count fills its plane."""
    other = 1 - seat
    mine0, mine1 = cell_set(state.pawn[seat])
    shows_pawn = state.turns >= 0 and sees_pawn(board, state, seat)
    theirs0, theirs1 = cell_set(state.pawn[other] if shows_pawn else -1)
    goal0, goal1 = (0, LINE << 27) if seat == 0 else (LINE, 0)
    n0, n1, e0, e1 = edges(board, state, seat)
    shown = -1 if board.open else 0
    words0 = (
        mine0, theirs0, state.seen[seat, 0], goal0, state.wall[seat, 0, 0], state.wall[seat, 1, 0],
        state.wall[other, 0, 0] & shown, state.wall[other, 1, 0] & shown, n0, e0,
    )  # fmt: skip
    words1 = (
        mine1, theirs1, state.seen[seat, 1], goal1, state.wall[seat, 0, 1], state.wall[seat, 1, 1],
        state.wall[other, 0, 1] & shown, state.wall[other, 1, 1] & shown, n1, e1,
    )  # fmt: skip
    turns_left = min(board.limit - max(state.turns, 0), 255)
    counts = state.left[seat] | (state.left[other] << 8) | (turns_left << 16) | (state.last << 24)
    # Where cells are contiguous the compiler vectorizes the writes, if lines have a known length and it is one long
    # loop. Elsewhere, on a GPU, short loops are better: they are unrolled and need no division.
    if planes.strides[2] == 1 and planes.shape[1] == 9 and planes.shape[2] == 9:
        for plane in range(COUNT_PLANES):
            word0, word1 = words0[plane], words1[plane]
            for cell in range(81):
                planes[plane, cell // 9, cell % 9] = ((word0 >> cell) if cell < LOW else (word1 >> (cell - LOW))) & 1
        for plane in range(4):
            count = (counts >> (8 * plane)) & 255
            for cell in range(81):
                planes[COUNT_PLANES + plane, cell // 9, cell % 9] = count
        return
    for plane in range(COUNT_PLANES):
        word0, word1 = words0[plane], words1[plane]
        for line in range(9):
            row = (word0 >> 9 * line) if line < 5 else (word1 >> (9 * line - LOW))
            for column in range(9):
                planes[plane, line, column] = (row >> column) & 1
    for plane in range(4):
        count = (counts >> (8 * plane)) & 255
        for line in range(9):
            for column in range(9):
                planes[COUNT_PLANES + plane, line, column] = count
