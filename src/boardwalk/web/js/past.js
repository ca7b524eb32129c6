// A finished game: step through it, have it analysed, play on from any of its steps.

import { Analysis } from "./analysis.js";
import { button, el, icon } from "./dom.js";
import { playOn } from "./playon.js";
import { Stepper } from "./stepper.js";

export class Past {
  /** `room` is the room's information; `shown(frame)` is called for each step that is on the board. */
  constructor(board, room, shell, shown) {
    this.room = room;
    this.stepper = new Stepper(board, room, (frame) => {
      shown(frame);
      this.analysis.stepShown(frame);
      this.on.disabled = frame.number === this.stepper.total - 1;
    });
    this.analysis = new Analysis(board, room, this.stepper);
    this.on = button("Play on from here", { icon: "play", onclick: () => playOn(room, this.stepper.at, shell) });
    this.analyse = button("Analyse", { icon: "chart", onclick: () => this.openAnalysis() });
    this.node = el("div", { class: "past" }, this.stepper.node, el("div", { class: "row" }, this.analyse, this.on), this.analysis.node);
  }

  /** Shows a step, by default the last one. */
  start(step = null) {
    return this.stepper.start(step);
  }

  openAnalysis() {
    this.analyse.hidden = true;
    this.analysis.start();
  }

  /** Whether the board shows an earlier step and not the end. */
  get stepping() {
    return this.stepper.total > 0 && this.stepper.at !== this.stepper.total - 1;
  }

  key(event) {
    return this.analysis.key(event) || this.stepper.key(event);
  }

  close() {
    this.stepper.close();
    this.analysis.close();
  }
}

/** The link under which a game's file can be had. */
export function recordLink(room, path) {
  return el("a", { class: "button", href: path, download: `${room.game}-${room.room}.match` }, icon("down"), el("span", {}, "Download record"));
}
