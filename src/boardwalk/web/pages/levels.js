// The map of a game's levels: packs, what is solved and how well, and what comes next.

/** @import { LevelPack, PackLevel, PackScenes } from "../state/protocol" */
/** @import { Shell } from "../state/shell" */

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { el, reason } from "../parts/dom.js";
import { icon, stars } from "../parts/templates.js";
import { html, nothing, repeat } from "../parts/vendor/lit-html.js";
import { startLevel } from "../panels/levelcard.js";
import { progressTools } from "../panels/progress_file.js";
import { resultsOf, starsFor } from "../state/progress.js";

export class LevelsPage {
  /** @param {string} name @param {Shell} shell */
  constructor(name, shell) {
    this.name = name;
    this.shell = shell;
    this.title = "";
    /** @type {LevelPack[]} */
    this.packs = [];
    /** The packs that have been opened, whose levels are drawn. @type {Set<LevelPack>} */
    this.opened = new Set();
    /** By pack: the scenes of its levels, once they are asked for. @type {Map<string, Promise<PackScenes>>} */
    this.scenes = new Map();
    /** By level. @type {Map<PackLevel, HTMLElement>} */
    this.pictures = new Map();
    /** What to draw in an element that is about to be seen. @type {WeakMap<Element, { pack: LevelPack, number: number }>} */
    this.wanted = new WeakMap();
    this.seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) this.draw(target);
      },
      { rootMargin: "200px" },
    );
    this.open();
  }

  async open() {
    try {
      const games = await api.games();
      this.title = games.find((game) => game.name === this.name)?.title ?? "";
      this.packs = (await api.levels(this.name)).packs;
    } catch (error) {
      this.shell.problem(
        error instanceof api.ApiError && error.status === 404 ? "There are no levels here." : reason(error),
        "",
      );
      return;
    }
    if (this.closed) return;
    this.shell.where(this.title, this.name);
    this.shell.title(`Levels · ${this.title}`);
    this.opened.add(this.next()?.pack ?? this.packs[0]);
    this.show();
  }

  /** Everything, with the results as they are now. */
  show() {
    const next = this.next();
    this.shell.page(html`
      <div class="level-map">
        <header class="level-map-head">
          <h1>${this.title}: levels</h1>
          ${next ? this.goOn(next) : html`<p class="lead">You have solved every level.</p>`}
        </header>
        ${repeat(
          this.packs,
          (pack) => pack.name,
          (pack) => this.pack(pack),
        )}
        ${progressTools(() => this.show())}
      </div>`);
  }

  /** The first level that is not solved, after the last one that is. */
  next() {
    const results = resultsOf(this.name);
    const all = this.packs.flatMap((pack) => pack.levels.map((level) => ({ pack, level })));
    const last = all.findLastIndex(({ level }) => results[level.key]);
    const isOpen = (/** @type {{ level: PackLevel }} */ { level }) => !results[level.key];
    return all.slice(last + 1).find(isOpen) ?? all.find(isOpen) ?? null;
  }

  /** @param {{ pack: LevelPack, level: PackLevel }} next */
  goOn({ pack, level }) {
    const number = pack.levels.indexOf(level) + 1;
    const begun = Object.keys(resultsOf(this.name)).length > 0;
    return html`
      <button type="button" class="button primary big"
        @click=${this.starts(level)}>${icon("play")}<span>${begun ? "Go on" : "Begin"} with ${pack.title} ${number}</span></button>`;
  }

  /** @param {PackLevel} level */
  starts(level) {
    return (/** @type {Event} */ event) =>
      startLevel(this.name, level, this.shell, /** @type {HTMLButtonElement} */ (event.currentTarget));
  }

  /** @param {LevelPack} pack */
  pack(pack) {
    const { levels, title } = pack;
    const results = resultsOf(this.name);
    const solved = levels.filter((level) => results[level.key]).length;
    const won = levels.reduce((sum, level) => sum + starsFor(results[level.key], level.fewest), 0);
    const next = levels.find((level) => !results[level.key]);
    const open = this.opened.has(pack);
    const toggled = () => {
      if (this.opened.has(pack)) return;
      this.opened.add(pack);
      this.show();
    };
    return html`
      <details class="pack" ?open=${open} @toggle=${toggled}>
        <summary><h2>${title}</h2><span class="pack-note">${solved} of ${levels.length} solved · ${won} of ${3 * levels.length} ★</span></summary>
        <progress max=${levels.length} value=${solved} aria-label="${title}: solved"></progress>
        <ol class="level-list">${open ? levels.map((level, number) => this.card(pack, level, number, level === next)) : nothing}</ol>
      </details>`;
  }

  /** @param {LevelPack} pack @param {PackLevel} level @param {number} number @param {boolean} isNext */
  card(pack, level, number, isNext) {
    const best = resultsOf(this.name)[level.key];
    const [name, least] = Object.entries(level.fewest)[0] ?? [];
    const [count, made] = best ? Object.entries(best)[0] : [];
    const told = least === undefined ? "" : `fewest ${name}: ${least}`;
    const label = [
      `${number + 1}. ${level.title}`,
      best ? `solved in ${made} ${count}` : "not solved",
      isNext && "the next one",
      told,
    ]
      .filter(Boolean)
      .join(", ");
    const counts = best ? [made, least].filter((one) => one !== undefined).join(" / ") : least ? `fewest ${least}` : "";
    return html`
      <li>
        <button type="button" class="level" data-solved=${Boolean(best)} data-next=${isNext} aria-label=${label} title=${level.title}
          @click=${this.starts(level)}>
          ${this.picture(pack, level, number)}
          <span class="level-title">${number + 1}. ${level.title}</span>
          <span class="level-line">
            ${best ? stars(starsFor(best, level.fewest)) : html`<span>${isNext ? "Next" : ""}</span>`}
            <span class="wait-here" .textContent=${counts}></span>
          </span>
        </button>
      </li>`;
  }

  /** @param {LevelPack} pack @param {PackLevel} level @param {number} number */
  picture(pack, level, number) {
    const known = this.pictures.get(level);
    if (known) return known;
    const picture = el("div", { class: "level-picture" });
    this.pictures.set(level, picture);
    this.wanted.set(picture, { pack, number });
    this.seen.observe(picture);
    return picture;
  }

  /** A level's picture, drawn when it is about to be seen. @param {Element} picture */
  async draw(picture) {
    const wanted = this.wanted.get(picture);
    this.seen.unobserve(picture);
    if (!wanted) return;
    const { pack, number } = wanted;
    const asked = this.scenes.get(pack.name) ?? api.levelScenes(this.name, pack.name);
    this.scenes.set(pack.name, asked);
    try {
      const { scenes } = await asked;
      const board = new Board();
      picture.append(board.node);
      await board.show(scenes[number], { animate: false, labels: false });
    } catch {
      this.scenes.delete(pack.name); // the level can be played without its picture
    }
  }

  close() {
    this.closed = true;
    this.seen.disconnect();
  }
}
