"""Running a RoboRally program file on a board file: what the command `run` does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from boardwalk.core.errors import BoardwalkError, TextError, from_file
from boardwalk.core.game import Table
from boardwalk.files import read_text
from boardwalk.games.robo_rally import GAME, report
from boardwalk.games.robo_rally.files import Program, read_board, read_program
from boardwalk.match import Match


@dataclass(frozen=True)
class Run:
    """A finished run: the match and how many of the file's rounds were begun."""

    match: Match
    program: Program

    def trace(self) -> list[str]:
        """Every step in words."""
        frames = range(1, len(self.match.steps))
        return [line for n in frames for line in report.trace(self.match.at(n - 1), self.match.at(n))]

    def summary(self) -> list[str]:
        return report.summary(self.match.position)

    def as_json(self) -> str:
        data = {**report.as_json(self.match.position), "names": list(self.program.names)}
        return msgspec.json.format(msgspec.json.encode(data)).decode()


def run_program(board_path: str, program_path: str, prepare: Callable[[Table], Table]) -> Run:
    """Play the program file until somebody wins or it ends (RB-19, RB-20); a `TextError` says what is wrong."""
    board_text, program_text = read_text(board_path), read_text(program_path)
    with from_file(board_path):
        read_board(board_text)
    with from_file(program_path):
        program = read_program(program_text)
    values = {"board": board_text, "robots": len(program.names), "names": " ".join(program.names)}
    try:
        with from_file(board_path):
            table = prepare(GAME.table(values))
    except TextError:
        raise
    except BoardwalkError as error:
        raise BoardwalkError(f"{board_path}: {error}") from None
    match = Match(table, seed=0)
    for action in program.actions:
        if match.over:
            break
        match.act(match.to_act, action)
    return Run(match, program)
