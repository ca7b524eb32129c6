"""Proofs of a forced win as a template over any game without secrets whose actions draw no random numbers.

Templates can't call themselves, so the search keeps its own stack: a state, a mask of legal actions and the next action
to try for each ply."""

from boardwalk.engine.rules import NOBODY, slot, template
from boardwalk.search.world_kernels import run_board

legal = slot()
apply = slot()
score = slot()

UNKNOWN = -1


@template
def forces(boards, states, masks, at, seat, plies, nodes):
    """Whether a seat can force a win from `states[0]` within `plies` actions of all seats: 1 or 0, or UNKNOWN if that
    takes more positions than `nodes`."""
    board = boards[0]
    ply = 0
    at[0] = -1
    found = 0
    while True:
        state = states[ply]
        if at[ply] < 0:  # a new position
            nodes -= 1
            if nodes < 0:
                return UNKNOWN
            settled = state.to_act == NOBODY or ply == plies
            if settled:
                found = 1 if state.to_act == NOBODY and score(board, state, seat) > 0 else 0
            else:
                legal(board, state, masks[ply])
                at[ply] = 0
        else:  # back from an action
            settled = found == (1 if state.to_act == seat else 0)
        if not settled:
            action = at[ply]
            while action < len(masks[ply]) and not masks[ply, action]:
                action += 1
            if action < len(masks[ply]):
                at[ply] = action + 1
                states[ply + 1] = state
                apply(board, states[ply + 1], action)
                run_board(board, states[ply + 1])
                ply += 1
                at[ply] = -1
                continue
            found = 0 if state.to_act == seat else 1
        if ply == 0:
            return found
        ply -= 1
