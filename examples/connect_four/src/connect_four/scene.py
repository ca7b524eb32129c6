"""How Connect Four looks, and how one acts in it."""

from __future__ import annotations

from boardwalk import Choice, Drawing, Fact, Overlay, Piece, Position, Scene, Theme, Tile
from connect_four import rules
from connect_four.notation import cells_of_discs, name_of, write_action

ARCADE = Theme(
    "arcade",
    like="steel",
    colours={
        "frame": ("#c3d3f5", "#12265c"),
        "board": ("#3f74dc", "#24439a"),
        "hole": ("#e9effb", "#0d1838"),
        "seat0": ("#e5483f", "#ff6b61"),
        "seat1": ("#f7c623", "#ffd84a"),
    },
    tiles={
        "floor": Drawing(
            '<rect x="-20" y="-20" width="40" height="40" fill="{board}"/><circle r="16.5" fill="{hole}"/>',
            flat="board",
        )
    },
)
SLOT = Tile("floor", ".", "slot")


def scene(position: Position, seat: int) -> Scene:
    board = position.board
    slots = board.rows * board.cols
    return Scene(
        theme=ARCADE.name,
        rows=board.rows,
        cols=board.cols,
        palette=(SLOT,),
        tiles=(0,) * slots,
        status=status(position, seat),
        pieces=tuple(disc(position, number, *place) for number, place in enumerate(cells_of_discs(position), 1)),
        overlays=tuple(Overlay("trace", row, col) for row, col in highlighted(position)),
        panel=(Fact("to win", f"{board.connect} in a row"), Fact("discs", f"{position.state.discs} of {slots}")),
        col_labels=tuple(str(column) for column in range(1, board.cols + 1)),
    )


def disc(position: Position, number: int, row: int, col: int) -> Piece:
    seat = rules.owner(position.board, number)
    name = name_of(seat)
    return Piece(f"disc{number}", "disc", row, col, name[0], f"{name}'s disc", tone=seat)


def highlighted(position: Position) -> list[tuple[int, int]]:
    """Where the last disc lies and, if it won, the whole line."""
    board, state = position.board, position.state
    if not state.discs:
        return []
    row, col = cells_of_discs(position)[-1]
    cell = row * board.cols + col
    found = {(row, col)}
    for row_step, col_step in zip(rules.ROW_STEP, rules.COL_STEP, strict=True):
        ahead = rules.run(board, state, cell, row_step, col_step)
        behind = rules.run(board, state, cell, -row_step, -col_step)
        if ahead + 1 + behind >= board.connect:
            found |= {(row + i * row_step, col + i * col_step) for i in range(-behind, ahead + 1)}
    return sorted(found)


def status(position: Position, seat: int) -> str:
    if position.over:
        winner = position.state.winner
        return "A draw" if winner == rules.NO_SEAT else f"{name_of(winner)} has won"
    name = name_of(position.to_act)
    return f"Your turn, {name}" if position.to_act == seat else f"{name}'s turn"


def choice(position: Position, action: int) -> Choice:
    text = write_action(position, action)
    cell = rules.landing(position.board, position.state, action)
    return Choice(action, text, f"column {text}", keys=(text,), cell=divmod(cell, position.board.cols))


def announce(before: Position, after: Position, seat: int) -> list[str]:
    if after.state.resigned != rules.NO_SEAT:
        news = [f"{name_of(after.state.resigned)} resigns"]
    else:
        _, col = cells_of_discs(after)[-1]
        news = [f"{name_of(before.to_act)} drops a disc into column {col + 1}"]
    return [*news, status(after, seat)] if after.over else news
