"""Search over whole turns, as a template over the rules of any game of chance for two that has the rule `outlook`.

All turns of the seat to act are tried, and judged by `outlook` where they end. For each first action the best of them
is then played on, again and again: chance, the other's turn, chance, and the best turn of the seat itself, which
`outlook` judges. In one round chance is the same for all actions, so that luck does not decide between them.
"""

from typing import Any, NamedTuple

from boardwalk.engine.random import below
from boardwalk.engine.rules import NOBODY, no_refcount, slot, template
from boardwalk.search.world_kernels import advise, run_board, split

legal = slot()
apply = slot()
score = slot()
outlook = slot()

LONGEST = 6  # actions of a turn; longer ones are judged before they end
NO_TURN = -2.0  # worse than any value
LATER = 0.0005  # how much less a result is worth for each action of a turn before it
ALWAYS = 1000  # the value of `Setting.greedy_share` for 100%
SAMPLES, TURNS = 0, 1  # counters: positions that were played on, and turns that were judged


class Workspace(NamedTuple):
    """The memory in which all turns of one seat are tried."""

    stack: Any  # by depth: the state; the first one is given
    masks: Any  # by depth: the legal actions
    following: Any  # by depth: the action to try next
    worths: Any  # by first action: the value of the best turn that begins with it
    ends: Any  # by first action: the state after that turn
    courses: Any  # by first action: the actions of that turn
    lengths: Any  # by first action: how many there are


class Search(NamedTuple):
    """The memory of a search."""

    worlds: Any
    work: Any  # states: of the current sample, for `greedy` to work in, and one with the random stream of a round
    scratches: Any
    active: Any  # by action: 1 if it is still considered
    sums: Any  # by action: of the values of its samples
    visits: Any
    counts: Any

    @property
    def statistics(self) -> tuple[Any, ...]:
        """The arrays that hold what a search has found out; those of several cores can be added up."""
        return self.sums, self.visits, self.counts


class Setting(NamedTuple):
    seat: int
    greedy_share: int  # share of rounds, of `ALWAYS`, in which the other acts as `greedy` does, not as is best for it
    hidden: bool


@template
def judge(board, state, seat, scratch, length):
    """The value of a position for a seat whose turn of `length` actions is over."""
    if state.to_act == NOBODY:
        return score(board, state, seat) * (1.0 - LATER * (length - 1))
    return outlook(board, state, seat, scratch)


@template
def try_turns(board, workspace, seat, search):
    """Try all turns of the seat to act in `workspace.stack[0]`. Returns the first action of the best one."""
    actions = workspace.masks.shape[1]
    for action in range(actions):
        workspace.worths[action] = NO_TURN
    best = 0
    legal(board, workspace.stack[0], workspace.masks[0])
    workspace.following[0] = 0
    depth = 0
    while depth >= 0:
        action = workspace.following[depth]
        while action < actions and workspace.masks[depth, action] == 0:
            action += 1
        workspace.following[depth] = action + 1
        if action == actions:
            depth -= 1
            continue
        depth += 1
        workspace.stack[depth] = workspace.stack[depth - 1]
        state = workspace.stack[depth]
        apply(board, state, action)
        if state.to_act == seat and depth < LONGEST:
            legal(board, state, workspace.masks[depth])
            workspace.following[depth] = 0
            continue
        worth = judge(board, state, seat, search.scratches[0], depth)
        search.counts[TURNS] += 1
        first = workspace.following[0] - 1
        if worth > workspace.worths[first]:
            workspace.worths[first] = worth
            workspace.ends[first] = workspace.stack[depth]
            workspace.lengths[first] = depth
            for k in range(depth):
                workspace.courses[first, k] = workspace.following[k] - 1
            if worth > workspace.worths[best]:
                best = first
        depth -= 1
    return best


@template
def take_turn(board, workspace, seat, search):
    """Let the seat to act take the turn that is best for it."""
    state = search.work[0]
    workspace.stack[0] = search.work[0]
    best = try_turns(board, workspace, seat, search)
    low = state.rng[0]
    carry = state.rng[1]
    search.work[0] = workspace.ends[best]
    state.rng[0] = low  # chance does not depend on the turn
    state.rng[1] = carry


@template
def take_usual_turn(board, seat, search, hidden):
    """Let the seat to act do what the rule `greedy` does."""
    state = search.work[0]
    while state.to_act == seat:
        search.work[1] = search.work[0]
        apply(board, state, advise(board, state, search.work[1], search.scratches[0], hidden))


@template
def play_on(board, workspace, search, setting, habitual):
    """What the position in `work[0]` is worth to the seat, after the other's turn and its own next one."""
    state = search.work[0]
    seat = setting.seat
    other = 1 - seat
    run_board(board, state)
    if state.to_act == other:
        if habitual:
            take_usual_turn(board, other, search, setting.hidden)
        else:
            take_turn(board, workspace, other, search)
        run_board(board, state)
    search.counts[SAMPLES] += 1
    if state.to_act == NOBODY:
        return float(score(board, state, seat))
    mover = int(state.to_act)
    workspace.stack[0] = search.work[0]
    worth = workspace.worths[try_turns(board, workspace, mover, search)]
    return worth if mover == seat else -worth


@template
def compare(boards, dice, search, own, workspace, setting, rounds):
    """Play each active action on once a round. `own` and `workspace`: for the turns of now and of later. `dice`: a
    state with the search's random stream."""
    boards, dice, search, own, workspace = no_refcount((boards, dice, search, own, workspace))
    board = boards[0]
    for _ in range(rounds):
        own.stack[0] = search.worlds[below(dice[0], len(search.worlds))]
        try_turns(board, own, setting.seat, search)
        split(dice[0], search.work[2])
        habitual = below(dice[0], ALWAYS) < setting.greedy_share
        for action in range(len(search.active)):
            if search.active[action] and own.worths[action] > NO_TURN:
                worth = own.worths[action]
                if own.ends[action].to_act != NOBODY:
                    search.work[0] = own.ends[action]
                    search.work[0].rng[0] = search.work[2].rng[0]
                    search.work[0].rng[1] = search.work[2].rng[1]
                    worth = (1.0 - LATER * LONGEST) * play_on(board, workspace, search, setting, habitual)
                search.sums[action] += worth
                search.visits[action] += 1


@template
def follow(boards, dice, search, own, workspace, setting, action, line):
    """The best turn that begins with an action, and the other's best reply; returns how many actions these are."""
    board = boards[0]
    own.stack[0] = search.worlds[0]
    try_turns(board, own, setting.seat, search)
    count = 0
    for k in range(own.lengths[action]):
        line[count] = own.courses[action, k]
        count += 1
    state = search.work[0]
    search.work[0] = own.ends[action]
    split(dice[0], state)
    run_board(board, state)
    if state.to_act == 1 - setting.seat:
        workspace.stack[0] = search.work[0]
        best = try_turns(board, workspace, 1 - setting.seat, search)
        for k in range(workspace.lengths[best]):
            line[count] = workspace.courses[best, k]
            count += 1
    return count
