"""The drawings that the page uses: every word of the scenes' language is there, in every theme and tone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from boardwalk.contract.scene import OVERLAYS, SHAPES, TILES
from boardwalk.draw.palette import THEMES, TONES, css
from boardwalk.draw.sprite import sprite, symbol_id

SVG = "{http://www.w3.org/2000/svg}"
DRAWN_BY_THE_PAGE = {"trail"}  # runs from cell to cell, so no symbol can hold it


def symbols(theme: str) -> dict[str, str]:
    root = ElementTree.fromstring(sprite(theme))
    return {symbol.attrib["id"]: ElementTree.tostring(symbol, "unicode") for symbol in root.iter(f"{SVG}symbol")}


@pytest.mark.parametrize("theme", THEMES)
def test_every_word_has_a_symbol(theme: str) -> None:
    found = symbols(theme)
    words = [("tile", kind) for kind in TILES]
    words += [("piece", shape) for shape in SHAPES]
    words += [("over", kind) for kind in OVERLAYS if kind not in DRAWN_BY_THE_PAGE]
    missing = [word for group, word in words if symbol_id(theme, group, word, -1) not in found]
    assert missing == []


def test_only_lantern_themes_have_lamps() -> None:
    assert [theme for theme in THEMES if symbol_id(theme, "tile", "lantern", -1) in symbols(theme)] == ["lantern"]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("shape", ["racer", "robot", "pawn", "runner", "flag"])
def test_seats_have_colours_of_their_own(theme: str, shape: str) -> None:
    found = symbols(theme)
    looks = {found[symbol_id(theme, "piece", shape, tone)].split(">", 1)[1] for tone in range(TONES)}
    assert len(looks) == TONES


def test_what_looks_the_same_for_everybody_is_drawn_once() -> None:
    tones = [name for name in symbols("warehouse") if "-piece-box-" in name]
    assert tones == [symbol_id("warehouse", "piece", "box", -1)]


@pytest.mark.parametrize("theme", THEMES)
def test_the_style_sheet_knows_every_colour_that_is_used(theme: str) -> None:
    used = set(re.findall(r"var\((--bw-[a-z0-9-]+)\)", sprite(theme)))
    assert len(used) > 30
    assert {name for name in used if f"{name}:" not in css()} == set()


@pytest.mark.parametrize("theme", THEMES)
def test_symbols_bring_no_colours_styles_or_scripts_of_their_own(theme: str) -> None:
    assert re.findall(r'(?:fill|stroke)="#|style=|<script|href="http', sprite(theme)) == []
