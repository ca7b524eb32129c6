"""SVG of overlays (fog, dark cells, trails, traces, routes), of walls between cells, and of the choices offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boardwalk.contract.scene import Choice, Edge, Overlay, Scene
from boardwalk.draw.palette import MIST, Paint
from boardwalk.draw.shapes import HALF, UNIT, attribute, box, disc, label, line, mark, number, path, square, words

BAR = 7.5  # the thickness of a wall between cells

Cell = tuple[int, int]


def cells_of(scene: Scene, kind: str) -> list[Cell]:
    """The cells that have an overlay of this kind."""
    return sorted({(over.row, over.col) for over in scene.overlays if over.kind == kind})


def runs(cells: Iterable[Cell]) -> str:
    """The path data of a set of cells, in units of cells: each run of adjacent cells in a row is one rectangle."""
    stretches: list[list[int]] = []
    for row, col in sorted(cells):
        if stretches and stretches[-1][0] == row and stretches[-1][1] + stretches[-1][2] == col:
            stretches[-1][2] += 1
        else:
            stretches.append([row, col, 1])
    return "".join(f"M{col} {row}h{length}v1h-{length}z" for row, col, length in stretches)


# -- drawings of one cell, centred on the origin


def wisps(paint: Paint, tone: int) -> str:
    """The curls of one fog cell; `mist` draws the area below them for all cells at once."""
    colour = paint("wisp")
    drawn = line("M-13 -6Q-8.5 -10 -4 -6T5 -6", colour, 2, 'stroke-opacity=".7"')
    drawn += line("M-4 3Q.5 -1 5 3T14 3", colour, 2, 'stroke-opacity=".55"')
    return drawn + line("M-11 11Q-7 8 -3 11", colour, 2, 'stroke-opacity=".4"')


def unlit(paint: Paint, tone: int) -> str:
    """A darkened cell, with a bolt in the lower corner where a piece does not cover it."""
    bolt = path("M14 6L8.6 12.8H11.6L9.8 17L15.6 10.2H12.2Z", paint("spark"), 'fill-opacity=".6"')
    return square(UNIT - 1.4, 5, paint("dusk"), 'fill-opacity=".46"') + bolt


def trace(paint: Paint, tone: int) -> str:
    colour = paint("lamp") if tone < 0 else paint.seat(tone)
    return square(34, 7, colour, f'fill-opacity=".14" stroke="{colour}" stroke-width="2" stroke-dasharray="9 5"')


def route(paint: Paint, tone: int) -> str:
    colour = paint("lamp") if tone < 0 else paint.seat(tone)
    rim = f'stroke="{paint("on_seat")}" stroke-width="1.4"'
    return disc(0, 0, 10.4, paint("page"), 'fill-opacity=".9"') + disc(0, 0, 8.6, colour, rim)


def goal(paint: Paint, tone: int) -> str:
    """A cell to reach: lit, with a corner bracket at each of its corners."""
    corners = "M-17.5 -9V-17.5H-9M9 -17.5H17.5V-9M17.5 9V17.5H9M-9 17.5H-17.5V9"
    lit = square(36, 6, paint("glow"), 'fill-opacity=".34"')
    return lit + line(corners, paint("shade"), 5, 'stroke-opacity=".55"') + line(corners, paint("glow"), 3)


CELLS: dict[str, Callable[[Paint, int], str]] = {
    "fog": wisps,
    "dark": unlit,
    "trace": trace,
    "route": route,
    "goal": goal,
}


# -- drawings of a whole board


def mist(paint: Paint, scene: Scene) -> str:
    """One translucent area over all fog cells, with blurred edges."""
    cells = cells_of(scene, "fog")
    if not cells:
        return ""
    sheet = path(runs(cells), paint("mist"), f'transform="scale({UNIT})" fill-opacity="{MIST}"')
    return f'<g filter="url(#{paint.key}-mist)">{sheet}</g>'


def dusk(paint: Paint, cells: Sequence[Cell]) -> str:
    """Dark cells as one area, for boards too big to draw each cell."""
    return path(runs(cells), paint("dusk"), f'transform="scale({UNIT})" fill-opacity=".46"') if cells else ""


def routes(paint: Paint, scene: Scene) -> str:
    """Possible paths: a line from cell to cell, with a rim that stays visible on every tile, and a mark on each
    cell that has a label."""
    by_tone: dict[int, list[Overlay]] = {}
    for overlay in scene.overlays:
        if overlay.kind == "route":
            by_tone.setdefault(overlay.tone, []).append(overlay)
    drawn = []
    for tone, chain in sorted(by_tone.items()):
        colour = paint("lamp") if tone < 0 else paint.seat(tone)
        points = [_middle((over.row, over.col)) for over in chain]
        way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        drawn += [line(way, paint("page"), 7, 'stroke-opacity=".85"'), line(way, colour, 3.6)]
        labels: dict[Cell, list[str]] = {}
        for over in chain:
            labels.setdefault((over.row, over.col), []).extend([over.label] * bool(over.label))
        for cell, said in labels.items():
            x, y = _middle(cell)
            text = label(",".join(said), 0, 0, 11 if len(said) < 2 else 7.4, paint("on_seat"), 'font-weight="700"')
            place = f'data-cell="{cell[0]},{cell[1]}" transform="translate({number(x)} {number(y)})"'
            drawn.append(f"<g {place}>{route(paint, tone)}{text}</g>" if said else "")
    return "".join(drawn)


def trails(paint: Paint, scene: Scene) -> str:
    """Light trails: each square is joined to the next newer one of its tone, the newest to a piece of its tone."""
    drawn = []
    by_tone: dict[int, list[Overlay]] = {}
    for overlay in scene.overlays:
        if overlay.kind == "trail":
            by_tone.setdefault(overlay.tone, []).append(overlay)
    for tone, chain in sorted(by_tone.items()):
        chain.sort(key=lambda overlay: -overlay.strength)
        heads = [(piece.row, piece.col) for piece in scene.pieces if piece.tone == tone]
        for square_ in reversed(chain):
            newer = [(other.row, other.col) for other in chain if other.strength > square_.strength]
            here = (square_.row, square_.col)
            ahead = next((cell for cell in (*reversed(newer), *heads) if _neighbours(cell, here)), here)
            drawn.append(_light(paint, tone, here, ahead, square_.strength))
    return "".join(drawn)


def _light(paint: Paint, tone: int, here: Cell, ahead: Cell, strength: int) -> str:
    colour, bright = paint.seat(tone), min(max(strength, 1), 3)
    (x, y), (to_x, to_y) = _middle(here), _middle(ahead)
    way = f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
    if here == ahead:
        way = f"M{number(x)} {number(y)}h.01"
    halo = line(way, colour, 17, f'stroke-opacity="{number(0.08 + 0.07 * bright)}"')
    beam = line(way, colour, 3.5 + 1.5 * bright, f'stroke-opacity="{number(0.3 + 0.22 * bright)}"')
    core = line(way, paint("ice_shine"), 0.7 * bright, f'stroke-opacity="{number(0.2 * bright)}"')
    joint = mark(tone, x, y, 2.6 + bright, colour)
    place = f'class="bw-trail" data-cell="{here[0]},{here[1]}" data-tone="{tone}"'
    return f"<g {place}>{halo}{beam}{core}{joint}</g>"


def _neighbours(one: Cell, other: Cell) -> bool:
    return one != other and abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


def _middle(cell: Cell) -> tuple[float, float]:
    return cell[1] * UNIT + HALF, cell[0] * UNIT + HALF


def edges(paint: Paint, scene: Scene) -> str:
    """Walls between cells: bars in their owner's colour with the owner's mark; edges of kind "known" are dashed."""
    return "".join(_edge(paint, edge) for edge in scene.edges)


def _edge(paint: Paint, edge: Edge) -> str:
    colour = paint.seat(edge.tone) if edge.tone >= 0 else paint("wall_top" if edge.kind == "known" else "wall")
    x, y, w, h = bar(edge)
    middle_x, middle_y = x + w / 2, y + h / 2
    place = f'class="bw-edge" data-edge="{edge_text(edge)}"'
    if edge.kind == "known":
        ends = (x, middle_y, x + w, middle_y) if edge.across else (middle_x, y, middle_x, y + h)
        way = "M{}L{}".format(*(f"{number(a)} {number(b)}" for a, b in (ends[:2], ends[2:])))
        count, gap = edge.length * 3, 4.6  # dashes; the first and the last reach the ends
        dash = (max(w, h) - (count - 1) * gap) / count
        dashes = f'stroke="{colour}" stroke-width="{number(BAR * 0.72)}" stroke-dasharray="{number(dash)} {gap}"'
        return f'<path {place} d="{way}" fill="none" {dashes}/>'
    drawn = box(x, y + 1.8, w, h, BAR / 2, paint("shade"), 'fill-opacity=".26"') + box(x, y, w, h, BAR / 2, colour)
    shine = (x + 3, y + 1.2, w - 6, 1.5) if edge.across else (x + 1.2, y + 3, 1.5, h - 6)
    drawn += box(*shine, 0.75, paint("ice_shine"), 'fill-opacity=".4"')
    if edge.tone >= 0:
        drawn += mark(edge.tone, middle_x, middle_y, 2.1, paint("on_seat"), 'fill-opacity=".8"')
    return f"<g {place}>{drawn}</g>"


def bar(edge: Edge) -> tuple[float, float, float, float]:
    """The rectangle of a wall between cells."""
    inset = 1.6
    x, y, length = edge.col * UNIT, edge.row * UNIT, edge.length * UNIT - 2 * inset
    return (x + inset, y - BAR / 2, length, BAR) if edge.across else (x - BAR / 2, y + inset, BAR, length)


def edge_text(edge: Edge) -> str:
    """An edge as an attribute value: row, column, across or down, length."""
    return f"{edge.row},{edge.col},{'across' if edge.across else 'down'},{edge.length}"


def choices(paint: Paint, offered: Sequence[Choice]) -> str:
    """Highlights of the choices offered: a glowing rim around each cell, or around the start of a move.

    Walls that could be placed are too many to highlight; each is a transparent bar that a client can highlight, for
    example under the pointer."""
    by_cell: dict[Cell, list[Choice]] = {}
    for choice in offered:
        cell = choice.start or choice.cell
        if cell is not None:
            by_cell.setdefault(cell, []).append(choice)
    lamp, glow, drawn = paint("lamp"), paint("glow"), []
    for cell, at in sorted(by_cell.items()):
        x, y = _middle(cell)
        what = _offer(at)
        rim = square(35, 6, glow, f'fill-opacity=".16" stroke="{glow}" stroke-opacity=".5" stroke-width="5"')
        rim += square(35, 6, "none", f'stroke="{lamp}" stroke-width="1.5"')
        place = f'data-cell="{cell[0]},{cell[1]}" transform="translate({number(x)} {number(y)})"'
        drawn.append(f'<g class="bw-choice" {what} {place}>{_title(at)}{rim}</g>')
    for choice in offered:
        if choice.edge is not None:
            hidden = box(*bar(choice.edge), BAR / 2, lamp, 'fill-opacity="0"')
            place = f'data-edge="{edge_text(choice.edge)}"'
            drawn.append(f'<g class="bw-choice" {_offer([choice])} {place}>{_title([choice])}{hidden}</g>')
    return "".join(drawn)


def _offer(at: Sequence[Choice]) -> str:
    return f"data-actions={attribute(' '.join(str(choice.action) for choice in at))}"


def _title(at: Sequence[Choice]) -> str:
    return f"<title>{words(', '.join(choice.label for choice in at))}</title>"
