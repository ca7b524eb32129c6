"""The course of a game: what can be done, and what it does."""

from boardwalk.engine.random import below
from boardwalk.engine.rules import NOBODY, rule
from boardwalk.games.box_world.rules.board import BOX, FINISH, FLOOR, GO_ON, HOLE, step

# The open directions, packed two bits each; indexed by the same as a bit set (1 up, 2 right, 4 down, 8 left).
OPEN = (0, 0, 1, 4, 2, 8, 9, 36, 3, 12, 13, 52, 14, 56, 57, 228)


@rule
def deal(board, state):
    """Set up the first level of the pack (BW-2)."""
    state.level = 0
    lay_level(board, state)


@rule
def legal(board, state, mask):
    """The possible moves (BW-4 to BW-9); once the level is done, only going on to the next (BW-13)."""
    are_open = 0 if state.done else ways(board, state)
    count = 0
    for direction in range(4):
        mask[direction] = (are_open >> direction) & 1
        count += mask[direction]
    mask[GO_ON] = state.done
    return count + state.done


@rule
def pick(board, state, mask):
    """A random legal action, each equally likely."""
    if state.done:
        return GO_ON
    are_open = ways(board, state)
    count = (are_open & 1) + ((are_open >> 1) & 1) + ((are_open >> 2) & 1) + (are_open >> 3)
    return (OPEN[are_open] >> (2 * below(state, count))) & 3


@rule
def allowed(board, state, event):
    """Whether the level may be restarted: at any time until the game is over (BW-14)."""
    return state.to_act != NOBODY


@rule
def apply(board, state, action):
    """A move (BW-3), going on to the next level (BW-13), or a restart of this one (BW-14)."""
    if action < GO_ON:
        move(board, state, action)
    else:
        if action == GO_ON:
            state.level += 1
        lay_level(board, state)


@rule
def lay_level(board, state):
    """Reset the level to its start, with its counts (BW-14)."""
    level = state.level
    first = board.first[level]
    cells = board.width[level] * board.height[level]
    for i in range(cells):
        state.cell[i] = board.cell[first + i]
    for i in range(cells, len(state.cell)):  # clears the rest of a bigger level played before
        state.cell[i] = FLOOR
    state.player = board.start[level]
    state.moves = 0
    state.pushes = 0
    settle(board, state)


@rule
def settle(board, state):
    """Update whether the level is done (BW-6) and the game over (BW-13), from the cell of the player.

    Until then a move is always possible: at a level's start by BW-1, later by stepping back."""
    state.done = 1 if state.cell[state.player] == FINISH else 0
    state.to_act = NOBODY if state.done and state.level == board.levels - 1 else 0


@rule
def open_way(cell, at, ahead):
    """1 if a player on cell `at` can move by the offset `ahead`, else 0 (BW-4 to BW-9)."""
    there = cell[at + ahead]
    if there >= BOX:
        return 1 if cell[at + 2 * ahead] <= HOLE else 0
    return 1 if (there == FLOOR) | (there == FINISH) else 0


@rule
def ways(board, state):
    """The directions in which a move is possible, as bits: 1 up, 2 right, 4 down, 8 left (BW-4 to BW-9)."""
    at = state.player
    width = board.width[state.level]
    up = open_way(state.cell, at, -width)
    right = open_way(state.cell, at, 1)
    down = open_way(state.cell, at, width)
    left = open_way(state.cell, at, -1)
    return up + 2 * right + 4 * down + 8 * left


@rule
def move(board, state, direction):
    """One step, and the push that comes with it (BW-5 to BW-7)."""
    ahead = step(direction, board.width[state.level])
    at = state.player + ahead
    there = state.cell[at]
    state.player = at
    state.moves += 1
    if there >= BOX:
        push(state.cell, at, ahead)
        state.pushes += 1
    elif there == FINISH:
        settle(board, state)


@rule
def landing(cell, at, ahead):
    """The cell where the box on cell `at` stops when pushed, which may be a hole: the next cell, or for ice the last
    one before an obstacle (BW-10, BW-11)."""
    to = at + ahead
    if cell[at] & 1:
        while cell[to] == FLOOR and cell[to + ahead] <= HOLE:
            to += ahead
    return to


@rule
def push(cell, at, ahead):
    """Push the box on cell `at`; the caller has checked that this is possible (BW-9 to BW-12)."""
    to = landing(cell, at, ahead)
    cell[to] = FLOOR if cell[to] == HOLE else cell[at]
    cell[at] = FLOOR


@rule
def score(board, state, seat):
    """1 once the last level is done (BW-13)."""
    return 1 if state.done and state.level == board.levels - 1 else 0
