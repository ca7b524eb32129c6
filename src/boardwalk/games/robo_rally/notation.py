"""RoboRally's actions and positions as text.

A position is a few fields and then one line per robot: its letter, row, column, facing, how many flags it has touched,
and its program with a dot for each action that is not chosen or not known.

    round: 2
    slot: 1
    stage: 0
    to_act: board
    token: B
    order: -
    destroyed: -
    winner: -
    rng: 0 0

    A 4 3 north 1 FLFWF
    B 4 6 east 0 WFWFL

`stage` counts the robots that have acted in this slot, and then also those that have activated their squares; `order`
is the order of activation during that phase.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from boardwalk.contract.errors import MoveError, TextError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.text import Fields, read_fields, shown, whole_number
from boardwalk.engine.rules import BOARD, NOBODY
from boardwalk.games.robo_rally import rules
from boardwalk.games.robo_rally.files import LETTERS, STARTS, program_of, write_program
from boardwalk.games.robo_rally.setup import square_at

FACINGS = ("north", "east", "south", "west")
WORDS = ("forward", "back", "left", "right", "u-turn", "wait")  # by action
FIELDS = ("round", "slot", "stage", "to_act", "token", "order", "destroyed", "winner", "rng")
NOTHING = "-"
PROGRAM = "." + LETTERS  # by the values of a program's slots


def write_action(position: Position, action: int) -> str:
    return LETTERS[action]


def read_actions(position: Position, text: str) -> list[int]:
    """Parse actions for the next slots of the program: `FLFWF`, `f l f`, or words such as `forward left`."""
    if position.to_act < 0:
        raise MoveError("no program is being chosen now")
    spelled = text.strip().lower()
    for action, word in enumerate(WORDS):
        spelled = re.sub(rf"\b{word}\b", LETTERS[action].lower(), spelled)
    actions = [_action(letter) for letter in re.sub(r"[\s,]+", "", spelled).upper()]
    if not actions:
        raise MoveError(f"type the actions of your program, such as FLFWF; the letters are {', '.join(LETTERS)}")
    slot = position.state.slot
    if len(actions) > rules.SLOTS - slot:
        left = f"{rules.SLOTS - slot} of them {'is' if slot == rules.SLOTS - 1 else 'are'} still to choose"
        raise MoveError(f"a program has five actions; {left}, not {len(actions)}")
    last = rules.last_letter(position.state)
    for action in actions:
        if action == last:
            raise MoveError(f"{LETTERS[action]} can't come twice in a row; put another action between")
        last = action
    return actions


def _action(letter: str) -> int:
    if letter not in LETTERS:
        raise MoveError(
            f"{letter!r} is not an action; type F (forward), B (back up), L (left), R (right), U (U-turn) or W (wait)"
        )
    return LETTERS.index(letter)


def place_of(square: int) -> tuple[int, int]:
    """A square's row and column, from 0."""
    row, col = divmod(square, rules.WIDTH)
    return row - 1, col - 1


def square_name(square: int) -> str:
    """The name of a square for people, such as `c4`: the column's letter and the row's number from the top."""
    row, col = place_of(square)
    return f"{'abcdefghijkl'[col]}{row + 1}"


def program_text(position: Position, robot: int) -> str:
    """A robot's program, with a dot for each action that is not chosen or not known."""
    return "".join([PROGRAM[letter] for letter in position.state.program.tolist()[robot]])


def phase(position: Position) -> str:
    """The phase of the game: `choosing`, `acting`, `activating` or `over`."""
    if position.over:
        return "over"
    if position.to_act != BOARD:
        return "choosing"
    return "acting" if position.state.stage < position.board.robots else "activating"


def next_robot(position: Position) -> int:
    """The robot whose action or square is next while the round runs."""
    board, state = position.board, position.state
    if state.stage < board.robots:
        return int((state.token + state.stage) % board.robots)
    return int(state.order[state.stage - board.robots])


def _name(position: Position, robot: int) -> str | None:
    return position.table.seats[robot] if robot >= 0 else None


def describe(position: Position) -> dict[str, Any]:
    board, state = position.board, position.state
    robots = []
    for robot, name in enumerate(position.table.seats):
        row, col = place_of(state.square[robot])
        robots.append(
            {
                "name": name,
                "row": row + 1,
                "col": col + 1,
                "facing": FACINGS[state.facing[robot]],
                "flags": list(range(1, state.flags[robot] + 1)),
                "program": program_text(position, robot),
            }
        )
    return {
        "round": state.round,
        "rounds": board.rounds,
        "slot": state.slot + 1,
        "phase": phase(position),
        "to_act": _name(position, position.to_act),
        "next": _name(position, next_robot(position)) if position.to_act == BOARD else None,
        "token": position.table.seats[state.token],
        "flags": board.flags,
        "robots": robots,
        "destroyed": _name(position, state.destroyed),
        "winner": _name(position, state.winner),
        "over": position.over,
        "board": list(position.table.layout.notes.rows),
    }


def write_position(position: Position) -> str:
    board, state = position.board, position.state
    activating = position.to_act != NOBODY and state.stage >= board.robots
    activating = activating or any(state.order[place] for place in range(rules.ROBOTS))
    fields = Fields(
        round=state.round,
        slot=state.slot + 1,
        stage=state.stage,
        to_act={BOARD: "board", NOBODY: "nobody"}.get(position.to_act) or STARTS[position.to_act],
        token=STARTS[state.token],
        order="".join(STARTS[state.order[place]] for place in range(board.robots)) if activating else NOTHING,
        destroyed=_letter(state.destroyed),
        winner=_letter(state.winner),
    )
    fields.add_stream(state)
    lines = []
    for robot in range(board.robots):
        row, col = place_of(state.square[robot])
        facing, flags = FACINGS[state.facing[robot]], state.flags[robot]
        lines.append(f"{STARTS[robot]} {row + 1} {col + 1} {facing} {flags} {program_text(position, robot)}\n")
    return f"{fields}\n{''.join(lines)}"


def _letter(robot: int) -> str:
    return STARTS[robot] if robot >= 0 else NOTHING


def read_position(table: Table, text: str) -> Position:
    fields, rows, first = read_fields(text, FIELDS)
    position = table.blank()
    board, state = position.board, position.state
    state.round = fields.number("round", 1, 2**31 - 1)
    state.slot = fields.number("slot", 1, rules.SLOTS) - 1
    state.token = _one_of(fields, "token", STARTS[: board.robots])
    state.destroyed = _one_of(fields, "destroyed", NOTHING + STARTS[: board.robots]) - 1
    state.winner = _one_of(fields, "winner", NOTHING + STARTS[: board.robots]) - 1
    letters = [*STARTS[: board.robots], "board", "nobody"]
    if fields["to_act"] not in letters:
        raise fields.error("to_act", f"one of {', '.join(letters)}")
    number = letters.index(fields["to_act"])
    state.to_act = number if number < board.robots else (BOARD, NOBODY)[number - board.robots]
    running = position.to_act < 0
    state.stage = fields.number("stage", 0, 2 * board.robots if running else 0)
    _read_order(fields, position)
    fields.read_stream(state)
    if len(rows) != board.robots:
        raise TextError(first, 1, f"expected {board.robots} lines, one a robot, not {len(rows)}")
    for robot, line in enumerate(rows):
        _read_robot(position, robot, line, first + robot)
    return position


def _one_of(fields: Fields, name: str, letters: str) -> int:
    value = fields[name]
    if len(value) != 1 or value not in letters:
        raise fields.error(name, f"one of {', '.join(letters)}")
    return letters.index(value)


def _read_order(fields: Fields, position: Position) -> None:
    robots = position.board.robots
    if fields["order"] == NOTHING:
        if position.to_act == BOARD and position.state.stage >= robots:
            raise fields.error("order", "the robots in the order of activation")
        return
    if sorted(fields["order"]) != list(STARTS[:robots]):
        raise fields.error("order", f"each of {', '.join(STARTS[:robots])} once, or {NOTHING}")
    for place, letter in enumerate(fields["order"]):
        position.state.order[place] = STARTS.index(letter)


def _read_robot(position: Position, robot: int, line: str, number: int) -> None:
    board, state = position.board, position.state
    words = line.split()
    row, col, flags = (
        (whole_number(word) for word in (words[1], words[2], words[4])) if len(words) == 6 else (None,) * 3
    )
    if words[:1] != [STARTS[robot]] or row is None or col is None or flags is None or flags < 0:
        expected = f"{STARTS[robot]} ROW COLUMN FACING FLAGS PROGRAM"
        raise TextError(number, 1, f"expected a robot's line: {expected}")
    facing, program = words[3], words[5]
    if not (1 <= row <= board.rows and 1 <= col <= board.cols):
        raise TextError(number, 3, f"there is no square {row} {col}; the board has {board.rows} × {board.cols}")
    square = square_at(row - 1, col - 1)
    if board.kind[square] == rules.PIT or square in state.square.tolist()[:robot]:
        raise TextError(number, 3, f"robot {STARTS[robot]} can't stand on {row} {col}: a pit or another robot is there")
    if facing not in FACINGS:
        raise TextError(number, line.index(facing) + 1, f"expected a facing: {', '.join(FACINGS)}, not {shown(facing)}")
    if flags > board.flags:
        raise TextError(number, 1, f"a robot has at most {board.flags} flags on this board, not {flags}")
    if not _is_program(program):
        what = f"five actions of {' '.join(LETTERS)}, none twice in a row, then dots for what is open"
        raise TextError(number, line.rindex(program) + 1, f"expected a program: {what}, not {shown(program)}")
    if position.to_act == BOARD and "." in program:
        raise TextError(number, line.rindex(program) + 1, "the round runs, so every program must be whole")
    state.square[robot], state.facing[robot], state.flags[robot] = square, FACINGS.index(facing), flags
    for slot, letter in enumerate(program):
        state.program[robot, slot] = ("." + LETTERS).index(letter)


def _is_program(text: str) -> bool:
    """Whether this is a program as far as it is known: no letter twice in a row (RB-3), then dots."""
    known = text.rstrip(".")
    repeats = any(last == letter for last, letter in pairwise(known))
    return len(text) == rules.SLOTS and set(known) <= set(LETTERS) and not repeats


def write_rounds(position: Position, actions: Sequence[int]) -> str:
    """All rounds that everybody has chosen, as the text of a program file that replays them (RB-22)."""
    return write_program(program_of(position.table.seats, actions))
