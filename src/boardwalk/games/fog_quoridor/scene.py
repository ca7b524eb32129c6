"""Scenes, choices and announcements of Fog Quoridor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from boardwalk.contract.game import Position
from boardwalk.contract.scene import EVERYTHING, Choice, Edge, Fact, Overlay, Piece, Scene, Tile
from boardwalk.engine.records import Record
from boardwalk.games.fog_quoridor import rules
from boardwalk.games.fog_quoridor.notation import (
    COLUMNS,
    PLAYERS,
    STEPS,
    added,
    cell_name,
    jumps_of,
    members,
    pairs_in,
    row_of,
    set_of,
    step_name,
    wall_name,
    walls_in,
)

PALETTE = (
    Tile("floor", ".", "grass"),
    Tile("finish", ".", "A's goal", tone=0),
    Tile("finish", ".", "B's goal", tone=1),
)
TILES = (1,) * 9 + (0,) * 63 + (2,) * 9
ROW_LABELS, COL_LABELS = tuple("987654321"), tuple(COLUMNS)
KEYS = (("ArrowUp", "w"), ("ArrowDown", "s"), ("ArrowLeft", "a"), ("ArrowRight", "d"))


def place_of(cell: int) -> tuple[int, int]:
    """A cell's row and column in the picture: line 9 is at the top."""
    return 8 - cell // 9, cell % 9


@lru_cache(1024)
def wall_edge(place: int, tone: int) -> Edge:
    line, column = place % 64 // 8, place % 8
    if place < 64:
        return Edge(8 - line, column, True, 2, tone)
    return Edge(7 - line, column + 1, False, 2, tone)


@lru_cache(1024)
def known_edge(axis: int, cell: int) -> Edge:
    row, column = place_of(cell)
    return Edge(row, column + (axis == 1), axis == 0, kind="known")


@lru_cache(1024)
def pawn(owner: int, cell: int, name: str) -> Piece:
    letter = PLAYERS[owner]
    return Piece(letter, "pawn", *place_of(cell), letter, f"{name}'s pawn", tone=owner, label=letter)


FOG = tuple(Overlay("fog", *place_of(cell)) for cell in range(81))


@lru_cache(4096)
def fog(seen: int) -> tuple[Overlay, ...]:
    """Fog on all cells but those of a set."""
    bits = f"{seen:081b}"[::-1]
    return tuple([overlay for overlay, bit in zip(FOG, bits, strict=True) if bit == "0"])


@lru_cache(4096)
def edges(walls: bytes, known: bytes, viewers: tuple[int, ...]) -> tuple[Edge, ...]:
    """The walls that are shown, and the edges that the viewers learned from refusals."""
    found = [wall_edge(place, owner) for owner in range(2) for place in walls_in(walls, owner)]
    found += [known_edge(axis, cell) for viewer in viewers for axis, cell in pairs_in(known, viewer)]
    return tuple(found)


OWN = tuple((letter,) for letter in PLAYERS)
GOALS = ("Reach line 9", "Reach line 1")
GOAL_CELLS = tuple(tuple((row, column) for column in range(9)) for row in (0, 8))


def goal(position: Position, seat: int) -> str:
    if seat >= 0:
        return GOALS[seat]
    first, second = position.table.seats
    return f"{first} has to reach line 9, {second} line 1"


def hidden(position: Position) -> str:
    """What a spectator can't see, and why (FQ-17)."""
    board = position.board
    what = ["pawns"] * bool(board.fog) + ["walls"] * (not board.open)
    if not what:
        return ""
    words = " and ".join(what)
    return f"The {words} are hidden from spectators until the end, so that nobody can tell a player"


def scene(position: Position, seat: int) -> Scene:
    state, names = position.state, position.table.seats
    bare = position.over or seat == EVERYTHING
    viewers = (seat,) if seat >= 0 and not bare else (0, 1)
    overlays: tuple[Overlay, ...] = ()
    nothing_secret = seat < 0 and state.turns == -2  # nobody has chosen a column yet
    if not bare and not nothing_secret:
        overlays = fog(set_of(row_of(state.seen, viewers[0])) | set_of(row_of(state.seen, viewers[-1])))
    return Scene(
        theme="hedge",
        rows=9,
        cols=9,
        palette=PALETTE,
        tiles=TILES,
        status=status(position, seat),
        pieces=tuple([pawn(owner, cell, names[owner]) for owner, cell in enumerate(state.pawn) if cell >= 0]),
        edges=edges(state.wall.tobytes(), state.known.tobytes(), () if bare else viewers),
        overlays=overlays,
        panel=panel(position),
        row_labels=ROW_LABELS,
        col_labels=COL_LABELS,
        own=OWN[seat] if seat >= 0 and state.pawn[seat] >= 0 else (),
        goal="" if position.over else goal(position, seat),
        goal_cells=GOAL_CELLS[seat] if seat >= 0 and not bare else (),
        hidden="" if bare or seat >= 0 else hidden(position),
    )


@lru_cache(1024)
def walls_left(seat: int, left: int, name: str) -> Fact:
    return Fact(name, f"{left} wall{'s' * (left != 1)}", seat, seat, "wall")


def panel(position: Position) -> tuple[Fact, ...]:
    state = position.state
    turns = state.turns
    names = position.table.seats
    facts = [walls_left(seat, left, names[seat]) for seat, left in enumerate(state.left)]
    if turns >= 0:
        facts.append(Fact("turns", f"{turns} of {position.board.limit}"))
    if state.last and not position.over:
        facts.append(Fact(names[1], "last turn", 1, 1))
    return tuple(facts)


def status(position: Position, seat: int) -> str:
    state = position.state
    first, second = position.table.seats
    if position.over:
        return {1: f"{first} has won", -1: f"{second} has won"}.get(state.result, "A draw")
    own = position.to_act == seat
    name = position.table.seats[position.to_act]
    if state.turns < 0:
        return "Choose the column to start in" if own else f"{name} chooses a column"
    if state.last:
        whose = "Your" if own else f"{second}'s"
        return f"{whose} last turn: {first} is on line 9"
    return f"Your turn, {name}" if own else f"{name}'s turn"


def _start(seat: int, column: int) -> Choice:
    text = cell_name(column + 72 * seat)
    return Choice(column, text, f"start on {text}", (COLUMNS[column],), place_of(column + 72 * seat))


def _wall(seat: int, place: int) -> Choice:
    text = wall_name(place)
    return Choice(rules.FIRST_WALL + place, text, f"wall {text}", (), None, wall_edge(place, seat))


# by seat and action; None for steps, which depend on the position
CHOICES: tuple[tuple[Choice | None, ...], ...] = tuple(
    (
        *(_start(seat, column) for column in range(rules.FIRST_STEP)),
        *(None for _ in STEPS),
        *(_wall(seat, place) for place in range(rules.WALLS)),
    )
    for seat in range(2)
)


@lru_cache(1024)
def _step(way: int, to: int) -> Choice:
    return Choice(rules.FIRST_STEP + way, STEPS[way], f"step {STEPS[way]}", KEYS[way], place_of(to))


def step(state: Record, seat: int, way: int) -> Choice:
    """A legal step of this seat: over the other pawn where that stands in the way (FQ-5)."""
    to = rules.ahead(state.pawn[seat], way)
    return _step(way, rules.ahead(to, way) if to == state.pawn[1 - seat] else to)


def choices(position: Position, actions: Sequence[int]) -> list[Choice]:
    seat = max(position.to_act, 0)
    fixed = CHOICES[seat]
    return [fixed[action] or step(position.state, seat, action - rules.FIRST_STEP) for action in actions]


def choice(position: Position, action: int) -> Choice:
    return choices(position, (action,))[0]


def announce(before: Position, after: Position, seat: int) -> list[str]:
    """What this seat learns from a step: refusals, what the opponent did as far as it may know, the result."""
    news = refusals(before, after, seat) if seat >= 0 else []
    old, new, names = before.state, after.state, after.table.seats
    if seat == EVERYTHING and before.to_act >= 0:
        news = [f"{names[before.to_act]} is refused: {words}" for words in refusals(before, after, before.to_act)]
    if new.turns >= 0 > old.turns:
        news.append(f"Both have chosen; {names[0]} plays first")
    elif old.turns >= 0 and new.turns > old.turns:
        news.append(deed(before, after, before.to_act))
        for number in range(old.turns + 1, new.turns):
            news.append(f"{names[number % 2]} can do nothing and passes")
    if new.last and not old.last:
        news.append(f"{names[0]} has reached line 9; {names[1]} has one more turn")
    if after.over:
        news.append(status(after, seat))
    return news


def deed(before: Position, after: Position, actor: int) -> str:
    """What a player did in the turn that just ended."""
    name = after.table.seats[actor]
    if after.state.left[actor] < before.state.left[actor]:
        placed = walls_in(added(before.state.wall, after.state.wall), actor)
        return f"{name} places the wall {wall_name(placed[0])}" if len(placed) == 1 else f"{name} places a wall"
    old, new = before.state.pawn[actor], after.state.pawn[actor]
    if new >= 0 and old != new:
        return f"{name} steps to {cell_name(new)}"
    if new >= 0:
        return f"{name} can do nothing and passes"
    return f"{name} steps unseen"


def refusals(before: Position, after: Position, seat: int) -> list[str]:
    """Sentences on what refused the seat's own attempt (FQ-16)."""
    old, new = before.state, after.state
    news = []
    if old.known.tobytes() != new.known.tobytes():
        for axis, cell in pairs_in(added(old.known, new.known), seat):
            news.append(f"There is a wall between {' and '.join(step_name(axis, cell).split('-'))}")
    if old.jump.tobytes() != new.jump.tobytes():
        known = jumps_of(before, seat)
        for axis, cell in [jump for jump in jumps_of(after, seat) if jump not in known]:
            jump = step_name(axis, cell, 2).replace("-", " to ")
            news.append(f"There is a wall in the way of the jump from {jump}")
    if old.turns == new.turns and old.refused.tobytes() != new.refused.tobytes():
        for place in members(int.from_bytes(added(old.refused, new.refused), "little")):
            news.append(f"The wall {wall_name(place)} can't stand there in this turn")
    return news
