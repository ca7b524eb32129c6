"""Capture the Flag's moves and positions as text and as JSON data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardwalk.contract.errors import TextError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.text import Fields, read_fields, read_moves
from boardwalk.engine.rules import NOBODY
from boardwalk.games.capture_the_flag import rules
from boardwalk.games.capture_the_flag.files import write_maze
from boardwalk.games.capture_the_flag.setup import LETTERS


def write_played(position: Position, actions: Sequence[int]) -> str:
    """The maze being played, as text."""
    return write_maze(position.table.layout.notes)


MOVES = ("up", "right", "down", "left", "take", "stay")
WORDS = {
    **dict.fromkeys(("up", "north", "↑"), rules.UP),
    **dict.fromkeys(("right", "east", "→"), rules.RIGHT),
    **dict.fromkeys(("down", "south", "↓"), rules.DOWN),
    **dict.fromkeys(("left", "west", "←"), rules.LEFT),
    **dict.fromkeys(("take", "get", "grab", "flag"), rules.TAKE),
    **dict.fromkeys(("stay", "wait", "pass", "rest"), rules.STAY),
}
KEYS = {"w": rules.UP, "d": rules.RIGHT, "s": rules.DOWN, "a": rules.LEFT, "f": rules.TAKE, "x": rules.STAY}

# The names of players' status bits in the text of a position.
STATUS = {
    0: "free",
    rules.JAILED: "jailed",
    rules.GONE: "left",
    rules.GONE | rules.JAILED: "left-jail",
    rules.WAITING: "waits",
    rules.WAITING | rules.JAILED: "waits-jail",
    rules.FRESH: "back",
    rules.FRESH | rules.JAILED: "back-jail",
}
BITS = {name: bits for bits, name in STATUS.items()}


def write_action(position: Position, action: int) -> str:
    return MOVES[action]


def read_actions(position: Position, text: str) -> list[int]:
    """Parse actions: words such as `up` or `take`, or letters as in `wwd` or `w w d`."""
    expected = "up, down, left or right (or w, s, a, d), take (f) for the flag, or stay (x)"
    return read_moves(text, WORDS, KEYS, "{word} is not an action; type " + expected)


def letter_of(position: Position, seat: int) -> str:
    """The letter of a player in pictures and texts: lower case for team 1."""
    team = rules.team_of(position.board, seat)
    return LETTERS[team][seat - team * position.board.size[0]]


def place_of(position: Position, cell: int) -> tuple[int, int]:
    """A cell's row and column, from 0."""
    row, col = divmod(cell, position.board.cols)
    return row, col


def describe(position: Position) -> dict[str, Any]:
    board, state = position.board, position.state
    players: dict[str, Any] = {}
    for seat in range(board.seats):
        status = state.status[seat]
        team = rules.team_of(board, seat)
        players[letter_of(position, seat)] = {
            "team": team + 1,
            "name": position.table.seats[seat],
            "status": STATUS[status],
            "at": None if status & rules.OFF_MAZE else place_of(position, state.cell[seat]),
            "flag": state.carrier[1 - team] == seat,
        }
    return {
        "tick": state.tick,
        "limit": board.limit or None,
        "to act": None if position.over else letter_of(position, state.to_act),
        "players": players,
        "flags": [
            "stand" if carrier == rules.ON_STAND else letter_of(position, carrier) for carrier in state.carrier.tolist()
        ],
        "stands": [place_of(position, stand) for stand in board.stand.tolist()],
        "over": position.over,
        "winner": state.winner or None,
    }


def write_position(position: Position) -> str:
    """A position as text: fields, then a line per player with its letter, status and, on the maze, row and column."""
    facts, state = describe(position), position.state
    fields = Fields(
        tick=state.tick,
        to_act=facts["to act"] or "nobody",
        winner=state.winner,
        flags=" ".join(facts["flags"]),
    )
    fields.add_stream(state)
    lines = []
    for letter, player in facts["players"].items():
        at = player["at"]
        lines.append(f"{letter} {player['status']}" + (f" {at[0] + 1} {at[1] + 1}" if at else ""))
    return f"{fields}\n" + "\n".join(lines) + "\n"


def read_position(table: Table, text: str) -> Position:
    fields, rows, first = read_fields(text, ("tick", "to_act", "winner", "flags", "rng"))
    position = table.blank()
    board, state = position.board, position.state
    if len(rows) != board.seats:
        raise TextError(first, 1, f"expected {board.seats} lines, one for each player, not {len(rows)}")
    for seat, row in enumerate(rows):
        _read_player(position, seat, row, first + seat)
    state.tick = fields.number("tick", 0, board.limit or 2**31 - 1)
    state.winner = fields.number("winner", 0, 2)
    _read_flags(position, fields)
    _read_turn(position, fields)
    fields.read_stream(state)
    return position


def _read_player(position: Position, seat: int, row: str, line: int) -> None:
    board, state = position.board, position.state
    letter, words = letter_of(position, seat), row.split()
    if not words or words[0] != letter:
        raise TextError(line, 1, f"expected a line for player {letter}, as in '{letter} free 2 3'")
    if len(words) < 2 or words[1] not in BITS:
        raise TextError(line, 3, f"expected one of {', '.join(BITS)} after the player's letter")
    status = state.status[seat] = BITS[words[1]]
    state.waiting += status & rules.WAITING != 0
    if status & rules.OFF_MAZE:
        if len(words) != 2:
            raise TextError(line, 1, f"player {letter} is off the maze; expected no row and column")
        return
    column = len(letter) + len(words[1]) + 3
    if len(words) != 4 or not all(word.isdecimal() and len(word) < 5 for word in words[2:]):
        raise TextError(line, column, "expected a row and a column")
    at_row, at_col = int(words[2]) - 1, int(words[3]) - 1
    cell = at_row * board.cols + at_col
    if not (0 <= at_row < board.rows and 0 <= at_col < board.cols) or board.kind[cell] == rules.WALL:
        raise TextError(line, column, "there is no floor; expected the row and column of a cell without a wall")
    if status & rules.JAILED and board.kind[cell] != rules.JAIL + 1 - rules.team_of(board, seat):
        raise TextError(line, column, "a jailed player stands in the enemy's jail; this cell is none")
    if rules.player_at(state, cell) >= 0:
        raise TextError(line, column, "another player stands there already")
    state.cell[seat] = cell


def _read_flags(position: Position, fields: Fields) -> None:
    """Parse where each flag is: `stand`, or the letter of a free opponent on the maze."""
    board, state = position.board, position.state
    words = fields["flags"].split()
    letters = {letter_of(position, seat): seat for seat in range(board.seats)}
    if len(words) != 2:
        raise fields.error("flags", "two words, each stand or the letter of the player who carries that team's flag")
    for flag, word in enumerate(words):
        state.carrier[flag] = seat = letters.get(word, rules.ON_STAND)
        if seat == rules.ON_STAND:
            fits = word == "stand"
        else:
            fits = rules.team_of(board, seat) != flag and not state.status[seat]
        if not fits:
            raise fields.error("flags", f"stand or a free opponent's letter for the flag of team {flag + 1}")


def _read_turn(position: Position, fields: Fields) -> None:
    """Parse who is to act, which determines the turn within the tick (CF-17)."""
    board, state = position.board, position.state
    if fields["to_act"] == "nobody":
        state.to_act = NOBODY
        return
    if state.winner or state.tick == (board.limit or -1):
        raise fields.error("to_act", "nobody once there is a winner or the limit of ticks is reached")
    for seat in range(board.seats):
        if fields["to_act"] == letter_of(position, seat) and not state.status[seat]:
            state.to_act = seat
            state.turn = (seat - state.tick) % board.seats
            return
    raise fields.error("to_act", "nobody or the letter of a free player")
