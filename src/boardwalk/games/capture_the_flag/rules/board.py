"""A maze, and a position in it."""

from boardwalk.engine.records import i8, i16, i32, record, u8, u16, u32

ACTIONS = 6

FLOOR, WALL, HOME, JAIL = 0, 1, 2, 4  # HOME + team, JAIL + team


@record
class Board:
    limit: i32  # whole ticks; 0 for none (CF-22)
    rows: i16
    cols: i16
    half: i16  # the columns of a team's home territory (CF-2)
    seats: i16
    step: i16[4]  # the offset from a cell to its neighbour in each direction
    size: i16[2]  # players of each team
    homes: u16[2]  # number of home cells of each team
    jails: u16[2]
    stand: u16[2]  # where each team's flag stands (CF-7)
    home: u16[2, "bases"]  # the home cells, row by row
    jail: u16[2, "bases"]
    kind: u8["cells"]
    exits: u8["cells"]  # bit d: the neighbour in direction d is not a wall


@record
class State:
    rng: u32[2]
    tick: i32
    cell: u16["players"]
    carrier: i8[2]  # who carries each team's flag, a player of the other team, or ON_STAND
    to_act: i8
    turn: u8  # how many seats have had their turn in this tick (CF-17); 0 once the game is over
    winner: u8  # 1 or 2 for a team; 0 for a draw or no result
    waiting: u8  # number of players who wait for a free cell
    status: u8["players"]
