"""Scenes as text: the gallery compared to its recorded pictures, and what single words look like."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from draw_gallery import CHOICES, CROWDED, GALLERY, hedge, maze, neon, warehouse
from msgspec.structs import replace

from boardwalk.contract.scene import Choice, Edge, Fact, Overlay, Piece, Scene, Tile
from boardwalk.draw import has_colour, text

GOLDEN = Path(__file__).parent / "golden"
ANSI = re.compile(r"\033\[[0-9;]*m")


def board(rows: int = 2, cols: int = 2, **more: object) -> Scene:
    return Scene("steel", rows, cols, (Tile("floor", ".", "floor"),), (0,) * (rows * cols), "", **more)  # type: ignore[arg-type]


def picture(scene: Scene, **how: object) -> list[str]:
    return text(scene, legend=False, **how).splitlines()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery_looks_as_recorded(name: str, request: pytest.FixtureRequest) -> None:
    drawn = text(GALLERY[name](), choices=CHOICES.get(name, ()))
    file = GOLDEN / f"{name}.txt"
    if request.config.getoption("--write-goldens"):
        file.write_text(drawn, encoding="utf-8")
    assert drawn == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GALLERY)
def test_colours_change_no_character(name: str) -> None:
    scene = GALLERY[name]()
    plain, coloured = text(scene), text(scene, colour=True)
    assert "\033" not in plain
    assert "\033[" in coloured
    assert [line.rstrip() for line in ANSI.sub("", coloured).splitlines()] == plain.splitlines()


def test_seats_have_different_colours() -> None:
    pieces = tuple(Piece(str(n), "pawn", 0, n, "P", "pawn", n) for n in range(4))
    drawn = text(board(1, 4, pieces=pieces), colour=True, legend=False)
    assert len(set(re.findall(r"\033\[([0-9;]*)mP", drawn))) == 4


def test_robots_show_where_they_face() -> None:
    pieces = tuple(Piece(str(n), "robot", 0, n, "ABCD"[n], "robot", n, n) for n in range(4))
    assert picture(replace(board(1, 4, pieces=pieces), theme=CROWDED.name)) == [" A↑ B→ C↓ D←"]


def test_what_stands_hides_what_lies_and_shows_it_beside() -> None:
    pieces = (Piece("g", "grenade", 0, 0, "*", "grenade"), Piece("r", "racer", 0, 0, "1", "racer", 0))
    assert picture(replace(board(1, 1, pieces=pieces), theme=CROWDED.name)) == [" 1*"]


def test_the_ground_shows_beside_a_piece_unless_it_is_plain() -> None:
    palette = (Tile("floor", ".", "floor"), Tile("finish", "F", "finish"), Tile("finish", ".", "goal"))
    pieces = tuple(Piece(str(n), "pawn", 0, n, "P", "pawn") for n in range(3))
    assert picture(Scene("hedge", 1, 3, palette, (0, 1, 2), "", pieces)) == [" P  PF P"]


def test_trails_fade_and_tell_seats_apart_without_colour() -> None:
    trails = [Overlay("trail", tone, strength, tone, strength) for tone in range(4) for strength in (1, 2, 3)]
    lines = picture(board(4, 4, overlays=tuple(trails)))
    assert lines == [" .  ○  ◉  ●", " .  △  ◭  ▲", " .  □  ▣  ■", " .  ◇  ◈  ◆"]


def test_fog_and_darkness_differ_and_walls_know_no_darkness() -> None:
    palette = (Tile("floor", ".", "floor"), Tile("wall", "#", "wall"), Tile("pit", "x", "pit"))
    overlays = tuple(Overlay(kind, row, col) for row, kind in enumerate(("fog", "dark")) for col in range(3))
    assert picture(Scene("steel", 2, 3, palette, (0, 1, 2, 0, 1, 2), "", overlays=overlays)) == [
        "░░░░░░░x░",
        "▒▒▒###▒x▒",
    ]


def test_a_route_and_a_trace_show() -> None:
    overlays = (Overlay("route", 0, 0), Overlay("trace", 0, 1))
    assert picture(board(1, 2, overlays=overlays)) == [" •  .'"]


def test_walls_between_cells_tell_owners_apart_without_colour() -> None:
    edges = (Edge(1, 0, True, 1, 0), Edge(1, 1, True, 1, 1), Edge(1, 2, True, 1, 1, "known"))
    assert picture(board(2, 3, edges=edges)) == [
        "┌───────────┐",
        "│ .   .   . │",
        "┝━━━━═══·┄┄┄│",
        "│ .   .   . │",
        "└───────────┘",
    ]


def test_walls_join_where_they_meet_and_end_on_the_border() -> None:
    edges = (Edge(1, 0, True, 2, 0), Edge(0, 1, False, 2, 0))
    assert picture(board(2, 2, edges=edges)) == [
        "┌───┯───┐",
        "│ . ┃ . │",
        "┝━━━╋━━━┥",
        "│ . ┃ . │",
        "└───┷───┘",
    ]
    edges = (Edge(1, 0, True, 2, 1), Edge(0, 1, False, 2, 1))
    assert picture(board(2, 2, edges=edges))[2] == "╞═══╬═══╡"


def test_cells_one_can_choose_stand_in_brackets() -> None:
    choices = (Choice(0, "u", "up", (), (0, 1)), Choice(1, "stay", "stay"))
    assert picture(board(1, 2), choices=choices) == [" . (.)", "u up   stay"]
    assert picture(board(1, 2), choices=[Choice(0, "u", "up", (), (0, 1), start=(0, 0))]) == ["(.) .", "u up"]


def test_many_choices_are_counted() -> None:
    choices = [Choice(n, str(n), str(n)) for n in range(13)]
    assert picture(board(1, 1), choices=choices)[-1] == "13 choices"


def test_cells_get_narrower_until_the_board_fits() -> None:
    scene = neon()
    widths = {width: max(len(line) for line in picture(scene, width=width)[:10]) for width in (100, 30, 20)}
    assert widths == {100: 35, 30: 24, 20: 14}


def test_a_maze_of_two_hundred_comes_out_with_one_character_a_cell() -> None:
    lines = picture(maze(200))
    assert [len(line) for line in lines[:200]] == [200] * 200


def test_wide_column_labels_leave_some_out() -> None:
    labels = tuple(str(n) for n in range(95, 105))
    assert picture(board(1, 10, col_labels=labels))[-1] == " 95    97    99    101   103"


def test_facts_flow_and_long_ones_go_over_several_lines() -> None:
    facts = (Fact("a", "1"), Fact("b", "2", 1), Fact("", "words"), Fact("long", "word " * 8))
    lines = picture(board(1, 1, panel=facts), width=24)
    assert lines[1:] == ["a: 1   ▲ b: 2   words", "long: word word word", "  word word word word", "  word"]


def test_a_crowd_of_names_is_told_by_shape() -> None:
    names = [line for line in text(maze(30)).splitlines() if "runner" in line]
    assert names == ["a runner   b runner   # wall   h home of team 1   H home of team 2"]


def test_the_legend_can_be_left_out() -> None:
    scene = warehouse()
    assert "ice box" in text(scene)
    assert "ice box" not in text(scene, legend=False)


def test_status_comes_below_the_board() -> None:
    lines = picture(replace(hedge(), panel=()))
    assert lines[-1] == "Player 1 to move: step or place a wall"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_is_for_terminals_that_have_it(
    stream: io.StringIO, environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_colour(stream) is expected
