# mypy: ignore-errors
"""What the solver knows about one position without searching: deadlocks, a lower bound of the moves left, a guess.

All of it ignores the order of things: holes may be filled at any time, and boxes are out of the way unless *frozen*.

- A box is **frozen** if it can never move again: its neighbours in both directions are walls, finishes or frozen boxes.
- A cell is **live** if a box there could be pushed into a hole, found by pulling back from the holes past what is
  frozen. A position is dead if the player's way to a finish needs more holes filled than there are live boxes.
- The **cut bound**: let the level of a cell be its distance from the finish past walls. If a way to the finish from
  level k - 1 needs c holes filled below level k, and a of the live boxes are there, then c - a boxes must be pushed
  over the cut between k and k - 1. The player does that from level k + 1, so he steps over the cut between k + 1 and k
  for every such box, and back in between. The cuts are disjoint, so their numbers add up. Ice outside is subtracted,
  since one push can move it over many cuts; a cut that can be pushed over from elsewhere (a *ridge*) counts as no box.
- The **guess** ranks positions in a beam and is no bound: the length of a cheapest way to the finish on which holes
  and boxes cost extra; and for each hole on it, the distance of the nearest box not yet used for another.

`level` and `work` are arrays of rows with one entry for each cell: what never changes during a search, and working
memory. `count` are single numbers. See `solver.py` for who allocates them.
"""

from boardwalk.engine.rules import rule
from boardwalk.games.box_world.rules.board import BOX, FINISH, HOLE, WALL, step

# Rows of `level`. The last four are lists, whose lengths are in `count`; RIDGE is indexed by the level of a cell.
PLACE, AWAY, RIDGE, WHERE, FINISHES, HOLES = 0, 1, 2, 3, 4, 5
LEVEL_ROWS = 6
# Rows of `work`. The two pairs of REACH and LINE are the results of `flood`.
REACH, LINE, REACH_AFTER, LINE_AFTER = 0, 1, 2, 3
BLOCKED, BOXES, LIVE, NEEDS, QUEUE, LATER = 4, 5, 6, 7, 8, 9
FEWEST, BOXES_IN, ICE_IN, FILLERS = 10, 11, 12, 13  # by level of a cell
COST, FROM, NEXT_CELL, BEFORE_CELL, LINE_OF, PULLS, USED = 14, 15, 16, 17, 18, 19, 20
WORK_ROWS = 21
SMALLEST_ROW = 32  # entries of a row, at least
# Entries of `count`.
INNER, FINISH_COUNT, HOLE_COUNT, DEPTH, BOX_COUNT, LIVE_COUNT, GUESS = 0, 1, 2, 3, 4, 5, 6
COUNTS = 7

DEAD = -1
FAR = 1 << 20
NO_GUESS, WORST_GUESS = 4000, 8191
HOLE_COST, LIVE_BOX_COST, BOX_COST = 20, 3, 6  # of a step onto such a cell; all below SMALLEST_ROW
NO_BOX_COST, FILL_COST = 40, 4


@rule
def survey(cell, width, level, work, count):
    """Fill `level` for a position, and those entries of `work` that stay as they are."""
    inner = 0
    for i in range(len(cell)):
        level[PLACE, i] = -1
        work[BLOCKED, i] = 1
        if cell[i] != WALL and cell[i] != FINISH:
            level[PLACE, i] = inner
            level[WHERE, inner] = i
            inner += 1
    count[INNER] = inner
    measure(cell, width, level, count)
    find_ridges(cell, width, level, count)
    holes = 0
    for k in range(count[DEPTH] + 1):  # nearest to a finish first, as `find_live` needs them
        for n in range(inner):
            i = level[WHERE, n]
            if cell[i] == HOLE and level[AWAY, i] == k:
                level[HOLES, holes] = i
                holes += 1
    count[HOLE_COUNT] = holes


@rule
def measure(cell, width, level, count):
    """The level of each cell: its distance to the nearest finish past walls. Cells without a way to one are on a level
    behind all others."""
    end = 0
    for i in range(len(cell)):
        level[AWAY, i] = -1
        if cell[i] == FINISH:
            level[AWAY, i] = 0
            level[FINISHES, end] = i
            end += 1
    count[FINISH_COUNT] = end
    head = 0
    while head < end:
        at = level[FINISHES, head]  # the list goes on as the queue of this search
        head += 1
        for direction in range(4):
            to = at + step(direction, width)
            if cell[to] != WALL and level[AWAY, to] < 0:
                level[AWAY, to] = level[AWAY, at] + 1
                level[FINISHES, end] = to
                end += 1
    behind = level[AWAY, level[FINISHES, end - 1]] + 1
    count[DEPTH] = behind
    for i in range(len(cell)):
        if level[AWAY, i] < 0:
            level[AWAY, i] = behind


@rule
def find_ridges(cell, width, level, count):
    """Mark the levels from which a box can be pushed to the next by a player who does not come from the one behind."""
    for k in range(count[DEPTH] + 1):
        level[RIDGE, k] = 0
    for n in range(count[INNER]):
        i = level[WHERE, n]
        for direction in range(4):
            ahead = step(direction, width)
            if cell[i - ahead] == WALL or cell[i + ahead] == WALL or cell[i + ahead] == FINISH:
                continue
            if level[AWAY, i + ahead] == level[AWAY, i] - 1 and level[AWAY, i - ahead] != level[AWAY, i] + 1:
                level[RIDGE, level[AWAY, i]] = 1


@rule
def evaluate(cell, width, player, level, work, count, guesses):
    """A lower bound of the moves left to a player on floor, or DEAD if the level can't be solved any more. With
    `guesses` the guess is in `count`."""
    find_frozen(cell, width, level, work, count)
    find_live(cell, width, level, work, count)
    count_holes(cell, width, level, work, count)
    if work[NEEDS, player] > count[LIVE_COUNT]:
        return DEAD
    least = cut_bound(cell, player, level, work, count)
    if guesses and least != DEAD:
        count[GUESS] = min(max(guess(cell, width, player, level, work, count), least), WORST_GUESS)
    return least


@rule
def find_frozen(cell, width, level, work, count):
    """Block the cells of frozen boxes: all those that are not found to be movable. List the boxes."""
    boxes = 0
    for n in range(count[INNER]):
        i = level[WHERE, n]
        work[BLOCKED, i] = 0
        if cell[i] >= BOX:
            work[BLOCKED, i] = 1
            work[BOXES, boxes] = i
            boxes += 1
    count[BOX_COUNT] = boxes
    changed = True
    while changed:
        changed = False
        for n in range(boxes):
            i = work[BOXES, n]
            if work[BLOCKED, i] and (
                work[BLOCKED, i - 1] + work[BLOCKED, i + 1] == 0
                or work[BLOCKED, i - width] + work[BLOCKED, i + width] == 0
            ):
                work[BLOCKED, i] = 0
                changed = True


@rule
def find_live(cell, width, level, work, count):
    """The live cells: LIVE is 1 + the lowest level of a hole that a box there could be pushed into, or 0."""
    for n in range(count[INNER]):
        work[LIVE, level[WHERE, n]] = 0
    head = 0
    end = 0
    for n in range(count[HOLE_COUNT]):
        hole = level[HOLES, n]
        if cell[hole] != HOLE or work[LIVE, hole]:
            continue
        work[LIVE, hole] = 1 + level[AWAY, hole]
        work[QUEUE, end] = hole
        end += 1
        while head < end:
            to = work[QUEUE, head]
            head += 1
            for direction in range(4):
                ahead = step(direction, width)
                at = to - ahead
                if not (work[BLOCKED, at] or work[LIVE, at] or work[BLOCKED, at - ahead]):
                    work[LIVE, at] = work[LIVE, to]
                    work[QUEUE, end] = at
                    end += 1
    live = 0
    for n in range(count[BOX_COUNT]):
        i = work[BOXES, n]
        if not work[BLOCKED, i] and work[LIVE, i]:
            live += 1
    count[LIVE_COUNT] = live


@rule
def count_holes(cell, width, level, work, count):
    """NEEDS: the fewest holes that must be filled for a way from a cell to a finish, that cell included; or FAR."""
    for n in range(count[INNER]):
        work[NEEDS, level[WHERE, n]] = FAR
    end = 0
    for n in range(count[FINISH_COUNT]):
        work[QUEUE, n] = level[FINISHES, n]
        end += 1
    needed = 0
    while end > 0:
        head = 0
        later = 0
        while head < end:
            i = work[QUEUE, head]
            head += 1
            for direction in range(4):
                to = i + step(direction, width)
                if work[BLOCKED, to] or work[NEEDS, to] != FAR:
                    continue
                if cell[to] == HOLE:
                    work[NEEDS, to] = needed + 1
                    work[LATER, later] = to
                    later += 1
                else:
                    work[NEEDS, to] = needed
                    work[QUEUE, end] = to
                    end += 1
        needed += 1
        end = later
        for n in range(later):
            work[QUEUE, n] = work[LATER, n]


@rule
def cut_bound(cell, player, level, work, count):
    """The cut bound, or DEAD if the holes below some cut need more boxes than can reach them."""
    for k in range(count[DEPTH] + 1):
        work[FEWEST, k] = FAR
        work[BOXES_IN, k] = 0
        work[ICE_IN, k] = 0
        work[FILLERS, k] = 0
    work[FEWEST, 0] = 0
    for n in range(count[INNER]):
        i = level[WHERE, n]
        k = level[AWAY, i]
        if work[NEEDS, i] < work[FEWEST, k]:
            work[FEWEST, k] = work[NEEDS, i]
    ice = 0
    for n in range(count[BOX_COUNT]):
        i = work[BOXES, n]
        if work[BLOCKED, i] or not work[LIVE, i]:
            continue
        lowest = work[LIVE, i] - 1
        k = max(level[AWAY, i], lowest)
        work[BOXES_IN, k] += 1
        work[FILLERS, lowest] += 1
        if cell[i] & 1:
            work[ICE_IN, k] += 1
            ice += 1
    return add_cuts(ice, level[AWAY, player], work[NEEDS, player], level, work, count)


@rule
def add_cuts(ice, here, needs, level, work, count):
    """The sum over all cuts, for a player on level `here` whose way needs so many holes; or DEAD."""
    total = 1 if here > 0 else 0
    inside = work[BOXES_IN, 0]  # live boxes below level k that can reach a hole there
    fillers = work[FILLERS, 0]  # live boxes anywhere that can reach a hole below level k
    ice_outside = ice - work[ICE_IN, 0]
    for k in range(1, count[DEPTH] + 1):
        holes = work[FEWEST, k - 1]
        if here < k and needs < holes:
            holes = needs
        if holes == FAR:
            holes = 0
        if holes > fillers:
            return DEAD
        pushed = 0 if level[RIDGE, k] else holes - inside - ice_outside
        outside = 1 if here > k else 0
        total += 2 * pushed - outside if pushed > 0 else outside
        inside += work[BOXES_IN, k]
        fillers += work[FILLERS, k]
        ice_outside -= work[ICE_IN, k]
    return total


@rule
def guess(cell, width, player, level, work, count):
    """A rough number of the moves left: the way itself, its boxes, and for each of its holes, nearest to the player
    first, twice the pushes of the nearest unused box."""
    finish = cheapest_way(cell, width, player, level, work, count)
    if finish < 0:
        return NO_GUESS
    total = 0
    holes = 0
    i = finish
    while i != player:
        total += 1
        if cell[i] == HOLE:
            work[LATER, holes] = i
            holes += 1
        elif cell[i] >= BOX:
            total += LIVE_BOX_COST
        i = work[FROM, i]
    for n in range(count[INNER]):
        i = level[WHERE, n]
        work[USED, i] = 1 if cell[i] == HOLE else 0  # for a box: given away; for a hole: not filled yet
    for n in range(holes - 1, -1, -1):
        hole = work[LATER, n]
        pushes = nearest_box(cell, width, hole, level, work, count)
        total += NO_BOX_COST if pushes < 0 else 2 * pushes + FILL_COST
        work[USED, hole] = 0
    return total


@rule
def cheapest_way(cell, width, player, level, work, count):
    """The finish of a cheapest way from the player, or -1; the way is in FROM. Dijkstra's algorithm with a circular
    row of lists, one for each cost."""
    for n in range(count[INNER]):
        work[COST, level[WHERE, n]] = FAR
    for n in range(count[FINISH_COUNT]):
        work[COST, level[FINISHES, n]] = FAR
    for n in range(SMALLEST_ROW):
        work[LINE_OF, n] = -1
    work[COST, player] = 0
    work[NEXT_CELL, player] = -1
    work[BEFORE_CELL, player] = -1
    work[LINE_OF, 0] = player
    waiting = 1
    cost = 0
    while waiting > 0:
        i = work[LINE_OF, cost % SMALLEST_ROW]
        if i < 0:
            cost += 1
            continue
        if cell[i] == FINISH:
            return i
        leave_line(work, i, cost)
        waiting -= 1
        for direction in range(4):
            to = i + step(direction, width)
            if work[BLOCKED, to] and cell[to] != FINISH:
                continue
            there = cost + 1
            if cell[to] == HOLE:
                there = cost + HOLE_COST
            elif cell[to] >= BOX:
                there = cost + (LIVE_BOX_COST if work[LIVE, to] else BOX_COST)
            if there >= work[COST, to]:
                continue
            if work[COST, to] == FAR:
                waiting += 1
            else:
                leave_line(work, to, work[COST, to])
            work[COST, to] = there
            work[FROM, to] = i
            first = work[LINE_OF, there % SMALLEST_ROW]
            work[NEXT_CELL, to] = first
            work[BEFORE_CELL, to] = -1
            if first >= 0:
                work[BEFORE_CELL, first] = to
            work[LINE_OF, there % SMALLEST_ROW] = to
    return -1


@rule
def leave_line(work, i, cost):
    """Take a cell out of the list of its cost."""
    before = work[BEFORE_CELL, i]
    after = work[NEXT_CELL, i]
    if before >= 0:
        work[NEXT_CELL, before] = after
    else:
        work[LINE_OF, cost % SMALLEST_ROW] = after
    if after >= 0:
        work[BEFORE_CELL, after] = before


@rule
def nearest_box(cell, width, hole, level, work, count):
    """The pushes that take the nearest unused box to a hole past frozen boxes and other holes, and mark that box as
    used; -1 if there is none. Found by pulling back from the hole."""
    for n in range(count[INNER]):
        work[PULLS, level[WHERE, n]] = -1
    work[PULLS, hole] = 0
    work[QUEUE, 0] = hole
    head = 0
    end = 1
    while head < end:
        to = work[QUEUE, head]
        head += 1
        for direction in range(4):
            ahead = step(direction, width)
            at = to - ahead
            if work[BLOCKED, at] or work[PULLS, at] >= 0 or (cell[at] == HOLE and work[USED, at]):
                continue
            behind = at - ahead
            if work[BLOCKED, behind] or (cell[behind] == HOLE and work[USED, behind]):
                continue
            work[PULLS, at] = work[PULLS, to] + 1
            if cell[at] >= BOX and not work[USED, at]:
                work[USED, at] = 1
                return work[PULLS, at]
            work[QUEUE, end] = at
            end += 1
    return -1
