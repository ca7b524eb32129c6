"""The default of the rule `pick`."""

from boardwalk.engine.random import below
from boardwalk.engine.rules import slot, template

legal = slot()


@template
def pick_by_mask(board, state, mask):
    """A random legal action, each with the same chance."""
    left = below(state, legal(board, state, mask))
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return 0
