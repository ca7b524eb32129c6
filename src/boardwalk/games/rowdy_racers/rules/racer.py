"""Rules about a single racer of Rowdy Racers: its legal actions, and its trail."""

from boardwalk.engine.rules import rule
from boardwalk.games.rowdy_racers.rules.setting import INACTIVE, NONE, USED

PICK, USE, END = 8, 9, 10  # actions; lower numbers are directions
CARRIES = 6  # maximum number of items carried (RR-22)
TRAIL = 3  # maximum length of a trail; trail[seat, age] is the square of that age (RR-15)
NO_SQUARE = -1


@rule
def around(cols, step):
    """The bit of a square in the 3 by 3 squares around a racer, numbered row by row, given the difference `step` of the
    squares' numbers; 0 if it is elsewhere."""
    row = (1 if step > 1 else 0) - (1 if step < -1 else 0)
    col = step - row * cols
    return 1 << (3 * row + col + 4) if -1 <= col <= 1 else 0


@rule
def corners(there):
    """The bits of the two diagonals beside one of the four main directions (RR-17); 0 for any other square around."""
    across = there & 0b010000010
    along = there & 0b000101000
    return across << 1 | across >> 1 | along << 3 | along >> 3


@rule
def moves_of(board, state, seat):
    """The directions in which a racer can move, as a bit set: not off the grid or onto a wall, the other racer or a
    trail (RR-14, RR-16), nor diagonally between two adjacent squares of one chain (RR-17).

    Squares at the ends of two rows can have the same difference of numbers as neighbours. That is harmless: the
    direction that they seem to block leads off the grid.

    There are no branches here: which of these squares are near is unpredictable, and a mispredicted branch costs more
    than the whole computation."""
    cols = board.cols
    me = state.cell[seat]
    blocked = 0
    for owner in range(2):
        head = around(cols, state.cell[owner] - me)
        blocked |= head
        beside = corners(head)  # of the previous square of the chain
        for age in range(TRAIL):
            square = state.trail[owner, age]
            there = around(cols, square - me) if square != NO_SQUARE else 0
            sides = corners(there)
            blocked |= there | sides & beside
            beside = beside if square == NO_SQUARE else sides
    # convert from squares row by row to directions clockwise from north
    blocked = (
        blocked >> 1 & 0b00100011
        | blocked >> 3 & 0b00010100
        | blocked >> 5 & 0b00001000
        | blocked << 3 & 0b01000000
        | blocked << 7 & 0b10000000
    )
    return board.ways[me] & ~blocked


@rule
def options(board, state):
    """The legal actions as a bit set (RR-11): moves; picking up (RR-22, RR-23) and using a grenade (RR-24), unless the
    last action must be a move (RR-18); ending the turn, after a move (RR-18)."""
    seat = state.player
    here = state.grenade[state.cell[seat]]
    carried = state.carried[seat]
    pick_up = (here == INACTIVE or here == USED) and carried < CARRIES  # RR-22, RR-23
    bits = 1 << PICK if pick_up else 0
    bits |= 1 << USE if here == NONE and carried > 0 else 0  # RR-24
    bits = bits if state.moved or state.actions > 1 else 0  # RR-18
    return state.moves | bits | (1 << END if state.moved else 0)


@rule
def act(state, left):
    """Count one action: the player's trail ages; `left` is the square that a move leaves (RR-15)."""
    act_and_rest(state, left, 0)


@rule
def act_and_rest(state, left, empty):
    """Count one action and some empty ones after it (RR-12); the trail ages with each of them (RR-15)."""
    seat = state.player
    newest = state.trail[seat, 0]
    middle = state.trail[seat, 1]
    state.actions -= 1 + empty
    state.trail[seat, 0] = left if empty == 0 else NO_SQUARE
    state.trail[seat, 1] = newest if empty == 0 else left if empty == 1 else NO_SQUARE
    state.trail[seat, 2] = middle if empty == 0 else newest if empty == 1 else left
