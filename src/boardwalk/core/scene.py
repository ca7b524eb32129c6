"""One picture for every client: what a game looks like, and how one may act.

A game makes a `Scene` from what one seat may see; browser, terminal and SVG draw any scene and know no game. A scene
speaks a small language of shapes that all of them know (`TILES`, `SHAPES`, `OVERLAYS`); `char` is how a plain terminal
shows the same thing. Rows count from the top, columns from the left, both from 0.
"""

from __future__ import annotations

import msgspec

# What a cell's ground can be. `turn` in a Tile counts quarter turns clockwise from "up".
TILES = (
    "floor",
    "wall",
    "hedge",  # a wall of a garden or maze
    "pit",  # a hole in the ground
    "start",  # where the seat of that tone starts
    "finish",  # where the seat of that tone, or anybody, wants to be
    "home",
    "jail",
    "belt",  # a straight conveyor; turn says where to
    "belt_cw",  # a corner belt that turns what arrives clockwise; turn says where to
    "belt_ccw",
    "gear_cw",
    "gear_ccw",
)

# What a piece can be.
SHAPES = (
    "racer",
    "robot",  # has a facing
    "pawn",
    "runner",
    "walker",  # somebody who pushes boxes
    "box",
    "ice",  # a box of ice
    "flag",
    "grenade",
    "spent",  # an exploded grenade
)

# What can lie over a cell.
OVERLAYS = (
    "fog",  # not seen
    "trail",  # a light trail of the tone; strength 1 to 3, 3 the newest
    "dark",  # without power
    "trace",  # something just happened here
    "route",  # a way one could go
)

# What a wall between cells can be.
EDGES = (
    "wall",
    "known",  # known to be there, but not placed as a whole wall
)

NO_TONE = -1


class Tile(msgspec.Struct, frozen=True):
    """A cell's ground. `name` is the rulebook's word for it; `tone` the seat or team whose colour it has."""

    kind: str
    char: str
    name: str
    tone: int = NO_TONE
    turn: int = 0


class Piece(msgspec.Struct, frozen=True):
    """Something that stands on a cell. `id` stays the same from scene to scene, so that it can be seen to move; no two
    pieces have the same. `label` is up to three characters that it bears; without one it bears its seat's mark. `turn`
    is a robot's facing, in quarter turns clockwise from "up"."""

    id: str
    shape: str
    row: int
    col: int
    char: str
    name: str
    tone: int = NO_TONE
    turn: int = 0
    label: str = ""


class Edge(msgspec.Struct, frozen=True):
    """A wall between cells: above cell (row, col) when `across`, else left of it; `length` cells long, to the right
    or downwards. `kind` is one of `EDGES`."""

    row: int
    col: int
    across: bool
    length: int = 1
    tone: int = NO_TONE
    kind: str = "wall"


class Overlay(msgspec.Struct, frozen=True):
    """Something that lies over a cell. Only a trail has a look for each `strength`; what is dark shows on no wall."""

    kind: str
    row: int
    col: int
    tone: int = NO_TONE
    strength: int = 1


class Fact(msgspec.Struct, frozen=True):
    """A line of the panel beside the board, such as `walls left: 7`; `tone` the seat it is about."""

    label: str
    value: str
    tone: int = NO_TONE


class Scene(msgspec.Struct, frozen=True):
    """All there is to see. `tiles` has one entry a cell, row by row, an index into `palette`; `status` is one short
    sentence on whose turn it is or how it ended; `theme` names the game's face within the common language: neon,
    steel, hedge, lantern or warehouse (`boardwalk.draw.palette` has their colours). Labels name all rows or columns,
    or none."""

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

    def tile(self, row: int, col: int) -> Tile:
        return self.palette[self.tiles[row * self.cols + col]]


class Choice(msgspec.Struct, frozen=True):
    """One action that a seat may take now: its text (what one types and what the log shows), a label for a button, the
    keys that choose it (names as browsers give them), and the cell or edge to click."""

    action: int
    text: str
    label: str
    keys: tuple[str, ...] = ()
    cell: tuple[int, int] | None = None
    edge: Edge | None = None
