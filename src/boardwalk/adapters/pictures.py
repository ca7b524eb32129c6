"""What environments render: a seat's view as text, as SVG, or as an array of pixels."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from boardwalk import draw
from boardwalk.core.errors import BoardwalkError
from boardwalk.core.scene import Scene
from boardwalk.core.sources import module_named

Array = np.ndarray[Any, Any]

MODES = ["ansi", "rgb_array", "svg"]
FRAMES_A_SECOND = 4
SIZE = 480  # pixels of a picture's side
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD = 8  # bytes before a chunk's data: its length and its name


def render(scene: Scene, mode: str, size: int) -> str | Array:
    """The scene in one of the MODES."""
    if mode == "ansi":
        return draw.text(scene)
    if mode == "svg":
        return draw.svg(scene)
    return pixels(scene, size)


def pixels(scene: Scene, size: int) -> Array:
    """The board as u8[size, size, 3]: always a square, so that the frames of a video are all of one size."""
    picture = decoded(draw.png(scene, size=size, panel=False))[:size, :size, :3]
    square: Array = np.empty((size, size, 3), np.uint8)
    square[:] = picture[0, 0]
    top, left = (size - picture.shape[0]) // 2, (size - picture.shape[1]) // 2
    square[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return square


def decoded(png: bytes) -> Array:
    """The pixels of a PNG of the plain kind that `draw.png` makes (8 bits, colour with transparency)."""
    if not png.startswith(SIGNATURE):
        raise BoardwalkError("these bytes are no PNG picture")
    at, packed = len(SIGNATURE), b""
    width = height = 0
    while at < len(png):
        length, name = int.from_bytes(png[at : at + 4]), png[at + 4 : at + HEAD]
        data = png[at + HEAD : at + HEAD + length]
        if name == b"IHDR":
            width, height = int.from_bytes(data[:4]), int.from_bytes(data[4:8])
            if data[8:] != bytes((8, 6, 0, 0, 0)):
                raise BoardwalkError("only PNG pictures of 8-bit colours with transparency can be read")
        elif name == b"IDAT":
            packed += data
        at += HEAD + length + 4  # the checksum
    rows: Array = np.frombuffer(bytearray(zlib.decompress(packed)), np.uint8).reshape(height, 1 + 4 * width)
    _undo_filters()(rows)
    return rows[:, 1:].reshape(height, width, 4)


def _undo_filters() -> Any:
    from boardwalk.core.cache import njit  # imports Numba: not before it is needed

    global _compiled
    if _compiled is None:
        _compiled = njit(unfilter, module_named(__name__))
    return _compiled


_compiled: Any = None


def unfilter(rows: Array) -> None:
    """Undo, in place, what each row's first byte says was done to it: every byte was lessened by the one to its left
    (1), above (2), the mean of both (3) or whichever of them and the one above left is nearest to left + above - that
    (4), one pixel being four bytes."""
    for y in range(rows.shape[0]):
        kind = rows[y, 0]
        for x in range(1, rows.shape[1]):
            left = int(rows[y, x - 4]) if x > 4 else 0
            above = int(rows[y - 1, x]) if y > 0 else 0
            corner = int(rows[y - 1, x - 4]) if x > 4 and y > 0 else 0
            guess = 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            elif kind == 4:
                far_left, far_above = abs(above - corner), abs(left - corner)
                far_corner = abs(left + above - 2 * corner)
                if far_left <= far_above and far_left <= far_corner:
                    guess = left
                elif far_above <= far_corner:
                    guess = above
                else:
                    guess = corner
            rows[y, x] = (int(rows[y, x]) + guess) & 255
