"""Every kind of picture reports a mistake in a scene in one sentence."""

from __future__ import annotations

from typing import Any

import pytest
from draw_gallery import GALLERY, warehouse
from msgspec.structs import replace

from boardwalk.contract.scene import Edge, Overlay, Piece, Tile
from boardwalk.draw import SceneError, check_scene, svg, text

FLOOR = Tile("floor", ".", "floor")

WRONG: list[tuple[dict[str, Any], str]] = [
    (
        {"theme": "disco"},
        "no picture knows the theme 'disco'; the themes are neon, steel, hedge, lantern, warehouse",
    ),
    ({"rows": 0, "tiles": ()}, "a scene has 0 rows and 10 columns; it needs one of each at least"),
    ({"tiles": (0,) * 79}, "a scene of 8 × 10 cells has 79 tiles"),
    ({"tiles": (0,) * 79 + (4,)}, "a tile is number 4 of a palette of 4"),
    (
        {"palette": (FLOOR, FLOOR, FLOOR, Tile("lava", "~", "lava"))},
        "no picture knows the tile 'lava'; the tiles are floor, wall, pit, start, finish",
    ),
    (
        {"palette": (FLOOR, FLOOR, FLOOR, Tile("pit", "ab", "pit"))},
        "the char of 'pit' is 'ab'; it must be one character that can be seen",
    ),
    (
        {"pieces": (Piece("k", "king", 0, 0, "K", "king"),)},
        "no picture knows the shape 'king'; the shapes are disc, block, pawn, flag, walker, box, ice",
    ),
    (
        {"pieces": (Piece("p", "pawn", 0, 0, "\n", "pawn"),)},
        "the char of 'pawn' is '\\n'; it must be one character that can be seen",
    ),
    (
        {"pieces": (Piece("p", "pawn", 8, 0, "p", "pawn"),)},
        "the piece 'p' is at row 8, column 0, which is not on a board of 8 × 10",
    ),
    (
        {"pieces": (Piece("p", "pawn", 0, 0, "p", "pawn"), Piece("p", "pawn", 0, 1, "p", "pawn"))},
        "two pieces have the id 'p'",
    ),
    (
        {"overlays": (Overlay("snow", 0, 0),)},
        "no picture knows the overlay 'snow'; the overlays are fog, trail, dark, trace, route",
    ),
    (
        {"overlays": (Overlay("fog", 0, -1),)},
        "an overlay (fog) is at row 0, column -1, which is not on a board of 8 × 10",
    ),
    (
        {"edges": (Edge(0, 0, True, kind="fence"),)},
        "no picture knows the edge 'fence'; the edges are wall, known",
    ),
    ({"edges": (Edge(8, 9, True, 2),)}, "an edge at row 8, column 9, 2 across, is not on a board of 8 × 10"),
    ({"edges": (Edge(7, 10, False, 2),)}, "an edge at row 7, column 10, 2 down, is not on a board of 8 × 10"),
    ({"edges": (Edge(0, 0, False, 0),)}, "an edge at row 0, column 0, 0 down, is not on a board of 8 × 10"),
    ({"row_labels": ("1",)}, "a scene labels 1 of its 8 rows; label all or none"),
    ({"col_labels": ("a", "b")}, "a scene labels 2 of its 10 columns; label all or none"),
]


@pytest.mark.parametrize(("changes", "sentence"), WRONG)
def test_a_wrong_scene_is_refused_with_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    scene = replace(warehouse(), **changes)
    for picture in (check_scene, svg, text):
        with pytest.raises(SceneError) as caught:
            picture(scene)  # type: ignore[operator]
        assert str(caught.value).startswith(sentence)  # themes of games are listed after the built-in ones


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery_is_sound(name: str) -> None:
    check_scene(GALLERY[name]())


def test_edges_may_lie_on_the_border() -> None:
    edges = (Edge(0, 0, True, 10), Edge(8, 0, True, 10), Edge(0, 0, False, 8), Edge(0, 10, False, 8))
    check_scene(replace(warehouse(), edges=edges))
