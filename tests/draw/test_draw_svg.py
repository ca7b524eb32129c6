"""Scenes as SVG: well formed, self-contained, complete, and with everything distinguishable."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from draw_gallery import CHOICES, GALLERY, HEDGE_CHOICES, crowd, hedge, maze, neon, steel, warehouse
from msgspec.structs import replace

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.look import theme_of
from boardwalk.contract.scene import EDGES, OVERLAYS, SHAPES, TILES, Choice, Edge, Fact, Overlay, Piece, Scene, Tile
from boardwalk.draw import css, svg
from boardwalk.draw.drawings import drawings
from boardwalk.draw.palette import MODES, THEMES, Paint
from boardwalk.draw.sprite import sprite, symbol_id

# The tiles and shapes of the games, with the theme that has them.
TILES_OF_GAMES = {word: game.theme.name for game in registry.games() for word in game.theme.tiles if word not in TILES}
SHAPES_OF_GAMES = {word: game.theme.name for game in registry.games() for word in game.theme.shapes}

SVG = "{http://www.w3.org/2000/svg}"


def parsed(scene: Scene, **how: Any) -> ElementTree.Element:
    return ElementTree.fromstring(svg(scene, **how))


def having(tree: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in tree.iter() if name in element.attrib]


def layer(tree: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(group for group in tree.iter(f"{SVG}g") if group.get("class") == f"bw-{name}")


def one(tile: Tile | None = None, **more: Any) -> Scene:
    """A scene of one cell, in the theme that has its tile and its pieces."""
    shapes = [SHAPES_OF_GAMES.get(piece.shape) for piece in more.get("pieces", ())]
    own = next(filter(None, (tile and TILES_OF_GAMES.get(tile.kind), *shapes)), "steel")
    return Scene(own, 1, 1, (tile or Tile("floor", ".", "floor"),), (0,), "", **more)


def inside(scene: Scene) -> str:
    """The drawing of a scene, without the attributes and titles that give positions."""
    return re.sub(r"bw-[\w-]+", "", svg(scene, theme="light", panel=False))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", GALLERY)
def test_every_picture_is_one_that_needs_nothing_else(name: str, mode: str) -> None:
    drawn = svg(GALLERY[name](), theme=mode, choices=CHOICES.get(name, ()))
    tree = ElementTree.fromstring(drawn)
    ids = [element.attrib["id"] for element in having(tree, "id")]
    assert len(ids) == len(set(ids))
    links = [element.attrib["href"] for element in having(tree, "href")]
    assert links
    assert {link[1:] for link in links} <= set(ids) and all(link.startswith("#") for link in links)
    assert set(re.findall(r"url\(#([^)]*)\)", drawn)) <= set(ids)
    assert re.findall(r"https?://[^\"' ]*", drawn) == ["http://www.w3.org/2000/svg"]
    assert not any(element.tag.removeprefix(SVG) in ("script", "image", "foreignObject") for element in tree.iter())


def test_the_gallery_uses_the_whole_vocabulary() -> None:
    scenes = [make() for make in GALLERY.values()]
    assert {theme_of(scene.theme).base for scene in scenes} == set(THEMES)  # type: ignore[union-attr]
    assert {tile.kind for scene in scenes for tile in scene.palette} == {*TILES, *TILES_OF_GAMES} - {"lantern"}
    assert {piece.shape for scene in scenes for piece in scene.pieces} == {*SHAPES, *SHAPES_OF_GAMES}
    assert {overlay.kind for scene in scenes for overlay in scene.overlays} == set(OVERLAYS)
    assert {edge.kind for scene in scenes for edge in scene.edges} == set(EDGES)


def test_every_word_looks_different() -> None:
    tiles = [inside(one(Tile(kind, "x", "x"))) for kind in (*TILES, *TILES_OF_GAMES)]
    shapes = [
        inside(one(pieces=(Piece("x", shape, 0, 0, "x", "x", 0),))).replace(shape, "")
        for shape in (*SHAPES, *SHAPES_OF_GAMES)
    ]
    overlays = [inside(one(overlays=(Overlay(kind, 0, 0, 0),))) for kind in OVERLAYS]
    edges = [inside(one(edges=(Edge(0, 0, True, 1, 0, kind),))) for kind in EDGES]
    nothing = inside(one(Tile("floor", "x", "x")))
    everything = [*tiles, *shapes, *overlays, *edges]
    assert tiles[0] == nothing
    assert len(set(everything)) == len(everything)


@pytest.mark.parametrize("kind", ["start", "finish", "home", "jail", "wall"])
def test_tiles_show_whose_they_are(kind: str) -> None:
    assert len({inside(one(Tile(kind, "x", "x", tone))) for tone in (-1, 0, 1, 2, 3)}) == 5


@pytest.mark.parametrize(
    "shape", [shape for shape in (*SHAPES, *SHAPES_OF_GAMES) if shape not in ("box", "ice", "grenade", "spent")]
)
def test_pieces_show_whose_they_are(shape: str) -> None:
    drawn = {inside(one(pieces=(Piece("x", shape, 0, 0, "x", "x", tone),))) for tone in (-1, 0, 1, 2, 3)}
    assert len(drawn) == 5


@pytest.mark.parametrize("shape", ["racer", "robot", "disc", "block", "pawn", "runner", "walker", "flag"])
def test_seats_are_told_apart_without_colour(shape: str) -> None:
    """Each seat has a mark of its own on its pieces, where they have no label."""
    drawn = [inside(one(pieces=(Piece("x", shape, 0, 0, "x", "x", tone),))) for tone in range(4)]
    assert len({re.sub("#[0-9a-f]{6}", "", picture) for picture in drawn}) == 4


@pytest.mark.parametrize("kind", ["belt", "belt_cw", "belt_ccw"])
def test_belts_turn(kind: str) -> None:
    uses = [layer(parsed(one(Tile(kind, "x", "x", turn=turn))), "tiles").find(f"{SVG}use") for turn in range(4)]
    turns = [re.findall(r"rotate\((\d+)\)", use.get("transform", "")) for use in uses if use is not None]
    assert turns == [[], ["90"], ["180"], ["270"]]


def test_corner_belts_lead_the_way_they_turn() -> None:
    """A clockwise corner that leads up takes in what comes from the right, a counter-clockwise one from the left."""
    paint, art = Paint("robo_rally", "light"), drawings("robo_rally")["tile"]
    clockwise, counter = (art[kind].draw(paint, -1) for kind in ("belt_cw", "belt_ccw"))
    band = re.findall(r'<path d="M([^"]*)Z"', clockwise)[0]
    ends = [tuple(map(float, end)) for end in re.findall(r"(-?\d+) (-?\d+)(?=A|$)", band)]
    assert ends == [(20.0, 15.0), (20.0, -15.0)]  # both sides of the band reach the right edge
    assert "-15 -20H15" in band  # and the top
    assert f'<g transform="scale(-1 1)">{clockwise[clockwise.index("<path") :]}</g>' in counter


def test_gears_turn_opposite_ways() -> None:
    paint, art = Paint("robo_rally", "light"), drawings("robo_rally")["tile"]
    clockwise, counter = (art[kind].draw(paint, -1) for kind in ("gear_cw", "gear_ccw"))
    assert "0 1 1" in clockwise and "scale(-1 1)" not in clockwise  # an arc with the clock
    assert "0 1 1" in counter and "scale(-1 1)" in counter


def test_a_robot_turns_and_its_letter_does_not() -> None:
    tree = parsed(one(pieces=(Piece("r", "robot", 0, 0, "R", "robot", 0, 1, "R"),)))
    piece = having(tree, "data-id")[0]
    assert piece.find(f"{SVG}use").get("transform").endswith("rotate(90)")  # type: ignore[union-attr]
    assert "rotate" not in piece.find(f"{SVG}text").attrib  # type: ignore[union-attr]
    assert "rotate" not in piece.attrib["transform"]


def test_cells_pieces_and_edges_can_be_found() -> None:
    scene = hedge()
    tree = parsed(scene)
    cells = [use.get("data-cell") for use in layer(tree, "tiles").iter(f"{SVG}use")]
    assert cells == [f"{row},{col}" for row in range(9) for col in range(9)]
    assert {piece.attrib["data-id"]: piece.attrib["data-cell"] for piece in having(tree, "data-id")} == {
        "p1": "5,4",
        "p2": "3,4",
    }
    edges = [edge.get("data-edge") for edge in layer(tree, "edges")]
    assert edges[:3] == ["6,3,across,2", "5,5,down,2", "4,1,across,2"]
    assert len(edges) == len(scene.edges)


def test_everything_is_drawn_where_it_is() -> None:
    """Columns go to the right, rows down, forty units each; an edge is above or left of its cell."""
    tree = parsed(replace(steel(), overlays=(Overlay("trace", 7, 1),), edges=(Edge(2, 3, True, 2), Edge(2, 3, False))))
    tiles_at = {use.get("data-cell"): use for use in layer(tree, "tiles").iter(f"{SVG}use")}
    assert (tiles_at["7,0"].get("x"), tiles_at["7,0"].get("y")) == ("20", "300")
    assert tiles_at["0,1"].get("transform") == "translate(60 20) rotate(90)"
    trace = layer(tree, "trace").find(f"{SVG}use")
    assert trace is not None and (trace.get("x"), trace.get("y")) == ("60", "300")
    pieces = {piece.get("data-id"): piece.get("transform") for piece in having(tree, "data-id")}
    assert pieces["D"] == "translate(380 260)"
    boxes = []
    for edge in layer(tree, "edges"):
        bar = edge.findall(f"{SVG}rect")[1]
        boxes.append([float(bar.get(name, 0)) for name in ("x", "y", "width", "height")])
    assert boxes == [[121.6, 76.25, 76.8, 7.5], [116.25, 81.6, 7.5, 36.8]]


def test_a_robots_letter_keeps_clear_of_its_eyes() -> None:
    letters = []
    for turn in range(4):
        text = having(parsed(one(pieces=(Piece("r", "robot", 0, 0, "R", "robot", 0, turn, "R"),))), "data-id")[0][2]
        letters.append((float(text.get("x", 0)), round(float(text.get("y", 0)) - 13 * 0.355, 1)))
    assert letters == [(0, 4.2), (-4.2, 0), (0, -4.2), (4.2, 0)]


def test_choices_glow_on_their_cells_and_wait_on_their_edges() -> None:
    shared = (*HEDGE_CHOICES, Choice(9, "jump", "jump", (), (4, 4)))
    offers = having(parsed(hedge(), choices=shared), "data-actions")
    assert [(offer.get("data-actions"), offer.get("data-cell") or offer.get("data-edge")) for offer in offers] == [
        ("0 9", "4,4"),
        ("1", "5,3"),
        ("2", "7,4,across,2"),
    ]
    assert offers[2].find(f"{SVG}rect").get("fill-opacity") == "0"  # type: ignore[union-attr]
    assert not having(parsed(hedge()), "data-actions")


def test_moves_glow_where_they_start() -> None:
    moves = (Choice(0, "a", "a", (), (4, 4), start=(5, 4)), Choice(1, "b", "b", (), (4, 5), start=(5, 4)))
    offers = having(parsed(hedge(), choices=moves), "data-actions")
    assert [(offer.get("data-actions"), offer.get("data-cell")) for offer in offers] == [("0 1", "5,4")]


def test_trails_run_from_square_to_square_up_to_the_racer() -> None:
    trails = [group for group in layer(parsed(neon(), theme="light"), "trails") if group.get("data-tone") == "0"]
    ways = []
    for group in trails:
        way = group.find(f"{SVG}path").get("d")  # type: ignore[union-attr]
        ways.append([tuple(map(float, point.split())) for point in way[1:].split("L")])  # type: ignore[index]
    assert all(end == start for (_, end), (start, _) in pairwise(ways))
    assert ways[-1][1] == (5 * 40 + 20, 6 * 40 + 20)


def test_a_trail_goes_around_a_corner_and_does_not_cut_it() -> None:
    """The oldest square is a neighbour of both others; it leads to the next newer one."""
    trails = (Overlay("trail", 0, 0, 0, 3), Overlay("trail", 0, 1, 0, 2), Overlay("trail", 1, 1, 0, 1))
    scene = replace(neon(), pieces=(), overlays=trails)
    ways = [group.find(f"{SVG}path").get("d") for group in layer(parsed(scene), "trails")]  # type: ignore[union-attr]
    assert ways == ["M60 60L60 20", "M60 20L20 20", "M20 20h.01"]


def test_a_trail_that_nobody_follows_is_a_spot() -> None:
    scene = replace(neon(), pieces=(), overlays=(Overlay("trail", 0, 0, 0, 3), Overlay("trail", 5, 5, 0, 2)))
    ways = {group.find(f"{SVG}path").get("d") for group in layer(parsed(scene), "trails")}  # type: ignore[union-attr]
    assert ways == {"M20 20h.01", "M220 220h.01"}


def test_several_on_one_cell_do_not_cover_each_other() -> None:
    places: dict[str, list[str]] = {}
    for piece in having(parsed(crowd()), "data-id"):
        places.setdefault(piece.attrib["data-cell"], []).append(piece.attrib["transform"])
    assert [len(at) for at in places.values()] == [len(set(at)) for at in places.values()]
    assert sorted(len(at) for at in places.values()) == [1, 1, 1, 1, 2, 2, 4, 5]


def test_what_lies_steps_aside_for_who_stands() -> None:
    pieces = (Piece("f", "flag", 0, 0, "f", "flag"), Piece("r", "robot", 0, 0, "R", "robot", 0))
    moves = {piece.get("data-id"): piece.get("transform") for piece in having(parsed(one(pieces=pieces)), "data-id")}
    assert moves == {"r": "translate(20 20)", "f": "translate(31 9) scale(0.56)"}


def test_text_is_escaped() -> None:
    nasty = "</svg><script>\"&'\x00\ud800"
    scene = replace(
        warehouse(),
        status=nasty,
        palette=(*warehouse().palette[:3], Tile("finish", "F", nasty)),
        pieces=(Piece(nasty, "pawn", 0, 0, "x", nasty, 0, label=nasty[:3]),),
        panel=(Fact(nasty, nasty, 0),),
        row_labels=(nasty,) * 8,
        col_labels=(nasty,) * 10,
    )
    choice = Choice(0, nasty, nasty, (), (1, 1))
    tree = parsed(scene, choices=[choice])
    clean = "</svg><script>\"&'"
    assert tree.find(f"{SVG}title").text == clean  # type: ignore[union-attr]
    assert tree.get("aria-label") == clean
    assert having(tree, "data-id")[0].get("data-id") == clean


def test_a_picture_says_what_it_shows() -> None:
    tree = parsed(neon())
    assert tree.get("role") == "img"
    assert tree.get("aria-label") == "Player 2 has 2 actions left"
    assert "player 1 at f4; player 2 at i8; grenade at b2" in tree.find(f"{SVG}desc").text  # type: ignore[union-attr,operator]
    titles = [use.find(f"{SVG}title").text for use in layer(tree, "tiles").iter(f"{SVG}use") if len(use)]  # type: ignore[union-attr]
    assert set(titles) == {"wall", "start of player 1", "start of player 2"}


def test_labels_stand_around_the_board() -> None:
    texts = [text.text for text in layer(parsed(hedge()), "labels").iter(f"{SVG}text")]
    assert texts == [*"987654321", *"abcdefghi"]
    assert not list(layer(parsed(steel()), "labels"))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_light_and_dark_have_their_colours_written_out(mode: str) -> None:
    drawn = svg(neon(), theme=mode)
    assert "var(" not in drawn and "<style" not in drawn


def test_auto_brings_both_sets_of_colours() -> None:
    drawn = svg(neon(), theme="auto")
    used = set(re.findall(r"var\((--[\w-]+)\)", drawn))
    light, dark = drawn.split("@media(prefers-color-scheme:dark)")
    for colours in (light[light.index("<style") :], dark[: dark.index("</style>")]):
        assert used <= set(re.findall(r"(--[\w-]+):", colours))


def test_a_page_has_one_style_sheet_for_all_pictures() -> None:
    defined = set(re.findall(r"(--[\w-]+):", css()))
    for make in GALLERY.values():
        drawn = svg(make(), theme="page", choices=HEDGE_CHOICES[:0])
        assert "<style" not in drawn
        assert set(re.findall(r"var\((--[\w-]+)\)", drawn)) <= defined


@pytest.mark.parametrize("theme", THEMES)
def test_a_sprite_has_every_word_in_every_tone_that_shows(theme: str) -> None:
    tree = ElementTree.fromstring(sprite(theme))
    ids = {element.attrib["id"] for element in having(tree, "id")}
    assert {symbol_id(theme, "tile", kind, -1) for kind in TILES} <= ids
    assert {symbol_id(theme, "piece", shape, -1) for shape in SHAPES} <= ids
    assert {symbol_id(theme, "over", kind, -1) for kind in OVERLAYS if kind != "trail"} <= ids
    assert {symbol_id(theme, "piece", "pawn", tone) for tone in range(4)} <= ids
    assert symbol_id(theme, "tile", "floor", 0) not in ids


def test_the_panel_is_an_option() -> None:
    with_panel, without = parsed(steel()), parsed(steel(), panel=False)
    words = "".join(layer(with_panel, "panel").itertext())
    assert "Round 3, slot 2: Ben moves forward" in words and "flags 1, 2" in words
    assert "bw-panel" not in svg(steel(), panel=False)
    assert float(with_panel.get("height", 0)) > float(without.get("height", 0))


def test_facts_flow_within_the_picture() -> None:
    facts = tuple(Fact(f"fact number {n}", "1", n % 5 - 1) for n in range(12))
    tree = parsed(replace(hedge(), panel=facts))
    width, height = (float(part) for part in tree.get("viewBox", "").split()[2:])
    ends, lines = [], set()
    for chip in layer(tree, "panel").findall(f"{SVG}g"):
        x, y = (float(part) for part in re.findall(r"[\d.]+", chip.get("transform", "")))
        box = chip.find(f"{SVG}rect")
        ends.append(x + float(box.get("width", 0)))  # type: ignore[union-attr]
        lines.add(y)
    assert len(ends) == 12
    assert max(ends) < width - 12
    assert 3 <= len(lines) < 12
    assert height > 9 * 40 + max(lines)


def test_a_long_fact_is_cut_and_kept_in_its_title() -> None:
    value = "word " * 60
    tree = parsed(one(panel=(Fact("long", value),)))
    panel = layer(tree, "panel")
    assert next(panel.iter(f"{SVG}title")).text == f"long {value}".strip()
    assert list(panel.iter(f"{SVG}tspan"))[1].text.endswith("…")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("side", "size", "expected"), [(30, 300, 300), (30, 1200, 1200), (30, None, 960), (200, None, 960), (10, None, 678)]
)
def test_the_size_is_that_of_the_longer_side(side: int, size: int | None, expected: int) -> None:
    tree = parsed(maze(side), size=size)
    assert max(int(tree.get("width", 0)), int(tree.get("height", 0))) == expected


def test_the_same_scene_gives_the_same_picture() -> None:
    assert svg(neon()) == svg(neon())


def test_a_maze_of_two_hundred_stays_a_small_file() -> None:
    scene = maze(200)
    fog = tuple(Overlay(kind, row, col) for row in range(0, 200, 2) for col in range(200) for kind in ("fog", "dark"))
    drawn = svg(replace(scene, overlays=fog))
    assert len(drawn) < 600_000
    tree = ElementTree.fromstring(drawn)
    kinds = [path.find(f"{SVG}title").text for path in layer(tree, "tiles").iter(f"{SVG}path")]  # type: ignore[union-attr]
    assert kinds == ["wall", "home of team 1", "home of team 2"]
    assert len(having(tree, "data-id")) == 20


def test_a_big_board_has_every_tile_where_it_is() -> None:
    scene = maze(70)
    tree = parsed(scene)
    hedges = next(layer(tree, "tiles").iter(f"{SVG}path")).get("d", "")
    cells = {
        (int(row), int(col) + step)
        for col, row, length in re.findall(r"M(\d+) (\d+)h(\d+)", hedges)
        for step in range(int(length))
    }
    assert cells == {divmod(n, 70) for n, entry in enumerate(scene.tiles) if entry == 0}


@pytest.mark.parametrize("kind", [*TILES, *TILES_OF_GAMES])
def test_every_tile_has_a_look_on_a_big_board(kind: str) -> None:
    palette = (Tile("floor", ".", "floor"), Tile(kind, "x", "something", 1))
    drawn = svg(Scene(TILES_OF_GAMES.get(kind, "steel"), 65, 65, palette, (0,) * 4224 + (1,), ""), theme="light")
    assert ("something" in drawn) == (kind != "floor")


def test_themes_differ() -> None:
    assert len({inside(replace(hedge(), theme=theme)) for theme in THEMES}) == len(THEMES)


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(BoardwalkError, match="a picture's theme is one of light, dark, auto, page, not 'neon'"):
        svg(neon(), theme="neon")
