"""What searching bots know about Capture the Flag besides its rules: a quick player for playouts, and how good a
position is for a team."""

from boardwalk.engine.random import draw
from boardwalk.engine.rules import rule
from boardwalk.games.capture_the_flag.rules.players import (
    JAILED,
    OFF_MAZE,
    STAY,
    TAKE,
    can_be_captured,
    can_take,
    team_of,
    territory_of,
)
from boardwalk.games.capture_the_flag.search.greedy import (
    BOLD,
    CATCH_THIEF,
    FETCH_FLAG,
    FREE_MATES,
    GO_HOME,
    GUARD,
    duty_of,
)
from boardwalk.games.capture_the_flag.search.maps import (
    FARTHEST,
    TO_HOME,
    TO_JAIL,
    TO_STAND,
    TO_TERRITORY,
    distance,
    is_free,
    new_marking,
    togo,
)
from boardwalk.games.capture_the_flag.search.ways import CLOSED, NO_WAY, is_safe, safe_way

# In about the worth of a player: one who can't get back to the own half, a safe way to the enemy's flag, and a safe way
# home for the carrier (or none).
TRAPPED, THREAT, ESCAPE = 0.9, 1.0, 1.0


@rule
def quick_catch(board, state, seat, scratch):
    """A direction in which the player captures an opponent (CF-11) or frees a teammate (CF-14), or -1."""
    here = state.cell[seat]
    team = team_of(board, seat)
    found = -1
    for other in range(board.seats):
        there = state.cell[other]
        if other != seat and there and distance(board, scratch, here, there) == 1:
            if team_of(board, other) == team:
                use = state.status[other] & JAILED != 0
            else:
                use = can_be_captured(board, state, other)
            if use:
                for direction in range(4):
                    if here + board.step[direction] == there:
                        found = direction
                        if state.carrier[team] == other:
                            return found
    return found


@rule
def goal_of(board, state, seat, scratch):
    """The goal of this player's task: the number of a map, or -1 - a cell; and whether to avoid opponents on the
    way."""
    team = team_of(board, seat)
    task, careful = duty_of(board, state, seat)
    if task == GO_HOME:
        goal = TO_HOME + team
    elif task == CATCH_THIEF:
        goal = -1 - int(state.cell[state.carrier[team]])
    elif task == FREE_MATES:
        goal = TO_JAIL + 1 - team
    elif task == FETCH_FLAG:
        goal = TO_STAND + 1 - team
    else:
        goal = guarded(board, state, seat, scratch)
    return goal, careful


@rule
def guarded(board, state, seat, scratch):
    """The goal of a guard: the nearest intruder, else the own flag."""
    team = team_of(board, seat)
    here = state.cell[seat]
    nearest = -1
    least = FARTHEST + 1
    first = (1 - team) * board.size[0]
    for one in range(first, first + board.size[1 - team]):
        cell = state.cell[one]
        if is_free(state, one) and territory_of(board, cell) == team:
            away = distance(board, scratch, here, cell)
            if away < least:
                least = away
                nearest = cell
    return -1 - nearest if nearest >= 0 else TO_STAND + team


@rule
def close_cells(board, state, seat, scratch, careful):
    """Mark the cells of other players, and those where an opponent could capture this one next. Returns the number of
    this marking; older marks no longer count."""
    marking = new_marking(board, scratch)
    team = team_of(board, seat)
    carries = state.carrier[1 - team] == seat
    for other in range(board.seats):
        cell = state.cell[other]
        if other != seat and cell:
            scratch.mark[cell] = marking << 3 | CLOSED
            if careful and team_of(board, other) != team and state.status[other] & JAILED == 0:
                for direction in range(4):
                    there = cell + board.step[direction]
                    if carries or territory_of(board, there) != team:
                        scratch.mark[there] = marking << 3 | CLOSED
    return marking


@rule
def is_in_the_way(board, state, seat, scratch, goal):
    """Whether an opponent is on a shortest way to the goal, or beside it."""
    team = team_of(board, seat)
    here = state.cell[seat]
    far = togo(board, scratch, goal, here) + 2
    first = (1 - team) * board.size[0]
    for one in range(first, first + board.size[1 - team]):
        if is_free(state, one):
            cell = state.cell[one]
            if distance(board, scratch, here, cell) + togo(board, scratch, goal, cell) <= far:
                return True
    return False


@rule
def way_around(board, here, scratch, goal, near, marking, turn):
    """The first step of a shortest way past closed cells to where the goal is `near`, or -1."""
    base = marking << 3
    scratch.mark[here] = base | CLOSED
    scratch.queue[0] = here
    first = 0
    last = 1
    while first < last:
        cell = scratch.queue[first]
        exits = board.exits[cell]
        label = scratch.mark[cell] & 7
        for k in range(4):
            direction = (k + turn) & 3
            if (exits >> direction) & 1:
                there = cell + board.step[direction]
                if scratch.mark[there] < base:
                    way = label if first else direction
                    if togo(board, scratch, goal, there) <= near:
                        return way
                    scratch.mark[there] = base | way
                    scratch.queue[last] = there
                    last += 1
        first += 1
    return -1


@rule
def best_step(board, here, scratch, goal, marking, turn, least):
    """The step to an open cell nearest to the goal, if it is nearer than `least`, else STAY."""
    chosen = STAY
    exits = board.exits[here]
    for k in range(4):
        direction = (k + turn) & 3
        there = here + board.step[direction]
        if (exits >> direction) & 1 and scratch.mark[there] < marking << 3:
            far = togo(board, scratch, goal, there)
            if far < least:
                least = far
                chosen = direction
    return chosen


@rule
def wins_at_home(board, state, seat, scratch):
    """Whether the carrier is beside its home base and wins by a step into it, if that cell is free (CF-19)."""
    team = team_of(board, seat)
    if state.carrier[1 - team] != seat or state.carrier[team] >= 0:
        return False
    if scratch.map[TO_HOME + team, state.cell[seat]] != 1:
        return False
    first = team * board.size[0]
    for mate in range(first, first + board.size[team]):
        if mate != seat and state.status[mate] & OFF_MAZE == 0:
            if state.status[mate] & JAILED or scratch.map[TO_HOME + team, state.cell[mate]] > 0:
                return False
    return True


@rule
def quick_gain(board, state, seat, scratch):
    """An action that gains something at once, or -1: taking the flag, winning, a capture, freeing a teammate."""
    if can_take(board, state, seat):
        return TAKE
    if wins_at_home(board, state, seat, scratch):
        marking = close_cells(board, state, seat, scratch, False)
        found = best_step(board, state.cell[seat], scratch, TO_HOME + team_of(board, seat), marking, 0, 1)
        if found != STAY:
            return found
    return quick_catch(board, state, seat, scratch)


@rule
def rollout(board, state, seat, scratch):
    """Much the same as greedy, many times as fast: distances are known, and a way around opponents is only searched
    for if one is in the way."""
    found = quick_gain(board, state, seat, scratch)
    if found >= 0:
        return found
    goal, careful = goal_of(board, state, seat, scratch)
    here = state.cell[seat]
    near = GUARD if goal == TO_STAND + team_of(board, seat) else 0
    far = togo(board, scratch, goal, here)
    random = draw(state)
    turn = random & 3
    careful = careful and (random >> 2) % BOLD > 0
    marking = close_cells(board, state, seat, scratch, careful)
    if far <= near:
        return best_step(board, here, scratch, goal, marking, turn, near + 1)
    if not careful or not is_in_the_way(board, state, seat, scratch, goal):
        chosen = best_step(board, here, scratch, goal, marking, turn, far)
        if chosen != STAY:
            return chosen
    chosen = way_around(board, here, scratch, goal, near, marking, turn)
    if chosen >= 0:
        return chosen
    return best_step(board, here, scratch, goal, marking, turn, far + 2) if random >> 31 else STAY


@rule
def worth(board, state, team, scratch):
    """What a team has achieved, in about the worth of a player."""
    enemy = 1 - team
    size = float(board.rows + board.cols)
    runner = int(state.carrier[enemy])
    first = team * board.size[0]
    jailed = 0
    nearest = size
    rescue = size
    gathered = 0.0
    value = 0.0
    threat = False
    for mate in range(first, first + board.size[team]):
        if state.status[mate] & OFF_MAZE == 0:
            cell = state.cell[mate]
            if state.status[mate] & JAILED:
                jailed += 1
                gathered += 1.0
            else:
                nearest = min(nearest, float(scratch.map[TO_STAND + enemy, cell]))
                rescue = min(rescue, float(scratch.map[TO_JAIL + enemy, cell]))
                gathered += min(1.0, scratch.map[TO_HOME + team, cell] / size)
                if mate != runner:
                    if territory_of(board, cell) != team and is_trapped(board, state, mate, scratch):
                        value -= TRAPPED
                    elif runner < 0 and not threat:
                        steps, _ = safe_way(board, state, mate, TO_STAND + enemy, 0, 0, scratch)
                        threat = steps < NO_WAY
    value -= 1.2 * jailed
    if jailed:
        value += 0.6 * (1.0 - rescue / size)
    if runner >= 0:
        value += 3.0 + 3.0 * (1.0 - scratch.map[TO_HOME + team, state.cell[runner]] / size)
        if state.carrier[team] < 0:
            value += 1.5 - 1.5 * gathered / board.size[team]
        steps, _ = safe_way(board, state, runner, TO_HOME + team, 0, 0, scratch)
        value += ESCAPE if steps < NO_WAY else -ESCAPE
    else:
        value += 1.5 * (1.0 - nearest / size)
        if threat:
            value += THREAT
    return value


@rule
def is_trapped(board, state, seat, scratch):
    """Whether a player outside its home territory can be caught before it is back."""
    if not is_safe(board, state, seat, state.cell[seat], 0, scratch):
        return True
    steps, _ = safe_way(board, state, seat, TO_TERRITORY + team_of(board, seat), 0, 0, scratch)
    return steps == NO_WAY


@rule
def estimate(board, state, seat, scratch):
    """The lead of the seat's team."""
    team = team_of(board, seat)
    lead = worth(board, state, team, scratch) - worth(board, state, 1 - team, scratch)
    return 0.9 * lead / (3.0 + abs(lead))
