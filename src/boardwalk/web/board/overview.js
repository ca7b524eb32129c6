// A small map of the whole board: where the pieces are, and which part of the board is visible. Pressed or dragged on, it
// moves the visible part there.

/** @import { Piece, Scene } from "../state/protocol" */
/** @import { Board } from "./board.js" */

import { el, set, svg } from "../parts/dom.js";
import { flatTiles, middle } from "./layers.js";
import { FRAME, UNIT, seatColour } from "./look.js";

const WIDE = 128; // pixels, at most
const HIGH = 116;
const DOT = 0.42; // of a piece, in cells

export class Overview {
  /** `moved(x, y)` is told the point of the board, in its units, that should become the middle. @param {(x: number, y: number) => void} moved */
  constructor(moved) {
    this.moved = moved;
    this.tiles = svg("g", { transform: `scale(${UNIT})`, "shape-rendering": "crispEdges" });
    this.pieces = svg("g", {});
    this.window = svg("rect", { class: "overview-window", rx: 10 });
    this.shape = ""; // of the board that is shown
    /** @type {Scene | null} */
    this.shown = null;
    this.map = svg("svg", { "aria-hidden": "true" });
    this.node = el(
      "div",
      { class: "overview", role: "img", "aria-label": "Overview of the board", title: "Move the view" },
      this.map,
    );
    this.node.addEventListener("pointerdown", (event) => {
      this.node.setPointerCapture(event.pointerId);
      this.point(event);
    });
    this.node.addEventListener(
      "pointermove",
      (event) => this.node.hasPointerCapture(event.pointerId) && this.point(event),
    );
  }

  /** @param {PointerEvent} event */
  point({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.map.getScreenCTM()?.inverse());
    this.moved(x, y);
  }

  /** @param {Scene} scene @param {Board} board */
  show(scene, board) {
    const { width, height, left } = board.size;
    if (this.shape !== board.shape) {
      this.shape = board.shape;
      const scale = Math.min(WIDE / width, HIGH / height);
      set(this.map, {
        viewBox: `0 0 ${width} ${height}`,
        width: width * scale,
        height: height * scale,
        "data-theme": scene.theme,
      });
      this.map.replaceChildren(
        svg("g", { transform: `translate(${left} ${FRAME})` }, this.tiles, this.pieces),
        this.window,
      );
      this.shown = null;
    }
    if (this.shown === scene) return;
    const ground = !this.shown || this.shown.tiles !== scene.tiles || this.shown.palette !== scene.palette;
    this.shown = scene;
    if (ground) this.tiles.replaceChildren(...flatTiles(scene));
    this.pieces.replaceChildren(
      ...scene.pieces.map((piece) => dot(piece, scene.own.includes(piece.id), Math.max(scene.rows, scene.cols))),
    );
  }

  /** @param {number[]} window left, top, width and height of the visible part */
  frame([x, y, width, height]) {
    set(this.window, { x: x + 4, y: y + 4, width: Math.max(width - 8, 1), height: Math.max(height - 8, 1) });
  }
}

/** A piece as a dot, large enough to be seen on a small map. @param {Piece} piece @param {boolean} own @param {number} cells along a side of the board */
function dot(piece, own, cells) {
  const [cx, cy] = middle(piece.row, piece.col);
  const r = UNIT * Math.max(DOT, cells / 60) * (own ? 1.5 : 1);
  return svg("circle", { cx, cy, r, fill: seatColour(piece.tone), class: own ? "overview-own" : "overview-piece" });
}
