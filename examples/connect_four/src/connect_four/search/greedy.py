"""Connect Four's greedy player: wins if it can, blocks if it must, and else plays near the middle."""

from boardwalk import below, rule
from connect_four.rules.board import EMPTY, FULL, connects, landing

CHANCES = 1024  # equally good columns are chosen from at random


@rule
def wins(board, state, column, disc):
    """Would this disc win in this column, which is not full?"""
    cell = landing(board, state, column)
    state.cell[cell] = disc
    won = connects(board, state, cell)
    state.cell[cell] = EMPTY
    return won


@rule
def gives_away(board, state, column):
    """Would a disc in this column let the other win on top of it?"""
    cell = landing(board, state, column)
    state.cell[cell] = state.discs + 1
    lost = landing(board, state, column) != FULL and wins(board, state, column, state.discs + 2)
    state.cell[cell] = EMPTY
    return lost


@rule
def greedy(board, state, seat, scratch):
    for disc in range(state.discs + 1, state.discs + 3):  # the own next disc, then the other's
        for column in range(board.cols):
            if landing(board, state, column) != FULL and wins(board, state, column, disc):
                return column
    best = 0
    least = -1
    for column in range(board.cols):
        if landing(board, state, column) != FULL:
            from_middle = abs(2 * column - (board.cols - 1))
            cost = from_middle + (100 if gives_away(board, state, column) else 0)
            cost = cost * CHANCES + below(state, CHANCES)
            if least < 0 or cost < least:
                best = column
                least = cost
    return best
