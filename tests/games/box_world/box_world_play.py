"""Helpers for Box World's tests: positions from pictures, and a simple reference implementation of the rules."""

from __future__ import annotations

from collections import deque
from textwrap import dedent
from typing import Any

import boardwalk
from boardwalk.contract.game import Position, Table
from boardwalk.match import Match

GAME = boardwalk.game("box_world")
STEPS = {"w": (-1, 0), "d": (0, 1), "s": (1, 0), "a": (0, -1)}


def table_of(picture: str, **options: Any) -> Table:
    """A table with the levels of an indented picture."""
    return GAME.table({"pack": dedent(picture).strip("\n") + "\n", **options})


def match_of(picture: str, moves: str = "") -> Match:
    """A match of these levels after some moves, `n` for going on; all are checked to be legal."""
    table = table_of(picture)
    match = Match(table, seed=1, rules=table.interpreted)
    act(match, moves)
    return match


def act(match: Match, moves: str) -> None:
    for move in moves:
        match.act(0, *GAME.notation.read_actions(match.position, move))


def drawn(position: Position) -> str:
    """The current level as a picture, with the player in it."""
    shown = GAME.notation.describe(position)
    rows = [list(row) for row in shown["cells"]]
    row, col = shown["player"]
    rows[row][col] = "U"
    return "\n".join("".join(row) for row in rows)


def after(picture: str, moves: str) -> str:
    """The picture after some moves."""
    return drawn(match_of(picture, moves).position)


def legal(position: Position) -> str:
    """The moves that are possible, as letters."""
    return "".join(
        GAME.notation.write_action(position, action) for action in position.table.interpreted.legal(position)
    )


class Plain:
    """A reference implementation of the rules, over a dictionary of cells."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.cells = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row)}
        self.player = next(cell for cell, char in self.cells.items() if char == "U")
        self.cells[self.player] = "-"
        self.pushes = 0

    def copy(self) -> Plain:
        twin = object.__new__(Plain)
        twin.cells, twin.player, twin.pushes = dict(self.cells), self.player, self.pushes
        return twin

    @property
    def key(self) -> tuple[Any, ...]:
        return self.player, "".join(self.cells.values())

    @property
    def done(self) -> bool:
        return self.cells[self.player] == "F"

    def at(self, cell: tuple[int, int]) -> str:
        return self.cells.get(cell, "W")

    @property
    def moves(self) -> str:
        """The letters of the moves that are possible."""
        return "".join(letter for letter in STEPS if self.copy().move(letter))

    def move(self, letter: str) -> bool:
        """Move if possible; returns whether it was."""
        down, right = STEPS[letter]
        ahead = (self.player[0] + down, self.player[1] + right)
        box = self.at(ahead)
        if box in "WH":
            return False
        if box in "BI":
            ways = [(ahead[0] + n * down, ahead[1] + n * right) for n in range(1, 70)]
            stop = next(n for n, cell in enumerate(ways) if self.at(cell) != "-")
            if self.at(ways[stop]) == "H" and (box == "I" or stop == 0):
                self.cells[ways[stop]] = "-"
            elif stop == 0:
                return False
            else:
                self.cells[ways[stop - 1 if box == "I" else 0]] = box
            self.cells[ahead] = "-"
            self.pushes += 1
        self.player = ahead
        return True


def fewest_moves(rows: tuple[str, ...]) -> int | None:
    """The fewest moves that solve a level, by breadth-first search over single moves; None if it can't be solved."""
    start = Plain(rows)
    waiting, seen = deque([(start, 0)]), {start.key}
    while waiting:
        here, moves = waiting.popleft()
        for letter in STEPS:
            there = here.copy()
            if there.move(letter):
                if there.done:
                    return moves + 1
                if there.key not in seen:
                    seen.add(there.key)
                    waiting.append((there, moves + 1))
    return None


def all_distances(rows: tuple[str, ...], most: int) -> dict[tuple[int, str], tuple[int | None, list[Any]]] | None:
    """For every position that can be reached in a level: its fewest moves to a finish, None if there are none, and the
    positions one move away. A position is the player's cell and the cells in reading order, with a border of walls.
    Positions on a finish are left out. None if there are more than `most` positions."""
    width = len(rows[0]) + 2
    cells = "W" * width + "".join(f"W{row}W" for row in rows) + "W" * width
    start = cells.index("U"), cells.replace("U", "-")
    after: dict[tuple[int, str], list[Any]] = {}
    before: dict[Any, list[Any]] = {}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here in after:
            continue
        if len(after) == most:
            return None
        after[here] = [there for ahead in (-width, 1, width, -1) if (there := _moved(*here, ahead))]
        for there in after[here]:
            before.setdefault(there, []).append(here)
            if there[1][there[0]] != "F":
                waiting.append(there)
    moves: dict[Any, int] = {there: 0 for there in before if there[1][there[0]] == "F"}
    line = deque(moves)
    while line:
        there = line.popleft()
        for here in before.get(there, ()):
            if here not in moves:
                moves[here] = moves[there] + 1
                line.append(here)
    return {here: (moves.get(here), after[here]) for here in after}


def _moved(player: int, cells: str, ahead: int) -> tuple[int, str] | None:
    """The position after a move by the offset `ahead`, or None if it is not possible."""
    at, box = player + ahead, cells[player + ahead]
    if box in "-F":
        return at, cells
    if box in "WH":
        return None
    to = at + ahead
    while box == "I" and cells[to] == "-" and cells[to + ahead] in "-H":
        to += ahead
    if cells[to] not in "-H":
        return None
    changed = list(cells)
    changed[at], changed[to] = "-", "-" if cells[to] == "H" else box
    return at, "".join(changed)
