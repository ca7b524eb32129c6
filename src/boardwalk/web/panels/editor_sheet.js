// The sheet that one paints on: the drawing as a board, a tool under mouse, finger or cursor keys, marks where mistakes are.
//
// Keys on the sheet: arrows move, Shift and arrows paint along, Space or Enter uses the tool, Delete erases, R turns.

/** @import { Drawing, Place } from "../state/editor_model.js" */

import { Board } from "../board/board.js";
import { Cells } from "../board/cells.js";
import { coarse, el, set, svg } from "../parts/dom.js";
import { line, rectangle, sceneOf } from "../state/editor_model.js";
import { UNIT } from "../board/look.js";

/** @type {Record<string, Place>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SIZES = [6, 9, 13, 18, 26, 32, 40, 52, 68, 90]; // pixels a cell
const FINGER = 40; // pixels a cell that a finger can hit
const LARGEST_FIT = 56;

/** What is used on the sheet. @typedef {{ tool: string, char: string }} Painter */

export class Sheet {
  /** `changed()` is called after each stroke; `hint(words)` tells what one points at.
   *  @param {Drawing} drawing @param {Painter} painter @param {{ changed(): void, hint(words: string): void }} on */
  constructor(drawing, painter, { changed, hint }) {
    this.drawing = drawing;
    this.painter = painter;
    this.changed = changed;
    this.board = new Board();
    this.cells = new Cells(this.board, { choose: () => {}, hint, shown: () => {} });
    this.cell = SIZES[0]; // pixels a cell
    this.marks = svg("g", { class: "mistakes", "aria-hidden": "true" });
    this.ghost = svg("rect", { class: "ghost-area", rx: 4, "aria-hidden": "true" });
    this.chosen = false; // whether the size of cells was chosen
    /** @type {Place} */
    this.cursor = [0, 0];
    /** The first corner of a rectangle. @type {Place | null} */
    this.anchor = null;
    /** Of a pointer that is down. @type {{ from: Place, at: Place, erase: boolean } | null} */
    this.stroke = null;
    /** The cell that the Tab key stops at. @type {SVGElement | null} */
    this.stopped = null;
    /** @type {Promise<void> | null} */
    this.pending = null;
    this.node = el("div", { class: "sheet" }, this.board.node);
    const board = this.board.node;
    board.addEventListener("pointerdown", (event) => this.press(event));
    board.addEventListener("pointermove", (event) => this.move(event));
    board.addEventListener("pointerup", (event) => this.release(event));
    board.addEventListener("pointercancel", (event) => this.release(event));
    board.addEventListener("contextmenu", (event) => event.preventDefault());
    board.addEventListener("keydown", (event) => this.onKey(event), true);
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(this.node);
  }

  close() {
    this.watcher.disconnect();
  }

  // -- showing

  /** Shows the drawing as it is now, once for all changes until the next picture. */
  show() {
    this.pending ??= new Promise((resolve) => requestAnimationFrame(resolve)).then(() => this.draw());
    return this.pending;
  }

  async draw() {
    this.pending = null;
    const { drawing } = this;
    const scene = sceneOf(drawing.about, drawing.grid);
    const before = this.board.shape;
    await this.board.show(scene, { animate: false, labels: false });
    this.cells.update(scene, []);
    this.board.top.append(this.marks, this.ghost);
    this.cursor = [Math.min(this.cursor[0], drawing.rows - 1), Math.min(this.cursor[1], drawing.cols - 1)];
    this.stop();
    if (before !== this.board.shape) this.fit();
  }

  /** Makes the cursor's cell the one that the Tab key stops at. */
  stop() {
    if (this.stopped?.isConnected) set(this.stopped, { tabindex: -1 });
    this.stopped = this.cells.cell(...this.cursor).node;
    set(this.stopped, { tabindex: 0 });
    return this.stopped;
  }

  /** Marks the cells with mistakes; each is [row, col]. @param {Place[]} places */
  mark(places) {
    this.marks.replaceChildren(
      ...places.map(([row, col]) =>
        svg("rect", { x: col * UNIT + 2, y: row * UNIT + 2, width: UNIT - 4, height: UNIT - 4, rx: 6 }),
      ),
    );
  }

  // -- how near

  /** As large as there is room for, and never too small for a finger, until a size is chosen. */
  fit() {
    const { size } = this.board;
    const { clientWidth, clientHeight } = this.node;
    if (!size.width || !clientWidth) return;
    if (!this.chosen) {
      const whole = Math.min(clientWidth / size.width, Math.max(clientHeight, 240) / size.height) * UNIT;
      const least = coarse.matches ? FINGER : SIZES[0];
      this.cell = Math.max(least, Math.min(whole, LARGEST_FIT));
    }
    this.board.node.style.width = `${(size.width / UNIT) * this.cell}px`;
    this.board.node.style.height = `${(size.height / UNIT) * this.cell}px`;
  }

  /** Larger or smaller. @param {1 | -1} way */
  zoom(way) {
    const next =
      way > 0 ? SIZES.find((size) => size > this.cell + 0.5) : SIZES.findLast((size) => size < this.cell - 0.5);
    if (!next) return;
    const { node } = this;
    const middle = [
      (node.scrollLeft + node.clientWidth / 2) / this.cell,
      (node.scrollTop + node.clientHeight / 2) / this.cell,
    ];
    this.chosen = true;
    this.cell = next;
    this.fit();
    node.scrollTo(middle[0] * next - node.clientWidth / 2, middle[1] * next - node.clientHeight / 2);
  }

  // -- by pointer

  /** @param {PointerEvent} event @returns {Place} */
  place(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.board.top.getScreenCTM()?.inverse(),
    );
    return [Math.floor(y / UNIT), Math.floor(x / UNIT)];
  }

  /** @param {Place} place */
  isInside([row, col]) {
    return row >= 0 && col >= 0 && row < this.drawing.rows && col < this.drawing.cols;
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (this.painter.tool === "move" || !event.isPrimary || event.button > 2 || event.button === 1) return;
    const place = this.place(event);
    if (!this.isInside(place)) return;
    event.preventDefault();
    this.board.node.setPointerCapture(event.pointerId);
    this.stroke = { at: place, from: place, erase: event.button === 2 };
    this.cursor = place;
    this.anchor = null;
    this.stop();
    this.drawing.begin();
    this.use(place, this.stroke.erase);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.stroke) return;
    const place = this.place(event);
    if (place.join() === this.stroke.at.join()) return;
    if (this.shape()) this.outline(this.stroke.from, place);
    else if (["brush", "erase"].includes(this.painter.tool) || this.stroke.erase) {
      this.drawing.paint(line(this.stroke.at, place), this.char(this.stroke.erase));
      this.show();
    }
    this.stroke.at = place;
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.stroke) return;
    const { from, at, erase } = this.stroke;
    this.stroke = null;
    if (event.type === "pointercancel") this.drawing.cancel();
    else if (this.shape() && !erase)
      this.drawing.paint(rectangle(from, this.clamp(at), this.painter.tool === "frame"), this.char());
    this.finish();
  }

  finish() {
    this.ghost.setAttribute("visibility", "hidden");
    this.drawing.end();
    this.show();
    this.changed();
  }

  /** @param {Place} place @returns {Place} */
  clamp([row, col]) {
    return [Math.max(0, Math.min(row, this.drawing.rows - 1)), Math.max(0, Math.min(col, this.drawing.cols - 1))];
  }

  // -- the tools

  shape() {
    return ["rectangle", "frame"].includes(this.painter.tool);
  }

  char(erase = false) {
    return erase || this.painter.tool === "erase" ? this.drawing.blank : this.painter.char;
  }

  /** What the tool does to one cell; a rectangle waits for its second corner. @param {Place} place */
  use(place, erase = false) {
    const { tool } = this.painter;
    if (erase || tool === "brush" || tool === "erase") this.drawing.paint([place], this.char(erase));
    else if (tool === "fill") this.drawing.fill(...place, this.char());
    else if (tool === "turn") this.drawing.turn(...place);
    else if (this.shape()) this.outline(place, place);
    this.show();
  }

  /** @param {Place} from @param {Place} to */
  outline(from, to) {
    const [top, left] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    const size = [Math.abs(from[0] - to[0]) + 1, Math.abs(from[1] - to[1]) + 1];
    set(this.ghost, {
      x: left * UNIT,
      y: top * UNIT,
      width: size[1] * UNIT,
      height: size[0] * UNIT,
      visibility: "visible",
    });
  }

  // -- by keyboard

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (way) this.walk(way, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") this.strike();
    else if (event.key === "Delete" || event.key === "Backspace") this.once(() => this.use(this.cursor, true));
    else if (event.key.toLowerCase() === "r") this.once(() => this.drawing.turn(...this.cursor));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Place} way @param {boolean} painting */
  walk([down, right], painting) {
    this.cursor = this.clamp([this.cursor[0] + down, this.cursor[1] + right]);
    this.focus();
    if (this.anchor) this.outline(this.anchor, this.cursor);
    else if (painting) this.once(() => this.drawing.paint([this.cursor], this.char()));
  }

  /** Puts the focus on the cursor's cell, or on another one. */
  focus(place = this.cursor) {
    this.cursor = place;
    const cell = this.stop();
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  strike() {
    if (!this.shape()) this.once(() => this.use(this.cursor));
    else if (!this.anchor) {
      this.anchor = this.cursor;
      this.outline(this.anchor, this.cursor);
    } else {
      const cells = rectangle(this.anchor, this.cursor, this.painter.tool === "frame");
      this.anchor = null;
      this.once(() => this.drawing.paint(cells, this.char()));
    }
  }

  /** @param {() => void} change */
  once(change) {
    this.drawing.begin();
    change();
    this.finish();
  }
}
