"""Templates that every search uses: imagined worlds, random streams, and what `greedy` would do."""

from boardwalk.engine.default_rules import no_greedy, no_guess, nothing_hidden, only_the_stream
from boardwalk.engine.random import draw
from boardwalk.engine.rules import BOARD, rule, slot, template

legal = slot()
apply = slot()
conceal = slot(only_the_stream)
determinize = slot(nothing_hidden)
guess = slot(no_guess)
greedy = slot(no_greedy)


@rule
def split(parent, child):
    """Seed the random stream of one state with numbers from that of another."""
    low = draw(parent)
    carry = draw(parent)
    child.rng[0] = low
    child.rng[1] = (carry & 0xFFFFFFF) + 1  # above 0 and below the generator's multiplier


@template
def run_board(board, state):
    """Take the board's own steps until a seat is to act or the game is over."""
    while state.to_act == BOARD:
        apply(board, state, 0)


@template
def determinize_worlds(boards, seen, worlds, seat, scratches):
    """Fill `worlds` with guesses of what a concealed state may be. `seen` has a random stream of the search's own."""
    board = boards[0]
    for k in range(len(worlds)):
        worlds[k] = seen[0]
        split(seen[0], worlds[k])
        determinize(board, worlds[k], seat)
        guess(board, worlds[k], seat, scratches[0])


@template
def advise(board, state, own, scratch, hidden):
    """What the rule `greedy` would do for the seat to act, from what that seat knows. `own`: a state to work in."""
    seat = state.to_act
    if hidden:
        conceal(board, own, seat)
    split(state, own)
    return greedy(board, own, seat, scratch)
