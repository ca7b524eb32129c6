"""A minimal game for tests: count down from ten, the board takes a random share."""

from boardwalk.engine.random import below
from boardwalk.engine.records import i8, i16, record, u32
from boardwalk.engine.rules import BOARD, NOBODY, rule

ACTIONS = 3
STEP = 1


@record
class State:
    rng: u32[2]
    left: i16
    to_act: i8


@rule
def deal(board, state):
    state.left = 10
    state.to_act = 0


@rule
def legal(board, state, mask):
    count = 0
    for action in range(ACTIONS):
        mask[action] = 1 if action <= state.left else 0
        count += mask[action]
    return count


@rule
def apply(board, state, action):
    if state.to_act == BOARD:
        take(state, below(state, 2))
        if state.to_act == BOARD:
            state.to_act = 0
    else:
        state.to_act = BOARD
        take(state, action + STEP)


@rule
def take(state, amount):
    state.left -= amount
    if state.left <= 0:
        state.to_act = NOBODY
