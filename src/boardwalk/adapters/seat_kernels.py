"""Templates that step many games in which one seat is played from outside: the learner's.

They work on the arrays of a `Batch`. Unlike its own step they leave games alone where nobody acts, let others act until
it is the learner's turn again, and keep what a game was like at its end. What is done in one game is a template of its
own, which the kernel of a GPU calls too: see `boardwalk.adapters.vector_cuda`."""

from boardwalk.batch.kernels import CUT, FINISHED, advise, begin, look, may_take, pick_by_mask, run_board
from boardwalk.core.rules import NOBODY, inlined, no_refcount, slot, template

legal = slot()
apply = slot()
encode = slot()
score = slot()
pick = slot(pick_by_mask)

LOST = 3  # in `ended`: by an action that was not legal
ANYBODY = -1  # in the place of the learner's seat: whoever is to act is played from outside
FROM_OUTSIDE, AT_RANDOM, GREEDY = 0, 1, 2  # how the others are played
REST, ACT, BEGIN = 0, 1, 2  # what is to be done in a game: nothing, an action, only what comes before the first one
PATIENCE = 10_000  # actions of others, without one of the learner's, after which a game is cut


@template
def choose_at_random(board, state, mask, stream):
    """A random legal action, from a stream of its own: the game's own draws stay those of its seed."""
    low = state.rng[0]
    carry = state.rng[1]
    state.rng[0] = stream[0]
    state.rng[1] = stream[1]
    action = pick(board, state, mask)
    stream[0] = state.rng[0]
    stream[1] = state.rng[1]
    state.rng[0] = low
    state.rng[1] = carry
    return action


@template
def play_others(board, state, state_words, seat, mask, stream, how, seen, seen_words, scratch):
    """The others act until it is the seat's turn or the game is over. Returns how often they did."""
    count = 0
    while state.to_act >= 0 and state.to_act != seat and count < PATIENCE:
        if how == GREEDY:
            for word in range(len(seen_words)):
                seen_words[word] = state_words[word]
            action = advise(board, seen, scratch, stream)
        else:
            action = choose_at_random(board, state, mask, stream)
        apply(board, state, action)
        run_board(board, state)
        count += 1
    return count


@template
def keep_end(board, state, viewer, mask, planes):
    """What the viewer saw, and could have done, when its game ended or was cut."""
    for action in range(len(mask)):
        mask[action] = 0
    if state.to_act == viewer:
        legal(board, state, mask)
    encode(board, state, viewer, planes)


@inlined
@template
def step_game(
    board, state, board_words, state_words, blank_board, blank_state, own_board,
    doing, actions, masks, mask, rewards, ended, ages, waits, stream, last_mask, last_planes, last_seats,
    seat, how, lose, limit, seen, seen_words, scratch, game,
):  # fmt: skip
    """Do what `doing` says in a game, and write there whether somebody else is still to act before the learner. Masks
    and planes are then to be written anew.

    `how` the others are played, if not from outside; `lose`: an action that is not legal loses, else it is replaced by
    a random one. `ended` and `rewards` are only written where the game ends: the caller clears them."""
    lost = False
    actor = state.to_act
    if doing[game] == ACT:
        if seat == ANYBODY or actor == seat:
            ages[game] += 1
            waits[game] = 0
        else:
            waits[game] += 1
        action = int(actions[game])
        if not may_take(masks, game, action):
            if lose:
                lost = True
            else:
                action = choose_at_random(board, state, mask, stream)
        if not lost:
            apply(board, state, action)
            run_board(board, state)
    if how != FROM_OUTSIDE and not lost:
        waits[game] += play_others(board, state, state_words, seat, mask, stream, how, seen, seen_words, scratch)
    learners = seat == ANYBODY or state.to_act == seat
    cut = (learners and ages[game] == limit) or waits[game] >= PATIENCE
    if lost or cut or state.to_act == NOBODY:
        viewer = seat
        if seat == ANYBODY:
            viewer = state.to_act if cut and state.to_act >= 0 else actor
        last_seats[game] = viewer
        ended[game] = LOST if lost else (FINISHED if state.to_act == NOBODY else CUT)
        for other in range(rewards.shape[1]):
            rewards[game, other] = 0 if lost else score(board, state, other)
        if lost:
            rewards[game, actor] = -1
        keep_end(board, state, viewer, last_mask, last_planes)
        ages[game] = 0
        waits[game] = 0
        begin(board, state, board_words, state_words, blank_board, blank_state, own_board)
        if how != FROM_OUTSIDE:
            play_others(board, state, state_words, seat, mask, stream, how, seen, seen_words, scratch)
    doing[game] = REST if seat == ANYBODY or state.to_act == seat or state.to_act == NOBODY else ACT


@template
def step_games(
    boards, board_of, states, board_words, state_words, blank_board, blank_state, own_board,
    doing, actions, masks, planes, rewards, ended, ages, waits, streams, last_masks, last_planes, last_seats,
    seat, how, lose, limit, seen, seen_words, scratches, first, last,
):  # fmt: skip
    """`step_game` for a stretch of games."""
    board_words, state_words, seen_words = no_refcount(board_words), no_refcount(state_words), no_refcount(seen_words)
    blank_board, blank_state = no_refcount(blank_board), no_refcount(blank_state)
    doing, actions, streams = no_refcount(doing), no_refcount(actions), no_refcount(streams)
    masks, planes, rewards = no_refcount(masks), no_refcount(planes), no_refcount(rewards)
    ended, ages, waits = no_refcount(ended), no_refcount(ages), no_refcount(waits)
    last_masks, last_planes, last_seats = no_refcount(last_masks), no_refcount(last_planes), no_refcount(last_seats)
    for game in range(first, last):
        if doing[game] == REST:
            continue
        at = board_of[game]
        step_game(
            boards[at], states[game], board_words[at], state_words[game], blank_board, blank_state, own_board,
            doing, actions, masks, masks[game], rewards, ended, ages, waits, streams[game],
            last_masks[game], last_planes[game], last_seats,
            seat, how, lose, limit, seen[0], seen_words[0], scratches[at % len(scratches)], game,
        )  # fmt: skip
        look(boards[at], states[game], masks[game], planes[game], True)
