// Points at actions on a board: a ring on the cell, a ghost of the wall, an arrow from the piece that would move there.

/** @import { Choice, Scene } from "../state/protocol" */
/** @import { Board } from "./board.js" */

import { svg } from "../parts/dom.js";
import { bar, middle } from "./layers.js";
import { UNIT } from "./look.js";

const NEAR = 2; // cells: as far as an arrow reaches
const SIDE = 34;

/** Shows these actions, and no others that were shown before. `marks` are pairs of a choice and a class: best, taken.
 *  @param {Board} board @param {[Pick<Choice, "cell" | "edge" | "start"> | null | undefined, string][]} marks @param {number} [tone] */
export function pointAt(board, marks, tone = -1) {
  clearPointer(board);
  const { scene } = board;
  if (!scene) return;
  const drawn = marks.map(
    ([choice, name]) =>
      (choice?.cell || choice?.edge) && svg("g", { class: `pointed ${name}` }, ...shapes(scene, choice, tone)),
  );
  board.pointer = svg("g", { class: "pointer", "aria-hidden": "true" }, drawn);
  board.top.before(board.pointer);
}

/** @param {Board} board */
export function clearPointer(board) {
  board.pointer?.remove();
  board.pointer = null;
}

/** @param {Scene} scene @param {Pick<Choice, "cell" | "edge" | "start">} choice @param {number} tone */
function shapes(scene, choice, tone) {
  if (choice.edge) {
    const [x, y, width, height] = bar(choice.edge);
    return [svg("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 4 })];
  }
  if (!choice.cell) return [];
  const [x, y] = middle(...choice.cell);
  const square = svg("rect", { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: 8 });
  return [square, ...arrow(choice.start ? middle(...choice.start) : origin(scene, choice.cell, tone), [x, y])];
}

/** The piece that would move to a cell, if there is just one of that tone near it. @param {Scene} scene @param {[number, number]} cell @param {number} tone */
function origin(scene, [row, col], tone) {
  const far = (/** @type {Scene["pieces"][0]} */ piece) => Math.abs(piece.row - row) + Math.abs(piece.col - col);
  const near = scene.pieces.filter((piece) => piece.tone === tone && far(piece) > 0 && far(piece) <= NEAR);
  return near.length === 1 ? middle(near[0].row, near[0].col) : null;
}

/** @param {[number, number] | null} from @param {[number, number]} to */
function arrow(from, [x, y]) {
  if (!from) return [];
  const length = Math.hypot(x - from[0], y - from[1]);
  const [dx, dy] = [(x - from[0]) / length, (y - from[1]) / length];
  const start = UNIT * 0.32;
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${from[0] + dx * along - dy * aside} ${from[1] + dy * along + dx * aside}`;
  const head = length - 4;
  return [
    svg("path", {
      class: "arrow",
      d: `M${at(start, 0)}L${at(head, 0)}M${at(head - 8, 6)}L${at(head, 0)}L${at(head - 8, -6)}`,
    }),
  ];
}
