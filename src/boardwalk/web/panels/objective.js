// The strip above the board: what the viewer has to do now, and for spectators what is hidden from them and why. Before a live
// game begins, the seconds that are left, over the board.

/** @import { Scene } from "../state/protocol" */

import { el, text } from "../parts/dom.js";
import { icon } from "../parts/templates.js";
import { html, render } from "../parts/vendor/lit-html.js";

export class Objective {
  constructor() {
    this.node = el("div", { class: "objective", hidden: true });
  }

  /** @param {Scene | null} scene */
  show(scene) {
    const { goal = "", hidden = "" } = scene ?? {};
    this.node.hidden = !goal && !hidden;
    render(
      html`
        <p class="objective-goal" id="goal" ?hidden=${!goal}>${icon("fact-flag")}<span>${goal}</span></p>
        <p class="objective-hidden" id="hidden-note" ?hidden=${!hidden}>${icon("eye")}<span>${hidden && `${hidden}.`}</span></p>`,
      this.node,
    );
  }
}

export class Countdown {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.timer = 0;
    this.node = el("div", { class: "countdown", role: "timer", "aria-label": "The game begins in", hidden: true });
    stage.append(this.node);
  }

  /** Counts down these seconds; 0 ends it. @param {number} seconds */
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
