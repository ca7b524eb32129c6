// A pad of arrows for games of steps, on touch screens. A step is a choice on a cell that has an arrow key; where those
// choices also have the digits of a number pad, its corners are the diagonals. In its middle is what can be done where
// one stands.

import { el, renew, set, svg } from "../parts/dom.js";

// By the digit of the number pad: the key, the angle of the arrow, and a name for a step not yet seen.
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

/** The steps among these choices, by the digit of the number pad that points their way. */
export function stepsOf(choices) {
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
  /** `press(keys)` is called as if the keys were pressed on a keyboard. */
  constructor(press) {
    this.press = press;
    this.steps = new Map();
    this.here = null; // the choice on the own cell that was last possible
    this.node = el("div", { class: "pad", role: "group", "aria-label": "Steps", hidden: true });
  }

  /** Buttons for all four steps, and the diagonals where this game was seen to have one; each keeps its place.
   *  `own`: the cells of the player's own pieces. */
  update(choices, known, own) {
    this.steps = stepsOf(known);
    this.here = choices.find(({ cell, keys }) => cell && keys.length && own.includes(cell.join())) ?? this.here;
    this.node.hidden = !this.steps.size;
    const shape = [...this.steps].map(([digit, { label }]) => digit + label).sort().join() + this.here?.label;
    if (this.shape !== shape) {
      this.shape = shape;
      const digits = Object.keys(PLACES).filter((digit) => STRAIGHT.includes(digit) || this.diagonal);
      renew(this.node, digits.map((digit) => this.button(digit)), this.here && this.middle(this.here));
    }
    const now = new Set(choices.map((choice) => choice.action));
    for (const node of this.node.children) {
      const choice = node.dataset.step === MIDDLE ? this.here : this.steps.get(node.dataset.step);
      set(node, { "aria-disabled": now.has(choice?.action) ? null : "true" });
    }
  }

  middle({ label, text, keys }) {
    const props = { "data-step": MIDDLE, id: `step-${MIDDLE}`, ...this.pressing(keys[0]) };
    return el("button", { type: "button", class: `button primary pad-button pad-word pad-${MIDDLE}`, "aria-label": label, ...props }, text);
  }

  get diagonal() {
    return [...this.steps.keys()].some((digit) => !STRAIGHT.includes(digit));
  }

  /** A finger's stroke, by pixels: the step whose arrow points that way. False where this game has none. */
  stroke(dx, dy) {
    const angle = (Math.atan2(dx, -dy) * 180) / Math.PI;
    const off = (digit) => Math.abs(((angle - PLACES[digit][1] + 540) % 360) - 180);
    if (!this.steps.size) return false;
    const ways = this.diagonal ? Object.keys(PLACES) : [...STRAIGHT];
    const best = ways.reduce((one, other) => (off(other) < off(one) ? other : one));
    this.press([PLACES[best][0]]);
    return true;
  }

  button(digit) {
    const [key, angle, name] = PLACES[digit];
    const label = this.steps.get(digit)?.label ?? name;
    return padButton(`pad-${digit}`, label, angle, { id: `step-${digit}`, "data-step": digit, ...this.pressing(key) });
  }

  /** A finger steps when it touches, not when it is lifted; keys and a mouse click. */
  pressing(key) {
    return {
      onpointerdown: ({ pointerType }) => pointerType !== "mouse" && this.press([key]),
      onclick: ({ pointerType }) => ["mouse", "", undefined].includes(pointerType) && this.press([key]),
    };
  }
}

/** A button with an arrow; the angle counts clockwise from "up". */
export function padButton(name, label, angle, props) {
  return el(
    "button",
    { type: "button", class: `button pad-button ${name}`, "aria-label": label, ...props },
    svg("svg", { viewBox: "-12 -12 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: "M0 8V-7M-6.5 -1.5L0 -8L6.5 -1.5", transform: `rotate(${angle})` })),
  );
}
