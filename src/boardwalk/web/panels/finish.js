// A finished level: how well it was done, and what comes next.

import * as api from "../net/api.js";
import { stillness } from "../board/board.js";
import { button, el, made } from "../parts/dom.js";
import { startLevel, stars } from "./levelcard.js";
import { keepResult, starsFor } from "../state/progress.js";

const SPARKS = 28;

export class Finish {
  constructor(page) {
    this.page = page;
    this.node = el("section", { class: "finish", role: "status", hidden: true });
    page.table.after.before(this.node);
    this.shown = null; // the result that is shown
  }

  /** Shows the result of the position on the board, once it is there. */
  follow(settled) {
    const { view, held, shown } = this.page;
    const result = settled && held.includes(shown) ? view.result : null;
    const same = JSON.stringify(result) === JSON.stringify(this.shown);
    if (same || (!settled && view.result)) return;
    this.shown = result;
    this.node.hidden = !result;
    if (result) this.celebrate(result);
    else this.node.replaceChildren();
  }

  async celebrate(result) {
    const { room } = this.page;
    const before = keepResult(room.game, result.key, result.counts);
    this.node.replaceChildren(el("h2", { class: "result" }, "Solved!"), el("p", {}, words(result.counts)));
    sparkle(this.page.table.stage);
    const packs = await api.levels(room.game).then((answer) => answer.packs).catch(() => []);
    if (this.shown !== result) return;
    const all = packs.flatMap((pack) => pack.levels.map((level) => ({ ...level, pack })));
    const here = all.findIndex((level) => level.key === result.key);
    const { fewest = {} } = all[here] ?? {};
    const rated = here >= 0 ? made(stars(starsFor(result.counts, fewest))) : null;
    this.node.replaceChildren(
      el("div", { class: "finish-head" }, el("h2", { class: "result" }, "Solved!"), rated),
      el("p", {}, words(result.counts), note(result.counts, before, fewest)),
      el("div", { class: "row" }, this.next(all, here), here >= 0 && el("a", { class: "button", href: `/levels/${room.game}`, "data-link": true }, "Map of levels")),
    );
  }

  /** The next level: what the game itself offers, or else the next one of the map. */
  next(all, here) {
    const { page } = this;
    const [choice, ...others] = page.view.choices;
    if (choice && !others.length) return button(choice.label[0].toUpperCase() + choice.label.slice(1), { class: "button primary", onclick: () => page.choose(page.view.choices[0]) });
    const level = here >= 0 ? all[here + 1] : null;
    if (!level) return null;
    const label = level.pack === all[here].pack ? "Next level" : `Next pack: ${level.pack.title}`;
    const go = button(label, { class: "button primary", onclick: () => startLevel(page.room.game, level, page.shell, go) });
    requestAnimationFrame(() => go.isConnected && go.focus({ preventScroll: true })); // Enter goes on
    return go;
  }
}

const words = (counts) => Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", ");

function note(counts, before, fewest) {
  const [name, least] = Object.entries(fewest)[0] ?? [];
  const parts = [];
  if (least !== undefined) parts.push(counts[name] <= least ? `the fewest ${name} possible` : `the fewest ${name} possible are ${least}`);
  if (before && JSON.stringify(before) !== JSON.stringify(counts)) parts.push(`your best so far was ${words(before)}`);
  return parts.length ? `: ${parts.join("; ")}.` : ".";
}

/** Sparks over the board for a second, unless motion is unwelcome. */
function sparkle(stage) {
  if (stillness.matches) return;
  const layer = el("div", { class: "sparks", "aria-hidden": "true" });
  stage.append(layer);
  for (let number = 0; number < SPARKS; number += 1) {
    const spark = el("i", { class: `spark tone-${number % 4}` });
    layer.append(spark);
    const angle = (number / SPARKS) * 2 * Math.PI;
    const far = 60 + ((number * 37) % 100);
    const to = `translate(${Math.cos(angle) * far * 1.6}px, ${Math.sin(angle) * far + 40}px) rotate(${number * 40}deg)`;
    spark.animate({ transform: ["translate(0, 0)", to], opacity: [1, 1, 0] }, { duration: 900 + (number % 5) * 120, easing: "cubic-bezier(.15,.7,.4,1)", fill: "forwards" });
  }
  setTimeout(() => layer.remove(), 1600);
}
