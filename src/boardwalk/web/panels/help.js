// How to play, one key away: the goal, small boards, what is on the board, keys; the whole rulebook one click further.

import * as api from "../net/api.js";
import { button, el, icon } from "../parts/dom.js";
import { Film } from "../board/film.js";
import { keyName } from "../parts/keys.js";
import { legend } from "../board/legend.js";
import { markdown } from "../parts/markdown.js";

const asked = new Map(); // answers of the server, by path

const KEYS = [
  ["?", "this page"],
  ["U, Y", "undo, redo, where the game has them"],
  ["/", "type a move"],
  [".", "pause and go on, while many steps are shown"],
  ["Esc", "skip to the newest position"],
  ["Tab", "to what you can do on the board; arrows and Enter from there"],
  ["Shift + arrows", "look around on the board, cell by cell"],
];

function once(key, ask) {
  if (!asked.has(key)) {
    const answer = ask();
    answer.catch(() => asked.delete(key));
    asked.set(key, answer);
  }
  return asked.get(key);
}

function keyTable(choices, events) {
  const own = [
    ...choices.map(({ label, keys }) => [keys.map(keyName).join(", "), label]),
    ...events.filter((event) => event.key).map((event) => [keyName(event.key), event.label]),
  ];
  return el(
    "details",
    { class: "keys" },
    el("summary", {}, "Keys"),
    el("dl", {}, [...own, ...KEYS].map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
  );
}

/** Opens the page about a game. `scene` is the board in front of whoever asks, if there is one: its legend is shown. */
export function showHelp(game, scene = null) {
  if (!document.querySelector("dialog[open]")) new Help(game, scene).open();
}

class Help {
  constructor(game, scene) {
    this.game = game;
    this.scene = scene;
    this.films = [];
    this.heading = el("h2", {}, "How to play");
    this.body = el("div", { class: "book-body", tabindex: 0, "aria-label": "How to play" }, "…");
    this.foot = el("div", { class: "book-foot row" });
    const close = el("button", { type: "button", class: "button round", "aria-label": "Close", onclick: () => this.shut() }, icon("close"));
    this.dialog = el("dialog", { class: "book", "aria-label": "How to play" }, el("div", { class: "book-head" }, this.heading, close), this.body, this.foot);
    this.dialog.addEventListener("cancel", () => this.shut());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog || event.target.closest("a[data-link]")) this.shut();
    });
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key === "?" || event.key === "h") this.shut();
    });
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.show(() => this.guide());
  }

  shut() {
    this.stop();
    this.dialog.close();
    this.dialog.remove();
  }

  stop() {
    for (const film of this.films) film.close();
    this.films = [];
  }

  async show(part) {
    this.stop();
    try {
      await part();
    } catch (error) {
      this.body.replaceChildren(el("p", {}, error.message), keyTable([], []));
    }
    this.body.scrollTop = 0;
    this.body.focus();
  }

  async guide() {
    const [guide, events] = await Promise.all([once(`guide ${this.game}`, () => api.guide(this.game)), api.events(this.game)]);
    this.heading.textContent = `How to play ${guide.title}`;
    this.films = guide.boards.map((board) => new Film(board.frames, board.title));
    const scenes = [this.scene ?? guide.scene].filter(Boolean);
    this.body.replaceChildren(
      el("p", { class: "book-goal" }, guide.goal),
      el("div", { class: "films" }, guide.boards.map((board, n) => figure(board, this.films[n]))),
      el("h3", {}, "On the board"),
      legend(scenes.length ? scenes : this.films.flatMap((film) => film.scenes), guide.legend),
      keyTable(guide.keys, events),
    );
    this.foot.replaceChildren(
      ...(guide.lessons ? [el("a", { class: "button primary", href: `/learn/${this.game}`, "data-link": true }, icon("play"), el("span", {}, "Learn by doing"))] : []),
      button("Rulebook", { icon: "help", onclick: () => this.show(() => this.rulebook()) }),
    );
  }

  async rulebook() {
    const [book, guide, events] = await Promise.all([
      once(`rules ${this.game}`, () => api.rulebook(this.game)),
      once(`guide ${this.game}`, () => api.guide(this.game)),
      api.events(this.game),
    ]);
    this.heading.textContent = "Rulebook";
    this.body.replaceChildren(...markdown(book.text), keyTable(guide.keys, events));
    this.foot.replaceChildren(button("How to play", { icon: "prev", onclick: () => this.show(() => this.guide()) }));
  }
}

function figure({ title, caption }, film) {
  return el("figure", {}, film.node, el("figcaption", {}, el("b", {}, title), caption));
}
