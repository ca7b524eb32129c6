"""How to play each game in pictures: every guide plays by the rules and ends as it says; mistakes in one are named."""

from __future__ import annotations

import pytest
from learned import OWN, GameWith

from boardwalk.contract import registry
from boardwalk.contract.errors import GameError
from boardwalk.contract.scene_check import check_scene
from boardwalk.tutorial import guide_of

SMALL = 144  # cells
GUIDE = """
goal = "Reach the finish."

[[boards]]
title = "Walk"
caption = "Walk to the finish."
play = "d"
ends = [{ what = "done", is = true }]
options.pack = '''
UF
'''
"""


@pytest.mark.parametrize("name", OWN)
def test_each_game_has_a_guide_of_three_to_six_small_boards(name: str) -> None:
    guide = guide_of(registry.game(name))
    assert guide is not None
    assert 3 <= len(guide.boards) <= 6
    assert guide.goal.count(".") == 1 and guide.goal.endswith("."), "the goal is one sentence"
    for board in guide.boards:
        picture, match = board.picture, board.match
        assert picture.ends, f"{picture.title}: nothing says how it ends"
        assert len(match.steps) - board.first > 1, f"{picture.title}: nothing happens"
        scene = match.view(picture.seat).scene
        check_scene(scene)
        assert scene.rows * scene.cols <= SMALL


@pytest.mark.parametrize("name", OWN)
def test_what_the_boards_show_has_words_in_the_legend(name: str) -> None:
    """And every word of the legend is about something that the game can show."""
    guide = guide_of(registry.game(name))
    assert guide is not None
    seen = set()
    for board in guide.boards:
        for step in range(board.first, len(board.match.steps)):
            scene = board.match.view(board.picture.seat, step).scene
            seen |= {scene.palette[entry].kind for entry in scene.tiles} - {"floor"}
            seen |= {piece.shape for piece in scene.pieces} | {edge.kind for edge in scene.edges}
            seen |= {overlay.kind for overlay in scene.overlays}
    assert seen <= set(guide.legend)


def test_a_game_without_the_file_has_no_guide() -> None:
    assert guide_of(registry.game("connect_four")) is None


def test_a_guide_is_played(game_with: GameWith) -> None:
    guide = guide_of(game_with({"content/guide.toml": GUIDE}))
    assert guide is not None and len(guide.boards[0].match.steps) == 2


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('play = "d"', 'play = "a"', r"guide.toml, board 1 \(Walk\): a is not possible now"),
        ('play = "d"', 'play = "z"', r"guide.toml, board 1 \(Walk\): 'z' in 'z' is not a move"),
        ("is = true", "is = false", r"guide.toml, board 1 \(Walk\): it does not end as `ends` says"),
        ('"done"', '"dome"', r"guide.toml, board 1 \(Walk\): there is no fact 'dome'"),
        (", is = true", "", r"guide.toml: boards\[0\].ends.*: 'done' needs one of is, is_not, "),
        ('title = "Walk"', "", r"guide.toml: boards\[0\]: the field title is missing"),
        ('title = "Walk"', 'titel = "Walk"', r"guide.toml: boards\[0\]: there is no field titel"),
        ("UF", "UX", r"guide.toml, board 1 \(Walk\): .*unknown symbol 'X'"),
        ("[[boards]]", "[[boards", "guide.toml: .*line 4"),
        ('play = "d"', 'play = "d"\nseat = 3', r"board 1 \(Walk\): there is no seat 3"),
    ],
)
def test_mistakes_are_named_with_their_place(game_with: GameWith, old: str, new: str, what: str) -> None:
    with pytest.raises(GameError, match=what):
        guide_of(game_with({"content/guide.toml": GUIDE.replace(old, new, 1)}))
