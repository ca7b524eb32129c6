// @ts-check
// The strip above the board: what the viewer has to do now, and for spectators what is hidden from them and why. Before a live
// game begins, the seconds that are left, over the board.

/** @import { Scene } from "../state/protocol" */

import { el, icon, text } from "../parts/dom.js";

export class Objective {
  constructor() {
    this.goal = el("span", {});
    this.hidden = el("span", {});
    this.goalLine = el("p", { class: "objective-goal", id: "goal" }, icon("fact-flag"), this.goal);
    this.hiddenLine = el("p", { class: "objective-hidden", id: "hidden-note" }, icon("eye"), this.hidden);
    this.node = el("div", { class: "objective", hidden: true }, this.goalLine, this.hiddenLine);
  }

  /** @param {Scene | null} scene */
  show(scene) {
    const { goal = "", hidden = "" } = scene ?? {};
    text(this.goal, goal);
    text(this.hidden, hidden && `${hidden}.`);
    this.goalLine.hidden = !goal;
    this.hiddenLine.hidden = !hidden;
    this.node.hidden = !goal && !hidden;
  }
}

export class Countdown {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.timer = 0;
    this.node = el("div", { class: "countdown", role: "timer", "aria-label": "The game begins in", hidden: true });
    stage.append(this.node);
  }

  /** Counts down so many seconds; 0 ends it. @param {number} seconds */
  show(seconds) {
    clearTimeout(this.timer);
    const left = Math.ceil(seconds - 0.05);
    this.node.hidden = left < 1;
    if (left < 1) return;
    text(this.node, String(left));
    const rest = seconds - (left - 1);
    this.timer = setTimeout(() => this.show(left - 1), rest * 1000);
  }
}
