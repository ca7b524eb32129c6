"""The course of a game: what can be done, and what it does."""

from boardwalk.engine.rules import NOBODY, rule
from boardwalk.games.fog_quoridor.rules.board import (
    FIRST_STEP,
    FIRST_WALL,
    LEFT,
    LOW,
    TRUTH,
    edges,
    sees_pawn,
)
from boardwalk.games.fog_quoridor.rules.offers import (
    ahead,
    available,
    edge_ahead,
    may_stand,
    steps,
)
from boardwalk.games.fog_quoridor.rules.view import add_wall, lay_fog, look


@rule
def deal(board, state):
    """An empty board; A chooses first (FQ-1), each player has ten walls (FQ-2)."""
    state.turns = -2
    state.to_act = 0
    for seat in range(2):
        state.pawn[seat] = -1
        state.left[seat] = 10
    lay_fog(board, state)


@rule
def apply(board, state, action):
    """Choose a column (FQ-1), step or place a wall (FQ-3). A refused attempt does not end the turn (FQ-16); a player
    without a legal action passes (FQ-3)."""
    if state.turns < 0:
        choose(board, state, action)
        return
    if action < FIRST_WALL:
        done = step(board, state, action - FIRST_STEP)
    else:
        done = place_wall(board, state, action - FIRST_WALL)
    if done:
        look(board, state)
        end_turn(board, state)
    while state.to_act != NOBODY and not available(board, state):  # FQ-3
        end_turn(board, state)


@rule
def choose(board, state, column):
    """Put the pawn on a column of the player's first line; when both have chosen, A plays (FQ-1, FQ-2)."""
    seat = state.to_act
    state.pawn[seat] = column + 72 * seat
    state.turns += 1
    state.to_act = 1 - seat
    if state.turns == 0:
        look(board, state)


@rule
def step(board, state, way):
    """A step (FQ-4, FQ-5), or its refusal, which records what the player learns from it (FQ-16)."""
    seat = state.to_act
    cell = state.pawn[seat]
    over = ahead(cell, way)
    possible = True  # with open walls every legal step is
    if board.open == 0:
        n0, n1, e0, e1 = edges(board, state, TRUTH)
        possible = (steps(board, state, TRUTH, n0, n1, e0, e1) >> way) & 1 == 1
    if possible:
        state.pawn[seat] = over if over != state.pawn[1 - seat] else ahead(over, way)
        return True
    axis = 0 if way < LEFT else 1
    if over == state.pawn[1 - seat]:
        if axis == 0:
            state.jump[seat, 0, over % 9] |= 1 << (over // 9 - 1)
        else:
            state.jump[seat, 1, over // 9] |= 1 << (over % 9 - 1)
    else:
        edge = edge_ahead(cell, way)
        if edge < LOW:
            state.known[seat, axis, 0] |= 1 << edge
        else:
            state.known[seat, axis, 1] |= 1 << (edge - LOW)
    return False


@rule
def place_wall(board, state, place):
    """A wall (FQ-6, FQ-7, FQ-10), or its refusal for this turn (FQ-16)."""
    seat = state.to_act
    # With open walls a legal wall is refused only if it would cut off a pawn that the player does not see.
    if board.open == 0 or not sees_pawn(board, state, seat):
        if not may_stand(board, state, TRUTH, place):
            state.refused[place >> 5] |= 1 << (place & 31)
            return False
    cell = (place & 63) // 8 * 9 + place % 8
    word = 0 if cell < LOW else 1
    state.wall[seat, place >> 6, word] |= 1 << (cell - LOW * word)
    state.left[seat] -= 1
    if board.fog:
        add_wall(board, state, place, seat)
    return True


@rule
def end_turn(board, state):
    """Count the turn, check whether the game is over, and pass the turn (FQ-18 to FQ-20)."""
    seat = state.to_act
    state.turns += 1
    for i in range(4):
        state.refused[i] = 0
    state.to_act = 1 - seat
    home = state.pawn[1] < 9  # B has reached line 1
    if seat == 0:
        state.last = 1 if state.pawn[0] >= 72 else 0
    elif state.last:
        state.result = 0 if home else 1
        state.to_act = NOBODY
    elif home:
        state.result = -1
        state.to_act = NOBODY
    if state.turns == board.limit:
        state.to_act = NOBODY


@rule
def score(board, state, seat):
    """1 for the winner, -1 for the loser, 0 in a draw (FQ-18 to FQ-20)."""
    return state.result if seat == 0 else -state.result
