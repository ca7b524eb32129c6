"""Templates that step many games in arrays. Bound to a game's rules, each runs one stretch of games on one core."""

from boardwalk.core.random import below
from boardwalk.core.rules import BOARD, NOBODY, slot, template

deal = slot()
legal = slot()
apply = slot()
encode = slot()
score = slot()

RUNNING, FINISHED, CUT = 0, 1, 2  # what `ended` says of a game's last step


@template
def pick_by_mask(board, state, mask):
    """A random legal action, each with the same chance."""
    left = below(state, legal(board, state, mask))
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return 0


pick = slot(pick_by_mask)


@template
def run_board(board, state):
    """Take the board's own steps until a seat is to act or the game is over. Returns how many there were."""
    steps = 0
    while state.to_act == BOARD:
        apply(board, state, 0)
        steps += 1
    return steps


@template
def begin(boards, at, states, game, blank_board, blank_state, own_board):
    """Deal a new game into the place of an old one; its random stream goes on."""
    low = states[game].rng[0]
    carry = states[game].rng[1]
    states[game] = blank_state[0]
    states[game].rng[0] = low
    states[game].rng[1] = carry
    if own_board:
        boards[at] = blank_board[0]
    deal(boards[at], states[game])
    return run_board(boards[at], states[game])


@template
def begin_all(boards, board_of, states, blank_board, blank_state, own_board, first, last):
    for game in range(first, last):
        begin(boards, board_of[game], states, game, blank_board, blank_state, own_board)


@template
def look(board, state, mask, planes, with_planes):
    """Write what the seat to act may do and see."""
    if state.to_act == NOBODY:
        for action in range(len(mask)):
            mask[action] = 0
    else:
        legal(board, state, mask)
        if with_planes:
            encode(board, state, state.to_act, planes)


@template
def look_all(boards, board_of, states, masks, planes, with_planes, first, last):
    for game in range(first, last):
        look(boards[board_of[game]], states[game], masks[game], planes[game % len(planes)], with_planes)


@template
def step_all(
    boards, board_of, states, blank_board, blank_state, own_board,
    actions, masks, planes, with_planes, rewards, ended, ages, limit, first, last,
):  # fmt: skip
    """One legal action in each game, then the board's steps; a finished game is dealt anew."""
    for game in range(first, last):
        at = board_of[game]
        apply(boards[at], states[game], actions[game])
        run_board(boards[at], states[game])
        ages[game] += 1
        ended[game] = RUNNING
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = 0
        if states[game].to_act == NOBODY or ages[game] == limit:
            ended[game] = FINISHED if states[game].to_act == NOBODY else CUT
            for seat in range(rewards.shape[1]):
                rewards[game, seat] = score(boards[at], states[game], seat)
            ages[game] = 0
            begin(boards, at, states, game, blank_board, blank_state, own_board)
        look(boards[at], states[game], masks[game], planes[game % len(planes)], with_planes)


@template
def play_all(boards, board_of, states, blank_board, blank_state, own_board, masks, steps, limit, counts, first, last):
    """Play each game at random for a number of actions, dealing anew whenever one is over or `limit` actions old.

    Adds to counts: 0 actions of seats, 1 steps of the board, 2 games finished, 3 games cut, 4 wins of seat 0."""
    for game in range(first, last):
        at = board_of[game]
        age = 0
        for _ in range(steps):
            board = boards[at]
            state = states[game]
            if state.to_act == NOBODY or age == limit:
                counts[2 if state.to_act == NOBODY else 3] += 1
                counts[4] += score(board, state, 0) > 0
                counts[1] += begin(boards, at, states, game, blank_board, blank_state, own_board)
                age = 0
            apply(board, state, pick(board, state, masks[game % len(masks)]))
            counts[0] += 1
            counts[1] += run_board(board, state)
            age += 1
