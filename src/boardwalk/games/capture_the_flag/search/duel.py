"""Which positions of a duel in Capture the Flag play on in the same way."""

from boardwalk.engine.rules import rule


@rule
def canonicalize(board, state):
    """How long the game has lasted makes no difference, only whose turn it is in this tick (CF-17). The tick limit
    (CF-22) is left out of account: ticks are counted from below 0, where none is the last."""
    state.tick = state.tick % board.seats - 2 * board.seats
