"""The kernels of `train_outlook.py`: what each legal action leads to, as features."""

from typing import Any

import numpy as np

from boardwalk.engine.rules import BOARD, NOBODY, slot, template
from boardwalk.games.rowdy_racers.search.outlook import FEATURES, MOST_FEATURES, find_features

apply = slot()
score = slot()
prepare_search = slot()

# Filled in by `boardwalk.batch.gpu.kernels.Maker`.
cuda: Any = None
read_state: Any = None
as_state: Any = None
STATE_WORDS = 1
WORD: Any = None

NUMBER = np.int16  # of a feature
GOES_ON, LOST, DRAWN, WON = 0, 1, 2, 3  # what an action leads to; WON - DRAWN is the reward


@template
def look_after(board, state, action, scratch, found):
    """The features of the position after an action, for the seat that acted. Returns whether the game is over, whether
    the turn is, and how many features there are."""
    seat = int(state.to_act)
    apply(board, state, action)
    if state.to_act == NOBODY:
        return DRAWN + score(board, state, seat), True, 0
    return GOES_ON, state.to_act == BOARD, find_features(board, state, seat, scratch, found)


@template
def measure(board, state, scratch):
    prepare_search(board, state, scratch)


def survey_kernel(boards, state_words, scratches):
    game = cuda.grid(1)
    if game < len(boards.of):
        own = cuda.local.array(STATE_WORDS, WORD)
        read_state(state_words, game, own)
        measure(boards.records[boards.of[game]], as_state(own), scratches[game])


def after_kernel(boards, state_words, scratches, games, actions, opponents, features, results):
    """`features` are zero before. There are four groups of them: by opponent, and by whether the turn is over."""
    at = cuda.grid(1)
    if at < len(games):
        game = games[at]
        own = cuda.local.array(STATE_WORDS, WORD)
        found = cuda.local.array(MOST_FEATURES, NUMBER)
        read_state(state_words, game, own)
        board = boards.records[boards.of[game]]
        result, ended, count = look_after(board, as_state(own), int(actions[at]), scratches[game], found)
        results[at] = result
        group = 2 * opponents[at] + (1 if ended else 0)
        for k in range(count):
            features[at, group * FEATURES + found[k]] = 1
