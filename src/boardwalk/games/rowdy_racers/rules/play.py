"""The course of a game: what can be done, and what it does."""

from boardwalk.engine.random import below
from boardwalk.engine.rules import BOARD, NOBODY, rule
from boardwalk.games.rowdy_racers.rules.board import ACTIONS
from boardwalk.games.rowdy_racers.rules.power import fail_power, is_dark
from boardwalk.games.rowdy_racers.rules.racer import END, NO_SQUARE, PICK, TRAIL, act, act_and_rest, moves_of, options
from boardwalk.games.rowdy_racers.rules.setting import (
    ACTIVE,
    DIRECTIONS,
    EXPLODED,
    INACTIVE,
    NONE,
    USED,
    build_walls,
    find_ways,
    lay_grenades,
    offset,
)

BUDGET, BUDGET_DARK = 3, 2  # a turn's actions (RR-11, RR-32)
LOST, LOST_DARK = 3, 4  # actions lost to a grenade (RR-26)
NO_WINNER = -1
UNDER_WAY, FINISHED, TRAPPED, RESIGNED, TIME_UP = 0, 1, 2, 3, 4  # how a game ended


@rule
def deal(board, state):
    """Put the racers on their starts, player 1 first (RR-2, RR-3), and walls and grenades at random (RR-4 to RR-10) or
    as in the layout (RR-37). The board begins the first turn (RR-29)."""
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
def legal(board, state, mask):
    """The possible moves, and picking up, using and ending the turn where possible (RR-11)."""
    bits = options(board, state)
    count = 0
    for action in range(ACTIONS):
        mask[action] = (bits >> action) & 1
        count += (bits >> action) & 1
    return count


@rule
def pick(board, state, mask):
    """A random legal action, each equally likely, by rejection sampling."""
    bits = options(board, state)
    action = below(state, ACTIONS)
    while (bits >> action) & 1 == 0:
        action = below(state, ACTIONS)
    return action


@rule
def allowed(board, state, event):
    """A player may resign instead of any action in its own turn (RR-13)."""
    return event - ACTIONS == state.to_act


@rule
def apply(board, state, action):
    """One action (RR-11), the start of a turn (RR-32), or a resignation (RR-13)."""
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
    """End the game with this winner, if any, and this kind of ending."""
    state.winner = winner
    state.ending = ending
    state.moves = 0
    state.to_act = NOBODY


@rule
def begin_turn(board, state):
    """Begin a turn: power failures, then the budget, then the debt (RR-32). A turn that is completely lost is skipped
    (RR-21, RR-28)."""
    seat = state.player
    state.turns += 1
    fail_power(board, state)
    state.actions = BUDGET_DARK if is_dark(state, state.cell[seat]) else BUDGET
    pay_debt(state, seat)
    go_on(board, state)


@rule
def pay_debt(state, seat):
    """Deduct lost actions from the actions left (RR-28). They are not taken, so trails do not age (RR-15)."""
    paid = min(state.debt[seat], state.actions)
    state.debt[seat] -= paid
    state.actions -= paid


@rule
def go_on(board, state):
    """Let the player choose its next action, or lose if it can't move (RR-20); without actions left it is the other's
    turn, or the game ends at the turn limit (RR-36)."""
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
def end_turn(board, state):
    """Take an empty action for each action left (RR-12)."""
    act_and_rest(state, NO_SQUARE, state.actions - 1)
    go_on(board, state)


@rule
def move(board, state, direction):
    """Move one square, which leaves a trail (RR-14, RR-15) and activates a grenade used on the square left (RR-23). The
    finish wins at once (RR-19); an active grenade explodes (RR-26, RR-34); missing power ends the turn (RR-33)."""
    seat = state.player
    left = state.cell[seat]
    to = left + offset(board, direction)
    if state.grenade[left] == USED:
        state.grenade[left] = ACTIVE  # RR-23
    state.cell[seat] = to
    state.moved = 1
    if to == board.start[1 - seat]:  # RR-19
        act(state, left)
        finish(state, seat, FINISHED)
        return
    dark = is_dark(state, to)
    if state.grenade[to] == ACTIVE:  # RR-26, RR-34
        act(state, left)
        state.grenade[to] = EXPLODED
        state.debt[seat] += LOST_DARK if dark else LOST
        pay_debt(state, seat)
    else:
        act_and_rest(state, left, (state.actions - 1) * dark)  # RR-33


@rule
def pick_up(state):
    """Take the inactive grenade on the player's square (RR-22)."""
    seat = state.player
    state.grenade[state.cell[seat]] = NONE
    state.carried[seat] += 1
    act(state, NO_SQUARE)


@rule
def use(state):
    """Put down a grenade, which is inactive until its user leaves the square (RR-23)."""
    seat = state.player
    state.grenade[state.cell[seat]] = USED
    state.carried[seat] -= 1
    act(state, NO_SQUARE)


@rule
def score(board, state, seat):
    """1 for the winner (RR-13, RR-19, RR-20), -1 for the loser, 0 in a draw (RR-36)."""
    if state.winner == NO_WINNER:
        return 0
    return 1 if state.winner == seat else -1
