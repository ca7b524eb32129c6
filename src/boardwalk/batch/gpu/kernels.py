# mypy: ignore-errors
"""The kernels of a GPU: one thread plays one game, by the same templates that the CPU's batch runs.

A thread copies its game's state into local memory, works there and writes it back once. The records of neighbouring
games are adjacent in memory, so threads that each read their own record word by word would touch one line of memory per
thread for every word. Instead the threads of a block copy the records of all their games together, through shared
memory: see `copy_to_shared`.

A `Maker` makes the kernels for one game and one size of its records: the names in capitals and the templates are filled
in then. In Numba's CUDA simulator rules are interpreted, on records that check indices and values.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from types import FunctionType, MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from boardwalk.batch.cpu import kernels
from boardwalk.batch.gpu.device_array import load_cuda, simulated
from boardwalk.batch.groups import Blank, GameRecords
from boardwalk.engine.rules import RuleModules, binding
from boardwalk.engine.sources import module_named
from boardwalk.engine.words import word_size

cuda: Any = None
begin = act = mark = see = play_game = advise = is_legal = None
as_state: Any = None  # the words of a state as the record they are
as_board: Any = None
shaped: Any = None  # an array with a shape known to the compiler: loops over it take a fraction of the instructions
WORD: Any = None
STATE_WORDS = BOARD_WORDS = SHARED_WORDS = SHARED_STATES = 1
OWN_BOARD = STAGED = PREPARED = False
PLANES, ROWS, COLS, ACTIONS = 1, 1, 1, 1
COUNTS = 5
SPREAD = 4  # one of so many threads deals: see `deal_kernel`
SHARED_BYTES = 48 << 10  # the shared memory that a block may use on every GPU
BLOCKS = (256, 128, 64, 32)  # threads in a block: as many as have room for their games' records in shared memory


def copy_to_shared(rows, width, shared):
    """Copy the rows of a block's games, `width` words each, into shared memory. Neighbouring threads read neighbouring
    words, whichever game they belong to, so that the reads coalesce."""
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
    """Called by all threads of a block, like `write_states`: each gets its `own` copy of its game's state."""
    if STAGED:
        copy_to_shared(state_words, STATE_WORDS, shared)
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


def board_of(boards, game, shared):
    """The board of this thread's game, after `copy_to_shared` where each game has its own."""
    if OWN_BOARD and STAGED:
        first = cuda.threadIdx.x * BOARD_WORDS
        return as_board(shared[first : first + BOARD_WORDS])
    return boards.records[boards.of[game]]


def words_at(board_words, at):
    return board_words[at * BOARD_WORDS : (at + 1) * BOARD_WORDS]


def mask_of(masks, game):
    return shaped(masks[game], (ACTIONS,), (masks.strides[1],))


def planes_of(planes, game):
    step = planes.strides[3]
    return shaped(planes[game], (PLANES, ROWS, COLS), (ROWS * COLS * step, COLS * step, step))


def scratch_of(scratches, game, at):
    """The bot's scratch record for a game on board number `at`: shared by all games on a board that it has studied."""
    return scratches[(at if PREPARED else game) % len(scratches)]


def specialized(blank):
    """The same with `own_board` as a constant, so that the compiler drops what it rules out."""
    return Blank(blank.board, blank.state, OWN_BOARD)


def begin_kernel(boards, state_words, blank):
    game = cuda.grid(1)
    if game < len(boards.of):
        own = cuda.local.array(STATE_WORDS, WORD)
        read_state(state_words, game, own)
        at = boards.of[game]
        begin(GameRecords(boards.records[at], as_state(own), words_at(boards.words, at), own), specialized(blank))
        write_state(state_words, game, own)


def look_kernel(boards, state_words, to_act, shown, over):
    """Threads synchronize before they write planes, so that the writes of neighbouring threads coalesce."""
    game = cuda.grid(1)
    shared = cuda.shared.array(SHARED_WORDS, WORD)
    own = cuda.local.array(STATE_WORDS, WORD)
    read_states(state_words, game, own, shared)
    if OWN_BOARD and STAGED:
        copy_to_shared(boards.words, BOARD_WORDS, shared)
    if game == 0:
        over[0] = 0  # the games listed there have been dealt anew
    if game < len(boards.of):
        state = as_state(own)
        to_act[game] = state.to_act
        mark(board_of(boards, game, shared), state, mask_of(shown.masks, game))
    cuda.syncthreads()
    if shown.with_planes and game < len(boards.of):
        see(board_of(boards, game, shared), as_state(own), planes_of(shown.planes, game))


def advise_kernel(boards, state_words, scratches, streams, advice):
    game = cuda.grid(1)
    if game < len(boards.of):
        own = cuda.local.array(STATE_WORDS, WORD)
        read_state(state_words, game, own)
        at = boards.of[game]
        advice[game] = advise(boards.records[at], as_state(own), scratch_of(scratches, game, at), streams[game])


def accept_kernel(actions, masks, accepted, first_illegal):
    """Copy the actions, with -1 for those that are not legal, and find the first game with an illegal one."""
    game = cuda.grid(1)
    if game < len(accepted):
        action = int(actions[game])
        legal = is_legal(mask_of(masks, game), action)
        accepted[game] = action if legal else -1
        if not legal:
            cuda.atomic.min(first_illegal, 0, game)


def step_kernel(boards, state_words, blank, accepted, to_act, shown, outcome):
    """A whole step, where dealing is quick. Threads synchronize as in `look_kernel`."""
    game = cuda.grid(1)
    shared = cuda.shared.array(SHARED_STATES, WORD)
    own = cuda.local.array(STATE_WORDS, WORD)
    read_states(state_words, game, own, shared)
    playing = game < len(boards.of) and accepted[game] >= 0
    if playing:
        board = boards.records[boards.of[game]]
        state = as_state(own)
        if act(board, state, int(accepted[game]), outcome, game):
            begin(GameRecords(board, state, boards.words, own), specialized(blank))
        to_act[game] = state.to_act
        mark(board, state, mask_of(shown.masks, game))
    cuda.syncthreads()
    if shown.with_planes and playing:
        see(boards.records[boards.of[game]], as_state(own), planes_of(shown.planes, game))
    write_states(state_words, game, own, shared)


def act_kernel(boards, state_words, accepted, outcome, over):
    """The actions alone, where dealing takes long. Games that have ended are listed: `over[0]` of them, then their
    numbers."""
    game = cuda.grid(1)
    shared = cuda.shared.array(SHARED_STATES, WORD)
    own = cuda.local.array(STATE_WORDS, WORD)
    read_states(state_words, game, own, shared)
    if game < len(boards.of) and accepted[game] >= 0:
        board = boards.records[boards.of[game]]
        if act(board, as_state(own), int(accepted[game]), outcome, game):
            over[1 + cuda.atomic.add(over, 0, 1)] = game
    write_states(state_words, game, own, shared)


def deal_kernel(boards, state_words, blank, over):
    """Deal the listed games anew, on boards of their own. One thread in `SPREAD` deals, the others do nothing: threads
    of a warp that branch differently wait for each other, and no two deals branch alike."""
    own = cuda.local.array(STATE_WORDS, WORD)
    board_words = cuda.local.array(BOARD_WORDS, WORD)
    first = cuda.grid(1) // SPREAD if cuda.grid(1) % SPREAD == 0 else over[0]
    for place in range(first, over[0], cuda.gridsize(1) // SPREAD):
        game = over[1 + place]
        read_state(state_words, game, own)
        begin(GameRecords(as_board(board_words), as_state(own), board_words, own), specialized(blank))
        write_state(state_words, game, own)
        at = boards.of[game] * BOARD_WORDS
        for word in range(BOARD_WORDS):
            boards.words[at + word] = board_words[word]


def play_kernel(boards, state_words, blank, to_act, masks, steps, limit, counts):
    """`masks`: memory to work in, one for each game or one for all where the rules never use it."""
    game = cuda.grid(1)
    block_counts = cuda.shared.array(COUNTS, np.int64)
    for i in range(cuda.threadIdx.x, COUNTS, cuda.blockDim.x):
        block_counts[i] = 0
    cuda.syncthreads()
    if game < len(boards.of):
        own = cuda.local.array(STATE_WORDS, WORD)
        read_state(state_words, game, own)
        at = boards.of[game]
        state = as_state(own)
        records = GameRecords(boards.records[at], state, words_at(boards.words, at), own)
        mask = masks[game % len(masks)]
        actions, board_steps, finished, cut, wins = play_game(records, specialized(blank), mask, steps, limit)
        write_state(state_words, game, own)
        to_act[game] = state.to_act
        cuda.atomic.add(block_counts, 0, actions)
        cuda.atomic.add(block_counts, 1, board_steps)
        cuda.atomic.add(block_counts, 2, finished)
        cuda.atomic.add(block_counts, 3, cut)
        cuda.atomic.add(block_counts, 4, wins)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, COUNTS, cuda.blockDim.x):
        cuda.atomic.add(counts, i, block_counts[i])


class Kernels(NamedTuple):
    begin: Any
    look: Any
    accept: Any
    step: Any
    act: Any
    deal: Any
    play: Any
    advise: Any
    block: int  # threads in a block


TEMPLATES = (
    kernels.begin,
    kernels.act,
    kernels.mark,
    kernels.see,
    kernels.play_game,
    kernels.advise,
    kernels.is_legal,
)
# What kernels call besides templates. Inlined, since Numba has no device functions that return a part of an array.
PARTS = (
    copy_to_shared,
    read_state,
    write_state,
    read_states,
    write_states,
    board_of,
    words_at,
    mask_of,
    planes_of,
    scratch_of,
    specialized,
)


class Maker:
    """Makes kernels for one game, one size of its records and one shape of its planes."""

    def __init__(
        self,
        rules: RuleModules,
        state: np.dtype,
        board: np.dtype,
        own_board: bool,
        planes: tuple[int, int, int],
        templates: Sequence[FunctionType] = TEMPLATES,
        home: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """`templates`: those that the kernels call; `home`: the globals of their module, if it is another than this."""
        rule = binding(rules, compiled=not simulated())
        size = word_size(state, board)
        widest = max(state.itemsize, board.itemsize if own_board else 0)
        block = next((block for block in BLOCKS if block * widest <= SHARED_BYTES), 0)
        as_record = _checked if simulated() else _viewed
        self.block = block or BLOCKS[0]
        self._cuda = load_cuda()
        self._rules = rules
        made_for = f"{rules.__name__} {state} {board} {own_board} {planes}"
        self._suffix = "__" + hashlib.blake2b(made_for.encode(), digest_size=8).hexdigest()
        # The globals of all functions made here: the simulator finds out by them which thread they are in.
        self._names = {
            **globals(),
            **home,
            **{template.__name__: rule(template) for template in templates},
            "cuda": self._cuda,
            "as_state": as_record(rules.State, state),
            "as_board": as_record(rules.Board, board),
            "shaped": _unchanged if simulated() else _reshape_unchecked(),
            "WORD": np.dtype(f"u{size}").type,
            "STATE_WORDS": state.itemsize // size,
            "BOARD_WORDS": board.itemsize // size,
            "SHARED_WORDS": block * widest // size or 1,
            "SHARED_STATES": block * state.itemsize // size or 1,
            "STAGED": block > 0,
            "OWN_BOARD": own_board,
            "PREPARED": hasattr(rules, "prepare_greedy"),
            "ACTIONS": rules.ACTIONS,
            **dict(zip(("PLANES", "ROWS", "COLS"), planes, strict=True)),
        }
        for part in PARTS:
            copy = self._copy(part)
            self._names[part.__name__] = copy if simulated() else self._cuda.jit(copy, device=True, inline="always")

    def __call__(self, *some: FunctionType) -> dict[str, Any]:
        """These kernels, compiled when they are first launched, by their names: `look` for `look_kernel`."""
        from boardwalk.engine.cache import folder
        from boardwalk.engine.compiler import cached_in

        with cached_in(folder(*self._rules.modules, *{module_named(kernel.__module__) for kernel in some})):
            return {
                kernel.__name__.removesuffix("_kernel"): self._cuda.jit(self._copy(kernel), cache=not simulated())
                for kernel in some
            }

    def _copy(self, function: FunctionType) -> FunctionType:
        copy = FunctionType(function.__code__, self._names, function.__name__)
        copy.__module__ = function.__module__
        copy.__qualname__ = function.__qualname__ + self._suffix  # the cache on disk tells kernels apart by it
        return copy


@cache
def bind(
    rules: RuleModules, state: np.dtype, board: np.dtype, own_board: bool, planes: tuple[int, int, int]
) -> Kernels:
    """The kernels of a batch."""
    make = Maker(rules, state, board, own_board, planes)
    stepping = accept_kernel, step_kernel, act_kernel, deal_kernel
    return Kernels(**make(begin_kernel, look_kernel, *stepping, play_kernel, advise_kernel), block=make.block)


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


def _unchanged(array, shape, strides):
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
    """An array for the simulator, which would copy a NumPy array: elements are Python integers, rows can be written."""

    def __init__(self, array: np.ndarray) -> None:
        self.array, self.shape, self.strides = array, array.shape, array.strides

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> Any:
        part = self.array[at]
        return part.data if isinstance(part, np.ndarray) else int(part)

    def __setitem__(self, at: Any, value: int) -> None:
        self.array[at] = value
