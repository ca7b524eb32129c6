"""Draw any scene as PNG. This needs resvg, which the extra `png` installs."""

from __future__ import annotations

from collections.abc import Sequence

from boardwalk.core.errors import BoardwalkError
from boardwalk.core.extras import needs_extra
from boardwalk.core.scene import Choice, Scene
from boardwalk.draw.svg import svg


def png(
    scene: Scene,
    *,
    theme: str = "light",
    size: int | None = None,
    choices: Sequence[Choice] = (),
    panel: bool = True,
) -> bytes:
    """The scene as PNG; `size` is its longer side in pixels. Text is drawn with the system's fonts."""
    if theme not in ("light", "dark"):
        raise BoardwalkError(f"a PNG picture is light or dark, not {theme!r}")
    with needs_extra("png", "a PNG picture"):
        import resvg_py
    picture = svg(scene, theme=theme, size=size, choices=choices, panel=panel)
    return bytes(resvg_py.svg_to_bytes(svg_string=picture))
