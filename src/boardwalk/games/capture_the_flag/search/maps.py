"""Distances in the mazes of Capture the Flag, precomputed for searches."""

from boardwalk.engine.records import i16, i32, record, u8
from boardwalk.engine.rules import rule
from boardwalk.games.capture_the_flag.rules.players import JAILED, OFF_MAZE, territory_of
from boardwalk.games.capture_the_flag.search.greedy import ALL, forget, go_to, go_to_base, measure, want

FARTHEST = 255  # larger distances between two cells count as this
UNREACHED = 9999
LAST_MARKING = 1 << 27

TO_HOME, TO_STAND, TO_JAIL, TO_TERRITORY = 0, 2, 4, 6  # + team: numbers of maps
MAPS = 8


@record
class SearchScratch:
    """The fields of greedy's Scratch, and what `prepare_search` finds out."""

    map: i16[MAPS, "cells"]  # the distance from each cell to a team's home base, stand, jail and home territory
    apart: u8["charted", "charted"]  # the distance between any two cells; in large mazes of size 1 and unused
    mark: i32["cells"]  # see `new_marking`
    marking: i32
    steps: i32[2, "cells"]
    queue: i32["cells"]
    closed: u8["cells"]
    queued: i32


@rule
def keep_map(board, scratch, number):
    """Keep the distances that were computed last."""
    for cell in range(board.rows * board.cols):
        scratch.map[number, cell] = min(scratch.steps[ALL, cell], UNREACHED)


@rule
def go_to_territory(board, scratch, team):
    """Compute the distances to a team's home territory (CF-2)."""
    forget(board, scratch, ALL)
    for cell in range(board.rows * board.cols):
        if board.exits[cell] and territory_of(board, cell) == team:
            want(scratch, ALL, cell)
    measure(board, scratch, ALL)


@rule
def prepare_search(board, state, scratch):
    """Compute the distances to all places that matter, and in mazes of moderate size between any two cells."""
    cells = board.rows * board.cols
    scratch.marking = LAST_MARKING
    for team in range(2):
        go_to_base(board, scratch, board.home, team, board.homes[team])
        keep_map(board, scratch, TO_HOME + team)
        go_to(board, scratch, board.stand[team])
        keep_map(board, scratch, TO_STAND + team)
        go_to_base(board, scratch, board.jail, team, board.jails[team])
        keep_map(board, scratch, TO_JAIL + team)
        go_to_territory(board, scratch, team)
        keep_map(board, scratch, TO_TERRITORY + team)
    if len(scratch.apart) < cells:
        return
    for cell in range(cells):
        if board.exits[cell]:
            go_to(board, scratch, cell)
            for other in range(cells):
                scratch.apart[cell, other] = min(scratch.steps[ALL, other], FARTHEST)
        else:
            for other in range(cells):
                scratch.apart[cell, other] = FARTHEST


@rule
def distance(board, scratch, one, other):
    """The distance between two cells; in large mazes a lower bound of it."""
    if len(scratch.apart) > 1:
        return int(scratch.apart[one, other])
    cols = board.cols
    least = abs(one // cols - other // cols) + abs(one % cols - other % cols)
    for number in range(MAPS):
        least = max(least, abs(int(scratch.map[number, one]) - int(scratch.map[number, other])))
    return least


@rule
def togo(board, scratch, goal, cell):
    """The distance from a cell to a goal: the number of a map, or -1 - a cell."""
    if goal < 0:
        return distance(board, scratch, cell, -1 - goal)
    return int(scratch.map[goal, cell])


@rule
def new_marking(board, scratch):
    """The number of a new marking: marks of older ones, which are lower than `number << 3`, no longer count."""
    if scratch.marking == LAST_MARKING:
        scratch.marking = 0
        for cell in range(board.rows * board.cols):
            scratch.mark[cell] = 0
    scratch.marking += 1
    return int(scratch.marking)


@rule
def is_free(state, seat):
    """Whether a player is on the maze and not jailed."""
    return state.status[seat] & (OFF_MAZE | JAILED) == 0
