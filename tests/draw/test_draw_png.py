"""Scenes as PNG, with the drawing engine and without it."""

from __future__ import annotations

import struct
import sys
import zlib

import pytest
from draw_gallery import CHOICES, GALLERY, neon

from boardwalk.contract.errors import BoardwalkError
from boardwalk.draw import png


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def bytes_of(picture: bytes) -> bytes:
    """The picture's points, as filtered and packed into its rows."""
    data, at = b"", 8
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        data += picture[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    return zlib.decompress(data)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", GALLERY)
def test_every_picture_of_the_gallery_can_be_a_png(name: str, theme: str) -> None:
    picture = png(GALLERY[name](), theme=theme, size=400, choices=CHOICES.get(name, ()))
    assert max(size_of(picture)) == 400
    assert len(set(bytes_of(picture))) > 20


def test_light_and_dark_and_the_panel_make_a_difference() -> None:
    pictures = [png(neon(), size=200), png(neon(), size=200, theme="dark"), png(neon(), size=200, panel=False)]
    assert len({bytes_of(picture) for picture in pictures}) == 3


def test_a_png_has_no_system_to_follow() -> None:
    with pytest.raises(BoardwalkError, match="a PNG picture is light or dark, not 'auto'"):
        png(neon(), theme="auto")


def test_without_the_engine_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(BoardwalkError) as caught:
        png(neon())
    sentence = "a PNG picture needs the module resvg_py; install it with: pip install 'boardwalk-games[png]'"
    assert str(caught.value) == sentence
