"""Helpers for RoboRally's tests: boards drawn in the test, robots placed on them, rounds run step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import boardwalk
from boardwalk.contract.game import Position, Table
from boardwalk.engine.rules import BOARD
from boardwalk.games.robo_rally import notation
from boardwalk.games.robo_rally.files import Program
from boardwalk.match import Match

GAME = boardwalk.game("robo_rally")
DATA = Path(__file__).parent / "data"
LETTERS = "ABCD"


def table_of(rows: str, **options: Any) -> Table:
    """A table whose board has these rows; by default as many robots as it has starts."""
    board = "format 1\n" + "\n".join(rows.split()) + "\n"
    robots = sum(letter in rows for letter in LETTERS)
    return GAME.table({"board": board, "robots": robots, **options})


def running(rows: str, *robots: str, slot: int = 1, stage: int = 0, token: str = "A", **options: Any) -> Position:
    """A position in which a round runs; each robot is `ROW COLUMN FACING [FLAGS [PROGRAM]]`."""
    table = table_of(rows, **options)
    lines = []
    for letter, robot in zip(LETTERS, robots, strict=False):
        row, col, facing, *more = robot.split()
        flags, program = (more + ["0", "WLWLW"][len(more) :])[:2]
        lines.append(f"{letter} {row} {col} {facing} {flags} {program}\n")
    head = f"round: 1\nslot: {slot}\nstage: {stage}\nto_act: board\ntoken: {token}\n"
    head += "order: -\ndestroyed: -\nwinner: -\nrng: 1 2\n\n"
    return notation.read_position(table, head + "".join(lines))


def step(position: Position, steps: int = 1) -> Position:
    """The position after this many of the board's steps."""
    after = position.copy()
    for _ in range(steps):
        assert after.to_act == BOARD, "the round does not run"
        position.table.interpreted.apply(after, 0)
    return after


def run_slot(position: Position) -> Position:
    """The position at the end of the current slot."""
    after = step(position)
    while after.to_act == BOARD and after.state.slot == position.state.slot:
        after = step(after)
    return after


def play(table: Table, *rounds: str) -> Match:
    """A match of these rounds, each with one program per robot."""
    match = Match(table, 0, rules=table.interpreted)
    for programs in rounds:
        for action in Program(table.seats, (tuple(programs.split()),)).actions:
            match.act(match.to_act, action)
    return match


def robots(position: Position) -> list[str]:
    """Each robot as `ROW COLUMN FACING`."""
    return [f"{robot['row']} {robot['col']} {robot['facing']}" for robot in notation.describe(position)["robots"]]


def flags(position: Position) -> list[list[int]]:
    return [robot["flags"] for robot in notation.describe(position)["robots"]]
