"""Pictures in notebooks.

`show(thing)` is a picture of a match, a view, a position or a scene. In IPython and Jupyter it need not be called:
importing `boardwalk.draw` there (or `%load_ext boardwalk.draw`) registers display formatters, so that a match as the
last line of a cell shows its board."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardwalk.contract.errors import SceneError
from boardwalk.contract.game import Position
from boardwalk.contract.scene import Choice, Scene
from boardwalk.contract.text import shown
from boardwalk.draw.png import png
from boardwalk.draw.svg import svg
from boardwalk.draw.text import text
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match, View

Drawable = Match | View | Position | Scene


@dataclass(frozen=True)
class Picture:
    """A scene with the choices to highlight in it. Notebooks show it as SVG, `print` as text."""

    scene: Scene
    choices: Sequence[Choice] = ()
    theme: str = "auto"
    size: int | None = None

    def svg(self) -> str:
        return svg(self.scene, theme=self.theme, size=self.size, choices=self.choices)

    def png(self) -> bytes:
        theme = self.theme if self.theme == "dark" else "light"
        return png(self.scene, theme=theme, size=self.size, choices=self.choices)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return text(self.scene, choices=self.choices)


def show(thing: Drawable, *, seat: int = AUDIENCE, theme: str = "auto", size: int | None = None) -> Picture:
    """A picture of a match or a position as `seat` may see it (by default the audience), of a view as its own seat sees
    it, or of a scene."""
    if isinstance(thing, Scene):
        return Picture(thing, (), theme, size)
    if isinstance(thing, View):
        return Picture(thing.scene, thing.choices, theme, size)
    if isinstance(thing, Match):
        return show(thing.view(seat), theme=theme, size=size)
    if not isinstance(thing, Position):
        raise SceneError(f"expected a match, a view, a position or a scene, not {shown(thing)}")
    rules = thing.table.interpreted  # avoids compiling rules for a single position
    return show(View.of(rules, thing, seat), theme=theme, size=size)


def enable_notebook(shell: Any = None) -> bool:
    """Register display formatters for matches, views, positions and scenes in an IPython shell, by default the running
    one. Returns whether there was a shell."""
    if shell is None and "IPython" in sys.modules:
        shell = sys.modules["IPython"].get_ipython()
    if shell is None:
        return False
    formatter = shell.display_formatter.formatters["image/svg+xml"]
    for kind in (Match, View, Position, Scene):
        formatter.for_type(kind, lambda thing: show(thing).svg())
    return True
