"""Capture the Flag's greedy bot: each player of a team has a simple task.

A player captures an adjacent opponent if it can. The carrier runs home, and the team gathers there. The carrier of the
own flag is chased. Otherwise half of the free players go for the enemy's flag, or to the enemy's jail if too many
teammates are in it; the others guard.
"""

from boardwalk.engine.random import below
from boardwalk.engine.records import i32, record, u8
from boardwalk.engine.rules import rule
from boardwalk.games.capture_the_flag.rules.players import (
    JAILED,
    OFF_MAZE,
    STAY,
    TAKE,
    can_be_captured,
    can_take,
    player_at,
    team_of,
    territory_of,
)

FAR = 1 << 20  # the distance of unreachable cells
BOLD = 10  # danger is ignored with probability 1 / BOLD, so that two careful players do not wait for each other forever
GUARD = 3  # the distance from the own flag that a guard keeps within
ALL, OPEN = 0, 1  # distances over all cells, or around the closed cells
GO_HOME, CATCH_THIEF, FREE_MATES, FETCH_FLAG, STAND_GUARD = range(5)  # tasks of a player


@record
class Scratch:
    steps: i32[2, "cells"]  # the distance from each cell to the nearest goal
    queue: i32["cells"]
    closed: u8["cells"]  # 1 for cells to avoid
    queued: i32


@rule
def forget(board, scratch, how):
    """Start a new breadth-first search: no goals, all cells unreached."""
    for cell in range(board.rows * board.cols):
        scratch.steps[how, cell] = FAR
    scratch.queued = 0


@rule
def want(scratch, how, cell):
    """Add a cell to the goals."""
    scratch.steps[how, cell] = 0
    scratch.queue[scratch.queued] = cell
    scratch.queued += 1


@rule
def measure(board, scratch, how):
    """Compute the distance from every cell to the nearest goal by breadth-first search."""
    first = 0
    while first < scratch.queued:
        cell = scratch.queue[first]
        first += 1
        exits = board.exits[cell]
        for direction in range(4):
            if (exits >> direction) & 1:
                there = cell + board.step[direction]
                if scratch.steps[how, there] == FAR and (how == ALL or scratch.closed[there] == 0):
                    scratch.steps[how, there] = scratch.steps[how, cell] + 1
                    scratch.queue[scratch.queued] = there
                    scratch.queued += 1


@rule
def go_to(board, scratch, cell):
    """Compute the distances to one cell."""
    forget(board, scratch, ALL)
    want(scratch, ALL, cell)
    measure(board, scratch, ALL)


@rule
def go_to_base(board, scratch, base, team, count):
    """Compute the distances to a team's home base or jail."""
    forget(board, scratch, ALL)
    for i in range(count):
        want(scratch, ALL, base[team, i])
    measure(board, scratch, ALL)


@rule
def catches(board, state, seat, cell):
    """Whether running into the player on a cell captures an opponent (CF-11) or frees a teammate (CF-14)."""
    other = player_at(state, cell)
    if other < 0:
        return False
    if team_of(board, other) == team_of(board, seat):
        return state.status[other] & JAILED != 0
    return can_be_captured(board, state, other)


@rule
def guard(board, state, seat, scratch):
    """Compute the distances to the nearest intruder that can be captured (CF-12), else to cells near the own flag."""
    team = team_of(board, seat)
    go_to(board, scratch, state.cell[seat])
    nearest = -1
    first = (1 - team) * board.size[0]
    for one in range(first, first + board.size[1 - team]):
        if state.status[one] & (OFF_MAZE | JAILED) == 0 and can_be_captured(board, state, one):
            cell = state.cell[one]
            if territory_of(board, cell) == team:
                if nearest < 0 or scratch.steps[ALL, cell] < scratch.steps[ALL, nearest]:
                    nearest = cell
    if nearest >= 0:
        go_to(board, scratch, nearest)
        return
    go_to(board, scratch, board.stand[team])
    for cell in range(board.rows * board.cols):
        if scratch.steps[ALL, cell] < FAR:
            scratch.steps[ALL, cell] = max(0, scratch.steps[ALL, cell] - GUARD)


@rule
def duty_of(board, state, seat):
    """The task of this player, as a team divides them, and whether to avoid opponents on the way."""
    team = team_of(board, seat)
    thief = state.carrier[team]
    runner = state.carrier[1 - team]
    mates = 0
    jailed = 0
    helpers = 0  # free teammates without the runner
    rank = 0  # how many of them have a lower seat than this player
    first = team * board.size[0]
    for mate in range(first, first + board.size[team]):
        if state.status[mate] & OFF_MAZE == 0:
            mates += 1
            if state.status[mate] & JAILED:
                jailed += 1
            elif mate != runner:
                helpers += 1
                rank += 1 if mate < seat else 0
    alone = mates - jailed == 1  # then even the carrier has to do the other tasks
    if alone:
        helpers = 1
        rank = 0
    if runner == seat and not alone:
        return GO_HOME, True
    if thief >= 0:
        return CATCH_THIEF, False
    if runner >= 0 and jailed == 0:
        return GO_HOME, runner == seat
    if rank == 0 or (rank < (helpers + 1) // 2 and runner < 0):
        if jailed and (rank == 0 or 2 * jailed >= mates):
            return FREE_MATES, True
        return FETCH_FLAG, True
    return STAND_GUARD, False


@rule
def take_up_duty(board, state, seat, scratch):
    """Compute the distances to the goal of this player's task. Returns whether to avoid opponents on the way."""
    team = team_of(board, seat)
    enemy = 1 - team
    task, careful = duty_of(board, state, seat)
    if task == GO_HOME:
        go_to_base(board, scratch, board.home, team, board.homes[team])
    elif task == CATCH_THIEF:
        go_to(board, scratch, state.cell[state.carrier[team]])
    elif task == FREE_MATES:
        go_to_base(board, scratch, board.jail, enemy, board.jails[enemy])
    elif task == FETCH_FLAG:
        go_to(board, scratch, board.stand[enemy])
    else:
        guard(board, state, seat, scratch)
    return careful


@rule
def close_ways(board, state, seat, scratch, careful):
    """Close the cells of players whom it is no use to run into, and those where opponents could capture this one."""
    team = team_of(board, seat)
    for cell in range(board.rows * board.cols):
        scratch.closed[cell] = 0
    for one in range(board.seats):
        cell = state.cell[one]
        if one != seat and not catches(board, state, seat, cell):
            scratch.closed[cell] = 1
    if not careful:
        return
    carries = state.carrier[1 - team] == seat
    first = (1 - team) * board.size[0]
    for one in range(first, first + board.size[1 - team]):
        if state.status[one] & (OFF_MAZE | JAILED) == 0:
            for direction in range(4):
                cell = state.cell[one] + board.step[direction]
                if carries or territory_of(board, cell) != team:
                    scratch.closed[cell] = 1


@rule
def step_on(board, state, seat, scratch):
    """At a goal, a random step to another goal cell; else a step along a path around closed cells; else any step that
    comes nearer, if there is one."""
    here = state.cell[seat]
    exits = board.exits[here]
    there = scratch.steps[ALL, here] == 0
    if not there:
        forget(board, scratch, OPEN)
        for cell in range(board.rows * board.cols):
            if scratch.steps[ALL, cell] == 0 and scratch.closed[cell] == 0:
                want(scratch, OPEN, cell)
        measure(board, scratch, OPEN)
    least = FAR
    how = OPEN
    for direction in range(4):
        cell = here + board.step[direction]
        if not there and (exits >> direction) & 1 and scratch.closed[cell] == 0:
            least = min(least, scratch.steps[OPEN, cell])
    if least == FAR:
        how = ALL
        for direction in range(4):
            cell = here + board.step[direction]
            if (exits >> direction) & 1 and scratch.closed[cell] == 0:
                least = min(least, scratch.steps[ALL, cell])
    chosen = STAY
    chances = 0 if how == OPEN else 1
    for direction in range(4):
        cell = here + board.step[direction]
        if (exits >> direction) & 1 and scratch.closed[cell] == 0:
            if scratch.steps[how, cell] == (0 if there else least):
                chances += 1
                if below(state, chances) == 0:
                    chosen = direction
    return chosen


@rule
def greedy(board, state, seat, scratch):
    """Take the flag, capture or free an adjacent player, or take a step towards the goal of the player's task."""
    if can_take(board, state, seat):
        return TAKE
    here = state.cell[seat]
    chosen = STAY
    chances = 0
    for direction in range(4):
        if (board.exits[here] >> direction) & 1 and catches(board, state, seat, here + board.step[direction]):
            chances += 1
            if below(state, chances) == 0:
                chosen = direction
    if chances:
        return chosen
    careful = take_up_duty(board, state, seat, scratch)
    close_ways(board, state, seat, scratch, careful and below(state, BOLD) > 0)
    return step_on(board, state, seat, scratch)
