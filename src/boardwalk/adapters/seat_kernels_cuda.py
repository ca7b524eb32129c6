# mypy: ignore-errors
"""The kernel of a GPU for many games in which one seat is played from outside: see `boardwalk.batch.cuda_kernels`."""

from functools import cache
from typing import Any

import numpy as np

from boardwalk.adapters import seat_kernels
from boardwalk.adapters.seat_kernels import ANYBODY
from boardwalk.batch.cuda_kernels import Maker
from boardwalk.batch.kernels import CUT, mark, see

cuda: Any = None
as_state = mask_of = planes_of = scratch_of = words_at = read_states = write_states = step_game = None
WORD: Any = None
STATE_WORDS = SHARED_STATES = 1
OWN_BOARD = False


def seat_kernel(
    boards, board_of, board_words, state_words, blank_board, blank_state,
    do, taken, doing, to_act, masks, planes, rewards, ended, ages, waits, streams,
    last_masks, last_planes, last_seats, over, gains, terminated, truncated,
    seat, how, lose, limit, step_reward, scratches,
):  # fmt: skip
    """`do` in all games what `seat_kernels.step_game` does, then tell a learner of it."""
    game = cuda.grid(1)
    shared = cuda.shared.array(SHARED_STATES, WORD)
    own = cuda.local.array(STATE_WORDS, WORD)
    seen = cuda.local.array(STATE_WORDS, WORD)
    read_states(state_words, game, own, shared)
    if game < len(board_of):
        at = board_of[game]
        board = boards[at]
        state = as_state(own)
        learner = state.to_act if seat == ANYBODY else seat
        doing[game] = do
        ended[game] = 0
        for other in range(rewards.shape[1]):
            rewards[game, other] = 0
        step_game(
            board, state, words_at(board_words, at), own, blank_board, blank_state, OWN_BOARD,
            doing, taken, masks, mask_of(masks, game), rewards, ended, ages, waits, streams[game],
            mask_of(last_masks, game), planes_of(last_planes, game), last_seats,
            seat, how, lose, limit, as_state(seen), seen, scratch_of(scratches, game, at), game,
        )  # fmt: skip
        over[game] = ended[game] != 0
        truncated[game] = ended[game] == CUT
        terminated[game] = ended[game] != 0 and ended[game] != CUT
        gains[game] = rewards[game, learner] + step_reward
        to_act[game] = state.to_act
        mark(board, state, mask_of(masks, game))
    cuda.syncthreads()  # as in `look_kernel`
    if game < len(board_of):
        see(boards[board_of[game]], as_state(own), planes_of(planes, game))
    write_states(state_words, game, own, shared)


@cache
def bind(rules: Any, state: np.dtype, board: np.dtype, own_board: bool, planes: tuple[int, int, int]) -> Any:
    """The kernel, for blocks as the batch's own have them."""
    make = Maker(rules, state, board, own_board, planes, (seat_kernels.step_game, mark, see), globals())
    return make(seat_kernel)["seat"]
