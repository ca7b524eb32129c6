"""A theme declared by a game: its colours, tiles and shapes are drawn by every client like the built-in ones."""

from __future__ import annotations

import re

import pytest
from draw_gallery import warehouse
from msgspec.structs import replace

from boardwalk.contract import look
from boardwalk.contract.errors import GameError, SceneError
from boardwalk.contract.look import Drawing, Theme, add_theme, theme_of
from boardwalk.contract.scene import Piece, Scene, Tile
from boardwalk.draw import css, svg, text
from boardwalk.draw.palette import colours
from boardwalk.draw.sprite import sprite, symbol_id

ARCADE = Theme(
    "test_arcade",
    like="neon",
    colours={"floor": ("#ffffff", "#000001"), "coin": ("#ffcc00", "#ffdd11")},
    tiles={"slot": Drawing('<circle r="16" fill="{coin}"/>', turns=True, flat="coin")},
    shapes={"disc": Drawing('<circle r="14" fill="{seat}" stroke="{ink}"/>', badge=(0, 1.5, 9), lies=True)},
)


@pytest.fixture(autouse=True)
def arcade(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the theme for the duration of a test."""
    monkeypatch.setattr(look, "_themes", dict(look._themes))
    add_theme(ARCADE)


def scene(**changes: object) -> Scene:
    floor, slot = Tile("floor", ".", "floor"), Tile("slot", "o", "slot", turn=1)
    plain = replace(
        warehouse(),
        theme=ARCADE.name,
        rows=1,
        cols=2,
        palette=(floor, slot),
        tiles=(0, 1),
        pieces=(Piece("d", "disc", 0, 1, "X", "disc", tone=1, label="7"),),
        overlays=(),
        edges=(),
        row_labels=(),
        col_labels=(),
    )
    return replace(plain, **changes)


def test_own_words_are_drawn_in_own_colours() -> None:
    picture = svg(scene(), theme="light")
    assert '<circle r="16" fill="#ffcc00"/>' in picture
    assert f'<circle r="14" fill="{colours(ARCADE.name, False)["seat1"]}"' in picture
    assert "#ffdd11" in svg(scene(), theme="dark")
    assert re.search(r'rotate\(90\)" data-cell="0,1"', picture), "the slot is turned"
    assert ">7</text>" in picture, "the disc bears its label"
    assert "X" in text(scene())


def test_a_theme_has_from_the_one_it_is_like_what_it_does_not_say() -> None:
    mine, neon = colours(ARCADE.name, True), colours("neon", True)
    assert mine["floor"] == "#000001" and mine["wall"] == neon["wall"] and mine["ink"] == neon["ink"]


def test_the_page_is_given_all_of_it() -> None:
    symbols = sprite(ARCADE.name)
    slot, disc = symbol_id(ARCADE.name, "tile", "slot", -1), symbol_id(ARCADE.name, "piece", "disc", 2)
    assert f'id="{slot}" overflow="visible" data-turns="1" data-flat="--bw-coin"' in symbols
    assert f'id="{disc}" overflow="visible" data-lies="1" data-badge="0 1.5 9"' in symbols
    assert re.search(r'\[data-theme="test_arcade"\]\{[^}]*--bw-coin:#ffcc00', css())


def test_own_words_are_those_of_their_theme_alone() -> None:
    with pytest.raises(SceneError, match="no picture knows the tile 'slot'"):
        svg(scene(theme="neon"))


def test_a_colour_that_no_theme_has_is_named() -> None:
    add_theme(Theme("test_pale", like="steel", shapes={"disc": Drawing('<circle r="14" fill="{shine}"/>')}))
    with pytest.raises(SceneError, match="the theme 'test_pale' has no colour 'shine'"):
        svg(scene(theme="test_pale", palette=(Tile("floor", ".", "floor"),), tiles=(0, 0)))


def test_an_accent_is_a_tile_of_the_theme_and_is_drawn_over_few_cells() -> None:
    tiles = {"slot": Drawing('<circle r="16"/>', accent="shine"), "shine": Drawing('<circle r="3"/>')}
    add_theme(Theme("test_shiny", like="neon", tiles=tiles))
    shiny = scene(
        theme="test_shiny",
        cols=40,
        tiles=(1,) * 40,
        pieces=(),
        palette=(Tile("floor", ".", "floor"), Tile("slot", "o", "slot")),
    )
    assert svg(shiny).count('-tile-slot-n" x') == 40 and svg(shiny).count('-tile-shine-n" x') == 2
    with pytest.raises(GameError, match="the theme 'test_dull' has no tile 'shine', the accent of its tile 'slot'"):
        add_theme(Theme("test_dull", like="neon", tiles={"slot": tiles["slot"]}))


def test_signs_are_drawn_before_or_behind_their_piece() -> None:
    signs = {"lit": Drawing('<circle r="19"/>', behind=True), "barred": Drawing('<circle r="18"/>')}
    add_theme(Theme("test_signs", like="neon", signs=signs))
    floor = Tile("floor", ".", "floor")
    for sign, order in (("lit", ["sign-lit", "piece-pawn"]), ("barred", ["piece-pawn", "sign-barred"])):
        pawn = Piece("p", "pawn", 0, 1, "P", "pawn", sign=sign)
        picture = svg(scene(theme="test_signs", palette=(floor,), tiles=(0, 0), pieces=(pawn,)))
        assert re.findall(r'href="#bw-test_signs-auto-((?:sign|piece)-\w+)-n', picture) == order


def test_on_a_big_board_an_own_tile_has_its_flat_colour() -> None:
    slots = {"slot": Drawing('<circle r="16"/>', flat="seat", flat_opacity=0.3)}
    add_theme(Theme("test_flat", like="neon", tiles=slots))
    palette = (Tile("floor", ".", "floor"), Tile("slot", "o", "slot", 1))
    picture = svg(
        scene(theme="test_flat", rows=65, cols=65, palette=palette, tiles=(1,) + (0,) * 4224, pieces=()), theme="light"
    )
    assert f'fill="{colours("test_flat", False)["seat1"]}" fill-opacity="0.3"' in picture


def test_two_themes_of_one_name_are_refused() -> None:
    add_theme(ARCADE)
    with pytest.raises(GameError, match="there is another theme of the name 'test_arcade'"):
        add_theme(Theme("test_arcade", like="steel"))
    with pytest.raises(GameError, match="must be like one of neon, steel, hedge, lantern, warehouse, not 'disco'"):
        add_theme(Theme("test_other", like="disco"))
    assert theme_of("test_other") is None
