"""Search over the tasks of teams, as a template over the rules of any game that has the rule `pursue`.

In a simulation each seat has one task, which `pursue` turns into actions, until the position is judged. Each seat
learns which of its tasks are good for its side while all others learn too, as a multi-armed bandit (UCB): so mates come
to share out the tasks, and opponents find their replies. Afterwards the actions of the seat to act are compared: one of
them first, then the task it has found best, against the tasks that the others have come to prefer.
"""

import math
from typing import Any, NamedTuple

from boardwalk.engine.default_rules import no_estimate
from boardwalk.engine.random import below
from boardwalk.engine.rules import NOBODY, no_refcount, rule, slot, template
from boardwalk.search.world_kernels import run_board, split

legal = slot()
apply = slot()
score = slot()
pursue = slot()
estimate = slot(no_estimate)

PLANNED, ROUNDS = 0, 1  # counters: simulations that chose tasks, and rounds in which each legal action was tried
LATER = 0.0005  # how much less a result is worth for each action before it
CURIOUS = 8  # one in this many tasks of the other seats is random, so that none is forgotten


class Search(NamedTuple):
    """The memory of a search."""

    worlds: Any
    work: Any  # the state of the current simulation, and the one from which a round of comparisons starts
    scratches: Any
    mask: Any
    sides: Any  # by seat: the number of its side
    leaders: Any  # by side: its first seat
    tasks: Any  # by seat: the task in the current simulation
    visits: Any  # by seat and task
    values: Any  # the sums of the results
    worths: Any  # by action: the sums of the results
    results: Any  # by side
    counts: Any

    @property
    def statistics(self) -> tuple[Any, ...]:
        """The arrays that hold what a search has found out; those of several cores can be added up."""
        return self.visits, self.values, self.worths, self.counts


class Setting(NamedTuple):
    seat: int
    length: int  # actions of a simulation
    exploration: float
    draw: float


@rule
def most_promising(visits, values, explore):
    """The task with the highest upper bound; those without a visit first."""
    total = 1.0
    for task in range(len(visits)):
        total += visits[task]
    best = 0
    most = -1e30
    for task in range(len(visits)):
        if visits[task] == 0:
            return task
        bound = values[task] / visits[task] + explore * math.sqrt(math.log(total) / visits[task])
        if bound > most:
            most = bound
            best = task
    return best


@rule
def most_visited(visits):
    """The task that was found best."""
    best = 0
    for task in range(len(visits)):
        if visits[task] > visits[best]:
            best = task
    return best


@rule
def drawn(state, visits):
    """A task drawn at random, each as likely as it was visited."""
    total = 0
    for task in range(len(visits)):
        total += visits[task]
    left = below(state, max(1, total))
    for task in range(len(visits)):
        left -= visits[task]
        if left < 0:
            return task
    return 0


@template
def play_on(board, state, search, setting, actions):
    """Let all seats pursue their tasks to the end of the simulation, and judge it. `actions`: how many there were."""
    while True:
        run_board(board, state)
        if state.to_act == NOBODY or actions >= setting.length:
            break
        seat = int(state.to_act)
        apply(board, state, pursue(board, state, seat, search.tasks[seat], search.scratches[0]))
        actions += 1
    for side in range(len(search.results)):
        leader = search.leaders[side]
        if state.to_act != NOBODY:
            worth = estimate(board, state, leader, search.scratches[0])
        else:
            worth = float(score(board, state, leader))
            if worth == 0.0 and side == search.sides[setting.seat]:
                worth = setting.draw
        search.results[side] = worth * (1.0 - LATER * min(actions, 1000))


@template
def plan(boards, dice, search, setting, simulations):
    """Simulate: every seat learns which of its tasks are good. `dice`: a state with the search's random stream."""
    boards, dice, search = no_refcount((boards, dice, search))
    board = boards[0]
    state = search.work[0]
    for _ in range(simulations):
        search.work[0] = search.worlds[below(dice[0], len(search.worlds))]
        split(dice[0], state)
        for seat in range(len(search.tasks)):
            if seat != setting.seat and below(state, CURIOUS) == 0:
                search.tasks[seat] = below(state, len(search.visits[seat]))
            else:
                search.tasks[seat] = most_promising(search.visits[seat], search.values[seat], setting.exploration)
        play_on(board, state, search, setting, 0)
        for seat in range(len(search.tasks)):
            task = search.tasks[seat]
            search.visits[seat, task] += 1
            search.values[seat, task] += search.results[search.sides[seat]]
        search.counts[PLANNED] += 1


@template
def compare(boards, dice, search, setting, rounds):
    """Try every legal action once a round, all of a round with the same tasks of the others and the same chance."""
    boards, dice, search = no_refcount((boards, dice, search))
    board = boards[0]
    state = search.work[0]
    for _ in range(rounds):
        search.work[1] = search.worlds[below(dice[0], len(search.worlds))]
        split(dice[0], search.work[1])
        for seat in range(len(search.tasks)):
            search.tasks[seat] = drawn(search.work[1], search.visits[seat])
        search.tasks[setting.seat] = most_visited(search.visits[setting.seat])
        legal(board, search.work[1], search.mask)
        for action in range(len(search.mask)):
            if search.mask[action]:
                search.work[0] = search.work[1]
                apply(board, state, action)
                play_on(board, state, search, setting, 1)
                search.worths[action] += search.results[search.sides[setting.seat]]
        search.counts[ROUNDS] += 1


@template
def follow(boards, dice, search, line):
    """The actions that follow if all seats pursue their best tasks; returns how many there are."""
    board = boards[0]
    state = search.work[0]
    search.work[0] = search.worlds[0]
    split(dice[0], state)
    for n in range(len(line)):
        run_board(board, state)
        if state.to_act == NOBODY:
            return n
        seat = int(state.to_act)
        task = most_visited(search.visits[seat])
        line[n] = pursue(board, state, seat, task, search.scratches[0])
        apply(board, state, line[n])
    return len(line)
