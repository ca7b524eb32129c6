// A pad of arrows for games of steps, on touch screens. A step is a choice on a cell that has an arrow key; where those
// choices also have the digits of a number pad, its corners are the diagonals. In its middle is what can be done where
// one stands.

/** @import { Offered } from "../state/types" */

import { el } from "../parts/dom.js";
import { html, nothing, render, repeat } from "../parts/vendor/lit-html.js";

/** By the digit of the number pad: the key, the angle of the arrow, and a name for a step not yet seen.
 *  @type {Record<string, [string, number, string]>} */
const PLACES = {
  1: ["1", -135, "down and left"],
  2: ["ArrowDown", 180, "down"],
  3: ["3", 135, "down and right"],
  4: ["ArrowLeft", -90, "left"],
  6: ["ArrowRight", 90, "right"],
  7: ["7", -45, "up and left"],
  8: ["ArrowUp", 0, "up"],
  9: ["9", 45, "up and right"],
};
const STRAIGHT = "2468";
const MIDDLE = "5";

/** The steps among these choices, by the digit of the number pad that points their way.
 *  @param {readonly Offered[]} choices */
export function stepsOf(choices) {
  /** @type {Map<string, Offered>} */
  const steps = new Map();
  for (const choice of choices) {
    const digit = choice.cell && [...STRAIGHT].find((one) => choice.keys.includes(PLACES[one][0]));
    if (digit) steps.set(digit, choice);
  }
  const numbered = [...steps].some(([digit, choice]) => choice.keys.includes(digit));
  if (!numbered) return steps;
  for (const digit of "7913") {
    const choice = choices.find((one) => one.cell && one.keys.includes(digit));
    if (choice) steps.set(digit, choice);
  }
  return steps;
}

export class Pad {
  /** @param {(keys: string[]) => void} press is called as if the keys were pressed on a keyboard */
  constructor(press) {
    this.press = press;
    /** @type {Map<string, Offered>} */
    this.steps = new Map();
    /** The choice on the own cell that was last possible. @type {Offered | null} */
    this.here = null;
    this.node = el("div", { class: "pad", role: "group", "aria-label": "Steps", hidden: true });
  }

  /** Buttons for all four steps, and the diagonals where this game was seen to have one; each keeps its place.
   *  @param {readonly Offered[]} choices @param {readonly Offered[]} known @param {readonly string[]} own the cells of the player's own pieces */
  update(choices, known, own) {
    this.steps = stepsOf(known);
    this.here = choices.find(({ cell, keys }) => cell && keys.length && own.includes(cell.join())) ?? this.here;
    this.node.hidden = !this.steps.size;
    const now = new Set(choices.map((choice) => choice.action));
    const digits = Object.keys(PLACES).filter((digit) => STRAIGHT.includes(digit) || this.diagonal);
    render(
      [
        repeat(
          digits,
          (digit) => digit,
          (digit) => this.button(digit, now),
        ),
        this.here ? this.middle(this.here, now) : nothing,
      ],
      this.node,
    );
  }

  /** @param {Offered} here @param {Set<number>} now the actions that are possible */
  middle({ label, text, keys, action }, now) {
    const press = pressing(() => this.press([keys[0]]));
    return html`
      <button type="button" class="button primary pad-button pad-word pad-${MIDDLE}" id="step-${MIDDLE}" data-step=${MIDDLE} aria-label=${label}
        aria-disabled=${now.has(action) ? nothing : "true"} @pointerdown=${press.touch} @click=${press.click}>${text}</button>`;
  }

  get diagonal() {
    return [...this.steps.keys()].some((digit) => !STRAIGHT.includes(digit));
  }

  /** A finger's stroke, by pixels: the step whose arrow points that way. False where this game has none.
   *  @param {number} dx @param {number} dy */
  stroke(dx, dy) {
    const angle = (Math.atan2(dx, -dy) * 180) / Math.PI;
    const off = (/** @type {string} */ digit) => Math.abs(((angle - PLACES[digit][1] + 540) % 360) - 180);
    if (!this.steps.size) return false;
    const ways = this.diagonal ? Object.keys(PLACES) : [...STRAIGHT];
    const best = ways.reduce((one, other) => (off(other) < off(one) ? other : one));
    this.press([PLACES[best][0]]);
    return true;
  }

  /** @param {string} digit @param {Set<number>} now the actions that are possible */
  button(digit, now) {
    const [key, angle, name] = PLACES[digit];
    const step = this.steps.get(digit);
    const press = pressing(() => this.press([key]));
    return html`
      <button type="button" class="button pad-button pad-${digit}" id="step-${digit}" data-step=${digit} aria-label=${step?.label ?? name}
        aria-disabled=${step && now.has(step.action) ? nothing : "true"} @pointerdown=${press.touch} @click=${press.click}>${arrow(angle)}</button>`;
  }
}

/** A finger steps when it touches, not when it is lifted; keys and a mouse click. @param {() => void} press */
const pressing = (press) => ({
  touch: (/** @type {PointerEvent} */ { pointerType }) => pointerType !== "mouse" && press(),
  click: (/** @type {PointerEvent} */ { pointerType }) => ["mouse", "", undefined].includes(pointerType) && press(),
});

const ARROW = "M0 8V-7M-6.5 -1.5L0 -8L6.5 -1.5";

/** The angle counts clockwise from "up". @param {number} angle */
const arrow = (angle) =>
  html`<svg viewBox="-12 -12 24 24" class="icon" aria-hidden="true"><path d=${ARROW} transform="rotate(${angle})"></path></svg>`;

/** A button with an arrow. @param {string} digit of the pad, whose place it has @param {string} label @param {number} angle @param {() => void} act */
export const padButton = (digit, label, angle, act) =>
  html`<button type="button" class="button pad-button pad-${digit}" aria-label=${label} @click=${act}>${arrow(angle)}</button>`;
