"""Colours are distinguishable with colour blindness, and have enough contrast."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from boardwalk.contract import registry
from boardwalk.draw.palette import COMMON, MIST, THEMES, TONES, colours, css

# Simulation of colour blindness (Machado, Oliveira and Fernandes 2009, severity 1), on linear RGB.
EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def light(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """A colour in CIE Lab, as seen with that kind of colour blindness."""
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in EYES[eyes]
    )
    white = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("eyes", EYES)
def test_seats_are_told_apart_by_all_eyes(eyes: str, dark: bool) -> None:
    seats = [seen(COMMON[f"seat{tone}"][dark], eyes) for tone in range(TONES)]
    for one, other in combinations(seats, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 18


@pytest.mark.parametrize("dark", [False, True])
def test_letters_can_be_read(dark: bool) -> None:
    for theme in THEMES:
        colour = colours(theme, dark)
        for tone in range(TONES):
            assert contrast(colour["on_seat"], colour[f"seat{tone}"]) > 4.5
        assert contrast(colour["ink"], colour["page"]) > 7
        assert contrast(colour["muted"], colour["page"]) > 4.5
        assert contrast(colour["muted"], colour["frame"]) > 3  # row and column labels, in bold


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("theme", [*THEMES, "capture_the_flag"])
def test_pieces_stand_out_from_the_floor(theme: str, dark: bool) -> None:
    registry.game("capture_the_flag")
    colour = colours(theme, dark)
    floor = seen(colour["floor"], "all cones")
    for name in {"seat0", "seat1", "seat2", "seat3", "wall", "pit_deep", "hedge"} & {*colour}:
        other = seen(colour[name], "all cones")
        assert sum((a - b) ** 2 for a, b in zip(floor, other, strict=True)) ** 0.5 > 12, name


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("theme", THEMES)
def test_fog_stands_out_from_what_is_clear_and_is_never_black(theme: str, dark: bool) -> None:
    colour = colours(theme, dark)
    parts = [[int(colour[name][at : at + 2], 16) for at in (1, 3, 5)] for name in ("mist", "floor")]
    fog = "#" + "".join(f"{round(mist * MIST + floor * (1 - MIST)):02x}" for mist, floor in zip(*parts, strict=True))
    assert contrast(fog, colour["floor"]) >= 3
    assert light(fog) > 0.2


def test_every_theme_has_every_colour() -> None:
    assert {frozenset(colours(theme, dark)) for theme in THEMES for dark in (False, True)} == {
        frozenset(colours("neon", False))
    }
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for theme in THEMES for colour in colours(theme, True).values())


def test_the_style_sheet_of_a_page_lets_it_choose_light_or_dark() -> None:
    sheet = css()
    for selector in (":root{", ':root:not([data-mode="light"]){', ':root[data-mode="dark"]{'):
        assert selector in sheet
    for theme in THEMES:
        assert sheet.count(f'[data-theme="{theme}"]{{--bw-') == 3
    assert sheet.count("{") == sheet.count("}")
