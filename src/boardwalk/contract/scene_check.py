"""Validation of scenes: every tile, shape, overlay and edge is in the vocabulary and on the board.

The vocabulary is that of `contract.scene` and of the scene's theme."""

from __future__ import annotations

from collections.abc import Collection

from boardwalk.contract.errors import SceneError
from boardwalk.contract.look import theme_of, themes
from boardwalk.contract.scene import EDGES, ICONS, OVERLAYS, SHAPES, SIGNS, TILES, Edge, Scene
from boardwalk.contract.text import shown


def check_scene(scene: Scene) -> None:
    """Raise a `SceneError` for the first mistake in a scene."""
    if not isinstance(scene, Scene):
        raise SceneError(f"expected a scene, such as `match.view(0).scene`, not {shown(scene)}")
    theme = theme_of(scene.theme)
    if theme is None:
        raise _unknown(scene.theme, [theme.name for theme in themes()], "theme")
    if scene.rows < 1 or scene.cols < 1:
        raise SceneError(f"a scene has {scene.rows} rows and {scene.cols} columns; it needs one of each at least")
    if len(scene.tiles) != scene.rows * scene.cols:
        raise SceneError(f"a scene of {scene.rows} × {scene.cols} cells has {len(scene.tiles)} tiles")
    for tile in scene.palette:
        _check_word(tile.kind, (*TILES, *theme.tiles), "tile")
        _check_char(tile.char, tile.name)
    wrong = next((entry for entry in scene.tiles if not 0 <= entry < len(scene.palette)), None)
    if wrong is not None:
        raise SceneError(f"a tile is number {wrong} of a palette of {len(scene.palette)}")
    seen: set[str] = set()
    for piece in scene.pieces:
        _check_word(piece.shape, (*SHAPES, *theme.shapes), "shape")
        _check_char(piece.char, piece.name)
        _check_word(piece.sign, ("", *SIGNS, *theme.signs), "sign")
        _check_place(scene, piece.row, piece.col, f"the piece {piece.id!r}")
        if piece.id in seen:
            raise SceneError(f"two pieces have the id {piece.id!r}")
        seen.add(piece.id)
    stranger = next((name for name in scene.own if name not in seen), None)
    if stranger is not None:
        raise SceneError(f"the viewer's own piece {stranger!r} is not among the pieces")
    for row, col in scene.goal_cells:
        _check_place(scene, row, col, "a goal")
    for overlay in scene.overlays:
        _check_word(overlay.kind, OVERLAYS, "overlay")
        _check_place(scene, overlay.row, overlay.col, f"an overlay ({overlay.kind})")
    for edge in scene.edges:
        check_edge(scene, edge)
    for fact in scene.panel:
        _check_word(fact.icon, ("", *ICONS, *theme.icons), "icon")
    for labels, count, what in ((scene.row_labels, scene.rows, "row"), (scene.col_labels, scene.cols, "column")):
        if len(labels) not in (0, count):
            raise SceneError(f"a scene labels {len(labels)} of its {count} {what}s; label all or none")


def check_edge(scene: Scene, edge: Edge) -> None:
    _check_word(edge.kind, EDGES, "edge")
    last_row = edge.row if edge.across else edge.row + edge.length - 1
    last_col = edge.col + edge.length - 1 if edge.across else edge.col
    inside = edge.row >= 0 and edge.col >= 0 and edge.length > 0
    rows, cols = (scene.rows, scene.cols - 1) if edge.across else (scene.rows - 1, scene.cols)
    if not inside or last_row > rows or last_col > cols:
        way = "across" if edge.across else "down"
        raise SceneError(
            f"an edge at row {edge.row}, column {edge.col}, {edge.length} {way}, "
            f"is not on a board of {scene.rows} × {scene.cols}"
        )


def _check_word(word: str, known: Collection[str], what: str) -> None:
    if word not in known:
        raise _unknown(word, known, what)


def _unknown(word: str, known: Collection[str], what: str) -> SceneError:
    return SceneError(f"no picture knows the {what} {word!r}; the {what}s are {', '.join(known)}")


def _check_char(char: str, name: str) -> None:
    if len(char) != 1 or not char.isprintable():
        raise SceneError(f"the char of {name!r} is {char!r}; it must be one character that can be seen")


def _check_place(scene: Scene, row: int, col: int, what: str) -> None:
    if not (0 <= row < scene.rows and 0 <= col < scene.cols):
        raise SceneError(
            f"{what} is at row {row}, column {col}, which is not on a board of {scene.rows} × {scene.cols}"
        )
