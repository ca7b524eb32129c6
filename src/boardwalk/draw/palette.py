"""All colours, in one place: light and dark, common and of each theme.

Drawing functions look up colours by name in a `Paint`. For the modes "light" and "dark" it returns the colour itself;
for "auto" and "page" a CSS variable (`var(--bw-floor)`), defined by the style sheet of the picture or of the page
(`css()`). So pictures and the browser client use the same colours.
"""

from __future__ import annotations

from boardwalk.contract.errors import BoardwalkError, SceneError
from boardwalk.contract.look import Theme, theme_of, themes

MODES = ("light", "dark", "auto", "page")
MIST = 0.92  # the opacity of fog
TONES = 4  # seat colours; further seats reuse them

# name: (light, dark)
COMMON: dict[str, tuple[str, str]] = {
    "page": ("#f7f0e2", "#0e1a2b"),
    "ink": ("#2a2c3a", "#f5ecdb"),
    "muted": ("#6b665e", "#a3b2c4"),
    "hair": ("#e0d3ba", "#24384f"),
    "lamp": ("#c79a00", "#ffdc8a"),  # choices, and what just happened
    "shade": ("#2a2c3a", "#03070e"),  # shadows, always translucent
    "mist": ("#6c7b8c", "#93a6bc"),  # at least 3 : 1 against every floor, as drawn (tested in tests/draw)
    "wisp": ("#b9c4cf", "#d3deea"),
    "dusk": ("#454c72", "#04061a"),  # over squares without power
    "spark": ("#fff3d6", "#7f8db8"),
    # Seats: orange, sky blue, green, violet; distinguishable with colour blindness (tested in tests/draw).
    "seat0": ("#f08a24", "#ff9f45"),
    "seat1": ("#55bff5", "#74d0fd"),
    "seat2": ("#119c5e", "#1fa067"),
    "seat3": ("#a867e9", "#b26df0"),
    "plain": ("#a99d8a", "#8b98a8"),  # of no seat
    "on_seat": ("#14161f", "#10131f"),  # letters and marks on a seat's colour
    "pit": ("#6d6a78", "#2a3146"),
    "pit_deep": ("#3f3e4c", "#0b0f1a"),
    "ice_shine": ("#ffffff", "#dff4fd"),
    "metal": ("#565e6e", "#8793a6"),
    "metal_dark": ("#363c4a", "#2b3342"),
    "track": ("#363c4a", "#93a0b4"),
    "glow": ("#ffd76a", "#ffe08a"),
    "skin": ("#f2c9a0", "#eec79f"),
}

# The built-in themes. Colours missing from one are those of the first; themes of games are based on one of these.
THEMES: dict[str, dict[str, tuple[str, str]]] = {
    "neon": {
        "frame": ("#dcd7ea", "#12172f"),
        "floor": ("#f6f3fb", "#212a55"),
        "line": ("#dfd9ec", "#313c74"),
        "mark": ("#e8e3f3", "#2e386d"),
        "wall": ("#7d779e", "#353f7d"),
        "wall_top": ("#9d97be", "#4a57a6"),
        "wall_mark": ("#c4bee0", "#8b9bf0"),
    },
    "steel": {
        "frame": ("#c6ced5", "#15202b"),
        "floor": ("#e8edf0", "#2b3b4a"),
        "line": ("#cdd6dc", "#1d2935"),
        "mark": ("#d6dde3", "#374b5d"),
        "wall": ("#76838f", "#4d6173"),
        "wall_top": ("#95a2ad", "#64798c"),
        "wall_mark": ("#b4bfc8", "#7f95a8"),
    },
    "hedge": {
        "frame": ("#cbd6b3", "#12251e"),
        "floor": ("#f1f4e1", "#213d32"),
        "line": ("#d8e0c0", "#172c24"),
        "mark": ("#e0e8ca", "#2b4b3e"),
        "wall": ("#6f7f58", "#5d8570"),
        "wall_top": ("#8a9a70", "#7aa58d"),
        "wall_mark": ("#a8b78f", "#99c2ab"),
    },
    "lantern": {
        "frame": ("#dcc7a3", "#1d1730"),
        "floor": ("#f8edd6", "#352c4d"),
        "line": ("#e6d6b6", "#261f3b"),
        "mark": ("#eddfc3", "#40365c"),
        "wall": ("#8d7358", "#5a4a73"),
        "wall_top": ("#a98d70", "#725f8f"),
        "wall_mark": ("#c7ac8d", "#9482b3"),
    },
    "warehouse": {
        "frame": ("#d8c5a8", "#1e1a1f"),
        "floor": ("#f3eadb", "#3b3438"),
        "line": ("#e1d3bc", "#2a2528"),
        "mark": ("#e8dbc6", "#463e42"),
        "wall": ("#a0694c", "#6f4a3c"),
        "wall_top": ("#bd8463", "#8c6150"),
        "wall_mark": ("#d8a585", "#a67a66"),
    },
}


def _theme(name: str) -> Theme:
    found = theme_of(name)
    if found is None:
        known = ", ".join(theme.name for theme in themes())
        raise SceneError(f"a scene has the theme {name!r}; the themes are {known}")
    return found


def colours(theme: str, dark: bool) -> dict[str, str]:
    """Every colour of a theme by name."""
    found = _theme(theme)
    first = next(iter(THEMES.values()))
    pairs = COMMON | first | THEMES[found.base] | dict(found.colours)
    return {name: pair[dark] for name, pair in pairs.items()}


def _own_colours(theme: Theme, dark: bool) -> dict[str, str]:
    """The colours of a theme that differ from those of the page around it."""
    return {
        name: colour
        for name, colour in colours(theme.name, dark).items()
        if name not in COMMON or name in theme.colours
    }


def variable(name: str) -> str:
    return "--bw-" + name.replace("_", "-")


def _block(selector: str, values: dict[str, str]) -> str:
    return f"{selector}{{" + ";".join(f"{variable(name)}:{value}" for name, value in values.items()) + "}"


def scene_css(theme: str, selector: str) -> str:
    """The CSS variables of one theme as a style sheet; light or dark follows the reader's system."""
    night = _block(selector, colours(theme, True))
    return f"{_block(selector, colours(theme, False))}@media(prefers-color-scheme:dark){{{night}}}"


def css() -> str:
    """The style sheet of a page with many pictures. An element with `data-theme` has that theme's colours; the page
    follows the reader's system, unless the root element has `data-mode="light"` or `"dark"`."""

    def blocks(dark: bool, mode: str) -> list[str]:
        common = {name: pair[dark] for name, pair in COMMON.items()}
        faces = [_block(f'{mode} [data-theme="{theme.name}"]', _own_colours(theme, dark)) for theme in themes()]
        return [_block(mode, common), *faces]

    night = "\n".join("  " + line for line in blocks(True, ':root:not([data-mode="light"])'))
    lines = [
        *blocks(False, ":root"),
        f"@media (prefers-color-scheme: dark) {{\n{night}\n}}",
        *blocks(True, ':root[data-mode="dark"]'),
    ]
    return "\n".join(lines) + "\n"


class Paint:
    """Colours by name, for one theme and mode. `key` is a prefix for ids: pictures with the same prefix have the same
    definitions, so that a page can contain many of them."""

    def __init__(self, theme: str, mode: str) -> None:
        if mode not in MODES:
            raise BoardwalkError(f"a picture's theme is one of {', '.join(MODES)}, not {mode!r}")
        self.theme = theme
        self.base = _theme(theme).base  # the built-in theme it is based on
        self.mode = mode
        self.key = f"bw-{theme}-{mode}"
        self._colours = colours(theme, mode == "dark")

    def __call__(self, name: str) -> str:
        if name not in self._colours:
            raise SceneError(f"the theme {self.theme!r} has no colour {name!r}")
        colour = self._colours[name]
        return colour if self.mode in ("light", "dark") else f"var({variable(name)})"

    def seat(self, tone: int) -> str:
        return self(f"seat{tone % TONES}" if tone >= 0 else "plain")
