"""Matches, views and positions are displayed in notebooks, and show no more than the seat may see."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from draw_gallery import neon

import boardwalk
from boardwalk import draw
from boardwalk.contract.scene import Scene

MAKES = ("match", "view", "position", "scene")


@pytest.fixture
def match() -> boardwalk.Match:
    table = boardwalk.table("box_world")
    return boardwalk.Match(table, seed=1, rules=table.interpreted)


class Formatter(dict[type, Any]):
    def for_type(self, kind: type, function: Any) -> None:
        self[kind] = function


class Shell:
    """A fake IPython shell with what the code uses."""

    def __init__(self) -> None:
        self.display_formatter = self
        self.formatters = {"image/svg+xml": Formatter()}


def test_a_match_shows_what_the_audience_may_see(match: boardwalk.Match) -> None:
    assert draw.show(match).scene == match.view(boardwalk.AUDIENCE).scene
    assert draw.show(match).choices == ()


def test_a_match_shows_what_a_seat_may_see_and_do(match: boardwalk.Match) -> None:
    picture = draw.show(match, seat=0)
    assert picture.choices == match.view(0).choices
    assert "data-actions" in picture._repr_svg_()


def test_a_view_shows_itself(match: boardwalk.Match) -> None:
    view = match.view(0)
    assert draw.show(view).svg() == draw.svg(view.scene, choices=view.choices)
    assert str(draw.show(view)) == draw.text(view.scene, choices=view.choices)


def test_a_position_is_concealed_before_it_is_drawn() -> None:
    table = boardwalk.table("fog_quoridor")
    match = boardwalk.Match(table, seed=3, rules=table.interpreted)
    while match.position.state.turns < 0:
        match.act(match.to_act, match.rules.legal(match.position)[0])
    for seat in (0, 1):
        shown = draw.show(match.position, seat=seat).scene
        assert shown == match.view(seat).scene
        assert [piece.tone for piece in shown.pieces] == [seat]


@pytest.mark.parametrize("thing", [3, "box_world", None])
def test_what_is_no_picture_gets_a_sentence(thing: Any) -> None:
    with pytest.raises(boardwalk.SceneError, match="expected a match, a view, a position or a scene, not "):
        draw.show(thing)
    for way in (draw.svg, draw.text):
        with pytest.raises(boardwalk.SceneError, match="expected a scene"):
            way(thing)


def test_a_picture_can_be_a_png() -> None:
    picture = draw.show(neon(), size=120)
    assert picture.png() == draw.png(neon(), theme="light", size=120)
    assert draw.show(neon(), theme="dark", size=120).png() == draw.png(neon(), theme="dark", size=120)


def test_a_notebook_is_told_how_things_look(match: boardwalk.Match) -> None:
    shell = Shell()
    draw.load_ipython_extension(shell)
    formatter = shell.formatters["image/svg+xml"]
    assert set(formatter) == {boardwalk.Match, boardwalk.View, boardwalk.Position, Scene}
    for thing in (match, match.view(0), match.position, match.view(0).scene):
        assert formatter[type(thing)](thing) == draw.show(thing).svg()


def test_outside_of_a_notebook_nothing_happens() -> None:
    assert draw.enable_notebook() is False


def test_importing_draw_in_a_notebook_is_enough() -> None:
    program = """
import sys, types

class Formatter(dict):
    def for_type(self, kind, function):
        self[kind.__name__] = function

shell = types.SimpleNamespace()
shell.display_formatter = shell
shell.formatters = {"image/svg+xml": Formatter()}
sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
import boardwalk.draw
print(*sorted(shell.formatters["image/svg+xml"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["Match", "Position", "Scene", "View"]
