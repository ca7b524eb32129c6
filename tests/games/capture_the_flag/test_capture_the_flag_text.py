"""Positions, actions, pictures and planes."""

from __future__ import annotations

import pytest
from ctf_stage import GAME, MAZE, stage

import boardwalk
from boardwalk import MoveError, TextError
from boardwalk.games.capture_the_flag import rules

TEXT = """\
tick: 3
to_act: B
winner: 0
flags: stand a
rng: 5 6

a free 3 8
b jailed 5 9
A left
B free 2 3
"""


def table() -> boardwalk.Table:
    return GAME.table({"maze": MAZE, "players": 2, "ticks": 9})


def test_a_position_is_read_and_written() -> None:
    position = GAME.notation.read_position(table(), TEXT)
    assert GAME.notation.write_position(position) == TEXT
    facts = GAME.notation.describe(position)
    assert (facts["tick"], facts["limit"], facts["to act"], facts["flags"]) == (3, 9, "B", ["stand", "a"])
    assert (position.state.turn, position.state.carrier.tolist()) == (0, [-1, 0])


@pytest.mark.parametrize("status", ["left", "left-jail", "waits", "waits-jail", "back 1 1", "back-jail 5 10"])
def test_every_status_survives(status: str) -> None:
    text = TEXT.replace("b jailed 5 9", f"b {status}".replace(" 1 1", " 2 2"))
    position = GAME.notation.read_position(table(), text)
    assert GAME.notation.write_position(position) == text
    assert position.state.waiting == status.startswith("waits")


BROKEN = [
    ("tick: 3\n", "", 5, 1, "the field tick is missing"),
    ("tick: 3", "tick: 10", 1, 7, "tick must be a whole number from 0 to 9, not '10'"),
    (
        "tick: 3",
        "tick: 9",
        2,
        9,
        "to_act must be nobody once there is a winner or the limit of ticks is reached, not 'B'",
    ),
    (
        "winner: 0",
        "winner: 1",
        2,
        9,
        "to_act must be nobody once there is a winner or the limit of ticks is reached, not 'B'",
    ),
    ("winner: 0", "winner: 3", 3, 9, "winner must be a whole number from 0 to 2, not '3'"),
    ("to_act: B", "to_act: A", 2, 9, "to_act must be nobody or the letter of a free player, not 'A'"),
    ("to_act: B", "to_act: b", 2, 9, "to_act must be nobody or the letter of a free player, not 'b'"),
    ("to_act: B", "to_act: C", 2, 9, "to_act must be nobody or the letter of a free player, not 'C'"),
    (
        "flags: stand a",
        "flags: a",
        4,
        8,
        "flags must be two words, each stand or the letter of the player who carries that team's flag, not 'a'",
    ),
    (
        "flags: stand a",
        "flags: stand b",
        4,
        8,
        "flags must be stand or a free opponent's letter for the flag of team 2, not 'stand b'",
    ),
    (
        "flags: stand a",
        "flags: a stand",
        4,
        8,
        "flags must be stand or a free opponent's letter for the flag of team 1, not 'a stand'",
    ),
    (
        "flags: stand a",
        "flags: stand q",
        4,
        8,
        "flags must be stand or a free opponent's letter for the flag of team 2, not 'stand q'",
    ),
    ("B free 2 3\n", "", 7, 1, "expected 4 lines, one for each player, not 3"),
    ("b jailed 5 9", "c jailed 5 9", 8, 1, "expected a line for player b, as in 'b free 2 3'"),
    (
        "b jailed",
        "b asleep",
        8,
        3,
        "expected one of free, jailed, left, left-jail, waits, waits-jail, back, back-jail after the player's letter",
    ),
    ("A left", "A left 2 2", 9, 1, "player A is off the maze; expected no row and column"),
    ("a free 3 8", "a free 3", 7, 8, "expected a row and a column"),
    ("a free 3 8", "a free 3 -8", 7, 8, "expected a row and a column"),
    (
        "a free 3 8",
        "a free 1 8",
        7,
        8,
        "there is no floor; expected the row and column of a cell without a wall",
    ),
    (
        "a free 3 8",
        "a free 0 8",
        7,
        8,
        "there is no floor; expected the row and column of a cell without a wall",
    ),
    ("b jailed 5 9", "b jailed 5 2", 8, 10, "a jailed player stands in the enemy's jail; this cell is none"),
    ("B free 2 3", "B free 3 8", 10, 8, "another player stands there already"),
    ("rng: 5 6", "rng: 5", 5, 6, "rng must be 2 whole numbers from 0 to 4294967295, not '5'"),
]


@pytest.mark.parametrize(("old", "new", "line", "column", "what"), BROKEN)
def test_a_broken_position_is_refused(old: str, new: str, line: int, column: int, what: str) -> None:
    assert old in TEXT
    with pytest.raises(TextError) as caught:
        GAME.notation.read_position(table(), TEXT.replace(old, new))
    assert (caught.value.line, caught.value.column, caught.value.what) == (line, column, what)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("up", [rules.UP]),
        (" UP ", [rules.UP]),
        ("w a s d", [rules.UP, rules.LEFT, rules.DOWN, rules.RIGHT]),
        ("wwd", [rules.UP, rules.UP, rules.RIGHT]),
        ("left, take", [rules.LEFT, rules.TAKE]),
        ("f", [rules.TAKE]),
        ("get flag", [rules.TAKE, rules.TAKE]),
        ("stay x wait", [rules.STAY] * 3),
        ("↑ → ↓ ←", [rules.UP, rules.RIGHT, rules.DOWN, rules.LEFT]),
        ("", []),
    ],
)
def test_what_one_may_type(text: str, actions: list[int]) -> None:
    assert GAME.notation.read_actions(GAME.notation.read_position(table(), TEXT), text) == actions


def test_what_is_not_an_action() -> None:
    with pytest.raises(MoveError) as caught:
        GAME.notation.read_actions(GAME.notation.read_position(table(), TEXT), "up fly")
    assert str(caught.value) == (
        "'fly' is not an action; type up, down, left or right (or w, s, a, d), take (f) for the flag, or stay (x)"
    )


def picture(position: boardwalk.Position, seat: int = boardwalk.AUDIENCE) -> list[str]:
    scene = GAME.scene.scene(position, seat)
    rows = [[scene.tile(row, col).char for col in range(scene.cols)] for row in range(scene.rows)]
    for piece in scene.pieces:
        rows[piece.row][piece.col] = piece.char
    return ["".join(row) for row in rows]


def test_the_picture() -> None:
    position = GAME.notation.read_position(table(), TEXT)
    assert picture(position) == [
        "###########",
        "#hB  #  HH#",
        "#fh    aHH#",
        "#    #    #",
        "#jj     bJ#",
        "###########",
    ]
    scene = GAME.scene.scene(position, 3)
    assert (scene.theme, scene.status) == ("capture_the_flag", "Your turn, Team 2 player B")
    assert GAME.scene.scene(position, 0).status == "Team 2 player B's turn"
    assert [(fact.label, fact.value) for fact in scene.panel] == [
        ("tick", "3 of 9"),
        ("flag 1", "on its stand"),
        ("team 1 jailed", "1 of 2"),
        ("Team 1 player a", "has the flag"),
        ("Team 1 player b", "jailed"),
        ("flag 2", "with Team 1 player a"),
        ("team 2 jailed", "0 of 2"),
        ("Team 2 player A", "gone"),
    ]
    assert {piece.id: piece.sign for piece in scene.pieces if piece.sign} == {
        "player0": "carrying",
        "player1": "jailed",
    }
    assert (scene.own, scene.goal) == (("player3",), "Catch Team 1 player a, who has your flag")
    assert scene.goal_cells == ((2, 7),)
    assert GAME.scene.scene(position, 0).goal == "Everybody home with the flag"
    assert GAME.scene.scene(position, 1).goal.startswith("You are in jail")
    assert GAME.scene.scene(position, 2).own == ()
    names = {piece.id: (piece.name, piece.tone) for piece in scene.pieces}
    assert names == {
        "flag1": ("flag of team 1", 0),
        "flag2": ("flag of team 2, carried", 1),
        "player0": ("Team 1 player a, with the flag", 0),
        "player1": ("Team 1 player b, jailed", 0),
        "player3": ("Team 2 player B", 1),
    }


def test_choices_are_to_be_clicked() -> None:
    s = stage(free={"a": (2, 8), "A": (1, 6)})
    offered = {
        choice.text: (choice.label, choice.cell) for choice in map(choose(s.position), s.rules.legal(s.position))
    }
    assert offered == {
        "up": ("up", (1, 8)),
        "right": ("right", (2, 9)),
        "down": ("down", (3, 8)),
        "left": ("left", (2, 7)),
        "take": ("take the flag", (2, 8)),
        "stay": ("stay", None),
    }


def choose(position: boardwalk.Position):
    return lambda action: GAME.scene.choice(position, action)


@pytest.mark.parametrize("seat", [0, 3])
def test_the_planes_are_from_the_seats_own_side(seat: int) -> None:
    position = GAME.notation.read_position(table(), TEXT)
    planes = position.table.interpreted.encoded(position, seat)
    marked = {
        name: [(int(row), int(col)) for row, col in zip(*plane.nonzero(), strict=True)]
        for name, plane in zip(rules.PLANES, planes, strict=True)
    }
    own, enemy = ("enemy", "own") if seat == 3 else ("own", "enemy")
    maze = MAZE.splitlines()

    def cells(symbol: str) -> list[tuple[int, int]]:
        return [(row, col) for row, line in enumerate(maze) for col, char in enumerate(line) if char == symbol]

    assert marked == {
        "wall": cells("#"),
        f"{own} home": cells("h"),
        f"{enemy} home": cells("H"),
        f"{own} jail": cells("j"),
        f"{enemy} jail": cells("J"),
        f"{own} territory": [(row, col) for row in range(6) for col in range(5)],
        f"{enemy} territory": [(row, col) for row in range(6) for col in range(6, 11)],
        "self": [(2, 7)] if seat == 0 else [(1, 2)],
        f"{own} free players": [(2, 7)],
        f"{own} jailed players": [(4, 8)],
        f"{enemy} free players": [(1, 2)],
        f"{enemy} jailed players": [],
        f"{own} flag on its stand": [(2, 1)],
        f"{enemy} flag on its stand": [],
        f"{own} flag carried": [],
        f"{enemy} flag carried": [(2, 7)],
    }


@pytest.mark.parametrize("width", [6, 9, 16, 19, 23, 38, 200])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_planes_show_territory_in_mazes_of_every_width(width: int, seat: int) -> None:
    wall, floor = "#" * width, " " * (width - 4)
    chosen = GAME.table({"maze": f"{wall}\n#h{floor}H#\n#j{floor}J#\n{wall}", "players": 1})
    position = chosen.deal(1)
    planes = dict(zip(rules.PLANES, chosen.interpreted.encoded(position, seat), strict=True))
    owners = [rules.territory_of(position.board, cell) for cell in range(4 * width)]
    assert planes["own territory"].ravel().tolist() == [int(owner == seat) for owner in owners]
    assert planes["enemy territory"].ravel().tolist() == [int(owner == 1 - seat) for owner in owners]


def test_how_it_ended_is_said() -> None:
    ends = {
        "winner: 1": "Team 1 wins: it has brought the flag of team 2 home",
        "winner: 2": "Team 2 wins: it has brought the flag of team 1 home",
    }
    for winner, sentence in ends.items():
        text = TEXT.replace("winner: 0", winner).replace("to_act: B", "to_act: nobody")
        assert GAME.scene.scene(GAME.notation.read_position(table(), text), 0).status == sentence
    text = TEXT.replace("to_act: B", "to_act: nobody")
    for letter in "abAB":
        text = "\n".join(f"{letter} left" if line.startswith(f"{letter} ") else line for line in text.splitlines())
    text = text.replace("flags: stand a", "flags: stand stand")
    assert GAME.scene.scene(GAME.notation.read_position(table(), text), 0).status == "A draw: both teams have left"
