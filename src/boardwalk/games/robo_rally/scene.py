"""Scenes and choices of RoboRally."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from boardwalk.core.game import Position
from boardwalk.core.records import Record
from boardwalk.core.rules import AUDIENCE
from boardwalk.core.scene import Choice, Fact, Overlay, Piece, Scene, Tile
from boardwalk.games.robo_rally import rules
from boardwalk.games.robo_rally.files import FLAGS, KINDS, LETTERS, STARTS, BoardFile, read_board
from boardwalk.games.robo_rally.notation import (
    FACINGS,
    next_robot,
    phase,
    place_of,
    program_text,
    square_name,
)

ARROWS = "↑→↓←"
LABELS = ("forward", "back up", "turn left", "turn right", "U-turn", "wait")
KEYS = (("f", "ArrowUp"), ("b", "ArrowDown"), ("l", "ArrowLeft"), ("r", "ArrowRight"), ("u",), ("w", " "))


def _tile(symbol: str) -> Tile:
    """The tile of a symbol. Starts are in lower case, to distinguish them from the robots with the same letters."""
    kind = KINDS[symbol]
    if symbol in STARTS:
        return Tile("start", symbol.lower(), f"start {symbol}", tone=STARTS.index(symbol))
    if kind < rules.PIT:
        return Tile("floor", ".", "floor")
    if kind == rules.PIT:
        return Tile("pit", symbol, "pit")
    if kind < rules.BELT:
        way = "clockwise" if kind == rules.GEAR_RIGHT else "counter-clockwise"
        return Tile("gear_cw" if kind == rules.GEAR_RIGHT else "gear_ccw", symbol, f"gear, {way}")
    turn = (kind - rules.BELT) % 4
    corner = (kind - rules.BELT) // 4
    name = ("belt to the {}", "corner belt to the {}, clockwise", "corner belt to the {}, counter-clockwise")[corner]
    return Tile(("belt", "belt_cw", "belt_ccw")[corner], symbol, name.format(FACINGS[turn]), turn=turn)


SYMBOLS = [symbol for symbol in KINDS if symbol not in FLAGS]
PALETTE = tuple(_tile(symbol) for symbol in SYMBOLS)
BLANK = rules.State.new()


def scene(position: Position, seat: int) -> Scene:
    return _scene(position, seat if seat == position.to_act else AUDIENCE)


@lru_cache(64)  # all seats but the one that chooses see the same, one after the other
def _scene(position: Position, seat: int) -> Scene:
    board, state, names = position.board, position.state, position.table.seats
    file: BoardFile = position.table.layout.notes
    bare = empty_floor(file, STARTS[: board.robots])
    robots = zip(STARTS, names, state.square, state.facing, strict=False)
    return Scene(
        theme=bare.theme,
        rows=bare.rows,
        cols=bare.cols,
        palette=bare.palette,
        tiles=bare.tiles,
        status=status(position, seat),
        pieces=(*bare.pieces, *(_robot(*about) for about in robots)),
        overlays=tuple(_overlays(position, seat)),
        panel=(
            Fact("round", f"{state.round} of {board.rounds}" if board.rounds else str(state.round)),
            Fact("slot", str(state.slot + 1)),
            Fact("first player", names[state.token], tone=state.token),
            *(Fact(name, _about(position, robot), tone=robot) for robot, name in enumerate(names)),
        ),
        row_labels=bare.row_labels,
        col_labels=bare.col_labels,
    )


def look(text: str) -> Scene:
    """The scene of a board file, whether it can be played or not (RB-7)."""
    return empty_floor(read_board(text), STARTS)


@lru_cache(64)
def empty_floor(file: BoardFile, starts: str) -> Scene:
    """A board without robots; unused starts are plain floor."""
    rows, cols = len(file.rows), len(file.rows[0])
    symbols = (char if char in starts or char not in FLAGS + STARTS else "." for line in file.rows for char in line)
    return Scene(
        theme="steel",
        rows=rows,
        cols=cols,
        palette=PALETTE,
        tiles=tuple(SYMBOLS.index(char) for char in symbols),
        status=f"A board of {rows} × {cols} squares with {file.flags or 'no'} flag{'s' * (file.flags != 1)}",
        pieces=tuple(_flags(file)),
        row_labels=tuple(str(row + 1) for row in range(rows)),
        col_labels=tuple("abcdefghijkl"[:cols]),
    )


def ahead(position: Position, seat: int, chosen: Sequence[int]) -> Position | None:
    """Programs are chosen in secret and revealed together (RB-21), so a seat need not wait for its turn."""
    if not 0 <= position.to_act < seat:
        return None
    own = position.copy()
    for slot, letter in enumerate(chosen):
        own.state.program[seat, slot] = letter + 1
    if len(chosen) < rules.SLOTS:
        own.state.to_act, own.state.slot = seat, len(chosen)
    return own


def _flags(file: BoardFile) -> list[Piece]:
    places = [(flag, file.find(flag)) for flag in FLAGS]
    return [Piece(f"flag{flag}", "flag", *at, flag, f"flag {flag}", label=flag) for flag, at in places if at]


@lru_cache(4096)
def _robot(letter: str, name: str, square: int, facing: int) -> Piece:
    row, col = place_of(square)
    about = f"{name}, facing {FACINGS[facing]}"
    tone = STARTS.index(letter)
    return Piece(f"robot{letter}", "robot", row, col, letter, about, tone=tone, turn=facing, label=letter)


def _about(position: Position, robot: int) -> str:
    """A robot's line in the panel: its flags, its square, and what is known of its program."""
    state = position.state
    flags = "".join(FLAGS[: state.flags[robot]]) or "none"
    place = f"{STARTS[robot]} on {square_name(state.square[robot])} {ARROWS[state.facing[robot]]}"
    return f"{place}, flags: {flags}, program: {_program(position, robot)}"


def _program(position: Position, robot: int) -> str:
    """A program, or the number of letters chosen so far if they are secret."""
    text = program_text(position, robot)
    if position.to_act < 0 or text.strip("."):
        return text
    if robot == position.to_act:
        return "being chosen"
    return "chosen" if robot < position.to_act else "to be chosen"


def _overlays(position: Position, seat: int) -> list[Overlay]:
    """The path of the seat's program as chosen so far, and the square to which a destroyed robot has returned."""
    over = []
    if position.to_act == seat:
        over = [Overlay("route", *place_of(square), tone=seat) for square in dict.fromkeys(_way(position, seat))]
    robot = position.state.destroyed
    if robot != rules.NONE:
        over.append(Overlay("trace", *place_of(position.state.square[robot]), tone=robot))
    return over


def _way(position: Position, robot: int) -> Iterator[int]:
    """The squares that the robot would visit with its program as chosen so far if it were alone."""
    state = position.state
    spot = rules.spot_of(state.square[robot], state.facing[robot])
    for slot in range(state.slot):
        spot = _slot_alone(position.board, robot, spot, state.program[robot, slot] - 1)
        yield spot >> 2


@lru_cache(4096)
def _slot_alone(board: Record, robot: int, spot: int, letter: int) -> int:
    return int(rules.slot_alone(board, BLANK.copy(), robot, spot, letter))


def status(position: Position, seat: int) -> str:
    state, names = position.state, position.table.seats
    if state.winner != rules.NONE:
        return f"{names[state.winner]} has touched all flags and wins in round {state.round}"
    if position.over:
        return f"Nobody wins in {state.round} rounds"
    now = f"Round {state.round}, slot {state.slot + 1}"
    if phase(position) == "acting":
        return f"{now}: {names[next_robot(position)]} acts"
    if phase(position) == "activating":
        return f"{now}: the board activates, {names[next_robot(position)]} next"
    if seat == position.to_act and seat != AUDIENCE:
        return f"{now}: choose an action for your program"
    return f"Round {state.round}: {names[position.to_act]} is choosing a program"


CHOICES = tuple(Choice(*parts) for parts in zip(range(rules.ACTIONS), LETTERS, LABELS, KEYS, strict=True))


def choice(position: Position, action: int) -> Choice:
    return CHOICES[action]
