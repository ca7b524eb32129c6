# mypy: ignore-errors
"""The searches of the solver (BW-15); called through `solver.py`, which says how they are combined.

Both searches go from push to push: a *position* is the contents of the cells right after a push, and the player's cell.
The player walks between two pushes; the lengths of all walks come from one breadth-first search over the floor.

- A beam expands positions layer by layer, by the number of moves, and of each layer only those with the best
  guesses. A beam that never had to leave a position out is a complete search.
- A* expands positions in the order of their lower bound. The bound is not consistent, so a position that is
  reached by a shorter way later is opened again. What remains is no shorter than the fewest moves known.

Positions and the arguments are described in `rules_solver_positions.py`, bounds and guesses in
`rules_solver_bounds.py`. Here `ranks` is how many positions of a layer have each guess.
"""

from boardwalk.engine.rules import rule
from boardwalk.games.box_world.rules.board import BOX, FINISH, FLOOR, HOLE, step
from boardwalk.games.box_world.rules.play import landing
from boardwalk.games.box_world.search.bounds import LINE, PLACE, REACH, WORST_GUESS
from boardwalk.games.box_world.search.positions import (
    AT,
    BOUND,
    CELLS,
    DIRECTION,
    EXPANDED,
    FEWEST,
    FRONT,
    KNOWN,
    KNOWN_CELLS,
    LAST_AT,
    LAST_DIRECTION,
    LAST_PARENT,
    LEAST,
    MOVES,
    NEXT,
    PARENT,
    RANK,
    SKIPPED,
    WAITING,
    begin,
    copy_row,
    flood,
    is_dominated,
    reach_node,
    take_out,
    unpack,
    write,
)

# How a search stopped: no open position is left; there is no memory for more; the number of expansions was reached.
EXHAUSTED, FULL, PAUSED = 0, 1, 2


@rule
def search(
    start, beam, expansions, cell, width, player, level, work, count, words, first, node, slot, bucket, ranks, tally
):
    """Go on with a beam of this width, or with A* if it is 0, for so many expansions or a few more; with `start`, from
    the position in `cell`. Returns how it stopped. One function for all, since each that Python calls is compiled with
    everything it needs."""
    if start:
        begin(cell, width, player, level, work, count, words, first, node, slot, bucket, tally, 1 if beam else 0)
    last = tally[EXPANDED] + expansions
    worst, ties = WORST_GUESS, 0  # in a beam: which positions of a layer are expanded
    fresh = True
    while tally[WAITING] > 0 and tally[FRONT] < tally[FEWEST]:
        k = bucket[tally[FRONT]]
        if k == 0:
            tally[FRONT] += 1
            fresh = True
            continue
        if beam and fresh:
            if tally[EXPANDED] >= last:
                return PAUSED
            worst, ties = select(beam, node, bucket, ranks, tally)
            fresh = False
        elif not beam:
            if tally[FRONT] > tally[BOUND]:
                tally[BOUND] = tally[FRONT]
            if tally[EXPANDED] >= last:
                return PAUSED
        take_out(k, node, bucket, tally)
        if beam:
            if node[k, MOVES] + node[k, LEAST] >= tally[FEWEST]:
                continue
            if node[k, RANK] > worst or (node[k, RANK] == worst and ties <= 0):
                tally[SKIPPED] = 1
                continue
            if node[k, RANK] == worst:
                ties -= 1
        if not expand(k, cell, width, level, work, count, words, first, node, slot, bucket, tally):
            return FULL
    return EXHAUSTED


@rule
def select(beam, node, bucket, ranks, tally):
    """The worst guess among the best `beam` positions of the layer, and how many positions of that guess belong to
    them."""
    for i in range(WORST_GUESS + 1):
        ranks[i] = 0
    k = bucket[tally[FRONT]]
    while k:
        if node[k, MOVES] + node[k, LEAST] < tally[FEWEST]:
            ranks[node[k, RANK]] += 1
        k = node[k, NEXT]
    room = beam
    worst = 0
    while worst < WORST_GUESS and ranks[worst] < room:
        room -= ranks[worst]
        worst += 1
    return worst, room


@rule
def expand(k, cell, width, level, work, count, words, first, node, slot, bucket, tally):
    """Add all positions one push away (BW-7 to BW-11), and note the nearest finish; False if out of memory."""
    tally[EXPANDED] += 1
    unpack(words, node[k, CELLS], cell, level, count)
    reached = flood(cell, width, node[k, AT], work, REACH, LINE)
    if is_dominated(node[k, CELLS], node[k, MOVES], first, node, work, REACH):
        return True
    finished = False
    for n in range(reached):
        at = work[LINE, n]
        moves = node[k, MOVES] + work[REACH, at] + 1
        if moves >= tally[FEWEST]:
            if moves >= len(bucket):
                tally[SKIPPED] = 1
            break
        for direction in range(4):
            ahead = step(direction, width)
            there = at + ahead
            box = cell[there]
            if box == FINISH and not finished:
                finished = True
                tally[FEWEST] = moves
                tally[LAST_PARENT] = k
                tally[LAST_AT] = at
                tally[LAST_DIRECTION] = direction
            if box < BOX or cell[there + ahead] > HOLE:
                continue
            if tally[KNOWN] + 1 == len(node) or tally[KNOWN_CELLS] + 1 == len(words):
                return False
            to = landing(cell, there, ahead)
            target = cell[to]
            cell[there] = FLOOR
            cell[to] = FLOOR if target == HOLE else box
            copy_row(words, node[k, CELLS], tally[KNOWN_CELLS] + 1)
            write(words, tally[KNOWN_CELLS] + 1, level[PLACE, there], FLOOR)
            write(words, tally[KNOWN_CELLS] + 1, level[PLACE, to], cell[to])
            reach_node(
                there, moves, k, direction, cell, width, level, work, count, words, first, node, slot, bucket, tally
            )
            cell[to] = target
            cell[there] = box
    return True


@rule
def trace(cell, width, player, level, work, count, words, node, tally, pushes, path):
    """Write the moves of the best solution to `path` and return their number; `pushes` takes its pushes."""
    end = len(pushes) - 1
    pushes[end, 0] = tally[LAST_AT]
    pushes[end, 1] = tally[LAST_DIRECTION]
    k = tally[LAST_PARENT]
    while node[k, PARENT] != 0:
        end -= 1
        pushes[end, 0] = node[k, AT] - step(node[k, DIRECTION], width)
        pushes[end, 1] = node[k, DIRECTION]
        k = node[k, PARENT]
    unpack(words, node[k, CELLS], cell, level, count)
    at = player
    moves = 0
    for n in range(end, len(pushes)):
        flood(cell, width, at, work, REACH, LINE)
        moves = walk_to(pushes[n, 0], moves, width, work, path)
        path[moves] = pushes[n, 1]
        moves += 1
        ahead = step(pushes[n, 1], width)
        at = pushes[n, 0] + ahead
        if cell[at] >= BOX:
            to = landing(cell, at, ahead)
            cell[to] = FLOOR if cell[to] == HOLE else cell[at]
            cell[at] = FLOOR
    return moves


@rule
def walk_to(goal, moves, width, work, path):
    """Append a shortest walk to a cell that `flood` has reached; returns the new number of moves."""
    at = goal
    end = moves + work[REACH, goal]
    for left in range(work[REACH, goal], 0, -1):
        for direction in range(4):
            if work[REACH, at - step(direction, width)] == left - 1:
                path[moves + left - 1] = direction
                at -= step(direction, width)
                break
    return end
