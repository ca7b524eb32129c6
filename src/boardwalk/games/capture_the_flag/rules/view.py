"""The observation planes of Capture the Flag, and how the maze is written to them.

An observation is thousands of bytes, and writing them takes most of the time of `encode`. So the walls are written in
one loop, all other planes are cleared in another, and then the ones are set.

The conditions `cols > 0` are always true. They let the compiler prove that row and column are quotient and remainder of
the cell: it drops the division and turns a loop over all cells into one over contiguous memory. On a GPU the same cell
of many games is contiguous: there, write nothing twice, and do not read between two writes.
"""

from boardwalk.engine.rules import rule
from boardwalk.games.capture_the_flag.rules.players import JAILED, OFF_MAZE, ON_STAND, team_of

PLANES = (
    "wall",
    "own home",
    "enemy home",
    "own jail",
    "enemy jail",
    "own territory",
    "enemy territory",
    "self",
    "own free players",
    "own jailed players",
    "enemy free players",
    "enemy jailed players",
    "own flag on its stand",
    "enemy flag on its stand",
    "own flag carried",
    "enemy flag carried",
)
WALL_PLANE, HOME_PLANE, JAIL_PLANE, TERRITORY_PLANE = 0, 1, 3, 5
SELF_PLANE, PLAYER_PLANE, STAND_PLANE, CARRIED_PLANE = 7, 8, 12, 14


@rule
def encode(board, state, seat, planes):
    """The maze, the players and the flags as planes, from the perspective of the seat's team; nothing is hidden."""
    team = team_of(board, seat)
    encode_maze(board, team, planes)
    for other in range(board.seats):
        if state.status[other] & OFF_MAZE == 0:
            plane = PLAYER_PLANE + 2 * (team_of(board, other) ^ team) + (state.status[other] & JAILED)
            put(planes, plane, state.cell[other])
            if other == seat:
                put(planes, SELF_PLANE, state.cell[other])
    for flag in range(2):
        carrier = state.carrier[flag]
        if carrier == ON_STAND:
            put(planes, STAND_PLANE + (flag ^ team), board.stand[flag])
        else:
            put(planes, CARRIED_PLANE + (flag ^ team), state.cell[carrier])


@rule
def encode_maze(board, team, planes):
    """Write the maze from a team's perspective (CF-1, CF-2); clear the planes of players and flags."""
    if planes.strides[2] != 1:
        encode_by_row(board, team, planes)
    else:
        encode_walls(board, planes)
        for plane in range(WALL_PLANE + 1, len(planes)):  # plain loops, which compile to one block write
            for row in range(planes.shape[1]):
                for col in range(planes.shape[2]):
                    planes[plane, row, col] = 0
    for owner in range(2):
        for i in range(board.homes[owner]):
            put(planes, HOME_PLANE + (owner ^ team), board.home[owner, i])
        for i in range(board.jails[owner]):
            put(planes, JAIL_PLANE + (owner ^ team), board.jail[owner, i])
    if planes.strides[2] == 1:  # measured: fastest here, after the bases
        encode_territory(planes, TERRITORY_PLANE + team, TERRITORY_PLANE + 1 - team)


@rule
def encode_walls(board, planes):
    """Write the plane of walls, in one loop over all cells."""
    wall = board.kind[0]  # a corner of the border
    cols = planes.shape[2]
    if cols > 0:
        for cell in range(planes.shape[1] * cols):
            row = cell // cols
            planes[WALL_PLANE, row, cell - row * cols] = 1 if board.kind[cell] == wall else 0


@rule
def encode_by_row(board, team, planes):
    """Write walls and territories (CF-2) row by row, and clear all other planes."""
    wall = board.kind[0]
    cols = planes.shape[2]
    for row in range(planes.shape[1]):
        for first in range(0, cols, 32):
            walls = 0
            for i in range(min(32, cols - first)):
                walls |= (1 if board.kind[row * cols + first + i] == wall else 0) << i
            for i in range(min(32, cols - first)):
                planes[WALL_PLANE, row, first + i] = (walls >> i) & 1
    for plane in range(WALL_PLANE + 1, len(planes)):
        left = 1 if plane == TERRITORY_PLANE + team else 0
        right = 1 if plane == TERRITORY_PLANE + 1 - team else 0
        for row in range(planes.shape[1]):
            for col in range(cols):
                planes[plane, row, col] = left if col < cols >> 1 else right if col >= (cols + 1) >> 1 else 0


@rule
def encode_territory(planes, left, right):
    """Set the left half of one plane and the right half of another to ones (CF-2).

    They are set in blocks of columns, 8, 2 or 1 wide, so that each row of a block compiles to one store. The widths are
    constants: with the width as an argument the store becomes a loop, and `encode` takes nearly twice as long."""
    cols = planes.shape[2]
    if cols > 0 and left > 0 and right > 0:
        half = cols >> 1
        col = 0
        across = (cols + 1) >> 1
        for _ in range(half >> 3):
            for row in range(planes.shape[1]):
                for i in range(8):
                    planes[left, row, col + i] = 1
                for i in range(8):
                    planes[right, row, across + i] = 1
            col += 8
            across += 8
        for _ in range((half & 7) >> 1):
            for row in range(planes.shape[1]):
                for i in range(2):
                    planes[left, row, col + i] = 1
                for i in range(2):
                    planes[right, row, across + i] = 1
            col += 2
            across += 2
        if half & 1:
            for row in range(planes.shape[1]):
                planes[left, row, col] = 1
                planes[right, row, across] = 1


@rule
def put(planes, plane, cell):
    """Write a one on a plane at a cell."""
    cols = planes.shape[2]
    if cols > 0:
        row = cell // cols
        planes[plane, row, cell - row * cols] = 1
