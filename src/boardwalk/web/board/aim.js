// Aim and confirm: walls are too thin for a finger. A tap on the board aims at the nearest wall that can be placed, which
// is shown as a ghost; arrows move it, a button turns it, and only Confirm places it.

/** @import { Offer } from "./moves.js" */
/** @import { Cells } from "./cells.js" */
/** @import { Zoom } from "./zoom.js" */

import { closest, nearest, placeOf } from "./cells.js";
import { el } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, render } from "../parts/vendor/lit-html.js";
import { FRAME, REACH, UNIT } from "./look.js";
import { padButton } from "./pad.js";

/** A digit of the pad, a direction in words, an angle, and the way: columns and rows. @type {[string, string, number, [number, number]][]} */
const ARROWS = [
  ["8", "up", 0, [0, -1]],
  ["4", "to the left", -90, [-1, 0]],
  ["6", "to the right", 90, [1, 0]],
  ["2", "down", 180, [0, 1]],
];

export class Aim {
  /** @param {Cells} cells @param {Zoom} zoom */
  constructor(cells, zoom) {
    this.cells = cells;
    this.zoom = zoom;
    /** @type {Offer | null} */
    this.aimed = null;
    this.note = el("p", { class: "aim-note", hidden: true }, "Tap between two cells to place a wall.");
    this.node = el("div", { class: "aim", role: "group", "aria-label": "Aim", hidden: true });
    cells.board.node.addEventListener("click", (event) => this.tap(event), { capture: true });
  }

  get walls() {
    return this.cells.choices.filter((choice) => choice.edge);
  }

  /** A finger on the board: goes near where cells are too small, chooses the cell under it, or aims. @param {MouseEvent} event */
  tap(event) {
    if (!(event instanceof PointerEvent && event.pointerType === "touch") || !this.cells.choices.length) return;
    const [x, y] = this.zoom.at(event.clientX, event.clientY);
    /** @type {[number, number]} */
    const point = [(x - this.cells.board.size.left) / UNIT, (y - FRAME) / UNIT];
    const off = (/** @type {Offer} */ { cell }) =>
      cell ? Math.max(Math.abs(cell[0] + 0.5 - point[1]), Math.abs(cell[1] + 0.5 - point[0])) : Infinity;
    const near = this.cells.choices.filter((choice) => off(choice) <= REACH / 2);
    const here = near.sort((one, other) => off(one) - off(other))[0];
    if (!this.zoom.tappable) this.zoom.moveTo(x, y);
    else if (here) this.cells.take(here);
    else if (this.walls.length) this.at(closest(this.walls, point, placeOf));
    event.stopPropagation();
  }

  /** Aims at a wall, or at nothing. @param {Offer | null} choice */
  at(choice) {
    this.aimed = choice;
    this.node.hidden = !choice;
    this.cells.lightWall(choice);
    if (!choice) return;
    this.draw(choice.label);
    const [col, row] = placeOf(choice);
    this.zoom.keep(this.cells.board.size.left + col * UNIT, FRAME + row * UNIT);
  }

  /** @param {string} label of what is aimed at */
  draw(label) {
    render(
      html`
        <div class="aim-words">
          <button type="button" class="button primary confirm" @click=${() => this.place()}><span>Confirm ${label}</span></button>
          <button type="button" class="button" @click=${() => this.at(null)}>${icon("close")}<span>Cancel</span></button>
        </div>
        <div class="pad">
          ${ARROWS.map(([digit, way, angle, step]) => padButton(digit, `Move it ${way}`, angle, () => this.nudge(step)))}
          <button type="button" class="button pad-button pad-5" aria-label="Turn it" @click=${() => this.turnIt()}>${icon("again")}</button>
        </div>`,
      this.node,
    );
  }

  /** What was aimed at may no longer be possible, or be offered again. */
  update() {
    const { aimed, walls } = this;
    this.note.hidden = !walls.length;
    if (aimed) this.at(walls.find(({ action }) => action === aimed.action) ?? null);
  }

  /** @param {[number, number]} step */
  nudge(step) {
    const { aimed, walls } = this;
    if (!aimed) return;
    const same = walls.filter(({ edge }) => edge?.across === aimed.edge?.across);
    this.at(nearest(same, placeOf(aimed), step, placeOf) ?? aimed);
  }

  turnIt() {
    const { aimed, walls } = this;
    if (!aimed) return;
    const others = walls.filter(({ edge }) => edge?.across !== aimed.edge?.across);
    this.at(closest(others, placeOf(aimed), placeOf) ?? aimed);
  }

  place() {
    const { aimed } = this;
    this.at(null);
    if (aimed) this.cells.take(aimed);
  }
}
