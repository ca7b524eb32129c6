// The strip above the board: what the viewer has to do now, and for spectators what is hidden from them and why.

import { el, icon, text } from "./dom.js";

export class Objective {
  constructor() {
    this.goal = el("span", {});
    this.hidden = el("span", {});
    this.goalLine = el("p", { class: "goal", id: "goal" }, icon("fact-flag"), this.goal);
    this.hiddenLine = el("p", { class: "hidden-note", id: "hidden-note" }, icon("eye"), this.hidden);
    this.node = el("div", { class: "objective", hidden: true }, this.goalLine, this.hiddenLine);
  }

  show(scene) {
    const { goal = "", hidden = "" } = scene ?? {};
    text(this.goal, goal);
    text(this.hidden, hidden && `${hidden}.`);
    this.goalLine.hidden = !goal;
    this.hiddenLine.hidden = !hidden;
    this.node.hidden = !goal && !hidden;
  }
}
