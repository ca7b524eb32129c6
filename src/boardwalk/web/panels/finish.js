// @ts-check
// A finished level: how well it was done, and what comes next.

/** @import { LevelPack, PackLevel, Result, RoomInfo } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */
/** @import { Dispatch, GameState } from "../state/types" */
/** @typedef {PackLevel & { pack: LevelPack }} Level */

import * as api from "../net/api.js";
import { startLevel } from "./levelcard.js";
import { celebrate } from "../parts/celebrate.js";
import { button, el, made } from "../parts/dom.js";
import { stars } from "../parts/templates.js";
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
    else this.node.replaceChildren();
  }

  /** @param {GameState} state @param {RoomInfo} room @param {Result} result */
  async celebrate(state, room, result) {
    const before = keepResult(room.game, result.key, result.counts);
    this.node.replaceChildren(el("h2", { class: "result" }, "Solved!"), el("p", {}, words(result.counts)));
    celebrate(this.stage);
    const packs = await api.levels(room.game).then((answer) => answer.packs).catch(() => []);
    if (this.shown !== result) return;
    const all = packs.flatMap((pack) => pack.levels.map((level) => ({ ...level, pack })));
    const here = all.findIndex((level) => level.key === result.key);
    const { fewest = {} } = all[here] ?? {};
    const rated = here >= 0 ? made(stars(starsFor(result.counts, fewest))) : null;
    this.node.replaceChildren(
      el("div", { class: "finish-head" }, el("h2", { class: "result" }, "Solved!"), rated),
      el("p", {}, words(result.counts), note(result.counts, before, fewest)),
      el("div", { class: "row" }, this.next(state, room, all, here), here >= 0 && el("a", { class: "button", href: `/levels/${room.game}`, "data-link": true }, "Map of levels")),
    );
  }

  /** The next level: what the game itself offers, or else the next one of the map.
   *  @param {GameState} state @param {RoomInfo} room @param {Level[]} all @param {number} here */
  next(state, room, all, here) {
    const [choice, ...others] = viewOf(state)?.choices ?? [];
    const choose = () => this.dispatch({ do: "choose", choice });
    if (choice && !others.length) return button(choice.label[0].toUpperCase() + choice.label.slice(1), { class: "button primary", onclick: choose });
    const level = here >= 0 ? all[here + 1] : null;
    if (!level) return null;
    const label = level.pack === all[here].pack ? "Next level" : `Next pack: ${level.pack.title}`;
    const go = button(label, { class: "button primary", onclick: () => startLevel(room.game, level, this.shell, go) });
    requestAnimationFrame(() => go.isConnected && go.focus({ preventScroll: true })); // Enter goes on
    return go;
  }
}

/** @param {Record<string, number>} counts */
const words = (counts) => Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", ");

/** @param {Record<string, number>} counts @param {Record<string, number> | null} before @param {Record<string, number>} fewest */
function note(counts, before, fewest) {
  const [name, least] = Object.entries(fewest)[0] ?? [];
  const parts = [];
  if (least !== undefined) parts.push(counts[name] <= least ? `the fewest ${name} possible` : `the fewest ${name} possible are ${least}`);
  if (before && JSON.stringify(before) !== JSON.stringify(counts)) parts.push(`your best so far was ${words(before)}`);
  return parts.length ? `: ${parts.join("; ")}.` : ".";
}
