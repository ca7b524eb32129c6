"""Draw any scene as PNG. This needs resvg, which the extra `png` installs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.extras import needs_extra
from boardwalk.contract.scene import Choice, Scene
from boardwalk.draw.palette import Paint
from boardwalk.draw.svg import svg

CARD = 1200, 630  # pixels
SIZE = re.compile(r'<svg [^>]*width="([0-9.]+)" height="([0-9.]+)"')


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
    return _drawn(svg(scene, theme=theme, size=size, choices=choices, panel=panel))


def card(scene: Scene) -> bytes:
    """The board in the middle of a wide picture, of the size that previews of links expect, as PNG."""
    width, height = CARD
    board = svg(scene, theme="light", size=height, panel=False)
    found = SIZE.search(board)
    assert found is not None
    scale = min(width / float(found[1]), height / float(found[2]))
    x, y = (width - scale * float(found[1])) / 2, (height - scale * float(found[2])) / 2
    ground = Paint(scene.theme, "light")("page")
    return _drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="{ground}"/>'
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{board}</g></svg>'
    )


def _drawn(picture: str) -> bytes:
    with needs_extra("png", "a PNG picture"):
        import resvg_py
    return bytes(resvg_py.svg_to_bytes(svg_string=picture))
