"""Connect Four's moves and positions as text: a move is a column's number, a position is the list of moves."""

from __future__ import annotations

from typing import Any

from boardwalk import Fields, MoveError, Position, Table, read_fields
from connect_four import rules
from connect_four.setup import SEATS


def name_of(seat: int) -> str:
    """A seat's name; `nobody` for NO_SEAT, and once the game is over."""
    return SEATS[seat] if seat >= 0 else "nobody"


def cells_of_discs(position: Position) -> list[tuple[int, int]]:
    """The row and column of each disc, in the order in which they were dropped."""
    state, cols = position.state, position.board.cols
    discs = sorted((disc, cell) for cell, disc in enumerate(state.cell) if disc != rules.EMPTY)
    return [divmod(cell, cols) for _, cell in discs]


def write_action(position: Position, action: int) -> str:
    return str(action + 1)


def read_actions(position: Position, text: str) -> list[int]:
    word, cols = text.strip(), position.board.cols
    columns = {str(action + 1): action for action in range(cols)}
    if word not in columns:
        raise MoveError(f"{word[:20]!r} is no column; type a number from 1 to {cols}")
    return [columns[word]]


def describe(position: Position) -> dict[str, Any]:
    state = position.state
    return {
        "to_act": name_of(position.to_act),
        "winner": name_of(state.winner),
        "resigned": name_of(state.resigned),
        "columns": [col + 1 for _, col in cells_of_discs(position)],
    }


def write_position(position: Position) -> str:
    told = describe(position)
    fields = Fields(columns=" ".join(map(str, told["columns"])), resigned=told["resigned"])
    fields.add_stream(position.state)
    return str(fields)


def read_position(table: Table, text: str) -> Position:
    """The position after these columns were played, by the rules themselves."""
    fields, _, _ = read_fields(text, ("columns", "resigned", "rng"))
    position = table.blank()
    table.interpreted.deal(position)
    for word in fields["columns"].split():
        try:
            (action,) = read_actions(position, word)
        except MoveError:
            raise fields.error("columns", f"columns from 1 to {position.board.cols}") from None
        if action not in table.interpreted.legal(position):
            raise fields.error("columns", f"columns that could be played in this order ({word} could not)")
        table.interpreted.apply(position, action)
    seats = {name_of(seat): seat for seat in (rules.NO_SEAT, *range(len(SEATS)))}
    if fields["resigned"] not in seats:
        raise fields.error("resigned", "one of " + ", ".join(seats))
    seat = seats[fields["resigned"]]
    if seat != rules.NO_SEAT:
        if position.over:
            raise fields.error("resigned", "nobody, as the game was over by then")
        rules.resign(position.state, seat)
    fields.read_stream(position.state)
    return position
