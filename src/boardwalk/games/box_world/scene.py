"""Scenes, choices and announcements of Box World."""

from __future__ import annotations

from functools import lru_cache

from boardwalk.contract.game import Position
from boardwalk.contract.scene import Choice, Fact, Piece, Scene, Tile
from boardwalk.games.box_world import rules
from boardwalk.games.box_world.art import THEME
from boardwalk.games.box_world.files import BOXES, STEPS
from boardwalk.games.box_world.notation import MOVES, codes, level_of, name_of_level, player_at

PALETTE = (  # by the contents of a cell; a box stands on floor
    Tile("floor", ".", "floor"),
    Tile("pit", "O", "hole"),
    Tile("finish", "F", "finish"),
    Tile("wall", "#", "wall"),
)
OWN = ("player",)
SHAPE_OF, NAME_OF = ("box", "ice"), ("box", "ice box")
LABELS = ("up", "right", "down", "left", "next level")
KEYS = (("w", "ArrowUp"), ("d", "ArrowRight"), ("s", "ArrowDown"), ("a", "ArrowLeft"), ("n", "Enter"))


def scene(position: Position, seat: int) -> Scene:
    cells = codes(position)
    row, col = player_at(position)
    tiles = tuple(0 if code >= rules.BOX else code for line in cells for code in line)
    cols, done = len(cells[0]), position.state.done
    return Scene(
        theme=THEME.name,
        rows=len(cells),
        cols=cols,
        palette=PALETTE,
        tiles=tiles,
        status=status(position),
        pieces=(*boxes(cells), Piece("player", "walker", row, col, "@", "player", tone=0)),
        panel=panel(position),
        own=OWN,
        goal="" if done else "Reach the finish",
        goal_cells=() if done else finishes(tiles, cols),
    )


@lru_cache(64)
def finishes(tiles: tuple[int, ...], cols: int) -> tuple[tuple[int, int], ...]:
    return tuple(divmod(cell, cols) for cell, entry in enumerate(tiles) if entry == rules.FINISH)


def boxes(cells: list[list[int]]) -> list[Piece]:
    """The boxes, identified by the numbers they have kept since the level's start. In a level with more boxes than
    numbers, which are then reused, the cell makes the id unique."""
    pieces: list[Piece] = []
    taken: set[str] = set()
    for row, line in enumerate(cells):
        for col, code in enumerate(line):
            if code < rules.BOX:
                continue
            number, kind = divmod(code - rules.BOX, 2)
            name = f"box{number + 1}"
            name = f"{name}.{row}.{col}" if name in taken else name
            taken.add(name)
            pieces.append(_box(name, kind, row, col))
    return pieces


@lru_cache(16384)
def _box(name: str, kind: int, row: int, col: int) -> Piece:
    return Piece(name, SHAPE_OF[kind], row, col, BOXES[kind], NAME_OF[kind])


def panel(position: Position) -> tuple[Fact, ...]:
    facts = [Fact("moves", str(position.state.moves)), Fact("pushes", str(position.state.pushes))]
    if position.state.done:
        facts.append(Fact("fewest moves", str(level_of(position).fewest or "not known")))
    return tuple(facts)


def status(position: Position) -> str:
    """The level's name; once it is done, its counts and the fewest moves that solve it (BW-15)."""
    state = position.state
    if state.done:
        fewest = level_of(position).fewest
        known = "" if not fewest else " (the fewest possible)" if state.moves == fewest else f" (fewest: {fewest})"
        done = f"Done in {state.moves} {'move' if state.moves == 1 else 'moves'}{known}"
        return ". ".join(filter(None, [name_of_level(position), done]))
    return name_of_level(position) or "To the finish"


def choice(position: Position, action: int) -> Choice:
    return _choice(action, *player_at(position))


@lru_cache(4096)
def _choice(action: int, row: int, col: int) -> Choice:
    """An action of a player who stands here."""
    cell = (row + STEPS[action][0], col + STEPS[action][1]) if action < rules.GO_ON else None
    return Choice(action, MOVES[action], LABELS[action], KEYS[action], cell)


def announce(before: Position, after: Position, seat: int) -> list[str]:
    if after.state.level != before.state.level:
        return [name_of_level(after)]
    if after.state.moves == 0:
        return ["The level starts again"]
    news = []
    if after.state.pushes > before.state.pushes:
        news += _pushed(before, after)
    if after.state.done:
        news.append("Level done")
    return news


def _pushed(before: Position, after: Position) -> list[str]:
    """The announcement of what happened to the box that the player pushed."""
    at, ahead = after.state.player, after.state.player - before.state.player
    box = before.state.cell[at]
    name = NAME_OF[box & 1]
    to = rules.landing(before.state.cell, at, ahead)
    if before.state.cell[to] == rules.HOLE:
        return [f"The {name} fills the hole"]
    slid = (to - at) // ahead
    return [f"The {name} slides {slid} cells"] if slid > 1 else []
