"""Scenes and choices of RoboRally."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from boardwalk.contract.game import Position
from boardwalk.contract.scene import Choice, Fact, Overlay, Piece, Scene, Tile
from boardwalk.engine.records import Record
from boardwalk.engine.rules import AUDIENCE
from boardwalk.games.robo_rally import rules, search
from boardwalk.games.robo_rally.art import THEME
from boardwalk.games.robo_rally.files import FLAGS, KINDS, LETTERS, STARTS, BoardFile, read_board
from boardwalk.games.robo_rally.notation import (
    FACINGS,
    next_robot,
    phase,
    place_of,
    program_text,
)
from boardwalk.games.robo_rally.report import announce as announce

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


OWN = tuple((f"robot{letter}",) for letter in STARTS)
HIDDEN = "Programs are secret until everybody has chosen one; then all are shown"


def scene(position: Position, seat: int) -> Scene:
    board, state = position.board, position.state
    choosing = position.to_act >= 0
    shown = _scene(position, seat if choosing and seat >= 0 and any(state.program.tolist()[seat]) else AUDIENCE)
    if position.over:
        return shown
    if seat < 0:
        hidden = HIDDEN if seat == AUDIENCE and choosing and board.robots > 1 else ""
        return msgspec.structs.replace(shown, goal="Be the first to touch all flags in order", hidden=hidden)
    flag = state.flags[seat] + 1
    return msgspec.structs.replace(
        shown,
        status=status(position, seat),
        own=OWN[seat],
        goal=f"Touch flag {flag}" if flag < board.flags else f"Touch flag {flag}, the last one",
        goal_cells=(position.table.layout.notes.find(FLAGS[flag - 1]),),
        slots=rules.SLOTS - state.slot if seat == position.to_act else 0,
    )


@lru_cache(64)  # all seats see the same, one after the other, apart from the own program
def _scene(position: Position, seat: int) -> Scene:
    """What a seat sees besides its own marks; for a seat that has chosen nothing, what everybody sees."""
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
        pieces=(*bare.pieces, *(_robot(*about) for about in robots), *_ghost(position, seat)),
        overlays=tuple(_overlays(position, seat)),
        panel=(
            Fact("round", f"{state.round} of {board.rounds}" if board.rounds else str(state.round)),
            *(fact for robot in range(board.robots) for fact in _about(position, robot)),
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
        theme=THEME.name,
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
    if not 0 <= position.to_act <= seat:
        return None
    own = position.copy()
    first = position.state.slot if position.to_act == seat else 0
    for slot, letter in enumerate(chosen, first):
        own.state.program[seat, slot] = letter + 1
    if first + len(chosen) < rules.SLOTS:
        own.state.to_act, own.state.slot = seat, first + len(chosen)
    elif position.to_act == seat:
        own.state.to_act, own.state.slot = (seat + 1) % position.board.robots, 0
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


def _about(position: Position, robot: int) -> list[Fact]:
    """What is known of a robot: whether it goes first, its flags and its program. Of a program that is being chosen
    others learn only whether it is ready (RB-21)."""
    state = position.state
    about = [f"{state.flags[robot]} of {position.board.flags} flags"]
    icons = ["flag"]
    if robot == state.token:
        about.insert(0, "first player")
        icons.insert(0, "first")
    text = program_text(position, robot)
    if position.to_act < 0 or text.strip("."):
        about.append(f"program {text}")
        icons.append("")
    if position.to_act >= 0:
        ready = robot not in still_choosing(position) or "." not in text
        readiness = "ready" if ready else "choosing"
        about.append(readiness)
        icons.append(readiness)
    name = position.table.seats[robot]
    return [_fact(name, words, robot, icon) for words, icon in zip(about, icons, strict=True)]


@lru_cache(4096)
def _fact(name: str, words: str, robot: int, icon: str) -> Fact:
    return Fact(name, words, robot, robot, icon, brief=icon == "first")


def _overlays(position: Position, seat: int) -> list[Overlay]:
    """The path of the seat's program as chosen so far, and the square to which a destroyed robot has returned."""
    over = []
    if position.to_act >= 0 and seat >= 0:
        way = [place_of(spot >> 2) for spot in _way(position, seat)]
        last = way[-1] if way[-1] != way[0] else None  # where the ghost stands
        for slot, place in enumerate(way):
            label = str(slot) if slot and place != last else ""
            over.append(Overlay("route", *place, tone=seat, label=label))
    robot = position.state.destroyed
    if robot != rules.NONE:
        over.append(Overlay("trace", *place_of(position.state.square[robot]), tone=robot))
    return over


def _ghost(position: Position, seat: int) -> list[Piece]:
    """Where the seat's program as chosen so far leads, if that is another square."""
    if position.to_act < 0 or seat < 0:
        return []
    *before, last = _way(position, seat)
    square, facing = last >> 2, last & 3
    if square == position.state.square[seat]:
        return []
    letter, name = STARTS[seat], f"where the program leads, facing {FACINGS[facing]}"
    return [Piece(f"ghost{letter}", "robot", *place_of(square), "◌", name, seat, facing, str(len(before)), "ghost")]


def _way(position: Position, robot: int) -> Iterator[int]:
    """Where the robot stands, and would stand after each slot of its program as chosen so far if it were alone: the
    square and the facing as `search.spot_of` has them."""
    state = position.state
    spot = search.spot_of(state.square[robot], state.facing[robot])
    yield spot
    for letter in state.program.tolist()[robot]:
        if letter:
            spot = _slot_alone(position.board, robot, spot, letter - 1)
            yield spot


@lru_cache(4096)
def _slot_alone(board: Record, robot: int, spot: int, letter: int) -> int:
    return int(search.slot_alone(board, BLANK.copy(), robot, spot, letter))


def status(position: Position, seat: int) -> str:
    state, names = position.state, position.table.seats
    if state.winner != rules.NONE:
        return f"{names[state.winner]} has touched all flags and wins in round {state.round}"
    if position.over:
        return f"Nobody wins in {state.round} rounds"
    now = f"Round {state.round}, slot {state.slot + 1} of {rules.SLOTS}"
    if phase(position) == "acting":
        return f"{now}: {names[next_robot(position)]} acts"
    if phase(position) == "activating":
        return f"{now}: the board activates, {names[next_robot(position)]} next"
    choosing = still_choosing(position)
    if seat == position.to_act or choosing == [seat]:
        return f"Round {state.round}: choose your program"
    others = [names[robot] for robot in choosing if robot != seat]
    if not others:  # their programs were chosen before their turns, which follow at once
        return f"Round {state.round}: all programs are chosen"
    return f"Round {state.round}: {_listed(others)} {'is' if len(others) == 1 else 'are'} choosing a program"


def still_choosing(position: Position) -> list[int]:
    """The robots without a whole program."""
    robots = range(position.board.robots)
    if position.ready is None:
        return list(robots[position.to_act :])
    return [robot for robot in robots if robot not in position.ready]


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


CHOICES = tuple(Choice(*parts) for parts in zip(range(rules.ACTIONS), LETTERS, LABELS, KEYS, strict=True))


def choice(position: Position, action: int) -> Choice:
    return CHOICES[action]
