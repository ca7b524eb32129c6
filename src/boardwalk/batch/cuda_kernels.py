# mypy: ignore-errors
"""The kernels of a GPU: one thread plays one game, by the very templates that the CPU's batch runs.

A thread copies its game's state into memory of its own, works there and writes it back once. `bind` makes the kernels
for one game, one size of its records and one use: the names in capitals and the slots are filled in then. In Numba's
CUDA simulator rules are interpreted, on records that check them.
"""

import hashlib
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from boardwalk.batch import kernels
from boardwalk.batch.card import load_cuda, simulated
from boardwalk.core.rules import binding

cuda: Any = None
begin = act = mark = see = play_game = advise = may_take = None
as_state: Any = None  # a state's own words as the record they are
shaped: Any = None  # an array with a shape that the compiler knows: loops over it take a fraction of the instructions
WORD: Any = None
STATE_WORDS = 0
OWN_BOARD = WITH_PLANES = False
PLANES, ROWS, COLS, ACTIONS = 1, 1, 1, 1
COUNTS = 5


def begin_kernel(boards, board_of, board_words, state_words, blank_board, blank_state):
    game = cuda.grid(1)
    if game < len(board_of):
        own = cuda.local.array(STATE_WORDS, WORD)
        for word in range(STATE_WORDS):
            own[word] = state_words[game, word]
        at = board_of[game]
        begin(boards[at], as_state(own), board_words[at], own, blank_board, blank_state, OWN_BOARD)
        for word in range(STATE_WORDS):
            state_words[game, word] = own[word]


def look_kernel(boards, board_of, state_words, to_act, masks, planes, over):
    """Threads wait for their neighbours before they write: lines of memory that they share are then written as one."""
    game = cuda.grid(1)
    own = cuda.local.array(STATE_WORDS, WORD)
    if game == 0:
        over[0] = 0  # all of them have been dealt anew
    if game < len(board_of):
        for word in range(STATE_WORDS):
            own[word] = state_words[game, word]
        state = as_state(own)
        to_act[game] = state.to_act
        mark(boards[board_of[game]], state, shaped(masks[game], (ACTIONS,), (masks.strides[1],)))
    cuda.syncthreads()
    if WITH_PLANES and game < len(board_of):
        step = planes.strides[3]
        seen = shaped(planes[game], (PLANES, ROWS, COLS), (ROWS * COLS * step, COLS * step, step))
        see(boards[board_of[game]], as_state(own), seen)


def advise_kernel(boards, board_of, state_words, slates, streams, advice):
    game = cuda.grid(1)
    if game < len(board_of):
        own = cuda.local.array(STATE_WORDS, WORD)
        for word in range(STATE_WORDS):
            own[word] = state_words[game, word]
        advice[game] = advise(boards[board_of[game]], as_state(own), slates[game % len(slates)], streams[game])


def take_kernel(actions, masks, taken, refused):
    """Take over the actions: -1 for one that is not legal, and the first game that has one is told."""
    game = cuda.grid(1)
    if game < len(taken):
        action = int(actions[game])
        fine = may_take(masks, game, action)
        taken[game] = action if fine else -1
        if not fine:
            cuda.atomic.min(refused, 0, game)


def step_kernel(
    boards, board_of, board_words, state_words, blank_board, blank_state,
    taken, to_act, masks, planes, rewards, ended, ages, limit,
):  # fmt: skip
    """A whole step, where dealing is quick. Threads wait for their neighbours as in `look_kernel`."""
    game = cuda.grid(1)
    own = cuda.local.array(STATE_WORDS, WORD)
    playing = False
    at = 0
    if game < len(board_of):
        playing = taken[game] >= 0
        at = board_of[game]
    if playing:
        for word in range(STATE_WORDS):
            own[word] = state_words[game, word]
        state = as_state(own)
        if act(boards[at], state, int(taken[game]), rewards, ended, ages, game, limit):
            begin(boards[at], state, board_words[at], own, blank_board, blank_state, OWN_BOARD)
        for word in range(STATE_WORDS):
            state_words[game, word] = own[word]
        to_act[game] = state.to_act
        mark(boards[at], state, shaped(masks[game], (ACTIONS,), (masks.strides[1],)))
    cuda.syncthreads()
    if WITH_PLANES and playing:
        step = planes.strides[3]
        seen = shaped(planes[game], (PLANES, ROWS, COLS), (ROWS * COLS * step, COLS * step, step))
        see(boards[at], as_state(own), seen)


def act_kernel(boards, board_of, state_words, taken, rewards, ended, ages, limit, over):
    """The actions alone, where dealing takes long: games that have ended are listed, `over[0]` of them."""
    game = cuda.grid(1)
    if game < len(board_of) and taken[game] >= 0:
        own = cuda.local.array(STATE_WORDS, WORD)
        for word in range(STATE_WORDS):
            own[word] = state_words[game, word]
        board = boards[board_of[game]]
        if act(board, as_state(own), int(taken[game]), rewards, ended, ages, game, limit):
            over[1 + cuda.atomic.add(over, 0, 1)] = game
        for word in range(STATE_WORDS):
            state_words[game, word] = own[word]


def deal_kernel(boards, board_of, board_words, state_words, blank_board, blank_state, over):
    """Deal the listed games anew: threads that deal stand side by side, and none waits for one that does not."""
    own = cuda.local.array(STATE_WORDS, WORD)
    for place in range(cuda.grid(1), over[0], cuda.gridsize(1)):
        game = over[1 + place]
        for word in range(STATE_WORDS):
            own[word] = state_words[game, word]
        at = board_of[game]
        begin(boards[at], as_state(own), board_words[at], own, blank_board, blank_state, OWN_BOARD)
        for word in range(STATE_WORDS):
            state_words[game, word] = own[word]


def play_kernel(
    boards, board_of, board_words, state_words, blank_board, blank_state, to_act, masks, steps, limit, counts
):  # fmt: skip
    game = cuda.grid(1)
    together = cuda.shared.array(COUNTS, np.int64)
    for i in range(cuda.threadIdx.x, COUNTS, cuda.blockDim.x):
        together[i] = 0
    cuda.syncthreads()
    if game < len(board_of):
        own = cuda.local.array(STATE_WORDS, WORD)
        for word in range(STATE_WORDS):
            own[word] = state_words[game, word]
        at = board_of[game]
        state = as_state(own)
        actions, board_steps, finished, cut, wins = play_game(
            boards[at], state, board_words[at], own, blank_board, blank_state, OWN_BOARD,
            masks[game % len(masks)], steps, limit,
        )  # fmt: skip
        for word in range(STATE_WORDS):
            state_words[game, word] = own[word]
        to_act[game] = state.to_act
        cuda.atomic.add(together, 0, actions)
        cuda.atomic.add(together, 1, board_steps)
        cuda.atomic.add(together, 2, finished)
        cuda.atomic.add(together, 3, cut)
        cuda.atomic.add(together, 4, wins)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, COUNTS, cuda.blockDim.x):
        cuda.atomic.add(counts, i, together[i])


class Kernels(NamedTuple):
    begin: Any
    look: Any
    take: Any
    step: Any
    act: Any
    deal: Any
    play: Any
    advise: Any


@cache
def bind(rules: ModuleType, state: np.dtype, own_board: bool, planes: tuple[int, int, int] | None) -> Kernels:
    """The kernels of a game, compiled when they are first launched."""
    rule = binding(rules, compiled=not simulated())
    word = next(size for size in (8, 4, 2, 1) if state.itemsize % size == 0)
    names = {
        "cuda": load_cuda(),
        "begin": rule(kernels.begin),
        "mark": rule(kernels.mark),
        "see": rule(kernels.see),
        "act": rule(kernels.act),
        "play_game": rule(kernels.play_game),
        "advise": rule(kernels.advise),
        "may_take": rule(kernels.may_take),
        "as_state": _checked_state(rules, state) if simulated() else _device_state(state),
        "WORD": np.dtype(f"u{word}").type,
        "STATE_WORDS": state.itemsize // word,
        "OWN_BOARD": own_board,
        "shaped": _as_it_is if simulated() else _reshape_unchecked(),
        "WITH_PLANES": planes is not None,
        "ACTIONS": rules.ACTIONS,
        **dict(zip(("PLANES", "ROWS", "COLS"), planes or (1, 1, 1), strict=True)),
    }
    told = f"{rules.__name__} {state} {own_board} {planes}"
    suffix = "__" + hashlib.blake2b(told.encode(), digest_size=8).hexdigest()
    shown = {"look": _jit(look_kernel, names, suffix), "step": _jit(step_kernel, names, suffix)}
    if planes is not None:
        return bind(rules, state, own_board, None)._replace(**shown)
    blind = (begin_kernel, take_kernel, act_kernel, deal_kernel, play_kernel, advise_kernel)
    return Kernels(
        **shown, **{kernel.__name__.removesuffix("_kernel"): _jit(kernel, names, suffix) for kernel in blind}
    )


def _jit(kernel: FunctionType, names: dict[str, Any], suffix: str) -> Any:
    copy = FunctionType(kernel.__code__, {**kernel.__globals__, **names}, kernel.__name__)
    copy.__module__ = kernel.__module__
    copy.__qualname__ = kernel.__qualname__ + suffix  # by which the cache on disk tells games apart
    return names["cuda"].jit(copy, cache=not simulated())


def _device_state(state: np.dtype) -> Any:
    import numba

    @numba.njit
    def as_state(words):
        return words.view(state)[0]

    return as_state


def _checked_state(rules: ModuleType, state: np.dtype) -> Any:
    def as_state(words):
        return rules.State.wrap(words.view(state))

    return as_state


def _reshape_unchecked() -> Any:
    from numba.cuda.np.arrayobj import reshape_unchecked

    return reshape_unchecked


def _as_it_is(array, shape, strides):
    return array


class Records:
    """An array of records as interpreted rules take it, for the simulator."""

    def __init__(self, kind: Any, array: np.ndarray) -> None:
        self.kind, self.array = kind, array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: int) -> Any:
        return self.kind(self.array[at : at + 1])


class Rows:
    """An array for the simulator, which would copy a plain one: elements are plain integers, rows can be written to."""

    def __init__(self, array: np.ndarray) -> None:
        self.array, self.shape, self.strides = array, array.shape, array.strides

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> Any:
        part = self.array[at]
        return part.data if isinstance(part, np.ndarray) else int(part)

    def __setitem__(self, at: Any, value: int) -> None:
        self.array[at] = value
