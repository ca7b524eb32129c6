"""Scenes, choices and announcements of Fog Quoridor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from boardwalk.core.game import Position
from boardwalk.core.scene import Choice, Edge, Fact, Overlay, Piece, Scene, Tile
from boardwalk.games.fog_quoridor import rules
from boardwalk.games.fog_quoridor.notation import (
    COLUMNS,
    PLAYERS,
    STEPS,
    cell_name,
    cells_of,
    jumps_of,
    known_of,
    refused_of,
    row_of,
    step_name,
    wall_name,
    walls_of,
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
def pawn(owner: int, cell: int) -> Piece:
    name = PLAYERS[owner]
    return Piece(name, "pawn", *place_of(cell), name, f"{name}'s pawn", tone=owner, label=name)


@lru_cache(4096)
def fog(seen: tuple[int, int]) -> tuple[Overlay, ...]:
    """Fog on all cells but those of a set of two words."""
    clear = set(cells_of(seen))
    return tuple(Overlay("fog", *place_of(cell)) for cell in range(81) if cell not in clear)


def scene(position: Position, seat: int) -> Scene:
    state = position.state
    viewers = (seat,) if seat >= 0 and not position.over else (0, 1)
    edges = [wall_edge(place, owner) for owner in range(2) for place in walls_of(position, owner)]
    overlays: tuple[Overlay, ...] = ()
    if not position.over:
        edges += [known_edge(axis, cell) for viewer in viewers for axis, cell in known_of(position, viewer)]
        seen = [row_of(state.seen, viewer) for viewer in viewers]
        overlays = fog((seen[0][0] | seen[-1][0], seen[0][1] | seen[-1][1]))
    return Scene(
        theme="hedge",
        rows=9,
        cols=9,
        palette=PALETTE,
        tiles=TILES,
        status=status(position, seat),
        pieces=tuple(pawn(owner, cell) for owner, cell in enumerate(state.pawn) if cell >= 0),
        edges=tuple(edges),
        overlays=overlays,
        panel=panel(position),
        row_labels=ROW_LABELS,
        col_labels=COL_LABELS,
    )


def panel(position: Position) -> tuple[Fact, ...]:
    state = position.state
    facts = [Fact(f"walls of {PLAYERS[seat]}", str(state.left[seat]), seat) for seat in range(2)]
    if state.turns >= 0:
        facts.append(Fact("turns", f"{state.turns} of {position.board.limit}"))
    if state.last and not position.over:
        facts.append(Fact("last turn", "B", 1))
    return tuple(facts)


def status(position: Position, seat: int) -> str:
    state = position.state
    if position.over:
        return {1: "A has won", -1: "B has won"}.get(state.result, "A draw")
    own = position.to_act == seat
    name = PLAYERS[position.to_act]
    if state.turns < 0:
        return "Choose the column to start in" if own else f"{name} chooses a column"
    if state.last:
        return "Your last turn: A is on line 9" if own else "B's last turn: A is on line 9"
    return f"Your turn, {name}" if own else f"{name}'s turn"


@lru_cache(1024)
def _choice(action: int, seat: int, to: int) -> Choice:
    """An action of this seat as a choice; `to` is the cell that a step leads to, if it is known."""
    if action < rules.FIRST_STEP:
        text = cell_name(action + 72 * seat)
        return Choice(action, text, f"start on {text}", (COLUMNS[action],), place_of(action + 72 * seat))
    if action < rules.FIRST_WALL:
        way = action - rules.FIRST_STEP
        return Choice(action, STEPS[way], f"step {STEPS[way]}", KEYS[way], place_of(to) if to >= 0 else None)
    place = action - rules.FIRST_WALL
    text = wall_name(place)
    return Choice(action, text, f"wall {text}", (), None, wall_edge(place, seat))


def choice(position: Position, action: int) -> Choice:
    seat, to = position.to_act, -1
    if rules.FIRST_STEP <= action < rules.FIRST_WALL:
        to = rules.landing(position.board, position.state, seat, action - rules.FIRST_STEP)
    return _choice(action, max(seat, 0), to)


def announce(before: Position, after: Position, seat: int) -> list[str]:
    """What this seat learns from a step: refusals, what the opponent did as far as it may know, the result."""
    news = refusals(before, after, seat) if seat >= 0 else []
    old, new = before.state, after.state
    if new.turns >= 0 > old.turns:
        news.append("Both have chosen; A plays first")
    elif old.turns >= 0 and new.turns > old.turns:
        news.append(deed(before, after, before.to_act))
        for number in range(old.turns + 1, new.turns):
            news.append(f"{PLAYERS[number % 2]} can do nothing and passes")
    if new.last and not old.last:
        news.append("A has reached line 9; B has one more turn")
    if after.over:
        news.append(status(after, seat))
    return news


def deed(before: Position, after: Position, actor: int) -> str:
    """What a player did in the turn that just ended."""
    name = PLAYERS[actor]
    if after.state.left[actor] < before.state.left[actor]:
        placed = _new(walls_of(before, actor), walls_of(after, actor))
        return f"{name} places the wall {wall_name(placed[0])}" if len(placed) == 1 else f"{name} places a wall"
    old, new = before.state.pawn[actor], after.state.pawn[actor]
    if new >= 0 and old != new:
        return f"{name} steps to {cell_name(new)}"
    if new >= 0:
        return f"{name} can do nothing and passes"
    return f"{name} steps unseen"


def refusals(before: Position, after: Position, seat: int) -> list[str]:
    """Sentences on what refused the seat's own attempt (FQ-16)."""
    news = [
        f"There is a wall between {' and '.join(step_name(axis, cell).split('-'))}"
        for axis, cell in _new(known_of(before, seat), known_of(after, seat))
    ]
    news += [
        f"There is a wall in the way of the jump from {step_name(axis, cell, 2).replace('-', ' to ')}"
        for axis, cell in _new(jumps_of(before, seat), jumps_of(after, seat))
    ]
    if before.state.turns == after.state.turns:
        news += [
            f"The wall {wall_name(place)} can't stand there in this turn"
            for place in _new(refused_of(before), refused_of(after))
        ]
    return news


def _new(before: Sequence[Any], after: Sequence[Any]) -> list[Any]:
    return [] if before == after else [one for one in after if one not in before]
