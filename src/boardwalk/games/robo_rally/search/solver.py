"""The fewest slots in which one robot alone touches all flags, with the programs that do it.

The rule `prepare_search` computes them for every square, facing, number of flags and slot of a round. It tries every
legal program, all board elements and the return of destroyed robots, so they are proven to be the fewest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Position, Solver, Table
from boardwalk.contract.parts import Solution
from boardwalk.engine.records import Record
from boardwalk.games.robo_rally import rules, search
from boardwalk.games.robo_rally.files import FLAGS, BoardFile, write_board


@lru_cache(8)
def search_scratch(table: Table) -> Record:
    """The precomputed data of a table's board: see `greedy.Scratch`."""
    return table.compiled.search_scratch(table.layout.board)


def fewest_slots(table: Table, robot: int) -> int | None:
    """The fewest slots for a robot alone, from its start; None if it can't touch all flags."""
    slots: int = search_scratch(table).togo[robot, 0, search.spot_of(table.layout.board.back[robot, 0], rules.NORTH)]
    return slots if slots < search.FAR else None


def fastest_letters(position: Position) -> tuple[int, ...] | None:
    """The actions with which the only robot touches its last flag soonest, from a position in which it chooses."""
    board, state, scratch = position.board, position.state, search_scratch(position.table)
    spot, flags, slot, last = search.spot_of(state.square[0], state.facing[0]), state.flags[0], 0, rules.NONE
    letters: list[int] = []
    while flags < board.flags:
        if slot < state.slot and not letters:
            letter = state.program[0, slot] - 1  # already chosen
        else:
            left = rules.SLOTS - 1 - slot
            need = [scratch.rest[0, left, flags, spot, one] for one in range(rules.ACTIONS)]
            letter = min((one for one in range(rules.ACTIONS) if one != last), key=need.__getitem__)
            if need[letter] >= search.FAR:
                return None
            letters.append(letter)
        there = scratch.after[0, spot, letter]
        flags += search.touches(board, spot, there, flags)
        spot, slot = there, (slot + 1) % rules.SLOTS
        last = letter if slot else rules.NONE
    return tuple(letters)


def problems(table: Table) -> list[tuple[str, Position]]:
    """For each start of the board, the first position of a game in which its robot is alone."""
    file: BoardFile = table.layout.notes
    found = []
    for start in file.starts:
        swap = str.maketrans(f"A{start}", f"{start}A")
        board = write_board(BoardFile(tuple(line.translate(swap) for line in file.rows)))
        alone = table.game.table({"board": board, "robots": 1})
        found.append((f"Robot {start} alone", alone.deal(0)))
    return found


def solve(position: Position, memory: int) -> Iterator[Solution]:
    """The fewest slots from a position in which the only robot chooses."""
    if position.board.robots > 1:
        raise BoardwalkError(f"the fewest slots are known for one robot alone, not for {position.board.robots}")
    actions = fastest_letters(position)
    yield Solution(actions, 0 if actions is None else len(actions), proven=True)


def _never_lost(positions: Sequence[Position]) -> None:
    """A robot that could touch all flags still can after any round: it returns to its start if it is destroyed."""


def explain(position: Position, solution: Solution) -> str:
    """After how many slots each flag is touched or, if not all of them can be, which is the first that can't."""
    board = position.board
    if solution.actions is not None:
        slots = enumerate(_touches(position, solution.actions), 1)
        return ", ".join(f"flag {flag} after {slot}" for flag, slot in slots)
    file: BoardFile = position.table.layout.notes
    for flag in range(1, board.flags + 1):
        later = str.maketrans(dict.fromkeys(FLAGS[flag:], "."))
        text = write_board(BoardFile(tuple(line.translate(later) for line in file.rows)))
        if fewest_slots(position.table.game.table({"board": text, "robots": 1}), 0) is None:
            return f"flag {flag} can't be reached"
    return ""


def _touches(position: Position, letters: Sequence[int]) -> Iterator[int]:
    """After how many of these actions the only robot touches each flag that is left."""
    board, state, scratch = position.board, position.state, search_scratch(position.table)
    spot, flags = search.spot_of(state.square[0], state.facing[0]), state.flags[0]
    chosen = [state.program[0, slot] - 1 for slot in range(state.slot)]
    for slot, letter in enumerate([*chosen, *letters], 1 - len(chosen)):
        there = scratch.after[0, spot, letter]
        if search.touches(board, spot, there, flags):
            flags += 1
            yield slot
        spot = there


SOLVER = Solver(problems, solve, _never_lost, options={"robots": 1}, unit="slot", explain=explain)
