// Who may come, and whether it counts: choices for a game with others, when it is made.

/** @import { RoomInfo } from "../state/protocol" */

import { html, nothing } from "../parts/vendor/lit-html.js";
import { playerKey } from "../state/memory.js";

export class Openness {
  /** @param {{ players: string }} game */
  constructor(game) {
    this.alone = game.players === "1";
    this.chosen = { listed: false, rated: false };
  }

  get value() {
    return this.alone ? {} : this.chosen;
  }

  template() {
    if (this.alone) return nothing;
    return html`
      <div class="openness">
        ${this.box("listed", "Show it on the front page, so that anybody can join or watch")}
        ${this.box("rated", "Rated: no hints, and the result changes the players' ratings", !playerKey())}
        ${playerKey() ? nothing : html`<p class="about"><a href="/me" data-link>Keep a name</a> to play rated games.</p>`}
      </div>`;
  }

  /** @param {"listed" | "rated"} name @param {string} words */
  box(name, words, disabled = false) {
    const change = (/** @type {Event} */ { target }) =>
      (this.chosen[name] = /** @type {HTMLInputElement} */ (target).checked);
    return html`<label class="check"><input type="checkbox" id=${name} ?disabled=${disabled}
      @change=${change}><span>${words}</span></label>`;
  }
}

/** What is said of it in the waiting room. @param {RoomInfo} room */
export function opennessNote(room) {
  const words = [
    room.rated && "Rated game: no hints, and it counts for everybody's rating",
    room.listed && "Shown on the front page",
  ].filter(Boolean);
  return words.length ? html`<p class="muted">${words.join(" · ")}</p>` : nothing;
}
