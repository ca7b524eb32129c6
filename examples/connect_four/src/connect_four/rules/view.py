"""The observation of learners; nothing is hidden."""

from boardwalk import rule
from connect_four.rules.board import NO_SEAT, owner

PLANES = ("own disc", "other's disc", "empty")


@rule
def encode(board, state, seat, planes):
    for row in range(board.rows):
        for col in range(board.cols):
            whose = owner(board, state.cell[row * board.cols + col])
            planes[0, row, col] = 1 if whose == seat else 0
            planes[1, row, col] = 1 if whose == 1 - seat else 0
            planes[2, row, col] = 1 if whose == NO_SEAT else 0
