// Who may come, and whether it counts: choices for a game with others, when it is made.

import { el } from "../parts/dom.js";
import { playerKey } from "../state/memory.js";

export class Openness {
  constructor(game) {
    this.listed = box("listed", "Show it on the front page, so that anybody can join or watch");
    this.rated = box("rated", "Rated: no hints, and the result changes the players' ratings");
    const why = playerKey() ? null : el("p", { class: "about" }, el("a", { href: "/me", "data-link": true }, "Keep a name"), " to play rated games.");
    this.rated.input.disabled = !playerKey();
    this.node = el("div", { class: "openness" }, this.listed.node, this.rated.node, why);
    this.node.hidden = game.players === "1";
  }

  get value() {
    if (this.node.hidden) return {};
    return { listed: this.listed.input.checked, rated: this.rated.input.checked };
  }
}

function box(id, words) {
  const input = el("input", { type: "checkbox", id });
  return { input, node: el("label", { class: "check" }, input, el("span", {}, words)) };
}

/** What is said of it in the waiting room. */
export function opennessNote(room) {
  const words = [room.rated && "Rated game: no hints, and it counts for everybody's rating", room.listed && "Shown on the front page"].filter(Boolean);
  return words.length ? el("p", { class: "muted" }, words.join(" · ")) : null;
}
