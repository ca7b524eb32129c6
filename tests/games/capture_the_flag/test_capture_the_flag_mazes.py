"""Mazes: what is accepted, what is rejected with which error, and the generated and shipped mazes."""

from __future__ import annotations

import pytest
from ctf_stage import GAME, MAZE
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwalk import OptionError, TextError
from boardwalk.games.capture_the_flag import rules, setup
from boardwalk.games.capture_the_flag.files import BIGGEST, Maze, distances, looks_like_maze, read_maze, write_maze
from boardwalk.games.capture_the_flag.setup import generate

# How the shipped mazes were made: rows, columns, players, seed.
MADE = {
    "courtyard": (20, 20, 6, 3),
    "garden": (21, 31, 6, 7),
    "park": (40, 40, 10, 11),
    "promenade": (48, 64, 12, 5),
    "estate": (100, 100, 20, 2),
    "labyrinth": (200, 200, 20, 1),
}


@pytest.mark.rule("CF-1")
def test_a_maze_is_read_into_its_cells_and_written_back() -> None:
    maze = read_maze(MAZE)
    assert write_maze(maze) == MAZE
    board = GAME.table({"maze": MAZE, "players": 1}).layout.board
    kinds = {
        "#": rules.WALL,
        " ": rules.FLOOR,
        "h": rules.HOME,
        "H": rules.HOME + 1,
        "j": rules.JAIL,
        "J": rules.JAIL + 1,
    }
    assert board.kind.tolist()[: 6 * 11] == [kinds[char] for row in maze.rows for char in row]


@pytest.mark.rule("CF-2")
@pytest.mark.parametrize(("width", "owners"), [(11, "00000-11111"), (10, "0000011111")])
def test_a_half_of_the_columns_is_home_territory(width: int, owners: str) -> None:
    inner = "hj" + " " * (width - 6) + "HJ"
    maze = "\n".join(["#" * width, f"#{inner}#", f"#{inner}#", "#" * width, ""])
    board = GAME.table({"maze": maze, "players": 1}).layout.board
    for cell in range(board.rows * width):
        assert "01-"[rules.territory_of(board, cell)] == owners[cell % width]


BROKEN = [
    ("", 1, 1, "expected a maze: rows of # (wall), blank (floor), h H (homes) and j J (jails)"),
    ("\n \n", 1, 1, "expected a maze: rows of # (wall), blank (floor), h H (homes) and j J (jails)"),
    (MAZE.replace("#    #    #", "#   .#    #"), 4, 5, "unknown symbol '.'; expected one of # h H j J or a blank"),
    (MAZE.replace("#    #    #", "#\t    #   #"), 4, 2, "unknown symbol '\\t'; expected one of # h H j J or a blank"),
    (MAZE.replace("#    #    #", "#    #   #"), 4, 11, "this row has 10 cells; expected 11 as in the first row"),
    (MAZE.replace("#    #    #", "#    #     #"), 4, 12, "this row has 12 cells; expected 11 as in the first row"),
    (MAZE.replace("#hh     HH#", " hh     HH#"), 3, 1, "the border is open here; expected a wall, #"),
    (MAZE.replace("###########\n#hh ", "#### ######\n#hh "), 1, 5, "the border is open here; expected a wall, #"),
    (MAZE.replace("JJ#\n###########", "JJ#\n####### ###"), 6, 8, "the border is open here; expected a wall, #"),
    (MAZE.replace("h", " "), 1, 1, "the maze has no home of team 1; expected at least one h"),
    (MAZE.replace("H", " "), 1, 1, "the maze has no home of team 2; expected at least one H"),
    (MAZE.replace("j", " "), 1, 1, "the maze has no jail of team 1; expected at least one j"),
    (MAZE.replace("J", " "), 1, 1, "the maze has no jail of team 2; expected at least one J"),
    (
        MAZE.replace("#hh     HH#", "#hh  h  HH#"),
        3,
        6,
        "a home of team 1 outside that team's half; expected it in columns 1 to 5",
    ),
    (
        MAZE.replace("#hh     HH#", "#hh  J  HH#"),
        3,
        6,
        "a jail of team 2 outside that team's half; expected it in columns 7 to 11",
    ),
    (
        MAZE.replace("#    #    #", "#    #  ###").replace("#jj     JJ#", "#jj    #JJ#"),
        5,
        9,
        "this jail of team 2 can't be reached from the base cell at line 2, column 2",
    ),
    *(
        (
            MAZE.replace("HH#\n", f"HH#{char} \n", 1),
            2,
            12,
            f"unknown symbol {char!r}; expected one of # h H j J or a blank",
        )
        for char in "\t\x0b\x0c\r\x1c\x85\xa0\u3000"
    ),
    (MAZE + " \t\n", 7, 2, "unknown symbol '\\t'; expected one of # h H j J or a blank"),
    ("#" * 201 + "\n", 1, 201, "a maze has at most 200 columns"),
    ("###\n" * 201, 201, 1, "a maze has at most 200 rows"),
]


@pytest.mark.rule("CF-3")
@pytest.mark.parametrize(("text", "line", "column", "what"), BROKEN)
def test_a_broken_maze_is_refused_with_its_place(text: str, line: int, column: int, what: str) -> None:
    with pytest.raises(TextError) as caught:
        read_maze(text)
    assert (caught.value.line, caught.value.column, caught.value.what) == (line, column, what)


@pytest.mark.rule("CF-3")
def test_sealed_off_floor_and_any_line_ends_are_fine() -> None:
    rows = ["############", "#hh ### HH##", "#hh # # HH##", "#   ###    #", "#jj      JJ#", "############"]
    assert read_maze("\r\n".join(rows)) == Maze(tuple(rows))
    assert read_maze("\n".join(rows) + "  \n\n") == Maze(tuple(rows))
    assert read_maze("  \r\n".join(rows) + "\r\n   \r\n\r\n") == Maze(tuple(rows))


@pytest.mark.rule("CF-3")
def test_the_biggest_maze_is_played() -> None:
    table = GAME.table({"maze": "labyrinth", "players": 20})
    assert table.planes[1:] == (BIGGEST, BIGGEST)
    position = table.deal(1, table.interpreted)
    for _ in range(50):
        table.interpreted.apply(position, table.interpreted.legal(position)[0])
    assert position.state.tick == 1


def test_a_text_is_known_for_a_maze() -> None:
    assert looks_like_maze(MAZE)
    assert looks_like_maze(MAZE.replace("\n", "\r\n"))
    for other in ("", "#####\n", "WWW\nWUW\n", "###\n#.#\n", "boardwalk x 1\n###\n"):
        assert not looks_like_maze(other)
    (kind,) = GAME.content.files
    assert (kind.suffix, kind.option, kind.read(MAZE)) == (".maze", "maze", read_maze(MAZE))


def test_the_shipped_mazes() -> None:
    assert setup.MAZES.names() == sorted(MADE)
    for name, (height, width, players, _) in MADE.items():
        maze = setup.named_maze(name)
        assert (len(maze.rows), len(maze.rows[0])) == (height, width)
        assert mirrored(maze) == maze.rows
        assert min(len(maze.cells(symbol)) for symbol in "hHjJ") >= players


def mirrored(maze: Maze) -> tuple[str, ...]:
    return tuple(row[::-1].translate(str.maketrans("hHjJ", "HhJj")) for row in maze.rows)


@settings(max_examples=40, deadline=None)
@given(st.integers(20, 45), st.integers(20, 45), st.integers(1, 20), st.integers(0, 2**31 - 1))
def test_new_mazes_are_fair_and_have_room(height: int, width: int, players: int, seed: int) -> None:
    maze = generate(height, width, players, seed)
    assert (len(maze.rows), len(maze.rows[0])) == (height, width)
    assert read_maze(write_maze(maze)) == maze
    assert mirrored(maze) == maze.rows
    for symbol in "hHjJ":
        assert len(maze.cells(symbol)) >= players
    ways = distances(maze.rows, (maze.cells("h")[0],))
    assert -1 not in ways, "a part of the floor is sealed off"


def test_new_mazes_are_the_same_for_the_same_numbers() -> None:
    for name, numbers in MADE.items():
        assert generate(*numbers) == setup.named_maze(name), f"{name} is made differently from what it was"


WRONG = [
    ({"players": 0}, "players must be a whole number from 1 to 20, not '0'"),
    ({"players": 21}, "players must be a whole number from 1 to 20, not '21'"),
    ({"rows": 19}, "rows must be a whole number from 20 to 200, not '19'"),
    ({"cols": 201}, "cols must be a whole number from 20 to 200, not '201'"),
    ({"ticks": -1}, "ticks must be a whole number from 0 to 1000000, not '-1'"),
    (
        {"maze": "meadow"},
        "there is no maze 'meadow'; the mazes are courtyard, estate, garden, labyrinth, park, promenade",
    ),
    ({"maze": "garden", "rows": 30}, "rows is for new mazes and does not go with the option maze"),
    ({"maze": MAZE, "maze_seed": 2}, "maze_seed is for new mazes and does not go with the option maze"),
    (
        {"maze": MAZE, "players": 3},
        "players must be from 1 to 2 in this maze, not 3: team 1 has 4 home cells and team 2 has 2 jail cells",
    ),
    (
        {"maze": MAZE.replace("HH#\n#hh", " H#\n#hh", 1).replace("HH#\n#  ", "  #\n#  "), "players": 2},
        "players must be from 1 to 1 in this maze, not 2: team 2 has 1 home cells and team 1 has 2 jail cells",
    ),
    (
        {"maze": MAZE, "players": 1, "players_2": 5},
        "players_2 must be from 1 to 2 in this maze, not 5: team 2 has 4 home cells and team 1 has 2 jail cells",
    ),
]


@pytest.mark.rule("CF-6")
@pytest.mark.parametrize(("values", "sentence"), WRONG)
def test_options_that_do_not_fit(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        GAME.table(values)
    assert str(caught.value) == sentence


def test_a_broken_maze_in_the_options() -> None:
    with pytest.raises(TextError, match=r"text:4:6: unknown symbol"):
        GAME.table({"maze": MAZE.replace("#    #    #", "#    ?    #")})
