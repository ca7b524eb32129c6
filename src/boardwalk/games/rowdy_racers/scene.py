"""Scenes, choices and announcements of Rowdy Racers."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np

from boardwalk.contract.game import Position, Table
from boardwalk.contract.scene import Choice, Fact, Overlay, Piece, Scene, Tile
from boardwalk.engine.records import Record
from boardwalk.engine.rules import AUDIENCE, BOARD, NOBODY
from boardwalk.games.rowdy_racers import rules
from boardwalk.games.rowdy_racers.art import THEME
from boardwalk.games.rowdy_racers.notation import MOVES

PALETTE = (
    Tile("floor", ".", "floor"),
    Tile("wall", "#", "wall"),
    Tile("start", "a", "start of player 1, finish of player 2", tone=0),
    Tile("start", "b", "start of player 2, finish of player 1", tone=1),
)
GRENADE_LOOKS = {
    rules.INACTIVE: ("grenade", "*", "light grenade"),
    rules.USED: ("grenade", "!", "light grenade, active once its user leaves"),
    rules.ACTIVE: ("grenade", "o", "active light grenade"),
    rules.EXPLODED: ("spent", "+", "exploded light grenade"),
}
LABELS = (
    *("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"),
    *("pick up", "use a grenade", "end the turn"),
)
KEYS = (
    ("ArrowUp", "8", "w"),
    ("9", "e"),
    ("ArrowRight", "6", "d"),
    ("3", "c"),
    ("ArrowDown", "2", "s", "x"),
    ("1", "z"),
    ("ArrowLeft", "4", "a"),
    ("7", "q"),
    ("p",),
    ("u",),
    (" ", "Enter"),
)


OWN = (("racer1",), ("racer2",))


def scene(position: Position, seat: int) -> Scene:
    shown = _scene(position.table, position.board, position.state)
    if position.over:
        return shown
    goal, cells = _goal(position.table, position.board, seat)
    own = OWN[seat] if seat >= 0 else ()
    return msgspec.structs.replace(
        shown,
        status=status(position.table, position.state, seat),
        own=own,
        goal=goal,
        goal_cells=cells,
        hidden=HIDDEN if seat == AUDIENCE else "",
    )


HIDDEN = "Grenades that lie ready are hidden from everybody until somebody steps on one"


@lru_cache(1024)
def _goal(table: Table, board: Record, seat: int) -> tuple[str, tuple[tuple[int, int], ...]]:
    """What a seat has to do, and the square to reach."""
    if seat < 0:
        return "Each races to the square where the other started", ()
    row, col = divmod(board.start[1 - seat], board.cols)
    return f"Reach the square where {table.seats[1 - seat]} started", ((row, col),)


@lru_cache(64)  # all seats see the same, one after the other
def _scene(table: Table, board: Record, state: Record) -> Scene:
    bare = floor(board)
    cols = bare.cols
    first, second = state.cell
    return Scene(
        theme=bare.theme,
        rows=bare.rows,
        cols=cols,
        palette=bare.palette,
        tiles=bare.tiles,
        status=status(table, state, AUDIENCE),
        pieces=(
            *grenades(state.grenade.tobytes(), cols),
            racer(0, first, cols, table.seats[0]),
            racer(1, second, cols, table.seats[1]),
        ),
        overlays=power_failures(state.dark.tobytes(), cols) + trails(state.trail.tobytes(), cols),
        panel=panel(board, state),
    )


@lru_cache(4096)
def floor(board: Record) -> Scene:
    """The grid, without anything that changes during a game."""
    squares = board.square.tolist()[: board.rows * board.cols]
    tiles = [1 if square == rules.WALL else 0 for square in squares]
    tiles[board.start[0]], tiles[board.start[1]] = 2, 3
    return Scene(theme=THEME.name, rows=board.rows, cols=board.cols, palette=PALETTE, tiles=tuple(tiles), status="")


@lru_cache(4096)
def grenades(kinds: bytes, cols: int) -> tuple[Piece, ...]:
    """The grenades on the grid, from the kind on each square."""
    return tuple([grenade(square, kind, cols) for square, kind in enumerate(kinds) if kind])


@lru_cache(4096)
def grenade(square: int, kind: int, cols: int) -> Piece:
    shape, char, name = GRENADE_LOOKS[kind]
    return Piece(f"grenade{square}", shape, *divmod(square, cols), char, name)


@lru_cache(4096)
def racer(seat: int, square: int, cols: int, name: str) -> Piece:
    label = str(seat + 1)
    return Piece(f"racer{label}", "racer", *divmod(square, cols), label, name, tone=seat, label=label)


@lru_cache(4096)
def power_failures(dark: bytes, cols: int) -> tuple[Overlay, ...]:
    """The squares without power; the strength is the number of turns left."""
    sets = np.frombuffer(dark, np.uint8).reshape(rules.LASTS, -1)  # by age, of the squares as bits
    ages = np.unpackbits(sets, axis=1, bitorder="little").T.ravel()  # of square 0, then of square 1, …
    return tuple([failure(number, cols) for number in ages.nonzero()[0].tolist()])


@lru_cache(16384)
def failure(number: int, cols: int) -> Overlay:
    square, age = divmod(number, rules.LASTS)
    row, col = divmod(square, cols)
    return Overlay("dark", row, col, strength=rules.LASTS - age)


def trails(squares: bytes, cols: int) -> tuple[Overlay, ...]:
    """The light trails of both racers; the strength is highest on the newest square."""
    numbered = enumerate(memoryview(squares).cast("h"))
    return tuple([trail(number, square, cols) for number, square in numbered if square != rules.NO_SQUARE])


@lru_cache(16384)
def trail(number: int, square: int, cols: int) -> Overlay:
    racer, age = divmod(number, rules.TRAIL)
    return Overlay("trail", *divmod(square, cols), racer, rules.TRAIL - age)


def panel(board: Record, state: Record) -> tuple[Fact, ...]:
    turns, limit = state.turns, board.limit
    player = NOBODY if state.to_act == NOBODY else state.player
    facts = [Fact("turn", f"{turns} of {limit}" if limit else str(turns))]
    for racer, (carried, debt) in enumerate(zip(state.carried, state.debt, strict=True)):
        if racer == player:
            facts.append(fact("actions left", state.actions, racer))
        facts.append(fact("grenades carried", carried, racer))
        if debt:
            facts.append(fact("actions lost to a grenade", debt, racer))
    return tuple(facts)


@lru_cache(1024)
def fact(label: str, number: int, racer: int) -> Fact:
    most = f" of {rules.CARRIES}" if label == "grenades carried" else ""
    return Fact(label, f"{number}{most}", tone=racer)


def status(table: Table, state: Record, seat: int) -> str:
    """Whose turn it is, in words to this seat."""
    to_act = state.to_act
    if to_act == NOBODY:
        return ending(table, state)
    player = table.seats[state.player]
    if to_act == BOARD:
        return f"{player}'s turn begins"
    actions = state.actions
    own = seat == state.player
    if actions == 1 and not state.moved:
        return f"{'You have' if own else f'{player} has'} one action left and must move"
    whose = f"Your turn, {player}" if own else f"{player}'s turn"
    return f"{whose}: {count(actions, 'action')} left"


def ending(table: Table, state: Record) -> str:
    if state.ending == rules.TIME_UP:
        return f"A draw: the race ends after {count(state.turns, 'turn')}"
    winner, loser = table.seats[state.winner], table.seats[1 - state.winner]
    if state.ending == rules.TRAPPED:
        return f"{loser} is trapped: {winner} wins"
    if state.ending == rules.RESIGNED:
        return f"{loser} resigns: {winner} wins"
    return f"{winner} reaches the finish and wins"


def count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


@lru_cache(4096)
def _move(action: int, square: int, cols: int) -> Choice:
    row, col = divmod(square, cols)
    cell = (row + rules.ROW_STEP[action], col + rules.COL_STEP[action])
    return Choice(action, MOVES[action], LABELS[action], KEYS[action], cell)


OTHERS = tuple(Choice(*parts) for parts in zip(range(rules.ACTIONS), MOVES, LABELS, KEYS, strict=True))


def choice(position: Position, action: int) -> Choice:
    if action >= rules.DIRECTIONS:
        return OTHERS[action]
    return _move(action, position.state.cell[max(position.to_act, 0)], position.board.cols)


def announce(before: Position, after: Position, seat: int) -> list[str]:
    old, new = before.state, after.state
    if new.to_act == NOBODY:
        return [ending(after.table, new)]
    player = old.player
    name = after.table.seats[player]
    if old.to_act == BOARD:
        return _turn_begins(old, new, player, name)
    carried, had = new.carried[player], old.carried[player]
    if carried != had:
        return [f"{name} picks up a grenade" if carried > had else f"{name} lays a grenade"]
    here = new.cell[player]
    if new.grenade[here] == rules.EXPLODED and old.grenade[here] != rules.EXPLODED:
        lost = rules.LOST_DARK if rules.turns_dark(new, here) else rules.LOST
        return [f"A grenade explodes under {name}, who loses {lost} actions"]
    if old.actions > 1 and here != old.cell[player] and rules.turns_dark(new, here):
        return [f"No power here: {name}'s turn ends"]
    return []


def _turn_begins(old: Record, new: Record, player: int, name: str) -> list[str]:
    news = []
    if any(new.dark.tolist()[0]):
        news.append("The power fails in places")
    if new.player != player:
        news.append(f"{name} is blinded and skips the turn")
    elif new.debt[player] != old.debt[player]:
        news.append(f"{name} is still blinded and has {count(new.actions, 'action')}")
    elif new.actions < rules.BUDGET:
        news.append(f"{name} starts without power and has {count(new.actions, 'action')}")
    return news
