"""The drawings that the page uses: every word of the scenes' language is there, in every theme and tone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from boardwalk.contract import registry
from boardwalk.contract.look import theme_of, themes
from boardwalk.contract.scene import OVERLAYS, SHAPES, SIGNS, TILES
from boardwalk.draw.palette import TONES, css
from boardwalk.draw.sprite import sprite, symbol_id

registry.games()  # loading the games registers their themes
ALL = [theme.name for theme in themes()]
SVG = "{http://www.w3.org/2000/svg}"
DRAWN_BY_THE_PAGE = {"trail"}  # runs from cell to cell, so no symbol can hold it


def symbols(theme: str) -> dict[str, str]:
    root = ElementTree.fromstring(sprite(theme))
    return {symbol.attrib["id"]: ElementTree.tostring(symbol, "unicode") for symbol in root.iter(f"{SVG}symbol")}


@pytest.mark.parametrize("theme", ALL)
def test_every_word_has_a_symbol(theme: str) -> None:
    found = symbols(theme)
    own = theme_of(theme)
    assert own is not None
    words = [("tile", kind) for kind in (*TILES, *own.tiles)]
    words += [("piece", shape) for shape in (*SHAPES, *own.shapes)]
    words += [("sign", sign) for sign in (*SIGNS, *own.signs)]
    words += [("icon", name) for name in own.icons]
    words += [("over", kind) for kind in OVERLAYS if kind not in DRAWN_BY_THE_PAGE]
    missing = [word for group, word in words if symbol_id(theme, group, word, -1) not in found]
    assert missing == []


@pytest.mark.parametrize(
    ("theme", "shape"),
    [
        ("rowdy_racers", "racer"),
        ("robo_rally", "robot"),
        ("hedge", "pawn"),
        ("capture_the_flag", "runner"),
        ("steel", "flag"),
    ],
)
def test_seats_have_colours_of_their_own(theme: str, shape: str) -> None:
    found = symbols(theme)
    looks = {found[symbol_id(theme, "piece", shape, tone)].split(">", 1)[1] for tone in range(TONES)}
    assert len(looks) == TONES


def test_what_looks_the_same_for_everybody_is_drawn_once() -> None:
    tones = [name for name in symbols("box_world") if "-piece-box-" in name]
    assert tones == [symbol_id("box_world", "piece", "box", -1)]


@pytest.mark.parametrize("theme", ALL)
def test_the_style_sheet_knows_every_colour_that_is_used(theme: str) -> None:
    used = set(re.findall(r"var\((--bw-[a-z0-9-]+)\)", sprite(theme)))
    assert len(used) > 20
    assert {name for name in used if f"{name}:" not in css()} == set()


@pytest.mark.parametrize("theme", ALL)
def test_symbols_bring_no_colours_styles_or_scripts_of_their_own(theme: str) -> None:
    assert re.findall(r'(?:fill|stroke)="#|style=|<script|href="http', sprite(theme)) == []
