"""The course of a game: what can be done, and what it does."""

from boardwalk.engine.random import below
from boardwalk.engine.rules import BOARD, rule
from boardwalk.games.robo_rally.rules.board import ACTIONS, NONE, NORTH, SLOTS
from boardwalk.games.robo_rally.rules.round import run


@rule
def deal(board, state):
    """Put the robots on their starts, facing north (RB-8); player 1 holds the token (RB-9)."""
    for robot in range(board.robots):
        state.square[robot] = board.back[robot, 0]
        state.facing[robot] = NORTH
    state.round = 1
    state.to_act = 0
    state.winner = NONE
    state.destroyed = NONE


@rule
def legal(board, state, mask):
    """Every letter except that of the previous slot (RB-3)."""
    last = last_letter(state)
    count = 0
    for letter in range(ACTIONS):
        mask[letter] = 0 if letter == last else 1
        count += mask[letter]
    return count


@rule
def pick(board, state, mask):
    """A random letter among those that are legal (RB-3), each equally likely."""
    last = last_letter(state)
    if last == NONE:
        return below(state, ACTIONS)
    letter = below(state, ACTIONS - 1)
    return letter + 1 if letter >= last else letter


@rule
def apply(board, state, action):
    """Choose the next letter of a program (RB-21), or run the board's next step of the round (RB-9)."""
    if state.to_act >= 0:
        choose(board, state, action)
        return
    run(board, state)


@rule
def last_letter(state):
    """The letter of the previous slot, which may not be repeated (RB-3); NONE in the first slot."""
    return state.program[state.to_act, state.slot - 1] - 1 if state.slot > 0 else NONE


@rule
def choose(board, state, action):
    """Choose the next letter of a program; when all seats have chosen, the round starts (RB-21)."""
    state.destroyed = NONE
    state.program[state.to_act, state.slot] = action + 1
    state.slot += 1
    if state.slot == SLOTS:
        state.slot = 0
        state.to_act += 1
        if state.to_act == board.robots:
            state.to_act = BOARD


@rule
def score(board, state, seat):
    """The first robot to touch its last flag wins (RB-19); without a winner it is a draw (RB-20, RB-23)."""
    if state.winner == NONE:
        return 0
    return 1 if state.winner == seat else -1
