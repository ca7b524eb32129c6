"""Fog Quoridor's moves and positions as text.

Columns are a to i from the left, lines 1 to 9 from A's side. `e3h` is the wall above e3 and f3, `e3v` the wall right of
e3 and e4: its cell is the lower left of the four that it touches. `e3-e4` is the edge between two cells, and `e3-e5`
stands for the two edges of a jump from one to the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from boardwalk.contract.errors import MoveError, TextError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.text import Fields, read_fields
from boardwalk.engine.records import Record
from boardwalk.engine.rules import NOBODY
from boardwalk.games.fog_quoridor import rules

COLUMNS = "abcdefghi"
PLAYERS = "AB"
KINDS = "hv"
STEPS = ("up", "down", "left", "right")
STEP_WORDS = {
    word: way
    for way, words in enumerate(
        (
            ("up", "u", "north", "↑"),
            ("down", "d", "south", "↓"),
            ("left", "l", "west", "←"),
            ("right", "r", "east", "→"),
        )
    )
    for word in words
}
FIELDS = (
    "turns",
    "to_act",
    "last",
    "result",
    "pawns",
    "left",
    "walls_a",
    "walls_b",
    "known_a",
    "known_b",
    "jumps_a",
    "jumps_b",
    "refused",
    "scores",
    "rng",
)
RESULTS = {"A": 1, "B": -1, "none": 0}
SIGHT = ".ab*"  # seen by neither, by A, by B, by both


# -- cells, walls, edges


def cell_name(cell: int) -> str:
    return f"{COLUMNS[cell % 9]}{cell // 9 + 1}"


def wall_name(place: int) -> str:
    return f"{COLUMNS[place % 8]}{place % 64 // 8 + 1}{KINDS[place // 64]}"


def step_name(axis: int, cell: int, length: int = 1) -> str:
    return f"{cell_name(cell)}-{cell_name(cell + length * (1, 9)[axis == 0])}"


def set_of(words: tuple[int, int]) -> int:
    """A set of two words as one number, with a bit for each cell."""
    low: int = rules.LOW
    return words[0] | words[1] << low


def members(bits: int) -> list[int]:
    """The numbers in a set, ascending."""
    numbers = []
    while bits:
        lowest = bits & -bits
        numbers.append(lowest.bit_length() - 1)
        bits ^= lowest
    return numbers


def added(before: memoryview, after: memoryview) -> bytes:
    """The bits of a field that were not set before."""
    old, new = int.from_bytes(before.tobytes(), "little"), int.from_bytes(after.tobytes(), "little")
    return (new & ~old).to_bytes(after.nbytes, "little")


def row_of(table: memoryview, *index: int) -> tuple[int, int]:
    """The two words of a set in a table of sets."""
    return table[*index, 0], table[*index, 1]


def walls_of(position: Position, owner: int) -> list[int]:
    """The numbers of a player's walls that are shown."""
    return walls_in(position.state.wall.tobytes(), owner)


def walls_in(table: bytes, owner: int) -> list[int]:
    """The numbers of a player's walls in the bytes of `State.wall`."""
    return [kind * 64 + cell // 9 * 8 + cell % 9 for kind, cell in pairs_in(table, owner)]


def known_of(position: Position, seat: int) -> list[tuple[int, int]]:
    """The edges that a player learned from refusals, as (axis, cell)."""
    return pairs_in(position.state.known.tobytes(), seat)


def pairs_in(table: bytes, seat: int) -> list[tuple[int, int]]:
    """A player's sets in a table of two sets for each, as pairs: which of the two, and a cell of it."""
    sets = memoryview(table).cast("q", (2, 2, 2))
    return [(number, cell) for number in range(2) for cell in members(set_of(row_of(sets, seat, number)))]


def jumps_of(position: Position, seat: int) -> tuple[tuple[int, int], ...]:
    """The refused jumps that a player knows of, as (axis, lower or left cell of the jump)."""
    jump = position.state.jump
    return tuple(
        (axis, along * 9 + lane if axis == 0 else lane * 9 + along)
        for axis in range(2)
        for lane in range(9)
        for along in range(7)
        if jump[seat, axis, lane] >> along & 1
    )


def refused_of(position: Position) -> list[int]:
    """The numbers of the walls refused in this turn."""
    return members(int.from_bytes(position.state.refused.tobytes(), "little"))


# -- moves


def write_action(position: Position, action: int) -> str:
    if action < rules.FIRST_STEP:
        return cell_name(action + 72 * max(position.to_act, 0))
    if action < rules.FIRST_WALL:
        return STEPS[action - rules.FIRST_STEP]
    return wall_name(action - rules.FIRST_WALL)


def read_actions(position: Position, text: str) -> list[int]:
    """The move in a text: a column to start in, a step (`up`, or the cell it leads to), or a wall (`e3h`)."""
    word = "".join(text.lower().split())
    if position.state.turns < 0:
        line = 1 + 8 * max(position.to_act, 0)
        start = re.fullmatch(rf"([a-i]){line}?", word)
        if not start:
            raise MoveError(f"{text.strip()!r} is no column to start in; type a letter from a to i")
        return [COLUMNS.index(start[1])]
    if word in STEP_WORDS:
        return [rules.FIRST_STEP + STEP_WORDS[word]]
    wall = re.fullmatch(r"([a-i])([1-9])-?([hv])", word)
    if wall:
        column, line = COLUMNS.index(wall[1]), int(wall[2]) - 1
        if column > 7 or line > 7:
            raise MoveError(f"a wall's cell is from a1 to h8, the lower left of the four it touches, not {word[:2]}")
        return [rules.FIRST_WALL + KINDS.index(wall[3]) * 64 + line * 8 + column]
    if re.fullmatch(r"[a-i][1-9]", word):
        for way in range(4):
            to = rules.landing(position.board, position.state, position.to_act, way)
            if to >= 0 and cell_name(to) == word:
                return [rules.FIRST_STEP + way]
        raise MoveError(f"no step leads to {word}; type up, down, left or right, or a wall such as e3h or e3v")
    raise MoveError(
        f"{text.strip()!r} is not a move; type up, down, left or right, or a wall such as e3h (above e3 and f3) "
        "or e3v (right of e3 and e4)"
    )


# -- positions


def score_of(position: Position, cell: int) -> int:
    """The score of a cell in a full position (FQ-8 to FQ-11)."""
    board, state = position.board, position.state
    value: int = sum(rules.bit(*row_of(state.score, i), cell) << i for i in range(5))
    value -= 32 * (value >> 4)
    if state.turns >= 0:
        for seat in range(2):
            near = rules.bit(*row_of(board.cross, state.pawn[seat]), cell)
            value += near * (1, -1)[seat]
    return value


def keeps_scores(position: Position) -> bool:
    return any(row_of(position.state.score, i) != (0, 0) for i in range(5))


def sight_rows(position: Position) -> list[str]:
    """Who sees which cells, line 9 first."""
    seen = [row_of(position.state.seen, seat) for seat in range(2)]
    return [
        "".join(SIGHT[sum(rules.bit(*seen[seat], line * 9 + col) << seat for seat in range(2))] for col in range(9))
        for line in reversed(range(9))
    ]


def pawn_names(position: Position) -> list[str]:
    return [cell_name(cell) if cell >= 0 else "-" for cell in position.state.pawn]


def describe(position: Position) -> dict[str, Any]:
    """What the position shows, as JSON data; what is concealed in it is missing or `-`."""
    state = position.state
    actor = {NOBODY: "nobody"}.get(position.to_act) or PLAYERS[position.to_act]
    found: dict[str, Any] = {
        "turns": state.turns,
        "choosing": state.turns < 0,
        "to_act": actor,
        "last_turn": bool(state.last) and not position.over,
        "result": result_word(position),
        "pawns": pawn_names(position),
        "walls_left": list(state.left),
        "refused": [wall_name(place) for place in refused_of(position)],
        "sees": sight_rows(position),
    }
    for seat, name in enumerate(PLAYERS):
        found[f"walls_{name}"] = [wall_name(place) for place in walls_of(position, seat)]
        found[f"known_{name}"] = [step_name(axis, cell) for axis, cell in known_of(position, seat)]
        found[f"jumps_{name}"] = [step_name(axis, cell, 2) for axis, cell in jumps_of(position, seat)]
    if keeps_scores(position):
        found["scores"] = [[score_of(position, line * 9 + col) for col in range(9)] for line in reversed(range(9))]
    return found


def result_word(position: Position) -> str:
    if not position.over:
        return "none"
    return {1: "A wins", -1: "B wins"}.get(position.state.result, "draw")


def write_position(position: Position) -> str:
    state, told = position.state, describe(position)
    fields = Fields(
        turns=state.turns,
        to_act=told["to_act"],
        last="yes" if state.last else "no",
        result=next(word for word, value in RESULTS.items() if value == state.result),
        pawns=" ".join(told["pawns"]),
        left=" ".join(map(str, state.left)),
    )
    for part in ("walls", "known", "jumps"):
        for name in PLAYERS:
            fields.values[f"{part}_{name.lower()}"] = " ".join(told[f"{part}_{name}"])
    fields.values["refused"] = " ".join(told["refused"])
    fields.values["scores"] = "kept" if keeps_scores(position) else "hidden"
    fields.add_stream(state)
    return str(fields) + "\n" + "\n".join(sight_rows(position)) + "\n"


def read_position(table: Table, text: str) -> Position:
    """Parse a position. In a full position the rows that say who sees what may be omitted."""
    fields, rows, first = read_fields(text, FIELDS)
    position = table.blank()
    board, state = position.board, position.state
    state.turns = fields.number("turns", -2, board.limit)
    actor = _one_of(fields, "to_act", (*PLAYERS, "nobody"))
    state.to_act = NOBODY if actor == "nobody" else PLAYERS.index(actor)
    if state.to_act >= 0 and state.to_act != state.turns % 2:
        raise fields.error("to_act", f"{PLAYERS[state.turns % 2]} or nobody after {state.turns} turns")
    state.last = int(_one_of(fields, "last", ("yes", "no")) == "yes")
    state.result = RESULTS[_one_of(fields, "result", tuple(RESULTS))]
    state.left[0], state.left[1] = fields.numbers("left", (0, 10), (0, 10))
    fields.read_stream(state)
    _read_pawns(fields, state)
    for seat in range(2):
        _read_walls(fields, position, seat)
        _read_edges(fields, state, seat)
    for _, place in _walls_in(fields, "refused"):
        if state.to_act < 0:
            raise fields.error("refused", "empty when nobody is to act")
        state.refused[place >> 5] |= 1 << (place & 31)
    kept = _one_of(fields, "scores", ("kept", "hidden")) == "kept"
    _read_sight(position, kept, rows, first)
    if state.turns >= 0 and min(state.pawn) >= 0 and state.to_act >= 0:
        _check_ways(fields, position)
    return position


def _one_of(fields: Fields, name: str, words: tuple[str, ...]) -> str:
    if fields[name] not in words:
        raise fields.error(name, "one of " + ", ".join(words))
    return fields[name]


def _cell(word: str) -> int | None:
    if not re.fullmatch(r"[a-i][1-9]", word):
        return None
    return COLUMNS.index(word[0]) + 9 * (int(word[1]) - 1)


def _read_pawns(fields: Fields, state: Record) -> None:
    cells = [-1 if word == "-" else _cell(word) for word in fields["pawns"].split()]
    if len(cells) != 2 or None in cells or (cells[0] == cells[1] and cells[0] != -1):
        raise fields.error("pawns", "two cells such as e1 e9, or - for a pawn that is not shown")
    state.pawn[0], state.pawn[1] = cells


def _walls_in(fields: Fields, name: str) -> Iterable[tuple[str, int]]:
    for word in fields[name].split():
        if not re.fullmatch(r"[a-h][1-8][hv]", word):
            raise fields.error(name, "walls such as e3h or d4v")
        yield word, KINDS.index(word[2]) * 64 + (int(word[1]) - 1) * 8 + COLUMNS.index(word[0])


def _read_walls(fields: Fields, position: Position, owner: int) -> None:
    state, name = position.state, f"walls_{PLAYERS[owner].lower()}"
    for count, (word, place) in enumerate(_walls_in(fields, name), 1):
        edges = rules.edges(position.board, state, rules.TRUTH)
        if not rules.fits(position.board, state, rules.TRUTH, *edges, place):
            raise fields.error(name, f"walls that neither overlap nor cross ({word} does)")
        if count > 10 - state.left[owner]:
            raise fields.error(name, f"at most the {10 - state.left[owner]} walls that {PLAYERS[owner]} has placed")
        half, bit = divmod(place % 64 // 8 * 9 + place % 8, 45)
        state.wall[owner, place // 64, half] |= 1 << bit


def _read_edges(fields: Fields, state: Record, seat: int) -> None:
    for part, length in (("known", 1), ("jumps", 2)):
        name = f"{part}_{PLAYERS[seat].lower()}"
        for word in fields[name].split():
            ends = [_cell(end) for end in word.split("-")]
            if len(ends) != 2 or ends[0] is None or ends[1] is None:
                raise fields.error(name, f"pairs of cells such as e3-e{3 + length}")
            start, end = ends[0], ends[1]
            axis = {9 * length: 0, length: 1}.get(end - start)
            if axis is None or (axis == 1 and start // 9 != end // 9):
                raise fields.error(name, f"pairs of cells such as e3-e{3 + length}, the lower or left one first")
            if length == 1:
                half, bit = divmod(start, 45)
                state.known[seat, axis, half] |= 1 << bit
            else:
                line, column = divmod(start, 9)
                lane, along = (column, line) if axis == 0 else (line, column)
                state.jump[seat, axis, lane] |= 1 << along


def _read_sight(position: Position, kept: bool, rows: list[str], first: int) -> None:
    board, state = position.board, position.state
    if kept or not board.fog:
        rules.lay_fog(board, state)
        if board.fog:
            for owner in range(2):
                for place in walls_of(position, owner):
                    rules.add_wall(board, state, place, owner)
        if state.turns >= 0 and min(state.pawn) >= 0:
            rules.look(board, state)
        if not rows:
            return
    if [len(row) for row in rows] != [9] * 9:
        raise TextError(first, 1, "expected 9 rows of 9 cells: who sees them, line 9 first")
    for seat in range(2):
        state.seen[seat, 0] = state.seen[seat, 1] = 0
    for number, row in enumerate(rows):
        for column, char in enumerate(row):
            if char not in SIGHT:
                raise TextError(
                    first + number, column + 1, f"unknown symbol {char!r}; expected one of {' '.join(SIGHT)}"
                )
            half, bit = divmod((8 - number) * 9 + column, 45)
            for seat in range(2):
                state.seen[seat, half] |= (SIGHT.index(char) >> seat & 1) << bit


def _check_ways(fields: Fields, position: Position) -> None:
    board, state = position.board, position.state
    edges = rules.edges(board, state, rules.TRUTH)
    for seat, goal in ((0, 9), (1, 1)):
        if not rules.reaches(*edges, state.pawn[seat], seat):
            raise fields.error(
                f"walls_{PLAYERS[seat].lower()}", f"walls that leave {PLAYERS[seat]} a way to line {goal}"
            )
    if not rules.available(board, state):
        raise fields.error("to_act", "a player who is offered an action")


def ahead(position: Position, seat: int, chosen: Sequence[int]) -> Position | None:
    """Columns are chosen in secret (FQ-1), so B need not wait for A."""
    if position.state.turns != -2 or seat != 1:
        return None
    own = position.copy()
    if chosen:
        own.state.pawn[seat] = chosen[0] + 72
    else:
        own.state.to_act, own.state.turns = seat, -1
    return own
