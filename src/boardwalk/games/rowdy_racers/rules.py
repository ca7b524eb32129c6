"""Rowdy Racers: each of two racers must reach the square the other started from.

Actions: 0 to 7 move one square (clockwise from north), 8 pick up, 9 use a grenade, 10 end the turn (RR-11).
Event: resign (RR-13). The start of each player's turn is a step of the board (RR-29 to RR-32).
Hidden from both seats: active grenades (RR-25) and the random stream.
"""

from boardwalk.core.planes import clear, fill
from boardwalk.core.random import below
from boardwalk.core.records import i8, i16, i32, i64, record, u8, u32
from boardwalk.core.rules import BOARD, NOBODY, rule
from boardwalk.games.rowdy_racers.rules_power import CERTAIN, LASTS, fail_power, turns_dark  # noqa: F401 (offered too)
from boardwalk.games.rowdy_racers.rules_setting import (  # noqa: F401
    ACTIVE,
    CLOSED,
    COL_STEP,
    DIRECTIONS,
    EXPLODED,
    FLOOR,
    INACTIVE,
    NONE,
    ROW_STEP,
    USED,
    WALL,
    build_walls,
    find_ways,
    lay_grenades,
    offset,
    scatter,
)

PICK, USE, END = 8, 9, 10
ACTIONS = 11
EVENTS = ("resign",)
PLANES = (
    "wall",
    "own racer",
    "other racer",
    "own trail",  # 3 the newest square, 1 the oldest
    "other trail",
    "no power",  # for how many turns yet
    "inactive grenade",  # 2 where it becomes active when its user leaves
    "exploded grenade",
    "own finish",
    "own grenades",  # from here on the same number on every square
    "other grenades",
    "own debt",
    "other debt",
    "actions left",
    "has moved",
    "own turn",
)

NUMBER_PLANES = 9  # the first of those with one number on every square

BUDGET, BUDGET_DARK = 3, 2  # a turn's actions (RR-11, RR-32)
LOST, LOST_DARK = 3, 4  # actions lost to a grenade (RR-26)
CARRIES = 6  # items at most (RR-22)
TRAIL = 3  # squares of a trail at most; trail[seat, age] is the one of that age (RR-15)
NO_SQUARE = -1
NO_WINNER = -1
UNDER_WAY, FINISHED, TRAPPED, RESIGNED, TIME_UP = 0, 1, 2, 3, 4  # how a game ended


@record
class Board:
    chance: i64  # of a power failure, in 2**32 (RR-29)
    limit: i32  # of players' turns; 0: none (RR-36)
    grenades: i32  # how many there are in the game, carried ones included
    last: u32  # squares as bits, 32 a word: those of the last word that are on the grid,
    west: u32["words"]  # those of the first column,
    east: u32["words"]  # those of the last column
    rows: i16
    cols: i16
    start: i16[2]
    generated: u8  # walls and grenades are placed at random when the game starts
    square: u8["cells"]
    ways: u8["cells"]  # see find_ways
    item: u8["cells"]  # where a layout has its grenades


@record
class State:
    rng: u32[2]
    dark: u32[3, "words"]
    turns: i32  # players' turns begun
    cell: i16[2]
    trail: i16[2, 3]
    to_act: i8
    player: i8  # whose turn it is
    actions: u8  # left in this turn
    moved: u8  # has the player moved in this turn?
    moves: u8  # the directions in which the seat to act can move, as bits
    carried: u8[2]
    debt: u8[2]
    winner: i8
    ending: u8
    grenade: u8["cells"]


@rule
def deal(board, state):
    for seat in range(2):
        state.cell[seat] = board.start[seat]  # RR-2
        for age in range(TRAIL):
            state.trail[seat, age] = NO_SQUARE
    if board.generated:
        build_walls(board, state)
        find_ways(board)
        lay_grenades(board, state)
    else:
        for square in range(board.rows * board.cols):
            state.grenade[square] = INACTIVE if board.item[square] else NONE
    state.winner = NO_WINNER
    state.player = 0  # RR-3
    state.to_act = BOARD


@rule
def direction_of(cols, step):
    """The direction that leads to a square with this difference of numbers, or -1 if it is no neighbour."""
    if step < -1:
        if step == -cols:
            return 0
        if step == 1 - cols:
            return 1
        return 7 if step == -1 - cols else -1
    if step > 1:
        if step == cols:
            return 4
        if step == cols + 1:
            return 3
        return 5 if step == cols - 1 else -1
    if step == 0:
        return -1
    return 2 if step == 1 else 6


@rule
def moves_of(board, state, seat):
    """The directions in which a racer can move, as bits: not off the grid or onto a wall, the other racer or a trail
    (RR-14, RR-16), nor diagonally between two neighbours in one chain (RR-17).

    The numbers of squares at the ends of two rows differ by as little as neighbours' do. That does no harm: where it
    seems to block a way, that way leads off the grid."""
    cols = board.cols
    me = state.cell[seat]
    moves = board.ways[me] & 255
    for owner in range(2):
        ahead = direction_of(cols, state.cell[owner] - me)  # where the chain's part before this one is
        if ahead >= 0:
            moves &= ~(1 << ahead)
        for age in range(TRAIL):
            square = state.trail[owner, age]
            if square != NO_SQUARE:
                there = direction_of(cols, square - me)
                if there >= 0:
                    moves &= ~(1 << there)
                    if ahead >= 0 and (ahead | there) & 1 == 0:
                        # two of the four main directions: a diagonal lies between them, north-west between 6 and 0
                        moves &= ~(1 << ((ahead + there) // 2 if abs(ahead - there) == 2 else 7))
                ahead = there
    return moves


@rule
def options(board, state):
    """The legal actions as bits."""
    bits = state.moves & 255
    if state.moved or state.actions > 1:  # RR-18
        seat = state.player
        here = state.grenade[state.cell[seat]]
        if (here == INACTIVE or here == USED) and state.carried[seat] < CARRIES:  # RR-22, RR-23
            bits |= 1 << PICK
        if here == NONE and state.carried[seat] > 0:  # RR-24
            bits |= 1 << USE
    if state.moved:
        bits |= 1 << END
    return bits


@rule
def legal(board, state, mask):
    bits = options(board, state)
    count = 0
    for action in range(ACTIONS):
        mask[action] = (bits >> action) & 1
        count += (bits >> action) & 1
    return count


@rule
def pick(board, state, mask):
    bits = options(board, state)
    action = below(state, ACTIONS)
    while (bits >> action) & 1 == 0:
        action = below(state, ACTIONS)
    return action


@rule
def allowed(board, state, event):
    """A player may resign instead of any action of the own turn (RR-13)."""
    return event - ACTIONS == state.to_act


@rule
def apply(board, state, action):
    if action >= ACTIONS:
        finish(state, 1 - (action - ACTIONS), RESIGNED)
    elif state.to_act == BOARD:
        begin_turn(board, state)
    elif action == END:
        end_turn(board, state)
    else:
        if action < DIRECTIONS:
            move(board, state, action)
        elif action == PICK:
            pick_up(state)
        else:
            use(state)
        if state.to_act != NOBODY:
            go_on(board, state)


@rule
def finish(state, winner, ending):
    state.winner = winner
    state.ending = ending
    state.moves = 0
    state.to_act = NOBODY


@rule
def begin_turn(board, state):
    """Failures, then the budget, then the debt (RR-32). A turn lost as a whole is skipped (RR-21, RR-28)."""
    seat = state.player
    state.turns += 1
    fail_power(board, state)
    state.actions = BUDGET_DARK if turns_dark(state, state.cell[seat]) else BUDGET
    pay_debt(state, seat)
    go_on(board, state)


@rule
def pay_debt(state, seat):
    """Actions left pay for actions lost (RR-28). They are not taken, so no trail ages by them (RR-15)."""
    paid = min(state.debt[seat], state.actions)
    state.debt[seat] -= paid
    state.actions -= paid


@rule
def go_on(board, state):
    """The player chooses the next action, or has lost if it can't move (RR-20); with no action left it is the other's
    turn, or nobody's once the limit is reached (RR-36)."""
    seat = state.player
    if state.actions > 0:
        state.moves = moves_of(board, state, seat)
        state.to_act = seat
        if state.moves == 0:
            finish(state, 1 - seat, TRAPPED)
        return
    state.moves = 0
    state.moved = 0
    state.player = 1 - seat
    state.to_act = BOARD
    if board.limit and state.turns >= board.limit:
        finish(state, NO_WINNER, TIME_UP)


@rule
def act(state, left):
    """One action is taken: the player's trail ages; `left` is the square that a move leaves (RR-15)."""
    seat = state.player
    state.actions -= 1
    state.trail[seat, 2] = state.trail[seat, 1]
    state.trail[seat, 1] = state.trail[seat, 0]
    state.trail[seat, 0] = left


@rule
def end_turn(board, state):
    """An empty action for each action left (RR-12)."""
    while state.actions > 0:
        act(state, NO_SQUARE)
    go_on(board, state)


@rule
def move(board, state, direction):
    seat = state.player
    left = state.cell[seat]
    to = left + offset(board, direction)
    if state.grenade[left] == USED:
        state.grenade[left] = ACTIVE  # RR-23
    act(state, left)
    state.cell[seat] = to
    state.moved = 1
    if to == board.start[1 - seat]:  # RR-19
        finish(state, seat, FINISHED)
        return
    dark = turns_dark(state, to)
    if state.grenade[to] == ACTIVE:  # RR-26, RR-34
        state.grenade[to] = EXPLODED
        state.debt[seat] += LOST_DARK if dark else LOST
        pay_debt(state, seat)
    elif dark:  # RR-33
        while state.actions > 0:
            act(state, NO_SQUARE)


@rule
def pick_up(state):
    seat = state.player
    state.grenade[state.cell[seat]] = NONE
    state.carried[seat] += 1
    act(state, NO_SQUARE)


@rule
def use(state):
    """The grenade lies inactive until its user leaves (RR-23)."""
    seat = state.player
    state.grenade[state.cell[seat]] = USED
    state.carried[seat] -= 1
    act(state, NO_SQUARE)


@rule
def conceal(board, state, seat):
    """Active grenades are hidden from everybody (RR-25) until the game is over."""
    if state.to_act == NOBODY:
        return
    state.rng[0] = 0
    state.rng[1] = 0
    for square in range(board.rows * board.cols):
        if state.grenade[square] == ACTIVE:
            state.grenade[square] = NONE


@rule
def imagine(board, state, seat):
    """The grenades that are neither seen nor carried are active, and lie where a racer may have left them."""
    hidden = board.grenades - state.carried[0] - state.carried[1]
    for square in range(board.rows * board.cols):
        if state.grenade[square] != NONE:
            hidden -= 1
    scatter(board, state, ACTIVE, hidden, 0, 0, board.rows, board.cols)


@rule
def encode(board, state, seat, planes):
    cols = board.cols
    other = 1 - seat
    clear(planes, NUMBER_PLANES)
    for row in range(board.rows):
        for col in range(cols):
            square = row * cols + col
            planes[0, row, col] = 1 if board.square[square] == WALL else 0
            planes[5, row, col] = turns_dark(state, square)
            kind = state.grenade[square]
            if kind == INACTIVE or kind == USED:
                planes[6, row, col] = 1 if kind == INACTIVE else 2
            elif kind == EXPLODED:
                planes[7, row, col] = 1
    fill(planes, NUMBER_PLANES, state.carried[seat])
    fill(planes, NUMBER_PLANES + 1, state.carried[other])
    fill(planes, NUMBER_PLANES + 2, state.debt[seat])
    fill(planes, NUMBER_PLANES + 3, state.debt[other])
    fill(planes, NUMBER_PLANES + 4, state.actions)
    fill(planes, NUMBER_PLANES + 5, state.moved)
    fill(planes, NUMBER_PLANES + 6, 1 if state.player == seat else 0)
    for owner in range(2):
        shift = 0 if owner == seat else 1
        planes[1 + shift, state.cell[owner] // cols, state.cell[owner] % cols] = 1
        for age in range(TRAIL):
            square = state.trail[owner, age]
            if square != NO_SQUARE:
                planes[3 + shift, square // cols, square % cols] = TRAIL - age
    finish_square = board.start[other]
    planes[8, finish_square // cols, finish_square % cols] = 1


@rule
def score(board, state, seat):
    if state.winner == NO_WINNER:
        return 0
    return 1 if state.winner == seat else -1
