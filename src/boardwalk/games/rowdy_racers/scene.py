"""Scenes, choices and announcements of Rowdy Racers."""

from __future__ import annotations

from collections.abc import Iterator

from boardwalk.core.game import Position
from boardwalk.core.rules import BOARD
from boardwalk.core.scene import Choice, Fact, Overlay, Piece, Scene, Tile
from boardwalk.games.rowdy_racers import rules
from boardwalk.games.rowdy_racers.notation import MOVES, place

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


def name_of(position: Position, seat: int) -> str:
    return position.table.seats[seat]


def scene(position: Position, seat: int) -> Scene:
    board = position.board
    squares = board.square.tolist()[: board.rows * board.cols]
    tiles = [1 if square == rules.WALL else 0 for square in squares]
    tiles[board.start[0]], tiles[board.start[1]] = 2, 3
    return Scene(
        theme="neon",
        rows=board.rows,
        cols=board.cols,
        palette=PALETTE,
        tiles=tuple(tiles),
        status=status(position),
        pieces=tuple(pieces(position)),
        overlays=tuple(overlays(position)),
        panel=tuple(panel(position)),
    )


def pieces(position: Position) -> Iterator[Piece]:
    board, state = position.board, position.state
    for square, kind in enumerate(state.grenade.tolist()):
        look = GRENADE_LOOKS.get(kind) if kind else None
        if look:
            shape, char, name = look
            yield Piece(f"grenade{square}", shape, *place(board, square), char, name)
    for racer in range(2):
        row, col = place(board, state.cell[racer])
        label = str(racer + 1)
        yield Piece(f"racer{label}", "racer", row, col, label, name_of(position, racer), tone=racer, label=label)


def dark_squares(position: Position) -> Iterator[tuple[int, int]]:
    """The squares without power, each with the number of turns left."""
    for age, words in enumerate(position.state.dark.tolist()):
        for number, word in enumerate(words):
            while word:
                bit = word & -word
                yield 32 * number + bit.bit_length() - 1, rules.LASTS - age
                word -= bit


def overlays(position: Position) -> Iterator[Overlay]:
    board, state = position.board, position.state
    for square, left in sorted(dark_squares(position)):
        yield Overlay("dark", *place(board, square), strength=left)
    for racer in range(2):
        for age in range(rules.TRAIL):
            square = state.trail[racer, age]
            if square != rules.NO_SQUARE:
                yield Overlay("trail", *place(board, square), tone=racer, strength=rules.TRAIL - age)


def panel(position: Position) -> Iterator[Fact]:
    board, state = position.board, position.state
    limit = f" of {board.limit}" if board.limit else ""
    yield Fact("turn", f"{state.turns}{limit}")
    for racer in range(2):
        if racer == state.player and not position.over:
            yield Fact("actions left", str(state.actions), tone=racer)
        yield Fact("grenades carried", f"{state.carried[racer]} of {rules.CARRIES}", tone=racer)
        if state.debt[racer]:
            yield Fact("actions lost to a grenade", str(state.debt[racer]), tone=racer)


def status(position: Position) -> str:
    state = position.state
    if position.over:
        return ending(position)
    player = name_of(position, state.player)
    if state.to_act == BOARD:
        return f"{player}'s turn begins"
    if not state.moved and state.actions == 1:
        return f"{player} has one action left and must move"
    return f"{player} to act, {count(state.actions, 'action')} left"


def ending(position: Position) -> str:
    state = position.state
    if state.ending == rules.TIME_UP:
        return f"A draw: the race ends after {count(state.turns, 'turn')}"
    winner, loser = name_of(position, state.winner), name_of(position, 1 - state.winner)
    if state.ending == rules.TRAPPED:
        return f"{loser} is trapped: {winner} wins"
    if state.ending == rules.RESIGNED:
        return f"{loser} resigns: {winner} wins"
    return f"{winner} reaches the finish and wins"


def count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def choice(position: Position, action: int) -> Choice:
    cell = None
    if action < rules.DIRECTIONS:
        row, col = place(position.board, position.state.cell[max(position.to_act, 0)])
        cell = (row + rules.ROW_STEP[action], col + rules.COL_STEP[action])
    return Choice(action, MOVES[action], LABELS[action], KEYS[action], cell)


def announce(before: Position, after: Position, seat: int) -> list[str]:
    if after.over:
        return [ending(after)]
    old, new = before.state, after.state
    player = old.player
    name = name_of(before, player)
    if old.to_act == BOARD:
        return _turn_begins(before, after)
    here = new.cell[player]
    news = []
    if new.carried[player] > old.carried[player]:
        news.append(f"{name} picks up a grenade")
    elif new.carried[player] < old.carried[player]:
        news.append(f"{name} lays a grenade")
    elif new.grenade[here] == rules.EXPLODED and old.grenade[here] != rules.EXPLODED:
        lost = rules.LOST_DARK if rules.turns_dark(new, here) else rules.LOST
        news.append(f"A grenade explodes under {name}, who loses {lost} actions")
    elif here != old.cell[player] and old.actions > 1 and rules.turns_dark(new, here):
        news.append(f"No power here: {name}'s turn ends")
    return news


def _turn_begins(before: Position, after: Position) -> list[str]:
    old, new = before.state, after.state
    player = old.player
    name = name_of(before, player)
    news = []
    if any(new.dark[0, word] for word in range(new.dark.shape[1])):
        news.append("The power fails in places")
    if new.player != player:
        news.append(f"{name} is blinded and skips the turn")
    elif new.debt[player] != old.debt[player]:
        news.append(f"{name} is still blinded and has {count(new.actions, 'action')}")
    elif new.actions < rules.BUDGET:
        news.append(f"{name} starts without power and has {count(new.actions, 'action')}")
    return news
