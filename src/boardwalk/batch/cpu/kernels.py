"""Templates that step many games in arrays. Bound to a game's rules, each runs a range of games on one core.

What is done to one game is a template of its own, which GPU kernels call too: see `boardwalk.batch.gpu.kernels`.
"""

from boardwalk.batch.groups import GameRecords
from boardwalk.engine.default_rules import no_greedy, only_the_stream, pick_by_mask
from boardwalk.engine.rules import BOARD, NOBODY, inlined, no_refcount, rule, slot, template

deal = slot()
legal = slot()
apply = slot()
encode = slot()
score = slot()
conceal = slot(only_the_stream)
pick = slot(pick_by_mask)
greedy = slot(no_greedy)

RUNNING, FINISHED, CUT = 0, 1, 2  # what `ended` says of a game's last step
# In playouts, how many actions each game takes before those that are over are dealt anew: more of them where dealing
# lays out a board, which takes long.
DEAL_EVERY, DEAL_EVERY_OWN_BOARD = 8, 32


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
def advise_all(boards, states, seen, scratches, streams, advice, first, last):
    """`seen`: an array of one state, to work on; `scratches`: one, or one for each board."""
    boards, states, streams = no_refcount((boards, states, streams))
    for game in range(first, last):
        at = boards.of[game]
        seen[0] = states.records[game]
        advice[game] = advise(boards.records[at], seen[0], scratches[at % len(scratches)], streams[game])


@template
def run_board(board, state):
    """Take the board's own steps until a seat is to act or the game is over. Returns how many there were."""
    steps = 0
    while state.to_act == BOARD:
        apply(board, state, 0)
        steps += 1
    return steps


@template
def begin(records, blank):
    """Deal a new game into the records of an old one; its random stream goes on. Returns the number of
    steps that the board took."""
    low = records.state.rng[0]
    carry = records.state.rng[1]
    for word in range(len(records.state_words)):
        records.state_words[word] = blank.state[word]
    records.state.rng[0] = low
    records.state.rng[1] = carry
    if blank.own_board:
        for word in range(len(records.board_words)):
            records.board_words[word] = blank.board[word]
    deal(records.board, records.state)
    return run_board(records.board, records.state)


@template
def begin_all(boards, states, blank, first, last):
    boards, states, blank = no_refcount((boards, states, blank))
    for game in range(first, last):
        at = boards.of[game]
        records = GameRecords(boards.records[at], states.records[game], boards.words[at], states.words[game])
        begin(records, blank)


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
def look(board, state, shown, game):
    mark(board, state, shown.masks[game])
    if shown.with_planes:
        see(board, state, shown.planes[game])


@template
def look_all(boards, states, shown, first, last):
    boards, states, shown = no_refcount((boards, states, shown))
    for game in range(first, last):
        look(boards.records[boards.of[game]], states.records[game], shown, game)


@inlined
@template
def act(board, state, action, outcome, game):
    """One legal action, then the board's steps. Returns whether the game has ended: it must be dealt anew."""
    apply(board, state, action)
    run_board(board, state)
    age = outcome.ages[game] + 1
    over = state.to_act == NOBODY
    if over or age == outcome.limit:
        for seat in range(outcome.rewards.shape[1]):
            outcome.rewards[game, seat] = score(board, state, seat)
        outcome.ended[game] = FINISHED if over else CUT
        outcome.ages[game] = 0
        return True
    for seat in range(outcome.rewards.shape[1]):
        outcome.rewards[game, seat] = 0
    outcome.ended[game] = RUNNING
    outcome.ages[game] = age
    return False


@rule
def is_legal(mask, action):
    """Whether the mask allows an action, which may be any integer."""
    return action >= 0 and action < len(mask) and mask[action] == 1


@rule
def accept(actions, masks, accepted):
    """Copy the actions, with -1 for those that are not legal. Returns the first game with an illegal one, or -1."""
    masks = no_refcount(masks)
    first = -1
    for game in range(len(accepted)):
        action = actions[game]
        if is_legal(masks[game], action):
            accepted[game] = action
        else:
            accepted[game] = -1
            if first < 0:
                first = game
    return first


@template
def step_all(boards, states, blank, actions, shown, outcome, first, last):
    """A game with an action below 0 is left as it is."""
    boards, states, blank, shown, outcome = no_refcount((boards, states, blank, shown, outcome))
    for game in range(first, last):
        if actions[game] < 0:
            continue
        at = boards.of[game]
        records = GameRecords(boards.records[at], states.records[game], boards.words[at], states.words[game])
        if act(records.board, records.state, actions[game], outcome, game):
            begin(records, blank)
        look(records.board, records.state, shown, game)


@template
def play_game(records, blank, mask, steps, limit):
    """Play a game at random for a number of actions, dealing anew whenever it is over or `limit` actions old.

    Returns how many actions of seats there were, steps of the board, games finished, games cut, wins of seat 0.

    A game that is over is only dealt anew every few actions: the threads of a GPU that run in lockstep then deal at the
    same time, instead of waiting for each other again and again."""
    board = records.board
    state = records.state
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
            board_steps += begin(records, blank)
            age = 0
            if state.to_act == NOBODY:  # over before it has begun
                played += 1
        until = min(played + (DEAL_EVERY_OWN_BOARD if blank.own_board else DEAL_EVERY), steps)
        while played < until and age != limit and state.to_act != NOBODY:
            apply(board, state, pick(board, state, mask))
            board_steps += run_board(board, state)
            played += 1
            actions += 1
            age += 1
    return actions, board_steps, finished, cut, wins


@template
def play_all(boards, states, blank, mask, limit, counts, steps, first, last):
    """Play each game for a number of actions; adds what `play_game` returns to counts. `mask` is memory to work in."""
    boards, states, blank = no_refcount((boards, states, blank))
    for game in range(first, last):
        at = boards.of[game]
        records = GameRecords(boards.records[at], states.records[game], boards.words[at], states.words[game])
        actions, board_steps, finished, cut, wins = play_game(records, blank, mask, steps, limit)
        counts[0] += actions
        counts[1] += board_steps
        counts[2] += finished
        counts[3] += cut
        counts[4] += wins
