// A finished game: step through it, have it analysed, play on from any of its steps.

import { Analysis } from "./analysis.js";
import { downloadRecord } from "../net/records.js";
import { button, copy, el } from "../parts/dom.js";
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

/** The address of a game's replay. It stays when the room goes on to another game. */
const replayPath = (room, match = room.match) => `/replay/${room.room}/${match}`;

/** What can be done with a finished game: take its file along, pass the link on. */
export function pastLinks(room) {
  return [
    button("Download record", { icon: "down", onclick: () => downloadRecord(room) }),
    button("Copy link", { icon: "copy", onclick: () => copy(location.origin + replayPath(room), "Link to the replay") }),
  ];
}

/** Links to the other games that were played at this table; null if there are none. */
export function otherGames(room) {
  if (!room.earlier.length) return null;
  const outcome = ({ winners }) => (winners.length && winners.length <= 4 ? `, won by ${winners.join(", ")}` : "");
  const links = room.earlier.map((one) => el("li", {}, el("a", { href: replayPath(room, one.match), "data-link": true }, `Game ${one.match}${outcome(one)}`)));
  return el("nav", { class: "other-games", "aria-label": "Other games at this table" }, el("h3", {}, "Other games at this table"), el("ul", {}, links.reverse()));
}
