"""Templates that step many games in which one seat is played from outside: the learner's.

They work on the arrays of a `Batch`. Unlike its own step they leave games alone where nobody acts, let others act until
it is the learner's turn again, and keep what a game was like at its end. What is done in one game is a template of its
own, which the GPU kernel calls too: see `boardwalk.learning.seat_kernels_cuda`."""

from typing import Any, NamedTuple

from boardwalk.batch.cpu.kernels import CUT, FINISHED, advise, begin, is_legal, look, run_board
from boardwalk.batch.groups import GameRecords
from boardwalk.engine.default_rules import pick_by_mask
from boardwalk.engine.rules import NOBODY, inlined, no_refcount, slot, template

legal = slot()
apply = slot()
encode = slot()
score = slot()
pick = slot(pick_by_mask)

LOST = 3  # in `ended`: by an action that was not legal
ANYBODY = -1  # in the place of the learner's seat: the caller plays every seat
FROM_OUTSIDE, AT_RANDOM, GREEDY = 0, 1, 2  # how the others are played
REST, ACT, BEGIN = 0, 1, 2  # what is to be done in a game: nothing, an action, only what comes before the first one
PATIENCE = 10_000  # actions of others, without one of the learner's, after which a game is cut


class Learner(NamedTuple):
    """How games are played: the learner's seat or ANYBODY, how the others are played, and whether an action that is not
    legal loses the game; otherwise it is replaced by a random one."""

    seat: int
    others: int
    lose: bool


class Turns(NamedTuple):
    """What is to be done in each game, with which action, and how many actions of others the learner has waited for."""

    doing: Any
    actions: Any
    waits: Any


class Bots(NamedTuple):
    """What those work with who play the other seats on the CPU: the random stream of each game, one state that is
    concealed before a bot sees it, its words, and scratch records (one, or one for each board)."""

    streams: Any
    seen: Any
    seen_words: Any
    scratches: Any


class Bot(NamedTuple):
    """The same for one game."""

    stream: Any
    seen: Any
    seen_words: Any
    scratch: Any


class Ends(NamedTuple):
    """What each game was like when it last ended: what a seat saw and could have done, and which seat that was."""

    masks: Any
    planes: Any
    seats: Any


class End(NamedTuple):
    """The same for one game; `seat` is an array of one element."""

    mask: Any
    planes: Any
    seat: Any


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
def play_others(records, learner, mask, bot):
    """The others act until it is the learner's turn or the game is over. Returns how often they did."""
    board = records.board
    state = records.state
    stream = bot.stream  # here and not in the loop, where it would update a reference count each time
    count = 0
    while state.to_act >= 0 and state.to_act != learner.seat and count < PATIENCE:
        if learner.others == GREEDY:
            for word in range(len(bot.seen_words)):
                bot.seen_words[word] = records.state_words[word]
            action = advise(board, bot.seen, bot.scratch, stream)
        else:
            action = choose_at_random(board, state, mask, stream)
        apply(board, state, action)
        run_board(board, state)
        count += 1
    return count


@template
def keep_end(board, state, viewer, end):
    """Keep what the viewer saw, and could have done, when its game ended or was cut."""
    end.seat[0] = viewer
    for action in range(len(end.mask)):
        end.mask[action] = 0
    if state.to_act == viewer:
        legal(board, state, end.mask)
    encode(board, state, viewer, end.planes)


@inlined
@template
def step_game(game, records, blank, turns, mask, outcome, learner, bot, end):
    """Do what `turns` says in a game, and write there whether another seat is still to act before the learner. Its
    mask and planes must then be written anew.

    `outcome.ended` and `outcome.rewards` are only written where the game ends: the caller clears them."""
    board = records.board
    state = records.state
    seat = learner.seat
    lost = False
    actor = state.to_act
    if turns.doing[game] == ACT:
        if seat == ANYBODY or actor == seat:
            outcome.ages[game] += 1
            turns.waits[game] = 0
        else:
            turns.waits[game] += 1
        action = int(turns.actions[game])
        if not is_legal(mask, action):
            if learner.lose:
                lost = True
            else:
                action = choose_at_random(board, state, mask, bot.stream)
        if not lost:
            apply(board, state, action)
            run_board(board, state)
    if learner.others != FROM_OUTSIDE and not lost:
        turns.waits[game] += play_others(records, learner, mask, bot)
    learners = seat == ANYBODY or state.to_act == seat
    cut = (learners and outcome.ages[game] == outcome.limit) or turns.waits[game] >= PATIENCE
    if lost or cut or state.to_act == NOBODY:
        viewer = seat
        if seat == ANYBODY:
            viewer = state.to_act if cut and state.to_act >= 0 else actor
        outcome.ended[game] = LOST if lost else (FINISHED if state.to_act == NOBODY else CUT)
        for other in range(outcome.rewards.shape[1]):
            outcome.rewards[game, other] = 0 if lost else score(board, state, other)
        if lost:
            outcome.rewards[game, actor] = -1
        keep_end(board, state, viewer, end)
        outcome.ages[game] = 0
        turns.waits[game] = 0
        begin(records, blank)
        if learner.others != FROM_OUTSIDE:
            play_others(records, learner, mask, bot)
    turns.doing[game] = REST if seat == ANYBODY or state.to_act == seat or state.to_act == NOBODY else ACT


@template
def step_games(boards, states, blank, turns, shown, outcome, learner, bots, ends, first, last):
    """`step_game` for a range of games."""
    boards, states, blank, turns = no_refcount((boards, states, blank, turns))
    shown, outcome, bots, ends = no_refcount((shown, outcome, bots, ends))
    for game in range(first, last):
        if turns.doing[game] == REST:
            continue
        at = boards.of[game]
        records = GameRecords(boards.records[at], states.records[game], boards.words[at], states.words[game])
        scratch = bots.scratches[at % len(bots.scratches)]
        bot = Bot(bots.streams[game], bots.seen[0], bots.seen_words[0], scratch)
        end = End(ends.masks[game], ends.planes[game], ends.seats[game : game + 1])
        step_game(game, records, blank, turns, shown.masks[game], outcome, learner, bot, end)
        look(records.board, records.state, shown, game)
