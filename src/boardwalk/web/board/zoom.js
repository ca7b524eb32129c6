// Which part of the board is visible: all of it, or a window that follows the viewer's own piece.

/** @import { Choice, Scene } from "../state/protocol" */
/** @import { Board } from "./board.js" */

import { coarse, el, stillness } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, render } from "../parts/vendor/lit-html.js";
import { FRAME, HALF, UNIT } from "./look.js";
import { Overview } from "./overview.js";

const TAP = 36.5; // pixels per cell from which a finger hits a cell: what is tapped reaches a little beyond it (REACH)
const NEAR = 40.2; // pixels per cell where a larger board is zoomed so that cells can be tapped
const SMALL = 28; // pixels per cell; boards with smaller cells have buttons to zoom
const CLOSEST = 96; // pixels per cell
const FACTOR = 1.5; // of one press of a zoom button
const GLIDE = 220; // ms

export class Zoom {
  /** @param {Board} board @param {HTMLElement} stage */
  constructor(board, stage) {
    this.board = board;
    this.stage = stage;
    this.chosen = 0; // pixels per cell that the player asked for; 0: automatic
    /** Of the window, in the board's units. @type {[number, number] | null} */
    this.centre = null;
    /** What the window glides to, and where it is now. @type {{ to: number[], now: number[] } | null} */
    this.glided = null;
    this.shape = ""; // of the board that the window is over
    this.followed = ""; // the cells that were followed last
    this.tapped = false; // whether this game has choices on the board
    this.overview = new Overview((x, y) => this.moveTo(x, y));
    this.node = el("div", { class: "zoom", role: "group", "aria-label": "Zoom", hidden: true });
    new ResizeObserver(() => this.fit()).observe(stage);
    coarse.changed(() => this.fit());
    stage.addEventListener(
      "focusin",
      ({ target }) => target instanceof Element && target.matches(":focus-visible") && this.reveal(target),
    );
  }

  /** Takes a scene that is on the board. The window moves when the viewer's own piece does, so that somebody who looks
   *  elsewhere is not called back by the moves of others. Without an own piece, the cells that can be chosen count.
   *  @param {Scene} scene @param {readonly Choice[]} choices */
  follow(scene, choices) {
    const own = scene.pieces.filter((piece) => scene.own.includes(piece.id)).map((piece) => [piece.row, piece.col]);
    const cells = own.length ? own : choices.flatMap((choice) => (choice.cell ? [choice.cell] : []));
    if (cells.length && this.followed !== cells.join()) {
      this.followed = cells.join();
      const [row, col] = [0, 1].map((axis) => mean(cells.map((cell) => cell[axis])));
      this.centre = [this.board.size.left + col * UNIT + HALF, FRAME + row * UNIT + HALF];
    }
    this.tapped ||= choices.some((choice) => choice.cell || choice.edge);
    this.overview.show(scene, this.board);
    this.fit();
  }

  /** Pixels per cell with the whole board in view. */
  get whole() {
    const { width, height } = this.room;
    const { size } = this.board;
    return Math.min(width / size.width, height / size.height) * UNIT;
  }

  get room() {
    const { width, height } = this.stage.getBoundingClientRect();
    return { width, height: height || innerHeight * 0.6 };
  }

  /** Whether a part of the board worth looking for is out of sight, or the whole board is hard to make out. */
  get useful() {
    const [, , wide, high] = this.window;
    const { width, height } = this.board.size;
    return this.whole < SMALL || width - wide > UNIT || height - high > UNIT;
  }

  /** Pixels per cell: on a touch screen a board that one plays on is never too small to be tapped, unless asked for. */
  get scale() {
    const automatic = coarse.matches && this.tapped && this.whole < TAP ? NEAR : this.whole;
    return Math.max(this.whole, this.chosen || automatic);
  }

  get pannable() {
    return this.scale > this.whole * 1.001;
  }

  /** Whether a finger can hit a single cell. */
  get tappable() {
    return this.scale >= TAP;
  }

  /** The visible part of the board: left, top, width and height, in its units. */
  get window() {
    const { size } = this.board;
    const { width, height } = this.room;
    const wide = Math.min(size.width, (width / this.scale) * UNIT);
    const high = Math.min(size.height, (height / this.scale) * UNIT);
    const [x, y] = this.centre ?? [size.width / 2, size.height / 2];
    return [clamp(x - wide / 2, 0, size.width - wide), clamp(y - high / 2, 0, size.height - high), wide, high];
  }

  /** The point of the board at a point of the screen, in the board's units.
   *  @param {number} clientX @param {number} clientY @returns {[number, number]} */
  at(clientX, clientY) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.board.node.getScreenCTM()?.inverse());
    return [x, y];
  }

  /** Moves the board with a finger, by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const [x, y, wide, high] = this.window;
    const step = UNIT / this.scale;
    this.centre = [x + wide / 2 - dx * step, y + high / 2 - dy * step];
    this.fit(true);
  }

  /** Zooms by a factor; the given point of the screen stays where it is. @param {number} factor @param {[number, number] | null} [point] */
  by(factor, point = null) {
    const [x, y, wide, high] = this.window;
    const fixed = point ? this.at(...point) : [x + wide / 2, y + high / 2];
    const before = this.scale;
    this.chosen = clamp(before * factor, this.whole, Math.max(CLOSEST, this.whole));
    const ratio = before / this.scale;
    this.centre = [fixed[0] + (x + wide / 2 - fixed[0]) * ratio, fixed[1] + (y + high / 2 - fixed[1]) * ratio];
    this.fit(point !== null);
  }

  /** Goes near a point of the board, at least so near that cells can be hit. @param {number} x @param {number} y */
  moveTo(x, y) {
    this.centre = [x, y];
    if (!this.pannable || (coarse.matches && !this.tappable)) this.chosen = Math.max(NEAR, this.whole);
    this.fit();
  }

  showAll() {
    this.chosen = this.whole;
    this.fit();
  }

  /** Moves the window where a point of the board is outside it, or hardly inside. @param {number} x @param {number} y */
  keep(x, y) {
    const [left, top, wide, high] = this.window;
    if (x > left + HALF && x < left + wide - HALF && y > top + HALF && y < top + high - HALF) return;
    this.centre = [x, y];
    this.fit();
  }

  /** Shows something on the board that got the focus outside the window. @param {Element} node */
  reveal(node) {
    const inner = node.getBoundingClientRect();
    const outer = this.stage.getBoundingClientRect();
    const inside =
      inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
    if (!this.pannable || inside || !this.board.node.contains(node)) return;
    this.centre = this.at(inner.left + inner.width / 2, inner.top + inner.height / 2);
    this.fit(true);
  }

  fit(atOnce = false) {
    if (!this.board.scene || !this.stage.isConnected) return;
    this.node.hidden = !this.useful;
    this.overview.node.hidden = !this.pannable;
    this.drawButtons();
    this.stage.classList.toggle("near", this.pannable);
    this.glide(this.window, atOnce);
    this.overview.frame(this.window);
  }

  drawButtons() {
    const button = (
      /** @type {string} */ label,
      /** @type {string} */ name,
      /** @type {boolean} */ able,
      /** @type {() => void} */ act,
    ) =>
      html`<button type="button" class="button round" aria-label=${label} title=${label} ?disabled=${!able}
        @click=${act}>${icon(name)}</button>`;
    const buttons = [
      button("Zoom out", "minus", this.pannable, () => this.by(1 / FACTOR)),
      button("Zoom in", "plus", this.scale < CLOSEST, () => this.by(FACTOR)),
      button("Whole board", "whole", this.pannable, () => this.showAll()),
    ];
    render(html`${this.overview.node}<div class="zoom-buttons">${buttons}</div>`, this.node);
  }

  /** Moves the window over the board, or over the whole of it. @param {number[]} to @param {boolean} atOnce */
  glide(to, atOnce) {
    if (this.glided?.to.join() === to.join() && this.shape === this.board.shape) return;
    const from = this.glided?.now ?? to;
    const jump = atOnce || stillness.matches || this.shape !== this.board.shape;
    const gliding = { to, now: from };
    this.glided = gliding;
    this.shape = this.board.shape;
    const began = performance.now();
    const step = (/** @type {number} */ time) => {
      if (this.glided !== gliding) return;
      const part = jump ? 1 : clamp((time - began) / GLIDE, 0, 1); // a frame may have begun before
      const eased = 1 - (1 - part) ** 3;
      gliding.now = to.map((value, at) => from[at] + (value - from[at]) * eased);
      this.board.node.setAttribute("viewBox", gliding.now.map((value) => value.toFixed(2)).join(" "));
      if (part < 1) requestAnimationFrame(step);
    };
    step(began);
  }
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
