"""Rowdy Racers' grid: the open directions of each square, and the random placement of walls and grenades.

Squares are numbered row by row from the top left. Directions are numbered clockwise from north.
"""

from boardwalk.engine.random import below
from boardwalk.engine.rules import rule

FLOOR, WALL, CLOSED = 0, 1, 2  # kinds of squares; CLOSED is floor that can't be reached because of walls
NONE, INACTIVE, USED, ACTIVE, EXPLODED = 0, 1, 2, 3, 4  # a square's grenade; USED: active once its user leaves (RR-23)

DIRECTIONS = 8
ROW_STEP = (-1, -1, 0, 1, 1, 1, 0, -1)
COL_STEP = (0, 1, 1, 1, 0, -1, -1, -1)
NORTH_SIDE, EAST_SIDE, SOUTH_SIDE, WEST_SIDE = 0b10000011, 0b00001110, 0b00111000, 0b11100000  # sets of directions

ATTEMPTS = 4  # tries to place a wall, for each row and column


@rule
def offset(board, direction):
    """The difference between the numbers of a square and its neighbour in a direction."""
    return ROW_STEP[direction] * board.cols + COL_STEP[direction]


@rule
def find_ways(board):
    """Compute `ways`: for each square the set of directions that neither a wall nor the grid's edge blocks (RR-14)."""
    rows = board.rows
    cols = board.cols
    for row in range(rows):
        edges = (NORTH_SIDE if row == 0 else 0) | (SOUTH_SIDE if row == rows - 1 else 0)
        for col in range(cols):
            board.ways[row * cols + col] = 255 & ~edges
        board.ways[row * cols] &= 255 & ~WEST_SIDE
        board.ways[row * cols + cols - 1] &= 255 & ~EAST_SIDE
    for square in range(rows * cols):
        if board.square[square] == WALL:
            for direction in range(DIRECTIONS):
                if (board.ways[square] >> direction) & 1:
                    beside = square + offset(board, direction)
                    board.ways[beside] &= 255 & ~(1 << ((direction + 4) & 7))
    for square in range(rows * cols):
        if board.square[square] == WALL:
            board.ways[square] = 0


@rule
def build_walls(board, state):
    """Place walls at random (RR-4 to RR-8). The first always fits; no wall covers a start."""
    rows = board.rows
    cols = board.cols
    for square in range(rows * cols):
        board.square[square] = FLOOR
    left = 2 + below(state, (rows * cols + 4) // 5 - 1)  # squares still to cover; at most 20%, rounded up (RR-6)
    for _ in range(ATTEMPTS * (rows + cols)):
        across = below(state, 2)
        longest = ((cols if across else rows) + 1) // 2  # RR-5
        if left < longest:
            longest = left
        if longest < 2:
            break
        length = 2 + below(state, longest - 1)
        # The starts are the bottom left and the top right corner: a wall there begins later or ends earlier (RR-7).
        if across:
            row = below(state, rows)
            low = 1 if row == rows - 1 else 0
            high = cols - length - (1 if row == 0 else 0)
            col = low + below(state, high - low + 1)
        else:
            col = below(state, cols)
            low = 1 if col == cols - 1 else 0
            high = rows - length - (1 if col == 0 else 0)
            row = low + below(state, high - low + 1)
        if place_wall(board, row, col, across, length):
            left -= length


@rule
def place_wall(board, row, col, across, length):
    """Place this wall unless it would cross or touch another, even at a corner (RR-8); whether it was placed."""
    last_row = row if across else row + length - 1
    last_col = col + length - 1 if across else col
    for r in range(max(row - 1, 0), min(last_row + 2, board.rows)):
        for c in range(max(col - 1, 0), min(last_col + 2, board.cols)):
            if board.square[r * board.cols + c] == WALL:
                return False
    for r in range(row, last_row + 1):
        for c in range(col, last_col + 1):
            board.square[r * board.cols + c] = WALL
    return True


@rule
def can_hold(board, state, square):
    """Whether a grenade can be placed on this square: reachable floor without a grenade or racer (RR-9)."""
    return (
        board.square[square] == FLOOR
        and state.grenade[square] == NONE
        and state.cell[0] != square
        and state.cell[1] != square
    )


@rule
def scatter(board, state, kind, count, top, left, height, width):
    """Put `count` grenades of a kind on random squares of this rectangle that can hold one, each set of squares equally
    likely (RR-9)."""
    room = 0
    for row in range(top, top + height):
        for col in range(left, left + width):
            if can_hold(board, state, row * board.cols + col):
                room += 1
    for row in range(top, top + height):
        for col in range(left, left + width):
            if count == 0:
                return
            square = row * board.cols + col
            if can_hold(board, state, square):
                if below(state, room) < count:
                    state.grenade[square] = kind
                    count -= 1
                room -= 1


@rule
def lay_grenades(board, state):
    """Put inactive grenades on 5% of the squares, rounded up, one of them near each start (RR-9, RR-10)."""
    rows = board.rows
    cols = board.cols
    board.grenades = (rows * cols + 19) // 20
    scatter(board, state, INACTIVE, 1, rows - 3, 0, 3, 3)
    scatter(board, state, INACTIVE, 1, 0, cols - 3, 3, 3)
    scatter(board, state, INACTIVE, board.grenades - 2, 0, 0, rows, cols)
