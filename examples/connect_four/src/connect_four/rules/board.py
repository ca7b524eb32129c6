"""The records of Connect Four, where discs land, and when they connect: what its rules and its bot share."""

from boardwalk import i8, i16, record, rule, u8, u32

COLUMNS = 9  # the most that a board can have
EMPTY = 0  # a cell without a disc
FULL = -1  # no cell: the column is full
NO_SEAT = -1

# The four directions in which discs can connect: across, down, and both diagonals.
ROW_STEP = (0, 1, 1, 1)
COL_STEP = (1, 0, 1, -1)


@record
class Board:
    rows: i16
    cols: i16
    connect: i16  # discs in a row that win
    first: i8  # the seat that drops the first disc


@record
class State:
    rng: u32[2]
    discs: i16  # dropped so far
    to_act: i8
    winner: i8  # a seat or NO_SEAT
    resigned: i8  # a seat or NO_SEAT
    cell: u8["cells"]  # row by row from the top: EMPTY, or the number of the disc there, from 1 as they were dropped


@rule
def owner(board, disc):
    """The seat whose disc this is: the seats take turns (C4-2). NO_SEAT for EMPTY."""
    if disc == EMPTY:
        return NO_SEAT
    return (board.first + disc - 1) % 2


@rule
def landing(board, state, column):
    """The cell where a disc dropped into this column stops (C4-3), or FULL."""
    for row in range(board.rows - 1, -1, -1):
        cell = row * board.cols + column
        if state.cell[cell] == EMPTY:
            return cell
    return FULL


@rule
def run(board, state, cell, row_step, col_step):
    """How many discs of the same owner follow the disc on a cell in one direction, without a gap."""
    seat = owner(board, state.cell[cell])
    row = cell // board.cols + row_step
    col = cell % board.cols + col_step
    count = 0
    while 0 <= row < board.rows and 0 <= col < board.cols and owner(board, state.cell[row * board.cols + col]) == seat:
        count += 1
        row += row_step
        col += col_step
    return count


@rule
def connects(board, state, cell):
    """Does the disc on this cell complete a line that wins (C4-4)?"""
    for direction in range(4):
        row_step = ROW_STEP[direction]
        col_step = COL_STEP[direction]
        ahead = run(board, state, cell, row_step, col_step)
        behind = run(board, state, cell, -row_step, -col_step)
        if ahead + 1 + behind >= board.connect:
            return True
    return False
