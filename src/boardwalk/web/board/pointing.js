// Points at actions on a board: a ring on the cell, a ghost of the wall, an arrow from the piece that would move there.

import { svg } from "../parts/dom.js";
import { bar, middle } from "./layers.js";
import { UNIT } from "./look.js";

const NEAR = 2; // cells: as far as an arrow reaches
const SIDE = 34;

/** Shows these actions, and no others that were shown before. `marks` are pairs of a choice and a class: best, taken. */
export function pointAt(board, marks, tone = -1) {
  clearPointer(board);
  if (!board.top?.parentNode) return;
  const drawn = marks.filter(([choice]) => choice?.cell || choice?.edge);
  board.pointer = svg("g", { class: "pointer", "aria-hidden": "true" });
  for (const [choice, name] of drawn) board.pointer.append(svg("g", { class: `pointed ${name}` }, ...shapes(board.scene, choice, tone)));
  board.top.parentNode.insertBefore(board.pointer, board.top);
}

export function clearPointer(board) {
  board.pointer?.remove();
  board.pointer = null;
}

function shapes(scene, choice, tone) {
  if (choice.edge) {
    const [x, y, width, height] = bar(choice.edge);
    return [svg("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 4 })];
  }
  const [x, y] = middle(...choice.cell);
  const square = svg("rect", { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: 8 });
  return [square, ...arrow(choice.start ? middle(...choice.start) : origin(scene, choice.cell, tone), [x, y])];
}

/** The piece that would move to a cell, if there is just one of that tone near it. */
function origin(scene, [row, col], tone) {
  const far = (piece) => Math.abs(piece.row - row) + Math.abs(piece.col - col);
  const near = scene.pieces.filter((piece) => piece.tone === tone && far(piece) > 0 && far(piece) <= NEAR);
  return near.length === 1 ? middle(near[0].row, near[0].col) : null;
}

function arrow(from, [x, y]) {
  if (!from) return [];
  const length = Math.hypot(x - from[0], y - from[1]);
  const [dx, dy] = [(x - from[0]) / length, (y - from[1]) / length];
  const start = UNIT * 0.32;
  const at = (along, aside) => `${from[0] + dx * along - dy * aside} ${from[1] + dy * along + dx * aside}`;
  const head = length - 4;
  return [svg("path", { class: "arrow", d: `M${at(start, 0)}L${at(head, 0)}M${at(head - 8, 6)}L${at(head, 0)}L${at(head - 8, -6)}` })];
}
