"""Draw any scene as one self-contained SVG picture.

Each kind of tile and piece is defined once in `<defs>` and referenced by `<use>`. Cells have `data-cell="row,col"`,
pieces `data-id`, edges `data-edge`, choices `data-actions`, so that a page can find and move them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from boardwalk.contract.scene import Choice, Piece, Scene
from boardwalk.contract.scene_check import check_scene
from boardwalk.draw import overlays
from boardwalk.draw.drawings import drawings, has_accent, is_solid
from boardwalk.draw.palette import TONES, Paint, scene_css
from boardwalk.draw.panel import panel as draw_panel
from boardwalk.draw.pieces import GHOST
from boardwalk.draw.shapes import FONT, HALF, UNIT, attribute, box, label, mark, number, words

MARGIN = 12.0  # margin
FRAME = 9.0  # the board's frame
LABELS = 17.0  # added to the frame on sides with labels
NARROW = 340.0  # the minimum width of a picture with a panel
BIG = 4096  # boards with more cells are drawn in flat colours
STANDARD, MOST = 56, 960  # default pixels per cell, and the default maximum of the longer side


class Place(NamedTuple):
    """Where a piece is drawn within its cell: offset and scale."""

    x: float = 0
    y: float = 0
    scale: float = 1


def svg(
    scene: Scene,
    *,
    theme: str = "auto",
    size: int | None = None,
    choices: Sequence[Choice] = (),
    panel: bool = True,
) -> str:
    """The scene as SVG. `theme` is "light" or "dark"; "auto" follows the reader's system; "page" takes the colours from
    the style sheet of the surrounding page (`palette.css()`) and draws no background. `size` is the longer side in
    pixels. `choices` are highlighted. `panel` adds status and facts under the board."""
    check_scene(scene)
    paint = Paint(scene.theme, theme)
    left = FRAME + (LABELS if scene.row_labels else 0)
    below = FRAME + (LABELS if scene.col_labels else 0)
    board_w, board_h = scene.cols * UNIT, scene.rows * UNIT
    frame_w, frame_h = left + board_w + FRAME, FRAME + board_h + below
    content_w = max(frame_w, NARROW) if panel else frame_w
    grown = max(1.0, content_w / 1000)  # enlarges the panel of a big board, since the picture will be scaled down
    facts, facts_h = draw_panel(paint, scene, content_w / grown) if panel else ("", 0.0)
    margin = MARGIN * grown
    width = content_w + 2 * margin
    height = frame_h + 2 * margin + ((facts_h + MARGIN) * grown if facts else 0)
    shift = margin + (content_w - frame_w) / 2
    board = f"translate({number(shift + left)} {number(margin + FRAME)})"
    frame = box(shift, margin, frame_w, frame_h, 12, paint("frame"), f'filter="url(#{paint.key}-soft)"')
    parts = [
        _head(scene, paint, width, height, size),
        "" if theme == "page" else box(0, 0, width, height, 14 * grown, paint("page")),
        frame,
        f'<g class="bw-labels">{_labels(scene, paint, shift, margin, left)}</g>',
        f'<g class="bw-board" transform="{board}">{_board(scene, paint, choices)}</g>',
    ]
    if facts:
        place = f"translate({number(margin)} {number(margin + frame_h + MARGIN * grown)}) scale({number(grown)})"
        parts.append(f'<g class="bw-panel" transform="{place}">{facts}</g>')
    return "\n".join(part for part in parts if part) + "\n</svg>\n"


def _head(scene: Scene, paint: Paint, width: float, height: float, size: int | None) -> str:
    longer = size or min(MOST, STANDARD * max(width, height) / UNIT)
    scale = longer / max(width, height)
    box_ = f'viewBox="0 0 {number(width)} {number(height)}"'
    pixels = f'width="{number(round(width * scale))}" height="{number(round(height * scale))}"'
    name = scene.status or f"A board of {scene.rows} × {scene.cols} cells"
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box_} {pixels} class="boardwalk {paint.key}" role="img" '
        f'font-family="{FONT}" '
        f'data-theme="{scene.theme}" data-rows="{scene.rows}" data-cols="{scene.cols}" aria-label={attribute(name)}>'
    )
    style = f"<style>{scene_css(scene.theme, '.' + paint.key)}</style>" if paint.mode == "auto" else ""
    described = "; ".join(f"{piece.name} at {scene.cell_name(piece.row, piece.col)}" for piece in scene.pieces)
    described = f"<desc>{words(described)}</desc>" if described else ""
    return f"{opening}\n<title>{words(name)}</title>{described}{style}\n{_defs(paint, _used(scene))}"


# -- definitions


def _tone(tone: int) -> str:
    return str(tone % TONES) if tone >= 0 else "n"


def _id(paint: Paint, group: str, word: str, tone: int) -> str:
    return f"{paint.key}-{group}-{word}-{_tone(tone)}"


def _big(scene: Scene) -> bool:
    return scene.rows * scene.cols > BIG


def _used(scene: Scene) -> list[tuple[str, str, int]]:
    """The drawings that a scene uses, as (group, name, tone)."""
    keys = {("piece", piece.shape, piece.tone) for piece in scene.pieces}
    if not _big(scene):
        used, art = [scene.palette[entry] for entry in set(scene.tiles)], drawings(scene.theme)["tile"]
        keys |= {("tile", tile.kind, tile.tone) for tile in used}
        keys |= {("tile", art[tile.kind].accent, -1) for tile in used if art[tile.kind].accent}
    keys |= {("over", "goal", -1)} if scene.goal_cells else set()
    keys |= {("sign", "own", -1)} if scene.own else set()
    keys |= {("sign", piece.sign, -1) for piece in scene.pieces if piece.sign}
    keys |= {("over", over.kind, over.tone) for over in scene.overlays if over.kind in overlays.CELLS}
    return sorted(keys)


def _defs(paint: Paint, keys: Iterable[tuple[str, str, int]]) -> str:
    art = drawings(paint.theme)
    drawn = {_id(paint, group, word, tone): art[group][word].draw(paint, tone) for group, word, tone in keys}
    plain = 'color-interpolation-filters="sRGB"'  # not the default linear RGB, which would change the colours
    soft = (
        f'<filter id="{paint.key}-soft" x="-10%" y="-10%" width="120%" height="125%" {plain}>'
        f'<feDropShadow dx="0" dy="3" stdDeviation="4" flood-color="{paint("shade")}" flood-opacity=".24"/></filter>'
        f'<filter id="{paint.key}-mist" {plain}><feGaussianBlur stdDeviation="3.2"/></filter>'
    )
    return "<defs>" + soft + "".join(f'<g id="{name}">{art}</g>' for name, art in drawn.items()) + "</defs>"


# -- the board, from the bottom layer up


def _board(scene: Scene, paint: Paint, choices: Sequence[Choice]) -> str:
    scaled = f'transform="scale({UNIT})"'
    ground = f'<rect {scaled} width="{scene.cols}" height="{scene.rows}" fill="{paint("line")}"/>'
    layers = [
        ("tiles", ground + (_flat_tiles(scene, paint) if _big(scene) else _tiles(scene, paint))),
        ("dark", overlays.dusk(paint, _cells(scene, "dark")) if _big(scene) else _overlay(scene, paint, "dark")),
        ("fog", overlays.mist(paint, scene) + _overlay(scene, paint, "fog")),
        ("goal", _goal(scene, paint)),
        ("route", overlays.routes(paint, scene)),
        ("trace", _overlay(scene, paint, "trace")),
        ("trails", overlays.trails(paint, scene)),
        ("edges", overlays.edges(paint, scene)),
        ("pieces", _pieces(scene, paint)),
        ("choices", overlays.choices(paint, choices)),
    ]
    return "".join(f'\n<g class="bw-{name}">{drawn}</g>' for name, drawn in layers if drawn)


def _use(name: str, x: float, y: float, more: str, turn: int = 0, inside: str = "") -> str:
    if turn % 4:
        place = f'transform="translate({number(x)} {number(y)}) rotate({turn % 4 * 90})"'
    else:
        place = f'x="{number(x)}" y="{number(y)}"'
    return f'<use href="#{name}" {place} {more}' + (f">{inside}</use>" if inside else "/>")


def _tiles(scene: Scene, paint: Paint) -> str:
    drawn: list[str] = []
    accents: list[str] = []
    art = drawings(scene.theme)["tile"]
    for number_, entry in enumerate(scene.tiles):
        row, col = divmod(number_, scene.cols)
        tile = scene.palette[entry]
        turn = tile.turn if art[tile.kind].turns else 0
        title = f"<title>{words(tile.name)}</title>" if tile.kind != "floor" else ""
        name = _id(paint, "tile", tile.kind, tile.tone)
        drawn.append(
            _use(name, col * UNIT + HALF, row * UNIT + HALF, f'data-cell="{row},{col}"', turn, title),
        )
        if art[tile.kind].accent and has_accent(row, col):
            name = _id(paint, "tile", art[tile.kind].accent, -1)
            accents.append(_use(name, col * UNIT + HALF, row * UNIT + HALF, ""))
    return "".join(drawn + accents)


def _flat_tiles(scene: Scene, paint: Paint) -> str:
    """Each kind of tile as one path, so that a maze of 200 × 200 is a small file."""
    cells: dict[int, list[overlays.Cell]] = {}
    for number_, entry in enumerate(scene.tiles):
        cells.setdefault(entry, []).append(divmod(number_, scene.cols))
    art = drawings(scene.theme)["tile"]
    floor = f'<rect width="{scene.cols}" height="{scene.rows}" fill="{paint("floor")}"/>'
    drawn = []
    for entry, at in sorted(cells.items()):
        tile = scene.palette[entry]
        if tile.kind != "floor":
            colour, opacity = art[tile.kind].flat(paint, tile.tone)
            inside = f'fill="{colour}" fill-opacity="{number(opacity)}"><title>{words(tile.name)}</title>'
            drawn.append(f'<path d="{overlays.runs(at)}" {inside}</path>')
    return f'<g transform="scale({UNIT})" shape-rendering="crispEdges">{floor}{"".join(drawn)}</g>'


def _cells(scene: Scene, kind: str) -> list[overlays.Cell]:
    """The cells where overlays of this kind are drawn; "dark" is not drawn on solid tiles."""
    cells = overlays.cells_of(scene, kind)
    return [cell for cell in cells if not is_solid(scene, *cell)] if kind == "dark" else cells


def _overlay(scene: Scene, paint: Paint, kind: str) -> str:
    if kind == "fog" and _big(scene):
        return ""
    tones = {(over.row, over.col): over.tone for over in scene.overlays if over.kind == kind}
    cells = _cells(scene, kind)
    if kind == "fog":
        cells = [(row, col) for row, col in cells if (row + col) % 2 == 0]  # wisps on every other cell
    return "".join(
        _use(
            _id(paint, "over", kind, tones[row, col]),
            col * UNIT + HALF,
            row * UNIT + HALF,
            f'data-cell="{row},{col}"',
        )
        for row, col in cells
    )


def _goal(scene: Scene, paint: Paint) -> str:
    name = _id(paint, "over", "goal", -1)
    return "".join(
        _use(name, col * UNIT + HALF, row * UNIT + HALF, f'data-cell="{row},{col}"') for row, col in scene.goal_cells
    )


# -- pieces


def places(scene: Scene) -> dict[str, Place]:
    """Where each piece is drawn within its cell, by id. Lying pieces move aside for standing ones; several standing
    pieces share the cell."""
    at: dict[overlays.Cell, list[Piece]] = {}
    for piece in scene.pieces:
        at.setdefault((piece.row, piece.col), []).append(piece)
    found: dict[str, Place] = {}
    art = drawings(scene.theme)["piece"]
    for group in at.values():
        standing = [piece for piece in group if not art[piece.shape].lies]
        lying = [piece for piece in group if art[piece.shape].lies]
        found.update(zip((piece.id for piece in standing), _share(len(standing)), strict=True))
        if standing:
            corners = (Place(11, -11, 0.56), Place(-11, -11, 0.56), Place(11, 11, 0.56), Place(-11, 11, 0.56))
            found.update((piece.id, corners[n % 4]) for n, piece in enumerate(lying))
        else:
            found.update(zip((piece.id for piece in lying), _share(len(lying)), strict=True))
    return found


def _share(count: int) -> list[Place]:
    if count <= 1:
        return [Place()] * count
    if count == 2:
        return [Place(-9, 0, 0.6), Place(9, 0, 0.6)]
    side = 2 if count <= 4 else 3
    step = UNIT / side
    corners = [((n % side + 0.5) * step - HALF, (n // side % side + 0.5) * step - HALF) for n in range(count)]
    return [Place(x * 0.92, y * 0.92, 1.05 / side) for x, y in corners]


def _pieces(scene: Scene, paint: Paint) -> str:
    """The pieces in drawing order: lying, standing, then those moved from the middle of a shared cell."""
    where, art = places(scene), drawings(scene.theme)["piece"]
    larger = min(max(scene.rows, scene.cols) / 40, 3.0) if _big(scene) else 1.0  # visible on big boards
    order = sorted(scene.pieces, key=lambda piece: (where[piece.id] != Place(), not art[piece.shape].lies))
    return "".join(_piece(scene, paint, piece, where[piece.id], larger) for piece in order)


def _piece(scene: Scene, paint: Paint, piece: Piece, place: Place, larger: float) -> str:
    x, y = piece.col * UNIT + HALF + place.x, piece.row * UNIT + HALF + place.y
    scale = place.scale * larger
    move = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    turn = piece.turn if drawings(paint.theme)["piece"][piece.shape].turns else 0
    body = _use(_id(paint, "piece", piece.shape, piece.tone), 0, 0, 'class="bw-body"', turn)
    signs = {sign: _use(_id(paint, "sign", sign, -1), 0, 0, f'class="bw-{sign}"') for sign in _signs(scene, piece)}
    art = drawings(paint.theme)["sign"]
    behind = "".join(drawn for sign, drawn in signs.items() if art[sign].behind)
    front = "".join(drawn for sign, drawn in signs.items() if not art[sign].behind)
    title = f"<title>{words(piece.name)}, {words(scene.cell_name(piece.row, piece.col))}</title>"
    data = f'data-id={attribute(piece.id)} data-cell="{piece.row},{piece.col}" data-shape="{piece.shape}"'
    data += f' opacity="{GHOST}"' if piece.sign == "ghost" else ""
    return f'<g class="bw-piece" {data} transform="{move}">{title}{behind}{body}{_badge(paint, piece)}{front}</g>'


def _signs(scene: Scene, piece: Piece) -> list[str]:
    return ["own"] * (piece.id in scene.own) + [piece.sign] * bool(piece.sign)


def _badge(paint: Paint, piece: Piece) -> str:
    """A piece's label or, without one, its seat's mark, so that seats are never shown by colour alone."""
    art = drawings(paint.theme)["piece"][piece.shape]
    if not art.badge:
        return ""
    x, y, size = art.badge
    if art.turns:
        x, y = ((x, y), (-y, x), (-x, -y), (y, -x))[piece.turn % 4]
    if piece.label:
        fitted = size if len(piece.label) < 3 else size * 2.3 / min(len(piece.label), 6)
        text = piece.label if len(piece.label) <= 6 else piece.label[:5] + "…"
        return label(text, x, y, fitted, paint("on_seat"), 'font-weight="700"')
    return mark(piece.tone, x, y, size * 0.32, paint("on_seat"), 'fill-opacity=".85"') if piece.tone >= 0 else ""


def _labels(scene: Scene, paint: Paint, x: float, y: float, left: float) -> str:
    """Row labels at the left, column labels below; on big boards larger, and only every n-th."""
    every = max(1, max(scene.rows, scene.cols) // 32)
    size = 12.5 * min(every, 4)
    style = 'font-weight="600"'
    middle = (left - FRAME) / 2 + FRAME * 0.6
    bottom = y + FRAME + scene.rows * UNIT + FRAME * 0.4 + LABELS / 2
    drawn = [
        label(text, x + middle, y + FRAME + row * UNIT + HALF, size, paint("muted"), style)
        for row, text in enumerate(scene.row_labels)
        if row % every == 0
    ]
    drawn += [
        label(text, x + left + col * UNIT + HALF, bottom, size, paint("muted"), style)
        for col, text in enumerate(scene.col_labels)
        if col % every == 0
    ]
    return "".join(drawn)
