"""Draw any scene as text, SVG or PNG, and matches in notebooks. It depends on `boardwalk.contract.scene`, on no
game.

>>> import boardwalk
>>> from boardwalk import draw
>>> view = boardwalk.Match(boardwalk.table("box_world"), seed=1).view(0)
>>> draw.svg(view.scene).startswith("<svg ")
True
"""

from __future__ import annotations

from typing import Any

from boardwalk.contract.errors import SceneError
from boardwalk.contract.scene_check import check_scene
from boardwalk.draw.notebook import Picture, enable_notebook, show
from boardwalk.draw.palette import css
from boardwalk.draw.png import png
from boardwalk.draw.svg import svg
from boardwalk.draw.text import has_colour, text

__all__ = [
    "Picture",
    "SceneError",
    "check_scene",
    "css",
    "enable_notebook",
    "has_colour",
    "load_ipython_extension",
    "png",
    "show",
    "svg",
    "text",
]


def load_ipython_extension(shell: Any) -> None:
    """Called by `%load_ext boardwalk.draw`."""
    enable_notebook(shell)


enable_notebook()
