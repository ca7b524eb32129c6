"""What stands for an optional rule in a game without it. Each docstring says it in a sentence for authors."""

from boardwalk.engine.random import below
from boardwalk.engine.rules import rule, slot, template

PREFERRED = 3.0  # how much likelier the action of `greedy` is than all others together


@rule
def only_the_stream(board, state, seat):
    """Nothing is hidden but the random stream, which is cleared."""
    state.rng[0] = 0
    state.rng[1] = 0


@rule
def nothing_hidden(board, state, seat):
    """There is nothing to fill in."""


@rule
def no_greedy(board, state, seat, scratch):
    """A random action."""
    return -1


@rule
def no_rollout(board, state, seat, scratch):
    """`greedy` chooses, or chance."""
    return -1


@rule
def no_preparation(board, state, scratch):
    """Nothing is precomputed."""


@rule
def no_estimate(board, state, seat, scratch):
    """Games are played on to the end, or nothing is known of a position."""
    return 0.0


@rule
def all_actions(board, state, mask, scratch):
    """All legal actions are searched."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    return count


@rule
def no_guess(board, state, seat, scratch):
    """What `determinize` filled in is the best guess."""


@rule
def itself(board, state):
    """Each state stands for itself."""


legal = slot()
conceal = slot(only_the_stream)
greedy = slot(no_greedy)


@template
def pick_by_mask(board, state, mask):
    """One of the mask, each with the same chance."""
    left = below(state, legal(board, state, mask))
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return 0


@template
def as_greedy(board, state, mask, chances, scratch):
    """The action that `greedy` takes is likelier than the others."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
        chances[action] = 1.0
    low = state.rng[0]
    carry = state.rng[1]
    conceal(board, state, int(state.to_act))
    state.rng[0] = low
    state.rng[1] = carry
    preferred = int(greedy(board, state, int(state.to_act), scratch))
    if preferred >= 0:
        chances[preferred] = 1.0 + PREFERRED * count
