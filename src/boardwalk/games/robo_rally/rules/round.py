"""How a round of RoboRally runs: in each slot the robots' actions, then the activation of their squares."""

from boardwalk.engine.rules import NOBODY, rule
from boardwalk.games.robo_rally.rules.board import (
    BACK,
    BELT,
    CORNER_LEFT,
    CORNER_RIGHT,
    FLOOR,
    FORWARD,
    GEAR_LEFT,
    GEAR_RIGHT,
    NONE,
    NORTH,
    OFF,
    PIT,
    QUARTERS,
    ROBOTS,
    SLOTS,
    STEP,
)


@rule
def run(board, state):
    """Run one step of the board: a robot's action, or a square that a robot activates (RB-9)."""
    state.destroyed = NONE
    if state.stage < board.robots:
        act(board, state)
    else:
        activate(board, state)
    state.stage += 1
    if state.winner != NONE:
        state.to_act = NOBODY  # nothing after the winner's move is executed (RB-19)
    elif state.stage >= board.robots:
        go_on(board, state)


@rule
def act(board, state):
    """Run one robot's action, in player order from the holder of the token (RB-9, RB-10)."""
    robot = state.token + state.stage
    if robot >= board.robots:
        robot -= board.robots
    letter = state.program[robot, state.slot] - 1
    if letter == FORWARD or letter == BACK:
        move(board, state, robot, (state.facing[robot] + 2 * letter) & 3)
    else:
        turn(state, robot, QUARTERS[letter])


@rule
def move(board, state, robot, direction):
    """Move one square, pushing a chain of robots (RB-11); then a destroyed robot returns (RB-12).

    No robot stands on a pit, so only the last of the chain can be destroyed."""
    step = STEP[direction]
    moving = robot
    while moving != NONE:
        square = state.square[moving] + step
        pushed = robot_on(board, state, square)
        enter(board, state, moving, square)
        moving = pushed
    if state.destroyed != NONE:
        bring_back(board, state, state.destroyed)


@rule
def robot_on(board, state, square):
    """The robot on a square, or NONE."""
    for robot in range(board.robots):
        if state.square[robot] == square:
            return robot
    return NONE


@rule
def enter(board, state, robot, square):
    """A robot enters a square by its own move, a push or a belt (RB-12, RB-18, RB-19)."""
    state.square[robot] = square
    kind = board.kind[square]
    if kind == PIT or kind == OFF:
        state.destroyed = robot
    elif kind == state.flags[robot] + 1:
        state.flags[robot] += 1
        if state.flags[robot] == board.flags:
            state.winner = robot


@rule
def bring_back(board, state, robot):
    """Put a destroyed robot on its start or the nearest free square, facing north, without entering it (RB-13)."""
    for place in range(ROBOTS):
        square = board.back[robot, place]
        if robot_on(board, state, square) == NONE:
            state.square[robot] = square
            state.facing[robot] = NORTH
            return


@rule
def activate(board, state):
    """Activate one robot's square: a gear turns the robot, a belt carries it (RB-14 to RB-17)."""
    robot = int(state.order[state.stage - board.robots])
    kind = board.kind[state.square[robot]]
    if kind == GEAR_RIGHT:
        turn(state, robot, 1)
    elif kind == GEAR_LEFT:
        turn(state, robot, 3)
    else:
        move(board, state, robot, (kind - BELT) & 3)
        if state.destroyed != robot:
            arrived = board.kind[state.square[robot]]
            if arrived >= CORNER_LEFT:
                turn(state, robot, 3)
            elif arrived >= CORNER_RIGHT:
                turn(state, robot, 1)


@rule
def turn(state, robot, quarters):
    """Turn a robot where it stands, by quarters clockwise (RB-10, RB-15, RB-17)."""
    state.facing[robot] = (state.facing[robot] + quarters) & 3


@rule
def go_on(board, state):
    """After the robots' actions: go to the next square with something to activate (RB-14), or end the slot."""
    if state.stage == board.robots:
        if not anything_to_activate(board, state):
            end_slot(board, state)
            return
        fix_order(board, state)
    while state.stage < 2 * board.robots:
        if board.kind[state.square[state.order[state.stage - board.robots]]] >= GEAR_RIGHT:
            return
        state.stage += 1
    for place in range(ROBOTS):
        state.order[place] = 0
    end_slot(board, state)


@rule
def anything_to_activate(board, state):
    """Whether any robot stands on a gear or a belt (RB-14). If none does, this activation changes nothing."""
    highest = FLOOR
    for robot in range(board.robots):
        highest = max(highest, board.kind[state.square[robot]])
    return highest >= GEAR_RIGHT


@rule
def fix_order(board, state):
    """Set the order of activation: row by row from the top-left, as the robots stand when it begins (RB-14)."""
    for robot in range(board.robots):
        place = robot
        while place > 0 and state.square[state.order[place - 1]] > state.square[robot]:
            state.order[place] = state.order[place - 1]
            place -= 1
        state.order[place] = robot


@rule
def end_slot(board, state):
    """Pass the token (RB-9); after the fifth slot end the round, and after the last round the game (RB-23)."""
    state.stage = 0
    state.token += 1
    if state.token == board.robots:
        state.token = 0
    if state.slot < SLOTS - 1:
        state.slot += 1
    elif state.round == board.rounds:
        state.to_act = NOBODY
    else:
        state.slot = 0
        state.round += 1
        state.to_act = 0
        for robot in range(ROBOTS):
            for slot in range(SLOTS):
                state.program[robot, slot] = 0
