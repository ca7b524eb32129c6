"""Rowdy Racers' moves and positions as text.

A position is fields, then the grid twice, side by side: the contents of each square, and for how many more turns it
will be without power. Squares are written `row,column`, from 1, the top left first.
"""

from __future__ import annotations

import re
from typing import Any

from boardwalk.contract.errors import MoveError, TextError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.text import Fields, read_fields
from boardwalk.engine.records import Record
from boardwalk.engine.rules import BOARD, NOBODY
from boardwalk.games.rowdy_racers import rules

MOVES = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "pick", "use", "end")
WORDS = {word: action for action, word in enumerate(MOVES)}
for _action, _words in enumerate(
    (
        "8 up north",
        "9 northeast",
        "6 right east",
        "3 southeast",
        "2 down south",
        "1 southwest",
        "4 left west",
        "7 northwest",
        "p take pickup",
        "u drop",
        "x done stop endturn",
    )
):
    WORDS.update(dict.fromkeys(_words.split(), _action))
HELP = "type n, ne, e, se, s, sw, w or nw to move, pick, use, or end"

FIELDS = (
    *("turn", "player", "to_act", "actions", "moved", "racers", "trail1", "trail2"),
    *("carried", "debt", "grenades", "ending", "winner", "rng"),
)
ACTORS = {0: "player 1", 1: "player 2", BOARD: "board", NOBODY: "nobody"}
ENDINGS = ("under way", "finished", "trapped", "resigned", "time up")
SQUARES = ".#"
GRENADES = ".*!o+"  # by kind, on floor: none, inactive, used, active, exploded


def write_action(position: Position, action: int) -> str:
    return MOVES[action]


def read_actions(position: Position, text: str) -> list[int]:
    """Parse the actions in a line, such as `ne ne pick`, `north-east, end turn` or `9 9 p`."""
    line = re.sub(r"\b(north|south)-(east|west)\b", r"\1\2", text.lower())
    line = re.sub(r"\bpick[ -]up\b", "pick", re.sub(r"\bend[ -](the[ -])?turn\b", "end", line))
    words = line.replace(",", " ").split()
    if not words:
        raise MoveError(HELP)
    for word in words:
        if word not in WORDS:
            raise MoveError(f"{word!r} is not an action; {HELP}")
    return [WORDS[word] for word in words]


def place(board: Record, square: int) -> tuple[int, int]:
    """A square's row and column, from 0."""
    cols: int = board.cols
    return divmod(square, cols)


def trail_of(position: Position, seat: int) -> list[int]:
    """A trail's squares, the newest first."""
    squares = (position.state.trail[seat, age] for age in range(rules.TRAIL))
    return [square for square in squares if square != rules.NO_SQUARE]


def describe(position: Position) -> dict[str, Any]:
    """The position as JSON data, in the rulebook's words; squares are (row, column) from 1, the top left first."""
    board, state = position.board, position.state
    cells = range(board.rows * board.cols)

    def named(square: int) -> tuple[int, int]:
        row, col = place(board, square)
        return row + 1, col + 1

    def lying(kind: int) -> list[tuple[int, int]]:
        return [named(square) for square in cells if state.grenade[square] == kind]

    return {
        "size": (board.rows, board.cols),
        "turn": state.turns,
        "turn of": state.player + 1,
        "to act": ACTORS[state.to_act],
        "actions left": state.actions,
        "has moved": bool(state.moved),
        "moves": [MOVES[way] for way in range(rules.DIRECTIONS) if state.moves >> way & 1],
        "racers": [
            {
                "square": named(state.cell[seat]),
                "trail": [named(square) for square in trail_of(position, seat)],
                "carries": state.carried[seat],
                "debt": state.debt[seat],
            }
            for seat in range(2)
        ],
        "walls": [named(square) for square in cells if board.square[square] == rules.WALL],
        "inactive": sorted(lying(rules.INACTIVE) + lying(rules.USED)),
        "used": lying(rules.USED),
        "active": lying(rules.ACTIVE),
        "exploded": lying(rules.EXPLODED),
        "no power": {"{},{}".format(*named(s)): left for s in cells if (left := rules.turns_dark(state, s))},
        "ending": ENDINGS[state.ending],
        "winner": state.winner + 1 or None,
    }


def write_position(position: Position) -> str:
    board, state = position.board, position.state
    fields = Fields(
        turn=state.turns,
        player=state.player + 1,
        to_act=ACTORS[state.to_act],
        actions=state.actions,
        moved=("no", "yes")[state.moved],
        racers=" ".join(_written(board, state.cell[seat]) for seat in range(2)),
        trail1=_written_trail(position, 0),
        trail2=_written_trail(position, 1),
        carried=f"{state.carried[0]} {state.carried[1]}",
        debt=f"{state.debt[0]} {state.debt[1]}",
        grenades=board.grenades,
        ending=ENDINGS[state.ending],
        winner=ACTORS[state.winner] if state.winner >= 0 else "none",
    )
    fields.add_stream(state)
    lines = []
    for row in range(board.rows):
        squares = range(row * board.cols, (row + 1) * board.cols)
        ground = "".join("#" if board.square[s] == rules.WALL else GRENADES[state.grenade[s]] for s in squares)
        power = "".join(".123"[rules.turns_dark(state, s)] for s in squares)
        lines.append(f"{ground} {power}\n")
    return f"{fields}\n{''.join(lines)}"


def _written(board: Record, square: int) -> str:
    if square == rules.NO_SQUARE:
        return "-"
    row, col = place(board, square)
    return f"{row + 1},{col + 1}"


def _written_trail(position: Position, seat: int) -> str:
    """A trail's squares of age 0, 1 and 2; `-` for none."""
    return " ".join(_written(position.board, position.state.trail[seat, age]) for age in range(rules.TRAIL))


def read_position(table: Table, text: str) -> Position:
    fields, lines, first = read_fields(text, FIELDS)
    position = table.blank()
    board, state = position.board, position.state
    _read_grid(position, lines, first)
    state.cell[0], state.cell[1] = _squares(position, fields, "racers", 2)
    if state.cell[0] == state.cell[1]:
        raise fields.error("racers", "two different squares")
    for seat, name in enumerate(("trail1", "trail2")):
        _read_trail(position, fields, name, seat)
    state.turns = fields.number("turn", 0, 2**31 - 1)
    state.player = fields.number("player", 1, 2) - 1
    state.to_act = _one_of(fields, "to_act", ACTORS)
    state.actions = fields.number("actions", 0, rules.BUDGET)
    state.moved = _one_of(fields, "moved", {0: "no", 1: "yes"})
    state.carried[0], state.carried[1] = fields.numbers("carried", (0, rules.CARRIES), (0, rules.CARRIES))
    state.debt[0], state.debt[1] = fields.numbers("debt", (0, rules.LOST_DARK), (0, rules.LOST_DARK))
    _read_count(position, fields)
    state.ending = _one_of(fields, "ending", dict(enumerate(ENDINGS)))
    state.winner = _one_of(fields, "winner", {rules.NO_WINNER: "none", 0: ACTORS[0], 1: ACTORS[1]})
    fields.read_stream(state)
    if state.to_act >= 0:
        if state.to_act != state.player or not state.actions:
            raise fields.error("to_act", "the player whose turn it is, with an action left, or board or nobody")
        if state.debt[state.to_act]:
            raise fields.error("debt", "0 for the player to act: a debt is paid when the turn begins")
        state.moves = rules.moves_of(board, state, state.to_act)
        if not state.moves:
            raise fields.error("to_act", "nobody: the player can't move")
    return position


def _read_grid(position: Position, lines: list[str], first: int) -> None:
    """Parse the grids of contents and of power; `first` is the line number of their first row."""
    board, state = position.board, position.state
    rows, cols = board.rows, board.cols
    if [len(line) for line in lines] != [2 * cols + 1] * rows:
        raise TextError(first, 1, f"expected {rows} rows, each of {cols} squares, a blank and {cols} squares of power")
    for row, line in enumerate(lines):
        for col in range(cols):
            square = row * cols + col
            _read_square(position, square, line[col], first + row, col + 1)
            power = line[cols + 1 + col]
            if power not in ".123":
                raise TextError(first + row, cols + col + 2, f"unknown symbol {power!r}; expected one of . 1 2 3")
            if power != ".":
                state.dark[rules.LASTS - int(power), square >> 5] |= 1 << (square & 31)
    rules.find_ways(board)


def _read_square(position: Position, square: int, symbol: str, line: int, column: int) -> None:
    board, state = position.board, position.state
    if symbol not in "#" + GRENADES:
        raise TextError(line, column, f"unknown symbol {symbol!r}; expected one of # {' '.join(GRENADES)}")
    wall = symbol == "#"
    if board.generated:
        board.square[square] = rules.WALL if wall else rules.FLOOR
    elif wall != (board.square[square] == rules.WALL):
        raise TextError(line, column, f"the layout has {'no wall' if wall else 'a wall'} here")
    if not wall:
        state.grenade[square] = GRENADES.index(symbol)


def _squares(position: Position, fields: Fields, name: str, count: int) -> list[int]:
    """Parse the squares of a field, `-` for none in a trail; each is on the grid and not a wall."""
    board = position.board
    found = []
    for word in fields[name].split():
        pair = re.fullmatch(r"(\d{1,2}),(\d{1,2})", word)
        if word == "-" and name != "racers":
            found.append(rules.NO_SQUARE)
        elif pair and 1 <= int(pair[1]) <= board.rows and 1 <= int(pair[2]) <= board.cols:
            found.append((int(pair[1]) - 1) * board.cols + int(pair[2]) - 1)
    if len(found) != count or len(fields[name].split()) != count:
        what = f"{count} squares such as 10,1" + ("" if name == "racers" else ", or - for none")
        raise fields.error(name, what)
    if any(square != rules.NO_SQUARE and board.square[square] == rules.WALL for square in found):
        raise fields.error(name, "on floor")
    return found


def _read_trail(position: Position, fields: Fields, name: str, seat: int) -> None:
    """Parse a trail: each of its squares is adjacent to the previous one, the first to the racer (RR-17)."""
    board, state = position.board, position.state
    link = place(board, state.cell[seat])
    for age, square in enumerate(_squares(position, fields, name, rules.TRAIL)):
        state.trail[seat, age] = square
        if square != rules.NO_SQUARE:
            here = place(board, square)
            if max(abs(here[0] - link[0]), abs(here[1] - link[1])) != 1:
                raise fields.error(name, "a chain of neighbours that begins beside the racer")
            link = here


def _read_count(position: Position, fields: Fields) -> None:
    """Parse the number of grenades in the game: at least those that are seen or carried."""
    board, state = position.board, position.state
    squares = range(board.rows * board.cols)
    seen = sum(state.grenade[square] != rules.NONE for square in squares) + sum(state.carried)
    count = fields.number("grenades", 0, board.rows * board.cols + 2 * rules.CARRIES)
    if count < seen:
        raise fields.error("grenades", f"at least {seen}, those on the grid and carried")
    if not board.generated and count != board.grenades:
        raise fields.error("grenades", f"{board.grenades} as in the layout")
    board.grenades = count


def _one_of(fields: Fields, name: str, values: dict[int, str]) -> int:
    for value, word in values.items():
        if fields[name] == word:
            return value
    raise fields.error(name, "one of " + ", ".join(values.values()))
