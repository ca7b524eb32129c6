"""A grid, and a position of a race on it."""

from boardwalk.engine.records import i8, i16, i32, i64, record, u8, u32

ACTIONS = 11


@record
class Board:
    chance: i64  # the probability of a power failure times 2**32 (RR-29)
    limit: i32  # of players' turns; 0: none (RR-36)
    grenades: i32  # the number of grenades in the game, carried ones included
    last: u32  # bit sets of squares, 32 per word: the squares of the last word that are on the grid,
    west: u32["words"]  # the squares of the first column,
    east: u32["words"]  # the squares of the last column
    rows: i16
    cols: i16
    start: i16[2]
    generated: u8  # 1 if walls and grenades are placed at random when the game starts
    square: u8["cells"]
    ways: u8["cells"]  # see find_ways
    item: u8["cells"]  # the grenades of a layout


@record
class State:
    rng: u32[2]
    dark: u32[3, "words"]
    turns: i32  # players' turns begun
    cell: i16[2]
    trail: i16[2, 3]
    to_act: i8
    player: i8  # whose turn it is
    actions: u8  # left in this turn
    moved: u8  # 1 if the player has moved in this turn
    moves: u8  # the directions in which the seat to act can move, as a bit set
    carried: u8[2]
    debt: u8[2]
    winner: i8
    ending: u8
    grenade: u8["cells"]
