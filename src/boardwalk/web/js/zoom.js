// On a small screen a big board can be looked at from near: a window that follows what one can do.

import { stillness } from "./board.js";
import { button, icon, text } from "./dom.js";
import { FRAME, HALF, UNIT } from "./look.js";

const SMALL = 25; // pixels a cell; below that a button offers to go near
const NEAR = 38; // pixels a cell, seen from near
const GLIDE = 220; // ms

export class Zoom {
  constructor(board, stage) {
    this.board = board;
    this.stage = stage;
    this.near = false;
    this.middle = null;
    this.button = button("Near", { icon: "eye", class: "button small zoom", hidden: true, onclick: () => this.toggle() });
    stage.append(this.button);
    new ResizeObserver(() => {
      if (this.window !== innerWidth) this.room = null;
      this.window = innerWidth;
      this.fit();
    }).observe(stage);
  }

  toggle() {
    this.room = null;
    this.near = !this.near;
    text(this.button.querySelector("span"), this.near ? "Whole board" : "Near");
    this.button.querySelector("svg").replaceWith(icon(this.near ? "close" : "eye"));
    this.fit();
  }

  /** Follows the middle of the cells one can choose. */
  follow(choices) {
    const cells = choices.filter((choice) => choice.cell).map((choice) => choice.cell);
    if (cells.length) this.middle = [mean(cells.map(([row]) => row)), mean(cells.map(([, col]) => col))];
    this.fit();
  }

  fit() {
    const { size } = this.board;
    if (!size) return;
    const { width, height } = this.near && this.room ? this.room : this.stage.getBoundingClientRect();
    this.room = { width, height }; // going near must not change how near one goes
    const scale = Math.min(width / size.width, (height || innerHeight * 0.66) / size.height);
    this.button.hidden = !this.near && (scale * UNIT >= SMALL || !this.middle);
    const whole = [0, 0, size.width, size.height];
    if (!this.near || !this.middle) {
      this.glide(whole);
      return;
    }
    const [row, col] = this.middle;
    const wide = Math.min(size.width, (width / NEAR) * UNIT);
    const high = Math.min(size.height, (Math.max(height, width) / NEAR) * UNIT);
    const x = clamp(size.left + col * UNIT + HALF - wide / 2, 0, size.width - wide);
    const y = clamp(FRAME + row * UNIT + HALF - high / 2, 0, size.height - high);
    this.glide([x, y, wide, high]);
  }

  /** Moves the window over the board, or over the whole of it. */
  glide(to) {
    const from = this.now ?? to;
    if (this.target?.join() === to.join() && this.shape === this.board.shape) return;
    const jump = stillness.matches || this.shape !== this.board.shape || from[2] !== to[2];
    this.target = to;
    this.board.node.style.setProperty("--ratio", `${to[2] / to[3]}`);
    this.shape = this.board.shape;
    const began = performance.now();
    const step = (time) => {
      if (this.target !== to) return;
      const part = jump ? 1 : Math.min(1, (time - began) / GLIDE);
      const eased = 1 - (1 - part) ** 3;
      this.now = to.map((value, at) => from[at] + (value - from[at]) * eased);
      this.board.node.setAttribute("viewBox", this.now.map((value) => value.toFixed(2)).join(" "));
      if (part < 1) requestAnimationFrame(step);
    };
    step(began);
  }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
