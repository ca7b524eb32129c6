// The front page: what is going on, and a card for each game, with bots playing it in small.

import * as api from "../net/api.js";
import { Board, stillness } from "../board/board.js";
import { button, el, svg } from "../parts/dom.js";
import { editorLinks, fileCard } from "../panels/filecard.js";
import { loop, scenesOf } from "../board/film.js";
import { Lobby } from "../panels/lobby.js";

export class HomePage {
  constructor(_, shell) {
    this.shell = shell;
    this.open = true;
    this.watcher = new IntersectionObserver((entries) => {
      for (const entry of entries) entry.target.preview.seen = entry.isIntersecting;
    });
    this.lobby = new Lobby();
    this.grid = el("div", { class: "games" });
    shell.page(el("div", { class: "home" }, hero(), this.lobby.node, this.grid));
    this.fill();
  }

  async fill() {
    let games;
    try {
      games = await api.games();
    } catch (error) {
      if (this.open) this.shell.problem(error.message, "Is the server running?");
      return;
    }
    if (!this.open) return;
    this.grid.replaceChildren(...games.map((game) => this.card(game)), fileCard(this.shell, games));
  }

  card(game) {
    const picture = el("div", { class: "preview" });
    const preview = new Preview(game, picture, () => this.open);
    picture.preview = preview;
    this.watcher.observe(picture);
    preview.start();
    return el(
      "article",
      { class: "card game" },
      el("a", { href: `/play/${game.name}`, "data-link": true, class: "preview-link", tabindex: -1, "aria-hidden": "true" }, picture),
      el(
        "div",
        { class: "game-words" },
        el("h2", {}, game.title),
        el("p", {}, game.summary),
        about(game),
        el(
          "div",
          { class: "row spread" },
          button("How to play", { icon: "help", class: "button small", "aria-label": `How to play ${game.title}`, onclick: () => this.shell.help(game.name) }),
          button("Play", { icon: "play", class: "button primary", "aria-label": `Play ${game.title}`, onclick: () => this.shell.go(`/play/${game.name}`) }),
        ),
      ),
    );
  }

  close() {
    this.open = false;
    this.lobby.close();
    this.watcher.disconnect();
  }
}

/** How many play it, and the ways to the best of them and to the editor. */
function about(game) {
  const { players, name, title } = game;
  const alone = players === "1";
  const best = !alone && el("a", { class: "muted", href: `/players/${name}`, "data-link": true, "aria-label": `Best players of ${title}` }, "Best players");
  const links = [best, ...editorLinks(game, "muted")].filter(Boolean);
  return el("p", { class: "muted" }, el("span", {}, alone ? "1 player" : `${players} players`), links.map((link) => [" · ", link]));
}

/** A short game of bots, over and over, while it is in sight. */
class Preview {
  constructor(game, holder, wanted) {
    this.game = game;
    this.holder = holder;
    this.wanted = wanted;
    this.seen = false;
    this.board = new Board();
    holder.append(this.board.node);
  }

  /** The start of the game at once, the game itself as soon as the server has played it. */
  async start() {
    const first = (await api.previews().catch(() => ({})))[this.game.name];
    if (first) await this.show(first);
    const frames = (await api.demos().catch(() => ({})))[this.game.name];
    if (!frames?.length || !this.wanted()) return;
    const scenes = scenesOf(frames);
    if (stillness.matches) await this.show(scenes[Math.floor(scenes.length / 3)]);
    else loop(this.board, scenes, this.wanted, () => this.seen);
  }

  show(scene) {
    this.holder.closest(".card")?.setAttribute("data-theme", scene.theme);
    return this.board.show(scene, { animate: false, labels: false });
  }
}

/** A boardwalk by the sea in the evening. */
function hero() {
  const lamps = [590, 760, 940, 1110, 1300];
  const lamp = (x) =>
    svg(
      "g",
      { transform: `translate(${x} 0)` },
      svg("circle", { cx: 0, cy: 62, r: 34, class: "halo wide" }),
      svg("circle", { cx: 0, cy: 62, r: 16, class: "halo" }),
      svg("path", { d: "M0 66V148", class: "post" }),
      svg("circle", { cx: 0, cy: 62, r: 6.5, class: "lamp" }),
    );
  const cables = lamps.slice(1).map((x, n) => `M${lamps[n]} 66Q${(x + lamps[n]) / 2} 92 ${x} 66`).join("");
  const planks = Array.from({ length: 33 }, (_, n) => `M${n * 37 - 8} 148L${n * 40 - 66} 190`).join("");
  const scene = svg(
    "svg",
    { viewBox: "0 24 1180 150", class: "shore", preserveAspectRatio: "xMaxYMax slice", "aria-hidden": "true" },
    svg("circle", { cx: 850, cy: 112, r: 46, class: "sunset" }),
    svg("rect", { x: -400, y: 112, width: 2000, height: 40, class: "sea" }),
    svg("path", { d: "M803 120h94M817 128h66M829 136h42M60 124h80M210 133h60M430 122h90M640 134h70M1060 124h70M720 121h36", class: "glint" }),
    svg("rect", { x: -400, y: 147, width: 2000, height: 50, class: "walk" }),
    svg("path", { d: planks, class: "plank-lines" }),
    svg("path", { d: cables, class: "cable" }),
    lamps.map(lamp),
  );
  return el(
    "section",
    { class: "hero" },
    scene,
    el("div", { class: "hero-words" }, el("h1", {}, "Boardwalk"), el("p", {}, "Grid games for an evening: against a bot, beside a friend, or over a link. No account, just play.")),
  );
}
