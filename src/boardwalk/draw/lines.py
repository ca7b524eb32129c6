"""Walls between the cells of a text picture, in box-drawing characters."""

from __future__ import annotations

from boardwalk.contract.scene import Edge, Scene

# By (row, column, "joint" | "across" | "down"): the characters drawn there, and their tone (None if there is no wall).
Drawn = dict[tuple[int, int, str], tuple[str, int | None]]

KNOWN = "┄"
STRAIGHT = {"heavy": "━┃", "double": "═║", "known": "┄┆"}
# Characters of joints, indexed by the directions in which walls leave them: up, right, down, left as bits 1, 2, 4, 8.
HEAVY = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
DOUBLE = "···╚·║╔╠·╝═╩╗╣╦╬"
BORDER = "┌─┐└─┘│"
MEETS = {"heavy": " ┷┝ ┯   ┥", "double": " ╧╞ ╤   ╡"}  # a wall that ends at the border, by the same bits


def style_of(edge: Edge) -> str:
    """Seat 2's walls are double lines, all others heavy, so that owners can be distinguished without colour."""
    if edge.kind == "known":
        return "known"
    return "double" if edge.tone == 1 else "heavy"


def between(scene: Scene, cell: int) -> Drawn:
    """Everything drawn between cells, for cells of this width in characters."""
    drawn = _empty(scene, cell)
    arms: dict[tuple[int, int], int] = {}
    styles: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for edge in scene.edges:
        style = style_of(edge)
        for step in range(edge.length):
            row, col = (edge.row, edge.col + step) if edge.across else (edge.row + step, edge.col)
            part = "across" if edge.across else "down"
            chars = STRAIGHT[style][0] * cell if edge.across else STRAIGHT[style][1]
            drawn[row, col, part] = (chars, edge.tone)
            end = (row, col + 1) if edge.across else (row + 1, col)
            if style != "known":
                for joint, arm in (((row, col), 2 if edge.across else 4), (end, 8 if edge.across else 1)):
                    arms[joint] = arms.get(joint, 0) | arm
                    styles.setdefault(joint, []).append((style, edge.tone))
    for (row, col), bits in arms.items():
        looks = styles[row, col]
        style = "double" if all(style == "double" for style, _ in looks) else "heavy"
        table = DOUBLE if style == "double" else HEAVY
        if _meets_border(scene, row, col, bits):
            table = MEETS[style]
        drawn[row, col, "joint"] = (table[bits], looks[0][1])
    return drawn


def _meets_border(scene: Scene, row: int, col: int, bits: int) -> bool:
    """Whether a single wall from inside the board ends at the border here."""
    return {1: row == scene.rows, 2: col == 0, 4: row == 0, 8: col == scene.cols}.get(bits, False)


def _empty(scene: Scene, cell: int) -> Drawn:
    """The drawing without walls: a light border, and a dot at each inner corner of a cell."""
    rows, cols = scene.rows, scene.cols
    drawn: Drawn = {}
    for row in range(rows + 1):
        edge_row = row in (0, rows)
        for col in range(cols + 1):
            edge_col = col in (0, cols)
            joint = BORDER[1] if edge_row else BORDER[6] if edge_col else "·"
            if edge_row and edge_col:
                joint = BORDER[(0 if row == 0 else 3) + (0 if col == 0 else 2)]
            drawn[row, col, "joint"] = (joint, None)
            drawn[row, col, "across"] = ((BORDER[1] if edge_row else " ") * cell, None)
            drawn[row, col, "down"] = (BORDER[6] if edge_col else " ", None)
    return drawn
