# mypy: ignore-errors
"""The GPU kernel for many games in which one seat is played from outside: see `boardwalk.batch.gpu.kernels`."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from boardwalk.batch.cpu.kernels import CUT, mark, see
from boardwalk.batch.gpu.kernels import Maker
from boardwalk.batch.groups import GameRecords
from boardwalk.learning import seat_kernels
from boardwalk.learning.seat_kernels import ANYBODY, Bot, End

cuda: Any = None
as_state = mask_of = planes_of = scratch_of = specialized = words_at = read_states = write_states = step_game = None
WORD: Any = None
STATE_WORDS = SHARED_STATES = 1


class Report(NamedTuple):
    """What a learner is told of each game's last step."""

    over: Any
    gains: Any  # its reward
    terminated: Any
    truncated: Any
    step_reward: float  # added to every reward


def seat_kernel(
    boards, state_words, blank, do, turns, to_act, shown, outcome, learner, scratches, streams, ends, report
):
    """Do in all games what `seat_kernels.step_game` does when told to `do` it, and report to the learner."""
    game = cuda.grid(1)
    shared = cuda.shared.array(SHARED_STATES, WORD)
    own = cuda.local.array(STATE_WORDS, WORD)
    seen = cuda.local.array(STATE_WORDS, WORD)
    read_states(state_words, game, own, shared)
    if game < len(boards.of):
        at = boards.of[game]
        state = as_state(own)
        seat = state.to_act if learner.seat == ANYBODY else learner.seat
        turns.doing[game] = do
        outcome.ended[game] = 0
        for other in range(outcome.rewards.shape[1]):
            outcome.rewards[game, other] = 0
        records = GameRecords(boards.records[at], state, words_at(boards.words, at), own)
        bot = Bot(streams[game], as_state(seen), seen, scratch_of(scratches, game, at))
        end = End(mask_of(ends.masks, game), planes_of(ends.planes, game), ends.seats[game : game + 1])
        mask = mask_of(shown.masks, game)
        step_game(game, records, specialized(blank), turns, mask, outcome, learner, bot, end)
        ended = outcome.ended[game]
        report.over[game] = ended != 0
        report.truncated[game] = ended == CUT
        report.terminated[game] = ended != 0 and ended != CUT
        report.gains[game] = outcome.rewards[game, seat] + report.step_reward
        to_act[game] = state.to_act
        mark(records.board, state, mask)
    cuda.syncthreads()  # as in `look_kernel`
    if game < len(boards.of):
        see(boards.records[boards.of[game]], as_state(own), planes_of(shown.planes, game))
    write_states(state_words, game, own, shared)


@cache
def bind(rules: Any, state: np.dtype, board: np.dtype, own_board: bool, planes: tuple[int, int, int]) -> Any:
    """The kernel, for blocks as the batch's own have them."""
    make = Maker(rules, state, board, own_board, planes, (seat_kernels.step_game, mark, see), globals())
    return make(seat_kernel)["seat"]
