// What lies over cells and between them: mist, dusk, trails, walls. The same pictures as boardwalk.draw makes.

/** @import { Edge, Scene } from "../state/protocol" */

import { svg } from "../parts/dom.js";
import { HALF, UNIT, behaviour, markShape, seatColour, use } from "./look.js";

export const BAR = 7.5; // the thickness of a wall between cells
const INSET = 1.6;
const MIST = 0.92; // the opacity of fog: at least 3 : 1 against every floor

/** @typedef {[number, number]} Cell row and column */

/** The middle of a cell: x and y. @param {number} row @param {number} col @returns {[number, number]} */
export const middle = (row, col) => [col * UNIT + HALF, row * UNIT + HALF];

/** Cells as one outline, in units of cells: each stretch of neighbours in a row is one rectangle. @param {Cell[]} cells */
export function runs(cells) {
  const sorted = [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let d = "";
  for (let at = 0; at < sorted.length; ) {
    const [row, col] = sorted[at];
    let length = 1;
    while (sorted[at + length]?.[0] === row && sorted[at + length][1] === col + length) length += 1;
    d += `M${col} ${row}h${length}v1h-${length}z`;
    at += length;
  }
  return d;
}

/** The rectangle of a wall: x, y, width, height. @param {Edge} edge @returns {[number, number, number, number]} */
export function bar(edge) {
  const x = edge.col * UNIT;
  const y = edge.row * UNIT;
  const length = edge.length * UNIT - 2 * INSET;
  return edge.across ? [x + INSET, y - BAR / 2, length, BAR] : [x - BAR / 2, y + INSET, BAR, length];
}

/** @param {number[]} rectangle @param {import("../parts/dom.js").Props} props */
const box = ([x, y, width, height], props) => svg("rect", { x, y, width, height, ...props });

/** @param {Edge} edge */
export const edgeKey = (edge) =>
  `${edge.row},${edge.col},${edge.across ? "across" : "down"},${edge.length},${edge.kind},${edge.tone}`;

/** A wall: a bar in its owner's colour with the owner's mark; one that is merely known is dashed. @param {Edge} edge */
export function edgeShape(edge) {
  const colour = edge.tone >= 0 ? seatColour(edge.tone) : "var(--bw-wall)";
  const [x, y, w, h] = bar(edge);
  const group = svg("g", { class: "edge", "data-edge": edgeKey(edge) });
  if (edge.kind === "known") {
    const d = edge.across ? `M${x} ${y + h / 2}h${w}` : `M${x + w / 2} ${y}v${h}`;
    group.append(
      svg("path", { d, fill: "none", stroke: colour, "stroke-width": BAR * 0.72, "stroke-dasharray": "7 4.6" }),
    );
    return group;
  }
  const shine = edge.across ? [x + 3, y + 1.2, w - 6, 1.5] : [x + 1.2, y + 3, 1.5, h - 6];
  group.append(
    box([x, y + 1.8, w, h], { rx: BAR / 2, fill: "var(--bw-shade)", "fill-opacity": 0.26 }),
    box([x, y, w, h], { rx: BAR / 2, fill: colour }),
    box(shine, { rx: 0.75, fill: "var(--bw-ice-shine)", "fill-opacity": 0.4 }),
  );
  if (edge.tone >= 0) {
    group.append(markShape(edge.tone, x + w / 2, y + h / 2, 2.1, { fill: "var(--bw-on-seat)", "fill-opacity": 0.8 }));
  }
  return group;
}

/** One sheet of mist over all cells not seen, soft at its edges, with wisps here and there. Unknown is never black.
 *  @param {Scene} scene @param {string} id of the filter @param {boolean} wisps */
export function mist(scene, id, wisps) {
  const cells = scene.overlays.filter((over) => over.kind === "fog").map(cellOf);
  if (!cells.length) return [];
  const sheet = svg("path", {
    d: runs(cells),
    transform: `scale(${UNIT})`,
    fill: "var(--bw-mist)",
    "fill-opacity": MIST,
    class: "mist-sheet",
  });
  /** @type {SVGElement[]} */
  const drawn = [svg("g", { filter: `url(#${id})` }, sheet)];
  if (wisps) {
    for (const [row, col] of cells) {
      if ((row + col) % 2) continue;
      const [x, y] = middle(row, col);
      drawn.push(use(scene.theme, "over", "fog", -1, { x, y }));
    }
  }
  return drawn;
}

/** The cells to reach, lit. @param {Scene} scene */
export function goals(scene) {
  return scene.goal_cells.map(([row, col]) => {
    const [x, y] = middle(row, col);
    return use(scene.theme, "over", "goal", -1, { x, y, class: "goal-cell" });
  });
}

/** Possible paths: for each tone a line from cell to cell, with a mark on each that has a label; rimmed, to be seen on every tile.
 *  @param {Scene} scene */
export function routes(scene) {
  /** @type {SVGElement[]} */
  const drawn = [];
  const all = scene.overlays.filter((over) => over.kind === "route");
  for (const tone of [...new Set(all.map((over) => over.tone))].sort()) {
    const chain = all.filter((over) => over.tone === tone);
    const d = `M${chain.map((over) => middle(over.row, over.col).join(" ")).join("L")}`;
    const stroke = tone >= 0 ? seatColour(tone) : "var(--bw-lamp)";
    drawn.push(
      svg("path", { d, class: "route-line", stroke: "var(--bw-page)", "stroke-width": 7, "stroke-opacity": 0.85 }),
    );
    drawn.push(svg("path", { d, class: "route-line", stroke, "stroke-width": 3.6 }));
    /** @type {Map<string, string[]>} */
    const labels = new Map();
    for (const { row, col, label } of chain)
      labels.set(`${row},${col}`, [...(labels.get(`${row},${col}`) ?? []), label].filter(Boolean));
    for (const [cell, said] of labels) {
      const [row, col] = cell.split(",").map(Number);
      const [x, y] = middle(row, col);
      const size = said.length < 2 ? 11 : 7.4;
      if (!said.length) continue;
      drawn.push(use(scene.theme, "over", "route", tone, { x, y }));
      drawn.push(svg("text", { x, y: y + size * 0.355, "font-size": size }, said.join()));
    }
  }
  return drawn;
}

/** @param {{ row: number, col: number }} one @returns {Cell} */
const cellOf = ({ row, col }) => [row, col];

/** @param {Cell} a @param {Cell} b */
const near = (a, b) => Math.abs(a[0] - b[0]) <= 1 && Math.abs(a[1] - b[1]) <= 1 && (a[0] !== b[0] || a[1] !== b[1]);

/** Light from square to square: each is joined to the next newer one of its tone, the newest to a piece of its tone. @param {Scene} scene */
export function trails(scene) {
  const drawn = [];
  const tones = new Set(scene.overlays.filter((over) => over.kind === "trail").map((over) => over.tone));
  for (const tone of [...tones].sort()) {
    const chain = scene.overlays
      .filter((over) => over.kind === "trail" && over.tone === tone)
      .sort((a, b) => b.strength - a.strength);
    const heads = scene.pieces.filter((piece) => piece.tone === tone);
    for (const square of [...chain].reverse()) {
      const here = cellOf(square);
      const newer = chain.filter((other) => other.strength > square.strength).reverse();
      const ahead = [...newer, ...heads].map(cellOf).find((cell) => near(cell, here)) ?? here;
      drawn.push(light(tone, here, ahead, Math.min(Math.max(square.strength, 1), 3)));
    }
  }
  return drawn;
}

/** @param {number} tone @param {Cell} here @param {Cell} ahead @param {number} bright */
function light(tone, here, ahead, bright) {
  const [x, y] = middle(...here);
  const [toX, toY] = middle(...ahead);
  const d = x === toX && y === toY ? `M${x} ${y}h.01` : `M${x} ${y}L${toX} ${toY}`;
  const stroke = (/** @type {string} */ colour, /** @type {number} */ width, /** @type {number} */ opacity) =>
    svg("path", {
      d,
      fill: "none",
      stroke: colour,
      "stroke-width": width,
      "stroke-opacity": opacity,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    });
  const colour = seatColour(tone);
  return svg(
    "g",
    { class: "trail" },
    stroke(colour, 17, 0.08 + 0.07 * bright),
    stroke(colour, 3.5 + 1.5 * bright, 0.3 + 0.22 * bright),
    stroke("var(--bw-ice-shine)", 0.7 * bright, 0.2 * bright),
    markShape(tone, x, y, 2.6 + bright, { fill: colour }),
  );
}

/** The ground of a whole board, each kind of tile as one outline, in units of cells. @param {Scene} scene */
export function flatTiles(scene) {
  /** @type {Map<number, Cell[]>} */
  const cells = new Map();
  scene.tiles.forEach((entry, number) => {
    const found = cells.get(entry) ?? [];
    found.push([Math.floor(number / scene.cols), number % scene.cols]);
    cells.set(entry, found);
  });
  /** @type {SVGElement[]} */
  const drawn = [svg("rect", { width: scene.cols, height: scene.rows, fill: "var(--bw-floor)" })];
  for (const [entry, at] of cells) {
    const tile = scene.palette[entry];
    const { flat, flatOpacity } = behaviour(scene.theme, "tile", tile.kind, tile.tone);
    if (tile.kind !== "floor")
      drawn.push(svg("path", { d: runs(at), fill: `var(${flat})`, "fill-opacity": flatOpacity }));
  }
  return drawn;
}
