"""What a player of Fog Quoridor is offered: steps and walls, from what it knows (FQ-3 to FQ-7, FQ-16)."""

from boardwalk.core.random import below
from boardwalk.core.rules import rule
from boardwalk.games.fog_quoridor.rules_board import (
    ACTIONS,
    DOWN,
    FIRST_STEP,
    FIRST_WALL,
    LEFT,
    TRUTH,
    UP,
    edges,
    fits,
    leaves_ways,
    walled,
)


@rule
def edge_ahead(cell, way):
    """The cell whose edge a step crosses, the edge above it or right of it; -1 at the border."""
    if way == UP:
        return cell if cell < 72 else -1
    if way == DOWN:
        return cell - 9 if cell >= 9 else -1
    if way == LEFT:
        return cell - 1 if cell % 9 != 0 else -1
    return cell if cell % 9 != 8 else -1


@rule
def ahead(cell, way):
    if way == UP:
        return cell + 9
    if way == DOWN:
        return cell - 9
    return cell - 1 if way == LEFT else cell + 1


@rule
def passable(board, state, viewer, cell, way):
    """Whether a step leaves a cell through neither a wall the viewer knows of nor the border (FQ-4)."""
    edge = edge_ahead(cell, way)
    if edge < 0:
        return False
    return walled(board, state, viewer, 0 if way < LEFT else 1, edge) == 0


@rule
def jump_bit(state, seat, cell, way):
    """Whether a refusal told the player that nobody can jump over this cell this way or back (FQ-16)."""
    if way < LEFT:
        return (state.jump[seat, 0, cell % 9] >> (cell // 9 - 1)) & 1
    return (state.jump[seat, 1, cell // 9] >> (cell % 9 - 1)) & 1


@rule
def landing(board, state, viewer, way):
    """Where a step takes the player to act, as far as the viewer knows; -1 if it is not possible (FQ-4, FQ-5)."""
    seat = state.to_act
    cell = state.pawn[seat]
    if not passable(board, state, viewer, cell, way):
        return -1
    to = ahead(cell, way)
    if to != state.pawn[1 - seat]:
        return to
    if not passable(board, state, viewer, to, way):
        return -1
    if viewer != TRUTH and jump_bit(state, seat, to, way):
        return -1
    return ahead(to, way)


@rule
def may_stand(board, state, viewer, place):
    """Whether a wall may be placed, as far as the viewer knows (FQ-6, FQ-7)."""
    n0, n1, e0, e1 = edges(board, state, viewer)
    return fits(board, state, viewer, n0, n1, e0, e1, place) and leaves_ways(
        board, state, viewer, n0, n1, e0, e1, place
    )


@rule
def offered(board, state, action):
    """Whether the player to act is offered a step or, having one left, a wall (FQ-16)."""
    seat = state.to_act
    if action < FIRST_WALL:
        return landing(board, state, seat, action - FIRST_STEP) >= 0
    place = action - FIRST_WALL
    if (state.refused[place >> 5] >> (place & 31)) & 1:
        return False
    return may_stand(board, state, seat, place)


@rule
def offers_until(state):
    """The end of the actions that may be offered during the turns: no walls once they are used up."""
    return ACTIONS if state.left[state.to_act] > 0 else FIRST_WALL


@rule
def legal(board, state, mask):
    for action in range(ACTIONS):
        mask[action] = 0
    if state.turns < 0:
        for column in range(9):
            mask[column] = 1
        return 9
    count = 0
    for action in range(FIRST_STEP, offers_until(state)):
        if offered(board, state, action):
            mask[action] = 1
            count += 1
    return count


@rule
def pick(board, state, mask):
    """A random action among those offered, each as likely: drawn until one is."""
    if state.turns < 0:
        return below(state, 9)
    count = offers_until(state) - FIRST_STEP
    action = FIRST_STEP + below(state, count)
    while not offered(board, state, action):
        action = FIRST_STEP + below(state, count)
    return action


@rule
def available(board, state):
    """Whether the player to act is offered anything (FQ-3)."""
    action = FIRST_STEP
    until = offers_until(state)
    while action < until and not offered(board, state, action):
        action += 1
    return action < until
