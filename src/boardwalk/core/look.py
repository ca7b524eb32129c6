"""A game's face: its theme, and tiles and shapes that no other game has.

A theme is one of the stock (`STOCK`), or one of a game's own that starts from one of them. Drawings are SVG, given as
data: clients draw them without knowing the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boardwalk.core.errors import GameError

STOCK = ("neon", "steel", "hedge", "lantern", "warehouse")


@dataclass(frozen=True)
class Drawing:
    """One cell's drawing as SVG elements: the cell is 40 units wide with its origin in the middle. `{seat}` stands for
    the colour of the seat whose tone it has, `{floor}`, `{ink}` and so on for the theme's colour of that name.

    With `turns` it is rotated by a tile's or piece's `turn`; a shape that `lies` steps aside when another piece stands
    on its cell; `badge` is where a shape bears its label or its seat's mark (x, y, size); `flat` is the colour of a
    tile on boards too big for drawings."""

    svg: str
    turns: bool = False
    lies: bool = False
    badge: tuple[float, float, float] | None = None
    flat: str = "floor"


@dataclass(frozen=True)
class Theme:
    """The name of a theme, and for one of a game's own: the stock theme it is `like`, the colours that differ from it
    (a light one and a dark one each), and further tiles and shapes by the name that scenes use."""

    name: str
    like: str = ""
    colours: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    tiles: Mapping[str, Drawing] = field(default_factory=dict)
    shapes: Mapping[str, Drawing] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """The stock theme that decides what this one does not say."""
        return self.like or self.name


_themes = {name: Theme(name) for name in STOCK}


def add_theme(theme: Theme) -> None:
    """Make a game's theme known to all that draw; a `GameError` if its name is taken or it starts from nothing."""
    if theme.base not in STOCK:
        raise GameError(f"the theme {theme.name!r} must be like one of {', '.join(STOCK)}, not {theme.like!r}")
    if _themes.setdefault(theme.name, theme) != theme:
        raise GameError(f"there is another theme of the name {theme.name!r}")


def theme_of(name: str) -> Theme | None:
    """The theme of that name, if a game has declared it or it is of the stock."""
    return _themes.get(name)


def themes() -> tuple[Theme, ...]:
    """All themes known by now."""
    return tuple(_themes.values())
