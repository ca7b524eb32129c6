"""How Box World looks, and how one acts in it."""

from __future__ import annotations

from boardwalk.core.game import Position
from boardwalk.core.scene import Choice, Fact, Piece, Scene, Tile
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.notation import MOVES, Level, grid, player_at

PALETTE = (
    Tile("floor", ".", "floor"),
    Tile("wall", "#", "wall"),
    Tile("pit", "O", "hole"),
    Tile("finish", "F", "finish"),
)
TILE_OF = {"-": 0, "W": 1, "H": 2, "F": 3, "B": 0, "I": 0}
LABELS = ("up", "right", "down", "left", "next level")
KEYS = (("w", "ArrowUp"), ("d", "ArrowRight"), ("s", "ArrowDown"), ("a", "ArrowLeft"), ("n", "Enter"))
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def scene(position: Position, seat: int) -> Scene:
    rows = grid(position)
    row, col = player_at(position)
    pieces = [
        Piece(f"{char}{r}.{c}", "box" if char == "B" else "ice", r, c, char, "box" if char == "B" else "ice box")
        for r, line in enumerate(rows)
        for c, char in enumerate(line)
        if char in "BI"
    ]
    pieces.append(Piece("player", "walker", row, col, "@", "player", tone=0))
    return Scene(
        theme="warehouse",
        rows=len(rows),
        cols=len(rows[0]),
        palette=PALETTE,
        tiles=tuple(TILE_OF[char] for line in rows for char in line),
        status=status(position),
        pieces=tuple(pieces),
        panel=(Fact("moves", str(position.state.moves)), Fact("pushes", str(position.state.pushes))),
    )


def status(position: Position) -> str:
    state = position.state
    level: Level = position.table.layout.notes[state.level]
    name = f"Level {state.level + 1} of {position.board.levels}" + (f": {level.title}" if level.title else "")
    if state.done:
        return f"{name}. Done in {state.moves} moves"
    return name


def choice(position: Position, action: int) -> Choice:
    cell = None
    if action < rules.GO_ON:
        row, col = player_at(position)
        cell = (row + STEPS[action][0], col + STEPS[action][1])
    return Choice(action, MOVES[action], LABELS[action], KEYS[action], cell)


def announce(before: Position, after: Position, seat: int) -> list[str]:
    if after.state.done and not before.state.done:
        return ["Level done"]
    return []
