"""Pictures as arrays of pixels."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import resvg_py

import boardwalk
from boardwalk.contract.errors import BoardwalkError
from boardwalk.learning import pictures


def test_colours_are_where_they_were_drawn() -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="4"><rect width="9" height="4" fill="#102030"/>'
        '<rect x="2" y="1" width="3" height="2" fill="#ff8000"/></svg>'
    )
    pixels = pictures.decode(bytes(resvg_py.svg_to_bytes(svg_string=drawn)))
    expected = np.full((4, 9, 3), (16, 32, 48), np.uint8)
    expected[1:3, 2:5] = (255, 128, 0)
    assert pixels.dtype == np.uint8 and (pixels == expected).all()


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_frames_are_squares_of_one_size(name: str) -> None:
    scene = boardwalk.Match(boardwalk.table(name), seed=1).view(0).scene
    frame = pictures.pixels(scene, 150)
    assert frame.shape == (150, 150, 3) and len(np.unique(frame)) > 20


def test_without_pillow_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    scene = boardwalk.Match(boardwalk.table("box_world"), seed=1).view(0).scene
    with pytest.raises(BoardwalkError) as caught:
        pictures.render(scene, "rgb_array", 100)
    sentence = "an array of pixels needs the module PIL; install it with: pip install 'boardwalk-games[png]'"
    assert str(caught.value) == sentence
