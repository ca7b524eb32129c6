# mypy: ignore-errors
"""The kernels of a GPU: one thread plays one game, by the very templates that the CPU's batch runs.

A thread copies its game's state into memory of its own, works there and writes it back once. Records of neighbouring
games lie side by side, and a thread that went through its own word by word would touch as many lines of memory as there
are threads, for every word. So a block of threads moves the records of all its games together, through memory that it
shares: see `bring`.

A `Maker` makes the kernels for one game, one size of its records and one use: the names in capitals and the templates
are filled in then. In Numba's CUDA simulator rules are interpreted, on records that check them.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from boardwalk.batch import kernels
from boardwalk.batch.batch import word_size
from boardwalk.batch.device_array import load_cuda, simulated
from boardwalk.core.rules import binding
from boardwalk.core.sources import module_named

cuda: Any = None
begin = act = mark = see = play_game = advise = may_take = None
as_state: Any = None  # a state's own words as the record they are
as_board: Any = None
shaped: Any = None  # an array with a shape that the compiler knows: loops over it take a fraction of the instructions
WORD: Any = None
STATE_WORDS = BOARD_WORDS = SHARED_WORDS = SHARED_STATES = 1
OWN_BOARD = STAGED = WITH_PLANES = STUDIED = False
PLANES, ROWS, COLS, ACTIONS = 1, 1, 1, 1
COUNTS = 5
SPREAD = 4  # of so many threads one deals: see `deal_kernel`
SHARED_BYTES = 48 << 10  # what a block may share on every card
BLOCKS = (256, 128, 64, 32)  # threads in a block: as many as can share the records of their games


def bring(rows, width, shared):
    """The rows of a block's games, `width` words each, into memory that its threads share. Neighbouring threads read
    neighbouring words, whosever they are: whole lines of memory are read as one."""
    first = cuda.blockIdx.x * cuda.blockDim.x * width
    for at in range(cuda.threadIdx.x, min(cuda.blockDim.x * width, len(rows) - first), cuda.blockDim.x):
        shared[at] = rows[first + at]
    cuda.syncthreads()


def read_state(state_words, game, own):
    for word in range(STATE_WORDS):
        own[word] = state_words[game * STATE_WORDS + word]


def write_state(state_words, game, own):
    for word in range(STATE_WORDS):
        state_words[game * STATE_WORDS + word] = own[word]


def read_states(state_words, game, own, shared):
    """Called by all threads of a block, like `write_states`: each gets the state of its game."""
    if STAGED:
        bring(state_words, STATE_WORDS, shared)
        read_state(shared, cuda.threadIdx.x, own)
        cuda.syncthreads()
    elif game * STATE_WORDS < len(state_words):
        read_state(state_words, game, own)


def write_states(state_words, game, own, shared):
    if STAGED:
        cuda.syncthreads()
        write_state(shared, cuda.threadIdx.x, own)
        cuda.syncthreads()
        first = cuda.blockIdx.x * cuda.blockDim.x * STATE_WORDS
        count = min(cuda.blockDim.x * STATE_WORDS, len(state_words) - first)
        for at in range(cuda.threadIdx.x, count, cuda.blockDim.x):
            state_words[first + at] = shared[at]
    elif game * STATE_WORDS < len(state_words):
        write_state(state_words, game, own)


def board_at(boards, at, shared):
    """The board of this thread's game, after `bring` where boards are the games' own."""
    if OWN_BOARD and STAGED:
        first = cuda.threadIdx.x * BOARD_WORDS
        return as_board(shared[first : first + BOARD_WORDS])
    return boards[at]


def words_at(board_words, at):
    return board_words[at * BOARD_WORDS : (at + 1) * BOARD_WORDS]


def mask_of(masks, game):
    return shaped(masks[game], (ACTIONS,), (masks.strides[1],))


def planes_of(planes, game):
    step = planes.strides[3]
    return shaped(planes[game], (PLANES, ROWS, COLS), (ROWS * COLS * step, COLS * step, step))


def scratch_of(scratches, game, at):
    """The bot's scratch record for a game on board number `at`: shared by all games on a board that it has studied."""
    return scratches[(at if STUDIED else game) % len(scratches)]


def begin_kernel(boards, board_of, board_words, state_words, blank_board, blank_state):
    game = cuda.grid(1)
    if game < len(board_of):
        own = cuda.local.array(STATE_WORDS, WORD)
        read_state(state_words, game, own)
        at = board_of[game]
        begin(boards[at], as_state(own), words_at(board_words, at), own, blank_board, blank_state, OWN_BOARD)
        write_state(state_words, game, own)


def look_kernel(boards, board_of, board_words, state_words, to_act, masks, planes, over):
    """Threads wait for their neighbours before they write: lines of memory that they share are then written as one."""
    game = cuda.grid(1)
    shared = cuda.shared.array(SHARED_WORDS, WORD)
    own = cuda.local.array(STATE_WORDS, WORD)
    read_states(state_words, game, own, shared)
    if OWN_BOARD and STAGED:
        bring(board_words, BOARD_WORDS, shared)
    if game == 0:
        over[0] = 0  # all of them have been dealt anew
    if game < len(board_of):
        state = as_state(own)
        to_act[game] = state.to_act
        board = board_at(boards, board_of[game], shared)
        mark(board, state, mask_of(masks, game))
    cuda.syncthreads()
    if WITH_PLANES and game < len(board_of):
        see(board_at(boards, board_of[game], shared), as_state(own), planes_of(planes, game))


def advise_kernel(boards, board_of, state_words, scratches, streams, advice):
    game = cuda.grid(1)
    if game < len(board_of):
        own = cuda.local.array(STATE_WORDS, WORD)
        read_state(state_words, game, own)
        at = board_of[game]
        advice[game] = advise(boards[at], as_state(own), scratch_of(scratches, game, at), streams[game])


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
    shared = cuda.shared.array(SHARED_STATES, WORD)
    own = cuda.local.array(STATE_WORDS, WORD)
    read_states(state_words, game, own, shared)
    playing = game < len(board_of) and taken[game] >= 0
    if playing:
        board = boards[board_of[game]]
        state = as_state(own)
        if act(board, state, int(taken[game]), rewards, ended, ages, game, limit):
            begin(board, state, board_words, own, blank_board, blank_state, OWN_BOARD)
        to_act[game] = state.to_act
        mark(board, state, mask_of(masks, game))
    cuda.syncthreads()
    if WITH_PLANES and playing:
        see(boards[board_of[game]], as_state(own), planes_of(planes, game))
    write_states(state_words, game, own, shared)


def act_kernel(boards, board_of, state_words, taken, rewards, ended, ages, limit, over):
    """The actions alone, where dealing takes long: games that have ended are listed, `over[0]` of them."""
    game = cuda.grid(1)
    shared = cuda.shared.array(SHARED_STATES, WORD)
    own = cuda.local.array(STATE_WORDS, WORD)
    read_states(state_words, game, own, shared)
    if game < len(board_of) and taken[game] >= 0:
        board = boards[board_of[game]]
        if act(board, as_state(own), int(taken[game]), rewards, ended, ages, game, limit):
            over[1 + cuda.atomic.add(over, 0, 1)] = game
    write_states(state_words, game, own, shared)


def deal_kernel(boards, board_of, board_words, state_words, blank_board, blank_state, over):
    """Deal the listed games anew, on boards of their own. One thread in `SPREAD` deals, the others do nothing: threads
    of a warp that go different ways wait for each other, and no two deals go the same way."""
    own = cuda.local.array(STATE_WORDS, WORD)
    laid = cuda.local.array(BOARD_WORDS, WORD)
    first = cuda.grid(1) // SPREAD if cuda.grid(1) % SPREAD == 0 else over[0]
    for place in range(first, over[0], cuda.gridsize(1) // SPREAD):
        game = over[1 + place]
        read_state(state_words, game, own)
        begin(as_board(laid), as_state(own), laid, own, blank_board, blank_state, OWN_BOARD)
        write_state(state_words, game, own)
        at = board_of[game] * BOARD_WORDS
        for word in range(BOARD_WORDS):
            board_words[at + word] = laid[word]


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
        read_state(state_words, game, own)
        at = board_of[game]
        state = as_state(own)
        actions, board_steps, finished, cut, wins = play_game(
            boards[at], state, words_at(board_words, at), own, blank_board, blank_state, OWN_BOARD,
            masks[game % len(masks)], steps, limit,
        )  # fmt: skip
        write_state(state_words, game, own)
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
    block: int  # threads in a block


TEMPLATES = (
    kernels.begin, kernels.act, kernels.mark, kernels.see, kernels.play_game, kernels.advise, kernels.may_take,
)  # fmt: skip


class Maker:
    """Makes kernels for one game, one size of its records and one shape of its planes (None: they are not written)."""

    def __init__(
        self,
        rules: ModuleType,
        state: np.dtype,
        board: np.dtype,
        own_board: bool,
        planes: tuple[int, int, int] | None,
        templates: Sequence[FunctionType] = TEMPLATES,
        home: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """`home`: the globals of the kernels' module, where it is another than this; `templates`: those they call."""
        rule = binding(rules, compiled=not simulated())
        size = word_size(state, board)
        widest = max(state.itemsize, board.itemsize if own_board else 0)
        block = next((block for block in BLOCKS if block * widest <= SHARED_BYTES), 0)
        as_record = _checked if simulated() else _viewed
        self.block = block or BLOCKS[0]
        self._cuda = load_cuda()
        self._rules = rules
        told = f"{rules.__name__} {state} {board} {own_board} {planes}"
        self._suffix = "__" + hashlib.blake2b(told.encode(), digest_size=8).hexdigest()
        # The globals of all functions made here: the simulator has them know which thread they are in.
        self._names = {
            **globals(),
            **home,
            **{template.__name__: rule(template) for template in templates},
            "cuda": self._cuda,
            "as_state": as_record(rules.State, state),
            "as_board": as_record(rules.Board, board),
            "shaped": _as_it_is if simulated() else _reshape_unchecked(),
            "WORD": np.dtype(f"u{size}").type,
            "STATE_WORDS": state.itemsize // size,
            "BOARD_WORDS": board.itemsize // size,
            "SHARED_WORDS": block * widest // size or 1,
            "SHARED_STATES": block * state.itemsize // size or 1,
            "STAGED": block > 0,
            "OWN_BOARD": own_board,
            "WITH_PLANES": planes is not None,
            "STUDIED": hasattr(rules, "study"),
            "ACTIONS": rules.ACTIONS,
            **dict(zip(("PLANES", "ROWS", "COLS"), planes or (1, 1, 1), strict=True)),
        }
        reading = (bring, read_state, write_state, read_states, write_states)
        for part in (*reading, board_at, words_at, mask_of, planes_of, scratch_of):
            copy = self._copy(part)
            # Inlined, as Numba has no functions that return a part of an array.
            self._names[part.__name__] = copy if simulated() else self._cuda.jit(copy, device=True, inline="always")

    def __call__(self, *some: FunctionType) -> dict[str, Any]:
        """These kernels, compiled when they are first launched, by their names: `look` for `look_kernel`."""
        from boardwalk.core.cache import cached_in, folder

        with cached_in(folder(self._rules, *{module_named(kernel.__module__) for kernel in some})):
            return {
                kernel.__name__.removesuffix("_kernel"): self._cuda.jit(self._copy(kernel), cache=not simulated())
                for kernel in some
            }

    def _copy(self, function: FunctionType) -> FunctionType:
        copy = FunctionType(function.__code__, self._names, function.__name__)
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__ + self._suffix  # by which the cache on disk tells games apart
        return copy


@cache
def bind(
    rules: ModuleType, state: np.dtype, board: np.dtype, own_board: bool, planes: tuple[int, int, int] | None
) -> Kernels:
    """The kernels of a batch."""
    make = Maker(rules, state, board, own_board, planes)
    if planes is not None:
        return bind(rules, state, board, own_board, None)._replace(**make(look_kernel, step_kernel))
    every = (begin_kernel, look_kernel, take_kernel, step_kernel, act_kernel, deal_kernel, play_kernel, advise_kernel)
    return Kernels(**make(*every), block=make.block)


def _viewed(kind: Any, record: np.dtype) -> Any:
    import numba

    @numba.njit
    def as_record(words):
        return words.view(record)[0]

    return as_record


def _checked(kind: Any, record: np.dtype) -> Any:
    def as_record(words):
        return kind.wrap(words.view(record))

    return as_record


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
