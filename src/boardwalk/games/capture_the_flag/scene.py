"""Scenes, choices and announcements of Capture the Flag."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from boardwalk.contract.game import Position, Table
from boardwalk.contract.scene import Choice, Fact, Piece, Scene, Tile
from boardwalk.engine.records import Record
from boardwalk.games.capture_the_flag import rules
from boardwalk.games.capture_the_flag.art import THEME
from boardwalk.games.capture_the_flag.files import Maze
from boardwalk.games.capture_the_flag.notation import MOVES, letter_of, place_of

PALETTE = (
    Tile("floor", " ", "floor"),
    Tile("hedge", "#", "wall"),
    Tile("home", "h", "home of team 1", tone=0),
    Tile("home", "H", "home of team 2", tone=1),
    Tile("jail", "j", "jail of team 1", tone=0),
    Tile("jail", "J", "jail of team 2", tone=1),
)
TILE_OF = {tile.char: number for number, tile in enumerate(PALETTE)}
LABELS = ("up", "right", "down", "left", "take the flag", "stay")
KEYS = (("ArrowUp", "w"), ("ArrowRight", "d"), ("ArrowDown", "s"), ("ArrowLeft", "a"), ("f", "Enter"), ("x", " "))
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


@lru_cache(64)
def tiles_of(maze: Maze) -> tuple[int, ...]:
    return tuple(TILE_OF[char] for row in maze.rows for char in row)


def scene(position: Position, seat: int) -> Scene:
    shown = _scene(position.table, position.state)
    if position.over:
        return msgspec.structs.replace(shown, status=status(position, seat))
    if seat < 0:
        return msgspec.structs.replace(shown, status=status(position, seat), goal=GOAL)
    goal, cells = _goal(position, seat)
    own = () if position.state.status[seat] & rules.OFF_MAZE else (f"player{seat}",)
    return msgspec.structs.replace(shown, status=status(position, seat), own=own, goal=goal, goal_cells=cells)


GOAL = "Each team fetches the other's flag and gets everybody home with it"


def _goal(position: Position, seat: int) -> tuple[str, tuple[tuple[int, int], ...]]:
    """What a player has to do now (CF-9, CF-14, CF-16, CF-19), and the cells to reach."""
    state = position.state
    team = rules.team_of(position.board, seat)
    carrier, taken = state.carrier[1 - team], state.carrier[team]
    if state.status[seat] & rules.OFF_MAZE:
        return "You are off the maze", ()
    if state.status[seat] & rules.JAILED:
        return "You are in jail until a teammate runs into you or reaches the jail", ()
    if taken != rules.ON_STAND and carrier != seat:
        return f"Catch {position.table.seats[taken]}, who has your flag", (place_of(position, state.cell[taken]),)
    if carrier == rules.ON_STAND:
        return f"Fetch the flag of team {2 - team}", (place_of(position, position.board.stand[1 - team]),)
    return "Everybody home with the flag", _home(position.table, team)


@lru_cache(64)
def _home(table: Table, team: int) -> tuple[tuple[int, int], ...]:
    board = table.layout.board
    cells = board.home.tolist()[team][: board.homes[team]]
    return tuple(divmod(cell, board.cols) for cell in cells)


@lru_cache(64)  # all seats see the same, one after the other
def _scene(table: Table, state: Record) -> Scene:
    """The scene without its status."""
    board = table.layout.board
    position = Position(table, board, state)
    return Scene(
        theme=THEME.name,
        rows=board.rows,
        cols=board.cols,
        palette=PALETTE,
        tiles=tiles_of(table.layout.notes),
        status="",
        pieces=(*flags(position), *runners(position)),
        panel=(
            Fact("tick", f"{state.tick} of {board.limit}" if board.limit else str(state.tick)),
            *(fact for team in (0, 1) for fact in team_facts(position, team)),
        ),
    )


def flags(position: Position) -> list[Piece]:
    """The flags, each on its stand or at its carrier."""
    pieces = []
    for team, carrier in enumerate(position.state.carrier.tolist()):
        on_stand = carrier == rules.ON_STAND
        cell = position.board.stand[team] if on_stand else position.state.cell[carrier]
        row, col = place_of(position, cell)
        name = f"flag of team {team + 1}" + ("" if on_stand else ", carried")
        pieces.append(Piece(f"flag{team + 1}", "flag", row, col, "fF"[team], name, tone=team))
    return pieces


def runners(position: Position) -> list[Piece]:
    """All players on the maze."""
    carriers = position.state.carrier.tolist()
    about = zip(position.table.seats, position.state.status, position.state.cell, strict=False)
    pieces = []
    for seat, (name, status, cell) in enumerate(about):
        if not status & rules.OFF_MAZE:
            row, col = place_of(position, cell)
            team, letter = rules.team_of(position.board, seat), letter_of(position, seat)
            jailed = bool(status & rules.JAILED)
            more = ", jailed" if jailed else ", with the flag" if seat in carriers else ""
            sign = "jailed" if jailed else "carrying" if more else ""
            pieces.append(Piece(f"player{seat}", "runner", row, col, letter, name + more, team, 0, letter, sign))
    return pieces


STATES = (
    (rules.GONE, "gone", "gone"),
    (rules.WAITING, "waiting to come back", "gone"),
    (rules.JAILED, "jailed", "jail"),
)


def team_facts(position: Position, team: int) -> list[Fact]:
    """A team's flag and how many of its players are jailed; then who is jailed, gone, or carries a flag."""
    board, state = position.board, position.state
    names = position.table.seats
    carrier = state.carrier[team]
    first = team * board.size[0]
    members = state.status.tolist()[first : first + board.size[team]]
    jailed = sum(bits & (rules.JAILED | rules.OFF_MAZE) == rules.JAILED for bits in members)
    facts = [
        Fact(f"flag {team + 1}", "on its stand" if carrier < 0 else f"with {names[carrier]}", team),
        Fact(f"team {team + 1} jailed", f"{jailed} of {len(members)}", team),
    ]
    for seat, bits in enumerate(members, first):
        found = next(((words, icon) for bit, words, icon in STATES if bits & bit), None)
        if seat == state.carrier[1 - team]:
            found = "has the flag", "flag"
        if found:
            facts.append(Fact(names[seat], found[0], team, seat, found[1], brief=True))
    return facts


def status(position: Position, seat: int) -> str:
    if position.over:
        return result(position)
    name = position.table.seats[position.to_act]
    return f"Your turn, {name}" if seat == position.to_act else f"{name}'s turn"


def result(position: Position) -> str:
    """How the game ended, in a sentence."""
    board, state = position.board, position.state
    gone = [seat for seat in range(board.seats) if state.status[seat] & rules.GONE]
    if state.winner:
        loser = 2 - state.winner
        deserted = sum(rules.team_of(board, seat) == loser for seat in gone) == board.size[loser]
        why = f"team {loser + 1} has left" if deserted else f"it has brought the flag of team {loser + 1} home"
        return f"Team {state.winner} wins: {why}"
    if board.limit and state.tick == board.limit:
        return f"A draw after {state.tick} ticks"
    return "A draw: both teams have left" if len(gone) == board.seats else "A draw: everybody is in jail"


def choice(position: Position, action: int) -> Choice:
    """An action as a choice: one clicks a neighbouring cell to move, the own cell to take the flag."""
    return _choice(action, *place_of(position, position.state.cell[position.to_act]))


@lru_cache(4096)
def _choice(action: int, row: int, col: int) -> Choice:
    """An action of a player who stands here."""
    cell = None
    if action != rules.STAY:
        down, right = STEPS[action] if action < rules.TAKE else (0, 0)
        cell = (row + down, col + right)
    return Choice(action, MOVES[action], LABELS[action], KEYS[action], cell)


def announce(before: Position, after: Position, seat: int) -> list[str]:
    """What happened, the same for all seats: flags taken and lost (CF-9, CF-13), captures, comings and goings."""
    news = []
    changes = zip(after.table.seats, before.state.status, after.state.status, strict=False)
    for name, was, now in changes:
        if now & rules.GONE and not was & rules.GONE:
            news.append(f"{name} has left")
        elif was & rules.GONE and not now & rules.GONE:
            news.append(f"{name} is back" + (" and waits for room" if now & rules.WAITING else ""))
        elif was & rules.WAITING and not now & rules.WAITING:
            news.append(f"{name} has found room")
        elif now & rules.JAILED and not was & rules.JAILED:
            news.append(f"{name} is captured")
        elif was & rules.JAILED and not now & rules.JAILED:
            news.append(f"{name} is freed")
    for flag in (0, 1):
        had, has = before.state.carrier[flag], after.state.carrier[flag]
        if has >= 0 > had:
            news.append(f"Team {2 - flag} has taken the flag of team {flag + 1}")
        elif had >= 0 > has:
            news.append(f"The flag of team {flag + 1} is back on its stand")
    if after.over and not before.over:
        news.append(result(after))
    return news
