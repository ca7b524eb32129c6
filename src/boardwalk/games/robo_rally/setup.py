"""RoboRally's options, and the layout of its boards."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from boardwalk.contract import options
from boardwalk.contract.errors import OptionError
from boardwalk.contract.level_files import LevelFiles
from boardwalk.contract.parts import Layout
from boardwalk.engine.records import Record
from boardwalk.games.robo_rally import rules, search
from boardwalk.games.robo_rally.files import KINDS, STARTS, WORD, BoardFile, read_board, unprintable

NAMES = ("Alice", "Bob", "Charlie", "Doug")  # each begins with the letter of its start
BOARDS = LevelFiles(__package__, ".brd", "board")

PLAYERS = (1, 4)


class Options(options.Options, frozen=True, kw_only=True):
    """The options of RoboRally."""

    board: Annotated[
        str,
        Meta(
            description="a board that ships with the game, or a board file's text",
            examples=BOARDS.names(),
            extra_json_schema=options.FILE,
        ),
    ] = "first_shift"
    robots: Annotated[int, Meta(ge=1, le=rules.ROBOTS, description="how many robots there are")] = 2
    rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=100_000,
            title="Longest game",
            description="without a winner the game ends after this round (0: never)",
        ),
    ] = 0
    names: Annotated[str, Meta(description="the robots' names, separated by blanks (none: Alice, Bob, …)")] = ""

    def check(self) -> None:
        names = WORD.findall(self.names)
        for name in names:
            if unprintable(name) is not None:
                raise OptionError("names", f"names must be made of printable characters, not {name!r}")
        if names and len(names) != self.robots:
            wanted = f"{self.robots} name{'s' * (self.robots > 1)}, one a robot"
            raise OptionError("names", f"names must be {wanted}, not {len(names)}")
        if len(set(names)) != len(names):
            raise OptionError("names", "names must be different from each other")
        check_playable(board_of(self.board), self.robots)

    @property
    def seats(self) -> tuple[str, ...]:
        """The robots' names, separated as in a program file (RB-1)."""
        return tuple(WORD.findall(self.names)) or NAMES[: self.robots]


def check_playable(board: BoardFile, robots: int) -> None:
    """Each robot needs its start, and there must be a flag (RB-7)."""
    missing = [start for start in STARTS[:robots] if start not in board.starts]
    if missing:
        raise OptionError(
            "board", f"the board has no start {missing[0]}, which {robots} robots need; it can't be played"
        )
    if not board.flags:
        raise OptionError("board", "the board has no flag; it can be looked at but not played")


@lru_cache(64)
def board_of(board: str) -> BoardFile:
    """A board given by name or as text."""
    return read_board(BOARDS.text(board))


def lay_out(chosen: Options) -> Layout:
    file = board_of(chosen.board)
    board = rules.Board.new()
    board.robots, board.flags, board.rounds = chosen.robots, file.flags, chosen.rounds
    board.rows, board.cols = len(file.rows), len(file.rows[0])
    for square in range(rules.SQUARES):
        board.kind[square] = rules.OFF
    for row, line in enumerate(file.rows):
        for col, char in enumerate(line):
            board.kind[square_at(row, col)] = KINDS[char]
    for robot in range(chosen.robots):
        start = file.find(STARTS[robot])
        assert start is not None, "check_playable has seen to it"
        places = places_to_return(board, square_at(*start))
        for place in range(rules.ROBOTS):
            board.back[robot, place] = places[min(place, len(places) - 1)]
    return Layout(
        board, rules.State.new(), chosen.seats, board.rows, board.cols, notes=file, scratch=search.Scratch.new()
    )


def square_at(row: int, col: int) -> int:
    """The index of a square in the record; rows and columns from 0."""
    square: int = (row + 1) * rules.WIDTH + col + 1
    return square


def places_to_return(board: Record, start: int) -> list[int]:
    """The squares to which a robot of this start may return, in order: breadth-first from the start, to the north,
    east, south, west (RB-13). The search also continues from pits, and so finds every square.

    The others occupy at most three squares, so the first four suffice; a smaller board has a start for each robot."""
    queue = [start]
    for square in queue:
        for step in rules.STEP:
            if board.kind[square + step] != rules.OFF and square + step not in queue:
                queue.append(square + step)
    return [square for square in queue if board.kind[square] != rules.PIT][: rules.ROBOTS]
