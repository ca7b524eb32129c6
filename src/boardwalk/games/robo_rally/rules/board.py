"""A factory floor, and a position on it."""

from boardwalk.engine.records import i8, i32, record, u8, u32

FORWARD, BACK, TURN_LEFT, TURN_RIGHT, U_TURN, WAIT = 0, 1, 2, 3, 4, 5
ACTIONS = 6
QUARTERS = (0, 0, 3, 1, 2, 0)  # quarter turns clockwise, by action
SLOTS = 5
ROBOTS = 4  # at most
NONE = -1  # instead of a robot

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
WIDTH = 14  # of the record: 12 columns and the border
SQUARES = 140
STEP = (-WIDTH, 1, WIDTH, -1)  # the offset to the neighbouring square, by direction

# Kinds of square. A flag's kind is its number; kinds from GEAR_RIGHT on have something to activate; a belt's kind is
# the first of its type plus its direction.
FLOOR, FLAG_1, PIT, OFF = 0, 1, 5, 6
GEAR_RIGHT, GEAR_LEFT, BELT, CORNER_RIGHT, CORNER_LEFT = 7, 8, 9, 13, 17


@record
class Board:
    rounds: i32  # the limit of rounds, 0 for none (RB-23)
    robots: i8
    flags: i8
    rows: i8
    cols: i8
    back: u8[4, 4]  # by robot, where it may return to if destroyed, in order: one of four is always free (RB-13)
    kind: u8[140]


@record
class State:
    rng: u32[2]
    round: i32  # from 1
    program: i8[4, 5]  # 1 + the action of each slot, 0 if not chosen or not known
    square: u8[4]
    facing: i8[4]
    flags: i8[4]  # how many flags each robot has touched
    order: i8[4]  # during activation: the robots from the top-left to the bottom-right (RB-14), else zeros
    slot: i8  # the slot being chosen or run
    stage: i8  # how many robots have acted in the slot, plus how many have activated their squares
    token: i8  # the holder of the first-player token
    to_act: i8
    winner: i8
    destroyed: i8  # the robot destroyed by the last step
