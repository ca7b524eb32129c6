"""Descriptions of a RoboRally game in words, for traces of program files, announcements and final reports.

position = match.at(0)
for number in range(1, len(match.steps)):
    before, position = position, match.at(number)
    print(*report.trace(before, position), sep="\\n")
print(*report.summary(position), sep="\\n")
"""

from __future__ import annotations

from typing import Any

from boardwalk.contract.game import Position, Script
from boardwalk.engine.rules import BOARD
from boardwalk.games.robo_rally import rules
from boardwalk.games.robo_rally.files import LETTERS, read_program
from boardwalk.games.robo_rally.notation import FACINGS, next_robot, program_text, square_name

TURNS = ("", "turns right", "turns around", "turns left")  # by quarter turns clockwise


def trace(before: Position, after: Position) -> list[str]:
    """The lines that one step of a running round adds to a trace; none while programs are chosen."""
    if before.to_act != BOARD:
        return []
    names, state = before.table.seats, before.state
    lines = []
    if state.stage == 0:
        if state.slot == 0:
            programs = ", ".join(f"{name} {program_text(before, robot)}" for robot, name in enumerate(names))
            lines.append(f"round {state.round}: {programs}")
        lines.append(f"  slot {state.slot + 1}, {names[state.token]} first")
    robot = next_robot(before)
    acting = state.stage < before.board.robots
    source = f"{names[robot]} {LETTERS[state.program[robot, state.slot] - 1]}" if acting else f"board {names[robot]}"
    lines.append(f"    {source}: " + "; ".join(happenings(before, after)))
    return lines


def happenings(before: Position, after: Position) -> list[str]:
    """What happened in one step of a running round, as sentences without full stops."""
    robot = next_robot(before)
    acting = before.state.stage < before.board.robots
    first = _own_action(before, after, robot) if acting else _activation(before, after, robot)
    return [first, *_pushes(before, after, robot), *_destroyed(before, after), *_touches(before, after)]


def _own_action(before: Position, after: Position, robot: int) -> str:
    name, letter = before.table.seats[robot], before.state.program[robot, before.state.slot] - 1
    if letter == rules.WAIT:
        return f"{name} waits"
    if letter in (rules.FORWARD, rules.BACK):
        return f"{name} {'moves forward' if letter == rules.FORWARD else 'backs up'}{_where(after, robot)}"
    return f"{name} {TURNS[rules.QUARTERS[letter]]} to face {FACINGS[after.state.facing[robot]]}"


def _activation(before: Position, after: Position, robot: int) -> str:
    name, turned = before.table.seats[robot], _turned(before, after, robot)
    if before.board.kind[before.state.square[robot]] < rules.BELT:
        return f"a gear turns {name} to face {turned}"
    corner = f" and turns it to face {turned}" if turned and after.state.destroyed != robot else ""
    return f"a belt carries {name}{_where(after, robot)}{corner}"


def _turned(before: Position, after: Position, robot: int) -> str:
    """The robot's new facing, or an empty text if it is unchanged."""
    facing = after.state.facing[robot]
    return FACINGS[facing] if facing != before.state.facing[robot] else ""


def _where(after: Position, robot: int) -> str:
    """The square a robot moved to, unless it was destroyed there."""
    return "" if after.state.destroyed == robot else f" to {square_name(after.state.square[robot])}"


def _pushes(before: Position, after: Position, robot: int) -> list[str]:
    names = before.table.seats
    pushed = [
        other
        for other in range(len(names))
        if other != robot
        and (before.state.square[other] != after.state.square[other] or after.state.destroyed == other)
    ]
    return [f"{names[other]} is pushed{_where(after, other)}" for other in pushed]


def _destroyed(before: Position, after: Position) -> list[str]:
    robot = after.state.destroyed
    if robot == rules.NONE:
        return []
    return [f"{before.table.seats[robot]} is destroyed and returns to {square_name(after.state.square[robot])}"]


def _touches(before: Position, after: Position) -> list[str]:
    names, had, has = before.table.seats, before.state.flags, after.state.flags
    lines = [f"{name} touches flag {has[robot]}" for robot, name in enumerate(names) if has[robot] != had[robot]]
    return lines + ([f"{names[after.state.winner]} wins"] if after.state.winner != rules.NONE else [])


def announce(before: Position, after: Position, seat: int) -> list[str]:
    """What a step announces to all seats: the sentences of a running round, or who is ready (RB-21). Only the last
    action of a program announces that, once: when it is chosen, which may be before its turn. `after` may show choices
    that the seat itself has made before its turn."""
    names = before.table.seats
    if before.to_act == BOARD:
        lines = happenings(before, after)
        if after.over and after.state.winner == rules.NONE:
            lines.append(f"The last of {after.state.round} rounds is over, and nobody wins")
        return lines
    if after.to_act == BOARD:
        programs = ", ".join(f"{name} {program_text(after, robot)}" for robot, name in enumerate(names))
        return [f"All are ready: {programs}"]
    known = before.ready or frozenset()
    ready = frozenset() if before.ready is None or after.ready is None else after.ready - known
    if before.state.slot == rules.SLOTS - 1 and after.state != before.state:
        ready |= {before.to_act} - known
    return [f"{names[robot]} is ready" for robot in sorted(ready)]


def script(text: str) -> Script:
    """Parse a program file for the command `run` (RB-19, RB-20); or raise a `TextError`."""
    program = read_program(text)
    options = {"robots": len(program.names), "names": " ".join(program.names)}
    return Script(options, program.actions, trace, summary, as_json)


def summary(position: Position) -> list[str]:
    """The final report: each robot's flags, and in the last line the winner (RB-20)."""
    lines = []
    for robot in as_json(position)["robots"]:
        touched = "flags " + " ".join(map(str, robot["flags"])) if robot["flags"] else "no flags"
        lines.append(
            f"{robot['name']}: {touched} of {position.board.flags}, on {robot['square']} facing {robot['facing']}"
        )
    return [*lines, f"winner: {as_json(position)['winner'] or 'none'}"]


def as_json(position: Position) -> dict[str, Any]:
    """The final report as JSON data."""
    state, names = position.state, position.table.seats
    robots = [
        {
            "name": name,
            "flags": list(range(1, state.flags[robot] + 1)),
            "square": square_name(state.square[robot]),
            "facing": FACINGS[state.facing[robot]],
        }
        for robot, name in enumerate(names)
    ]
    winner = names[state.winner] if state.winner != rules.NONE else None
    rounds = state.round - (position.to_act >= 0)  # a round whose programs are being chosen does not count
    return {"winner": winner, "rounds": rounds, "flags": position.board.flags, "robots": robots, "names": list(names)}
