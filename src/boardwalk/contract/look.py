"""Themes: a game's colours, and tiles, shapes and signs of its own.

A theme is built in (`STOCK`), or declared by a game and based on a built-in one. Drawings are SVG given as data:
clients draw them without knowing the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from boardwalk.contract.errors import GameError

STOCK = ("neon", "steel", "hedge", "lantern", "warehouse")


@dataclass(frozen=True)
class Drawing:
    """The drawing of one cell as SVG elements; the cell is 40 units wide with its origin in the middle. `{seat}` stands
    for the colour of the seat given by the tone, `{floor}`, `{ink}` and so on for the theme's colour of that name.

    With `turns` it is rotated by the `turn` of the tile or piece; a shape that `lies` moves aside when another piece
    stands on its cell; `badge` is the place (x, y, size) of a shape's label or seat mark; a sign that is `behind` its
    piece is drawn before it, else after it.

    For tiles: `flat` is the colour, "seat" for that of the tone, and `flat_opacity` its opacity on boards too big for
    drawings; a `solid` tile is never occupied, so that the overlay "dark" is not drawn there; `accent` names another
    tile of the theme, which is drawn over a few of the cells."""

    svg: str
    turns: bool = False
    lies: bool = False
    badge: tuple[float, float, float] | None = None
    behind: bool = False
    flat: str = "floor"
    flat_opacity: float = 1
    solid: bool = False
    accent: str = ""


@dataclass(frozen=True)
class Theme:
    """A theme. A game's own theme names the built-in theme it is `like`, the colours that differ from it (a light and a
    dark one each), and additional tiles, shapes, signs of pieces and icons of facts by the name that scenes use. An
    icon is the path of a line drawing of 24 × 24 units."""

    name: str
    like: str = ""
    colours: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    tiles: Mapping[str, Drawing] = field(default_factory=dict)
    shapes: Mapping[str, Drawing] = field(default_factory=dict)
    signs: Mapping[str, Drawing] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """The built-in theme that supplies everything this one does not define."""
        return self.like or self.name


_themes = {name: Theme(name) for name in STOCK}


def add_theme(theme: Theme) -> None:
    """Register a game's theme; a `GameError` if there is a mistake in it, or another theme of its name."""
    if theme.base not in STOCK:
        raise GameError(f"the theme {theme.name!r} must be like one of {', '.join(STOCK)}, not {theme.like!r}")
    for word, tile in theme.tiles.items():
        if tile.accent and tile.accent not in theme.tiles:
            raise GameError(f"the theme {theme.name!r} has no tile {tile.accent!r}, the accent of its tile {word!r}")
    if _themes.setdefault(theme.name, theme) != theme:
        raise GameError(f"there is another theme of the name {theme.name!r}")


def theme_of(name: str) -> Theme | None:
    """The registered or built-in theme of that name, if any."""
    return _themes.get(name)


def themes() -> tuple[Theme, ...]:
    """All built-in themes, and those of the games loaded so far."""
    return tuple(_themes.values())
