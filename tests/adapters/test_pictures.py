"""Pixels of PNG pictures, read without a library for pictures."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st

import boardwalk
from boardwalk.adapters import pictures
from boardwalk.core.errors import BoardwalkError


def chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4)


def filtered(pixels: np.ndarray, kinds: list[int]) -> bytes:
    """The rows as PNG stores them, each filtered as `kinds` says: straight from the format's definition."""
    height, width, _ = pixels.shape
    rows = pixels.reshape(height, width * 4).astype(int)
    out = bytearray()
    for y, kind in enumerate(kinds):
        out.append(kind)
        for x in range(width * 4):
            a = rows[y, x - 4] if x >= 4 else 0
            b = rows[y - 1, x] if y else 0
            c = rows[y - 1, x - 4] if x >= 4 and y else 0
            paeth = min((a, b, c), key=lambda value: abs(a + b - c - value))
            out.append((rows[y, x] - (0, a, b, (a + b) // 2, paeth)[kind]) % 256)
    return bytes(out)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), width=st.integers(1, 6), height=st.integers(1, 6))
def test_every_filter_is_undone(data: st.DataObject, width: int, height: int) -> None:
    shades = data.draw(st.sampled_from([3, 256]))  # few, so that the last filter finds several as near
    flat = data.draw(st.lists(st.integers(0, shades - 1), min_size=width * height * 4, max_size=width * height * 4))
    kinds = data.draw(st.lists(st.integers(0, 4), min_size=height, max_size=height))
    pixels = np.array(flat, np.uint8).reshape(height, width, 4)
    packed = zlib.compress(filtered(pixels, kinds))
    header = width.to_bytes(4) + height.to_bytes(4) + bytes((8, 6, 0, 0, 0))
    png = pictures.SIGNATURE + chunk(b"IHDR", header) + chunk(b"tEXt", b"x")
    png += chunk(b"IDAT", packed[:7]) + chunk(b"IDAT", packed[7:]) + chunk(b"IEND", b"")
    assert (pictures.decoded(png) == pixels).all()


def test_colours_are_where_they_were_drawn() -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="4"><rect width="9" height="4" fill="#102030"/>'
        '<rect x="2" y="1" width="3" height="2" fill="#ff8000"/></svg>'
    )
    pixels = pictures.decoded(bytes(resvg_py.svg_to_bytes(svg_string=drawn)))
    expected = np.full((4, 9, 4), (16, 32, 48, 255), np.uint8)
    expected[1:3, 2:5] = (255, 128, 0, 255)
    assert (pixels == expected).all()


@pytest.mark.parametrize("name", boardwalk.games())
def test_frames_are_squares_of_one_size(name: str) -> None:
    scene = boardwalk.Match(boardwalk.table(name), seed=1).view(0).scene
    assert pictures.pixels(scene, 150).shape == (150, 150, 3)


def test_other_bytes_are_refused() -> None:
    with pytest.raises(BoardwalkError, match="these bytes are no PNG picture"):
        pictures.decoded(b"GIF89a")
    grey = pictures.SIGNATURE + chunk(b"IHDR", (1).to_bytes(4) * 2 + bytes((8, 0, 0, 0, 0)))
    with pytest.raises(BoardwalkError, match="only PNG pictures of 8-bit colours with transparency can be read"):
        pictures.decoded(grey)
