"""The tasks that searching bots share out among the players of a team, and how a player pursues one."""

from boardwalk.engine.random import draw
from boardwalk.engine.rules import rule
from boardwalk.games.capture_the_flag.rules.players import STAY, can_be_captured, player_at, team_of, territory_of
from boardwalk.games.capture_the_flag.search.estimate import best_step, close_cells, quick_gain, rollout
from boardwalk.games.capture_the_flag.search.greedy import GUARD
from boardwalk.games.capture_the_flag.search.maps import FARTHEST, TO_HOME, TO_JAIL, TO_STAND, distance, is_free, togo
from boardwalk.games.capture_the_flag.search.ways import is_safe, safe_way

# AS_USUAL: what greedy would do. ATTACK: fetch the enemy's flag where nobody can capture one; RUSH: without that care.
# KEEP: stand on the own flag's stand, where nobody can take it. HUNT: run after an opponent who can be captured;
# CUT_OFF: stop it on its way home. RESCUE: free teammates. GATHER: go home.
AS_USUAL, ATTACK, RUSH, KEEP, HUNT, CUT_OFF, RESCUE, GATHER = range(8)
TASKS = 8

OUTSIDE = 6  # steps added to the distance of opponents outside the own territory, where hunters can be captured
DANGER = 10_000  # the price of a cell where one can be captured
SEEN = 8  # opponents farther away than this are equally far


@rule
def prey(board, state, seat, scratch):
    """Whom to hunt: the thief of the own flag, else the nearest opponent that can be captured (CF-12), or -1."""
    team = team_of(board, seat)
    if state.carrier[team] >= 0:
        return int(state.carrier[team])
    found = -1
    least = FARTHEST + OUTSIDE
    first = (1 - team) * board.size[0]
    for one in range(first, first + board.size[1 - team]):
        if is_free(state, one) and can_be_captured(board, state, one):
            cell = state.cell[one]
            away = distance(board, scratch, state.cell[seat], cell)
            if territory_of(board, cell) != team:
                away += OUTSIDE
            if away < least:
                least = away
                found = one
    return found


@rule
def meeting_cell(board, state, seat, one, scratch):
    """The first cell of an opponent's shortest way home that this player reaches no later, else the end of that way."""
    here = state.cell[seat]
    home = TO_HOME + team_of(board, one)
    cell = int(state.cell[one])
    steps = 0
    while scratch.map[home, cell] > 0 and distance(board, scratch, here, cell) > steps:
        left = scratch.map[home, cell]
        direction = 0
        while (board.exits[cell] >> direction) & 1 == 0 or scratch.map[home, cell + board.step[direction]] >= left:
            direction += 1
        cell += board.step[direction]
        steps += 1
    return cell


@rule
def aim_of(board, state, seat, task, scratch):
    """Where a task leads: the number of a map, or -1 - a cell; how near is near enough; and whether to take care."""
    team = team_of(board, seat)
    runner = state.carrier[1 - team]
    if runner == seat:
        return TO_HOME + team, 0, True
    if task == KEEP:
        return TO_STAND + team, 0, False
    if task == HUNT or task == CUT_OFF:
        one = prey(board, state, seat, scratch)
        if one < 0:
            return (TO_JAIL if task == CUT_OFF else TO_STAND) + team, GUARD, False
        cell = meeting_cell(board, state, seat, one, scratch) if task == CUT_OFF else int(state.cell[one])
        return -1 - cell, 0, territory_of(board, cell) != team
    if task == GATHER or runner >= 0:
        return TO_HOME + team, 0, True
    if task == RESCUE:
        return TO_JAIL + 1 - team, 0, True
    return TO_STAND + 1 - team, 0, task == ATTACK


@rule
def march(board, state, seat, goal, near, turn, scratch):
    """A step towards a goal by the shortest way, or past somebody who stands there."""
    here = state.cell[seat]
    far = togo(board, scratch, goal, here)
    if far <= near:
        return STAY
    marking = close_cells(board, state, seat, scratch, False)
    chosen = best_step(board, here, scratch, goal, marking, turn, far)
    return best_step(board, here, scratch, goal, marking, turn, far + 2) if chosen == STAY else chosen


@rule
def hold(board, state, seat, goal, turn, scratch):
    """The step, or staying, that is nearest to a goal among those after which nobody can capture this player; if there
    is none, the one farthest away from opponents."""
    here = state.cell[seat]
    chosen = STAY
    least = 2 * DANGER
    for k in range(5):
        direction = (k + turn) & 3 if k < 4 else STAY
        there = here
        if direction != STAY:
            if (board.exits[here] >> direction) & 1 == 0:
                continue
            there = here + board.step[direction]
            if player_at(state, there) >= 0:
                continue
        price = 2 * togo(board, scratch, goal, there)
        if direction == STAY:
            price += 1
        if not is_safe(board, state, seat, there, 1, scratch):
            price = DANGER - room_around(board, state, seat, there, scratch)
        if price < least:
            least = price
            chosen = direction
    return chosen


@rule
def room_around(board, state, seat, cell, scratch):
    """How far opponents are from a cell, all together."""
    enemy = 1 - team_of(board, seat)
    first = enemy * board.size[0]
    total = 0
    for one in range(first, first + board.size[enemy]):
        if is_free(state, one):
            total += min(SEEN, distance(board, scratch, state.cell[one], cell))
    return total


@rule
def pursue(board, state, seat, task, scratch):
    """An action of the seat to act that serves a task. What can be gained at once goes first."""
    if task == AS_USUAL:
        return rollout(board, state, seat, scratch)
    found = quick_gain(board, state, seat, scratch)
    if found >= 0:
        return found
    goal, near, careful = aim_of(board, state, seat, task, scratch)
    turn = draw(state) & 3
    if not careful:
        return march(board, state, seat, goal, near, turn, scratch)
    if togo(board, scratch, goal, state.cell[seat]) > near:
        _, way = safe_way(board, state, seat, goal, near, turn, scratch)
        if way >= 0:
            return way
    return hold(board, state, seat, goal, turn, scratch)
