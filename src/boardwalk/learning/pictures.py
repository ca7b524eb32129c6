"""Rendering of environments: a seat's view as text, as SVG, or as an array of pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np

from boardwalk import draw
from boardwalk.contract.extras import needs_extra
from boardwalk.contract.scene import Scene

Array = np.ndarray[Any, Any]

MODES = ["ansi", "rgb_array", "svg"]
FRAMES_A_SECOND = 4
SIZE = 480  # pixels of a picture's side


def render(scene: Scene, mode: str, size: int) -> str | Array:
    """The scene in one of the MODES."""
    if mode == "ansi":
        return draw.text(scene)
    if mode == "svg":
        return draw.svg(scene)
    return pixels(scene, size)


def pixels(scene: Scene, size: int) -> Array:
    """The board as u8[size, size, 3]: always a square, so that the frames of a video are all of one size."""
    picture = decode(draw.png(scene, size=size, panel=False))[:size, :size]
    square: Array = np.empty((size, size, 3), np.uint8)
    square[:] = picture[0, 0]
    top, left = (size - picture.shape[0]) // 2, (size - picture.shape[1]) // 2
    square[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return square


def decode(png: bytes) -> Array:
    """The pixels of a PNG picture, u8[rows, columns, 3]; transparency is dropped."""
    with needs_extra("png", "an array of pixels"):
        from PIL import Image
    with Image.open(BytesIO(png), formats=["PNG"]) as image:
        return np.asarray(image.convert("RGB"))
