"""The course of a game: what can be done, and what it does."""

from boardwalk import NOBODY, rule
from connect_four.rules.board import COLUMNS, EMPTY, NO_SEAT, connects, landing

ACTIONS = COLUMNS


@rule
def deal(board, state):
    """The board is empty (C4-1), and one of the players begins (C4-2)."""
    state.winner = NO_SEAT
    state.resigned = NO_SEAT
    state.to_act = board.first


@rule
def legal(board, state, mask):
    """A disc can be dropped into every column that is not full (C4-3)."""
    count = 0
    for column in range(ACTIONS):
        mask[column] = 0
        if column < board.cols and state.cell[column] == EMPTY:  # the first row is the top
            mask[column] = 1
            count += 1
    return count


@rule
def allowed(board, state, event):
    """Either player may resign while the game goes on (C4-6)."""
    return state.to_act != NOBODY


@rule
def apply(board, state, action):
    if action < ACTIONS:
        drop(board, state, action)
    else:
        resign(state, action - ACTIONS)


@rule
def drop(board, state, column):
    """The disc falls (C4-3); that wins (C4-4), fills the board (C4-5), or makes it the other's turn (C4-2)."""
    seat = state.to_act
    cell = landing(board, state, column)
    state.discs += 1
    state.cell[cell] = state.discs
    if connects(board, state, cell):
        state.winner = seat
        state.to_act = NOBODY
    elif state.discs == board.rows * board.cols:
        state.to_act = NOBODY
    else:
        state.to_act = 1 - seat


@rule
def resign(state, seat):
    """The other player wins (C4-6)."""
    state.resigned = seat
    state.winner = 1 - seat
    state.to_act = NOBODY


@rule
def score(board, state, seat):
    if state.winner == NO_SEAT:
        return 0
    return 1 if state.winner == seat else -1
