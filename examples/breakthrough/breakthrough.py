"""Breakthrough: the first pawn across wins. Pawns step forward, straight or diagonally, and take diagonally."""

from boardwalk import NOBODY, Game, Layout, Options, Piece, Scene, defaults, i8, record, rule, u8, u32
from boardwalk.defaults import Board, announce, choice, describe, read_actions, read_position, write_position

__all__ = ["Options", "announce", "choice", "describe", "read_actions", "read_position", "write_position"]

PLAYERS, SEATS, SIDE = (2, 2), ("Orange", "Blue"), 6
ACTIONS = 3 * SIDE * SIDE  # from each cell forward: to the left, straight, to the right
PLANES = ("own", "other")


@record
class State:
    rng: u32[2]
    to_act: i8
    winner: i8
    pawn: u8[36]  # on each cell, from the top left: Orange's are 1 to 12, Blue's 13 to 24, and 0 is none


@rule
def deal(board, state):
    for number in range(12):
        state.pawn[35 - number] = 1 + number
        state.pawn[number] = 13 + number


@rule
def owner(state, cell):
    return (state.pawn[cell] + 11) // 12 - 1  # a seat, or -1


@rule
def target(state, action):
    row = action // 3 // SIDE + (1 if owner(state, action // 3) == 1 else -1)
    col = action // 3 % SIDE + action % 3 - 1
    return row * SIDE + col if 0 <= row < SIDE and 0 <= col < SIDE else -1


@rule
def legal(board, state, mask):
    count = 0
    for action in range(ACTIONS):
        cell = target(state, action)
        own = cell >= 0 and owner(state, action // 3) == state.to_act
        mask[action] = own and (state.pawn[cell] == 0 or (action % 3 != 1 and owner(state, cell) != state.to_act))
        count += mask[action]
    return count


@rule
def apply(board, state, action):
    cell = target(state, action)
    state.pawn[cell] = state.pawn[action // 3]
    state.pawn[action // 3] = 0
    rivals = 0
    for other in range(36):
        rivals += owner(state, other) == 1 - state.to_act
    over = rivals == 0 or cell < SIDE or cell >= 36 - SIDE
    state.winner = state.to_act
    state.to_act = NOBODY if over else 1 - state.to_act


@rule
def score(board, state, seat):
    return 0 if state.to_act != NOBODY else 1 if state.winner == seat else -1


@rule
def encode(board, state, seat, planes):
    for cell in range(36):
        planes[0, cell // SIDE, cell % SIDE] = owner(state, cell) == seat
        planes[1, cell // SIDE, cell % SIDE] = owner(state, cell) == 1 - seat


def lay_out(options):
    return Layout(Board.new(), State.new(), SEATS, SIDE, SIDE)


def write_action(position, action):
    return "".join(defaults.cell_name(*divmod(cell, SIDE)) for cell in (action // 3, target(position.state, action)))


def scene(position, seat):
    state = position.state
    pawns = [(pawn, divmod(cell, SIDE), owner(state, cell)) for cell, pawn in enumerate(state.pawn) if pawn]
    pieces = [Piece(f"pawn{pawn}", "pawn", *at, SEATS[of][0], f"{SEATS[of]}'s pawn", of) for pawn, at, of in pawns]
    status = f"{SEATS[state.winner]} has won" if position.over else f"{SEATS[state.to_act]}'s turn"
    return Scene("steel", **defaults.plain_board(SIDE, SIDE), status=status, pieces=tuple(pieces))


GAME = Game(
    name="breakthrough",
    title="Breakthrough",
    summary="Be the first to bring a pawn across.",
    version=1,
    **defaults.one_module(__name__),
)
