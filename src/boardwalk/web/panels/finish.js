// A finished level: how well it was done, and what comes next.

/** @import { LevelPack, PackLevel, Result, RoomInfo } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */
/** @import { Dispatch, GameState } from "../state/types" */
/** @typedef {PackLevel & { pack: LevelPack }} Level */

import * as api from "../net/api.js";
import { startLevel } from "./levelcard.js";
import { celebrate } from "../parts/celebrate.js";
import { el } from "../parts/dom.js";
import { stars } from "../parts/templates.js";
import { html, nothing, render } from "../parts/vendor/lit-html.js";
import { keepResult, starsFor } from "../state/progress.js";
import { isShowing, resultOf, viewOf } from "../state/select.js";

export class Finish {
  /** @param {Dispatch} dispatch @param {{ after: HTMLElement, stage: HTMLElement }} table @param {Shell} shell */
  constructor(dispatch, table, shell) {
    this.dispatch = dispatch;
    this.stage = table.stage;
    this.shell = shell;
    this.node = el("section", { class: "finish", role: "status", hidden: true });
    table.after.before(this.node);
    /** @type {Result | null} */
    this.shown = null;
  }

  /** Shows the result of the position on the board, once it is there. @param {GameState} state */
  show(state) {
    const result = resultOf(state);
    const same = JSON.stringify(result) === JSON.stringify(this.shown);
    if (!state.room || same || (isShowing(state) && viewOf(state)?.result)) return;
    this.shown = result;
    this.node.hidden = !result;
    if (result) this.celebrate(state, state.room, result);
    else render(nothing, this.node);
  }

  /** @param {GameState} state @param {RoomInfo} room @param {Result} result */
  async celebrate(state, room, result) {
    const before = keepResult(room.game, result.key, result.counts);
    this.draw(html`${words(result.counts)}`, nothing, nothing);
    celebrate(this.stage);
    const packs = await api
      .levels(room.game)
      .then((answer) => answer.packs)
      .catch(() => []);
    if (this.shown !== result) return;
    const all = packs.flatMap((pack) => pack.levels.map((level) => ({ ...level, pack })));
    const here = all.findIndex((level) => level.key === result.key);
    const { fewest = {} } = all[here] ?? {};
    const map = html`<a class="button" href="/levels/${room.game}" data-link>Map of levels</a>`;
    this.draw(
      html`${words(result.counts)}${note(result.counts, before, fewest)}`,
      here >= 0 ? stars(starsFor(result.counts, fewest)) : nothing,
      html`<div class="row">${this.next(state, room, all, here)}${here >= 0 ? map : nothing}</div>`,
    );
    /** @type {HTMLElement | null} */ (this.node.querySelector(".next-level"))?.focus({ preventScroll: true }); // Enter goes on
  }

  /** @param {unknown} said @param {unknown} rated @param {unknown} ways what one can do next */
  draw(said, rated, ways) {
    render(
      html`<div class="finish-head"><h2 class="result">Solved!</h2>${rated}</div><p>${said}</p>${ways}`,
      this.node,
    );
  }

  /** The next level: what the game itself offers, or else the next one of the map.
   *  @param {GameState} state @param {RoomInfo} room @param {Level[]} all @param {number} here */
  next(state, room, all, here) {
    const [choice, ...others] = viewOf(state)?.choices ?? [];
    if (choice && !others.length) {
      const words = choice.label[0].toUpperCase() + choice.label.slice(1);
      return html`<button type="button" class="button primary"
        @click=${() => this.dispatch({ do: "choose", choice })}><span>${words}</span></button>`;
    }
    const level = here >= 0 ? all[here + 1] : null;
    if (!level) return nothing;
    const label = level.pack === all[here].pack ? "Next level" : `Next pack: ${level.pack.title}`;
    const start = (/** @type {Event} */ event) =>
      startLevel(room.game, level, this.shell, /** @type {HTMLButtonElement} */ (event.currentTarget));
    return html`<button type="button" class="button primary next-level" @click=${start}><span>${label}</span></button>`;
  }
}

/** @param {Record<string, number>} counts */
const words = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");

/** @param {Record<string, number>} counts @param {Record<string, number> | null} before @param {Record<string, number>} fewest */
function note(counts, before, fewest) {
  const [name, least] = Object.entries(fewest)[0] ?? [];
  const parts = [];
  if (least !== undefined)
    parts.push(counts[name] <= least ? `the fewest ${name} possible` : `the fewest ${name} possible are ${least}`);
  if (before && JSON.stringify(before) !== JSON.stringify(counts)) parts.push(`your best so far was ${words(before)}`);
  return parts.length ? `: ${parts.join("; ")}.` : ".";
}
