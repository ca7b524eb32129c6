"""Scenes: how a position looks and which choices it offers, independent of any client.

A game makes a `Scene` from what one seat may see; browser, terminal and SVG draw any scene and know no game. A scene
uses a vocabulary that all of them can draw: `TILES`, `SHAPES`, `SIGNS`, `OVERLAYS`, `EDGES`, and what its game's theme
adds (`boardwalk.contract.look`). `char` is the character that a plain terminal shows. Rows count from the top, columns
from the left, both from 0.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

# Kinds of tile, the ground of a cell. `turn` in a Tile counts quarter turns clockwise from "up".
TILES = (
    "floor",
    "wall",
    "pit",  # a hole in the ground
    "start",  # where the seat of that tone starts
    "finish",  # the goal of the seat of that tone, or of all seats
)

# Shapes of pieces.
SHAPES = (
    "disc",
    "block",
    "pawn",
    "flag",
)

# Kinds of overlay, drawn over a cell.
OverlayKind = Literal[
    "fog",  # not seen
    "trail",  # a light trail of the tone; strength 1 to 3, 3 the newest
    "dark",  # without power
    "trace",  # something just happened here
    "route",  # a possible path
]
OVERLAYS: tuple[OverlayKind, ...] = get_args(OverlayKind)

# Kinds of edge, a wall between cells.
EdgeKind = Literal[
    "wall",
    "known",  # known to exist, but not placed as a whole wall
]
EDGES: tuple[EdgeKind, ...] = get_args(EdgeKind)

# Marks of pieces.
SIGNS = (
    "carrying",  # carries something important, such as a flag
    "ghost",  # not there yet: the destination of a plan
)

# Icons that can stand for the words of a fact about a player.
ICONS = (
    "flag",
    "first",  # goes first
    "choosing",
    "ready",
    "gone",
    "wall",
)

NO_TONE = -1
NO_SEAT = -1
EVERYTHING = -5  # instead of a seat: the whole position, unconcealed; only once the game is over


class Tile(msgspec.Struct, frozen=True):
    """The ground of a cell. `name` is the rulebook's word for it; `tone` the seat or team whose colour it has."""

    kind: str
    char: str
    name: str
    tone: int = NO_TONE
    turn: int = 0


class Piece(msgspec.Struct, frozen=True):
    """Something that stands on a cell. `id` is unique and stays the same from scene to scene, so that moves can be
    animated. `label` is up to three characters drawn on it; without one its seat's mark is drawn. `turn` is its facing,
    in quarter turns clockwise from "up"; `sign` is its mark, or empty."""

    id: str
    shape: str
    row: int
    col: int
    char: str
    name: str
    tone: int = NO_TONE
    turn: int = 0
    label: str = ""
    sign: str = ""


class Edge(msgspec.Struct, frozen=True):
    """A wall between cells: above cell (row, col) when `across`, else left of it; `length` cells long, to the right
    or downwards. `kind` is one of `EDGES`."""

    row: int
    col: int
    across: bool
    length: int = 1
    tone: int = NO_TONE
    kind: EdgeKind = "wall"


class Overlay(msgspec.Struct, frozen=True):
    """Something drawn over a cell. Only a trail differs by `strength`; "dark" is not drawn on walls. The overlays
    "route" of one tone are joined by a line, in their order; a `label` of up to two characters is drawn as a mark."""

    kind: OverlayKind
    row: int
    col: int
    tone: int = NO_TONE
    strength: int = 1
    label: str = ""


class Fact(msgspec.Struct, frozen=True):
    """A line of the panel beside the board, such as `walls left: 7`; `tone` is the colour of the seat or team it is
    about. A fact about one player has that `seat`, and the player's name as its label; clients that list the players
    show it there, as its `icon` with the value, or as the value alone. With `brief`, only the icon is
    shown there, and the value is its tooltip."""

    label: str
    value: str
    tone: int = NO_TONE
    seat: int = NO_SEAT
    icon: str = ""
    brief: bool = False


class Scene(msgspec.Struct, frozen=True):
    """A complete picture. `tiles` has one entry per cell, row by row, an index into `palette`; `status` is one short
    sentence on whose turn it is or how it ended; `theme` is the name of a theme (`boardwalk.contract.look`). Row and
    column labels are given for all rows or columns, or for none.

    Marked for the seat that sees the scene, all optional: `own`, the ids of its pieces; `goal`, a short sentence on its
    next goal, such as `Touch flag 2`, and `goal_cells`, the cells (row, column) to reach; `hidden`, a sentence on what
    the viewer can't see and why, especially for spectators.

    `slots`: the number of choices that the viewer makes together now, such as a program. A client may collect them and
    send them at once; `Play.ahead` makes previews of them."""

    theme: str
    rows: int
    cols: int
    palette: tuple[Tile, ...]
    tiles: tuple[int, ...]
    status: str
    pieces: tuple[Piece, ...] = ()
    edges: tuple[Edge, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    panel: tuple[Fact, ...] = ()
    row_labels: tuple[str, ...] = ()
    col_labels: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    goal: str = ""
    goal_cells: tuple[tuple[int, int], ...] = ()
    hidden: str = ""
    slots: int = 0

    def tile(self, row: int, col: int) -> Tile:
        return self.palette[self.tiles[row * self.cols + col]]

    def cell_name(self, row: int, col: int) -> str:
        """A cell by its labels, such as `e4`; by its numbers on a board without labels."""
        if self.row_labels and self.col_labels:
            return self.col_labels[col] + self.row_labels[row]
        return f"row {row + 1}, column {col + 1}"


class Choice(msgspec.Struct, frozen=True):
    """One action that a seat may take now: its text (as typed and as shown in the log), a label for a button, the keys
    that choose it (by their browser names), and the cell or edge to click. A move from a cell to a cell has its `start`
    too: the first click picks the start, the second the cell. Of several choices with the same cell, and the same start
    if any, a click takes the first; the others get buttons."""

    action: int
    text: str
    label: str
    keys: tuple[str, ...] = ()
    cell: tuple[int, int] | None = None
    edge: Edge | None = None
    start: tuple[int, int] | None = None
