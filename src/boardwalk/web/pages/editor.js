// The editor: a list of what can be made; one kind of file at work; and a file that somebody has shared by a link.

import * as api from "../net/api.js";
import { Board } from "../board/board.js";
import { button, el, sentence } from "../parts/dom.js";
import { wanted } from "../state/editor_link.js";
import { sceneOf } from "../state/editor_model.js";
import { TextWorkshop } from "../panels/editor_text.js";
import { Workshop } from "../panels/editor_work.js";
import { setting } from "../state/memory.js";

export class EditorPage {
  constructor(game, shell, kind) {
    this.shell = shell;
    this.open(game, kind);
    this.rehash = () => shell.go(location.pathname + location.hash, true);
    addEventListener("hashchange", this.rehash);
  }

  async open(game, kind) {
    try {
      const kinds = await api.editorKinds();
      if (this.closed) return;
      const about = kinds.find((one) => one.game === game && one.kind === kind);
      if (about) await this.show(about);
      else if (game) this.shell.problem("There is no such editor.", "", el("a", { class: "button", href: "/editor", "data-link": true }, "All editors"));
      else this.list(kinds);
    } catch (error) {
      if (!this.closed) this.shell.problem(sentence(error.message), "");
    }
  }

  list(kinds) {
    this.shell.title("Editor");
    const cards = kinds.map((about) => {
      const node = el(
        "a",
        { class: "card editor-card", href: `/editor/${about.game}/${about.kind}`, "data-link": true },
        about.grid ? small(about, about.grid.new[0]) : el("span", { class: "editor-plain", "aria-hidden": "true" }, about.suffix),
        el("span", { class: "editor-card-words" }, el("b", {}, about.name), el("span", { class: "muted" }, about.title)),
      );
      return el("li", {}, node);
    });
    this.shell.page(
      el("div", { class: "editor-list" }, el("h1", {}, "Make your own"), el("p", { class: "muted" }, "Paint a board, see at once whether it can be played, try it, and share it by a link."), el("ul", {}, cards)),
    );
  }

  async show(about) {
    this.shell.where(about.title, about.game);
    this.shell.title(about.name);
    const { shared, text, from } = await wanted(location.hash);
    if (this.closed) return;
    if (shared) {
      await this.showShared(about, shared);
      return;
    }
    const draft = setting(`draft.${about.game}.${about.kind}`, null);
    if (text || from) this.work(about, await api.openFile(about.game, about.kind, from ? { name: from } : { text }));
    else this.work(about, { grids: draft ?? about.grid?.new, text: draft ?? "" });
  }

  work(about, { grids, text }) {
    if (this.closed) return;
    this.current?.close();
    this.current = about.grid ? new Workshop(this.shell, about, grids) : new TextWorkshop(this.shell, about, text);
    this.shell.page(this.current.node);
  }

  /** Somebody else's file: a look at it, to play or to change. */
  async showShared(about, source) {
    const opened = await api.openFile(about.game, about.kind, { text: source });
    const { trial, mistakes, refusal } = await api.checkWork(about.game, about.kind, { text: source });
    if (this.closed) return;
    const grids = opened.grids ?? [];
    const play = () => {
      this.shell.brought = { game: about.game, options: trial.options };
      this.shell.go(`/play/${about.game}`);
    };
    const why = mistakes.length ? `Line ${mistakes[0].line}: ${sentence(mistakes[0].what)}` : refusal && sentence(refusal);
    this.shell.page(
      el(
        "div",
        { class: "shared" },
        el("h1", {}, grids[0]?.title || about.name),
        el("p", { class: "muted" }, grids.length > 1 ? `${about.name}: ${grids.length} boards, of which this is the first.` : `${about.name}, shared with you.`),
        about.grid ? small(about, grids[0]) : el("pre", { class: "file-text" }, opened.text),
        why && el("p", { class: "problem-note" }, why),
        el(
          "div",
          { class: "row" },
          trial && button("Play", { icon: "play", class: "button primary big", onclick: play }),
          button("Edit", { class: "button big", onclick: () => this.work(about, opened) }),
        ),
      ),
    );
  }

  close() {
    this.closed = true;
    removeEventListener("hashchange", this.rehash);
    this.current?.close();
  }
}

function small(about, grid) {
  const board = new Board();
  board.show(sceneOf(about.grid, grid), { animate: false, labels: false });
  return board.node;
}
