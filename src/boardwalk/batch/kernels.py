"""Templates that step many games in arrays. Bound to a game's rules, each runs one stretch of games on one core.

What is done to one game is a template of its own, which GPU kernels call too: see `boardwalk.batch.cuda_batch`.
"""

from boardwalk.core.random import below
from boardwalk.core.rules import BOARD, NOBODY, inlined, no_refcount, rule, slot, template

deal = slot()
legal = slot()
apply = slot()
encode = slot()
score = slot()
conceal = slot()

RUNNING, FINISHED, CUT = 0, 1, 2  # what `ended` says of a game's last step
# How many actions games play side by side before those that are over are dealt anew: more of them where dealing lays
# out a board of its own, which takes long.
TOGETHER, TOGETHER_LONG = 8, 32


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


@rule
def no_plan(board, state, seat, scratch):
    """In the place of a game's `greedy` where it has none; nobody asks it."""
    return 0


greedy = slot(no_plan)


@template
def advise(board, seen, scratch, stream):
    """What the bot `greedy` does for the seat to act: `seen` is a copy of the state, to be changed, `stream` the bot's
    own random stream."""
    seat = seen.to_act
    if seat < 0:
        return 0
    conceal(board, seen, seat)
    seen.rng[0] = stream[0]
    seen.rng[1] = stream[1]
    action = greedy(board, seen, seat, scratch)
    stream[0] = seen.rng[0]
    stream[1] = seen.rng[1]
    return action


@template
def advise_all(boards, board_of, states, seen, scratches, streams, advice, first, last):
    streams = no_refcount(streams)
    for game in range(first, last):
        at = board_of[game]
        seen[0] = states[game]
        advice[game] = advise(boards[at], seen[0], scratches[at % len(scratches)], streams[game])


@template
def run_board(board, state):
    """Take the board's own steps until a seat is to act or the game is over. Returns how many there were."""
    steps = 0
    while state.to_act == BOARD:
        apply(board, state, 0)
        steps += 1
    return steps


@template
def begin(board, state, board_words, state_words, blank_board, blank_state, own_board):
    """Deal a new game into the place of an old one; its random stream goes on.

    Words are what the records are made of: copied one by one they are copied fast on every device."""
    low = state.rng[0]
    carry = state.rng[1]
    for word in range(len(state_words)):
        state_words[word] = blank_state[word]
    state.rng[0] = low
    state.rng[1] = carry
    if own_board:
        for word in range(len(board_words)):
            board_words[word] = blank_board[word]
    deal(board, state)
    return run_board(board, state)


@template
def begin_all(boards, board_of, states, board_words, state_words, blank_board, blank_state, own_board, first, last):
    board_words = no_refcount(board_words)
    state_words = no_refcount(state_words)
    for game in range(first, last):
        at = board_of[game]
        begin(boards[at], states[game], board_words[at], state_words[game], blank_board, blank_state, own_board)


@inlined
@template
def mark(board, state, mask):
    """Write what the seat to act may do."""
    if state.to_act == NOBODY:
        for action in range(len(mask)):
            mask[action] = 0
    else:
        legal(board, state, mask)


@inlined
@template
def see(board, state, planes):
    """Write what the seat to act sees."""
    if state.to_act != NOBODY:
        encode(board, state, state.to_act, planes)


@inlined
@template
def look(board, state, mask, planes, with_planes):
    mark(board, state, mask)
    if with_planes:
        see(board, state, planes)


@template
def look_all(boards, board_of, states, masks, planes, with_planes, first, last):
    masks = no_refcount(masks)
    planes = no_refcount(planes)
    for game in range(first, last):
        look(boards[board_of[game]], states[game], masks[game], planes[game % len(planes)], with_planes)


@inlined
@template
def act(board, state, action, rewards, ended, ages, game, limit):
    """One legal action, then the board's steps. Returns whether the game has ended: it must be dealt anew."""
    apply(board, state, action)
    run_board(board, state)
    age = ages[game] + 1
    over = state.to_act == NOBODY
    if over or age == limit:
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = score(board, state, seat)
        ended[game] = FINISHED if over else CUT
        ages[game] = 0
        return True
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = 0
    ended[game] = RUNNING
    ages[game] = age
    return False


@rule
def may_take(masks, game, action):
    """Whether an action is legal in a game, whatever number it is."""
    return action >= 0 and action < masks.shape[1] and masks[game, action] == 1


@rule
def take(actions, masks, taken):
    """Take over the actions, -1 for one that is not legal. Returns the first game that has such a one, or -1."""
    first = -1
    for game in range(len(taken)):
        action = actions[game]
        fine = may_take(masks, game, action)
        taken[game] = action if fine else -1
        if first < 0 and not fine:
            first = game
    return first


@template
def step_all(
    boards, board_of, states, board_words, state_words, blank_board, blank_state, own_board,
    actions, masks, planes, with_planes, rewards, ended, ages, limit, first, last,
):  # fmt: skip
    """A game with an action below 0 is left as it is."""
    masks = no_refcount(masks)
    planes = no_refcount(planes)
    board_words = no_refcount(board_words)
    state_words = no_refcount(state_words)
    for game in range(first, last):
        if actions[game] < 0:
            continue
        at = board_of[game]
        board = boards[at]
        state = states[game]
        if act(board, state, actions[game], rewards, ended, ages, game, limit):
            begin(board, state, board_words[at], state_words[game], blank_board, blank_state, own_board)
        look(board, state, masks[game], planes[game % len(planes)], with_planes)


@template
def play_game(
    board, state, board_words, state_words, blank_board, blank_state, own_board, mask, steps, limit
):  # fmt: skip
    """Play a game at random for a number of actions, dealing anew whenever it is over or `limit` actions old.

    Returns how many actions of seats there were, steps of the board, games finished, games cut, wins of seat 0.

    It is played a few actions at a time: threads of a GPU that run in step wait for each other between them, and so
    the long work of dealing is done for several games at once."""
    played = 0
    actions = 0
    board_steps = 0
    finished = 0
    cut = 0
    wins = 0
    age = 0
    while played < steps:
        over = state.to_act == NOBODY
        if over or age == limit:
            finished += 1 if over else 0
            cut += 0 if over else 1
            wins += 1 if score(board, state, 0) > 0 else 0
            board_steps += begin(board, state, board_words, state_words, blank_board, blank_state, own_board)
            age = 0
            if state.to_act == NOBODY:  # over before it has begun
                played += 1
        until = min(played + (TOGETHER_LONG if own_board else TOGETHER), steps)
        while played < until and age != limit and state.to_act != NOBODY:
            apply(board, state, pick(board, state, mask))
            board_steps += run_board(board, state)
            played += 1
            actions += 1
            age += 1
    return actions, board_steps, finished, cut, wins


@template
def play_all(
    boards, board_of, states, board_words, state_words, blank_board, blank_state, own_board,
    masks, steps, limit, counts, first, last,
):  # fmt: skip
    """Play each game for a number of actions; adds what `play_game` returns to counts."""
    for game in range(first, last):
        at = board_of[game]
        actions, board_steps, finished, cut, wins = play_game(
            boards[at], states[game], board_words[at], state_words[game], blank_board, blank_state, own_board,
            masks[game % len(masks)], steps, limit,
        )  # fmt: skip
        counts[0] += actions
        counts[1] += board_steps
        counts[2] += finished
        counts[3] += cut
        counts[4] += wins
