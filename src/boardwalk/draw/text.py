"""Draw any scene as text, readable without colour.

A cell is three characters wide if the board fits, else two, else one: its main character (a piece, else an overlay,
else the tile) and, if there is room, a second one: a robot's facing, or what else is on the cell. Walls between cells
are drawn between them: seat 1's heavy, seat 2's double, edges of kind "known" dotted."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple, TextIO

from boardwalk.contract.scene import Choice, Overlay, Piece, Scene
from boardwalk.contract.scene_check import check_scene
from boardwalk.draw import lines
from boardwalk.draw.drawings import drawings, is_solid
from boardwalk.draw.panel import joined
from boardwalk.draw.shapes import MARKS

WIDTH = 100  # default maximum width of a picture, in characters
ARROWS = "↑→↓←"
FOG, DARK, ROUTE, TRACE, GOAL = "░", "▒", "•", "'", "◎"
TRAILS = ("○●", "△▲", "□■", "◇◆")  # by tone: old, new
MIDDLE = "◉◭▣◈"  # by tone: of middle age
FEW = 12  # up to this many choices or kinds of pieces are listed one by one

BOLD, DIM, LIT = "1", "2", "4"
SEATS = ("38;5;208", "38;5;75", "38;5;35", "38;5;141")


def has_colour(stream: TextIO | None = None) -> bool:
    """Whether a stream (by default standard output) shows colours: it is a terminal that is not dumb, and NO_COLOR is
    not set. FORCE_COLOR enables colours for any other stream."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = stream or sys.stdout
    return stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


class Span(NamedTuple):
    """Characters of one style."""

    chars: str
    style: str = ""


def text(
    scene: Scene,
    *,
    colour: bool = False,
    choices: Sequence[Choice] = (),
    width: int = WIDTH,
    legend: bool = True,
) -> str:
    """The scene as lines of text: the board, its status, the facts, a legend of the characters, the choices. `colour`
    adds ANSI colours (see `has_colour`); cells in `choices` are in brackets."""
    check_scene(scene)
    picture = _Picture(scene, choices, width)
    rows = [*picture.board()]
    if scene.status:
        rows.append([Span(scene.status, BOLD)])
    for sentence in filter(None, (scene.goal and f"Goal: {scene.goal}", scene.hidden)):
        rows += [[Span(part)] for part in wrap(sentence, width)]
    rows += _flow([_fact(fact.label, fact.value, fact.tone) for fact in joined(scene.panel)], width)
    if legend:
        rows += _flow([[Span(f"{chars} {name}", DIM)] for chars, name in picture.legend()], width)
    rows += _flow(_offers(choices), width)
    return "\n".join(_line(row, colour) for row in rows) + "\n"


def _line(spans: Sequence[Span], colour: bool) -> str:
    if not colour:
        return "".join(span.chars for span in spans).rstrip()
    return "".join(f"\033[{span.style}m{span.chars}\033[0m" if span.style else span.chars for span in spans).rstrip()


def _flow(items: Sequence[list[Span]], width: int) -> list[list[Span]]:
    """Flow items into lines, three blanks apart; an item longer than a line is wrapped."""
    rows: list[list[Span]] = []
    used = 0
    for item in items:
        size = sum(len(span.chars) for span in item)
        if size > width:
            parts = wrap("".join(span.chars for span in item), width, subsequent_indent="  ")
            rows += [[Span(part, item[0].style)] for part in parts]
            used = width
        elif rows and used + 3 + size <= width:
            rows[-1] += [Span("   "), *item]
            used += 3 + size
        else:
            rows.append([*item])
            used = size
    return rows


def _fact(label: str, value: str, tone: int) -> list[Span]:
    sentence = f"{label}: {value}" if label and value else label + value
    if tone < 0:
        return [Span(sentence)]
    return [Span(MARKS[tone % 4], SEATS[tone % 4]), Span(" " + sentence)]


def _offers(choices: Sequence[Choice]) -> list[list[Span]]:
    if len(choices) > FEW:
        return [[Span(f"{len(choices)} choices")]]
    return [
        [Span(choice.text, BOLD), Span(f" {choice.label}" if choice.label != choice.text else "")] for choice in choices
    ]


class _Picture:
    """A scene indexed by cell, and the width of a cell in characters."""

    def __init__(self, scene: Scene, choices: Sequence[Choice], width: int) -> None:
        self.scene = scene
        self.pieces: dict[tuple[int, int], list[Piece]] = {}
        self.shapes = drawings(scene.theme)["piece"]
        for piece in sorted(scene.pieces, key=lambda piece: self.shapes[piece.shape].lies):
            self.pieces.setdefault((piece.row, piece.col), []).append(piece)
        self.over: dict[tuple[int, int], dict[str, Overlay]] = {}
        for overlay in scene.overlays:
            self.over.setdefault((overlay.row, overlay.col), {})[overlay.kind] = overlay
        self.plain = {tile.char for tile in scene.palette if tile.kind == "floor"}
        self.goals = set(scene.goal_cells)
        self.chosen = {choice.start or choice.cell for choice in choices}
        self.margin = max((len(label) for label in scene.row_labels), default=-1) + 1
        self.between = 1 if scene.edges else 0
        room = width - self.margin
        self.cell = next((n for n in (3, 2) if scene.cols * (n + self.between) + self.between <= room), 1)

    # -- one cell

    def spans(self, row: int, col: int) -> list[Span]:
        main, extra = self.look(row, col)
        tile = self.scene.tile(row, col)
        if (row, col) in self.goals:
            if main.chars == FOG or (main.chars in self.plain and (row, col) not in self.pieces):
                main = Span(GOAL, BOLD)
            elif extra.chars == " ":
                extra = Span(GOAL, BOLD)
        chosen = (row, col) in self.chosen
        if self.cell == 1:
            return [_lit(main, chosen)]
        solid = is_solid(self.scene, row, col)
        filled = main.chars in (FOG, DARK) or (solid and main.chars == tile.char and extra.chars == " ")
        if filled and not chosen:
            return [Span(main.chars * self.cell, main.style)]
        if "trace" in self.over.get((row, col), {}) and extra.chars == " ":
            extra = Span(TRACE, BOLD)
        if self.cell == 2:
            return [_lit(main, chosen), extra]
        if chosen:
            closing = extra.chars in (" ", main.chars)
            return [Span("(", BOLD), _lit(main, True), Span(")", BOLD) if closing else extra]
        return [extra if extra.chars in (FOG, DARK) else Span(" "), main, extra]

    def look(self, row: int, col: int) -> tuple[Span, Span]:
        """The main character of a cell and the second one."""
        over, tile = self.over.get((row, col), {}), self.scene.tile(row, col)
        around = _around(over)
        solid = is_solid(self.scene, row, col)
        ground = Span(tile.char, _seat(tile.tone) or (DIM if tile.kind == "floor" or solid else ""))
        bare = tile.kind == "floor" or tile.char in self.plain
        if standing := self.pieces.get((row, col)):
            top = standing[0]
            main = Span(top.char, _join(BOLD, _seat(top.tone)))
            if self.shapes[top.shape].turns:
                return main, Span(ARROWS[top.turn % 4], main.style)
            if len(standing) > 1:
                return main, Span(standing[1].char, _seat(standing[1].tone))
            return main, around if bare or around.chars != " " else ground
        if trail := over.get("trail"):
            return Span(_trail(trail), _seat(trail.tone)), around
        if "fog" in over:
            return (Span(FOG, DIM), Span(" ")) if bare or solid else (ground, Span(FOG, DIM))
        if route := over.get("route"):
            mark = Span(ROUTE, _seat(route.tone))
            return (mark, around) if bare else (ground, mark)
        if "dark" in over and not solid:
            return (Span(DARK, DIM), around) if bare else (ground, around)
        return ground, Span(" ") if solid else around

    # -- the whole board

    def board(self) -> Iterator[list[Span]]:
        scene = self.scene
        drawn = lines.between(scene, self.cell) if self.between else {}
        for row in range(scene.rows + 1):
            if self.between:
                yield [Span(" " * self.margin), *self._wall_row(drawn, row)]
            if row == scene.rows:
                break
            spans = [Span(self._row_label(row), DIM)]
            for col in range(scene.cols):
                if self.between:
                    spans.append(_wall(drawn, row, col, "down"))
                spans += self.spans(row, col)
            if self.between:
                spans.append(_wall(drawn, row, scene.cols, "down"))
            yield spans
        if scene.col_labels:
            yield from self._col_labels()

    def _wall_row(self, drawn: lines.Drawn, row: int) -> Iterator[Span]:
        for col in range(self.scene.cols + 1):
            yield _wall(drawn, row, col, "joint")
            if col < self.scene.cols:
                yield _wall(drawn, row, col, "across")

    def _row_label(self, row: int) -> str:
        if not self.scene.row_labels:
            return ""
        return self.scene.row_labels[row].rjust(self.margin - 1) + " "

    def _col_labels(self) -> Iterator[list[Span]]:
        """Column labels under the board; if they are wider than cells, only as many as fit."""
        cell, labels = self.cell + self.between, self.scene.col_labels
        longest = max(len(label) for label in labels)
        every = 1 if longest == 1 or longest < cell else longest // cell + 1
        first = self.margin + self.between + (1 if self.cell == 3 else 0)
        row = ""
        for col in range(0, len(labels), every):
            row = row.ljust(first + col * cell) + labels[col]
        yield [Span(row, DIM)]

    # -- the legend

    def legend(self) -> Iterator[tuple[str, str]]:
        scene = self.scene
        own = [(piece.char, f"{piece.name} (you)") for piece in scene.pieces if piece.id in scene.own]
        others = [piece for piece in scene.pieces if piece.id not in scene.own]
        pieces = dict.fromkeys((piece.char, piece.name) for piece in others)
        if len(pieces) > FEW:
            pieces = dict.fromkeys((piece.char, piece.shape) for piece in others)
        yield from own
        if len(pieces) <= FEW:
            yield from pieces
        used = [scene.palette[entry] for entry in sorted(set(scene.tiles))]
        yield from dict.fromkeys((tile.char, tile.name) for tile in used if tile.char not in self.plain)
        kinds = {overlay.kind for overlay in scene.overlays}
        for tone in sorted({overlay.tone for overlay in scene.overlays if overlay.kind == "trail"}):
            newest_first = (_trail(Overlay("trail", 0, 0, tone, strength)) for strength in (3, 2, 1))
            yield "".join(newest_first), "trail"
        marks = {"fog": (FOG, "not seen"), "dark": (DARK, "no power"), "route": (ROUTE, "a way to go")}
        marks["trace"] = (TRACE, "just now")
        yield from (marks[kind] for kind in marks if kind in kinds)
        if scene.goal_cells:
            yield GOAL, "goal"
        if any(edge.kind == "known" for edge in scene.edges):
            yield lines.KNOWN, "known wall"


def _around(over: dict[str, Overlay]) -> Span:
    """The overlays of a cell as its second character."""
    return next((Span(char, DIM) for kind, char in (("fog", FOG), ("dark", DARK)) if kind in over), Span(" "))


def _trail(overlay: Overlay) -> str:
    tone = max(overlay.tone, 0) % 4
    return (TRAILS[tone][0], MIDDLE[tone], TRAILS[tone][1])[min(max(overlay.strength, 1), 3) - 1]


def _wall(drawn: lines.Drawn, row: int, col: int, part: str) -> Span:
    chars, tone = drawn[row, col, part]
    return Span(chars, _join(BOLD, _seat(tone)) if tone is not None else DIM)


def _seat(tone: int) -> str:
    return SEATS[tone % 4] if tone >= 0 else ""


def _join(*styles: str) -> str:
    return ";".join(style for style in styles if style)


def _lit(span: Span, chosen: bool) -> Span:
    return Span(span.chars, _join(span.style, LIT)) if chosen else span
