"""Moving and pushing, clause by clause, and compared with the reference implementation."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from box_world_play import GAME, Plain, act, after, drawn, legal, match_of
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwalk.contract.errors import MoveError, TextError

OPEN = """
    ---
    -U-
    --F
"""


@pytest.mark.rule("BW-3", "BW-5")
@pytest.mark.parametrize(
    ("move", "end"),
    [
        ("w", "-U-\n---\n--F"),
        ("s", "---\n---\n-UF"),
        ("a", "---\nU--\n--F"),
        ("d", "---\n--U\n--F"),
    ],
)
def test_one_step_in_each_direction(move: str, end: str) -> None:
    match = match_of(OPEN, move)
    assert drawn(match.position) == end
    assert (match.position.state.moves, match.position.state.pushes) == (1, 0)


@pytest.mark.rule("BW-3")
@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("wdsa", [0, 1, 2, 3]),
        ("WDSA", [0, 1, 2, 3]),
        (" w  d ", [0, 1]),
        ("ww,d", [0, 0, 1]),
        ("↑→↓←", [0, 1, 2, 3]),
        ("up Right DOWN left", [0, 1, 2, 3]),
        ("next", [4]),
        ("d n", [1, 4]),
    ],
)
def test_moves_as_people_type_them(text: str, moves: list[int]) -> None:
    assert GAME.notation.read_actions(match_of(OPEN).position, text) == moves


@pytest.mark.rule("BW-3")
def test_what_is_no_move_is_refused() -> None:
    position = match_of(OPEN).position
    with pytest.raises(MoveError) as caught:
        GAME.notation.read_actions(position, "wwx")
    expected = "type w, a, s or d (up, left, down, right), as many as you like, or next"
    assert str(caught.value) == f"'x' in 'wwx' is not a move; {expected}"
    with pytest.raises(MoveError, match="type a move: w, a, s or d"):
        GAME.notation.read_actions(position, "  ")


@pytest.mark.rule("BW-3")
def test_keys_and_cells_of_the_choices() -> None:
    choices = match_of(OPEN).view(0).choices
    assert [(choice.text, choice.keys, choice.cell) for choice in choices] == [
        ("w", ("w", "ArrowUp"), (0, 1)),
        ("d", ("d", "ArrowRight"), (1, 2)),
        ("s", ("s", "ArrowDown"), (2, 1)),
        ("a", ("a", "ArrowLeft"), (1, 0)),
    ]


@pytest.mark.rule("BW-4")
@pytest.mark.parametrize("ahead", "WH")
def test_walls_and_holes_are_not_walked_into(ahead: str) -> None:
    match = match_of(f"-U{ahead}F")
    before = match.position.state.to_bytes()
    with pytest.raises(MoveError, match="d is not possible now"):
        act(match, "d")
    assert match.position.state.to_bytes() == before
    assert legal(match.position) == "a"


@pytest.mark.rule("BW-4", "BW-1")
def test_outside_the_level_is_wall() -> None:
    assert legal(match_of("U-\n-F").position) == "ds"
    assert legal(match_of("F-\n-U").position) == "wa"


@pytest.mark.rule("BW-6")
def test_the_finish_is_walked_onto_and_ends_the_level() -> None:
    match = match_of("U-F-\n\nUF", "dd")
    assert GAME.notation.describe(match.position)["player"] == (0, 2)
    assert GAME.notation.describe(match.position)["done"]
    assert legal(match.position) == "next"


@pytest.mark.rule("BW-7", "BW-10")
@pytest.mark.parametrize(
    ("start", "move", "end"),
    [
        ("UB--F", "d", "-UB-F"),
        ("F--BU", "a", "F-BU-"),
        ("U\nB\n-\n-\nF", "s", "-\nU\nB\n-\nF"),
        ("F\n-\n-\nB\nU", "w", "F\n-\nB\nU\n-"),
    ],
)
def test_a_normal_box_is_pushed_one_cell(start: str, move: str, end: str) -> None:
    match = match_of(start, move)
    assert drawn(match.position) == end
    assert (match.position.state.moves, match.position.state.pushes) == (1, 1)


@pytest.mark.rule("BW-8")
@pytest.mark.parametrize("box", "BI")
@pytest.mark.parametrize("behind", ["W", "B", "I", "F", ""])
def test_what_stops_a_box_at_once(box: str, behind: str) -> None:
    row = f"-U{box}{behind}"
    match = match_of(f"{row}\n{'F'.ljust(len(row), '-')}")
    assert "d" not in legal(match.position)
    with pytest.raises(MoveError, match="d is not possible now"):
        act(match, "d")
    assert (match.position.state.moves, match.position.state.pushes) == (0, 0)


@pytest.mark.rule("BW-8")
@pytest.mark.parametrize("box", "BI")
@pytest.mark.parametrize(
    ("level", "moves"),
    [
        ("-?-\n-U-\nF--", "dsa"),
        ("---\n-U?\nF--", "wsa"),
        ("--F\n-U-\n-?-", "wda"),
        ("---\n?U-\nF--", "wds"),
    ],
)
def test_the_edge_stops_boxes_on_every_side(level: str, moves: str, box: str) -> None:
    assert legal(match_of(level.replace("?", box)).position) == moves


@pytest.mark.rule("BW-9", "BW-12")
@pytest.mark.parametrize("box", "BI")
def test_a_box_falls_into_the_hole_behind_it(box: str) -> None:
    match = match_of(f"U{box}H-F", "d")
    assert drawn(match.position) == "-U--F"
    assert (match.position.state.moves, match.position.state.pushes) == (1, 1)
    act(match, "dd")
    assert drawn(match.position) == "---UF"  # the hole is floor


@pytest.mark.rule("BW-12")
@pytest.mark.parametrize("first", "BI")
def test_a_box_goes_over_a_filled_hole_and_into_the_next(first: str) -> None:
    level = f"""
        WWWWWWW
        U-{first}H-HF
        -BWWWWW
        --WWWWW
    """
    assert after(level, "dd").split()[1:3] == ["--U--HF", "-BWWWWW"]
    assert after(level, "dd aassdw aw ddd".replace(" ", "")).split()[1:3] == ["---UBHF", "--WWWWW"]
    assert after(level, "dd aassdw aw ddddd".replace(" ", "")).split()[1:3] == ["-----UF", "--WWWWW"]


@pytest.mark.rule("BW-11")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("UI---WF", "-U--IWF"),  # a wall
        ("UI---BF", "-U--IBF"),  # a box
        ("UI---IF", "-U--IIF"),  # an ice box
        ("UI----F", "-U---IF"),  # the finish
        ("UI-WFHB", "-UIWFHB"),  # no further than one cell
    ],
)
def test_an_ice_box_slides_until_something_stops_it(start: str, end: str) -> None:
    match = match_of(start, "d")
    assert drawn(match.position) == end
    assert (match.position.state.moves, match.position.state.pushes) == (1, 1)


@pytest.mark.rule("BW-11")
@pytest.mark.parametrize(
    ("start", "move", "end"),
    [
        ("FUI---", "d", "F-U--I"),
        ("---IUF", "a", "I--U-F"),
        ("F\nU\nI\n-\n-", "s", "F\n-\nU\n-\nI"),
        ("-\n-\nI\nU\nF", "w", "I\n-\nU\n-\nF"),
    ],
)
def test_an_ice_box_slides_to_the_edge(start: str, move: str, end: str) -> None:
    assert after(start, move) == end


@pytest.mark.rule("BW-11")
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("UI---H-F", "-U-----F"),
        ("UI--H-HF", "-U----HF"),  # the first hole takes it
        ("UI--BH-F", "-U-IBH-F"),  # a box before the hole stops it
        ("UI--WH-F", "-U-IWH-F"),
        ("UI---FHW", "-U--IFHW"),  # and so does the finish
    ],
)
def test_an_ice_box_falls_into_a_hole_if_that_is_the_first_thing_on_its_way(start: str, end: str) -> None:
    assert after(start, "d") == end


@pytest.mark.rule("BW-10")
def test_a_normal_box_does_not_slide_into_a_hole_further_on() -> None:
    assert after("UB--H-F", "d") == "-UB-H-F"


SYMBOLS = "------WWBBIIHHF"


@pytest.mark.rule("BW-1", "BW-4", "BW-7", "BW-8", "BW-9", "BW-10", "BW-11", "BW-12")
@given(st.integers(0, 2**32))
@settings(max_examples=120, deadline=None)
def test_random_levels_go_as_the_plain_rules_say(seed: int) -> None:
    random = Random(seed)
    width, height = random.randint(2, 7), random.randint(1, 7)
    cells = [random.choice(SYMBOLS) for _ in range(width * height)]
    player, finish = random.sample(range(width * height), 2)
    cells[player], cells[finish] = "U", "F"
    rows = tuple("".join(cells[i : i + width]) for i in range(0, width * height, width))
    plain = Plain(rows)
    if not plain.moves:
        with pytest.raises(TextError, match="the player can't move"):
            match_of("\n".join(rows))
        return
    match = match_of("\n".join(rows))
    for moves in range(1, 40):
        assert legal(match.position) == ("" if plain.done else plain.moves)
        if match.over:
            break
        letter = random.choice(plain.moves)
        plain.move(letter)
        act(match, letter)
        shown = GAME.notation.describe(match.position)
        assert shown["player"] == plain.player and "".join(shown["cells"]) == "".join(plain.cells.values())
        assert (shown["moves"], shown["pushes"], shown["done"]) == (moves, plain.pushes, plain.done)


def test_random_play_picks_every_open_way_alike() -> None:
    """`pick` is for playouts: each legal action has the same chance."""
    for up, right, down, left in set(product("-W", repeat=4)) - {("W",) * 4}:
        position = match_of(f"W{up}F\n{left}U{right}\n-{down}-").position
        counts = dict.fromkeys(position.table.interpreted.legal(position), 0)
        for _ in range(600):
            counts[GAME.rules.pick(position.board, position.state, None)] += 1
        assert min(counts.values()) > 600 / len(counts) * 0.75
    done = match_of("UF\n\nUF", "d").position
    assert GAME.rules.pick(done.board, done.state, None) == GAME.rules.GO_ON
