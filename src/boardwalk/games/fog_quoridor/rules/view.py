"""Fog Quoridor's fog: scores, what each player sees, and what each may know (FQ-8 to FQ-17).

Scores are bit-sliced: word w of `score[i]` holds bit i of the scores of many cells, so that a wall is added to all its
cells at once. They do not include the pawns, which only change a score by one; so a step does not update them.
"""

from boardwalk.engine.rules import NOBODY, rule
from boardwalk.games.fog_quoridor.rules.board import FULL0, FULL1, LINE, LOW, cell_set, edges, sees_pawn

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
COUNT_PLANES = 10  # the first of the planes that hold a count; the others are sets of cells


@rule
def lay_scores(state):
    """Initialise the scores: +1 on lines 1 to 4, 0 on line 5, -1 on lines 6 to 9 (FQ-8)."""
    for i in range(5):
        state.score[i, 0] = 0
        state.score[i, 1] = FULL1
    state.score[0, 0] = FULL1


@rule
def add_score(state, first, word, cells, less):
    """Add 2 ** first to the scores of cells, or subtract it if `less` (FQ-11), with ripple carry through the bits."""
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
    # A sees scores >= 0. Where the pawns add one that includes a stored -1; where they subtract one it excludes 0.
    seen_a = (~minus & ~(fewer & zero)) | (more & low & two & four & eight)
    # B sees scores <= 0. Where the pawns add one that excludes a stored 0; where they subtract one it includes 1.
    seen_b = (minus | zero | (fewer & ~high)) & ~(more & zero)
    full = FULL0 if word == 0 else FULL1
    return (seen_a & full) | own_cell(a, word), (seen_b & full) | own_cell(b, word)


@rule
def own_cell(cell, word):
    """A word of the set of one cell: a player always sees the cell of its own pawn (FQ-12)."""
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
    """Set what is seen until both have chosen (FQ-1): each player's own half and line 5; without fog, everything."""
    for seat in range(2):
        state.seen[seat, 0] = FULL0
        state.seen[seat, 1] = FULL1
    if board.fog:
        lay_scores(state)
        state.seen[0, 1] = 0
        state.seen[1, 0] = FULL0 & ~FULL1


@rule
def conceal(board, state, seat):
    """Clear what the seat may not know; for the AUDIENCE, what is not public (FQ-17)."""
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
    """Clear what only that player knows: all but the open walls and a pawn that is seen (FQ-13, FQ-15 to FQ-17)."""
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
    # If cells are contiguous the compiler vectorises the writes, provided that lines have a constant length and it is
    # one long loop. Otherwise (on a GPU) short loops are better: they are unrolled and need no division.
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
