// The map of a game's levels: packs, what is solved and how well, and what comes next.

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { button, el, sentence } from "../parts/dom.js";
import { startLevel, stars } from "../panels/levelcard.js";
import { resultsOf, starsFor } from "../state/progress.js";
import { progressTools } from "../panels/progress_file.js";

export class LevelsPage {
  constructor(name, shell) {
    this.name = name;
    this.shell = shell;
    this.pictures = new Map(); // by pack: the scenes of its levels, once they are asked for
    this.seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) this.draw(target);
    }, { rootMargin: "200px" });
    this.open();
  }

  async open() {
    try {
      const games = await api.games();
      this.game = games.find((game) => game.name === this.name);
      this.packs = (await api.levels(this.name)).packs;
    } catch (error) {
      this.shell.problem(error.status === 404 ? "There are no levels here." : sentence(error.message), "");
      return;
    }
    if (this.closed) return;
    this.shell.where(this.game.title, this.name);
    this.shell.title(`Levels · ${this.game.title}`);
    this.show();
  }

  /** Everything, with the results as they are now. */
  show() {
    this.results = resultsOf(this.name);
    const next = this.next();
    this.node = el(
      "div",
      { class: "level-map" },
      el(
        "header",
        { class: "level-map-head" },
        el("h1", {}, `${this.game.title}: levels`),
        next ? this.goOn(next) : el("p", { class: "lead" }, "You have solved every level."),
      ),
      this.packs.map((pack) => this.pack(pack, pack === (next?.pack ?? this.packs[0]))),
      progressTools(() => this.show()),
    );
    this.shell.page(this.node);
  }

  /** The first level that is not solved, after the last one that is. */
  next() {
    const all = this.packs.flatMap((pack) => pack.levels.map((level) => ({ pack, level })));
    const last = all.findLastIndex(({ level }) => this.results[level.key]);
    const isOpen = ({ level }) => !this.results[level.key];
    return all.slice(last + 1).find(isOpen) ?? all.find(isOpen) ?? null;
  }

  goOn({ pack, level }) {
    const number = pack.levels.indexOf(level) + 1;
    const begun = Object.keys(this.results).length > 0;
    const go = button(`${begun ? "Go on" : "Begin"} with ${pack.title} ${number}`, { icon: "play", class: "button primary big", onclick: () => startLevel(this.name, level, this.shell, go) });
    return go;
  }

  pack(pack, open) {
    const solved = pack.levels.filter((level) => this.results[level.key]).length;
    const won = pack.levels.reduce((sum, level) => sum + starsFor(this.results[level.key], level.fewest), 0);
    const next = pack.levels.find((level) => !this.results[level.key]);
    const list = el("ol", { class: "level-list" });
    const fill = () => list.childElementCount || list.append(...pack.levels.map((level, number) => this.card(pack, level, number, level === next)));
    const node = el(
      "details",
      { class: "pack", open },
      el(
        "summary",
        {},
        el("h2", {}, pack.title),
        el("span", { class: "pack-note" }, `${solved} of ${pack.levels.length} solved · ${won} of ${3 * pack.levels.length} ★`),
      ),
      el("progress", { max: pack.levels.length, value: solved, "aria-label": `${pack.title}: solved` }),
      list,
    );
    if (open) fill();
    node.addEventListener("toggle", () => node.open && fill());
    return node;
  }

  card(pack, level, number, isNext) {
    const best = this.results[level.key];
    const [name, least] = Object.entries(level.fewest)[0] ?? [];
    const [count, made] = best ? Object.entries(best)[0] : [];
    const told = least === undefined ? "" : `fewest ${name}: ${least}`;
    const label = [`${number + 1}. ${level.title}`, best ? `solved in ${made} ${count}` : "not solved", isNext && "the next one", told].filter(Boolean).join(", ");
    const picture = el("div", { class: "level-picture" });
    Object.assign(picture, { pack: pack.name, number });
    this.seen.observe(picture);
    const card = el(
      "button",
      { type: "button", class: "level", "data-solved": best && "true", "data-next": isNext && "true", "aria-label": label, title: level.title, onclick: () => startLevel(this.name, level, this.shell, card) },
      picture,
      el("span", { class: "level-title" }, `${number + 1}. ${level.title}`),
      el(
        "span",
        { class: "level-line" },
        best ? stars(starsFor(best, level.fewest)) : el("span", {}, isNext ? "Next" : ""),
        el("span", { class: "wait-here" }, best ? [made, least].filter((one) => one !== undefined).join(" / ") : least && `fewest ${least}`),
      ),
    );
    return el("li", {}, card);
  }

  /** A level's picture, drawn when it is about to be seen. */
  async draw(picture) {
    this.seen.unobserve(picture);
    if (!this.pictures.has(picture.pack)) this.pictures.set(picture.pack, api.levelScenes(this.name, picture.pack));
    try {
      const { scenes } = await this.pictures.get(picture.pack);
      const board = new Board();
      picture.append(board.node);
      await board.show(scenes[picture.number], { animate: false, labels: false });
    } catch {
      this.pictures.delete(picture.pack); // the level can be played without its picture
    }
  }

  close() {
    this.closed = true;
    this.seen.disconnect();
  }
}
